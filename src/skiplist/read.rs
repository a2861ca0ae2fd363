//! Asking a list.

use core::ops::Range as RankRange;

use super::rows::{Key, Run};
use super::search::matching;
use super::summary::Summary;
use super::{BlockId, ChunkId, Directory, Handle, Range, SkipList};
use crate::rank::Rank;

impl<K: Key> SkipList<K> {
    /// Returns the key of an entry, or `None` if it is not in the list.
    ///
    /// Computes in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let mut members = Members::new();
    /// let mut list = SkipList::new();
    /// let bob = members.insert(b"bob");
    /// assert_eq!(list.key(bob, &members), None);
    /// list.insert(10, bob, &mut members);
    /// assert_eq!(list.key(bob, &members), Some(10));
    /// ```
    #[must_use]
    pub fn key<D: Directory>(&self, handle: Handle, directory: &D) -> Option<K> {
        let (block, at) = self.locate_key(handle, directory)?;
        Some(self.blocks.run(block).key(at))
    }

    /// Asks for the memory of an entry's block, for an operation on the entry that follows later.
    pub(crate) fn fetch<D: Directory>(&self, handle: Handle, directory: &D) {
        let block = directory.block(handle);
        if block != BlockId::NONE {
            self.blocks.fetch_head(block);
            self.blocks.fetch_handles(block);
        }
    }

    /// Returns the 0-based position of an entry, or `None` if it is not in the list.
    ///
    /// Computes in **O(log n)** time, without a search or a comparison of keys.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::rank::Rank;
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let mut members = Members::new();
    /// let mut list = SkipList::new();
    /// let [ann, bob] = [b"ann", b"bob"].map(|name| members.insert(name));
    /// list.insert(20, ann, &mut members);
    /// list.insert(10, bob, &mut members);
    /// assert_eq!(list.rank(ann, &members), Some(Rank(1)));
    /// ```
    #[must_use]
    pub fn rank<D: Directory>(&self, handle: Handle, directory: &D) -> Option<Rank> {
        let (block, at) = self.locate(handle, directory)?;
        Some(self.rank_of(block, at))
    }

    /// Returns the entry at a position, or `None` if the list is not that long.
    ///
    /// Computes in **O(log n)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::rank::Rank;
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let mut members = Members::new();
    /// let mut list = SkipList::new();
    /// let bob = members.insert(b"bob");
    /// list.insert(10, bob, &mut members);
    /// assert_eq!(list.select(Rank(0)), Some((10, bob)));
    /// assert_eq!(list.select(Rank(1)), None);
    /// ```
    #[must_use]
    pub fn select(&self, rank: Rank) -> Option<(K, Handle)> {
        if rank.index() >= self.len() {
            return None;
        }
        let (block, at) = self.place_of_rank(rank.index());
        Some(self.blocks.entry(block, at))
    }

    /// Returns the first entry, or `None` if there is none. Computes in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::skiplist::SkipList;
    ///
    /// assert_eq!(SkipList::<u64>::new().first(), None);
    /// ```
    #[must_use]
    pub fn first(&self) -> Option<(K, Handle)> {
        (!self.is_empty()).then(|| self.blocks.entry(self.first, 0))
    }

    /// Returns the last entry, or `None` if there is none. Computes in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::skiplist::SkipList;
    ///
    /// assert_eq!(SkipList::<u64>::new().last(), None);
    /// ```
    #[must_use]
    pub fn last(&self) -> Option<(K, Handle)> {
        (!self.is_empty()).then(|| self.blocks.entry(self.last, self.blocks.len(self.last) - 1))
    }

    /// Returns the number of entries for which `before` holds, given that it holds for a prefix
    /// of the order and for nothing behind it.
    ///
    /// So this is the rank at which a bound lies, whether the entries at the bound count or not
    /// being up to `before`. Computes in **O(log n)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let mut members = Members::new();
    /// let mut list = SkipList::new();
    /// for (name, points) in [("ann", 30), ("bob", 10), ("cid", 20)] {
    ///     let handle = members.insert(name.as_bytes());
    ///     list.insert(points, handle, &mut members);
    /// }
    /// assert_eq!(list.count_before(|&points, _| points < 20), 1);
    /// assert_eq!(list.count_before(|&points, _| points <= 20), 2);
    /// ```
    #[must_use]
    pub fn count_before(&self, before: impl Fn(&K, Handle) -> bool) -> usize {
        let mut count = 0;
        let mut block = self.first;
        let mut next = self.root;
        while next != ChunkId::NONE {
            let chunk = self.chunks.get(next);
            let at = matching(&chunk.run(), 1, &before) - 1;
            count += chunk.before(at).count();
            let target = chunk.targets()[at];
            block = BlockId(target);
            next = if chunk.level() == 1 { ChunkId::NONE } else { ChunkId(target) };
        }
        if block != BlockId::NONE {
            count += matching(&self.blocks.run(block), 0, &before);
        }
        count
    }

    /// Returns an iterator over the entries whose ranks lie in a half-open range, as far as there
    /// are any. It goes both ways.
    ///
    /// Computes in **O(log n)** time for each end that is read from, and **O(1)** for each entry.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let mut members = Members::new();
    /// let mut list = SkipList::new();
    /// for (name, points) in [("ann", 30), ("bob", 10), ("cid", 20)] {
    ///     let handle = members.insert(name.as_bytes());
    ///     list.insert(points, handle, &mut members);
    /// }
    /// let top_two: Vec<u64> = list.range(1..3).rev().map(|(points, _)| points).collect();
    /// assert_eq!(top_two, [30, 20]);
    /// ```
    #[must_use]
    pub fn range(&self, ranks: RankRange<usize>) -> Range<'_, K> {
        Range::new(self, ranks)
    }

    /// Returns an iterator over all entries, in order. It goes both ways.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::skiplist::SkipList;
    ///
    /// assert_eq!(SkipList::<u64>::new().iter().next(), None);
    /// ```
    #[must_use]
    pub fn iter(&self) -> Range<'_, K> {
        self.range(0..self.len())
    }
}
