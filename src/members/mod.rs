//! The members of a set: names as bytes, and the handles by which the rest of the engine knows
//! them.
//!
//! # Idea
//!
//! A name is stored once. Its [`Handle`] is the position of a record of sixteen bytes, which
//! holds the name itself if that is at most twelve bytes long, and otherwise says where in an
//! arena it lies. The canonical text of a UUID is kept as its sixteen bytes: twelve in the record,
//! four in a table beside it, which is there when a UUID is. The record also holds the block of
//! the member in its ordered list, so that `Members` is the [`Directory`] of a
//! [`SkipList`](crate::skiplist::SkipList): one lookup by name leads to the entry, without a
//! search in the list. An index of handles by hash finds the record of a name.
//!
//! Handles are dense: a removed member's handle is given to a later one, so no handle is ever
//! larger than the largest number of members there was. Side tables may use handles as positions.
//!
//! # Limits
//!
//! [`MAX_MEMBERS`] members with names of up to [`MAX_NAME_BYTES`] bytes each. Callers check both
//! where input comes in.

mod arena;
mod batch;
mod hash;
mod index;
mod integers;
mod name;
mod names;
mod record;
mod snapshot;
mod uuid;

use core::cmp::Ordering;

use crate::skiplist::{BlockId, Directory, Handle};
use index::Index;
pub use integers::Integers;
pub use name::Name;
use names::{Names, Wanted};
use record::{Kept, Record};

/// The most members that there can be at a time.
pub const MAX_MEMBERS: usize = (1 << 26) - 1;

/// The most bytes of a name, as in Redis.
pub const MAX_NAME_BYTES: usize = 512 * 1024 * 1024;

/// The seed of indexes that were given none.
const DEFAULT_SEED: u64 = 0x6D65_6D62_6572_7321;

/// No handle.
const NONE: Handle = Handle(u32::MAX);

/// An index from names to handles and back; see the [module](crate::members).
///
/// The Redis counterpart is the `dict` of a sorted set.
///
/// # Examples
///
/// ```
/// use edgeboard::members::Members;
///
/// let mut members = Members::new();
/// let alice = members.insert(b"alice");
/// let bob = members.insert(b"bob");
/// assert_eq!(members.insert(b"alice"), alice);
/// assert_eq!(members.name(bob), b"bob");
///
/// members.remove(alice);
/// assert_eq!(members.get(b"alice"), None);
/// assert_eq!(members.len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Members {
    names: Names,
    index: Index,
    /// The first of the records that are not in use.
    unused: Handle,
}

