//! How blocks store their entries: what a key has to bring along, and the plain way.

use core::fmt::Debug;
use core::ops::Range;

use super::arena::Rows;
use super::summary::{Count, Summary};
use super::{BLOCK_CAPACITY, Handle, search};

/// The key of an entry: an ordered value that is copied, the way in which blocks store it, and
/// what links count.
///
/// Numbers are keys. A type becomes one by taking [`PlainRows`] and [`Count`]:
///
/// ```
/// use edgeboard::skiplist::{Count, Key, PlainRows, SkipList};
///
/// #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
/// struct Place(u32, u32);
///
/// impl Key for Place {
///     type Rows = PlainRows<Self>;
///     type Summary = Count;
/// }
///
/// assert!(SkipList::<Place>::new().is_empty());
/// ```
pub trait Key: Copy + Ord + Default + Debug + 'static {
    /// How blocks store entries with such keys.
    type Rows: EntryRows<Self> + 'static;

    /// What links tell of the entries that they jump over.
    type Summary: Summary;
}

macro_rules! plain_keys {
    ($($key:ty)*) => {
        $(impl Key for $key {
            type Rows = PlainRows<Self>;
            type Summary = Count;
        })*
    };
}

plain_keys!(u32 u64 u128 i32 i64 i128);

/// The entries of all blocks: a row for each, of up to 64 entries in order. The caller knows how
/// many entries a row has, and says so.
pub trait EntryRows<K>: Clone + Debug {
    /// The entries of one row, to be read.
    type Run<'a>: Run<K> + Clone + Debug
    where
        Self: 'a;

    /// No rows.
    const EMPTY: Self;

    /// The first `len` entries of a row.
    fn run(&self, row: usize, len: usize) -> Self::Run<'_>;

    /// Returns where among the first `len` entries of a row one is.
    fn position(&self, row: usize, len: usize, handle: Handle) -> Option<usize>;

    /// Puts an entry at a position of a row that has `len` entries and is not full.
    fn insert(&mut self, row: usize, len: usize, at: usize, entry: (K, Handle));

    /// Takes the entry at a position out.
    fn remove(&mut self, row: usize, len: usize, at: usize);

    /// Moves the entry at `from` to `to` and gives it a new key.
    fn move_within(&mut self, row: usize, len: usize, from: usize, to: usize, key: K);

    /// Moves the last `count` entries of a row to the front of another.
    fn move_back(&mut self, from: RowLen, to: RowLen, count: usize);

    /// Moves the first `count` entries of a row to the end of another.
    fn move_front(&mut self, from: RowLen, to: RowLen, count: usize);

    /// Replaces every key of a row; the order stays.
    fn rewrite_keys(&mut self, row: usize, len: usize, rewrite: impl Fn(K, Handle) -> K);

    /// Reads something of every line of memory that holds keys of a row.
    fn fetch_keys(&self, row: usize);

    /// Reads something of every line of memory that holds handles of a row.
    fn fetch_handles(&self, row: usize);

    /// Returns the bytes that the rows have allocated.
    fn allocated_bytes(&self) -> usize;

    /// Checks what must hold of the rows, given the lengths of those in use.
    fn validate(&self, rows: impl Iterator<Item = RowLen>) -> Result<(), &'static str>;
}

/// A row and how many entries it has.
#[derive(Clone, Copy, Debug)]
pub struct RowLen {
    pub(super) row: usize,
    pub(super) len: usize,
}

/// Entries of one row, in order.
pub trait Run<K> {
    /// Returns how many there are.
    fn len(&self) -> usize;

    /// Returns the key at a position.
    fn key(&self, at: usize) -> K;

    /// Returns the handle at a position.
    fn handle(&self, at: usize) -> Handle;

    /// Returns the positions of the keys that are equal to one. Where there are none, the range
    /// is empty and says where the key would be.
    fn equal(&self, key: &K) -> Range<usize>;

    /// Returns the entry at a position.
    #[inline]
    fn entry(&self, at: usize) -> (K, Handle) {
        (self.key(at), self.handle(at))
    }
}

/// Rows that keep keys as they are.
#[derive(Clone, Debug)]
pub struct PlainRows<K> {
    keys: Rows<K, BLOCK_CAPACITY>,
    handles: Rows<Handle, BLOCK_CAPACITY>,
}

impl<K: Key> EntryRows<K> for PlainRows<K> {
    type Run<'a>
        = PlainRun<'a, K>
    where
        Self: 'a;

    const EMPTY: Self = PlainRows { keys: Rows::new(), handles: Rows::new() };

