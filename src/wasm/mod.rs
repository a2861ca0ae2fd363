//! The JavaScript package `edgeboard`: one file per class, each method a translation and a call.
//!
//! What a function decides is decided in the engine; here, values are checked for being what their
//! type says, and errors get their JavaScript form. The TypeScript in `types.ts` is written by
//! hand, because the generated types cannot say `number | null` or name a pair.

mod codec;
mod convert;
mod error;
mod sorted_set;

pub use codec::{decode_score, encode_score};
pub use sorted_set::SortedSet;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.ts");
