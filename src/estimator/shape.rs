//! The structure of a segment tree, which follows from its range and the number of segments.

use alloc::format;
use alloc::string::String;
use core::ops::RangeInclusive;

use super::{EstimatorError, MAX_SEGMENTS};

/// Equal segments over a range of scores, and the nodes above them.
///
/// A node has its position in a full binary tree as its number: 1 is the root, `2 n` and `2 n + 1`
/// stand below `n`, and the segments are `base..base + segments`. Nodes pair from the left. A node
/// whose right half would lie behind the last segment is its left half, carried up unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    min: i64,
    max: i64,
    /// Scores in a segment; 2^64 - 1 also stands for 2^64, where there is one segment only.
    size: u64,
    segments: usize,
    base: usize,
}

impl Shape {
    pub(super) fn new(range: RangeInclusive<i64>, asked: u64) -> Result<Self, EstimatorError> {
        let (min, max) = range.into_inner();
        if min > max {
            return Err(EstimatorError::EmptyRange { min, max });
        }
        if asked == 0 {
            return Err(EstimatorError::Segments { segments: 0 });
        }
        let width = u128::from(max.abs_diff(min)) + 1;
        let size = width.div_ceil(u128::from(asked));
        let segments = width.div_ceil(size);
        match usize::try_from(segments) {
            Ok(segments @ ..=MAX_SEGMENTS) => {
                let size = u64::try_from(size).unwrap_or(u64::MAX);
                Ok(Shape { min, max, size, segments, base: segments.next_power_of_two() })
            }
            _ => Err(EstimatorError::Segments { segments }),
        }
    }

    pub(super) fn segments(&self) -> usize {
        self.segments
    }

    /// The number of the first segment; nodes have the numbers `1..2 * base`.
    pub(super) fn base(&self) -> usize {
        self.base
    }

    /// The number of the segment that a score belongs to; those outside belong to the ends.
    pub(super) fn segment_of(&self, score: i64) -> usize {
        let offset = score.clamp(self.min, self.max).abs_diff(self.min);
        self.base + ((offset / self.size) as usize).min(self.segments - 1)
    }

    /// The segments below a node, as positions from 0; nothing for a node that has none.
    fn leaves(&self, node: usize) -> Option<(usize, usize)> {
        let height = self.base.ilog2() - node.ilog2();
        let first = (node << height) - self.base;
        let last = (first + (1 << height)).min(self.segments) - 1;
        (first < self.segments).then_some((first, last))
    }

    /// Whether there is a segment below.
    pub(super) fn exists(&self, node: usize) -> bool {
        self.leaves(node).is_some()
    }

    /// Whether a node is more than a part that was carried up.
    pub(super) fn is_own(&self, node: usize) -> bool {
        node >= self.base || self.exists(2 * node + 1)
    }

    /// The scores of a node that exists.
    pub(super) fn bounds(&self, node: usize) -> (i64, i64) {
        let (first, last) = self.leaves(node).unwrap_or((0, 0));
        let start = |at: usize| i128::from(self.min) + at as i128 * i128::from(self.size);
        // Within the range, hence within 64 bits.
        let lower = start(first) as i64;
        let upper = (start(last + 1) - 1).min(i128::from(self.max)) as i64;
        // The one segment that is a score wider than its size says.
        (lower, if last + 1 == self.segments { self.max } else { upper })
    }

    /// The name of a node's field.
    pub(super) fn field(&self, node: usize) -> String {
        let (lower, upper) = self.bounds(node);
        format!("{lower}-{upper}")
    }

    /// The node of a field's name.
    pub(super) fn node(&self, field: &str) -> Option<usize> {
        // A minus sign at the very beginning belongs to the number.
        let dash = field.char_indices().skip(1).find(|&(_, c)| c == '-')?.0;
        let bounds = (field[..dash].parse().ok()?, field[dash + 1..].parse().ok()?);
        let mut node = self.segment_of(bounds.0);
        while !(self.is_own(node) && self.bounds(node) == bounds) {
            if node % 2 == 1 {
                return None;
            }
            node /= 2;
        }
        // `parse` also takes "+1" and "01".
        (self.field(node) == field).then_some(node)
    }

    /// All nodes that have a field, from the root down.
    pub(super) fn nodes(&self) -> impl Iterator<Item = usize> {
        let shape = *self;
        (1..2 * self.base).filter(move |&node| shape.exists(node) && shape.is_own(node))
    }
}
