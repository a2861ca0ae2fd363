//! Keeping blocks and chunks neither too full nor too empty, and the links true.

use super::chunk::{CHUNK_CAPACITY, CHUNK_MERGED, CHUNK_SHORT, Link};
use super::summary::Summary;
use super::{BLOCK_CAPACITY, BlockId, ChunkId, Directory, Handle, SkipList};

/// A block with fewer entries than this merges with a neighbour, where the two fit together.
pub(super) const BLOCK_HALF: usize = BLOCK_CAPACITY / 2;

/// The most entries of a block after a merge; the room left keeps a split from following at once.
pub(super) const BLOCK_MERGED: usize = BLOCK_CAPACITY * 3 / 4;

/// A full block shifts entries to a neighbour that has this much room, instead of splitting.
const SHIFT_ROOM: usize = BLOCK_CAPACITY / 8;

impl<K: Copy + Ord + Default> SkipList<K> {
    /// Gives the entry at a position of a block a new key.
    pub(super) fn rekey<D: Directory>(
        &mut self,
        from: BlockId,
        at: usize,
        key: K,
        directory: &mut D,
    ) {
        let (old, handle) = self.blocks.entry(from, at);
        if key == old {
            self.blocks.set_key(from, at, key);
            if at == 0 {
                self.first_entry_changed(from);
            }
            return;
        }
        let (to, place) = self.place_from(from, &key, handle, directory);
        if to == from {
            // The place counts the entry itself if that lies before it.
            let place = if place > at { place - 1 } else { place };
            self.blocks.shift(from, at, place, key);
            if at == 0 || place == 0 {
                self.first_entry_changed(from);
            }
        } else if self.blocks.len(from) > BLOCK_HALF && self.blocks.len(to) < BLOCK_CAPACITY {
            self.blocks.remove(from, at);
            self.blocks.insert(to, place, key, handle);
            directory.place(handle, to);
            self.move_summary(from, to, Summary::of(1));
            if at == 0 {
                self.first_entry_changed(from);
            }
            if place == 0 {
                self.first_entry_changed(to);
            }
        } else {
            self.remove(handle, directory);
            self.insert(key, handle, directory);
        }
    }

    /// Applies a change to the summaries of all links above a block.
    pub(super) fn each_link_above(&mut self, block: BlockId, change: impl Fn(&mut Summary)) {
        let mut child = block.0;
        let mut parent = self.blocks.head(block).parent;
        while parent != ChunkId::NONE {
            let chunk = self.chunks.get_mut(parent);
            change(chunk.summary_mut(chunk.link_of(child)));
            child = parent.0;
            parent = chunk.parent;
        }
    }

    /// Moves a summary from the links above one block to those above another. Links above both
    /// stay as they are.
    pub(super) fn move_summary(&mut self, from: BlockId, to: BlockId, moved: Summary) {
        let (mut old, mut new) = (from.0, to.0);
        let mut old_parent = self.blocks.head(from).parent;
        let mut new_parent = self.blocks.head(to).parent;
        while old != new && old_parent != ChunkId::NONE {
            let chunk = self.chunks.get_mut(old_parent);
            *chunk.summary_mut(chunk.link_of(old)) -= moved;
            (old, old_parent) = (old_parent.0, chunk.parent);
            let chunk = self.chunks.get_mut(new_parent);
            *chunk.summary_mut(chunk.link_of(new)) += moved;
            (new, new_parent) = (new_parent.0, chunk.parent);
        }
    }

    /// Tells the links above a block that it has another first entry, or the same one with
    /// another key.
    pub(super) fn first_entry_changed(&mut self, block: BlockId) {
        let (key, handle) = self.blocks.entry(block, 0);
        self.set_first_above(block.0, self.blocks.head(block).parent, key, handle);
    }

