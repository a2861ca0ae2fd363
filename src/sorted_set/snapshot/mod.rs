//! A sorted set in a snapshot.
//!
//! ```text
//! members    the names by handle, as crate::members writes them; where members are integers,
//!            which are their own handles, varints: how many, and the highest plus one
//! then all entries in the order of ranks, in groups of 512 and the rest:
//!   handles  of the group, each in the bits that the highest handle takes, the lowest bit first;
//!            zeros up to a whole byte
//!   form     1: how the scores are written
//!   scores   of the group
//! ```
//!
//! The scores of a group have one of three forms, the first that can hold them all:
//!
//! ```text
//! 0 integers   up to 2^53 and not -0: the first as a zigzag varint, the others as varints of
//!              what they are more than the one before
//! 1 ordered    no -0: the same with the bits of the doubles, mapped to integers in their order
//! 2 plain      eight bytes each
//! ```
//!
//! The bytes follow from the members, their handles and scores. Neither the seed nor the history
//! of the set changes them.

mod handles;
mod scores;
mod stored;

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::SortedSet;
use super::key::{Digests, EntryKey, SAMPLE};
use crate::members::Name;
use crate::score::Score;
use crate::skiplist::Handle;
use crate::snapshot::{Reader, SnapshotError, Source, Writer};
use stored::Extent;
pub use stored::StoredTable;

/// Entries of a group. Their records fit in a cache that is near.
const GROUP: usize = 512;

impl SortedSet {
    /// Returns the set that [`snapshot`](Self::snapshot) was called on.
    ///
    /// Computes in expected **O(n)** time, without a search. The Redis counterpart is `RESTORE`.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] for bytes that are not a whole snapshot, or of a later version.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let mut bytes = SortedSet::new().snapshot();
    /// assert!(SortedSet::load(&bytes).is_ok());
    /// bytes.pop();
    /// assert_eq!(SortedSet::load(&bytes).unwrap_err().code(), "snapshot_invalid");
    /// ```
    pub fn load(bytes: &[u8]) -> Result<Self, SnapshotError> {
        let mut source = bytes;
        let set = Self::load_from(&mut source)?;
        if source.is_empty() {
            Ok(set)
        } else {
            Err(SnapshotError::invalid("has more behind its end"))
        }
    }

    /// Returns the set of a snapshot that comes in pieces, and never lies in memory as a whole.
    ///
    /// Computes in expected **O(n)** time.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`], also that of the source.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let bytes = [SortedSet::new().snapshot(), b"what follows".to_vec()].concat();
    /// let mut source = bytes.as_slice();
    /// assert!(SortedSet::load_from(&mut source)?.is_empty());
    /// assert_eq!(source, b"what follows");
    /// # Ok::<(), edgeboard::snapshot::SnapshotError>(())
    /// ```
    pub fn load_from(source: &mut dyn Source) -> Result<Self, SnapshotError> {
        Self::restore(source)
    }
}

