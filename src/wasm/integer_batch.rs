//! The batches of the class `IntegerSet`; see those of `SortedSet`.

use alloc::format;
use alloc::vec::Vec;
use core::iter;

use wasm_bindgen::prelude::*;

use super::batch::{ABSENT, numbers_of};
use super::error::Refusal;
use super::integer_set::IntegerSet;
use crate::members::MAX_MEMBERS;
use crate::score::Score;
use crate::sorted_set;

#[wasm_bindgen]
impl IntegerSet {
    /// Sets the scores of many members; returns how many of them are new.
    ///
    /// # Errors
    ///
    /// `invalid_score`, `board_full`; nothing has changed then.
    #[wasm_bindgen(js_name = zaddMany)]
    pub fn zadd_many(&mut self, members: &[u32], scores: &[f64]) -> Result<usize, JsValue> {
        let scores = numbers_of(scores)?;
        self.check_room(members)?;
        Ok(self.entries.add_many(iter::zip(members.iter().copied(), scores)))
    }

    /// Adds to the scores of many members; returns the new ones.
    ///
    /// # Errors
    ///
    /// `invalid_score`, `board_full`; nothing has changed then.
    #[wasm_bindgen(js_name = zincrbyMany)]
    pub fn zincrby_many(&mut self, members: &[u32], deltas: &[f64]) -> Result<Vec<f64>, JsValue> {
        let deltas = iter::zip(members.iter().copied(), numbers_of(deltas)?);
        self.check_room(members)?;
        let sums = self.entries.increment_many(deltas).map_err(Refusal::from)?;
        Ok(sums.into_iter().map(Score::get).collect())
    }

    /// The scores of many members, or NaN.
    #[must_use]
    #[wasm_bindgen(js_name = zscoreMany)]
    pub fn zscore_many(&self, members: &[u32]) -> Vec<f64> {
        let scores = self.entries.scores_of(members.iter().copied());
        let mut found = Vec::with_capacity(members.len());
        found.extend(scores.map(|score| score.map_or(f64::NAN, Score::get)));
        found
    }

    /// The positions of many members from the lowest score, or -1.
    #[must_use]
    #[wasm_bindgen(js_name = zrankMany)]
    pub fn zrank_many(&self, members: &[u32]) -> Vec<i32> {
        let ranks = self.entries.ranks_of(members.iter().copied());
        let mut found = Vec::with_capacity(members.len());
        found.extend(ranks.map(|rank| rank.map_or(ABSENT, |rank| rank.0 as i32)));
        found
    }

    /// The positions of many members from the highest score, or -1.
    #[must_use]
    #[wasm_bindgen(js_name = zrevrankMany)]
    pub fn zrevrank_many(&self, members: &[u32]) -> Vec<i32> {
        let len = self.entries.len();
        let ranks = self.entries.ranks_of(members.iter().copied());
        let mut found = Vec::with_capacity(members.len());
        found.extend(ranks.map(|rank| rank.map_or(ABSENT, |rank| rank.reverse(len).0 as i32)));
        found
    }
}

impl IntegerSet {
    /// Checks that there is room for those that are new.
    fn check_room(&self, members: &[u32]) -> Result<(), Refusal> {
        let set = &self.entries;
        if set.len() + members.len() <= MAX_MEMBERS {
            return Ok(());
        }
        let mut new = sorted_set::IntegerSet::default();
        for (index, &member) in members.iter().enumerate() {
            if set.score(member).is_none() {
                new.add(member, Score::ZERO);
            }
            if set.len() + new.len() > MAX_MEMBERS {
                let message = format!("the set is full with {MAX_MEMBERS}, at members[{index}]");
                return Err(Refusal::new("board_full", message));
            }
        }
        Ok(())
    }
}
