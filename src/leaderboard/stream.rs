//! The ordered stream of a board: the records that it took, kept until somebody has them.
//!
//! A snapshot and the records behind it are the board. Records are kept as the runs of bytes of
//! `bytes/record.rs`, some ten bytes and the name each, in chunks that go one by one.

use alloc::collections::VecDeque;
use alloc::format;
use alloc::vec::Vec;

use super::bytes::{Run, RunWriter};
use super::{BoardError, Change, Leaderboard, Record};

/// Bytes of a chunk. The first one grows by and by, so that a small board stays small.
const CHUNK_BYTES: usize = 16 * 1024;

/// Bytes of a chunk from which on no record is added to it: most find room without more memory.
const FULL_BYTES: usize = CHUNK_BYTES - 256;

/// The records that a board keeps.
#[derive(Clone, Debug, Default)]
pub(super) struct Stream {
    /// The version before the first one that is kept.
    after: u64,
    /// The version of the last one.
    last: u64,
    chunks: VecDeque<Chunk>,
}

/// A run of records.
#[derive(Clone, Debug, Default)]
struct Chunk {
    last: u64,
    bytes: Vec<u8>,
    writer: RunWriter,
}

impl Stream {
    const fn starting_after(version: u64) -> Self {
        Self { after: version, last: version, chunks: VecDeque::new() }
    }

    fn keep(&mut self, record: &Record) {
        if self.last.checked_add(1) != Some(record.version) {
            // What lies between was told to the board in another way, so nobody can go on from
            // before it.
            *self = Self::starting_after(record.version.saturating_sub(1));
        }
        if self.chunks.back().is_none_or(|chunk| chunk.bytes.len() >= FULL_BYTES) {
            let size = if self.chunks.is_empty() { 0 } else { CHUNK_BYTES };
            let bytes = Vec::with_capacity(size);
            self.chunks.push_back(Chunk { bytes, ..Chunk::default() });
        }
        if let Some(chunk) = self.chunks.back_mut() {
            chunk.writer.write(record, &mut chunk.bytes);
            chunk.last = record.version;
        }
        self.last = record.version;
    }

    fn compact(&mut self, before: u64) {
        self.after = self.after.max(before.saturating_sub(1)).min(self.last);
        while self.chunks.front().is_some_and(|chunk| chunk.last <= self.after) {
            self.chunks.pop_front();
        }
    }

    fn records(&self, after: u64) -> impl Iterator<Item = Record> {
        let chunks = self.chunks.iter().skip_while(move |chunk| chunk.last <= after);
        let runs = chunks.filter_map(|chunk| Run::new(&chunk.bytes));
        let records = runs.flat_map(|mut run| core::iter::from_fn(move || run.read()));
        records.skip_while(move |record| record.version <= after)
    }
}

impl Leaderboard {
    /// Returns the board, which keeps the records that it takes from now on for
    /// [`events`](Self::events). One that follows a ledger need not: the ledger has them.
    #[must_use]
    pub fn keeping_records(self) -> Self {
        let records = Some(Stream::starting_after(self.version));
        Self { records, ..self }
    }

    pub(super) fn keep(&mut self, record: &Record) {
        if let Some(records) = &mut self.records {
            records.keep(record);
        }
    }

    /// Returns the version behind which all records are kept: the smallest that
    /// [`events`](Self::events) takes.
    #[must_use]
    pub fn events_after(&self) -> u64 {
        let records = self.records.as_ref().filter(|records| records.last == self.version);
        records.map_or(self.version, |records| records.after)
    }

