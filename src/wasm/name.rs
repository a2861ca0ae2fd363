//! The name of a member on its way in.

use alloc::vec;
use alloc::vec::Vec;

use wasm_bindgen::prelude::*;

/// Memory into which JavaScript writes the name of a member before a call: a string argument
/// would be allocated, copied and freed by each.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct NameBuffer {
    bytes: Vec<u8>,
}

#[wasm_bindgen]
impl NameBuffer {
    /// Makes an empty buffer.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes room for so many bytes and no more; returns where in memory they are.
    pub fn resize(&mut self, len: usize) -> *const u8 {
        if self.bytes.len() != len {
            self.bytes = vec![0; len];
        }
        self.bytes.as_ptr()
    }
}

impl NameBuffer {
    /// A buffer with a name in it.
    #[must_use]
    pub fn of(name: &str) -> Self {
        NameBuffer { bytes: name.as_bytes().to_vec() }
    }

    /// The first bytes, as many as there are of these.
    pub(super) fn first(&self, len: usize) -> &[u8] {
        self.bytes.get(..len).unwrap_or(&self.bytes)
    }
}
