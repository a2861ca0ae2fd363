//! A sorted set as the value of a key: it also knows in which of its two forms a Redis server
//! would hold it.

use core::ops::{Deref, DerefMut};

use crate::score::{NanError, Score};
use crate::snapshot::{Reader, SnapshotError};
use crate::sorted_set::{AddOutcome, SortedSet};

/// A small set of Redis has at most this many members, `zset-max-listpack-entries`.
pub(super) const SMALL_ENTRIES: usize = 128;

/// A small set of Redis has members of at most this many bytes, `zset-max-listpack-value`.
pub(super) const SMALL_BYTES: usize = 64;

/// A sorted set and its form. The set itself is the same in both: the form is what
/// `OBJECT ENCODING` tells, and decides whether `ZSCAN` answers in one piece.
#[derive(Clone, Debug)]
pub(super) struct ZSet {
    set: SortedSet,
    /// A set that once was large stays so, whatever leaves it.
    is_large: bool,
}

impl ZSet {
    pub(super) fn with_seed(seed: u64) -> Self {
        ZSet { set: SortedSet::with_seed(seed), is_large: false }
    }

    pub(super) fn is_small(&self) -> bool {
        !self.is_large
    }

    pub(super) fn add(&mut self, member: &[u8], score: Score) -> AddOutcome {
        let outcome = self.set.add(member, score);
        self.note_size(member);
        outcome
    }

    pub(super) fn increment(&mut self, member: &[u8], by: Score) -> Result<Score, NanError> {
        let sum = self.set.increment(member, by);
        self.note_size(member);
        sum
    }

    pub(super) fn read_from(
        reader: &mut Reader<'_>,
        seed: u64,
        is_large: bool,
    ) -> Result<Self, SnapshotError> {
        let mut set = SortedSet::with_seed(seed);
        set.read_from(reader)?;
        let is_long = |entry: crate::sorted_set::Entry<'_>| entry.member.len() > SMALL_BYTES;
        if !is_large && (set.len() > SMALL_ENTRIES || set.iter().any(is_long)) {
            return Err(SnapshotError::invalid("has a small sorted set that is large"));
        }
        Ok(ZSet { set, is_large })
    }

    fn note_size(&mut self, member: &[u8]) {
        self.is_large |= self.set.len() > SMALL_ENTRIES || member.len() > SMALL_BYTES;
    }
}

impl Deref for ZSet {
    type Target = SortedSet;

    fn deref(&self) -> &SortedSet {
        &self.set
    }
}

/// For what makes a set smaller; what adds to it goes through `add` and `increment`.
impl DerefMut for ZSet {
    fn deref_mut(&mut self) -> &mut SortedSet {
        &mut self.set
    }
}
