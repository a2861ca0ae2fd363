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
//! 2. A link holds the first entry under its target, and a summary of all entries under it.
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
//! - From Pugh: towers stand on blocks, about 1 in 32 of them reaches one level higher, and two
//!   bounds help the generator. A chunk that is full is split by promoting the link in its
//!   middle; a chunk that becomes short by a removal merges with its predecessor, which makes the
//!   tower between them shorter. So the worst case is logarithmic too, as in a B+tree; what is
//!   left of chance is where chunks begin.
//! - From the B-skiplist: no locks; a full block first shifts entries to a neighbour with room,
//!   which leaves blocks fuller; links carry summaries; an entry is found from its handle.
//! - From Redis: one copy of each entry for 64 of them instead of a node and a tower for each, and
//!   the list does not know members: it holds handles, and asks their owner for the tie rule.
//!
//! Everything lies in tables that grow by segments of 64 KiB and never move; ids are 32 bits.
//! The same seed and the same operations give the same shape.

pub(crate) mod arena;
mod balance;
mod block;
mod chunk;
mod iter;
mod level;
mod search;
mod summary;
mod tower;
mod validate;

use core::cmp::Ordering;
use core::ops::Range as RankRange;

use crate::rank::Rank;
use block::Blocks;
use chunk::Chunks;
pub use iter::Range;
use level::LevelGenerator;
use summary::Summary;

/// The most entries of a block.
const BLOCK_CAPACITY: usize = search::ROW;

/// The seed of the tower heights of lists that were given none.
const DEFAULT_SEED: u64 = 0x0065_6467_6562_6F61;

/// Names an entry of a list. Its owner gives handles out, one for each entry.
///
/// # Examples
///
/// ```
/// use edgeboard::members::Members;
///
/// let mut members = Members::new();
/// let alice = members.insert(b"alice");
/// assert_eq!(members.get(b"alice"), Some(alice));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle(pub u32);

/// Names a block of a list. The owner of the handles keeps it for the list, see [`Directory`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockId(u32);

impl BlockId {
    /// The block of an entry that is in no list.
    pub const NONE: Self = BlockId(u32::MAX);

    /// Returns the id as a number, to be stored in fewer bits by an owner who knows how many
    /// blocks there can be.
    pub(crate) const fn number(self) -> u32 {
        self.0
    }

    pub(crate) const fn from_number(number: u32) -> Self {
        BlockId(number)
    }

