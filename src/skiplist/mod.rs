//! An indexable skip list of blocks.
//!
//! # Sources
//!
//! - William Pugh, "Skip Lists: A Probabilistic Alternative to Balanced Trees", 1990, and "A Skip
//!   List Cookbook", 1990, for links that know how many entries they jump over.
//! - Yicong Luo and others, "Bridging Cache-Friendliness and Concurrency: A Locality-Optimized
//!   In-Memory B-Skiplist", ICPP 2025, for blocks in place of nodes.
//! - `zskiplist` of Redis (`t_zset.c`), for the order of equal keys and the spans.
//!
//! # Idea
//!
//! A skip list is a sorted chain with express lanes: each node has a tower of random height, and
//! on level `l` a link leads from each tower that reaches it to the next one that does. A search
//! starts on the highest level, goes right as far as the key allows, then one level down.
//!
//! Chasing one node at a time misses the cache at each step. Here the bottom level is a chain of
//! *blocks* of up to 64 sorted entries, and towers stand on blocks. The links of level `l` are
//! kept in *chunks*: a tower that is taller than `l` starts a new chunk there, and the links of
//! the towers behind it that are not taller follow in the same chunk. So a search looks through
//! one chunk per level, line by line, and then through one block.
//!
//! ```text
//! level 2   [ a ───────────────► h ─────────► p ]           one chunk, the root
//! level 1   [ a ─► c ─► f ]    [ h ─► k ]   [ p ─► s ]      chunks start at the taller towers
//! blocks    a b │  c d e │ f g │ h i j │ k … │ p q r │ s t  64 entries at most, linked both ways
//! ```
//!
//! # Invariants
//!
//! 1. Entries ascend by key, and among equal keys by the tie rule of the [`Directory`].
//! 2. A link holds the first entry under its target, and a [`Summary`] of all entries under it.
//! 3. Every block and chunk knows where its link is. The root has no link and at least two links
//!    of its own; there is no chunk while there is only one block.
//! 4. No block and no chunk is empty or over its capacity; two neighbouring blocks hold more than
//!    half a block together.
//! 5. The directory knows the block of each entry.
//!
//! From 3 and 5 follows what makes boards fast: rank, key and update start at the entry and go
//! upwards. No search and no comparison is needed to find an entry or to tell its rank.
//!
//! # How this list differs
//!
//! - From Pugh: towers stand on blocks, about 1 in 64 of them reaches one level higher, and two
//!   rules keep the generator in check. A chunk that is full is split by promoting the link in its
//!   middle; a chunk that becomes short by a removal merges with its predecessor, which makes the
//!   tower between them shorter. So a list is never deeper than a B+tree of its size would be by
//!   more than a level or two, whatever is drawn; what is left to chance is where chunks begin.
//! - From the B-skiplist: no locks; a full block first shifts entries to a neighbour with room,
//!   and two full ones are split into three (as in the B*-tree: Knuth, "The Art of Computer
//!   Programming" 3, 6.2.4), which leaves blocks fuller; links carry summaries; an entry is found
//!   from its handle.
//! - From Redis: a tower for some fifty entries instead of one for each. The list does not know
//!   members: it holds handles, and asks their owner for the tie rule.
//!
//! How a block stores its entries is up to the kind of key: as they are ([`PlainRows`]), or as
//! small numbers relative to a base where many keys are near each other.
//!
//! Everything lies in tables that grow by segments of 64 KiB and never move; ids are 32 bits.
//! The same seed and the same operations give the same shape.

pub(crate) mod arena;
mod balance;
mod block;
mod chunk;
mod directory;
mod group;
mod iter;
mod level;
mod narrow;
mod read;
mod rows;
mod search;
mod summary;
mod tower;
mod validate;
mod write;

use block::Blocks;
use chunk::Chunks;
pub use directory::{BlockId, Directory, Handle};
pub use iter::Range;
use level::LevelGenerator;
pub(crate) use narrow::{NarrowKey, NarrowRows};
pub use rows::{Key, PlainRows};
pub use summary::{Count, Groups, Summary};

