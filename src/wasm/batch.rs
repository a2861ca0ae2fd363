//! The batches of the class `SortedSet`. Scores cross as typed arrays in the order of the members;
//! what is absent is NaN or -1.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::iter;

use wasm_bindgen::prelude::*;

use super::error::Refusal;
use super::members::Members;
use super::sorted_set::SortedSet;
use crate::score::{NanError, Score};
use crate::sorted_set::BatchError;

/// The position of a member that is absent.
pub(super) const ABSENT: i32 = -1;

#[wasm_bindgen]
impl SortedSet {
    /// Sets the scores of many members; returns how many of them are new.
    ///
    /// # Errors
    ///
    /// `invalid_member`, `invalid_score`, `board_full`; nothing has changed then.
    #[wasm_bindgen(js_name = zaddMany)]
    pub fn zadd_many(
        &mut self,
        text: Option<Box<[u8]>>,
        numbers: &[u32],
        scores: &[f64],
    ) -> Result<usize, JsValue> {
        let members = Members::new(text.as_deref(), numbers)?;
        let scores = numbers_of(scores)?;
        members.check_room(&self.entries)?;
        Ok(self.entries.add_many(iter::zip(members, scores)))
    }

    /// Adds to the scores of many members; returns the new ones.
    ///
    /// # Errors
    ///
    /// `invalid_member`, `invalid_score`, `board_full`; nothing has changed then.
    #[wasm_bindgen(js_name = zincrbyMany)]
    pub fn zincrby_many(
        &mut self,
        text: Option<Box<[u8]>>,
        numbers: &[u32],
        deltas: &[f64],
    ) -> Result<Vec<f64>, JsValue> {
        let members = Members::new(text.as_deref(), numbers)?;
        let deltas = numbers_of(deltas)?;
        members.check_room(&self.entries)?;
        let sums =
            self.entries.increment_many(iter::zip(members, deltas)).map_err(Refusal::from)?;
        Ok(sums.into_iter().map(Score::get).collect())
    }

    /// The scores of many members, or NaN.
    ///
    /// # Errors
    ///
    /// `invalid_member`.
    #[wasm_bindgen(js_name = zscoreMany)]
    pub fn zscore_many(
        &self,
        text: Option<Box<[u8]>>,
        numbers: &[u32],
    ) -> Result<Vec<f64>, JsValue> {
        let scores = self.entries.scores_of(Members::new(text.as_deref(), numbers)?);
        let mut found = Vec::with_capacity(numbers.len());
        found.extend(scores.map(|score| score.map_or(f64::NAN, Score::get)));
        Ok(found)
    }

    /// The positions of many members from the lowest score, or -1.
    ///
    /// # Errors
    ///
    /// `invalid_member`.
    #[wasm_bindgen(js_name = zrankMany)]
    pub fn zrank_many(
        &self,
        text: Option<Box<[u8]>>,
        numbers: &[u32],
    ) -> Result<Vec<i32>, JsValue> {
        let ranks = self.entries.ranks_of(Members::new(text.as_deref(), numbers)?);
        let mut found = Vec::with_capacity(numbers.len());
        // There are fewer members than an i32 has positive numbers.
        found.extend(ranks.map(|rank| rank.map_or(ABSENT, |rank| rank.0 as i32)));
        Ok(found)
    }

    /// The positions of many members from the highest score, or -1.
    ///
    /// # Errors
    ///
    /// `invalid_member`.
    #[wasm_bindgen(js_name = zrevrankMany)]
    pub fn zrevrank_many(
        &self,
        text: Option<Box<[u8]>>,
        numbers: &[u32],
    ) -> Result<Vec<i32>, JsValue> {
        let len = self.entries.len();
        let ranks = self.entries.ranks_of(Members::new(text.as_deref(), numbers)?);
        let mut found = Vec::with_capacity(numbers.len());
        found.extend(ranks.map(|rank| rank.map_or(ABSENT, |rank| rank.reverse(len).0 as i32)));
        Ok(found)
    }
}

/// The numbers as scores, once all are known to be some.
pub(super) fn numbers_of(values: &[f64]) -> Result<impl Iterator<Item = Score> + Clone, Refusal> {
    match values.iter().position(|value| value.is_nan()) {
        Some(index) => Err(Refusal::from(BatchError { index, error: NanError })),
        None => Ok(values.iter().filter_map(|&value| Score::new(value).ok())),
    }
}
