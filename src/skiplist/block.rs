//! The bottom level: a doubly linked chain of blocks, each a short sorted run of entries.

use core::iter::successors;
use core::ops::Range;

use super::arena::Table;
use super::chunk::LinkPlace;
use super::rows::{EntryRows, Key, RowLen, Run};
use super::{BLOCK_CAPACITY, BlockId, ChunkId, Directory, Handle, search};

/// A list of fewer blocks lies in a cache that is near, where fetching ahead would not pay.
const FETCH_BLOCKS: usize = 1024;

/// What a block knows besides its entries, in sixteen bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    /// The chunk that holds the link to this block; `NONE` for the only block of a list.
    chunk: ChunkId,
    pub(super) prev: BlockId,
    /// The next block, or in an unused block the next unused one.
    pub(super) next: BlockId,
    /// Where in its chunk the link is.
    at: u8,
    /// Entries in use.
    len: u8,
}

impl Head {
    /// Where the link to this block is.
    #[inline]
    pub(super) fn link(&self) -> Option<LinkPlace> {
        LinkPlace::unpack(self.chunk, self.at)
    }

    pub(super) fn set_link(&mut self, link: Option<LinkPlace>) {
        (self.chunk, self.at) = LinkPlace::pack(link);
    }
}

/// All blocks of a list. Heads and rows of entries lie apart, so that a search for one reads no
/// line of the others, and every address follows from the block's id alone.
#[derive(Clone, Debug)]
pub(super) struct Blocks<K: Key> {
    heads: Table<Head>,
    rows: K::Rows,
    unused: BlockId,
}

impl<K: Key> Blocks<K> {
    pub(super) const fn new() -> Self {
        Blocks { heads: Table::new(), rows: K::Rows::EMPTY, unused: BlockId::NONE }
    }

    pub(super) fn head(&self, block: BlockId) -> &Head {
        &self.heads[block.index()]
    }

    pub(super) fn head_mut(&mut self, block: BlockId) -> &mut Head {
        &mut self.heads[block.index()]
    }

    pub(super) fn len(&self, block: BlockId) -> usize {
        usize::from(self.head(block).len)
    }

