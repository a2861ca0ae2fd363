//! A board in a snapshot.
//!
//! ```text
//! rules     varint  their length, and as many bytes (src/leaderboard/bytes/terms.rs)
//! period    1       0 without bounds, 1 with them
//!   start   varint  ms since 1970
//!   length  varint  ms until the end
//! version   varint  the number of the newest record that is in
//! members   varint  how many are ranked
//! then all of these in the order of the board, in groups of 512 and the rest:
//!   parts   1       bit 0: some have a time of their own, bit 1: some have metadata
//!   lengths packed  bytes of the names
//!   names           one behind the other
//!   scores          each as what its packed columns are more than those of the member before, in
//!                   the bits that they take: a varint, or two, high and low, above 64 bits
//!   stamps  packed  when the scores were reached, in ms since 1970
//!   shards  packed  of the ledgers that took the events
//!   events  packed  the numbers of the events in those
//!   times           if some have one: varints, 0 for none, else one more than the zigzag number
//!                   of ms behind the stamp
//!   metadata        if there are some: varints, 0 for none, else one more than the bytes of the
//!                   text, and the text
//! banned    varint  how many are banned; then these, by the bytes of their names:
//!   name    varint  its length, and the bytes
//!   parts   1       bit 0: a time of its own, bit 1: metadata, bit 2: a score
//!   score           if there is one: a varint, or two, as it is; varints for the stamp, the
//!                   shard and the event
//!   time, metadata  as above, as far as there are any
//! ```
//!
//! What is *packed* is written as [`packed`] says; the frames around it, with checksums, are those
//! of [`crate::snapshot`].
//!
//! The bytes follow from the content of the board: rules, period, version, and what is kept of
//! members. Seeds, handles, shapes and kept records change nothing in them.

mod hash;
mod packed;
mod read;

pub(super) use hash::Last;
pub(super) use read::board as read_board;

use alloc::vec::Vec;

use super::bytes::{write_terms, zigzag};
use super::{BoardKey, COLUMN_BITS, Columns, Leaderboard};
use crate::skiplist::Handle;
use crate::snapshot::{Kind, Sink, SnapshotError, Source, Writer};
use crate::time::Timestamp;

/// Members of a group.
const GROUP: usize = 512;

const HAS_TIMES: u8 = 1;
const HAS_METADATA: u8 = 2;
const HAS_SCORE: u8 = 4;

/// How packed columns are written: moved down by the bits that they leave free, in one word or two.
#[derive(Clone, Copy, Debug)]
struct Form {
    free: u32,
    is_wide: bool,
}

impl Form {
    fn of(columns: &Columns) -> Self {
        let bits: u32 = columns.all().iter().map(super::Column::bits).sum();
        Self { free: COLUMN_BITS - bits, is_wide: bits > u64::BITS }
    }

    fn write(self, packed: u128, before: u128, writer: &mut Writer<'_>) {
        let more = (packed - before).checked_shr(self.free).unwrap_or(0);
        if self.is_wide {
            writer.varint((more >> u64::BITS) as u64);
        }
        writer.varint(more as u64);
    }
}

