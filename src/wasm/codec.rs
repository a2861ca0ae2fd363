//! `encodeScore` and `decodeScore`: the documented composite.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::error::out_of_domain;
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

/// Packs points and seconds into one number. Both have to be integers that a number holds exactly.
///
/// # Errors
///
/// A `RangeError` with a `code` for a value out of range.
#[wasm_bindgen(js_name = encodeScore)]
pub fn encode_score(points: f64, seconds: f64) -> Result<f64, JsValue> {
    // Every encoded score is below 2^53, so the double is exact.
    codec::encode(points as i64, seconds as i64).map(|score| score as f64).map_err(out_of_domain)
}

/// Unpacks the digits of a score into `{ points, seconds }`.
///
/// # Errors
///
/// A `RangeError` with a `code` for anything that `encode_score` could not have made.
#[wasm_bindgen(js_name = decodeScore)]
pub fn decode_score(digits: &str) -> Result<JsValue, JsValue> {
    let decoded = codec::decode_text(digits).map_err(out_of_domain)?;
    Ok(serde_wasm_bindgen::to_value(&DecodedScore::from(decoded))?)
}
