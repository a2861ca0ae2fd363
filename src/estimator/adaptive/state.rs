//! The state of an adaptive tree as plain arrays.

use alloc::vec::Vec;

use super::blocks::{BLOCK, Blocks};
use super::segment::Segment;
use super::{AdaptiveTree, EstimatorError, MAX_MEMBERS};
use crate::estimator::Order;

/// All that an [`AdaptiveTree`] knows, to be stored. A tree that is made from it goes on as the one
/// it was taken from would have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdaptiveState {
    /// Which scores are better.
    pub order: Order,
    /// The number of parts.
    pub parts: u32,
    /// The version of an open question.
    pub version: u64,
    /// Whether it wants to know more to have room.
    pub is_crowded: bool,
    /// The ends of the segments, ascending; the last one is `i64::MAX`.
    pub upper: Vec<i64>,
    /// Members who are known to have that score.
    pub at: Vec<u32>,
    /// Members who are known to have one before it.
    pub rest: Vec<u32>,
    /// Members who may have one before it, and are counted behind it.
    pub slack: Vec<u32>,
    /// How many segments stand in each block.
    pub blocks: Vec<u32>,
}

impl AdaptiveTree {
    /// Returns the state of the tree. Computes in **O(segments)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::estimator::{AdaptiveTree, Order};
    ///
    /// let mut tree = AdaptiveTree::new(Order::Desc, 1_000)?;
    /// tree.add(30)?;
    /// let mut state = tree.state();
    /// assert_eq!(AdaptiveTree::from_state(&state)?.total(), 1);
    /// state.upper.reverse();
    /// assert_eq!(AdaptiveTree::from_state(&state).unwrap_err().code(), "snapshot_invalid");
    /// # Ok::<(), edgeboard::estimator::EstimatorError>(())
    /// ```
    #[must_use]
    pub fn state(&self) -> AdaptiveState {
        let segments = || self.segments.iter();
        AdaptiveState {
            order: self.order,
            parts: self.parts,
            version: self.version,
            is_crowded: self.is_crowded,
            upper: segments().map(|segment| segment.upper).collect(),
            at: segments().map(|segment| segment.at).collect(),
            rest: segments().map(|segment| segment.rest).collect(),
            slack: segments().map(|segment| segment.slack).collect(),
            // A block has 64 segments at most.
            blocks: self.segments.lengths().map(|length| length as u32).collect(),
        }
    }

    /// Returns the tree of a state. Computes in **O(segments)** time.
    ///
    /// # Errors
    ///
    /// [`EstimatorError::Parts`], and [`EstimatorError::State`] for one that no tree can have.
    pub fn from_state(state: &AdaptiveState) -> Result<Self, EstimatorError> {
        let most = Self::blocks(state.parts)?;
        let invalid = |problem| EstimatorError::State { problem };
        let segments = segments(state).map_err(invalid)?;
        check_blocks(state, most).map_err(invalid)?;
        let members = segments.iter().map(Segment::mass).sum();
        let blocks = Blocks::restored(&segments, &state.blocks, most);
        let mut tree = Self::with(state.order, state.parts, blocks, members);
        tree.is_crowded = state.is_crowded;
        tree.version = state.version;
        tree.question = tree.choose();
        Ok(tree)
    }

    /// Checks every invariant, for tests.
    ///
    /// # Errors
    ///
    /// What is wrong.
    #[doc(hidden)]
    pub fn internal_validate(&self) -> Result<(), &'static str> {
        self.segments.validate()?;
        let state = self.state();
        let segments = segments(&state)?;
        check_blocks(&state, self.segments.most())?;
        if segments.iter().map(Segment::mass).sum::<u64>() != self.members {
            return Err("another number of members than in the segments");
        }
        let mut before = None;
        for segment in segments {
            if self.question.is_none() && segment.uncertainty(before) > self.bound() {
                return Err("too little is known, and no question is open");
            }
            before = Some(segment.upper);
        }
        Ok(())
    }
}

fn check_blocks(state: &AdaptiveState, most: usize) -> Result<(), &'static str> {
    let lengths = state.blocks.iter().map(|&length| length as usize);
    if state.blocks.len() > most || lengths.clone().any(|length| length == 0 || length > BLOCK) {
        return Err("blocks are too many, empty or too long");
    }
    if lengths.sum::<usize>() != state.upper.len() {
        return Err("the blocks have another number of segments");
    }
    Ok(())
}

/// The segments of a state, whose numbers agree.
fn segments(state: &AdaptiveState) -> Result<Vec<Segment>, &'static str> {
    let count = state.upper.len();
    if [&state.at, &state.rest, &state.slack].iter().any(|column| column.len() != count) {
        return Err("the arrays have different lengths");
    }
    if state.upper.last() != Some(&i64::MAX) || state.slack.last() != Some(&0) {
        return Err("the last segment is not the end of all scores");
    }
    if !state.upper.is_sorted_by(|a, b| a < b) {
        return Err("the ends do not ascend");
    }
    let columns = state.at.iter().zip(&state.rest).zip(&state.slack);
    let rows = state.upper.iter().zip(columns);
    let segments: Vec<Segment> =
        rows.map(|(&upper, ((&at, &rest), &slack))| Segment { upper, at, rest, slack }).collect();
    if segments.iter().map(Segment::mass).sum::<u64>() > MAX_MEMBERS {
        return Err("there are more members than there can be");
    }
    if segments.windows(2).any(|pair| u64::from(pair[0].slack) > pair[1].spread()) {
        return Err("an end can have more members below it than the next one");
    }
    Ok(segments)
}
