//! Ranks without a list of members: counts of scores, and how far a rank can be off.
//!
//! An exact rank needs every member in order. Where that is too much, counts will do: how many
//! members have a score in each of some segments. A rank is then known to lie between two others,
//! and every answer says which ([`RankEstimate`]).
//!
//! - [`SegmentTree`] has equal segments over a fixed range of scores. Its counts can live in a
//!   Redis Hash, which it names the fields of.
//! - [`AdaptiveTree`] has segments that follow the data, over all scores of 64 bits, and keeps the
//!   uncertainty below a chosen share of the members. It asks its owner when it has to know more.
//!
//! Scores are whole numbers, the exact units of a board. Nothing here is a float.

mod adaptive;
mod error;
mod estimate;
mod hash;
mod segment_tree;
mod shape;

pub use adaptive::{AdaptiveState, AdaptiveTree, Question};
pub use error::EstimatorError;
pub use estimate::{Order, RankEstimate, Standing};
pub use hash::HashForm;
pub use segment_tree::{Change, SegmentTree};

/// The most segments of a [`SegmentTree`].
pub const MAX_SEGMENTS: usize = 1 << 20;

/// The most members of a [`SegmentTree`]: 2^53 - 1, which every client holds exactly.
pub const MAX_COUNT: u64 = (1 << 53) - 1;
