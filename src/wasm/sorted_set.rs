//! The class `SortedSet`: a Redis ZSET in memory, with the names of the Redis commands.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::convert;
use super::error::Refusal;
use crate::rank::Rank;
use crate::score::Score;
use crate::sorted_set::{self, AddOutcome, Entry};

/// Members with scores, ordered by score and then by the bytes of the member.
#[wasm_bindgen(skip_typescript)]
#[derive(Debug, Default)]
pub struct SortedSet {
    entries: sorted_set::SortedSet,
}

/// Member and score, which serde writes as a JavaScript pair.
type Pair<'a> = (Cow<'a, str>, f64);

#[wasm_bindgen]
impl SortedSet {
    /// Makes an empty set.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a member or sets its score; returns how many members are new, 1 or 0.
    ///
    /// # Errors
    ///
    /// `invalid_member`, `invalid_score`.
    pub fn zadd(&mut self, member: &JsValue, score: &JsValue) -> Result<u32, JsValue> {
        let member = convert::member(member)?;
        let outcome = self.entries.add(member.as_bytes(), convert::score("score", score)?);
        Ok(u32::from(outcome == AddOutcome::Added))
    }

    /// Adds to a member's score, from 0 if it is new; returns the new score.
    ///
    /// # Errors
    ///
    /// `invalid_member`, `invalid_score`; also where opposite infinities meet.
    pub fn zincrby(&mut self, member: &JsValue, delta: &JsValue) -> Result<f64, JsValue> {
        let member = convert::member(member)?;
        let delta = convert::score("delta", delta)?;
        Ok(self.entries.increment(member.as_bytes(), delta).map_err(Refusal::from)?.get())
    }

    /// Removes members; returns how many there were. One that is no string removes nothing at all.
    ///
    /// # Errors
    ///
    /// `invalid_member`.
    #[wasm_bindgen(variadic)]
    pub fn zrem(&mut self, members: &Array) -> Result<u32, JsValue> {
        let members: Vec<String> =
            members.iter().map(|member| convert::member(&member)).collect::<Result<_, _>>()?;
        let removed = members.iter().filter_map(|name| self.entries.remove(name.as_bytes()));
        Ok(removed.count() as u32)
    }

    /// The score of a member, or null.
    ///
    /// # Errors
    ///
    /// `invalid_member`.
    pub fn zscore(&self, member: &JsValue) -> Result<JsValue, JsValue> {
        let score = self.entries.score(convert::member(member)?.as_bytes());
        Ok(number_or_null(score.map(Score::get)))
    }

    /// The 0-based position of a member from the lowest score, or null.
    ///
    /// # Errors
    ///
    /// `invalid_member`.
    pub fn zrank(&self, member: &JsValue) -> Result<JsValue, JsValue> {
        Ok(rank_or_null(self.entries.rank(convert::member(member)?.as_bytes())))
    }

    /// The 0-based position of a member from the highest score, or null.
    ///
    /// # Errors
    ///
    /// `invalid_member`.
    pub fn zrevrank(&self, member: &JsValue) -> Result<JsValue, JsValue> {
        Ok(rank_or_null(self.entries.reverse_rank(convert::member(member)?.as_bytes())))
    }

    /// How many members there are.
    #[must_use]
    pub fn zcard(&self) -> usize {
        self.entries.len()
    }

    /// How many members there are.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn size(&self) -> usize {
        self.entries.len()
    }

    /// How many members have a score between two bounds.
    ///
    /// # Errors
    ///
    /// `invalid_score` for a bound that is neither a number nor a Redis bound.
    pub fn zcount(&self, min: &JsValue, max: &JsValue) -> Result<usize, JsValue> {
        Ok(self.entries.count(convert::score_range(min, max)?))
    }

    /// The pairs between two positions, both included, lowest score first.
    ///
    /// # Errors
    ///
    /// `invalid_request` for a position that is not an integer.
    pub fn zrange(&self, start: &JsValue, stop: &JsValue) -> Result<JsValue, JsValue> {
        pairs(self.entries.range(convert::rank_range(start, stop)?))
    }

    /// The pairs between two positions, both included, highest score first.
    ///
    /// # Errors
    ///
    /// `invalid_request` for a position that is not an integer.
    pub fn zrevrange(&self, start: &JsValue, stop: &JsValue) -> Result<JsValue, JsValue> {
        pairs(self.entries.reverse_range(convert::rank_range(start, stop)?))
    }
}

fn number_or_null(number: Option<f64>) -> JsValue {
    number.map_or(JsValue::NULL, JsValue::from_f64)
}

fn rank_or_null(rank: Option<Rank>) -> JsValue {
    number_or_null(rank.map(|rank| f64::from(rank.0)))
}

fn pairs<'a>(entries: impl Iterator<Item = Entry<'a>>) -> Result<JsValue, JsValue> {
    let pairs: Vec<Pair<'a>> =
        entries.map(|entry| (String::from_utf8_lossy(entry.member), entry.score.get())).collect();
    Ok(serde_wasm_bindgen::to_value(&pairs)?)
}