impl Members {
    /// Returns an index without members, which has allocated nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    ///
    /// assert!(Members::new().is_empty());
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self::with_seed(DEFAULT_SEED)
    }

    /// Returns an index without members whose hashes follow from `seed`.
    ///
    /// The seed changes no answer. Who takes names from strangers passes a secret one, so that
    /// nobody can choose names that collide.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    ///
    /// let mut members = Members::with_seed(0x5EED);
    /// assert_eq!(members.insert(b"alice"), Members::new().insert(b"alice"));
    /// ```
    #[must_use]
    pub const fn with_seed(seed: u64) -> Self {
        Members { names: Names::new(), index: Index::new(seed), unused: NONE }
    }

    /// Returns the number of members. Computes in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    ///
    /// assert_eq!(Members::new().len(), 0);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Returns whether there are no members. Computes in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    ///
    /// assert!(Members::new().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the handle of a member, or `None` if there is no member of this name.
    ///
    /// Computes in expected **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    ///
    /// let mut members = Members::new();
    /// let alice = members.insert(b"alice");
    /// assert_eq!(members.get(b"alice"), Some(alice));
    /// assert_eq!(members.get(b"Alice"), None);
    /// ```
    #[must_use]
    pub fn get(&self, name: &[u8]) -> Option<Handle> {
        self.find(&Wanted::new(name, self.index.seed()))
    }

    #[inline]
    fn find(&self, wanted: &Wanted<'_>) -> Option<Handle> {
        self.index.get(wanted.hash, |handle| self.names.is_it(handle, wanted))
    }

    /// Returns the handle of a member, which it adds if there is none of this name. A new one is
    /// in no block.
    ///
    /// Computes in amortised expected **O(1)** time.
    ///
    /// # Panics
    ///
    /// When there are [`MAX_MEMBERS`] members, or the name is longer than [`MAX_NAME_BYTES`].
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    ///
    /// let mut members = Members::new();
    /// let empty = members.insert(b"");
    /// let binary = members.insert(&[0, 255, 0]);
    /// assert_ne!(empty, binary);
    /// assert_eq!(members.name(binary), [0, 255, 0]);
    /// ```
    pub fn insert(&mut self, name: &[u8]) -> Handle {
        let wanted = Wanted::new(name, self.index.seed());
        if let Some(handle) = self.find(&wanted) {
            return handle;
        }
        assert!(self.len() < MAX_MEMBERS, "there are as many members as handles");
        assert!(name.len() <= MAX_NAME_BYTES, "the name is too long");
        let handle = self.take_handle();
        self.names.set(handle, &wanted);
        let (names, seed) = (&self.names, self.index.seed());
        self.index.insert(wanted.hash, handle, |other| names.hash_of(other, seed));
        handle
    }

    /// Takes a record that is not in use, or makes one.
    fn take_handle(&mut self) -> Handle {
        if self.unused == NONE {
            return self.names.push(Record::unused(NONE));
        }
        let handle = self.unused;
        if let Kept::Nothing { next } = self.names.record(handle).kept() {
            self.unused = next;
        }
        handle
    }

    /// Removes a member, which the caller has taken out of its list before. A handle that is not
    /// in use is ignored.
    ///
    /// The handle and the memory of the name serve later members. Computes in expected **O(1)**
    /// time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    ///
    /// let mut members = Members::new();
    /// let alice = members.insert(b"alice");
    /// members.remove(alice);
    /// assert_eq!(members.insert(b"bob"), alice);
    /// ```
    pub fn remove(&mut self, handle: Handle) {
        if !self.is_used(handle) {
            return;
        }
        let (names, seed) = (&self.names, self.index.seed());
        let hash_of = |other| names.hash_of(other, seed);
        self.index.remove(hash_of(handle), handle, hash_of);
        self.names.replace(handle, Record::unused(self.unused));
        self.unused = handle;
        if self.is_empty() {
            self.clear();
        }
    }

    /// Returns whether a handle is that of a member.
    pub(crate) fn is_used(&self, handle: Handle) -> bool {
        self.names.get(handle).is_some_and(|record| !record.is_unused())
    }

    /// Returns the name of a member; it is empty for a handle that is not in use.
    ///
    /// Computes in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    ///
    /// let mut members = Members::new();
    /// let name = b"a name that is longer than twelve bytes";
    /// let handle = members.insert(name);
    /// assert_eq!(members.name(handle), name);
    /// ```
    #[must_use]
    pub fn name(&self, handle: Handle) -> Name<'_> {
        self.names.name(handle)
    }

    /// Returns an iterator over all members, in the order of their handles.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    ///
    /// let mut members = Members::new();
    /// let [bob, alice] = [b"bob".as_slice(), b"alice"].map(|name| members.insert(name));
    /// assert!(members.iter().map(|(handle, _)| handle).eq([bob, alice]));
    /// assert_eq!(members.iter().next().map(|(_, name)| name.to_vec()), Some(b"bob".to_vec()));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Handle, Name<'_>)> {
        let handles = (0..self.names.len()).map(|at| Handle(at as u32));
        handles.filter(|&handle| self.is_used(handle)).map(|handle| (handle, self.name(handle)))
    }

    /// Visits the handles in use among `count` handles from `from` on, and returns the handle
    /// behind them, or `None` if there is none.
    ///
    /// Computes in **O(1)** time for each handle.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    ///
    /// let mut members = Members::new();
    /// let alice = members.insert(b"alice");
    /// assert_eq!(members.scan(0, 10, |handle| assert_eq!(handle, alice)), None);
    /// ```
    pub fn scan(&self, from: u32, count: u32, mut visit: impl FnMut(Handle)) -> Option<u32> {
        let len = self.names.len() as u32;
        let end = from.saturating_add(count).min(len);
        (from..end).map(Handle).filter(|&handle| self.is_used(handle)).for_each(&mut visit);
        (end < len).then_some(end)
    }

    /// Removes all members and gives the memory back. Handles start at 0 again.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    ///
    /// let mut members = Members::new();
    /// members.insert(b"alice");
    /// members.clear();
    /// assert_eq!((members.len(), members.allocated_bytes()), (0, 0));
    /// ```
    pub fn clear(&mut self) {
        *self = Self::with_seed(self.index.seed());
    }

    /// Returns the bytes that the index has allocated. Computes in **O(n)** time with a very
    /// small factor: one step for each 64 KiB.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    ///
    /// assert_eq!(Members::new().allocated_bytes(), 0);
    /// ```
    #[must_use]
    pub fn allocated_bytes(&self) -> usize {
        self.names.allocated_bytes() + self.index.allocated_bytes()
    }

    /// Checks that every name leads to its handle and back. Computes in **O(n)** time.
    ///
    /// # Errors
    ///
    /// A sentence that names the first broken invariant.
    #[doc(hidden)]
    pub fn internal_validate(&self) -> Result<(), &'static str> {
        let mut used = 0;
        for (handle, name) in self.iter() {
            used += 1;
            if self.get(&name) != Some(handle) {
                return Err("every name leads to its handle");
            }
        }
        if used != self.len() {
            return Err("the index holds as many handles as there are members");
        }
        let (mut unused, mut next) = (0, self.unused);
        while let Some(record) = (next != NONE).then(|| self.names.record(next)) {
            let Kept::Nothing { next: after } = record.kept() else {
                return Err("the list of unused handles holds no member");
            };
            (unused, next) = (unused + 1, after);
            if unused > self.names.len() {
                return Err("the list of unused handles ends");
            }
        }
        if used + unused != self.names.len() {
            return Err("every handle is in use or in the list of unused ones");
        }
        self.names.validate_arena(self.iter().map(|(handle, _)| handle))
    }
}

