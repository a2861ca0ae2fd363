//! Engine errors as JavaScript errors: the same `code`, the same text.

use alloc::string::{String, ToString};

use js_sys::{RangeError, Reflect};
use wasm_bindgen::prelude::*;

use crate::codec::CodecError;
use crate::score::NanError;

#[wasm_bindgen(module = "/src/wasm/errors.js")]
extern "C" {
    /// The class of every error that is not a `RangeError`. Exported again, for the entry files:
    /// they cannot name the folder that holds the copy of its module.
    #[wasm_bindgen(reexport)]
    type EdgeboardError;

    #[wasm_bindgen(constructor)]
    fn new(code: &str, message: &str) -> EdgeboardError;
}

/// A refusal on its way to JavaScript: `?` turns it into an `EdgeboardError`.
#[derive(Debug)]
pub(super) struct Refusal {
    code: &'static str,
    message: String,
}

impl Refusal {
    #[cold]
    pub(super) fn new(code: &'static str, message: String) -> Self {
        Self { code, message }
    }

    /// The refusal as a `RangeError` with a `code`: what number functions throw by custom.
    #[cold]
    pub(super) fn into_range_error(self) -> JsValue {
        let error = RangeError::new(&self.message);
        // A fresh error is extensible, so setting a property of it cannot fail.
        let _ = Reflect::set(&error, &"code".into(), &self.code.into());
        error.into()
    }
}

impl From<Refusal> for JsValue {
    #[cold]
    fn from(refusal: Refusal) -> Self {
        EdgeboardError::new(refusal.code, &refusal.message).into()
    }
}

impl From<CodecError> for Refusal {
    fn from(error: CodecError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<NanError> for Refusal {
    fn from(error: NanError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}
