//! Engine errors as JavaScript errors: the same `code`, the same text.

use alloc::string::{String, ToString};

use wasm_bindgen::prelude::*;

use crate::codec::CodecError;
use crate::leaderboard::BoardError;
use crate::score::NanError;
use crate::snapshot::SnapshotError;
use crate::sorted_set::BatchError;

// Both are exported again: the JavaScript side of the package throws them too, and it cannot name
// the folder into which wasm-bindgen copies their module.
#[wasm_bindgen(module = "/src/wasm/errors.js")]
extern "C" {
    #[wasm_bindgen(reexport)]
    type EdgeboardError;

    #[wasm_bindgen(constructor)]
    fn new(code: &str, message: &str) -> EdgeboardError;

    #[wasm_bindgen(js_name = rangeError, reexport)]
    fn range_error(code: &str, message: &str) -> JsValue;
}

/// A refusal on its way to JavaScript.
#[derive(Debug)]
pub(super) struct Refusal {
    code: &'static str,
    message: String,
}

impl Refusal {
    #[cold]
    pub(super) fn new(code: &'static str, message: impl ToString) -> Self {
        Self { code, message: message.to_string() }
    }
}

impl From<Refusal> for JsValue {
    #[cold]
    fn from(refusal: Refusal) -> Self {
        EdgeboardError::new(refusal.code, &refusal.message).into()
    }
}

impl From<NanError> for Refusal {
    fn from(error: NanError) -> Self {
        Self::new(error.code(), error)
    }
}

impl From<BoardError> for Refusal {
    fn from(error: BoardError) -> Self {
        Self::new(error.code(), error)
    }
}

impl From<BatchError> for Refusal {
    fn from(error: BatchError) -> Self {
        Self::new(error.code(), error)
    }
}

impl From<SnapshotError> for Refusal {
    fn from(error: SnapshotError) -> Self {
        Self::new(error.code(), error)
    }
}

/// A value outside the domain of a codec, as a `RangeError`.
#[cold]
pub(super) fn out_of_domain(error: CodecError) -> JsValue {
    range_error(error.code(), &error.to_string())
}