/// Members with equal keys are in the order of their bytes, a prefix first.
impl Directory for Members {
    fn tie(&self, a: Handle, b: Handle) -> Ordering {
        self.names.order(a, b)
    }

    /// Compares with several members at a time: their records lie anywhere in memory, and are
    /// fetched together that way, where a binary search would wait for one after the other.
    fn ties_before(&self, len: usize, run: impl Fn(usize) -> Handle, handle: Handle) -> usize {
        const PROBES: usize = 8;
        let is_before = |at: usize| usize::from(self.tie(run(at), handle) == Ordering::Less);
        let (mut start, mut end) = (0, len);
        while end - start > PROBES {
            let (base, len) = (start, end - start);
            let probe = |i: usize| base + (i + 1) * len / (PROBES + 1);
            let before: usize = (0..PROBES).map(|i| is_before(probe(i))).sum();
            if before > 0 {
                start = probe(before - 1) + 1;
            }
            if before < PROBES {
                end = probe(before);
            }
        }
        start + (start..end).map(is_before).sum::<usize>()
    }

    fn block(&self, handle: Handle) -> BlockId {
        // A record that is not in use is in no block either.
        self.names.get(handle).map_or(BlockId::NONE, Record::block)
    }

    fn place(&mut self, handle: Handle, block: BlockId) {
        self.names.record_mut(handle).set_block(block);
    }
}

impl Default for Members {
    fn default() -> Self {
        Self::new()
    }
}
