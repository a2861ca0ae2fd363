//! Members in a snapshot.
//!
//! ```text
//! handles   varint: one more than the highest handle in use
//! then for each handle, from 0 on:
//!   length  varint: bytes of the name, plus one; 0 if the handle is not in use
//!   name    the bytes
//! ```
//!
//! A member is found under the same handle after it, so that side tables and scans by handle stay
//! right. The order in which handles that are not in use come to use again is not kept: the
//! lowest is first.

use super::index::Index;
use super::names::Wanted;
use super::{Handle, MAX_MEMBERS, MAX_NAME_BYTES, Members, NONE, Record};
use crate::snapshot::{Reader, SnapshotError, Writer};

/// Members that are read together.
const GROUP: usize = 512;

impl Members {
    /// Returns one more than the highest handle in use. Computes in **O(1)** time, and for each
    /// handle behind it that is not in use.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    ///
    /// let mut members = Members::new();
    /// let [ann, bob] = [b"ann", b"bob"].map(|name| members.insert(name));
    /// members.remove(ann);
    /// assert_eq!(members.handle_bound(), 2);
    /// assert_eq!(bob.0, 1);
    /// ```
    #[must_use]
    pub fn handle_bound(&self) -> usize {
        let handles = (0..self.names.len() as u32).rev();
        handles.map(Handle).find(|&handle| self.is_used(handle)).map_or(0, |h| h.0 as usize + 1)
    }

    /// Adds the members to a snapshot. Computes in **O(n)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::snapshot::{Kind, Reader, Writer};
    ///
    /// let mut members = Members::new();
    /// let [ann, bob] = [b"ann", b"bob"].map(|name| members.insert(name));
    /// members.remove(ann);
    ///
    /// let mut bytes = Vec::new();
    /// let mut writer = Writer::new(Kind::SortedSet, &mut bytes);
    /// members.write_to(&mut writer);
    /// writer.finish();
    ///
    /// let mut loaded = Members::new();
    /// loaded.read_from(&mut Reader::new(Kind::SortedSet, &mut bytes.as_slice())?)?;
    /// assert_eq!(loaded.get(b"bob"), Some(bob));
    /// # Ok::<(), edgeboard::snapshot::SnapshotError>(())
    /// ```
    pub fn write_to(&self, writer: &mut Writer<'_>) {
        let bound = self.handle_bound();
        writer.varint(bound as u64);
        for handle in (0..bound as u32).map(Handle) {
            if self.is_used(handle) {
                let name = self.name(handle);
                writer.varint(name.len() as u64 + 1);
                writer.bytes(&name);
            } else {
                writer.byte(0);
            }
        }
    }

    /// Takes the members from a snapshot, in place of those that are here. The seed stays. None
    /// is in a block. Computes in expected **O(n)** time. [`write_to`](Self::write_to) has an
    /// example.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] for what [`write_to`](Self::write_to) cannot have written; there are no
    /// members then.
    pub fn read_from(&mut self, reader: &mut Reader<'_>) -> Result<(), SnapshotError> {
        self.clear();
        let result = self.read_names(reader).and_then(|()| self.index_all());
        if result.is_err() {
            self.clear();
        }
        result
    }

    /// Fills the records and the arena.
    fn read_names(&mut self, reader: &mut Reader<'_>) -> Result<(), SnapshotError> {
        let bound = reader.varint()?;
        if bound > MAX_MEMBERS as u64 {
            return Err(SnapshotError::invalid("has too many members"));
        }
        while self.names.len() < bound as usize {
            let count = GROUP.min(bound as usize - self.names.len());
            self.read_group(count, reader)?;
        }
        if bound > 0 && !self.is_used(Handle(bound as u32 - 1)) {
            return Err(SnapshotError::invalid("ends with handles that are not in use"));
        }
        Ok(())
    }

    // A function that is called once runs as compiled in haste to its end, however long it takes;
    // one that is called for each group is soon replaced by the optimised one. That is how engines
    // of WebAssembly work, and why this one must not be inlined.
    #[inline(never)]
    fn read_group(&mut self, count: usize, reader: &mut Reader<'_>) -> Result<(), SnapshotError> {
        for _ in 0..count {
            let Some(len) = reader.varint()?.checked_sub(1) else {
                self.names.push(Record::unused(NONE));
                continue;
            };
            if len > MAX_NAME_BYTES as u64 {
                return Err(SnapshotError::invalid("has a member that is too long"));
            }
            self.push(reader.bytes(len as usize)?);
        }
        Ok(())
    }

    /// Adds a name under the next handle, whether it is there already or not. Nobody is found by
    /// name before [`index_all`](Self::index_all).
    pub(crate) fn push(&mut self, name: &[u8]) -> Handle {
        let wanted = Wanted::new(name, self.index.seed());
        let handle = self.names.push(Record::unused(NONE));
        self.names.set(handle, &wanted);
        handle
    }

    /// Returns how many handles there are, those not in use included.
    pub(crate) fn handles(&self) -> usize {
        self.names.len()
    }

    /// Fills the index, and puts the records that are not in use into their list.
    pub(crate) fn index_all(&mut self) -> Result<(), SnapshotError> {
        for handle in (0..self.names.len() as u32).rev().map(Handle) {
            if !self.is_used(handle) {
                self.names.replace(handle, Record::unused(self.unused));
                self.unused = handle;
            }
        }
        let (names, seed) = (&self.names, self.index.seed());
        let handles = (0..names.len() as u32).map(Handle).filter(|&handle| self.is_used(handle));
        let hash_of = |handle| names.hash_of(handle, seed);
        let is_same = |a, b| names.name(a) == names.name(b);
        match Index::of_all(seed, handles, hash_of, is_same) {
            Some(index) => self.index = index,
            None => return Err(SnapshotError::invalid("has a member twice")),
        }
        Ok(())
    }
}
