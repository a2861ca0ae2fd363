//! The board: members in the order of an exact key.
//!
//! A [`Leaderboard`] is one board in one period, and a state machine: its state follows from its
//! terms and the records that it took, in their order, and from nothing else. Records come from
//! two doors:
//!
//! - [`Leaderboard::apply`] judges a command at an instant and, if nothing speaks against it,
//!   makes the next record of it. That is a board on its own: in a browser, in a test.
//! - [`Leaderboard::follow`] takes a record that a ledger made, and trusts it. That is the object
//!   of one period, which is one of several views on what the ledger accepted.
//!
//! Ranks are 1-based here, as people read them.

mod amount;
mod bytes;
mod columns;
mod command;
mod decimal;
mod error;
mod hybrid;
mod judge;
mod key;
mod migrate;
mod page;
mod read;
mod reconcile;
mod record;
mod roster;
mod rules;
mod seen;
mod snapshot;
mod stats;
mod stream;
mod terms;
mod times;
mod union;

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

pub use amount::Amount;
pub use columns::{COLUMN_BITS, Column, ColumnError, Columns, MAX_COLUMNS, Points};
pub use command::{Command, MAX_METADATA_BYTES};
pub use decimal::{Decimals, MAX_NUMBER_BYTES, ScoreError};
pub use error::BoardError;
pub use hybrid::{
    Answer, Counting, Effect, HybridBoard, HybridOutcome, Kept, MAX_EXACT_HEAD, MAX_REFILL_ROWS,
    Row,
};
pub use key::BoardKey;
pub use migrate::NewTerms;
pub use page::{
    DEFAULT_PAGE_ROWS, MAX_PAGE_ROWS, MAX_PINNED_ROWS, MAX_PINS, PIN_MS, Page, PageRequest,
    PageStart,
};
pub use read::{Lookup, MAX_LOOKUP, Percentile, Preview};
pub use reconcile::{Difference, Reconciler, Reconciliation, Total};
pub use record::{Change, Entry, Outcome, Reason, Record, Standing, Submission, Update};
pub use rules::{
    ColumnRule, MAX_MEMBER_BYTES, OnFull, Operator, OutOfRange, RankKind, RuleError, Rules,
    SortOrder, Tie,
};
pub use seen::{Fate, MAX_EVENT_ID_BYTES, Seen, SeenEvent, Taken};
pub use stats::{Bucket, MAX_BUCKETS, QUANTILES, Stats};
pub use terms::{Bounds, Given, Terms};

use crate::members::Name;
use crate::period;
use crate::skiplist::Handle;
use crate::time::Timestamp;
use judge::{Held, Stage};
use page::Pins;
use roster::Roster;
use stream::Stream;
use times::Times;

/// One board in one period: a skip list over exact keys, with an index of its members.
///
/// # Examples
/// ```
/// use edgeboard::leaderboard::{Command, Leaderboard, SortOrder};
/// use edgeboard::time::Timestamp;
///
/// let mut board = Leaderboard::new(SortOrder::Desc);
/// for (ms, member, points) in [(1, "ann", 30), (2, "bob", 35), (3, "ann", 5)] {
///     board.apply(Command::submit(member, points), Timestamp::from_ms(ms)?)?;
/// }
/// // Both have 35; bob was there first.
/// let top: Vec<_> = board.top(10).map(|entry| (entry.rank, entry.member)).collect();
/// assert_eq!(top, [(Some(1), "bob".into()), (Some(2), "ann".into())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Leaderboard {
    terms: Terms,
    period: Option<period::Bounds>,
    roster: Roster,
    /// When the scores of `latest` boards were true.
    times: Times,
    metadata: BTreeMap<Handle, Box<str>>,
    version: u64,
    /// Lists of rows for pages; no part of the state.
    pins: Pins,
    /// What was taken in so far, if somebody wants it.
    records: Option<Stream>,
}

impl Leaderboard {
    /// Returns an empty board.
    #[must_use]
    pub fn new(terms: impl Into<Terms>) -> Self {
        let terms = terms.into();
        let roster = Roster::new(terms.tie_rule());
        Self {
            terms,
            period: None,
            roster,
            times: Times::new(),
            metadata: BTreeMap::new(),
            version: 0,
            pins: Pins::default(),
            records: None,
        }
    }

