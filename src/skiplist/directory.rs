//! What the owner of the entries does for a list.

use core::cmp::Ordering;

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
pub struct BlockId(pub(super) u32);

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

    pub(super) fn from_index(index: usize) -> Self {
        BlockId(index as u32)
    }

    pub(super) fn index(self) -> usize {
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

    /// Returns how many of `len` entries with equal keys come before another entry with this key.
    /// `run` has their handles, in order.
    fn ties_before(&self, len: usize, run: impl Fn(usize) -> Handle, handle: Handle) -> usize {
        let (mut start, mut end) = (0, len);
        while start < end {
            let middle = start.midpoint(end);
            if self.tie(run(middle), handle) == Ordering::Less {
                start = middle + 1;
            } else {
                end = middle;
            }
        }
        start
    }

    /// Returns whether two entries with equal keys are of one group, for lists that count
    /// [`Groups`](super::Groups). Entries of one group lie side by side.
    fn is_group(&self, a: Handle, b: Handle) -> bool {
        let _ = (a, b);
        true
    }

    /// Returns the block that [`place`](Self::place) was last told for an entry, or
    /// [`BlockId::NONE`] if it was never told one.
    fn block(&self, handle: Handle) -> BlockId;

    /// Takes note of the block in which an entry rests from now on.
    fn place(&mut self, handle: Handle, block: BlockId);
}