/// The most entries of a block.
const BLOCK_CAPACITY: usize = search::ROW;

/// The seed of the tower heights of lists that were given none.
const DEFAULT_SEED: u64 = 0x0065_6467_6562_6F61;

/// Names a chunk of links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ChunkId(u32);

impl ChunkId {
    const NONE: Self = ChunkId(u32::MAX);

    fn from_index(index: usize) -> Self {
        ChunkId(index as u32)
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A sorted list of keys with handles, in which positions are known; see the
/// [module](crate::skiplist) for how it works.
///
/// The Redis counterpart is its `zskiplist`, the ordered half of a sorted set.
///
/// # Examples
///
/// ```
/// use edgeboard::members::Members;
/// use edgeboard::rank::Rank;
/// use edgeboard::skiplist::SkipList;
///
/// let mut members = Members::new();
/// let mut list = SkipList::new();
/// for (name, points) in [("ann", 30), ("bob", 10), ("cid", 20)] {
///     let handle = members.insert(name.as_bytes());
///     list.insert(points, handle, &mut members);
/// }
///
/// let ann = members.get(b"ann").unwrap();
/// assert_eq!(list.rank(ann, &members), Some(Rank(2)));
/// list.update(ann, 15, &mut members);
/// assert_eq!(list.rank(ann, &members), Some(Rank(1)));
/// assert_eq!(list.select(Rank(1)), Some((15, ann)));
/// ```
#[derive(Clone, Debug)]
pub struct SkipList<K: Key> {
    blocks: Blocks<K>,
    chunks: Chunks<K>,
    /// The only chunk of the highest level, `NONE` while there are fewer than two blocks.
    root: ChunkId,
    first: BlockId,
    last: BlockId,
    len: u32,
    levels: LevelGenerator,
}

impl<K: Key> SkipList<K> {
    /// Returns an empty list, which has allocated nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let list: SkipList<u64> = SkipList::new();
    /// assert_eq!((list.len(), list.allocated_bytes()), (0, 0));
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self::with_seed(DEFAULT_SEED)
    }

    /// Returns an empty list whose tower heights follow from `seed`. The seed changes the shape
    /// and no answer.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let list: SkipList<u64> = SkipList::with_seed(42);
    /// assert!(list.is_empty());
    /// ```
    #[must_use]
    pub const fn with_seed(seed: u64) -> Self {
        SkipList {
            blocks: Blocks::new(),
            chunks: Chunks::new(),
            root: ChunkId::NONE,
            first: BlockId::NONE,
            last: BlockId::NONE,
            len: 0,
            levels: LevelGenerator::new(seed),
        }
    }

    /// Returns the number of entries. Computes in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::skiplist::SkipList;
    ///
    /// assert_eq!(SkipList::<u64>::new().len(), 0);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns whether the list has no entries. Computes in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::skiplist::SkipList;
    ///
    /// assert!(SkipList::<u64>::new().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Removes all entries and gives the memory back.
    ///
    /// The directory is not told: its owner clears it as well, or counts every entry as being in
    /// no list.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let mut members = Members::new();
    /// let mut list = SkipList::new();
    /// list.insert(10, members.insert(b"bob"), &mut members);
    /// list.clear();
    /// members.clear();
    /// assert_eq!(list.allocated_bytes(), 0);
    /// ```
    pub fn clear(&mut self) {
        let levels = self.levels.clone();
        *self = SkipList { levels, ..Self::new() };
    }

    /// Returns the bytes that the list has allocated. Computes in **O(n)** time with a very small
    /// factor: one step for each 64 KiB.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let mut members = Members::new();
    /// let mut list = SkipList::new();
    /// list.insert(10.0_f32.to_bits(), members.insert(b"bob"), &mut members);
    /// assert!(list.allocated_bytes() < 256);
    /// ```
    #[must_use]
    pub fn allocated_bytes(&self) -> usize {
        self.blocks.allocated_bytes() + self.chunks.allocated_bytes()
    }
}

impl<K: Key> Default for SkipList<K> {
    fn default() -> Self {
        Self::new()
    }
}
