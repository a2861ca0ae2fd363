//! The class `SegmentTree`: estimated ranks from counts over equal segments.

use alloc::string::String;
use alloc::vec::Vec;

use js_sys::{Array, JsString};
use wasm_bindgen::prelude::*;

use super::error::Refusal;
use crate::estimator::{self, EstimatorError, HashForm, Order, RankEstimate, Standing};

impl From<EstimatorError> for Refusal {
    fn from(error: EstimatorError) -> Self {
        Self::new(error.code(), error)
    }
}

fn order(is_desc: bool) -> Order {
    if is_desc { Order::Desc } else { Order::Asc }
}

fn standing(is_member: bool) -> Standing {
    if is_member { Standing::Member } else { Standing::Absent }
}

fn form(is_flat: bool) -> HashForm {
    if is_flat { HashForm::Flat } else { HashForm::Tree }
}

/// `[rank, lo, hi, above, exact]`. All are at most 2^53, since counts are below that.
fn numbers(estimate: RankEstimate) -> Vec<f64> {
    let RankEstimate { rank, lo, hi, above, exact, .. } = estimate;
    [rank, lo, hi, above, u64::from(exact)].map(|number| number as f64).to_vec()
}

fn pair(field: &str, number: f64) -> JsValue {
    Array::of2(&JsString::from(field), &number.into()).into()
}

/// Counts of scores in equal segments.
#[wasm_bindgen]
#[derive(Debug)]
pub struct SegmentTree {
    tree: estimator::SegmentTree,
}

#[wasm_bindgen]
impl SegmentTree {
    /// Makes a tree without members. `segments` is an integer that a number holds exactly.
    ///
    /// # Errors
    ///
    /// `invalid_request`.
    #[wasm_bindgen(constructor)]
    pub fn new(min: i64, max: i64, segments: f64, is_desc: bool) -> Result<SegmentTree, JsValue> {
        let tree = estimator::SegmentTree::new(order(is_desc), min..=max, segments as u64);
        Ok(SegmentTree { tree: tree.map_err(Refusal::from)? })
    }

    /// The tree whose counts a hash holds.
    ///
    /// # Errors
    ///
    /// `invalid_request`, `snapshot_invalid`.
    #[wasm_bindgen(js_name = fromHash)]
    pub fn from_hash(
        min: i64,
        max: i64,
        segments: f64,
        is_desc: bool,
        fields: Vec<String>,
        values: Vec<String>,
    ) -> Result<SegmentTree, JsValue> {
        let pairs = fields.iter().map(String::as_str).zip(values.iter().map(String::as_str));
        let range = min..=max;
        let tree = estimator::SegmentTree::from_hash(order(is_desc), range, segments as u64, pairs);
        Ok(SegmentTree { tree: tree.map_err(Refusal::from)? })
    }

    /// Counts a member.
    ///
    /// # Errors
    ///
    /// `board_full`.
    pub fn add(&mut self, score: i64) -> Result<(), JsValue> {
        Ok(self.tree.add(score).map_err(Refusal::from)?)
    }

    /// Takes a member away.
    ///
    /// # Errors
    ///
    /// `member_not_ranked`.
    pub fn remove(&mut self, score: i64) -> Result<(), JsValue> {
        Ok(self.tree.remove(score).map_err(Refusal::from)?)
    }

    /// Changes a member's score.
    ///
    /// # Errors
    ///
    /// `member_not_ranked`.
    #[wasm_bindgen(js_name = moveScore)]
    pub fn move_score(&mut self, from: i64, to: i64) -> Result<(), JsValue> {
        Ok(self.tree.move_score(from, to).map_err(Refusal::from)?)
    }

    /// How many members there are.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.tree.total() as f64
    }

    /// The estimate for a score: `[rank, lo, hi, above, exact]`.
    #[must_use]
    pub fn rank(&self, score: i64, is_member: bool) -> Vec<f64> {
        numbers(self.tree.rank(score, standing(is_member)))
    }

    /// The same from the values of a hash: texts, or nothing.
    ///
    /// # Errors
    ///
    /// `invalid_request`, `snapshot_invalid`.
    #[wasm_bindgen(js_name = rankFrom)]
    pub fn rank_from(
        &self,
        score: i64,
        is_member: bool,
        is_flat: bool,
        values: &Array,
    ) -> Result<Vec<f64>, JsValue> {
        let values: Vec<Option<String>> = values.iter().map(|value| value.as_string()).collect();
        let values: Vec<Option<&str>> = values.iter().map(Option::as_deref).collect();
        let estimate = self.tree.rank_from(score, standing(is_member), form(is_flat), &values);
        Ok(numbers(estimate.map_err(Refusal::from)?))
    }

    /// The whole percent of members that a score is ahead of.
    #[must_use]
    #[wasm_bindgen(js_name = aheadOf)]
    pub fn ahead_of(&self, score: i64, is_member: bool) -> u32 {
        self.tree.ahead_of(score, standing(is_member))
    }

    /// The fields that a rank is estimated from.
    #[must_use]
    #[wasm_bindgen(js_name = fieldsToRead)]
    pub fn fields_to_read(&self, score: i64, is_flat: bool) -> Vec<String> {
        self.tree.fields_to_read(score, form(is_flat))
    }

    /// `[field, delta]` pairs.
    #[must_use]
    #[wasm_bindgen(js_name = fieldsToUpdate)]
    pub fn fields_to_update(&self, from: Option<i64>, to: Option<i64>, is_flat: bool) -> Array {
        let fields = self.tree.fields_to_update(from, to, form(is_flat));
        fields.iter().map(|(field, by)| pair(field, *by as f64)).collect()
    }

    /// `[field, count]` pairs.
    #[must_use]
    #[wasm_bindgen(js_name = toHash)]
    pub fn to_hash(&self, is_flat: bool) -> Array {
        let fields = self.tree.to_hash(form(is_flat));
        fields.iter().map(|(field, count)| pair(field, *count as f64)).collect()
    }
}
