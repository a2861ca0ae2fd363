//! The class `SortedSet`: a Redis ZSET in memory, with the names of the Redis commands.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use wasm_bindgen::prelude::*;

use super::convert;
use super::error::Refusal;
use crate::members::{MAX_MEMBERS, MAX_NAME_BYTES};
use crate::score::Score;
use crate::sorted_set::{self, AddOutcome, Entry};

/// Member and score, which serde writes as a JavaScript pair.
type Pair = (String, f64);

/// Members with scores, ordered by score and then by the bytes of the member.
///
/// The hot calls answer NaN where there is no number to answer: for a member that is absent, and
/// for a call that was refused; [`refusal`](Self::refusal) then has the error. An `Option<f64>` or
/// a `Result` would cross through memory, which costs as much as the call.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct SortedSet {
    entries: sorted_set::SortedSet,
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
    pub fn zadd(&mut self, member: &str, score: f64) -> f64 {
        let added = self.add(member, score);
        self.or_nan(added)
    }

    /// Adds to a member's score, from 0 if it is new; returns the new score, or NaN.
    pub fn zincrby(&mut self, member: &str, delta: f64) -> f64 {
        let sum = self.increment(member, delta);
        self.or_nan(sum)
    }

    /// The error of the last call that was refused; it is handed out once.
    pub fn refusal(&mut self) -> JsValue {
        self.refusal.take().map_or(JsValue::NULL, JsValue::from)
    }

    /// Removes a member; returns whether it was there.
    pub fn zrem(&mut self, member: &str) -> bool {
        self.entries.remove(member.as_bytes()).is_some()
    }

    /// The score of a member, or NaN.
    #[must_use]
    pub fn zscore(&self, member: &str) -> f64 {
        self.entries.score(member.as_bytes()).map_or(f64::NAN, Score::get)
    }

    /// The 0-based position of a member from the lowest score.
    #[must_use]
    pub fn zrank(&self, member: &str) -> Option<u32> {
        self.entries.rank(member.as_bytes()).map(|rank| rank.0)
    }

    /// The 0-based position of a member from the highest score.
    #[must_use]
    pub fn zrevrank(&self, member: &str) -> Option<u32> {
        self.entries.reverse_rank(member.as_bytes()).map(|rank| rank.0)
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
    ///
    /// # Errors
    ///
    /// None of its own.
    pub fn zrange(&self, start: f64, stop: f64) -> Result<JsValue, JsValue> {
        pairs(self.entries.range(convert::rank_range(start, stop)))
    }

    /// The pairs between two positions, both included, highest score first.
    ///
    /// # Errors
    ///
    /// None of its own.
    pub fn zrevrange(&self, start: f64, stop: f64) -> Result<JsValue, JsValue> {
        pairs(self.entries.reverse_range(convert::rank_range(start, stop)))
    }
}

impl SortedSet {
    fn add(&mut self, member: &str, score: f64) -> Result<f64, Refusal> {
        let score = Score::new(score)?;
        self.check_limits(member)?;
        let outcome = self.entries.add(member.as_bytes(), score);
        Ok(if outcome == AddOutcome::Added { 1.0 } else { 0.0 })
    }

    fn increment(&mut self, member: &str, delta: f64) -> Result<f64, Refusal> {
        let delta = Score::new(delta)?;
        self.check_limits(member)?;
        Ok(self.entries.increment(member.as_bytes(), delta)?.get())
    }

    /// The engine leaves its two limits to whoever takes input.
    fn check_limits(&self, member: &str) -> Result<(), Refusal> {
        if member.len() > MAX_NAME_BYTES {
            let message = format!("a member has {} bytes, over {MAX_NAME_BYTES}", member.len());
            return Err(Refusal::new("invalid_member", message));
        }
        if self.entries.len() >= MAX_MEMBERS && self.entries.score(member.as_bytes()).is_none() {
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

fn pairs<'a>(entries: impl Iterator<Item = Entry<'a>>) -> Result<JsValue, JsValue> {
    let text = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
    let pairs: Vec<Pair> = entries.map(|entry| (text(&entry.member), entry.score.get())).collect();
    Ok(serde_wasm_bindgen::to_value(&pairs)?)
}
