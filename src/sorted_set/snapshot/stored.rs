//! The parts of a snapshot that depend on the kind of members.

use alloc::vec;
use alloc::vec::Vec;

use crate::members::{Integers, MAX_MEMBERS, Members};
use crate::skiplist::Handle;
use crate::snapshot::{Kind, Reader, SnapshotError, Writer};
use crate::sorted_set::MemberTable;

/// A member table that snapshots hold.
#[doc(hidden)]
pub trait StoredTable: MemberTable {
    /// What a set with such members is in a snapshot.
    const KIND: Kind;

    /// Writes the members, and returns one more than the highest handle.
    fn write_members(&self, writer: &mut Writer<'_>) -> u64;

    /// Reads them into an empty table.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] for what [`write_members`](Self::write_members) cannot have written.
    fn read_members(&mut self, reader: &mut Reader<'_>) -> Result<Extent, SnapshotError>;

    /// Returns the handles to which entries are to come.
    fn unseen(&self, bound: u64) -> Unseen;

    /// Takes a handle for an entry; returns whether there may be one.
    fn take(&mut self, handle: Handle, unseen: &mut Unseen) -> bool;
}

/// How many members there are, and one more than the highest handle.
#[doc(hidden)]
#[derive(Debug)]
pub struct Extent {
    pub(super) count: usize,
    pub(super) bound: u64,
}

/// The handles that no entry had yet: a bit for each.
#[doc(hidden)]
#[derive(Debug)]
pub struct Unseen(Vec<u64>);

impl StoredTable for Members {
    const KIND: Kind = Kind::SortedSet;

    fn write_members(&self, writer: &mut Writer<'_>) -> u64 {
        self.write_to(writer);
        self.handle_bound() as u64
    }

    fn read_members(&mut self, reader: &mut Reader<'_>) -> Result<Extent, SnapshotError> {
        self.read_from(reader)?;
        Ok(Extent { count: self.len(), bound: self.handle_bound() as u64 })
    }

    fn unseen(&self, bound: u64) -> Unseen {
        Unseen(vec![u64::MAX; bound.div_ceil(64) as usize])
    }

    #[inline]
    fn take(&mut self, handle: Handle, Unseen(unseen): &mut Unseen) -> bool {
        let bit = 1 << (handle.0 % 64);
        let Some(word) = unseen.get_mut(handle.0 as usize / 64) else { return false };
        let was_there = *word & bit != 0;
        *word &= !bit;
        was_there && self.is_used(handle)
    }
}

/// Integers are their own handles, and come into the table with their entries. One that comes
/// twice leaves the table with fewer members than there are entries.
impl StoredTable for Integers {
    const KIND: Kind = Kind::IntegerSet;

    fn write_members(&self, writer: &mut Writer<'_>) -> u64 {
        let bound = self.max().map_or(0, |max| u64::from(max) + 1);
        writer.varint(self.len() as u64);
        writer.varint(bound);
        bound
    }

    fn read_members(&mut self, reader: &mut Reader<'_>) -> Result<Extent, SnapshotError> {
        let (count, bound) = (reader.varint()?, reader.varint()?);
        if count > bound || bound > 1 << 32 || count > MAX_MEMBERS as u64 {
            return Err(SnapshotError::invalid("has too many members"));
        }
        Ok(Extent { count: count as usize, bound })
    }

    fn unseen(&self, _: u64) -> Unseen {
        Unseen(Vec::new())
    }

    #[inline]
    fn take(&mut self, handle: Handle, _: &mut Unseen) -> bool {
        self.insert(handle.0);
        true
    }
}
