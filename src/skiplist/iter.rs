//! Iterators over a range of ranks, forward and backward.

use core::iter::FusedIterator;
use core::ops::Range as RankRange;

use super::rows::{EntryRows, Key, Run};
use super::{BlockId, Handle, SkipList};

/// The entries of a range of ranks, in order; see [`SkipList::range`].
#[derive(Clone, Debug)]
pub struct Range<'a, K: Key> {
    list: &'a SkipList<K>,
    /// Ranks not yet returned.
    ranks: RankRange<usize>,
    front: End<'a, K>,
    back: End<'a, K>,
}

/// One end of a range: a block and what is left of it in the direction of reading.
#[derive(Clone, Debug)]
struct End<'a, K: Key> {
    /// The block and its entries; `None` until the end is first read from, when it is looked up.
    block: Option<(BlockId, <K::Rows as EntryRows<K>>::Run<'a>)>,
    /// Positions not yet returned.
    left: RankRange<usize>,
}

impl<K: Key> End<'_, K> {
    fn unread() -> Self {
        End { block: None, left: 0..0 }
    }
}

impl<'a, K: Key> Range<'a, K> {
    pub(super) fn new(list: &'a SkipList<K>, ranks: RankRange<usize>) -> Self {
        let end = ranks.end.min(list.len());
        let start = ranks.start.min(end);
        Range { list, ranks: start..end, front: End::unread(), back: End::unread() }
    }

    /// Moves the front to the block that holds its next entry; there is one.
    #[cold]
    fn advance_front(&mut self) {
        let blocks = &self.list.blocks;
        let (block, at) = match self.front.block {
            None => self.list.place_of_rank(self.ranks.start),
            Some((block, _)) => (blocks.head(block).next, 0),
        };
        self.front = End { block: Some((block, blocks.run(block))), left: at..blocks.len(block) };
    }

    /// Moves the back to the block that holds its next entry; there is one.
    #[cold]
    fn advance_back(&mut self) {
        let blocks = &self.list.blocks;
        let (block, count) = match self.back.block {
            None => {
                let (block, at) = self.list.place_of_rank(self.ranks.end - 1);
                (block, at + 1)
            }
            Some((block, _)) => {
                let prev = blocks.head(block).prev;
                (prev, blocks.len(prev))
            }
        };
        self.back = End { block: Some((block, blocks.run(block))), left: 0..count };
    }
}

impl<K: Key> Iterator for Range<'_, K> {
    type Item = (K, Handle);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.ranks.is_empty() {
            return None;
        }
        if self.front.left.is_empty() {
            self.advance_front();
        }
        self.ranks.start += 1;
        let at = self.front.left.next()?;
        self.front.block.as_ref().map(|(_, run)| run.entry(at))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.ranks.len(), Some(self.ranks.len()))
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        // The front is looked up again: a jump costs as much as a start, however far it goes.
        if n > 0 {
            self.ranks.start = self.ranks.start.saturating_add(n).min(self.ranks.end);
            self.front = End::unread();
        }
        self.next()
    }
}

impl<K: Key> DoubleEndedIterator for Range<'_, K> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.ranks.is_empty() {
            return None;
        }
        if self.back.left.is_empty() {
            self.advance_back();
        }
        self.ranks.end -= 1;
        let at = self.back.left.next_back()?;
        self.back.block.as_ref().map(|(_, run)| run.entry(at))
    }
}

impl<K: Key> ExactSizeIterator for Range<'_, K> {}

impl<K: Key> FusedIterator for Range<'_, K> {}
