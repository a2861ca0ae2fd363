//! The classes `ScoreLayout` and `OlderLayout`. Whole numbers of up to 128 bits cross as their
//! digits, several of them with commas between, and doubles as the text that is exact.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::iter;

use wasm_bindgen::prelude::*;

use super::error::{Refusal, out_of_domain};
use crate::codec::{self, CodecError, FieldOrder, LayoutError, ScoreField, TimeUnit};
use crate::score::Score;

/// How many words a field has: its name, its order, and its unit or nothing.
const WORDS: usize = 3;

/// A layout of fields.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ScoreLayout {
    layout: codec::ScoreLayout,
}

#[wasm_bindgen]
impl ScoreLayout {
    /// Makes a layout of fields, given as three words each (name, order, unit) and their bits.
    ///
    /// # Errors
    ///
    /// `invalid_request`.
    #[wasm_bindgen(constructor)]
    pub fn new(words: Vec<String>, bits: &[u32]) -> Result<ScoreLayout, JsValue> {
        let fields = iter::zip(words.chunks_exact(WORDS), bits);
        let fields: Result<Vec<_>, _> = fields.map(|(words, &bits)| field(words, bits)).collect();
        let layout = codec::ScoreLayout::new(fields?).map_err(Refusal::from)?;
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
        let values: Result<Vec<_>, _> = values.split(',').map(integer).collect();
        answer(values.and_then(|values| self.layout.encode(&values)))
    }

    /// Unpacks a code.
    ///
    /// # Errors
    ///
    /// A `RangeError` with a `code`.
    pub fn decode(&self, code: &str) -> Result<String, JsValue> {
        let values = self.layout.decode_text(code).map_err(out_of_domain)?;
        let values: Vec<_> = values.iter().map(|value| value.to_string()).collect();
        Ok(values.join(","))
    }

    /// Adds to the points of a code, or of nothing, and sets its time.
    ///
    /// # Errors
    ///
    /// A `RangeError` with a `code`.
    pub fn add(&self, code: Option<String>, delta: &str, time: &str) -> Result<String, JsValue> {
        let code = code.map(|text| self.layout.decode_text(&text)).transpose();
        answer(code.and_then(|values| {
            self.layout.add(values.map(|values| values.code()), integer(delta)?, integer(time)?)
        }))
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
    /// `points + (1 - t / future)`.
    ///
    /// # Errors
    ///
    /// `invalid_request`.
    #[wasm_bindgen(js_name = fractionOfFuture)]
    pub fn fraction_of_future(future: f64, unit: &str) -> Result<OlderLayout, JsValue> {
        let form = codec::OlderLayout::fraction_of_future(future as i64, unit_of(unit)?);
        Ok(OlderLayout { form: form.map_err(Refusal::from)? })
    }

    /// `points + 0.<digits>`.
    ///
    /// # Errors
    ///
    /// `invalid_request`.
    #[wasm_bindgen(js_name = remainingDigits)]
    pub fn remaining_digits(digits: f64, until: f64, unit: &str) -> Result<OlderLayout, JsValue> {
        let unit = unit_of(unit)?;
        let form = codec::OlderLayout::remaining_digits(digits as u32, until as i64, unit);
        Ok(OlderLayout { form: form.map_err(Refusal::from)? })
    }

    /// `points * 10^6 + (999999 - t)`.
    ///
    /// # Errors
    ///
    /// `invalid_request`.
    pub fn million(unit: &str) -> Result<OlderLayout, JsValue> {
        Ok(OlderLayout { form: codec::OlderLayout::million(unit_of(unit)?) })
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

fn field(words: &[String], bits: u32) -> Result<ScoreField, Refusal> {
    let [name, order, unit] = words else {
        return Err(Refusal::new("invalid_request", "a field has three words"));
    };
    let Some(order) = FieldOrder::from_name(order) else {
        let message = format!("order must be \"desc\" or \"asc\", not {order:?}");
        return Err(Refusal::new("invalid_request", message));
    };
    let unit = if unit.is_empty() { None } else { Some(unit_of(unit)?) };
    Ok(ScoreField { name: name.clone().into(), bits, order, unit })
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

fn answer(code: Result<u128, CodecError>) -> Result<String, JsValue> {
    code.map(|code| code.to_string()).map_err(out_of_domain)
}

impl From<LayoutError> for Refusal {
    fn from(error: LayoutError) -> Self {
        Self::new(error.code(), error)
    }
}