impl Leaderboard {
    /// Returns the whole board as bytes.
    ///
    /// Two boards of the same content have the same bytes, whatever led there. Computes in
    /// **O(n)** time. Each of a million members takes his name and about 7 bytes. The Redis
    /// counterpart is `DUMP`.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::leaderboard::{Command, Leaderboard, SortOrder};
    /// use edgeboard::time::Timestamp;
    ///
    /// let mut board = Leaderboard::new(SortOrder::Desc);
    /// board.apply(Command::submit("ann", 30), Timestamp::EPOCH)?;
    /// let loaded = Leaderboard::load(&board.snapshot())?;
    /// assert_eq!(loaded.get("ann"), board.get("ann"));
    /// assert_eq!(loaded.snapshot(), board.snapshot());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.snapshot_to(&mut bytes);
        bytes
    }

    /// Sends the whole board as bytes, which never lie in memory all together.
    ///
    /// Computes in **O(n)** time.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::leaderboard::{Leaderboard, SortOrder};
    ///
    /// let (board, mut bytes) = (Leaderboard::new(SortOrder::Desc), Vec::new());
    /// board.snapshot_to(&mut bytes);
    /// assert_eq!(bytes, board.snapshot());
    /// ```
    pub fn snapshot_to(&self, sink: &mut dyn Sink) {
        let mut writer = Writer::new(Kind::Leaderboard, sink);
        self.write_to(&mut writer);
        writer.finish();
    }

    /// Returns the board that [`snapshot`](Self::snapshot) was called on.
    ///
    /// Computes in expected **O(n)** time, without a search. The Redis counterpart is `RESTORE`.
    ///
    /// # Errors
    /// [`SnapshotError`] for bytes that are not a whole snapshot of a board, or of a later
    /// version.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::leaderboard::{Leaderboard, SortOrder};
    ///
    /// let mut bytes = Leaderboard::new(SortOrder::Desc).snapshot();
    /// assert!(Leaderboard::load(&bytes).is_ok());
    /// bytes[4] += 1;
    /// assert_eq!(Leaderboard::load(&bytes).unwrap_err().code(), "snapshot_newer");
    /// ```
    pub fn load(bytes: &[u8]) -> Result<Self, SnapshotError> {
        let mut source = bytes;
        let board = Self::load_from(&mut source)?;
        if source.is_empty() {
            Ok(board)
        } else {
            Err(SnapshotError::invalid("has more behind its end"))
        }
    }

    /// Returns the board of a snapshot that comes in pieces, and never lies in memory as a whole.
    ///
    /// Computes in expected **O(n)** time.
    ///
    /// # Errors
    /// [`SnapshotError`], also that of the source.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::leaderboard::{Leaderboard, SortOrder};
    ///
    /// let mut bytes = Leaderboard::new(SortOrder::Desc).snapshot();
    /// bytes.extend(b"what follows");
    /// let mut source = bytes.as_slice();
    /// assert!(Leaderboard::load_from(&mut source)?.is_empty());
    /// assert_eq!(source, b"what follows");
    /// # Ok::<(), edgeboard::snapshot::SnapshotError>(())
    /// ```
    pub fn load_from(source: &mut dyn Source) -> Result<Self, SnapshotError> {
        read::load(source)
    }

    /// Adds the board to a snapshot of more than itself. Computes in **O(n)** time.
    pub fn write_to(&self, writer: &mut Writer<'_>) {
        let mut terms = Vec::new();
        write_terms(&self.terms, &mut terms);
        writer.varint(terms.len() as u64);
        writer.bytes(&terms);
        writer.byte(u8::from(self.period.is_some()));
        if let Some(period) = self.period {
            writer.varint(period.start.ms());
            writer.varint(period.end.ms().saturating_sub(period.start.ms()));
        }
        writer.varint(self.version);
        self.write_ranked(writer);
        self.write_banned(writer);
    }

    fn write_ranked(&self, writer: &mut Writer<'_>) {
        let form = Form::of(&self.terms.columns);
        let (mut group, mut numbers, mut last) = (Vec::new(), Vec::new(), 0);
        writer.varint(self.len() as u64);
        let mut rows = self.roster.range(0..self.len());
        while rows.len() > 0 {
            group.clear();
            group.extend(rows.by_ref().take(GROUP));
            last = self.write_group(&group, last, form, &mut numbers, writer);
        }
    }

    /// Writes a group, and returns the packed columns of its last member.
    // Called for each group and not inlined: engines of WebAssembly replace a function that was
    // compiled in haste between calls only.
    #[inline(never)]
    fn write_group(
        &self,
        group: &[(Handle, BoardKey)],
        mut last: u128,
        form: Form,
        numbers: &mut Vec<u64>,
        writer: &mut Writer<'_>,
    ) -> u128 {
        let parts = group.iter().fold(0, |parts, &(handle, _)| parts | self.parts(handle));
        writer.byte(parts);
        let handles: Vec<Handle> = group.iter().map(|&(handle, _)| handle).collect();
        self.roster.fetch(&handles);
        let names: Vec<_> = handles.iter().map(|&handle| self.roster.name(handle)).collect();
        numbers.clear();
        numbers.extend(names.iter().map(|name| name.len() as u64));
        packed::write(numbers, writer);
        names.iter().for_each(|name| writer.bytes(name));
        for (_, key) in group {
            form.write(key.columns(), last, writer);
            last = key.columns();
        }
        let words: [fn(&BoardKey) -> u64; 3] =
            [|key| key.stamp().ms(), |key| u64::from(key.shard()), |key| key.sequence()];
        for word in words {
            numbers.clear();
            numbers.extend(group.iter().map(|(_, key)| word(key)));
            packed::write(numbers, writer);
        }
        if parts & HAS_TIMES != 0 {
            group.iter().for_each(|&(handle, key)| self.write_time(handle, key.stamp(), writer));
        }
        if parts & HAS_METADATA != 0 {
            group.iter().for_each(|&(handle, _)| self.write_metadata(handle, writer));
        }
        last
    }

    fn write_banned(&self, writer: &mut Writer<'_>) {
        let form = Form::of(&self.terms.columns);
        let rows = self.roster.banned();
        let mut banned: Vec<_> =
            rows.map(|(handle, key)| (self.roster.name(handle), handle, key)).collect();
        banned.sort_unstable_by_key(|&(name, ..)| name);
        writer.varint(banned.len() as u64);
        for (name, handle, key) in banned {
            writer.varint(name.len() as u64);
            writer.bytes(&name);
            let parts = self.parts(handle);
            writer.byte(parts | if key.is_some() { HAS_SCORE } else { 0 });
            if let Some(key) = key {
                form.write(key.columns(), 0, writer);
                writer.varint(key.stamp().ms());
                writer.varint(u64::from(key.shard()));
                writer.varint(key.sequence());
            }
            if parts & HAS_TIMES != 0 {
                self.write_time(handle, key.unwrap_or_default().stamp(), writer);
            }
            if parts & HAS_METADATA != 0 {
                self.write_metadata(handle, writer);
            }
        }
    }

    /// What is kept of a member besides his score.
    fn parts(&self, handle: Handle) -> u8 {
        let has_time = self.times.get(handle).is_some();
        let has_metadata = !self.metadata.is_empty() && self.metadata.contains_key(&handle);
        (u8::from(has_time) * HAS_TIMES) | (u8::from(has_metadata) * HAS_METADATA)
    }

    fn write_time(&self, handle: Handle, stamp: Timestamp, writer: &mut Writer<'_>) {
        let late = |at: Timestamp| zigzag(at.ms() as i64 - stamp.ms() as i64) + 1;
        writer.varint(self.times.get(handle).map_or(0, late));
    }

    fn write_metadata(&self, handle: Handle, writer: &mut Writer<'_>) {
        let metadata = self.metadata.get(&handle);
        writer.varint(metadata.map_or(0, |metadata| metadata.len() as u64 + 1));
        writer.bytes(metadata.map_or(b"", |metadata| metadata.as_bytes()));
    }
}