    /// Returns the board with the bounds of its period: outside of them submissions are refused.
    #[must_use]
    pub fn within(self, period: Option<period::Bounds>) -> Self {
        Self { period, ..self }
    }

    /// Returns what the board goes by.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Returns the number of members that are ranked.
    #[must_use]
    pub fn len(&self) -> usize {
        self.roster.len()
    }

    /// Returns whether nobody is ranked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of the newest record that is in.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Returns the bytes that the board has allocated for its members.
    #[must_use]
    pub fn allocated_bytes(&self) -> usize {
        self.roster.allocated_bytes() + self.times.allocated_bytes()
    }

    /// Judges records in their order; changes nothing.
    ///
    /// Computes in **O(k)** time for k records: no rank is needed to judge.
    #[must_use]
    pub fn plan(&self, records: &[Record]) -> Vec<Update> {
        // What earlier records of the run did to a member, which the board does not show yet.
        let mut planned: BTreeMap<&str, Option<(BoardKey, Option<Timestamp>)>> = BTreeMap::new();
        let mut updates = Vec::with_capacity(records.len());
        for record in records {
            let member = record.member.as_str();
            let before = planned.get(member).copied().unwrap_or_else(|| self.held(member));
            let update = self.judge(record, before);
            planned.insert(member, update.after.map(|key| (key, update.at)));
            updates.push(update);
        }
        updates
    }

    fn judge(&self, record: &Record, before: Option<(BoardKey, Option<Timestamp>)>) -> Update {
        let (key, at) = before.map_or((None, None), |(key, at)| (Some(key), at));
        let update = |after, at, reason| Update {
            version: record.version,
            member: record.member.clone(),
            before: key,
            after,
            at,
            reason,
            change: record.change.clone(),
        };
        match &record.change {
            Change::Submit(submission) => {
                let columns = &self.terms.columns;
                let held = key.map(|key| Held { points: columns.decode(key.columns()), at });
                let verdict = self.terms.judge(submission, held, record.stamp, Stage::Accepted);
                let Ok(verdict) = verdict else { return update(key, at, Reason::Equal) };
                let packed = columns.pack(&verdict.points);
                let reached =
                    BoardKey::with_columns(packed, record.stamp, record.shard, record.sequence);
                let after = if verdict.is_applied { Some(reached) } else { key };
                update(after, verdict.at, verdict.reason)
            }
            Change::Remove => update(None, None, Reason::Updated),
            Change::Metadata(_) | Change::Ban | Change::Unban | Change::Rules(_) => {
                update(key, at, Reason::Updated)
            }
        }
    }

    /// Takes a judged record in and returns what it did.
    ///
    /// Computes in expected **O(log n)** time.
    pub fn commit(&mut self, update: &Update) -> Outcome {
        if let Change::Rules(terms) = &update.change {
            self.version = update.version;
            self.follow_terms(terms);
            return self.terms_outcome(self.terms == terms.terms);
        }
        let member = update.member.as_str();
        let previous = self.find(member).map(|entry| {
            let Entry { rank, score, .. } = entry;
            Standing { rank, score }
        });
        self.version = update.version;
        match (&update.change, update.after) {
            (Change::Remove, _) => self.forget(member),
            (Change::Ban, _) => self.roster.ban(member),
            (Change::Unban, _) => self.unban(member),
            (Change::Metadata(metadata), _) => self.set_metadata(member, metadata.as_deref()),
            (Change::Submit(submission), Some(key)) => {
                self.put_at(member, key, update.at);
                if let Some(metadata) = &submission.metadata {
                    self.set_metadata(member, metadata.as_deref());
                }
                self.trim();
            }
            (Change::Submit(_), None) | (Change::Rules(_), _) => {}
        }
        let entry = self.find(member);
        let hidden = entry.as_ref().is_some_and(|entry| entry.rank.is_none());
        let (applied, reason) = match (&update.change, &entry) {
            // He was let go at once: all others of a full board are better.
            (Change::Submit(_), None) => (false, Reason::NotBetter),
            _ => (update.is_applied(), update.reason),
        };
        Outcome { version: update.version, applied, hidden, reason, entry, previous }
    }