impl<M: StoredTable> SortedSet<M> {
    /// Returns the whole set as bytes.
    ///
    /// Computes in **O(n)** time. Each of a million members with integer scores takes its
    /// name and about 4.5 bytes. The Redis counterpart is `DUMP`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::Score;
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let mut set = SortedSet::new();
    /// set.add(b"ann", Score::from(30));
    /// let loaded = SortedSet::load(&set.snapshot())?;
    /// assert_eq!(loaded.score(b"ann"), Some(Score::from(30)));
    /// # Ok::<(), edgeboard::snapshot::SnapshotError>(())
    /// ```
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = Writer::new(M::KIND, &mut bytes);
        self.write_to(&mut writer);
        writer.finish();
        bytes
    }

    /// Returns the set of a snapshot that comes in pieces, whatever its members are; see
    /// [`SortedSet::load_from`].
    ///
    /// # Errors
    ///
    /// [`SnapshotError`], also that of the source.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::Score;
    /// use edgeboard::sorted_set::IntegerSet;
    ///
    /// let mut set = IntegerSet::default();
    /// set.add(7, Score::from(30));
    /// let loaded = IntegerSet::restore(&mut set.snapshot().as_slice())?;
    /// assert_eq!(loaded.score(7), Some(Score::from(30)));
    /// # Ok::<(), edgeboard::snapshot::SnapshotError>(())
    /// ```
    pub fn restore(source: &mut dyn Source) -> Result<Self, SnapshotError> {
        let mut reader = Reader::new(M::KIND, source)?;
        let mut set = Self::default();
        set.read_from(&mut reader)?;
        reader.finish()?;
        Ok(set)
    }

    /// Adds the set to a snapshot of more than itself. Computes in **O(n)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::snapshot::{Kind, Writer};
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let mut bytes = Vec::new();
    /// let mut writer = Writer::new(Kind::SortedSet, &mut bytes);
    /// SortedSet::new().write_to(&mut writer);
    /// writer.finish();
    /// assert_eq!(bytes, SortedSet::new().snapshot());
    /// ```
    pub fn write_to(&self, writer: &mut Writer<'_>) {
        let bits = handles::bits_below(self.members.write_members(writer));
        let (mut group, mut scores) = (Vec::new(), Vec::new());
        let mut entries = self.list.iter();
        while entries.len() > 0 {
            group.clear();
            scores.clear();
            for (key, handle) in entries.by_ref().take(GROUP) {
                group.push(handle);
                scores.push(key.score());
            }
            handles::write(&group, bits, writer);
            scores::write(&scores, writer);
        }
    }

    /// Takes the set from a snapshot of more than itself, in place of what is in it. The seed
    /// stays. Computes in expected **O(n)** time.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] for what [`write_to`](Self::write_to) cannot have written; the set is
    /// empty then.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::snapshot::{Kind, Reader};
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let bytes = SortedSet::new().snapshot();
    /// let mut set = SortedSet::with_seed(42);
    /// set.read_from(&mut Reader::new(Kind::SortedSet, &mut bytes.as_slice())?)?;
    /// assert!(set.is_empty());
    /// # Ok::<(), edgeboard::snapshot::SnapshotError>(())
    /// ```
    pub fn read_from(&mut self, reader: &mut Reader<'_>) -> Result<(), SnapshotError> {
        self.clear();
        let result = self.read_parts(reader);
        if result.is_err() {
            self.clear();
        }
        result
    }

    fn read_parts(&mut self, reader: &mut Reader<'_>) -> Result<(), SnapshotError> {
        let Extent { count, bound } = self.members.read_members(reader)?;
        let bits = handles::bits_below(bound);
        if M::Key::HAS_DIGEST {
            self.digests = self.digests_of_sample(bound as usize);
            self.digests_due = (2 * count).max(SAMPLE);
        }
        let mut unseen = self.members.unseen(bound);
        let (mut group, mut scores) = (Vec::new(), Vec::new());
        let mut last = None;
        while self.len() < count {
            let size = GROUP.min(count - self.len());
            handles::read(size, bits, reader, &mut group)?;
            scores::read(size, reader, &mut scores)?;
            self.members.fetch(&group);
            if !group.iter().all(|&handle| self.members.take(handle, &mut unseen)) {
                return Err(not_one_for_each());
            }
            last = self.append(&group, &scores, last)?;
            if self.members.len() < self.len() {
                return Err(not_one_for_each());
            }
        }
        Ok(())
    }

    /// Appends a group of entries to the list, and returns the last one.
    #[inline(never)]
    fn append(
        &mut self,
        group: &[Handle],
        scores: &[Score],
        mut last: Option<(M::Key, Handle)>,
    ) -> Result<Option<(M::Key, Handle)>, SnapshotError> {
        let key = |handle, score| {
            let digest = if M::Key::HAS_DIGEST {
                self.digests.digest(&self.members.text(handle))
            } else {
                0
            };
            M::Key::new(score, digest)
        };
        let entries =
            group.iter().zip(scores).map(|(&handle, &score)| (key(handle, score), handle));
        let entries: Vec<(M::Key, Handle)> = entries.collect();
        for &(key, handle) in &entries {
            let follows = last.is_none_or(|(last_key, last)| {
                let tie = || self.members.tie(last, handle);
                last_key.cmp(&key).then_with(tie) == Ordering::Less
            });
            if !follows {
                return Err(SnapshotError::invalid("has entries out of order"));
            }
            last = Some((key, handle));
        }
        self.list.extend_sorted(entries, &mut self.members);
        Ok(last)
    }

    /// Digests for a sample of the members; handles are in no order of names.
    fn digests_of_sample(&self, bound: usize) -> Digests {
        if self.members.len() < SAMPLE {
            return Digests::NONE;
        }
        let handles = (0..SAMPLE).map(|i| Handle((i * bound / SAMPLE) as u32));
        let names: Vec<Name<'_>> = handles.map(|handle| self.members.text(handle)).collect();
        Digests::of(&names)
    }
}

fn not_one_for_each() -> SnapshotError {
    SnapshotError::invalid("has entries that are not one for each member")
}
