//! The classes `ScoreLayout` and `OlderLayout`. Whole numbers of up to 128 bits cross as their
//! digits, several of them with blanks between, and doubles as the text that is exact.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::iter;

use wasm_bindgen::prelude::*;

use super::error::{Refusal, out_of_domain};
use crate::codec::{self, CodecError, FieldOrder, LayoutError, ScoreField, TimeUnit};
use crate::score::Score;

/// How many words a field has.
const WORDS: usize = 4;

/// A layout of fields.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ScoreLayout {
    layout: codec::ScoreLayout,
}

#[wasm_bindgen]
impl ScoreLayout {
    /// Makes a layout of fields. Each has four words: its name, its bits, its order, and its unit
    /// or nothing. They lie one behind the other in `bytes`, and `lengths` has how long each is.
    ///
    /// # Errors
    ///
    /// `invalid_request`.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8], lengths: &[u32]) -> Result<ScoreLayout, JsValue> {
        let (mut rest, mut fields) = (bytes, Vec::new());
        for lengths in lengths.chunks_exact(WORDS) {
            let mut words = [""; WORDS];
            for (word, &length) in iter::zip(&mut words, lengths) {
                let (bytes, behind) = rest.split_at_checked(length as usize).unwrap_or_default();
                *word = str::from_utf8(bytes).unwrap_or_default();
                rest = behind;
            }
            fields.push(field(words)?);
        }
        let layout = codec::ScoreLayout::new(fields).map_err(refused)?;
        Ok(ScoreLayout { layout })
    }

    /// How many bits the codes have.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.layout.bits()
    }

    /// Packs values, in the order of the fields.
    ///
    /// # Errors
    ///
    /// A `RangeError` with a `code`.
    pub fn encode(&self, values: &str) -> Result<String, JsValue> {
        let mut integers = Vec::new();
        for value in values.split_ascii_whitespace() {
            integers.push(integer(value).map_err(out_of_domain)?);
        }
        answer(self.layout.encode(&integers))
    }

    /// Unpacks a code.
    ///
    /// # Errors
    ///
    /// A `RangeError` with a `code`.
    pub fn decode(&self, code: &str) -> Result<String, JsValue> {
        let values = self.layout.decode_text(code).map_err(out_of_domain)?;
        let mut text = String::new();
        for value in values.iter() {
            text.push_str(&value.to_string());
            text.push(' ');
        }
        Ok(text)
    }

    /// Adds to the points of a code, or of nothing, and sets its time.
    ///
    /// # Errors
    ///
    /// A `RangeError` with a `code`.
    pub fn add(&self, code: Option<String>, delta: &str, time: &str) -> Result<String, JsValue> {
        answer(self.sum(code.as_deref(), delta, time))
    }
}

impl ScoreLayout {
    fn sum(&self, code: Option<&str>, delta: &str, time: &str) -> Result<u128, CodecError> {
        let code = match code {
            Some(text) => Some(self.layout.decode_text(text)?.code()),
            None => None,
        };
        self.layout.add(code, integer(delta)?, integer(time)?)
    }
}

/// An older form.
#[wasm_bindgen]
#[derive(Debug)]
pub struct OlderLayout {
    form: codec::OlderLayout,
}

#[wasm_bindgen]
impl OlderLayout {
    /// Makes a form of its name, with its parameters: `fraction` of a future, `digits` until a
    /// moment, or `million`.
    ///
    /// # Errors
    ///
    /// `invalid_request`.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, unit: &str, moment: f64, digits: u32) -> Result<OlderLayout, JsValue> {
        let (unit, moment) = (unit_of(unit)?, moment as i64);
        let form = match name {
            "fraction" => codec::OlderLayout::fraction_of_future(moment, unit),
            "digits" => codec::OlderLayout::remaining_digits(digits, moment, unit),
            _ => Ok(codec::OlderLayout::million(unit)),
        };
        Ok(OlderLayout { form: form.map_err(refused)? })
    }

    /// The most points that are sound.
    #[must_use]
    #[wasm_bindgen(js_name = maxPoints)]
    pub fn max_points(&self) -> f64 {
        self.form.max_points() as f64
    }

    /// Whether a score lies in the sound range.
    #[must_use]
    #[wasm_bindgen(js_name = isSound)]
    pub fn is_sound(&self, score: &str) -> bool {
        double(score).is_ok_and(|score| self.form.is_sound(score))
    }

    /// Unpacks a score into points and time.
    ///
    /// # Errors
    ///
    /// A `RangeError` with a `code`.
    pub fn decode(&self, score: &str) -> Result<Vec<f64>, JsValue> {
        let found = self.form.decode_text(score).map_err(out_of_domain)?;
        // Both are below 2^53.
        Ok([found.points as f64, found.time as f64].into())
    }

    /// Carries a score over into a layout.
    ///
    /// # Errors
    ///
    /// A `RangeError` with a `code`.
    pub fn convert(
        &self,
        score: &str,
        start: f64,
        layout: &ScoreLayout,
    ) -> Result<String, JsValue> {
        let score = double(score);
        answer(score.and_then(|score| self.form.convert(score, start as i64, &layout.layout)))
    }
}

/// The double of a score that a Redis server or JavaScript wrote.
fn double(text: &str) -> Result<f64, CodecError> {
    let score = Score::from_text(text.as_bytes());
    score.map(Score::get).map_err(|_| CodecError::not_a_number(text))
}

fn field([name, bits, order, unit]: [&str; WORDS]) -> Result<ScoreField, Refusal> {
    let Some(order) = FieldOrder::from_name(order) else {
        let message = format!("order must be \"desc\" or \"asc\", not {order:?}");
        return Err(Refusal::new("invalid_request", message));
    };
    let unit = if unit.is_empty() { None } else { Some(unit_of(unit)?) };
    // JavaScript has seen to it that these are digits.
    let bits = bits.parse().unwrap_or_default();
    Ok(ScoreField { name: name.to_string().into(), bits, order, unit })
}

fn unit_of(name: &str) -> Result<TimeUnit, Refusal> {
    TimeUnit::from_name(name).ok_or_else(|| {
        let message = format!("unit must be \"ms\", \"s\", \"min\", \"h\" or \"d\", not {name:?}");
        Refusal::new("invalid_request", message)
    })
}

fn integer(text: &str) -> Result<i128, CodecError> {
    text.parse().map_err(|_| CodecError::invalid_text(text))
}

#[inline(never)]
fn answer(code: Result<u128, CodecError>) -> Result<String, JsValue> {
    code.map(|code| code.to_string()).map_err(out_of_domain)
}

#[cold]
fn refused(error: LayoutError) -> Refusal {
    Refusal::new(error.code(), error)
}
