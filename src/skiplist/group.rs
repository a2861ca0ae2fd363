//! Counting groups: runs of entries whose keys count as equal.
//!
//! An entry *starts* a group if the one before it belongs to another. Links count starts as they
//! count entries. When a group's first entry goes, the one behind it is the start from then on;
//! when an entry comes before the first one, it takes the start over. Nothing else changes.

use core::ops::Range;

use super::rows::{Key, Run};
use super::search::matching;
use super::summary::Summary;
use super::{BlockId, ChunkId, Directory, Handle, SkipList};

/// An entry by its block and its position there.
type Place = (BlockId, usize);

impl<K: Key> SkipList<K> {
    /// Returns the number of groups among the entries for which `before` holds, given that it
    /// holds for a prefix of the order and for nothing behind it. A group of which only the
    /// beginning is before counts as well.
    ///
    /// Computes in **O(log n)** time. It is 0 for lists whose keys do not count groups.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::skiplist::{Groups, Key, PlainRows, SkipList};
    ///
    /// #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
    /// struct Points(u32);
    ///
    /// impl Key for Points {
    ///     type Rows = PlainRows<Self>;
    ///     type Summary = Groups;
    /// }
    ///
    /// let (mut members, mut list) = (Members::new(), SkipList::new());
    /// for (name, points) in [("ann", 50), ("bob", 50), ("cid", 30), ("dee", 10)] {
    ///     let handle = members.insert(name.as_bytes());
    ///     list.insert(Points(points), handle, &mut members);
    /// }
    /// assert_eq!(list.groups_before(&members, |&key, _| key < Points(50)), 2);
    /// assert_eq!(list.groups_before(&members, |&key, _| key <= Points(50)), 3);
    /// ```
    #[must_use]
    pub fn groups_before<D: Directory>(
        &self,
        directory: &D,
        before: impl Fn(&K, Handle) -> bool,
    ) -> usize {
        let (mut groups, mut block, mut next) = (0, self.first, self.root);
        while next != ChunkId::NONE {
            let chunk = self.chunks.get(next);
            let at = matching(&chunk.run(), 1, &before) - 1;
            groups += chunk.before(at).groups();
            let target = chunk.targets()[at];
            block = BlockId(target);
            next = if chunk.level() == 1 { ChunkId::NONE } else { ChunkId(target) };
        }
        if block == BlockId::NONE {
            return groups;
        }
        let end = matching(&self.blocks.run(block), 0, &before);
        groups + self.summary_of(block, 0..end, directory).groups()
    }

    /// Returns the summary of the entries at some positions of a block.
    pub(super) fn summary_of<D: Directory>(
        &self,
        block: BlockId,
        range: Range<usize>,
        directory: &D,
    ) -> K::Summary {
        let count = range.len();
        if !K::Summary::GROUPS || count == 0 {
            return K::Summary::of(count, 0);
        }
        let run = self.blocks.run(block);
        let first = usize::from(self.starts((block, range.start), directory));
        let inner = (range.start + 1..range.end).filter(|&at| {
            let ((key, handle), (other, other_handle)) = (run.entry(at - 1), run.entry(at));
            key != other || !directory.is_group(handle, other_handle)
        });
        K::Summary::of(count, first + inner.count())
    }

    /// Takes an entry that is about to go out of what is counted.
    pub(super) fn leave_group<D: Directory>(&mut self, place: Place, directory: &D) {
        if K::Summary::GROUPS && self.starts(place, directory) {
            self.each_link_above(place.0, |summary| *summary -= K::Summary::of(0, 1));
            if let Some((block, _)) = self.heir(place, directory) {
                self.each_link_above(block, |summary| *summary += K::Summary::of(0, 1));
            }
        }
    }

    /// Takes an entry that has just come into what is counted.
    pub(super) fn join_group<D: Directory>(&mut self, place: Place, directory: &D) {
        if K::Summary::GROUPS && self.starts(place, directory) {
            self.each_link_above(place.0, |summary| *summary += K::Summary::of(0, 1));
            if let Some((block, _)) = self.heir(place, directory) {
                self.each_link_above(block, |summary| *summary -= K::Summary::of(0, 1));
            }
        }
    }

    /// Returns whether an entry starts a group.
    fn starts<D: Directory>(&self, place: Place, directory: &D) -> bool {
        self.place_before(place).is_none_or(|before| !self.is_group(before, place, directory))
    }

    /// Returns the entry behind one, if it is of the same group.
    fn heir<D: Directory>(&self, place: Place, directory: &D) -> Option<Place> {
        self.place_behind(place).filter(|&behind| self.is_group(place, behind, directory))
    }

    fn is_group<D: Directory>(&self, a: Place, b: Place, directory: &D) -> bool {
        let ((key, handle), (other, other_handle)) =
            (self.blocks.entry(a.0, a.1), self.blocks.entry(b.0, b.1));
        key == other && directory.is_group(handle, other_handle)
    }

    fn place_before(&self, (block, at): Place) -> Option<Place> {
        if at > 0 {
            return Some((block, at - 1));
        }
        let prev = self.blocks.head(block).prev;
        (prev != BlockId::NONE).then(|| (prev, self.blocks.len(prev) - 1))
    }

    fn place_behind(&self, (block, at): Place) -> Option<Place> {
        if at + 1 < self.blocks.len(block) {
            return Some((block, at + 1));
        }
        let next = self.blocks.head(block).next;
        (next != BlockId::NONE).then_some((next, 0))
    }
}
