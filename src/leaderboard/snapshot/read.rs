//! Reading a board back.

use alloc::vec::Vec;

use super::{Form, GROUP, HAS_METADATA, HAS_SCORE, HAS_TIMES, packed};
use crate::leaderboard::bytes::{Bytes, read_terms, unzigzag};
use crate::leaderboard::times::Times;
use crate::leaderboard::{BoardKey, Leaderboard, MAX_MEMBER_BYTES, MAX_METADATA_BYTES, Terms};
use crate::members::MAX_MEMBERS;
use crate::period::Bounds;
use crate::skiplist::Handle;
use crate::snapshot::{Kind, Reader, SnapshotError, Source};
use crate::time::Timestamp;

/// The most bytes of rules: far more than four columns with the longest names take.
const MAX_TERMS_BYTES: u64 = 1024;

const OUT_OF_RANGE: SnapshotError = SnapshotError::invalid("has a score that is out of range");
const NO_INSTANT: SnapshotError = SnapshotError::invalid("has a time that is none");
const UNKNOWN_PART: SnapshotError = SnapshotError::invalid("has a part that is not known");

pub(super) fn load(source: &mut dyn Source) -> Result<Leaderboard, SnapshotError> {
    let mut reader = Reader::new(Kind::Leaderboard, source)?;
    let board = board(&mut reader)?;
    reader.finish()?;
    Ok(board)
}

/// Reads a board that is part of a snapshot.
pub(in crate::leaderboard) fn board(reader: &mut Reader<'_>) -> Result<Leaderboard, SnapshotError> {
    let terms = terms(reader)?;
    let period = period(reader)?;
    let version = reader.varint()?;
    let form = Form::of(&terms.columns);
    let board = Leaderboard { version, ..Leaderboard::new(terms).within(period) };
    let mut loading = Loading { board, form, scratch: Scratch::default(), last: 0 };
    loading.ranked(reader)?;
    loading.banned(reader)?;
    loading.board.roster.index()?;
    Ok(loading.board)
}

fn terms(reader: &mut Reader<'_>) -> Result<Terms, SnapshotError> {
    const MALFORMED: SnapshotError = SnapshotError::invalid("has rules that no board can have");
    let len = reader.varint()?;
    if len > MAX_TERMS_BYTES {
        return Err(MALFORMED);
    }
    let mut bytes = Bytes::new(reader.bytes(len as usize)?);
    read_terms(&mut bytes).filter(|_| bytes.is_empty()).ok_or(MALFORMED)
}

fn period(reader: &mut Reader<'_>) -> Result<Option<Bounds>, SnapshotError> {
    match reader.byte()? {
        0 => Ok(None),
        1 => {
            let start = instant(reader.varint()?)?;
            let end = start.ms().checked_add(reader.varint()?).ok_or(NO_INSTANT)?;
            Ok(Some(Bounds { start, end: instant(end)? }))
        }
        _ => Err(UNKNOWN_PART),
    }
}

fn instant(ms: u64) -> Result<Timestamp, SnapshotError> {
    Timestamp::from_ms(ms).map_err(|_| NO_INSTANT)
}

/// How many members are to come.
fn count(reader: &mut Reader<'_>) -> Result<usize, SnapshotError> {
    let count = reader.varint()?;
    if count > MAX_MEMBERS as u64 {
        return Err(SnapshotError::invalid("has too many members"));
    }
    Ok(count as usize)
}

/// A time relative to a stamp.
fn time(reader: &mut Reader<'_>, stamp: Timestamp) -> Result<Option<Timestamp>, SnapshotError> {
    let Some(late) = reader.varint()?.checked_sub(1) else { return Ok(None) };
    let ms = (stamp.ms() as i64).checked_add(unzigzag(late)).ok_or(NO_INSTANT)?;
    instant(u64::try_from(ms).map_err(|_| NO_INSTANT)?).map(Some)
}

/// A board that is not whole yet, and what is used for each group again.
struct Loading {
    board: Leaderboard,
    form: Form,
    scratch: Scratch,
    /// The packed columns of the member before.
    last: u128,
}

#[derive(Default)]
struct Scratch {
    handles: Vec<Handle>,
    columns: Vec<u128>,
    /// Stamps, shards and numbers of events.
    words: [Vec<u64>; 3],
    rows: Vec<(Handle, BoardKey)>,
}

impl Loading {
    fn ranked(&mut self, reader: &mut Reader<'_>) -> Result<(), SnapshotError> {
        let count = count(reader)?;
        while self.board.len() < count {
            self.group(GROUP.min(count - self.board.len()), reader)?;
        }
        Ok(())
    }

