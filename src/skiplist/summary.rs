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

    /// The summary of the first `end` of some runs together.
    #[inline]
    pub(super) fn sum_before<const LEN: usize>(runs: &[Summary; LEN], end: usize) -> Self {
        // Adding all of them, some as nothing, takes a fixed number of vector additions, where a
        // loop to `end` would mispredict its end.
        let counted = |(at, run): (usize, &Summary)| if at < end { run.count } else { 0 };
        Summary { count: runs.iter().enumerate().map(counted).sum() }
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