    /// Returns the records behind a version, in their order.
    ///
    /// Computes in **O(k + m)** time for k chunks and m records.
    ///
    /// # Errors
    /// [`BoardError::CursorExpired`] for a version whose next record is kept no longer, and
    /// [`BoardError::CursorInvalid`] for one that the board has not reached.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::leaderboard::{Command, Leaderboard, SortOrder};
    /// use edgeboard::time::Timestamp;
    ///
    /// let mut board = Leaderboard::new(SortOrder::Desc).keeping_records();
    /// for member in ["ann", "bob", "cid"] {
    ///     board.apply(Command::submit(member, 30), Timestamp::EPOCH)?;
    /// }
    /// let members = |after| board.events(after).map(|all| all.map(|one| one.member).collect());
    /// let behind: Vec<_> = members(1)?;
    /// assert_eq!(behind, ["bob", "cid"]);
    ///
    /// board.compact(3);
    /// assert_eq!(board.events(2)?.count(), 1);
    /// assert_eq!(board.events(1).err().map(|error| error.code()), Some("cursor_expired"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn events(&self, after: u64) -> Result<impl Iterator<Item = Record>, BoardError> {
        if after > self.version {
            return Err(BoardError::CursorInvalid);
        }
        if after < self.events_after() {
            return Err(BoardError::CursorExpired);
        }
        Ok(self.records.iter().flat_map(move |records| records.records(after)))
    }

    /// Forgets the records before a version, for example those that a stored snapshot holds.
    /// Memory is given back chunk by chunk.
    pub fn compact(&mut self, before: u64) {
        if let Some(records) = &mut self.records {
            records.compact(before);
        }
    }

    /// Returns the bytes that kept records take.
    #[must_use]
    pub fn record_bytes(&self) -> usize {
        let chunks = self.records.iter().flat_map(|records| &records.chunks);
        chunks.map(|chunk| chunk.bytes.capacity()).sum()
    }

    /// Takes records in that follow on the board's version, one by one, as
    /// [`follow`](Self::follow) does.
    ///
    /// Computes in expected **O(m log n)** time for m records.
    ///
    /// # Errors
    /// [`BoardError::Invalid`] for a gap, and [`BoardError::Score`] for a submission with more or
    /// fewer numbers than the board has columns. Nothing is taken in then.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::leaderboard::{Command, Leaderboard, SortOrder};
    /// use edgeboard::time::Timestamp;
    ///
    /// let mut board = Leaderboard::new(SortOrder::Desc).keeping_records();
    /// board.apply(Command::submit("ann", 30), Timestamp::EPOCH)?;
    /// let stored = board.snapshot();
    /// board.apply(Command::submit("bob", 40), Timestamp::EPOCH)?;
    ///
    /// let mut again = Leaderboard::load(&stored)?;
    /// let tail: Vec<_> = board.events(again.version())?.collect();
    /// again.replay(&tail)?;
    /// assert_eq!(again.hash(), board.hash());
    /// assert!(again.replay(&tail).is_err(), "it has them already");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replay(&mut self, records: &[Record]) -> Result<(), BoardError> {
        check_run(self.version, records)?;
        // Once rules have changed, only they can say what fits them.
        let is_known = |record: &&Record| !matches!(record.change, Change::Rules(_));
        for record in records.iter().take_while(is_known) {
            if let Change::Submit(submission) = &record.change {
                self.terms.check_count(&submission.points)?;
            }
        }
        records.iter().for_each(|record| drop(self.follow(record)));
        Ok(())
    }
}

/// Checks that each record has the version behind that of the one before it.
fn check_run(mut version: u64, records: &[Record]) -> Result<(), BoardError> {
    for record in records {
        if version.checked_add(1) != Some(record.version) {
            let next = record.version;
            return Err(BoardError::invalid(format!("record {next} does not follow {version}")));
        }
        version = record.version;
    }
    Ok(())
}

impl Record {
    /// Returns records that follow each other as bytes, to be stored.
    ///
    /// # Errors
    /// [`BoardError::Invalid`] for records with a gap between them.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::leaderboard::{Command, Leaderboard, Record, SortOrder};
    /// use edgeboard::time::Timestamp;
    ///
    /// let mut board = Leaderboard::new(SortOrder::Desc).keeping_records();
    /// board.apply(Command::submit("ann", 30), Timestamp::EPOCH)?;
    /// let records: Vec<_> = board.events(0)?.collect();
    /// let bytes = Record::encode(&records)?;
    /// assert_eq!(bytes.len(), 9);
    /// assert_eq!(Record::decode(&bytes)?, records);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn encode(records: &[Self]) -> Result<Vec<u8>, BoardError> {
        let Some(first) = records.first() else { return Ok(Vec::new()) };
        check_run(first.version.wrapping_sub(1), records)?;
        let (mut bytes, mut writer) = (Vec::new(), RunWriter::default());
        records.iter().for_each(|record| writer.write(record, &mut bytes));
        Ok(bytes)
    }

    /// Returns the records that [`encode`](Self::encode) was given.
    ///
    /// # Errors
    /// [`BoardError::Invalid`] for bytes that are not a whole run of records.
    pub fn decode(bytes: &[u8]) -> Result<Vec<Self>, BoardError> {
        let mut records = Vec::new();
        if bytes.is_empty() {
            return Ok(records);
        }
        let malformed = |at: usize| BoardError::invalid(format!("record {at} of the run is none"));
        // Versions count from 1.
        let is_numbered = |run: &Run<'_>| run.version() > 0;
        let mut run = Run::new(bytes).filter(is_numbered).ok_or_else(|| malformed(0))?;
        while !run.is_at_end() {
            records.push(run.read().ok_or_else(|| malformed(records.len()))?);
        }
        Ok(records)
    }
}
