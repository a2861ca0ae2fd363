//! JavaScript values as engine types, exactly or not at all.
//!
//! JavaScript converts silently where it can: `null` becomes 0, `"7"` becomes 7, a lone surrogate
//! becomes U+FFFD. In a score or a name each of those is a wrong entry that nobody asked for, so
//! arguments arrive here as plain `JsValue`s and are refused when they are not what they should be.

use alloc::format;
use alloc::string::{String, ToString};

use js_sys::{BigInt, JSON, JsString, Number};
use wasm_bindgen::prelude::*;

use super::error::Refusal;
use crate::rank::RankRange;
use crate::score::{Score, ScoreBound, ScoreRange};

/// The largest integer of which a JavaScript number is sure, 2^53 - 1.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// How much of a refused string a message quotes, in characters.
const QUOTED_CHARS: u32 = 40;

#[wasm_bindgen(module = "/src/wasm/convert.js")]
extern "C" {
    // `JsValue::as_f64` answers through memory, which costs several times this call.
    #[wasm_bindgen(js_name = numberOrNaN)]
    fn number_or_nan(value: &JsValue) -> f64;
}

/// Reads a member name: any string of whole Unicode characters, also the empty one.
pub(super) fn member(value: &JsValue) -> Result<String, Refusal> {
    let Some(name) = value.as_string() else {
        let message = format!("a member must be a string, not {}", describe(value));
        return Err(Refusal::new("invalid_member", message));
    };
    // A lone surrogate arrives as U+FFFD, so names without that character need no second look.
    if name.contains(char::REPLACEMENT_CHARACTER) && !is_well_formed(value) {
        let message = "a member must be well-formed Unicode, and this one has a lone surrogate";
        return Err(Refusal::new("invalid_member", message.to_string()));
    }
    Ok(name)
}

/// Reads a score: any number but NaN, infinities included.
pub(super) fn score(name: &str, value: &JsValue) -> Result<Score, Refusal> {
    Score::new(number_or_nan(value)).map_err(|_| invalid_number(name, value))
}

/// Reads an integer that a number holds exactly.
pub(super) fn integer(name: &str, value: &JsValue) -> Result<i64, Refusal> {
    safe_integer(value).ok_or_else(|| {
        let message = format!(
            "{name} must be an integer between -(2^53 - 1) and 2^53 - 1, not {}",
            describe(value)
        );
        Refusal::new("invalid_score", message)
    })
}

/// Reads the two ends of a range of ranks, negative ones counting from the end.
pub(super) fn rank_range(start: &JsValue, stop: &JsValue) -> Result<RankRange, Refusal> {
    Ok(RankRange::new(rank_index("start", start)?, rank_index("stop", stop)?))
}

/// Reads the two ends of a range of scores: numbers, or the text that Redis takes there.
pub(super) fn score_range(min: &JsValue, max: &JsValue) -> Result<ScoreRange, Refusal> {
    Ok(ScoreRange { min: score_bound("min", min)?, max: score_bound("max", max)? })
}

/// The decimal digits of a bigint, and nothing for any other value.
pub(super) fn bigint_text(value: &JsValue) -> Option<String> {
    let bigint = value.dyn_ref::<BigInt>()?;
    Some(bigint.to_string(10).ok()?.into())
}

fn rank_index(name: &str, value: &JsValue) -> Result<i64, Refusal> {
    safe_integer(value).ok_or_else(|| {
        let message = format!("{name} must be an integer, not {}", describe(value));
        Refusal::new("invalid_request", message)
    })
}

fn score_bound(name: &str, value: &JsValue) -> Result<ScoreBound, Refusal> {
    let Some(text) = value.as_string() else {
        return score(name, value).map(ScoreBound::Inclusive);
    };
    let (number, bound): (&str, fn(Score) -> ScoreBound) = match text.strip_prefix('(') {
        Some(number) => (number, ScoreBound::Exclusive),
        None => (&text, ScoreBound::Inclusive),
    };
    // `inf`, `+inf`, `-inf` and decimal numbers; NaN parses, and `Score` refuses it.
    let score = number.parse().ok().and_then(|number| Score::new(number).ok());
    score.map(bound).ok_or_else(|| invalid_number(name, value))
}

fn safe_integer(value: &JsValue) -> Option<i64> {
    let number = number_or_nan(value);
    let integer = number as i64;
    (number.abs() <= MAX_SAFE_INTEGER && integer as f64 == number).then_some(integer)
}

fn is_well_formed(value: &JsValue) -> bool {
    value.dyn_ref::<JsString>().is_some_and(JsString::is_valid_utf16)
}

#[cold]
fn invalid_number(name: &str, value: &JsValue) -> Refusal {
    let message = format!("{name} must be a number and not NaN, not {}", describe(value));
    Refusal::new("invalid_score", message)
}

/// Names a refused value in a message, as JavaScript writes it: numbers and strings, else the type.
#[cold]
fn describe(value: &JsValue) -> String {
    let text = if let Some(number) = value.dyn_ref::<Number>() {
        number.to_string_with_radix(10).ok()
    } else if let Some(string) = value.dyn_ref::<JsString>() {
        JSON::stringify(&string.slice(0, QUOTED_CHARS)).ok()
    } else if value.is_null() {
        return "null".to_string();
    } else {
        None
    };
    text.map(String::from).or_else(|| value.js_typeof().as_string()).unwrap_or_default()
}