    /// Lets the worst go while there are more members than the board keeps.
    fn trim(&mut self) {
        let Some(max) = self.terms.max_members.filter(|_| self.terms.on_full == OnFull::Trim)
        else {
            return;
        };
        while self.roster.kept() > max as usize {
            let Some((worst, _)) = self.roster.range(0..self.len()).next_back() else { return };
            self.forget_handle(worst);
        }
    }

    /// Takes a record in that somebody accepted, and returns what it did.
    ///
    /// Computes in expected **O(log n)** time.
    pub fn follow(&mut self, record: &Record) -> Outcome {
        let update = self.judge(record, self.held(&record.member));
        let outcome = self.commit(&update);
        self.keep(record);
        outcome
    }

    /// Sets the row of a member, as a stored board is loaded. No record tells of it, so those that
    /// are kept are dropped.
    ///
    /// Computes in expected **O(log n)** time.
    pub fn put(&mut self, member: &str, key: BoardKey) {
        self.put_at(member, key, None);
        self.compact(u64::MAX);
    }

    fn put_at(&mut self, member: &str, key: BoardKey, at: Option<Timestamp>) {
        let handle = self.roster.put(member, key);
        self.times.set(handle, at);
    }

    /// Shows a member again. One who has no score is kept for his ban alone, and goes with it.
    fn unban(&mut self, member: &str) {
        match self.roster.find(member) {
            Some(handle) if self.roster.key(handle).is_none() => self.forget_handle(handle),
            _ => self.roster.unban(member),
        }
    }

    fn set_metadata(&mut self, member: &str, metadata: Option<&str>) {
        let Some(handle) = self.roster.find(member) else { return };
        match metadata {
            Some(metadata) => {
                self.metadata.insert(handle, metadata.into());
            }
            None => {
                self.metadata.remove(&handle);
            }
        }
    }

    fn forget(&mut self, member: &str) {
        if let Some(handle) = self.roster.find(member) {
            self.forget_handle(handle);
        }
    }

    fn forget_handle(&mut self, handle: Handle) {
        self.roster.remove(handle);
        self.times.set(handle, None);
        self.metadata.remove(&handle);
    }

    /// The key of a member and when his score was true, whether he is ranked or banned.
    fn held(&self, member: &str) -> Option<(BoardKey, Option<Timestamp>)> {
        let handle = self.roster.find(member)?;
        Some((self.roster.key(handle)?, self.times.get(handle)))
    }

    /// The entry of a member, whether he is ranked or banned.
    fn find(&self, member: &str) -> Option<Entry> {
        let handle = self.roster.find(member)?;
        let key = self.roster.key(handle)?;
        Some(self.entry(handle, self.roster.rank(handle).map(|rank| rank + 1), key))
    }

    fn entry(&self, handle: Handle, rank: Option<u32>, key: BoardKey) -> Entry {
        Entry {
            member: self.name(handle),
            rank,
            score: self.terms.columns.decode(key.columns()),
            reached_at: key.stamp(),
            metadata: self.metadata.get(&handle).cloned(),
        }
    }

    fn name(&self, handle: Handle) -> String {
        String::from_utf8_lossy(&self.roster.name(handle)).into_owned()
    }

    /// Returns all rows in the order of the board.
    pub fn rows(&self) -> impl Iterator<Item = (Name<'_>, BoardKey)> {
        self.roster.range(0..self.len()).map(|(handle, key)| (self.roster.name(handle), key))
    }

    /// Checks every invariant of the board's structures.
    #[doc(hidden)]
    pub fn internal_validate(&self) -> Result<(), &'static str> {
        self.roster.internal_validate()?;
        let is_kept = |handle: &Handle| self.roster.keeps(*handle);
        let has_times = self.times.iter().all(|(handle, _)| is_kept(&handle));
        if !has_times || !self.metadata.keys().all(is_kept) {
            return Err("only members that are kept have a time or metadata");
        }
        Ok(())
    }
}
