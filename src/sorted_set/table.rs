//! The member tables on which a sorted set can stand.

use super::key::{EntryKey, Key};
use crate::members::{Integers, Members, Name};
use crate::score::Score;
use crate::skiplist::{Directory, Handle};

/// What a [`SortedSet`](super::SortedSet) knows its members by: [`Members`] for bytes,
/// [`Integers`] for numbers.
pub trait MemberTable: Directory + Default {
    /// A member as it is given to the set.
    type Member<'a>: Copy;

    /// A member as the set gives it back.
    type Name<'a>
    where
        Self: 'a;

    /// The key of an entry in the list.
    #[doc(hidden)]
    type Key: EntryKey;

    /// Returns the handle of a member, or `None` if there is no such member.
    fn get(&self, member: Self::Member<'_>) -> Option<Handle>;

    /// Returns the handle of a member, which it adds if there is none.
    fn insert(&mut self, member: Self::Member<'_>) -> Handle;

    /// Returns the handles of several members; their lines of memory are asked for together.
    fn get_group<const N: usize>(
        &self,
        members: [Option<Self::Member<'_>>; N],
    ) -> [Option<Handle>; N] {
        members.map(|member| member.and_then(|member| self.get(member)))
    }

    /// Asks for the lines of memory that hold some members.
    fn fetch(&self, handles: &[Handle]) {
        let _ = handles;
    }

    /// Removes a member that was taken out of its list.
    fn remove(&mut self, handle: Handle);

    /// Returns a member.
    fn name(&self, handle: Handle) -> Self::Name<'_>;

    /// Returns the bytes of a member, by which ties are settled.
    fn text(&self, handle: Handle) -> Name<'_>;

    /// Returns the number of members.
    fn len(&self) -> usize;

    /// Returns whether there are no members.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all members and gives the memory back.
    fn clear(&mut self);

    /// Returns the bytes that the table has allocated.
    fn allocated_bytes(&self) -> usize;

    /// Checks every invariant of the table.
    ///
    /// # Errors
    ///
    /// A sentence that names the first broken invariant.
    #[doc(hidden)]
    fn internal_validate(&self) -> Result<(), &'static str>;
}

impl MemberTable for Members {
    type Member<'a> = &'a [u8];
    type Name<'a> = Name<'a>;
    type Key = Key;

    fn get(&self, member: &[u8]) -> Option<Handle> {
        self.get(member)
    }

    fn insert(&mut self, member: &[u8]) -> Handle {
        self.insert(member)
    }

    fn get_group<const N: usize>(&self, members: [Option<&[u8]>; N]) -> [Option<Handle>; N] {
        self.get_group(members)
    }

    fn fetch(&self, handles: &[Handle]) {
        self.fetch(handles);
    }

    fn remove(&mut self, handle: Handle) {
        self.remove(handle);
    }

    fn name(&self, handle: Handle) -> Self::Name<'_> {
        self.name(handle)
    }

    fn text(&self, handle: Handle) -> Name<'_> {
        self.name(handle)
    }

    fn len(&self) -> usize {
        self.len()
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn allocated_bytes(&self) -> usize {
        self.allocated_bytes()
    }

    fn internal_validate(&self) -> Result<(), &'static str> {
        self.internal_validate()
    }
}

impl MemberTable for Integers {
    type Member<'a> = u32;
    type Name<'a> = u32;
    type Key = Score;

    fn get(&self, member: u32) -> Option<Handle> {
        self.get(member)
    }

    fn insert(&mut self, member: u32) -> Handle {
        self.insert(member)
    }

    fn remove(&mut self, handle: Handle) {
        self.remove(handle);
    }

    fn name(&self, handle: Handle) -> Self::Name<'_> {
        handle.0
    }

    fn text(&self, handle: Handle) -> Name<'_> {
        self.name(handle)
    }

    fn len(&self) -> usize {
        self.len()
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn allocated_bytes(&self) -> usize {
        self.allocated_bytes()
    }

    fn internal_validate(&self) -> Result<(), &'static str> {
        self.internal_validate()
    }
}
