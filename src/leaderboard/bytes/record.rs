//! Records as bytes.
//!
//! A *run* is a number of records that follow each other without a gap. It can be read without any
//! other.
//!
//! ```text
//! version     varint  of the first record; each later one has the next
//! then each record, until the bytes end:
//!   change    1       bits 0..3: 0 submit, 1 metadata, 2 ban, 3 unban, 4 remove, 5 rules
//!                     bits 3..5: columns of a submission, less one
//!                     bit  5:    a submission has a time of its own; rules may migrate
//!                     bits 6..8: metadata: 0 none are said, 1 are taken away, 2 are set
//!   stamp     varint  the zigzag number of ms behind the record before, doubled; plus one if the
//!                     shard is another than that of the record before
//!   shard     varint  if it is another
//!   sequence  signed  how far it is behind the one that would follow the record before
//!   member    varint  bytes of the name, and the name
//!   points    signed  of a submission, for each column
//!   at        signed  its own time, in ms behind the stamp
//!   metadata  varint  bytes of the text, and the text, if they are set
//!   rules             as `terms.rs` writes them
//! ```
//!
//! The record before the first one has stamp 0, shard 0 and sequence 0.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{Bytes, put_signed, put_text, put_varint, read_terms, unzigzag, write_terms, zigzag};
use crate::leaderboard::{Change, MAX_COLUMNS, NewTerms, Points, Record, Submission};
use crate::time::Timestamp;

const SUBMIT: u8 = 0;
const METADATA: u8 = 1;
const BAN: u8 = 2;
const UNBAN: u8 = 3;
const REMOVE: u8 = 4;
const RULES: u8 = 5;

const HAS_AT: u8 = 1 << 5;
const TAKEN_AWAY: u8 = 1;
const SET: u8 = 2;

/// What a record is written relative to.
#[derive(Clone, Copy, Debug, Default)]
struct Before {
    stamp: Timestamp,
    shard: u16,
    sequence: u64,
}

impl Before {
    const fn of(record: &Record) -> Self {
        Self { stamp: record.stamp, shard: record.shard, sequence: record.sequence }
    }
}

/// Writes the records of a run, one behind the other.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::leaderboard) struct RunWriter {
    before: Option<Before>,
}

impl RunWriter {
    /// Adds the next record.
    pub(in crate::leaderboard) fn write(&mut self, record: &Record, out: &mut Vec<u8>) {
        let before = self.before.unwrap_or_else(|| {
            put_varint(out, record.version);
            Before::default()
        });
        self.before = Some(Before::of(record));
        out.push(head(&record.change));
        let is_other = record.shard != before.shard;
        let late = zigzag(record.stamp.ms() as i64 - before.stamp.ms() as i64);
        put_varint(out, late << 1 | u64::from(is_other));
        if is_other {
            put_varint(out, u64::from(record.shard));
        }
        put_signed(out, record.sequence.wrapping_sub(before.sequence.wrapping_add(1)) as i64);
        put_text(out, &record.member);
        let metadata = match &record.change {
            Change::Submit(submission) => {
                submission.points.units().iter().for_each(|&units| put_signed(out, units));
                if let Some(at) = submission.at {
                    put_signed(out, at.ms() as i64 - record.stamp.ms() as i64);
                }
                submission.metadata.as_ref().and_then(Option::as_ref)
            }
            Change::Metadata(metadata) => metadata.as_ref(),
            Change::Rules(new) => {
                write_terms(&new.terms, out);
                None
            }
            Change::Ban | Change::Unban | Change::Remove => None,
        };
        if let Some(metadata) = metadata {
            put_text(out, metadata);
        }
    }
}

