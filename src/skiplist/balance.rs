//! Keeping blocks neither too full nor too empty.

use super::rows::Key;
use super::{BLOCK_CAPACITY, BlockId, Directory, SkipList};

/// What a block at the end that is split keeps, and what two neighbours always have together.
pub(super) const BLOCK_HALF: usize = BLOCK_CAPACITY / 2;

/// What each of two full neighbours gives to a new block between them.
const BLOCK_THIRD: usize = BLOCK_CAPACITY / 3;

/// A block with fewer entries than this merges with a neighbour, where the two fit together.
pub(super) const BLOCK_SHORT: usize = BLOCK_CAPACITY * 5 / 8;

/// The most entries of a block after a merge; the room left keeps a split from following at once.
pub(super) const BLOCK_MERGED: usize = BLOCK_CAPACITY * 7 / 8;

/// A full block shifts entries to a neighbour that has this much room, instead of splitting.
const SHIFT_ROOM: usize = BLOCK_CAPACITY / 16;

impl<K: Key> SkipList<K> {
    /// Makes room in a full block and returns where the position `at` of it is then: entries go
    /// to a neighbour with room, or to a new block behind this one.
    pub(super) fn make_room<D: Directory>(
        &mut self,
        block: BlockId,
        at: usize,
        directory: &mut D,
    ) -> (BlockId, usize) {
        let (prev, next) = (self.blocks.head(block).prev, self.blocks.head(block).next);
        if let Some(count) = self.shift_count(next) {
            return self.shift_right(block, next, count, at, directory);
        }
        if let Some(count) = self.shift_count(prev) {
            return self.shift_left(block, prev, count, at, directory);
        }
        // At the ends of the list one more entry is likely to be followed by others there, so
        // the block stays full and the new one takes them.
        let keep = if next == BlockId::NONE && at == BLOCK_CAPACITY {
            BLOCK_CAPACITY - 1
        } else if prev == BlockId::NONE && at == 0 {
            1
        } else if next == BlockId::NONE {
            BLOCK_HALF
        } else {
            BLOCK_CAPACITY - BLOCK_THIRD
        };
        let new = self.append_block_after(block);
        self.blocks.move_back(block, new, BLOCK_CAPACITY - keep, directory);
        self.raise_tower(block, new, directory);
        if keep == BLOCK_CAPACITY - BLOCK_THIRD {
            // The next block, which is about as full, gives a third as well.
            let moved = self.summary_of(next, 0..BLOCK_THIRD, directory);
            self.blocks.move_front(next, new, BLOCK_THIRD, directory);
            self.move_summary(next, new, moved);
            self.first_entry_changed(next);
        }
        if at <= keep { (block, at) } else { (new, at - keep) }
    }

    /// Returns how many entries a full block should shift to a neighbour, if to this one at all.
    fn shift_count(&self, neighbour: BlockId) -> Option<usize> {
        if neighbour == BlockId::NONE {
            return None;
        }
        let room = BLOCK_CAPACITY - self.blocks.len(neighbour);
        (room >= SHIFT_ROOM).then_some(room.div_ceil(2))
    }

    fn shift_right<D: Directory>(
        &mut self,
        block: BlockId,
        next: BlockId,
        count: usize,
        at: usize,
        directory: &mut D,
    ) -> (BlockId, usize) {
        let moved = self.summary_of(block, BLOCK_CAPACITY - count..BLOCK_CAPACITY, directory);
        self.blocks.move_back(block, next, count, directory);
        self.move_summary(block, next, moved);
        self.first_entry_changed(next);
        let rest = self.blocks.len(block);
        if at <= rest { (block, at) } else { (next, at - rest) }
    }

    fn shift_left<D: Directory>(
        &mut self,
        block: BlockId,
        prev: BlockId,
        count: usize,
        at: usize,
        directory: &mut D,
    ) -> (BlockId, usize) {
        let before = self.blocks.len(prev);
        let moved = self.summary_of(block, 0..count, directory);
        self.blocks.move_front(block, prev, count, directory);
        self.move_summary(block, prev, moved);
        self.first_entry_changed(block);
        if at <= count { (prev, before + at) } else { (block, at - count) }
    }

    /// Puts an empty block behind another into the chain; it has no link yet.
    fn append_block_after(&mut self, block: BlockId) -> BlockId {
        let new = self.blocks.allocate();
        let next = self.blocks.head(block).next;
        self.blocks.head_mut(block).next = new;
        self.blocks.head_mut(new).prev = block;
        self.blocks.head_mut(new).next = next;
        match next {
            BlockId::NONE => self.last = new,
            next => self.blocks.head_mut(next).prev = new,
        }
        new
    }

    /// Merges a block that lost an entry with its shorter neighbour, where the two fit together,
    /// or divides it between both of them.
    pub(super) fn merge_if_short<D: Directory>(&mut self, block: BlockId, directory: &mut D) {
        let (prev, next) = (self.blocks.head(block).prev, self.blocks.head(block).next);
        let len = |other: BlockId| match other {
            BlockId::NONE => BLOCK_CAPACITY,
            other => self.blocks.len(other),
        };
        let shorter = if len(prev) <= len(next) { prev } else { next };
        if self.blocks.len(block) + len(shorter) > BLOCK_MERGED {
            if len(prev) + self.blocks.len(block) + len(next) <= 2 * BLOCK_MERGED {
                self.divide(block, prev, next, directory);
            }
            return;
        }
        let (left, right) = if shorter == prev { (prev, block) } else { (block, next) };
        let count = self.blocks.len(right);
        let moved = self.summary_of(right, 0..count, directory);
        self.blocks.move_front(right, left, count, directory);
        self.move_summary(right, left, moved);
        self.drop_block(right);
    }

    /// Gives the entries of a block to both of its neighbours, which are about as full then.
    fn divide<D: Directory>(
        &mut self,
        block: BlockId,
        prev: BlockId,
        next: BlockId,
        directory: &mut D,
    ) {
        let len = self.blocks.len(block);
        let total = self.blocks.len(prev) + len + self.blocks.len(next);
        let first = (total / 2).saturating_sub(self.blocks.len(prev)).min(len);
        let front = self.summary_of(block, 0..first, directory);
        let back = self.summary_of(block, first..len, directory);
        self.blocks.move_front(block, prev, first, directory);
        self.move_summary(block, prev, front);
        self.blocks.move_back(block, next, len - first, directory);
        self.move_summary(block, next, back);
        self.first_entry_changed(next);
        self.drop_block(block);
    }

    /// Takes an empty block out of the chain and its links away.
    pub(super) fn drop_block(&mut self, block: BlockId) {
        let head = *self.blocks.head(block);
        match head.prev {
            BlockId::NONE => self.first = head.next,
            prev => self.blocks.head_mut(prev).next = head.next,
        }
        match head.next {
            BlockId::NONE => self.last = head.prev,
            next => self.blocks.head_mut(next).prev = head.prev,
        }
        self.blocks.release(block);
        self.drop_tower(head.link());
    }
}
