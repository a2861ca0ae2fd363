//! The class under a `SortedSet` of numbers: the calls of the other one, with numbers as members.

use alloc::format;
use alloc::vec::Vec;

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::convert;
use super::error::Refusal;
use crate::members::MAX_MEMBERS;
use crate::score::Score;
use crate::sorted_set::{self, AddOutcome, Scored};

#[wasm_bindgen(module = "/src/wasm/pairs.js")]
extern "C" {
    #[wasm_bindgen(js_name = pairsOfNumbers)]
    fn pairs_of_numbers(members: &[u32], scores: &[f64]) -> Array;
}

/// Numbers with scores, ordered by score and then by the bytes of their decimal texts.
///
/// What the hot calls answer where there is no number to answer is said at
/// [`SortedSet`](super::SortedSet).
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct IntegerSet {
    pub(super) entries: sorted_set::IntegerSet,
    refusal: Option<Refusal>,
}

#[wasm_bindgen]
impl IntegerSet {
    /// Makes an empty set.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a member or sets its score; returns how many members are new, 1 or 0, or NaN.
    pub fn zadd(&mut self, member: u32, score: f64) -> f64 {
        let added = self.add(member, score);
        self.or_nan(added)
    }

    /// Adds to a member's score, from 0 if it is new; returns the new score, or NaN.
    pub fn zincrby(&mut self, member: u32, delta: f64) -> f64 {
        let sum = self.increment(member, delta);
        self.or_nan(sum)
    }

    /// The error of the last call that was refused; it is handed out once.
    pub fn refusal(&mut self) -> JsValue {
        self.refusal.take().map_or(JsValue::NULL, JsValue::from)
    }

    /// Removes a member; returns whether it was there.
    pub fn zrem(&mut self, member: u32) -> bool {
        self.entries.remove(member).is_some()
    }

    /// The score of a member, or NaN.
    #[must_use]
    pub fn zscore(&self, member: u32) -> f64 {
        self.entries.score(member).map_or(f64::NAN, Score::get)
    }

    /// The 0-based position of a member from the lowest score.
    #[must_use]
    pub fn zrank(&self, member: u32) -> Option<u32> {
        self.entries.rank(member).map(|rank| rank.0)
    }

    /// The 0-based position of a member from the highest score.
    #[must_use]
    pub fn zrevrank(&self, member: u32) -> Option<u32> {
        self.entries.reverse_rank(member).map(|rank| rank.0)
    }

    /// How many members there are.
    #[must_use]
    pub fn zcard(&self) -> usize {
        self.entries.len()
    }

    /// How many members have a score between two bounds in the notation of Redis.
    ///
    /// # Errors
    ///
    /// `invalid_score` for a bound that cannot be read.
    pub fn zcount(&self, min: &str, max: &str) -> Result<usize, JsValue> {
        Ok(self.entries.count(convert::score_range(min, max)?))
    }

    /// The pairs between two positions, both included, lowest score first.
    #[must_use]
    pub fn zrange(&self, start: f64, stop: f64) -> Array {
        pairs(self.entries.range(convert::rank_range(start, stop)))
    }

    /// The pairs between two positions, both included, highest score first.
    #[must_use]
    pub fn zrevrange(&self, start: f64, stop: f64) -> Array {
        pairs(self.entries.reverse_range(convert::rank_range(start, stop)))
    }
}

impl IntegerSet {
    pub(super) fn of(entries: sorted_set::IntegerSet) -> Self {
        IntegerSet { entries, refusal: None }
    }

    fn add(&mut self, member: u32, score: f64) -> Result<f64, Refusal> {
        let score = Score::new(score)?;
        self.check_limit(member)?;
        let outcome = self.entries.add(member, score);
        Ok(if outcome == AddOutcome::Added { 1.0 } else { 0.0 })
    }

    fn increment(&mut self, member: u32, delta: f64) -> Result<f64, Refusal> {
        let delta = Score::new(delta)?;
        self.check_limit(member)?;
        Ok(self.entries.increment(member, delta)?.get())
    }

    fn check_limit(&self, member: u32) -> Result<(), Refusal> {
        if self.entries.len() >= MAX_MEMBERS && self.entries.score(member).is_none() {
            let message = format!("the set is full with {MAX_MEMBERS} members");
            return Err(Refusal::new("board_full", message));
        }
        Ok(())
    }

    fn or_nan(&mut self, result: Result<f64, Refusal>) -> f64 {
        result.unwrap_or_else(|refusal| {
            self.refusal = Some(refusal);
            f64::NAN
        })
    }
}

/// Returns `[member, score]` pairs; members and scores cross in a typed array each.
fn pairs(entries: impl ExactSizeIterator<Item = Scored<u32>>) -> Array {
    let (mut members, mut scores) =
        (Vec::with_capacity(entries.len()), Vec::with_capacity(entries.len()));
    for entry in entries {
        members.push(entry.member);
        scores.push(entry.score.get());
    }
    pairs_of_numbers(&members, &scores)
}
