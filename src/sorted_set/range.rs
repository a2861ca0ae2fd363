//! Reading ranges, and counting them.

use core::ops::Range;

use super::key::EntryKey;
use super::{MemberTable, Scored, SortedSet};
use crate::rank::RankRange;
use crate::score::ScoreRange;

impl<M: MemberTable> SortedSet<M> {
    /// Returns the entries at a range of positions, ascending.
    ///
    /// Computes in **O(log n)** time, and **O(1)** for each entry read. The Redis counterpart is
    /// `ZRANGE key start stop`; [`RankRange`] has its rules.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::rank::RankRange;
    /// use edgeboard::score::Score;
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let mut set = SortedSet::new();
    /// for (member, score) in [("ann", 30), ("bob", 10), ("cid", 20)] {
    ///     set.add(member.as_bytes(), Score::from(score));
    /// }
    /// let members = |entry: edgeboard::sorted_set::Entry| entry.member.to_vec();
    /// let last_two: Vec<Vec<u8>> = set.range(RankRange::new(-2, -1)).map(members).collect();
    /// assert_eq!(last_two, [b"cid", b"ann"]);
    /// ```
    pub fn range(
        &self,
        range: RankRange,
    ) -> impl DoubleEndedIterator<Item = Scored<M::Name<'_>>> + ExactSizeIterator {
        self.list.range(range.resolve(self.len())).map(|entry| self.entry(entry))
    }

    /// Returns the entries at a range of positions in descending order, where position 0 is the
    /// highest score.
    ///
    /// Computes in **O(log n)** time, and **O(1)** for each entry read. The Redis counterpart is
    /// `ZREVRANGE`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::rank::RankRange;
    /// use edgeboard::score::Score;
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let mut set = SortedSet::new();
    /// for (member, score) in [("ann", 30), ("bob", 10), ("cid", 20)] {
    ///     set.add(member.as_bytes(), Score::from(score));
    /// }
    /// let best = set.reverse_range(RankRange::new(0, 0)).next().unwrap();
    /// assert_eq!(best.member, b"ann");
    /// ```
    pub fn reverse_range(
        &self,
        range: RankRange,
    ) -> impl DoubleEndedIterator<Item = Scored<M::Name<'_>>> + ExactSizeIterator {
        let len = self.len();
        let from_top = range.resolve(len);
        let ranks = len - from_top.end..len - from_top.start;
        self.list.range(ranks).rev().map(|entry| self.entry(entry))
    }

    /// Returns all entries, ascending.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// assert_eq!(SortedSet::new().iter().len(), 0);
    /// ```
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Scored<M::Name<'_>>> + ExactSizeIterator {
        self.range(RankRange::ALL)
    }

    /// Returns the number of entries whose scores lie in a range; it is 0 for reversed bounds.
    ///
    /// Computes in **O(log n)** time. The Redis counterpart is `ZCOUNT`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::{Score, ScoreRange};
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let mut set = SortedSet::new();
    /// for (member, score) in [("ann", 30), ("bob", 10), ("cid", 20)] {
    ///     set.add(member.as_bytes(), Score::from(score));
    /// }
    /// assert_eq!(set.count(ScoreRange::ALL), 3);
    /// assert_eq!(set.count(ScoreRange::from(Score::from(10)..Score::from(30))), 2);
    /// ```
    #[must_use]
    pub fn count(&self, range: ScoreRange) -> usize {
        self.ranks_by_score(range).len()
    }

    /// Returns the positions, ascending, of the entries whose scores lie in a range; none for
    /// reversed bounds.
    ///
    /// Computes in **O(log n)** time. With [`entries`](Self::entries) this is `ZRANGEBYSCORE`, and
    /// with [`remove_ranks`](Self::remove_ranks) `ZREMRANGEBYSCORE`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::{Score, ScoreRange};
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let mut set = SortedSet::new();
    /// for (member, score) in [("ann", 30), ("bob", 10), ("cid", 20)] {
    ///     set.add(member.as_bytes(), Score::from(score));
    /// }
    /// assert_eq!(set.ranks_by_score(ScoreRange::from(Score::from(15)..Score::from(99))), 1..3);
    /// ```
    #[must_use]
    pub fn ranks_by_score(&self, range: ScoreRange) -> Range<usize> {
        let below = self.list.count_before(|key, _| range.is_below(key.score()));
        let not_above = self.list.count_before(|key, _| !range.is_above(key.score()));
        below..not_above.max(below)
    }

    /// Returns the entries at a half-open range of positions, ascending, as far as there are any.
    ///
    /// Computes in **O(log n)** time, and **O(1)** for each entry read.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::Score;
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let mut set = SortedSet::new();
    /// set.add(b"ann", Score::from(30));
    /// assert_eq!(set.entries(0..9).len(), 1);
    /// ```
    pub fn entries(
        &self,
        ranks: Range<usize>,
    ) -> impl DoubleEndedIterator<Item = Scored<M::Name<'_>>> + ExactSizeIterator {
        self.list.range(ranks).map(|entry| self.entry(entry))
    }
}
