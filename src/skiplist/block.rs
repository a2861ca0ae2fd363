//! The bottom level: a doubly linked chain of blocks, each a short sorted run of entries.

use super::arena::{Rows, Table};
use super::chunk::LinkPlace;
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

/// All blocks of a list. Heads, keys and handles lie apart, so that a search for one reads no
/// line of the others, and every address follows from the block's id alone.
#[derive(Clone, Debug)]
pub(super) struct Blocks<K> {
    heads: Table<Head>,
    keys: Rows<K, BLOCK_CAPACITY>,
    handles: Rows<Handle, BLOCK_CAPACITY>,
    unused: BlockId,
}

impl<K: Copy + Ord + Default> Blocks<K> {
    pub(super) const fn new() -> Self {
        Blocks {
            heads: Table::new(),
            keys: Rows::new(),
            handles: Rows::new(),
            unused: BlockId::NONE,
        }
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

    /// The keys of a block, ascending.
    pub(super) fn keys(&self, block: BlockId) -> &[K] {
        &self.keys.row(block.index())[..self.len(block)]
    }

    /// The handles of a block, in the order of its keys.
    pub(super) fn handles(&self, block: BlockId) -> &[Handle] {
        &self.handles.row(block.index())[..self.len(block)]
    }

    pub(super) fn entry(&self, block: BlockId, at: usize) -> (K, Handle) {
        (self.keys(block)[at], self.handles(block)[at])
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
        search::position(self.handles.row(block.index()), self.len(block), handle)
    }

    /// Returns where in the block an entry belongs.
    pub(super) fn place_in<D: Directory>(
        &self,
        block: BlockId,
        key: &K,
        handle: Handle,
        directory: &D,
    ) -> usize {
        let (keys, handles) = (self.keys.row(block.index()), self.handles.row(block.index()));
        search::entries_before(keys, handles, self.len(block), key, handle, directory)
    }

    /// Fetches the keys of a block: reads one of each line of memory, all at once. Who needs them
    /// after something else that must be waited for saves the second wait that way.
    #[inline]
    pub(super) fn fetch_keys(&self, block: BlockId) {
        if self.heads.len() >= FETCH_BLOCKS {
            fetch(self.keys.row(block.index()));
        }
    }

    /// Fetches the handles of a block, as [`fetch_keys`](Self::fetch_keys) does.
    #[inline]
    pub(super) fn fetch_handles(&self, block: BlockId) {
        if self.heads.len() >= FETCH_BLOCKS {
            fetch(self.handles.row(block.index()));
        }
    }

    /// Fetches what a block knows besides its entries, as [`fetch_keys`](Self::fetch_keys) does.
    #[inline]
    pub(super) fn fetch_head(&self, block: BlockId) {
        core::hint::black_box(self.head(block).len);
    }

    /// Overwrites a key; the caller has checked that the order stays.
    pub(super) fn set_key(&mut self, block: BlockId, at: usize, key: K) {
        self.keys.row_mut(block.index())[at] = key;
    }

    /// Replaces every key of a block; the order stays.
    pub(super) fn rewrite_keys(&mut self, block: BlockId, rewrite: impl Fn(K, Handle) -> K) {
        let len = self.len(block);
        let keys = &mut self.keys.row_mut(block.index())[..len];
        for (key, &handle) in keys.iter_mut().zip(self.handles.row(block.index())) {
            *key = rewrite(*key, handle);
        }
    }

    /// Puts an entry at a position of a block that is not full.
    pub(super) fn insert(&mut self, block: BlockId, at: usize, key: K, handle: Handle) {
        let len = self.len(block);
        self.grow(block, 1);
        let keys = self.keys.row_mut(block.index());
        keys.copy_within(at..len, at + 1);
        keys[at] = key;
        let handles = self.handles.row_mut(block.index());
        handles.copy_within(at..len, at + 1);
        handles[at] = handle;
    }

    /// Takes the entry at a position out and returns its key.
    pub(super) fn remove(&mut self, block: BlockId, at: usize) -> K {
        let len = self.len(block);
        let keys = self.keys.row_mut(block.index());
        let key = keys[at];
        keys.copy_within(at + 1..len, at);
        self.handles.row_mut(block.index()).copy_within(at + 1..len, at);
        self.head_mut(block).len -= 1;
        key
    }

    /// Moves the entry at `from` to `to` within its block and gives it a new key.
    pub(super) fn move_within(&mut self, block: BlockId, from: usize, to: usize, key: K) {
        let keys = self.keys.row_mut(block.index());
        let handles = self.handles.row_mut(block.index());
        let handle = handles[from];
        let (moved, target) = if from < to { (from + 1..to + 1, from) } else { (to..from, to + 1) };
        keys.copy_within(moved.clone(), target);
        handles.copy_within(moved, target);
        keys[to] = key;
        handles[to] = handle;
    }

    /// Moves the last `count` entries of a block to the front of another, which has room.
    pub(super) fn move_back<D: Directory>(
        &mut self,
        from: BlockId,
        to: BlockId,
        count: usize,
        directory: &mut D,
    ) {
        let rest = self.len(from) - count;
        let behind = self.len(to);
        self.grow(to, count);
        self.keys.row_mut(to.index()).copy_within(..behind, count);
        self.handles.row_mut(to.index()).copy_within(..behind, count);
        self.copy(from, rest, to, 0, count, directory);
        self.head_mut(from).len = rest as u8;
    }

    /// Moves the first `count` entries of a block to the end of another, which has room.
    pub(super) fn move_front<D: Directory>(
        &mut self,
        from: BlockId,
        to: BlockId,
        count: usize,
        directory: &mut D,
    ) {
        let len = self.len(from);
        let before = self.len(to);
        self.grow(to, count);
        self.copy(from, 0, to, before, count, directory);
        self.keys.row_mut(from.index()).copy_within(count..len, 0);
        self.handles.row_mut(from.index()).copy_within(count..len, 0);
        self.head_mut(from).len = (len - count) as u8;
    }

    /// Copies entries to another block and tells the directory.
    fn copy<D: Directory>(
        &mut self,
        from: BlockId,
        from_at: usize,
        to: BlockId,
        to_at: usize,
        count: usize,
        directory: &mut D,
    ) {
        for i in 0..count {
            let key = self.keys.row(from.index())[from_at + i];
            let handle = self.handles.row(from.index())[from_at + i];
            self.keys.row_mut(to.index())[to_at + i] = key;
            self.handles.row_mut(to.index())[to_at + i] = handle;
            directory.place(handle, to);
        }
    }

    /// Lets a block have `count` entries more, which the caller then writes.
    fn grow(&mut self, block: BlockId, count: usize) {
        let len = self.len(block) + count;
        debug_assert!(len <= BLOCK_CAPACITY);
        self.keys.ensure(block.index(), len);
        self.handles.ensure(block.index(), len);
        self.head_mut(block).len = len as u8;
    }

    /// Returns the bytes that all blocks have allocated.
    pub(super) fn allocated_bytes(&self) -> usize {
        self.heads.allocated_bytes() + self.keys.allocated_bytes() + self.handles.allocated_bytes()
    }
}

/// Reads an element of each line of a row, in a way that the compiler does not leave out.
#[inline]
fn fetch<T: Copy>(row: &[T]) {
    const LINE_BYTES: usize = 64;
    for line in row.chunks((LINE_BYTES / size_of::<T>()).max(1)) {
        core::hint::black_box(line[0]);
    }
}
