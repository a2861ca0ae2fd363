//! The upper levels: the links of one level lie together in chunks.

use super::arena::Table;
use super::rows::{Key, PlainRun};
use super::summary::Summary;
use super::{ChunkId, Directory, Handle, search};

/// The most links that a chunk holds. A full one is split by promoting a link.
pub(super) const CHUNK_CAPACITY: usize = search::ROW;

/// A chunk with fewer links than this merges with a neighbour, where the two fit together.
pub(super) const CHUNK_SHORT: usize = CHUNK_CAPACITY / 4;

/// The most links of a chunk after a merge; the room left keeps a split from following at once.
pub(super) const CHUNK_MERGED: usize = CHUNK_CAPACITY * 3 / 4;

/// A link to a block or to a chunk of the level below.
#[derive(Clone, Copy)]
pub(super) struct Link<K: Key> {
    /// Key and handle of the first entry under the target.
    pub(super) key: K,
    pub(super) handle: Handle,
    /// The id of a block on level 1, of a chunk above.
    pub(super) target: u32,
    /// What the link jumps over: all entries under the target.
    pub(super) summary: K::Summary,
}

/// Where a link is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LinkPlace {
    pub(super) chunk: ChunkId,
    pub(super) at: usize,
}

impl LinkPlace {
    /// The place as it is stored, `NONE` for none.
    pub(super) fn pack(place: Option<Self>) -> (ChunkId, u8) {
        place.map_or((ChunkId::NONE, 0), |place| (place.chunk, place.at as u8))
    }

    #[inline]
    pub(super) fn unpack(chunk: ChunkId, at: u8) -> Option<Self> {
        (chunk != ChunkId::NONE).then(|| LinkPlace { chunk, at: usize::from(at) })
    }
}

/// A run of links of one level, in arrays, so that a search reads lines of keys only.
#[derive(Clone, Debug)]
pub(super) struct Chunk<K: Key> {
    /// The chunk that holds the link to this one, or in an unused chunk the next unused one.
    parent: ChunkId,
    /// Where in the parent the link is.
    at: u8,
    /// Links in use.
    len: u8,
    /// 1 where the targets are blocks.
    level: u8,
    targets: [u32; CHUNK_CAPACITY],
    summaries: [K::Summary; CHUNK_CAPACITY],
    handles: [Handle; CHUNK_CAPACITY],
    keys: [K; CHUNK_CAPACITY],
}

impl<K: Key> Chunk<K> {
    fn new(level: u32) -> Self {
        Chunk {
            parent: ChunkId::NONE,
            at: 0,
            len: 0,
            level: level as u8,
            targets: [0; CHUNK_CAPACITY],
            summaries: [K::Summary::default(); CHUNK_CAPACITY],
            handles: [Handle::default(); CHUNK_CAPACITY],
            keys: [K::default(); CHUNK_CAPACITY],
        }
    }

    pub(super) fn len(&self) -> usize {
        usize::from(self.len)
    }

    pub(super) fn level(&self) -> u32 {
        u32::from(self.level)
    }

    /// Where the link to this chunk is.
    #[inline]
    pub(super) fn link_above(&self) -> Option<LinkPlace> {
        LinkPlace::unpack(self.parent, self.at)
    }

    pub(super) fn set_link_above(&mut self, link: Option<LinkPlace>) {
        (self.parent, self.at) = LinkPlace::pack(link);
    }

    pub(super) fn is_full(&self) -> bool {
        self.len() == CHUNK_CAPACITY
    }

    pub(super) fn keys(&self) -> &[K] {
        &self.keys[..self.len()]
    }

    pub(super) fn handles(&self) -> &[Handle] {
        &self.handles[..self.len()]
    }

