//! `encodeScore` and `decodeScore`: the documented composite for JavaScript.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::convert;
use super::error::Refusal;
use crate::codec::{self, Decoded};

/// `{ points, seconds }`.
#[derive(Serialize)]
struct DecodedScore {
    points: i64,
    seconds: i64,
}

impl From<Decoded> for DecodedScore {
    fn from(decoded: Decoded) -> Self {
        Self { points: decoded.points, seconds: decoded.seconds }
    }
}

/// Packs points and seconds since the event began into one number.
///
/// # Errors
///
/// A `RangeError` with a `code` for anything but two integers in range.
#[wasm_bindgen(js_name = encodeScore, skip_typescript)]
pub fn encode_score(points: &JsValue, seconds: &JsValue) -> Result<f64, JsValue> {
    // Every encoded score is below 2^53, so the double is exact.
    encode(points, seconds).map(|score| score as f64).map_err(Refusal::into_range_error)
}

/// Unpacks a number, a bigint or the text of a Redis reply into `{ points, seconds }`.
///
/// # Errors
///
/// A `RangeError` with a `code` for anything that `encodeScore` could not have made.
#[wasm_bindgen(js_name = decodeScore, skip_typescript)]
pub fn decode_score(score: &JsValue) -> Result<JsValue, JsValue> {
    let decoded = decode(score).map_err(Refusal::into_range_error)?;
    Ok(serde_wasm_bindgen::to_value(&DecodedScore::from(decoded))?)
}

fn encode(points: &JsValue, seconds: &JsValue) -> Result<i64, Refusal> {
    let points = convert::integer("points", points)?;
    let seconds = convert::integer("seconds", seconds)?;
    Ok(codec::encode(points, seconds)?)
}

fn decode(score: &JsValue) -> Result<Decoded, Refusal> {
    if let Some(text) = score.as_string().or_else(|| convert::bigint_text(score)) {
        return Ok(codec::decode_text(&text)?);
    }
    Ok(codec::decode(convert::integer("score", score)?)?)
}
