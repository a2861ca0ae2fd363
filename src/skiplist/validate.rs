//! The invariants of a list, checked from top to bottom; for tests and fuzzing.

use core::cmp::Ordering;

use super::balance::BLOCK_HALF;
use super::chunk::{CHUNK_CAPACITY, LinkPlace};
use super::rows::Key;
use super::summary::Summary;
use super::{BLOCK_CAPACITY, BlockId, ChunkId, Directory, Handle, SkipList};

/// What was found under a link: its first entry, and the summary counted anew.
type Found<K> = ((K, Handle), <K as Key>::Summary);

impl<K: Key> SkipList<K> {
    /// Checks every invariant of the list and of what its directory knows. Computes in **O(n)**.
    ///
    /// # Errors
    ///
    /// A sentence that names the first broken invariant.
    #[doc(hidden)]
    pub fn internal_validate<D: Directory>(&self, directory: &D) -> Result<(), &'static str> {
        if self.first == BlockId::NONE {
            let empty = self.len == 0 && self.last == BlockId::NONE && self.root == ChunkId::NONE;
            return check(empty, "a list without blocks is empty");
        }
        let count = self.validate_chain(directory)?;
        self.blocks.validate_rows(self.first)?;
        check(count == self.len(), "the length is the number of entries in the chain")?;
        if self.root == ChunkId::NONE {
            check(self.first == self.last, "several blocks have a root")?;
            let link = self.blocks.head(self.first).link();
            return check(link.is_none(), "the only block has no link");
        }
        let root = self.chunks.get(self.root);
        check(root.link_above().is_none(), "the root has no link")?;
        check(root.len() >= 2, "the root has at least two links")?;
        let mut leftmost = self.first;
        let (_, found) = self.validate_chunk(self.root, root.level(), &mut leftmost, directory)?;
        check(leftmost == BlockId::NONE, "every block of the chain has a link")?;
        check(found.count() == self.len(), "the links count all entries")
    }

    /// Checks order, back links, fill and the directory along the chain; returns the entries.
    fn validate_chain<D: Directory>(&self, directory: &D) -> Result<usize, &'static str> {
        let (mut count, mut before) = (0, None);
        let (mut prev, mut block) = (BlockId::NONE, self.first);
        while block != BlockId::NONE {
            let head = self.blocks.head(block);
            let len = self.blocks.len(block);
            check(head.prev == prev, "a block knows the one before it")?;
            check((1..=BLOCK_CAPACITY).contains(&len), "a block has 1 to 64 entries")?;
            let pair = prev == BlockId::NONE || self.blocks.len(prev) + len > BLOCK_HALF;
            check(pair, "two neighbouring blocks hold more than half a block")?;
            for at in 0..len {
                let (key, handle) = self.blocks.entry(block, at);
                check(directory.block(handle) == block, "the directory knows the block")?;
                if let Some((key_before, handle_before)) = before {
                    let order: Ordering = Ord::cmp(&key_before, &key);
                    let order = order.then_with(|| directory.tie(handle_before, handle));
                    check(order == Ordering::Less, "entries ascend")?;
                }
                before = Some((key, handle));
            }
            count += len;
            (prev, block) = (block, head.next);
        }
        check(prev == self.last, "the last block ends the chain")?;
        Ok(count)
    }

    /// Checks a chunk and all below it; `leftmost` is the next block of the chain to be linked.
    fn validate_chunk<D: Directory>(
        &self,
        id: ChunkId,
        level: u32,
        leftmost: &mut BlockId,
        directory: &D,
    ) -> Result<Found<K>, &'static str> {
        let chunk = self.chunks.get(id);
        check(chunk.level() == level && level > 0, "levels go down by one")?;
        check((1..=CHUNK_CAPACITY).contains(&chunk.len()), "a chunk has 1 to 64 links")?;
        let mut total = K::Summary::default();
        for (at, &target) in chunk.targets().iter().enumerate() {
            let (link, ((key, handle), found)) = if level == 1 {
                let block = BlockId(target);
                check(block == *leftmost, "level 1 links the blocks in the order of the chain")?;
                let head = self.blocks.head(block);
                *leftmost = head.next;
                let found = self.summary_of(block, 0..self.blocks.len(block), directory);
                (head.link(), (self.blocks.entry(block, 0), found))
            } else {
                let below = ChunkId(target);
                let found = self.validate_chunk(below, level - 1, leftmost, directory)?;
                (self.chunks.get(below).link_above(), found)
            };
            let place = LinkPlace { chunk: id, at };
            check(link == Some(place), "a target knows the place of its link")?;
            check(chunk.handles()[at] == handle, "a link knows the first handle under it")?;
            check(chunk.keys()[at] == key, "a link knows the first key under it")?;
            check(chunk.summaries()[at] == found, "a link counts the entries under it")?;
            total += found;
        }
        Ok(((chunk.keys()[0], chunk.handles()[0]), total))
    }
}

fn check(holds: bool, invariant: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(invariant) }
}
