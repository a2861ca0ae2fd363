//! Iterators over a range of ranks, forward and backward.

use core::iter::{FusedIterator, Zip};
use core::ops::Range as RankRange;
use core::slice;

use super::{BlockId, Handle, SkipList};

/// The entries of a range of ranks, in order; see [`SkipList::range`].
#[derive(Clone, Debug)]
pub struct Range<'a, K> {
    list: &'a SkipList<K>,
    /// Ranks not yet returned.
    ranks: RankRange<usize>,
    front: End<'a, K>,
    back: End<'a, K>,
}

/// One end of a range: a block and what is left of it in the direction of reading.
#[derive(Clone, Debug)]
struct End<'a, K> {
    /// `NONE` until the end is first read from; only then it is looked up.
    block: BlockId,
    entries: Zip<slice::Iter<'a, K>, slice::Iter<'a, Handle>>,
}

impl<'a, K> End<'a, K> {
    fn new(block: BlockId, keys: &'a [K], handles: &'a [Handle]) -> Self {
        End { block, entries: keys.iter().zip(handles) }
    }
}

impl<'a, K: Copy + Ord + Default> Range<'a, K> {
    pub(super) fn new(list: &'a SkipList<K>, ranks: RankRange<usize>) -> Self {
        let end = ranks.end.min(list.len());
        let start = ranks.start.min(end);
        let unread = || End::new(BlockId::NONE, &[], &[]);
        Range { list, ranks: start..end, front: unread(), back: unread() }
    }

    /// Moves the front to the block that holds its next entry; there is one.
    #[cold]
    fn advance_front(&mut self) {
        let (block, at) = match self.front.block {
            BlockId::NONE => self.list.place_of_rank(self.ranks.start),
            block => (self.list.blocks.head(block).next, 0),
        };
        let blocks = &self.list.blocks;
        self.front = End::new(block, &blocks.keys(block)[at..], &blocks.handles(block)[at..]);
    }

    /// Moves the back to the block that holds its next entry; there is one.
    #[cold]
    fn advance_back(&mut self) {
        let blocks = &self.list.blocks;
        let (block, count) = match self.back.block {
            BlockId::NONE => {
                let (block, at) = self.list.place_of_rank(self.ranks.end - 1);
                (block, at + 1)
            }
            block => {
                let prev = blocks.head(block).prev;
                (prev, blocks.len(prev))
            }
        };
        self.back = End::new(block, &blocks.keys(block)[..count], &blocks.handles(block)[..count]);
    }
}

impl<K: Copy + Ord + Default> Iterator for Range<'_, K> {
    type Item = (K, Handle);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.ranks.is_empty() {
            return None;
        }
        if self.front.entries.len() == 0 {
            self.advance_front();
        }
        self.ranks.start += 1;
        self.front.entries.next().map(|(&key, &handle)| (key, handle))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.ranks.len(), Some(self.ranks.len()))
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        // The front is looked up again: a jump costs as much as a start, however far it goes.
        if n > 0 {
            self.ranks.start = self.ranks.start.saturating_add(n).min(self.ranks.end);
            self.front = End::new(BlockId::NONE, &[], &[]);
        }
        self.next()
    }
}

impl<K: Copy + Ord + Default> DoubleEndedIterator for Range<'_, K> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.ranks.is_empty() {
            return None;
        }
        if self.back.entries.len() == 0 {
            self.advance_back();
        }
        self.ranks.end -= 1;
        self.back.entries.next_back().map(|(&key, &handle)| (key, handle))
    }
}

impl<K: Copy + Ord + Default> ExactSizeIterator for Range<'_, K> {}

impl<K: Copy + Ord + Default> FusedIterator for Range<'_, K> {}
