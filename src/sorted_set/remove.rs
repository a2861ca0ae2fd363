//! Removing many members.

use core::ops::Range;

use super::SortedSet;
use crate::rank::Rank;

impl SortedSet {
    /// Removes the entries at a half-open range of positions and returns how many there were.
    ///
    /// Computes in **O(log n)** time for each entry removed. With
    /// [`RankRange::resolve`](crate::rank::RankRange::resolve) this is `ZREMRANGEBYRANK`; `0..1`
    /// takes the lowest entry out as `ZPOPMIN` does.
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
    /// // Keep the best two.
    /// assert_eq!(set.remove_ranks(RankRange::new(0, -3).resolve(set.len())), 1);
    /// assert_eq!(set.score(b"bob"), None);
    /// ```
    pub fn remove_ranks(&mut self, ranks: Range<usize>) -> usize {
        let end = ranks.end.min(self.len());
        let count = end.saturating_sub(ranks.start);
        if count == self.len() {
            self.clear();
            return count;
        }
        for _ in 0..count {
            // What is left moves down to the position of what goes.
            let Some((_, handle)) = self.list.select(Rank(ranks.start as u32)) else { break };
            self.list.remove(handle, &mut self.members);
            self.members.remove(handle);
        }
        count
    }
}
