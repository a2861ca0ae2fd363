//! Iterators over a range of ranks, forward and backward.

use core::iter::FusedIterator;
use core::ops::Range as RankRange;

use super::{BlockId, Handle, SkipList};

/// The entries of a range of ranks, in order; see [`SkipList::range`].
#[derive(Clone, Debug)]
pub struct Range<'a, K> {
    list: &'a SkipList<K>,
    /// Ranks not yet returned.
    ranks: RankRange<usize>,
    /// Each end is looked up when it is first read from.
    front: Option<Cursor<'a, K>>,
    back: Option<Cursor<'a, K>>,
}

/// What is left of a block on the way in one direction.
#[derive(Clone, Debug)]
struct Cursor<'a, K> {
    block: BlockId,
    keys: &'a [K],
    handles: &'a [Handle],
}

impl<'a, K: Copy + Ord + Default> Range<'a, K> {
    pub(super) fn new(list: &'a SkipList<K>, ranks: RankRange<usize>) -> Self {
        let end = ranks.end.min(list.len());
        let start = ranks.start.min(end);
        Range { list, ranks: start..end, front: None, back: None }
    }

    fn whole_block(list: &'a SkipList<K>, block: BlockId) -> Cursor<'a, K> {
        Cursor { block, keys: list.blocks.keys(block), handles: list.blocks.handles(block) }
    }
}

impl<K: Copy + Ord + Default> Iterator for Range<'_, K> {
    type Item = (K, Handle);

    fn next(&mut self) -> Option<Self::Item> {
        if self.ranks.is_empty() {
            return None;
        }
        let list = self.list;
        let cursor = match &mut self.front {
            Some(cursor) => cursor,
            None => {
                let (block, at) = list.place_of_rank(self.ranks.start);
                let mut cursor = Self::whole_block(list, block);
                (cursor.keys, cursor.handles) = (&cursor.keys[at..], &cursor.handles[at..]);
                self.front.insert(cursor)
            }
        };
        if cursor.keys.is_empty() {
            *cursor = Self::whole_block(list, list.blocks.head(cursor.block).next);
        }
        let (&key, keys) = cursor.keys.split_first()?;
        let (&handle, handles) = cursor.handles.split_first()?;
        (cursor.keys, cursor.handles) = (keys, handles);
        self.ranks.start += 1;
        Some((key, handle))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.ranks.len(), Some(self.ranks.len()))
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        // The front is looked up again: a jump costs as much as a start, however far it goes.
        if n > 0 {
            self.ranks.start = self.ranks.start.saturating_add(n).min(self.ranks.end);
            self.front = None;
        }
        self.next()
    }
}

impl<K: Copy + Ord + Default> DoubleEndedIterator for Range<'_, K> {
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.ranks.is_empty() {
            return None;
        }
        let list = self.list;
        let cursor = match &mut self.back {
            Some(cursor) => cursor,
            None => {
                let (block, at) = list.place_of_rank(self.ranks.end - 1);
                let mut cursor = Self::whole_block(list, block);
                (cursor.keys, cursor.handles) = (&cursor.keys[..=at], &cursor.handles[..=at]);
                self.back.insert(cursor)
            }
        };
        if cursor.keys.is_empty() {
            *cursor = Self::whole_block(list, list.blocks.head(cursor.block).prev);
        }
        let (&key, keys) = cursor.keys.split_last()?;
        let (&handle, handles) = cursor.handles.split_last()?;
        (cursor.keys, cursor.handles) = (keys, handles);
        self.ranks.end -= 1;
        Some((key, handle))
    }
}

impl<K: Copy + Ord + Default> ExactSizeIterator for Range<'_, K> {}

impl<K: Copy + Ord + Default> FusedIterator for Range<'_, K> {}
