//! What a link tells about the entries that it jumps over.

use core::ops::{AddAssign, SubAssign};

/// The summary of a run of entries; the summary of two runs is the sum of theirs.
///
/// Every link carries one, and nothing else in the list adds or subtracts counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Summary {
    /// Entries in the run. Redis calls it the span of the link.
    pub(super) count: u32,
}

impl Summary {
    /// The summary of `count` entries.
    pub(super) fn of(count: usize) -> Self {
        Summary { count: count as u32 }
    }

    /// The summary of several runs together.
    pub(super) fn sum(runs: &[Summary]) -> Self {
        Summary { count: runs.iter().map(|run| run.count).sum() }
    }
}

impl AddAssign for Summary {
    fn add_assign(&mut self, other: Self) {
        self.count += other.count;
    }
}

impl SubAssign for Summary {
    fn sub_assign(&mut self, other: Self) {
        self.count -= other.count;
    }
}