    fn from_index(index: usize) -> Self {
        BlockId(index as u32)
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

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

/// The owner of the handles of a list, asked for what the list does not keep itself.
///
/// [`Members`](crate::members::Members) is one. Each operation of a list takes its owner as an
/// argument, and all operations on one list must be given the same one.
///
/// # Examples
///
/// An owner whose equal keys are in the order of the handles:
///
/// ```
/// use core::cmp::Ordering;
/// use edgeboard::skiplist::{BlockId, Directory, Handle, SkipList};
///
/// struct ByHandle(Vec<BlockId>);
///
/// impl Directory for ByHandle {
///     fn tie(&self, a: Handle, b: Handle) -> Ordering {
///         a.cmp(&b)
///     }
///     fn block(&self, handle: Handle) -> BlockId {
///         self.0[handle.0 as usize]
///     }
///     fn place(&mut self, handle: Handle, block: BlockId) {
///         self.0[handle.0 as usize] = block;
///     }
/// }
///
/// let mut owner = ByHandle(vec![BlockId::NONE; 2]);
/// let mut list = SkipList::new();
/// list.insert(7, Handle(1), &mut owner);
/// list.insert(7, Handle(0), &mut owner);
/// assert_eq!(list.first(), Some((7, Handle(0))));
/// ```
pub trait Directory {
    /// Returns the order of two different entries with equal keys. It must be total and must not
    /// change while the entries are in the list.
    fn tie(&self, a: Handle, b: Handle) -> Ordering;

    /// Returns how many entries of a run with equal keys come before another entry with this key.
    /// The run is in order.
    fn ties_before(&self, run: &[Handle], handle: Handle) -> usize {
        run.partition_point(|&other| self.tie(other, handle) == Ordering::Less)
    }

    /// Returns the block that [`place`](Self::place) was last told for an entry, or
    /// [`BlockId::NONE`] if it was never told one.
    fn block(&self, handle: Handle) -> BlockId;

    /// Takes note of the block in which an entry rests from now on.
    fn place(&mut self, handle: Handle, block: BlockId);
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
pub struct SkipList<K> {
    blocks: Blocks<K>,
    chunks: Chunks<K>,
    /// The only chunk of the highest level, `NONE` while there are fewer than two blocks.
    root: ChunkId,
    first: BlockId,
    last: BlockId,
    len: u32,
    levels: LevelGenerator,
}

impl<K: Copy + Ord + Default> SkipList<K> {
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

    /// Inserts an entry. The caller has checked that its handle is not in the list.
    ///
    /// Computes in **O(log n)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let mut members = Members::new();
    /// let mut list = SkipList::new();
    /// let bob = members.insert(b"bob");
    /// list.insert(10, bob, &mut members);
    /// assert_eq!(list.first(), Some((10, bob)));
    /// ```
    pub fn insert<D: Directory>(&mut self, key: K, handle: Handle, directory: &mut D) {
        debug_assert!(directory.block(handle) == BlockId::NONE, "the handle is in the list");
        let (mut block, mut at) = if self.is_empty() {
            self.first = self.blocks.allocate();
            self.last = self.first;
            (self.first, 0)
        } else {
            self.place_for(&key, handle, directory)
        };
        if self.blocks.len(block) == BLOCK_CAPACITY {
            (block, at) = self.make_room(block, at, directory);
        }
        self.blocks.insert(block, at, key, handle);
        directory.place(handle, block);
        self.each_link_above(block, |summary| *summary += Summary::of(1));
        self.len += 1;
        if at == 0 {
            self.first_entry_changed(block);
        }
    }

    /// Removes an entry and returns its key, or `None` if it is not in the list.
    ///
    /// Computes in **O(log n)** time, without a search.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let mut members = Members::new();
    /// let mut list = SkipList::new();
    /// let bob = members.insert(b"bob");
    /// list.insert(10, bob, &mut members);
    /// assert_eq!(list.remove(bob, &mut members), Some(10));
    /// assert_eq!(list.remove(bob, &mut members), None);
    /// ```
    pub fn remove<D: Directory>(&mut self, handle: Handle, directory: &mut D) -> Option<K> {
        let (block, at) = self.locate_key(handle, directory)?;
        let key = self.blocks.remove(block, at);
        directory.place(handle, BlockId::NONE);
        if self.len == 1 {
            self.clear();
            return Some(key);
        }
        self.each_link_above(block, |summary| *summary -= Summary::of(1));
        self.len -= 1;
        if self.blocks.len(block) == 0 {
            self.drop_block(block);
            return Some(key);
        }
        if at == 0 {
            self.first_entry_changed(block);
        }
        if self.blocks.len(block) < balance::BLOCK_HALF {
            self.merge_if_short(block, directory);
        }
        Some(key)
    }

    /// Gives an entry a new key and returns the old one, or `None` if it is not in the list. A
    /// new key that is equal to the old one still replaces it.
    ///
    /// Computes in **O(log n)** time. An entry that stays in its block moves within it; one that
    /// goes a short way is searched from where it was.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let mut members = Members::new();
    /// let mut list = SkipList::new();
    /// let bob = members.insert(b"bob");
    /// assert_eq!(list.update(bob, 10, &mut members), None);
    /// list.insert(10, bob, &mut members);
    /// assert_eq!(list.update(bob, 12, &mut members), Some(10));
    /// assert_eq!(list.key(bob, &members), Some(12));
    /// ```
    pub fn update<D: Directory>(&mut self, handle: Handle, key: K, directory: &mut D) -> Option<K> {
        self.update_with(handle, directory, |_| Some(key))
    }

    /// Gives an entry the key that `change` makes of its old one, or leaves it if that is `None`.
    /// Returns the old key, or `None` if the entry is not in the list.
    ///
    /// Computes in **O(log n)** time, as [`update`](Self::update) does.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let mut members = Members::new();
    /// let mut list = SkipList::new();
    /// let bob = members.insert(b"bob");
    /// list.insert(10, bob, &mut members);
    /// let best = |points| move |old| (points > old).then_some(points);
    /// assert_eq!(list.update_with(bob, &mut members, best(7)), Some(10));
    /// assert_eq!(list.update_with(bob, &mut members, best(12)), Some(10));
    /// assert_eq!(list.key(bob, &members), Some(12));
    /// ```
    pub fn update_with<D: Directory>(
        &mut self,
        handle: Handle,
        directory: &mut D,
        change: impl FnOnce(K) -> Option<K>,
    ) -> Option<K> {
        let (block, at) = self.locate_key(handle, directory)?;
        let (old, _) = self.blocks.entry(block, at);
        if let Some(key) = change(old) {
            self.rekey(block, at, key, directory);
        }
        Some(old)
    }

    /// Returns the key of an entry, or `None` if it is not in the list.
    ///
    /// Computes in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let mut members = Members::new();
    /// let mut list = SkipList::new();
    /// let bob = members.insert(b"bob");
    /// assert_eq!(list.key(bob, &members), None);
    /// list.insert(10, bob, &mut members);
    /// assert_eq!(list.key(bob, &members), Some(10));
    /// ```
    #[must_use]
    pub fn key<D: Directory>(&self, handle: Handle, directory: &D) -> Option<K> {
        let (block, at) = self.locate_key(handle, directory)?;
        Some(self.blocks.keys(block)[at])
    }

    /// Returns the 0-based position of an entry, or `None` if it is not in the list.
    ///
    /// Computes in **O(log n)** time, without a search or a comparison of keys.
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
    /// let [ann, bob] = [b"ann", b"bob"].map(|name| members.insert(name));
    /// list.insert(20, ann, &mut members);
    /// list.insert(10, bob, &mut members);
    /// assert_eq!(list.rank(ann, &members), Some(Rank(1)));
    /// ```
    #[must_use]
    pub fn rank<D: Directory>(&self, handle: Handle, directory: &D) -> Option<Rank> {
        let (block, at) = self.locate(handle, directory)?;
        Some(self.rank_of(block, at))
    }

    /// Returns the entry at a position, or `None` if the list is not that long.
    ///
    /// Computes in **O(log n)** time.
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
    /// let bob = members.insert(b"bob");
    /// list.insert(10, bob, &mut members);
    /// assert_eq!(list.select(Rank(0)), Some((10, bob)));
    /// assert_eq!(list.select(Rank(1)), None);
    /// ```
    #[must_use]
    pub fn select(&self, rank: Rank) -> Option<(K, Handle)> {
        if rank.index() >= self.len() {
            return None;
        }
        let (block, at) = self.place_of_rank(rank.index());
        Some(self.blocks.entry(block, at))
    }

    /// Returns the first entry, or `None` if there is none. Computes in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::skiplist::SkipList;
    ///
    /// assert_eq!(SkipList::<u64>::new().first(), None);
    /// ```
    #[must_use]
    pub fn first(&self) -> Option<(K, Handle)> {
        (!self.is_empty()).then(|| self.blocks.entry(self.first, 0))
    }

    /// Returns the last entry, or `None` if there is none. Computes in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::skiplist::SkipList;
    ///
    /// assert_eq!(SkipList::<u64>::new().last(), None);
    /// ```
    #[must_use]
    pub fn last(&self) -> Option<(K, Handle)> {
        (!self.is_empty()).then(|| self.blocks.entry(self.last, self.blocks.len(self.last) - 1))
    }

    /// Returns the number of entries for which `before` holds, given that it holds for a prefix
    /// of the order and for nothing behind it.
    ///
    /// So this is the rank at which a bound lies, whether the entries at the bound count or not
    /// being up to `before`. Computes in **O(log n)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let mut members = Members::new();
    /// let mut list = SkipList::new();
    /// for (name, points) in [("ann", 30), ("bob", 10), ("cid", 20)] {
    ///     let handle = members.insert(name.as_bytes());
    ///     list.insert(points, handle, &mut members);
    /// }
    /// assert_eq!(list.count_before(|&points, _| points < 20), 1);
    /// assert_eq!(list.count_before(|&points, _| points <= 20), 2);
    /// ```
    #[must_use]
    pub fn count_before(&self, before: impl Fn(&K, Handle) -> bool) -> usize {
        self.count_before_by(before)
    }

    /// Returns an iterator over the entries whose ranks lie in a half-open range, as far as there
    /// are any. It goes both ways.
    ///
    /// Computes in **O(log n)** time for each end that is read from, and **O(1)** for each entry.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let mut members = Members::new();
    /// let mut list = SkipList::new();
    /// for (name, points) in [("ann", 30), ("bob", 10), ("cid", 20)] {
    ///     let handle = members.insert(name.as_bytes());
    ///     list.insert(points, handle, &mut members);
    /// }
    /// let top_two: Vec<u64> = list.range(1..3).rev().map(|(points, _)| points).collect();
    /// assert_eq!(top_two, [30, 20]);
    /// ```
    #[must_use]
    pub fn range(&self, ranks: RankRange<usize>) -> Range<'_, K> {
        Range::new(self, ranks)
    }

    /// Returns an iterator over all entries, in order. It goes both ways.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::skiplist::SkipList;
    ///
    /// assert_eq!(SkipList::<u64>::new().iter().next(), None);
    /// ```
    #[must_use]
    pub fn iter(&self) -> Range<'_, K> {
        self.range(0..self.len())
    }

    /// Inserts many entries, each at the end if it belongs there.
    ///
    /// Computes in **O(m)** time for m ascending entries behind all others, and fills the blocks.
    /// An entry that is out of order is inserted where it belongs, in **O(log n)**. The caller
    /// has checked that no handle is in the list.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let mut members = Members::new();
    /// let sorted = [("bob", 10), ("cid", 20), ("ann", 30)];
    /// let entries = sorted.map(|(name, points)| (points, members.insert(name.as_bytes())));
    /// let mut list = SkipList::new();
    /// list.extend_sorted(entries, &mut members);
    /// assert!(list.iter().map(|(points, _)| points).eq([10, 20, 30]));
    /// ```
    pub fn extend_sorted<D: Directory>(
        &mut self,
        entries: impl IntoIterator<Item = (K, Handle)>,
        directory: &mut D,
    ) {
        for (key, handle) in entries {
            self.insert(key, handle, directory);
        }
    }

    /// Replaces every key by what `rewrite` makes of it, given that this changes no order: keys in
    /// order stay in order, and what the tie rule decided before it may still decide.
    ///
    /// Computes in **O(n)** time.
    pub(crate) fn rewrite_keys(&mut self, rewrite: impl Fn(K, Handle) -> K) {
        let mut block = self.first;
        while block != BlockId::NONE {
            self.blocks.rewrite_keys(block, &rewrite);
            block = self.blocks.head(block).next;
        }
        self.chunks.rewrite_keys(&rewrite);
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

impl<K: Copy + Ord + Default> Default for SkipList<K> {
    fn default() -> Self {
        Self::new()
    }
}