fn head(change: &Change) -> u8 {
    let said = |metadata: &Option<Box<str>>| if metadata.is_some() { SET } else { TAKEN_AWAY } << 6;
    match change {
        Change::Submit(Submission { points, at, metadata }) => {
            let columns = (points.units().len() as u8 - 1) << 3;
            let has_at = if at.is_some() { HAS_AT } else { 0 };
            SUBMIT | columns | has_at | metadata.as_ref().map_or(0, said)
        }
        Change::Metadata(metadata) => METADATA | said(metadata),
        Change::Ban => BAN,
        Change::Unban => UNBAN,
        Change::Remove => REMOVE,
        Change::Rules(new) => RULES | if new.migrate { HAS_AT } else { 0 },
    }
}

/// A run that is read record by record.
#[derive(Clone, Debug)]
pub(in crate::leaderboard) struct Run<'a> {
    bytes: Bytes<'a>,
    version: u64,
    before: Before,
}

impl<'a> Run<'a> {
    /// Starts a run; `None` where the bytes do not.
    pub(in crate::leaderboard) fn new(bytes: &'a [u8]) -> Option<Self> {
        let mut bytes = Bytes::new(bytes);
        let version = bytes.varint()?;
        Some(Self { bytes, version, before: Before::default() })
    }

    /// The version of the next record.
    pub(in crate::leaderboard) const fn version(&self) -> u64 {
        self.version
    }

    pub(in crate::leaderboard) const fn is_at_end(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Reads the next record; `None` where there is none, and for bytes that are none.
    pub(in crate::leaderboard) fn read(&mut self) -> Option<Record> {
        let head = self.bytes.byte()?;
        let late = self.bytes.varint()?;
        let ms = (self.before.stamp.ms() as i64).checked_add(unzigzag(late >> 1))?;
        let stamp = Timestamp::from_ms(u64::try_from(ms).ok()?).ok()?;
        let shard = match late & 1 {
            0 => self.before.shard,
            _ => u16::try_from(self.bytes.varint()?).ok()?,
        };
        let skipped = self.bytes.signed()? as u64;
        let sequence = self.before.sequence.wrapping_add(1).wrapping_add(skipped);
        let member = self.bytes.text()?.to_owned();
        let change = self.change(head, stamp)?;
        let version = self.version;
        self.version = version.checked_add(1)?;
        self.before = Before { stamp, shard, sequence };
        Some(Record { version, shard, sequence, stamp, member, change })
    }

    fn change(&mut self, head: u8, stamp: Timestamp) -> Option<Change> {
        let (kind, columns, said) = (head & 7, usize::from(head >> 3 & 3) + 1, head >> 6);
        let is_plain = head >> 3 == 0;
        let has_at = head & HAS_AT != 0;
        match kind {
            SUBMIT => {
                let mut units = [0; MAX_COLUMNS];
                for units in &mut units[..columns] {
                    *units = self.bytes.signed()?;
                }
                let points = Points::new(&units[..columns])?;
                let at = if has_at { Some(self.at(stamp)?) } else { None };
                let metadata = if said == 0 { None } else { Some(self.metadata(said)?) };
                Some(Change::Submit(Submission { points, at, metadata }))
            }
            METADATA if head >> 3 & 7 == 0 => self.metadata(said).map(Change::Metadata),
            BAN if is_plain => Some(Change::Ban),
            UNBAN if is_plain => Some(Change::Unban),
            REMOVE if is_plain => Some(Change::Remove),
            RULES if head & !HAS_AT == RULES => {
                let terms = read_terms(&mut self.bytes)?;
                Some(Change::Rules(Box::new(NewTerms { terms, migrate: has_at })))
            }
            _ => None,
        }
    }

    fn at(&mut self, stamp: Timestamp) -> Option<Timestamp> {
        let ms = (stamp.ms() as i64).checked_add(self.bytes.signed()?)?;
        Timestamp::from_ms(u64::try_from(ms).ok()?).ok()
    }

    fn metadata(&mut self, said: u8) -> Option<Option<Box<str>>> {
        match said {
            TAKEN_AWAY => Some(None),
            SET => Some(Some(self.bytes.text()?.into())),
            _ => None,
        }
    }
}