    #[inline(never)]
    fn group(&mut self, size: usize, reader: &mut Reader<'_>) -> Result<(), SnapshotError> {
        let parts = reader.byte()?;
        if parts & !(HAS_TIMES | HAS_METADATA) != 0 {
            return Err(UNKNOWN_PART);
        }
        self.names(size, reader)?;
        let Scratch { handles, columns, words, rows } = &mut self.scratch;
        columns.clear();
        for _ in 0..size {
            self.last = self.form.read(self.last, &self.board.terms, reader)?;
            columns.push(self.last);
        }
        for numbers in words.iter_mut() {
            packed::read(size, reader, numbers)?;
        }
        rows.clear();
        for (at, (&handle, &packed)) in handles.iter().zip(columns.iter()).enumerate() {
            rows.push((handle, key(packed, words.each_ref().map(|numbers| numbers[at]))?));
        }
        self.board.roster.append(rows)?;
        if parts & HAS_TIMES != 0 {
            times(rows, reader, &mut self.board.times)?;
        }
        for &handle in handles.iter().filter(|_| parts & HAS_METADATA != 0) {
            self.board.read_metadata(handle, reader)?;
        }
        Ok(())
    }

    fn names(&mut self, size: usize, reader: &mut Reader<'_>) -> Result<(), SnapshotError> {
        let Scratch { handles, words: [lengths, ..], .. } = &mut self.scratch;
        packed::read(size, reader, lengths)?;
        handles.clear();
        for &len in lengths.iter() {
            handles.push(self.board.push_name(len, reader)?);
        }
        Ok(())
    }

    fn banned(&mut self, reader: &mut Reader<'_>) -> Result<(), SnapshotError> {
        let mut last: Option<Handle> = None;
        for _ in 0..count(reader)? {
            let len = reader.varint()?;
            let handle = self.board.push_name(len, reader)?;
            let roster = &self.board.roster;
            if last.is_some_and(|last| roster.name(last) >= roster.name(handle)) {
                return Err(SnapshotError::invalid("has banned members out of order"));
            }
            last = Some(handle);
            let parts = reader.byte()?;
            if parts & !(HAS_TIMES | HAS_METADATA | HAS_SCORE) != 0 {
                return Err(UNKNOWN_PART);
            }
            let key = if parts & HAS_SCORE != 0 { Some(self.score(reader)?) } else { None };
            self.board.roster.hide(handle, key);
            if parts & HAS_TIMES != 0 {
                times(&[(handle, key.unwrap_or_default())], reader, &mut self.board.times)?;
            }
            if parts & HAS_METADATA != 0 {
                self.board.read_metadata(handle, reader)?;
            }
        }
        Ok(())
    }

    fn score(&self, reader: &mut Reader<'_>) -> Result<BoardKey, SnapshotError> {
        let packed = self.form.read(0, &self.board.terms, reader)?;
        key(packed, [reader.varint()?, reader.varint()?, reader.varint()?])
    }
}

fn key(packed: u128, [stamp, shard, event]: [u64; 3]) -> Result<BoardKey, SnapshotError> {
    let shard = u16::try_from(shard).map_err(|_| SnapshotError::invalid("has a false shard"))?;
    Ok(BoardKey::with_columns(packed, instant(stamp)?, shard, event))
}

fn times(
    rows: &[(Handle, BoardKey)],
    reader: &mut Reader<'_>,
    times: &mut Times,
) -> Result<(), SnapshotError> {
    for &(handle, key) in rows {
        if let Some(at) = time(reader, key.stamp())? {
            times.set(handle, Some(at));
        }
    }
    Ok(())
}

impl Form {
    /// Reads packed columns that stand behind others.
    fn read(
        self,
        before: u128,
        terms: &Terms,
        reader: &mut Reader<'_>,
    ) -> Result<u128, SnapshotError> {
        let high = if self.is_wide { u128::from(reader.varint()?) << u64::BITS } else { 0 };
        let more = high | u128::from(reader.varint()?);
        let moved = more.checked_shl(self.free).unwrap_or(0);
        if moved.checked_shr(self.free).unwrap_or(0) != more {
            return Err(OUT_OF_RANGE);
        }
        let packed = before.checked_add(moved).ok_or(OUT_OF_RANGE)?;
        terms.columns.check(&terms.columns.decode(packed)).map_err(|_| OUT_OF_RANGE)?;
        Ok(packed)
    }
}

impl Leaderboard {
    fn push_name(&mut self, len: u64, reader: &mut Reader<'_>) -> Result<Handle, SnapshotError> {
        if len > u64::from(MAX_MEMBER_BYTES) {
            return Err(SnapshotError::invalid("has a member that is too long"));
        }
        let name = core::str::from_utf8(reader.bytes(len as usize)?);
        self.roster.push(name.map_err(|_| SnapshotError::invalid("has a member that is no text"))?)
    }

    fn read_metadata(
        &mut self,
        handle: Handle,
        reader: &mut Reader<'_>,
    ) -> Result<(), SnapshotError> {
        let Some(len) = reader.varint()?.checked_sub(1) else { return Ok(()) };
        if len > MAX_METADATA_BYTES as u64 {
            return Err(SnapshotError::invalid("has metadata that are too long"));
        }
        let text = core::str::from_utf8(reader.bytes(len as usize)?);
        let text = text.map_err(|_| SnapshotError::invalid("has metadata that are no text"))?;
        self.metadata.insert(handle, text.into());
        Ok(())
    }
}