    #[inline]
    fn run(&self, row: usize, len: usize) -> PlainRun<'_, K> {
        PlainRun { keys: self.keys.row(row), handles: self.handles.row(row), len }
    }

    fn position(&self, row: usize, len: usize, handle: Handle) -> Option<usize> {
        search::position(self.handles.row(row), len, |&other| other == handle)
    }

    fn insert(&mut self, row: usize, len: usize, at: usize, (key, handle): (K, Handle)) {
        self.keys.ensure(row, len + 1);
        self.handles.ensure(row, len + 1);
        insert_at(self.keys.row_mut(row), len, at, key);
        insert_at(self.handles.row_mut(row), len, at, handle);
    }

    fn remove(&mut self, row: usize, len: usize, at: usize) {
        self.keys.row_mut(row).copy_within(at + 1..len, at);
        self.handles.row_mut(row).copy_within(at + 1..len, at);
    }

    fn move_within(&mut self, row: usize, _: usize, from: usize, to: usize, key: K) {
        let keys = self.keys.row_mut(row);
        keys[from] = key;
        rotate(keys, from, to);
        rotate(self.handles.row_mut(row), from, to);
    }

    fn move_back(&mut self, from: RowLen, to: RowLen, count: usize) {
        move_back(&mut self.keys, from, to, count);
        move_back(&mut self.handles, from, to, count);
    }

    fn move_front(&mut self, from: RowLen, to: RowLen, count: usize) {
        move_front(&mut self.keys, from, to, count);
        move_front(&mut self.handles, from, to, count);
    }

    fn rewrite_keys(&mut self, row: usize, len: usize, rewrite: impl Fn(K, Handle) -> K) {
        let keys = &mut self.keys.row_mut(row)[..len];
        for (key, &handle) in keys.iter_mut().zip(self.handles.row(row)) {
            *key = rewrite(*key, handle);
        }
    }

    fn fetch_keys(&self, row: usize) {
        fetch(self.keys.row(row));
    }

    fn fetch_handles(&self, row: usize) {
        fetch(self.handles.row(row));
    }

    fn allocated_bytes(&self) -> usize {
        self.keys.allocated_bytes() + self.handles.allocated_bytes()
    }

    fn validate(&self, _: impl Iterator<Item = RowLen>) -> Result<(), &'static str> {
        Ok(())
    }
}

/// Keys and handles side by side, of which the first `len` count.
#[derive(Clone, Copy, Debug)]
pub struct PlainRun<'a, K> {
    pub(super) keys: &'a [K],
    pub(super) handles: &'a [Handle],
    pub(super) len: usize,
}

impl<K: Copy + Ord> Run<K> for PlainRun<'_, K> {
    #[inline]
    fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn key(&self, at: usize) -> K {
        self.keys[at]
    }

    #[inline]
    fn handle(&self, at: usize) -> Handle {
        self.handles[at]
    }

    #[inline]
    fn equal(&self, key: &K) -> Range<usize> {
        let start = search::leading(self.keys, self.len, |other| other < key);
        if start == self.len || self.keys[start] != *key {
            return start..start;
        }
        start..start + self.keys[start..self.len].partition_point(|other| other == key)
    }
}

/// Puts an element among the first `len` of a row, which has room for it.
#[inline]
pub(super) fn insert_at<T: Copy>(row: &mut [T], len: usize, at: usize, element: T) {
    row.copy_within(at..len, at + 1);
    row[at] = element;
}

/// Moves an element of a row to another position.
#[inline]
pub(super) fn rotate<T: Copy>(row: &mut [T], from: usize, to: usize) {
    let element = row[from];
    if from < to {
        row.copy_within(from + 1..to + 1, from);
    } else {
        row.copy_within(to..from, to + 1);
    }
    row[to] = element;
}

/// Moves the last `count` elements of a row to the front of another.
pub(super) fn move_back<T: Copy + Default>(
    rows: &mut Rows<T, BLOCK_CAPACITY>,
    from: RowLen,
    to: RowLen,
    count: usize,
) {
    rows.ensure(to.row, to.len + count);
    rows.row_mut(to.row).copy_within(..to.len, count);
    for i in 0..count {
        let element = rows.row(from.row)[from.len - count + i];
        rows.row_mut(to.row)[i] = element;
    }
}

/// Moves the first `count` elements of a row to the end of another.
pub(super) fn move_front<T: Copy + Default>(
    rows: &mut Rows<T, BLOCK_CAPACITY>,
    from: RowLen,
    to: RowLen,
    count: usize,
) {
    rows.ensure(to.row, to.len + count);
    for i in 0..count {
        let element = rows.row(from.row)[i];
        rows.row_mut(to.row)[to.len + i] = element;
    }
    rows.row_mut(from.row).copy_within(count..from.len, 0);
}

/// Reads an element of each line of a row, in a way that the compiler does not leave out.
#[inline]
pub(super) fn fetch<T: Copy>(row: &[T]) {
    const LINE_BYTES: usize = 64;
    for line in row.chunks((LINE_BYTES / size_of::<T>()).max(1)) {
        core::hint::black_box(line[0]);
    }
}
