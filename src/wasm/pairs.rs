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

/// Bytes of a usual name, for which there is room at once.
const USUAL_BYTES: usize = 16;

/// Returns `[member, score]` pairs.
///
/// To make a string costs a call, so a group crosses as one text with the lengths of its names in
/// UTF-16, and its scores as an array.
pub(super) fn pairs<'a>(mut entries: impl ExactSizeIterator<Item = Entry<'a>>) -> Array {
    let pairs = Array::new();
    let size = entries.len().min(GROUP);
    let mut names = Vec::with_capacity(size * USUAL_BYTES);
    let (mut lengths, mut scores) = (Vec::with_capacity(size), Vec::with_capacity(size));
    while entries.len() > 0 {
        names.clear();
        lengths.clear();
        scores.clear();
        for entry in entries.by_ref().take(GROUP) {
            names.extend_from_slice(&entry.member);
            lengths.push(entry.member.len() as u32);
            scores.push(entry.score.get());
        }
        match str::from_utf8(&names) {
            // All is ASCII, so the lengths are the same in UTF-16.
            Ok(text) if text.is_ascii() => append_pairs(&pairs, text, &lengths, &scores),
            _ => append_pairs(&pairs, &decode(&names, &mut lengths), &lengths, &scores),
        }
    }
    pairs
}

/// Decodes names, and turns their lengths into those in UTF-16. What is not UTF-8 is replaced.
fn decode(names: &[u8], lengths: &mut [u32]) -> String {
    let (mut text, mut rest) = (String::new(), names);
    for len in lengths {
        let (name, others) = rest.split_at(*len as usize);
        let name = String::from_utf8_lossy(name);
        *len = name.encode_utf16().count() as u32;
        text.push_str(&name);
        rest = others;
    }
    text
}