    /// Writes a first entry into the link of a child, and upwards as long as that link is the
    /// first of its chunk.
    fn set_first_above(&mut self, mut child: u32, mut parent: ChunkId, key: K, handle: Handle) {
        while parent != ChunkId::NONE {
            let chunk = self.chunks.get_mut(parent);
            let at = chunk.link_of(child);
            chunk.set_first(at, key, handle);
            if at != 0 {
                break;
            }
            (child, parent) = (parent.0, chunk.parent);
        }
    }

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
        } else {
            BLOCK_HALF
        };
        let new = self.append_block_after(block);
        self.blocks.move_back(block, new, BLOCK_CAPACITY - keep, directory);
        self.link_block(block, new);
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
        self.blocks.move_back(block, next, count, directory);
        self.move_summary(block, next, Summary::of(count));
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
        self.blocks.move_front(block, prev, count, directory);
        self.move_summary(block, prev, Summary::of(count));
        self.first_entry_changed(block);
        if at <= count { (prev, before + at) } else { (block, at - count) }
    }

    /// Puts an empty block behind another into the chain; it has no link yet.
    pub(super) fn append_block_after(&mut self, block: BlockId) -> BlockId {
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

    /// Gives a block a tower of links. Its entries are still counted by the links of the block
    /// before it, from which they came.
    pub(super) fn link_block(&mut self, before: BlockId, block: BlockId) {
        let tower = self.levels.draw();
        let (key, handle) = self.blocks.entry(block, 0);
        let summary = Summary::of(self.blocks.len(block));
        let mut link = Link { key, handle, target: block.0, summary };
        let mut left = before.0;
        let mut parent = self.blocks.head(before).parent;
        let mut level = 1;
        while parent != ChunkId::NONE {
            let chunk = self.chunks.get_mut(parent);
            let at = chunk.link_of(left) + 1;
            *chunk.summary_mut(at - 1) -= link.summary;
            let above = chunk.parent;
            let Some(right) = self.insert_link(parent, at, link, tower > level) else {
                return;
            };
            let chunk = self.chunks.get(right);
            link = Link { target: right.0, summary: chunk.total(), ..chunk.link(0) };
            (left, parent) = (parent.0, above);
            level += 1;
        }
        self.grow_root(left, link, level);
    }

    /// Inserts a link into a chunk. If its tower is taller than this level, the link starts a new
    /// chunk; if the chunk is full, the link in its middle is promoted and starts one. Returns
    /// the new chunk, which has no link yet.
    fn insert_link(
        &mut self,
        chunk: ChunkId,
        at: usize,
        link: Link<K>,
        is_taller: bool,
    ) -> Option<ChunkId> {
        let links = self.chunks.get(chunk);
        let (level, is_full) = (links.level, links.is_full());
        let cut = if is_taller {
            at
        } else if is_full {
            CHUNK_CAPACITY / 2
        } else {
            self.chunks.get_mut(chunk).insert(at, link);
            self.set_parent(level, link.target, chunk);
            return None;
        };
        let right = self.chunks.allocate(level);
        let (home, at) = if is_taller || at > cut { (right, at - cut) } else { (chunk, at) };
        // A tower comes first in its chunk, and then even a full tail has room behind it.
        if is_taller {
            self.chunks.get_mut(right).insert(0, link);
        }
        self.chunks.move_links(chunk, cut, right);
        if !is_taller {
            self.chunks.get_mut(home).insert(at, link);
        }
        for i in 0..self.chunks.get(right).len() {
            let target = self.chunks.get(right).targets()[i];
            self.set_parent(level, target, right);
        }
        self.set_parent(level, link.target, home);
        Some(right)
    }

    /// Puts a new root above the old one and the link that did not fit into it.
    fn grow_root(&mut self, left: u32, link: Link<K>, level: u32) {
        let (key, handle) = self.blocks.entry(self.first, 0);
        let mut summary = Summary::of(self.len());
        summary -= link.summary;
        let root = self.chunks.allocate(level);
        let chunk = self.chunks.get_mut(root);
        chunk.insert(0, Link { key, handle, target: left, summary });
        chunk.insert(1, link);
        self.set_parent(level, left, root);
        self.set_parent(level, link.target, root);
        self.root = root;
    }

    /// Tells the target of a link of `level` which chunk holds the link.
    fn set_parent(&mut self, level: u32, target: u32, parent: ChunkId) {
        if level == 1 {
            self.blocks.head_mut(BlockId(target)).parent = parent;
        } else {
            self.chunks.get_mut(ChunkId(target)).parent = parent;
        }
    }

    /// Merges a block that lost an entry with its shorter neighbour, where the two fit together.
    pub(super) fn merge_if_short<D: Directory>(&mut self, block: BlockId, directory: &mut D) {
        let (prev, next) = (self.blocks.head(block).prev, self.blocks.head(block).next);
        let len = |other: BlockId| match other {
            BlockId::NONE => BLOCK_CAPACITY,
            other => self.blocks.len(other),
        };
        let shorter = if len(prev) <= len(next) { prev } else { next };
        if self.blocks.len(block) + len(shorter) > BLOCK_MERGED {
            return;
        }
        let (left, right) = if shorter == prev { (prev, block) } else { (block, next) };
        let count = self.blocks.len(right);
        self.blocks.move_front(right, left, count, directory);
        self.move_summary(right, left, Summary::of(count));
        self.drop_block(right);
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
        self.drop_link(head.parent, block.0);
        self.shrink_root();
    }

    /// Takes the link to a target away, and what becomes empty or short above.
    fn drop_link(&mut self, mut parent: ChunkId, mut target: u32) {
        while parent != ChunkId::NONE {
            let chunk = self.chunks.get_mut(parent);
            let at = chunk.link_of(target);
            chunk.remove(at);
            let (len, above) = (chunk.len(), chunk.parent);
            let emptied = if len == 0 {
                parent
            } else {
                if at == 0 {
                    let Link { key, handle, .. } = self.chunks.get(parent).link(0);
                    self.set_first_above(parent.0, above, key, handle);
                }
                match self.merge_chunk_if_short(parent) {
                    Some(emptied) => emptied,
                    None => return,
                }
            };
            self.chunks.release(emptied);
            (target, parent) = (emptied.0, above);
        }
    }

    /// Merges a short chunk with its predecessor under the same parent, or its successor if it
    /// is the first there. Returns the chunk that is empty then; its link is still there.
    fn merge_chunk_if_short(&mut self, chunk: ChunkId) -> Option<ChunkId> {
        let links = self.chunks.get(chunk);
        if links.len() >= CHUNK_SHORT || links.parent == ChunkId::NONE {
            return None;
        }
        let parent = self.chunks.get(links.parent);
        let at = parent.link_of(chunk.0);
        let left_at = at.saturating_sub(1);
        let [left, right] = *parent.targets().get(left_at..left_at + 2)? else { return None };
        let (left, right) = (ChunkId(left), ChunkId(right));
        if self.chunks.get(left).len() + self.chunks.get(right).len() > CHUNK_MERGED {
            return None;
        }
        let (level, above) = (self.chunks.get(right).level, self.chunks.get(right).parent);
        let moved = self.chunks.get(right).total();
        for i in 0..self.chunks.get(right).len() {
            let target = self.chunks.get(right).targets()[i];
            self.set_parent(level, target, left);
        }
        self.chunks.move_links(right, 0, left);
        let parent = self.chunks.get_mut(above);
        *parent.summary_mut(left_at) += moved;
        *parent.summary_mut(left_at + 1) -= moved;
        Some(right)
    }

    /// Lowers the root while it holds a single link.
    fn shrink_root(&mut self) {
        while self.root != ChunkId::NONE && self.chunks.get(self.root).len() == 1 {
            let old = self.root;
            let (level, target) = (self.chunks.get(old).level, self.chunks.get(old).targets()[0]);
            self.set_parent(level, target, ChunkId::NONE);
            self.root = if level == 1 { ChunkId::NONE } else { ChunkId(target) };
            self.chunks.release(old);
        }
    }
}
