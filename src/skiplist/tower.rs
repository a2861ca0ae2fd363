//! The links above the blocks: putting up and taking down towers, and keeping what links know
//! true.

use super::chunk::{CHUNK_CAPACITY, CHUNK_MERGED, CHUNK_SHORT, Link, LinkPlace};
use super::rows::Key;
use super::{BlockId, ChunkId, Directory, Handle, SkipList};

impl<K: Key> SkipList<K> {
    /// Applies a change to the summaries of all links above a block.
    pub(super) fn each_link_above(&mut self, block: BlockId, change: impl Fn(&mut K::Summary)) {
        let mut link = self.blocks.head(block).link();
        while let Some(LinkPlace { chunk, at }) = link {
            let chunk = self.chunks.get_mut(chunk);
            change(chunk.summary_mut(at));
            link = chunk.link_above();
        }
    }

    /// Moves a summary from the links above one block to those above another. Links above both
    /// stay as they are.
    pub(super) fn move_summary(&mut self, from: BlockId, to: BlockId, moved: K::Summary) {
        let mut links = (self.blocks.head(from).link(), self.blocks.head(to).link());
        while let (Some(old), Some(new)) = links
            && old != new
        {
            *self.chunks.get_mut(old.chunk).summary_mut(old.at) -= moved;
            *self.chunks.get_mut(new.chunk).summary_mut(new.at) += moved;
            let above = |link: LinkPlace| self.chunks.get(link.chunk).link_above();
            links = (above(old), above(new));
        }
    }

    /// Tells the links above a block that it has another first entry, or the same one with
    /// another key.
    pub(super) fn first_entry_changed(&mut self, block: BlockId) {
        let (key, handle) = self.blocks.entry(block, 0);
        self.set_first_above(self.blocks.head(block).link(), key, handle);
    }

    /// Writes a first entry into a link, and upwards as long as the link is the first of its
    /// chunk.
    fn set_first_above(&mut self, mut link: Option<LinkPlace>, key: K, handle: Handle) {
        while let Some(LinkPlace { chunk, at }) = link {
            let chunk = self.chunks.get_mut(chunk);
            chunk.set_first(at, key, handle);
            if at != 0 {
                break;
            }
            link = chunk.link_above();
        }
    }

    /// Gives a block a tower of links. Its entries are still counted by the links of the block
    /// before it, from which they came.
    pub(super) fn raise_tower<D: Directory>(
        &mut self,
        before: BlockId,
        block: BlockId,
        directory: &D,
    ) {
        let tower = self.levels.draw();
        let (key, handle) = self.blocks.entry(block, 0);
        let summary = self.summary_of(block, 0..self.blocks.len(block), directory);
        // What stays under the link before, should that be the first link of all.
        let mut rest = self.summary_of(before, 0..self.blocks.len(before), directory);
        let mut link = Link { key, handle, target: block.0, summary };
        let mut left = before.0;
        let mut left_link = self.blocks.head(before).link();
        let mut level = 1;
        while let Some(LinkPlace { chunk, at }) = left_link {
            let links = self.chunks.get_mut(chunk);
            *links.summary_mut(at) -= link.summary;
            left_link = links.link_above();
            let Some(right) = self.insert_link(chunk, at + 1, link, tower > level) else {
                return;
            };
            rest = self.chunks.get(chunk).total();
            let links = self.chunks.get(right);
            link = Link { target: right.0, summary: links.total(), ..links.link(0) };
            left = chunk.0;
            level += 1;
        }
        self.grow_root((left, rest), link, level);
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
        const HALF: usize = CHUNK_CAPACITY / 2;
        let links = self.chunks.get_mut(chunk);
        if !links.is_full() && !is_taller {
            links.insert(at, link);
            self.relink(chunk, at);
            return None;
        }
        let level = links.level();
        let right = self.chunks.allocate(level);
        // At the end of a full chunk more links are likely to follow, so it stays full.
        if is_taller || at == CHUNK_CAPACITY {
            self.chunks.get_mut(right).insert(0, link);
            self.chunks.move_links(chunk, at, right);
        } else {
            self.chunks.move_links(chunk, HALF, right);
            if at > HALF {
                self.chunks.get_mut(right).insert(at - HALF, link);
            } else {
                self.chunks.get_mut(chunk).insert(at, link);
                self.relink(chunk, at);
            }
        }
        self.relink(right, 0);
        Some(right)
    }

