//! A keyspace as bytes, and bytes as a keyspace again.
//!
//! ```text
//! random     8   the state from which the next draw follows
//! keys           members, as the members module writes them
//! then for each key, in the order of handles:
//!   expiry   varint: 0 for none, otherwise milliseconds since 1970 plus one
//!   type     1   0 string, 1 small hash, 2 large hash, 3 set, 4 small sorted set, 5 large one
//!   value        string: varint length, bytes
//!                small hash: varint number of fields, then field and value of each as strings
//!                large hash: members, then the value of each as a string, in the order of handles
//!                set: members
//!                sorted set: as the sorted_set module writes it
//! ```
//!
//! Keys, fields and members keep their handles, so a scan that began before goes on after. What
//! sessions watch and queue is theirs, and not in here.

use alloc::vec::Vec;

use super::hash::Hash;
use super::keyspace::ExpiresAt;
use super::sorted_set::ZSet;
use super::value::{Kind as _, Value};
use super::{Keyspace, Limits};
use crate::members::Members;
use crate::snapshot::{Kind, Reader, SnapshotError, Source, Writer};

const STRING: u8 = 0;
const SMALL_HASH: u8 = 1;
const LARGE_HASH: u8 = 2;
const SET: u8 = 3;
const SMALL_SORTED_SET: u8 = 4;
const LARGE_SORTED_SET: u8 = 5;

impl Keyspace {
    /// Returns the keyspace as bytes: the same ones for the same keys, values and handles.
    ///
    /// Computes in **O(n)** time. The Redis counterpart is the RDB file of `SAVE`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::redis::{Keyspace, Limits, Reply};
    /// use edgeboard::time::Timestamp;
    ///
    /// let mut keyspace = Keyspace::new();
    /// keyspace.call(&[b"ZADD", b"lb", b"30", b"ann"], Timestamp::EPOCH);
    /// let bytes = keyspace.snapshot();
    ///
    /// let mut loaded = Keyspace::load(&bytes, 42, Limits::DEFAULT)?;
    /// let score = loaded.call(&[b"ZRANK", b"lb", b"ann"], Timestamp::EPOCH);
    /// assert_eq!(score, Reply::Integer(0));
    /// # Ok::<(), edgeboard::snapshot::SnapshotError>(())
    /// ```
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = Writer::new(Kind::Keyspace, &mut bytes);
        self.write_to(&mut writer);
        writer.finish();
        bytes
    }

    /// Returns the keyspace of a snapshot, with a seed and limits of its own. What the limits do
    /// not allow to be added may still be in it.
    ///
    /// Computes in expected **O(n)** time.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] for bytes that are not a whole snapshot, or of a later version.
    pub fn load(bytes: &[u8], seed: u64, limits: Limits) -> Result<Self, SnapshotError> {
        let mut source = bytes;
        let keyspace = Self::load_from(&mut source, seed, limits)?;
        if source.is_empty() {
            Ok(keyspace)
        } else {
            Err(SnapshotError::invalid("has more behind its end"))
        }
    }

    /// Returns the keyspace of a snapshot that comes in pieces; see [`load`](Self::load).
    ///
    /// # Errors
    ///
    /// [`SnapshotError`], also that of the source.
    pub fn load_from(
        source: &mut dyn Source,
        seed: u64,
        limits: Limits,
    ) -> Result<Self, SnapshotError> {
        let mut reader = Reader::new(Kind::Keyspace, source)?;
        let mut keyspace = Self::with_seed(seed, limits);
        keyspace.random.read_from(&mut reader)?;
        let mut keys = Members::with_seed(seed);
        keys.read_from(&mut reader)?;
        keyspace.fill(keys, |seed| {
            let expires_at = reader.varint()?.checked_sub(1);
            Ok((read_value(&mut reader, seed)?, expires_at))
        })?;
        reader.finish()?;
        Ok(keyspace)
    }

    /// Adds the keyspace to a writer. Computes in **O(n)** time.
    pub fn write_to(&self, writer: &mut Writer<'_>) {
        self.random.write_to(writer);
        self.write_keys(writer);
        self.for_each_value(|value: &Value, expires_at: Option<ExpiresAt>| {
            writer.varint(expires_at.map_or(0, |ms| ms.saturating_add(1)));
            write_value(value, writer);
        });
    }
}

fn write_value(value: &Value, writer: &mut Writer<'_>) {
    match value {
        Value::String(bytes) => {
            writer.byte(STRING);
            write_text(bytes, writer);
        }
        Value::Hash(hash) => {
            writer.byte(if hash.is_small() { SMALL_HASH } else { LARGE_HASH });
            hash.write_to(writer);
        }
        Value::Set(set) => {
            writer.byte(SET);
            set.write_to(writer);
        }
        Value::SortedSet(set) => {
            writer.byte(if set.is_small() { SMALL_SORTED_SET } else { LARGE_SORTED_SET });
            set.write_to(writer);
        }
    }
}

fn read_value(reader: &mut Reader<'_>, seed: u64) -> Result<Value, SnapshotError> {
    let mut members = Members::with_seed(seed);
    let value = match reader.byte()? {
        STRING => Value::String(read_text(reader)?),
        SMALL_HASH => Value::Hash(Hash::read_small(reader, seed)?.into()),
        LARGE_HASH => Value::Hash(Hash::read_large(reader, seed)?.into()),
        SET => {
            members.read_from(reader)?;
            Value::Set(members.into())
        }
        SMALL_SORTED_SET => Value::SortedSet(ZSet::read_from(reader, seed, false)?.into()),
        LARGE_SORTED_SET => Value::SortedSet(ZSet::read_from(reader, seed, true)?.into()),
        _ => return Err(SnapshotError::invalid("has a value of no type that is known")),
    };
    let is_gone = match &value {
        Value::String(_) => false,
        Value::Hash(hash) => hash.is_gone(),
        Value::Set(set) => set.is_gone(),
        Value::SortedSet(set) => set.is_gone(),
    };
    if is_gone {
        return Err(SnapshotError::invalid("has a key that holds nothing"));
    }
    Ok(value)
}

pub(super) fn write_text(text: &[u8], writer: &mut Writer<'_>) {
    writer.varint(text.len() as u64);
    writer.bytes(text);
}

pub(super) fn read_text(reader: &mut Reader<'_>) -> Result<Vec<u8>, SnapshotError> {
    let length = usize::try_from(reader.varint()?);
    let length = length.map_err(|_| SnapshotError::invalid("has a text that is too long"))?;
    Ok(reader.bytes(length)?.to_vec())
}
