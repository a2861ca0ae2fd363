//! The class `SortedSet`: a Redis ZSET in memory, with the names of the Redis commands.

use alloc::format;

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::convert;
use super::error::Refusal;
use super::name::NameBuffer;
use super::pairs::pairs;
use crate::members::{MAX_MEMBERS, MAX_NAME_BYTES};
use crate::score::Score;
use crate::sorted_set::{self, AddOutcome};

/// Members with scores, ordered by score and then by the bytes of the member.
///
/// The hot calls answer NaN where there is no number to answer: for a member that is absent, and
/// for a call that was refused; [`refusal`](Self::refusal) then has the error. An `Option<f64>` or
/// a `Result` would cross through memory, which costs as much as the call. Members are the first
/// `len` bytes of a [`NameBuffer`].
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct SortedSet {
    pub(super) entries: sorted_set::SortedSet,
    refusal: Option<Refusal>,
}

#[wasm_bindgen]
impl SortedSet {
    /// Makes an empty set.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a member or sets its score; returns how many members are new, 1 or 0, or NaN.
    pub fn zadd(&mut self, name: &NameBuffer, len: usize, score: f64) -> f64 {
        let added = self.add(name.first(len), score);
        self.or_nan(added)
    }

    /// Adds to a member's score, from 0 if it is new; returns the new score, or NaN.
    pub fn zincrby(&mut self, name: &NameBuffer, len: usize, delta: f64) -> f64 {
        let sum = self.increment(name.first(len), delta);
        self.or_nan(sum)
    }

    /// The error of the last call that was refused; it is handed out once.
    pub fn refusal(&mut self) -> JsValue {
        self.refusal.take().map_or(JsValue::NULL, JsValue::from)
    }

    /// Removes a member; returns whether it was there.
    pub fn zrem(&mut self, name: &NameBuffer, len: usize) -> bool {
        self.entries.remove(name.first(len)).is_some()
    }

    /// The score of a member, or NaN.
    #[must_use]
    pub fn zscore(&self, name: &NameBuffer, len: usize) -> f64 {
        self.entries.score(name.first(len)).map_or(f64::NAN, Score::get)
    }

    /// The 0-based position of a member from the lowest score.
    #[must_use]
    pub fn zrank(&self, name: &NameBuffer, len: usize) -> Option<u32> {
        self.entries.rank(name.first(len)).map(|rank| rank.0)
    }

    /// The 0-based position of a member from the highest score.
    #[must_use]
    pub fn zrevrank(&self, name: &NameBuffer, len: usize) -> Option<u32> {
        self.entries.reverse_rank(name.first(len)).map(|rank| rank.0)
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

impl SortedSet {
    pub(super) fn of(entries: sorted_set::SortedSet) -> Self {
        SortedSet { entries, refusal: None }
    }

    fn add(&mut self, member: &[u8], score: f64) -> Result<f64, Refusal> {
        let score = Score::new(score)?;
        self.check_limits(member)?;
        let outcome = self.entries.add(member, score);
        Ok(if outcome == AddOutcome::Added { 1.0 } else { 0.0 })
    }

    fn increment(&mut self, member: &[u8], delta: f64) -> Result<f64, Refusal> {
        let delta = Score::new(delta)?;
        self.check_limits(member)?;
        Ok(self.entries.increment(member, delta)?.get())
    }

    /// The engine leaves its two limits to whoever takes input.
    fn check_limits(&self, member: &[u8]) -> Result<(), Refusal> {
        if member.len() > MAX_NAME_BYTES {
            let message = format!("a member has {} bytes, over {MAX_NAME_BYTES}", member.len());
            return Err(Refusal::new("invalid_member", message));
        }
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
