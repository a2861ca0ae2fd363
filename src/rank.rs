//! Positions in an ordered set: ranks, the signed indexes of Redis, and ranges of them.

use core::ops::Range;

/// The 0-based position of an entry in ascending order, or in descending order where the
/// operation says so.
///
/// The Redis counterpart is the reply of `ZRANK` and `ZREVRANK`. What people call "place 1" is
/// rank 0.
///
/// # Examples
///
/// ```
/// use edgeboard::rank::Rank;
///
/// let rank = Rank(41);
/// assert_eq!(rank.index(), 41);
/// assert_eq!(rank.reverse(100), Rank(58));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(pub u32);

impl Rank {
    /// Returns the rank as an index into a slice or a range.
    ///
    /// Computes in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::rank::Rank;
    ///
    /// assert_eq!(Rank(3).index(), 3);
    /// ```
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the rank of the same entry in the reverse order of a set of `len` entries.
    ///
    /// A rank that is not below `len` has no reverse; it gives rank 0. Computes in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::rank::Rank;
    ///
    /// assert_eq!(Rank(0).reverse(3), Rank(2));
    /// assert_eq!(Rank(2).reverse(3), Rank(0));
    /// ```
    #[must_use]
    pub fn reverse(self, len: usize) -> Self {
        let behind = len.saturating_sub(self.index()).saturating_sub(1);
        Rank(u32::try_from(behind).unwrap_or(u32::MAX))
    }
}

/// A position as a user gives it: from 0 at the front, or from -1 at the end.
///
/// # Examples
///
/// ```
/// use edgeboard::rank::RankIndex;
///
/// assert!(RankIndex::LAST < RankIndex::FIRST);
/// assert_eq!(RankIndex::from(-1), RankIndex::LAST);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RankIndex(pub i64);

impl RankIndex {
    /// The first entry.
    pub const FIRST: Self = RankIndex(0);
    /// The last entry.
    pub const LAST: Self = RankIndex(-1);

    /// Counts a negative index from the end; what lies before the front becomes negative.
    fn position(self, len: i64) -> i64 {
        if self.0 < 0 { self.0.saturating_add(len) } else { self.0 }
    }
}

impl From<i64> for RankIndex {
    fn from(index: i64) -> Self {
        RankIndex(index)
    }
}

/// A range of positions with **both** ends inside, as `ZRANGE key start stop` takes it.
///
/// # Examples
///
/// ```
/// use edgeboard::rank::RankRange;
///
/// // The rules are those of Redis: negative indexes count from the end, a start before the
/// // front is the front, a stop behind the end is the end.
/// assert_eq!(RankRange::new(0, 9).resolve(3), 0..3);
/// assert_eq!(RankRange::new(-2, -1).resolve(3), 1..3);
/// assert_eq!(RankRange::new(-100, 0).resolve(3), 0..1);
/// assert!(RankRange::new(2, 1).resolve(3).is_empty());
/// assert!(RankRange::new(3, 9).resolve(3).is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RankRange {
    /// The first position of the range.
    pub start: RankIndex,
    /// The last position of the range.
    pub stop: RankIndex,
}

impl RankRange {
    /// All positions: `0 -1`.
    pub const ALL: Self = RankRange { start: RankIndex::FIRST, stop: RankIndex::LAST };

    /// Returns the range from `start` to `stop`, both inside.
    ///
    /// Computes in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::rank::RankRange;
    ///
    /// assert_eq!(RankRange::new(0, -1), RankRange::ALL);
    /// ```
    #[must_use]
    pub fn new(start: impl Into<RankIndex>, stop: impl Into<RankIndex>) -> Self {
        RankRange { start: start.into(), stop: stop.into() }
    }

    /// Returns the half-open range of positions that this names in a set of `len` entries; it is
    /// empty when the range starts behind the end or behind its stop.
    ///
    /// Computes in **O(1)** time. The rules are those of `ZRANGE`: a negative index counts from
    /// the end, a start before the front becomes the front, a stop behind the end becomes the
    /// end, and a stop before the front leaves nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::rank::RankRange;
    ///
    /// assert_eq!(RankRange::ALL.resolve(5), 0..5);
    /// assert_eq!(RankRange::new(-3, 3).resolve(5), 2..4);
    /// assert!(RankRange::new(0, -6).resolve(5).is_empty());
    /// ```
    #[must_use]
    pub fn resolve(self, len: usize) -> Range<usize> {
        let count = i64::try_from(len).unwrap_or(i64::MAX);
        let start = self.start.position(count).max(0);
        let stop = self.stop.position(count).min(count - 1);
        if start > stop {
            return 0..0;
        }
        // Both lie in 0..len here, so they fit.
        let index = |position: i64| usize::try_from(position).unwrap_or(len);
        index(start)..index(stop + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_resolves_as_redis_clamps_it() {
        // What Redis 7.0.15 answers on a set of five, as positions.
        let cases: [(i64, i64, Range<usize>); 14] = [
            (0, -1, 0..5),
            (0, 0, 0..1),
            (1, 3, 1..4),
            (-2, -1, 3..5),
            (-2, 100, 3..5),
            (-100, -5, 0..1),
            (-100, 100, 0..5),
            (4, 4, 4..5),
            (5, 5, 0..0),
            (3, 2, 0..0),
            (-2, 2, 0..0),
            (0, -6, 0..0),
            (i64::MIN, i64::MAX, 0..5),
            (i64::MAX, i64::MIN, 0..0),
        ];
        for (start, stop, range) in cases {
            assert_eq!(RankRange::new(start, stop).resolve(5), range, "{start} {stop}");
        }
    }

    #[test]
    fn a_range_over_nothing_is_empty() {
        for (start, stop) in [(0, -1), (0, 0), (-1, -1), (i64::MIN, i64::MAX)] {
            assert_eq!(RankRange::new(start, stop).resolve(0), 0..0, "{start} {stop}");
        }
    }
}
