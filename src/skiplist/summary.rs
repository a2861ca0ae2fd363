//! What a link tells about the entries that it jumps over.

use core::fmt::Debug;
use core::ops::{AddAssign, SubAssign};

/// The summary of a run of entries; the summary of two runs is the sum of theirs.
///
/// Every link carries one, and nothing else in the list adds or subtracts counts. The kind of
/// [`Key`](super::Key) says what its lists are asked for: positions alone ([`Count`]), or how many
/// different keys come before an entry as well ([`Groups`]).
pub trait Summary:
    Copy + Default + PartialEq + Debug + AddAssign + SubAssign + Sized + 'static
{
    /// Whether groups are counted; where they are not, nobody spends time on them.
    const GROUPS: bool;

    /// The summary of a run of `count` entries, of which `groups` are the first of their group.
    fn of(count: usize, groups: usize) -> Self;

    /// Entries in the run. Redis calls it the span of the link.
    fn count(self) -> usize;

    /// Entries in the run that are the first of their group, 0 where groups are not counted.
    fn groups(self) -> usize;

    /// The summary of the first `end` of some runs together.
    fn sum_before<const LEN: usize>(runs: &[Self; LEN], end: usize) -> Self;
}

/// How many entries there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count(u32);

/// How many entries there are, and how many groups of entries that count as equal begin.
///
/// A group is counted where its first entry is, so that a run which begins in the middle of a
/// group does not count it again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Groups {
    count: u32,
    groups: u32,
}

impl Summary for Count {
    const GROUPS: bool = false;

    #[inline]
    fn of(count: usize, _: usize) -> Self {
        Count(count as u32)
    }

    #[inline]
    fn count(self) -> usize {
        self.0 as usize
    }

    #[inline]
    fn groups(self) -> usize {
        0
    }

    #[inline]
    fn sum_before<const LEN: usize>(runs: &[Self; LEN], end: usize) -> Self {
        Count(sum_before(runs, end, |run| run.0))
    }
}

impl Summary for Groups {
    const GROUPS: bool = true;

    #[inline]
    fn of(count: usize, groups: usize) -> Self {
        Groups { count: count as u32, groups: groups as u32 }
    }

    #[inline]
    fn count(self) -> usize {
        self.count as usize
    }

    #[inline]
    fn groups(self) -> usize {
        self.groups as usize
    }

    #[inline]
    fn sum_before<const LEN: usize>(runs: &[Self; LEN], end: usize) -> Self {
        Groups {
            count: sum_before(runs, end, |run| run.count),
            groups: sum_before(runs, end, |run| run.groups),
        }
    }
}

#[inline]
fn sum_before<S, const LEN: usize>(runs: &[S; LEN], end: usize, part: impl Fn(&S) -> u32) -> u32 {
    // Adding all of them, some as nothing, takes a fixed number of vector additions, where a loop
    // to `end` would mispredict its end.
    runs.iter().enumerate().map(|(at, run)| if at < end { part(run) } else { 0 }).sum()
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Count {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl AddAssign for Groups {
    fn add_assign(&mut self, other: Self) {
        self.count += other.count;
        self.groups += other.groups;
    }
}

impl SubAssign for Groups {
    fn sub_assign(&mut self, other: Self) {
        self.count -= other.count;
        self.groups -= other.groups;
    }
}