    /// Puts a new root above the old one and the link that did not fit into it.
    fn grow_root(&mut self, (left, summary): (u32, K::Summary), link: Link<K>, level: u32) {
        let (key, handle) = self.blocks.entry(self.first, 0);
        self.root = self.chunks.allocate(level);
        let chunk = self.chunks.get_mut(self.root);
        chunk.insert(0, Link { key, handle, target: left, summary });
        chunk.insert(1, link);
        self.relink(self.root, 0);
    }

    /// Tells the targets of a chunk's links, from one on, where their links are.
    fn relink(&mut self, chunk: ChunkId, from: usize) {
        let level = self.chunks.get(chunk).level();
        for at in from..self.chunks.get(chunk).len() {
            let target = self.chunks.get(chunk).targets()[at];
            self.set_link(level, target, Some(LinkPlace { chunk, at }));
        }
    }

    fn set_link(&mut self, level: u32, target: u32, link: Option<LinkPlace>) {
        if level == 1 {
            self.blocks.head_mut(BlockId(target)).set_link(link);
        } else {
            self.chunks.get_mut(ChunkId(target)).set_link_above(link);
        }
    }

    /// Takes the links to an empty block away, and what becomes empty or short above.
    pub(super) fn drop_tower(&mut self, mut link: Option<LinkPlace>) {
        while let Some(LinkPlace { chunk, at }) = link {
            let links = self.chunks.get_mut(chunk);
            links.remove(at);
            link = links.link_above();
            if links.len() == 0 {
                self.chunks.release(chunk);
                continue;
            }
            if at == 0 {
                let Link { key, handle, .. } = links.link(0);
                self.set_first_above(link, key, handle);
            }
            self.relink(chunk, at);
            link = self.merge_chunk_if_short(chunk);
        }
        self.shrink_root();
    }

    /// Merges a short chunk with its predecessor under the same parent, or its successor if it
    /// is the first there. Returns the place of the link that has lost its target then.
    fn merge_chunk_if_short(&mut self, chunk: ChunkId) -> Option<LinkPlace> {
        let links = self.chunks.get(chunk);
        if links.len() >= CHUNK_SHORT {
            return None;
        }
        let above = links.link_above()?;
        let left_at = above.at.saturating_sub(1);
        let siblings = self.chunks.get(above.chunk).targets().get(left_at..left_at + 2)?;
        let (left, right) = (ChunkId(siblings[0]), ChunkId(siblings[1]));
        let left_len = self.chunks.get(left).len();
        if left_len + self.chunks.get(right).len() > CHUNK_MERGED {
            return None;
        }
        let moved = self.chunks.get(right).total();
        self.chunks.move_links(right, 0, left);
        self.relink(left, left_len);
        self.chunks.release(right);
        let parent = self.chunks.get_mut(above.chunk);
        *parent.summary_mut(left_at) += moved;
        *parent.summary_mut(left_at + 1) -= moved;
        Some(LinkPlace { chunk: above.chunk, at: left_at + 1 })
    }

    /// Lowers the root while it holds a single link.
    fn shrink_root(&mut self) {
        while self.root != ChunkId::NONE && self.chunks.get(self.root).len() == 1 {
            let old = self.root;
            let (level, target) = (self.chunks.get(old).level(), self.chunks.get(old).targets()[0]);
            self.set_link(level, target, None);
            self.root = if level == 1 { ChunkId::NONE } else { ChunkId(target) };
            self.chunks.release(old);
        }
    }
}
