//! Entries as JavaScript pairs.

use alloc::string::String;
use alloc::vec::Vec;

use js_sys::Array;
use wasm_bindgen::prelude::*;

use crate::sorted_set::Entry;

#[wasm_bindgen(module = "/src/wasm/pairs.js")]
extern "C" {
    #[wasm_bindgen(js_name = appendPairs)]
    fn append_pairs(pairs: &Array, text: &str, lengths: &[u32], scores: &[f64]);
}

/// Entries that cross together. A name that is kept can keep the text of all of them in memory.
const GROUP: usize = 256;

/// Returns `[member, score]` pairs.
///
/// To make a string costs a call, so a group crosses as one text with the lengths of its names in
/// UTF-16, and its scores as an array.
pub(super) fn pairs<'a>(entries: impl Iterator<Item = Entry<'a>>) -> Array {
    let pairs = Array::new();
    let (mut text, mut lengths, mut scores) = (String::new(), Vec::new(), Vec::new());
    let mut entries = entries.peekable();
    while entries.peek().is_some() {
        text.clear();
        lengths.clear();
        scores.clear();
        for entry in entries.by_ref().take(GROUP) {
            let name = String::from_utf8_lossy(entry.member);
            text.push_str(&name);
            let is_ascii = name.is_ascii();
            let len = if is_ascii { name.len() } else { name.encode_utf16().count() };
            lengths.push(len as u32);
            scores.push(entry.score.get());
        }
        append_pairs(&pairs, &text, &lengths, &scores);
    }
    pairs
}