    /// The entries of a block, in order.
    #[inline]
    pub(super) fn run(&self, block: BlockId) -> <K::Rows as EntryRows<K>>::Run<'_> {
        self.rows.run(block.index(), self.len(block))
    }

    #[inline]
    pub(super) fn entry(&self, block: BlockId, at: usize) -> (K, Handle) {
        self.run(block).entry(at)
    }

    /// Takes an unused block or makes one. It is empty and in no chain.
    pub(super) fn allocate(&mut self) -> BlockId {
        let head =
            Head { chunk: ChunkId::NONE, prev: BlockId::NONE, next: BlockId::NONE, at: 0, len: 0 };
        if self.unused == BlockId::NONE {
            return BlockId::from_index(self.heads.push(head));
        }
        let block = self.unused;
        self.unused = self.head(block).next;
        *self.head_mut(block) = head;
        block
    }

    /// Gives an empty block back that is in no chain any more.
    pub(super) fn release(&mut self, block: BlockId) {
        self.head_mut(block).next = self.unused;
        self.unused = block;
    }

    /// Returns where in the block an entry is.
    pub(super) fn find(&self, block: BlockId, handle: Handle) -> Option<usize> {
        self.rows.position(block.index(), self.len(block), handle)
    }

    /// Returns where in the block an entry belongs.
    pub(super) fn place_in<D: Directory>(
        &self,
        block: BlockId,
        key: &K,
        handle: Handle,
        directory: &D,
    ) -> usize {
        search::entries_before(&self.run(block), key, handle, directory)
    }

    /// Fetches the keys of a block: reads one of each line of memory, all at once. Who needs them
    /// after something else that must be waited for saves the second wait that way.
    #[inline]
    pub(super) fn fetch_keys(&self, block: BlockId) {
        if self.heads.len() >= FETCH_BLOCKS {
            self.rows.fetch_keys(block.index());
        }
    }

    /// Fetches the handles of a block, as [`fetch_keys`](Self::fetch_keys) does.
    #[inline]
    pub(super) fn fetch_handles(&self, block: BlockId) {
        if self.heads.len() >= FETCH_BLOCKS {
            self.rows.fetch_handles(block.index());
        }
    }

    /// Fetches what a block knows besides its entries, as [`fetch_keys`](Self::fetch_keys) does.
    #[inline]
    pub(super) fn fetch_head(&self, block: BlockId) {
        core::hint::black_box(self.head(block).len);
    }

    /// Replaces every key of a block; the order stays.
    pub(super) fn rewrite_keys(&mut self, block: BlockId, rewrite: impl Fn(K, Handle) -> K) {
        self.rows.rewrite_keys(block.index(), self.len(block), rewrite);
    }

    /// Puts an entry at a position of a block that is not full.
    pub(super) fn insert(&mut self, block: BlockId, at: usize, key: K, handle: Handle) {
        let RowLen { row, len } = self.row(block);
        debug_assert!(len < BLOCK_CAPACITY);
        self.rows.insert(row, len, at, (key, handle));
        self.head_mut(block).len += 1;
    }

    /// Takes the entry at a position out and returns its key.
    pub(super) fn remove(&mut self, block: BlockId, at: usize) -> K {
        let RowLen { row, len } = self.row(block);
        let key = self.run(block).key(at);
        self.rows.remove(row, len, at);
        self.head_mut(block).len -= 1;
        key
    }

    /// Moves the entry at `from` to `to` within its block and gives it a new key.
    pub(super) fn move_within(&mut self, block: BlockId, from: usize, to: usize, key: K) {
        self.rows.move_within(block.index(), self.len(block), from, to, key);
    }

    /// Moves the last `count` entries of a block to the front of another, which has room.
    pub(super) fn move_back<D: Directory>(
        &mut self,
        from: BlockId,
        to: BlockId,
        count: usize,
        directory: &mut D,
    ) {
        self.rows.move_back(self.row(from), self.row(to), count);
        self.moved(from, to, count);
        self.place(to, 0..count, directory);
    }

    /// Moves the first `count` entries of a block to the end of another, which has room.
    pub(super) fn move_front<D: Directory>(
        &mut self,
        from: BlockId,
        to: BlockId,
        count: usize,
        directory: &mut D,
    ) {
        let before = self.len(to);
        self.rows.move_front(self.row(from), self.row(to), count);
        self.moved(from, to, count);
        self.place(to, before..before + count, directory);
    }

    fn row(&self, block: BlockId) -> RowLen {
        RowLen { row: block.index(), len: self.len(block) }
    }

    fn moved(&mut self, from: BlockId, to: BlockId, count: usize) {
        self.head_mut(from).len -= count as u8;
        self.head_mut(to).len += count as u8;
        debug_assert!(self.len(to) <= BLOCK_CAPACITY);
    }

    /// Tells the directory about the entries at some positions of a block.
    fn place<D: Directory>(&self, block: BlockId, range: Range<usize>, directory: &mut D) {
        let run = self.run(block);
        range.for_each(|at| directory.place(run.handle(at), block));
    }

    /// Returns the bytes that all blocks have allocated.
    pub(super) fn allocated_bytes(&self) -> usize {
        self.heads.allocated_bytes() + self.rows.allocated_bytes()
    }

    /// Checks what must hold of the rows of the chain that starts with a block.
    pub(super) fn validate_rows(&self, first: BlockId) -> Result<(), &'static str> {
        let next = |&block: &BlockId| Some(self.head(block).next).filter(|&b| b != BlockId::NONE);
        self.rows.validate(successors(Some(first), next).map(|block| self.row(block)))
    }
}