    /// The first entries under the links.
    #[inline]
    pub(super) fn run(&self) -> PlainRun<'_, K> {
        PlainRun { keys: &self.keys, handles: &self.handles, len: self.len() }
    }

    pub(super) fn targets(&self) -> &[u32] {
        &self.targets[..self.len()]
    }

    pub(super) fn summaries(&self) -> &[K::Summary] {
        &self.summaries[..self.len()]
    }

    pub(super) fn summary_mut(&mut self, at: usize) -> &mut K::Summary {
        &mut self.summaries[at]
    }

    /// Overwrites the first entry that a link knows of its target.
    pub(super) fn set_first(&mut self, at: usize, key: K, handle: Handle) {
        self.keys[at] = key;
        self.handles[at] = handle;
    }

    /// Returns the link under which an entry belongs: the last one whose first entry comes
    /// before it, or the first link of all.
    pub(super) fn covering<D: Directory>(&self, key: &K, handle: Handle, directory: &D) -> usize {
        search::entries_before(&self.run(), key, handle, directory).saturating_sub(1)
    }

    /// Returns the summary of what the links before a position jump over.
    pub(super) fn before(&self, at: usize) -> K::Summary {
        K::Summary::sum_before(&self.summaries, at)
    }

    /// Returns the summary of everything under the chunk.
    pub(super) fn total(&self) -> K::Summary {
        self.before(self.len())
    }

    /// Puts a link at a position of a chunk that is not full.
    pub(super) fn insert(&mut self, at: usize, link: Link<K>) {
        let len = self.len();
        self.targets.copy_within(at..len, at + 1);
        self.summaries.copy_within(at..len, at + 1);
        self.handles.copy_within(at..len, at + 1);
        self.keys.copy_within(at..len, at + 1);
        self.targets[at] = link.target;
        self.summaries[at] = link.summary;
        self.handles[at] = link.handle;
        self.keys[at] = link.key;
        self.len += 1;
    }

    /// Takes the link at a position out.
    pub(super) fn remove(&mut self, at: usize) {
        let len = self.len();
        self.targets.copy_within(at + 1..len, at);
        self.summaries.copy_within(at + 1..len, at);
        self.handles.copy_within(at + 1..len, at);
        self.keys.copy_within(at + 1..len, at);
        self.len -= 1;
    }

    /// Returns the link at a position.
    pub(super) fn link(&self, at: usize) -> Link<K> {
        Link {
            key: self.keys()[at],
            handle: self.handles[at],
            target: self.targets[at],
            summary: self.summaries[at],
        }
    }

    /// Drops the links from a position on.
    fn truncate(&mut self, len: usize) {
        self.len = len as u8;
    }
}

/// All chunks of a list.
#[derive(Clone, Debug)]
pub(super) struct Chunks<K: Key> {
    table: Table<Chunk<K>>,
    unused: ChunkId,
}

impl<K: Key> Chunks<K> {
    pub(super) const fn new() -> Self {
        Chunks { table: Table::new(), unused: ChunkId::NONE }
    }

    pub(super) fn get(&self, chunk: ChunkId) -> &Chunk<K> {
        &self.table[chunk.index()]
    }

    pub(super) fn get_mut(&mut self, chunk: ChunkId) -> &mut Chunk<K> {
        &mut self.table[chunk.index()]
    }

    /// Takes an unused chunk or makes one. It is empty and has no parent.
    pub(super) fn allocate(&mut self, level: u32) -> ChunkId {
        if self.unused == ChunkId::NONE {
            return ChunkId::from_index(self.table.push(Chunk::new(level)));
        }
        let chunk = self.unused;
        self.unused = self.get(chunk).parent;
        let reused = self.get_mut(chunk);
        (reused.len, reused.level, reused.parent) = (0, level as u8, ChunkId::NONE);
        chunk
    }

    /// Gives a chunk back whose links and parent have gone.
    pub(super) fn release(&mut self, chunk: ChunkId) {
        let unused = self.unused;
        let released = self.get_mut(chunk);
        (released.len, released.parent) = (0, unused);
        self.unused = chunk;
    }

    /// Moves the links of `from` from a position on behind those of `to`, which has room.
    pub(super) fn move_links(&mut self, from: ChunkId, at: usize, to: ChunkId) {
        for i in at..self.get(from).len() {
            let link = self.get(from).link(i);
            let chunk = self.get_mut(to);
            chunk.insert(chunk.len(), link);
        }
        self.get_mut(from).truncate(at);
    }

    /// Replaces every key of every link; the order stays.
    pub(super) fn rewrite_keys(&mut self, rewrite: impl Fn(K, Handle) -> K) {
        for at in 0..self.table.len() {
            let chunk = &mut self.table[at];
            for i in 0..chunk.len() {
                chunk.keys[i] = rewrite(chunk.keys[i], chunk.handles[i]);
            }
        }
    }

    /// Returns the bytes that all chunks have allocated.
    pub(super) fn allocated_bytes(&self) -> usize {
        self.table.allocated_bytes()
    }
}
