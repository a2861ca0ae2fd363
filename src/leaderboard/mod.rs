//! The board: members in the order of an exact key.
//!
//! A [`Leaderboard`] is one board in one period. It is fed the records of its ledger's stream and
//! trusts their stamps. Ranks are 1-based here, as people read them.

mod decimal;
mod key;
mod record;
mod rules;

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

pub use decimal::{Decimals, MAX_NUMBER_BYTES, ScoreError};
pub use key::BoardKey;
pub use record::{Change, Entry, Outcome, Reason, Record, Standing, Update};
pub use rules::{MAX_MEMBER_BYTES, Operator, RuleError, Rules, SortOrder};

use crate::members::{Members, Name};
use crate::skiplist::{Handle, SkipList};

/// One board in one period: a skip list over [`BoardKey`], with an index of its members.
///
/// # Examples
/// ```
/// use edgeboard::leaderboard::{Change, Leaderboard, Record, SortOrder};
/// use edgeboard::time::Timestamp;
///
/// let mut board = Leaderboard::new(SortOrder::Desc);
/// for (version, member, points) in [(1, "ann", 30), (2, "bob", 35), (3, "ann", 5)] {
///     let (stamp, change) = (Timestamp::from_ms(version)?, Change::Add(points));
///     board.apply(&Record {
///         version, shard: 0, sequence: version, stamp, member: member.into(), change,
///     });
/// }
/// // Both have 35; bob was there first.
/// let top: Vec<_> = board.top(10).map(|entry| (entry.rank, entry.member)).collect();
/// assert_eq!(top, [(1, "bob".into()), (2, "ann".into())]);
/// # Ok::<(), edgeboard::time::TimeError>(())
/// ```
#[derive(Debug)]
pub struct Leaderboard {
    order: SortOrder,
    members: Members,
    list: SkipList<BoardKey>,
}

/// How a member stands among all others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Percentile {
    /// `100 * (members strictly worse) / N`.
    pub percentile: f64,
    /// `100 * (competition rank) / N`.
    pub top: f64,
}

impl Leaderboard {
    /// Returns an empty board.
    #[must_use]
    pub fn new(order: SortOrder) -> Self {
        Self { order, members: Members::new(), list: SkipList::new() }
    }

    /// Returns the number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns whether the board has no members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Judges records in their order; changes nothing.
    ///
    /// Computes in **O(k)** time for k records: no rank is needed to judge.
    #[must_use]
    pub fn plan(&self, records: &[Record]) -> Vec<Update> {
        // What earlier records of the run did to a member, which the board does not show yet.
        let mut planned: BTreeMap<&str, BoardKey> = BTreeMap::new();
        let mut updates = Vec::with_capacity(records.len());
        for record in records {
            let member = record.member.as_str();
            let before = planned.get(member).copied().or_else(|| self.key(member));
            let update = self.judge(record, before);
            planned.insert(member, update.after);
            updates.push(update);
        }
        updates
    }

    fn judge(&self, record: &Record, before: Option<BoardKey>) -> Update {
        let Change::Add(delta) = record.change;
        let score = before.map_or(0, |key| key.score(self.order));
        // The ledger judged the bounds in the longest period; a shorter one never refuses what
        // that accepted, and stops at the ends of the range instead.
        let (sum, clamped) = match score.checked_add(delta) {
            Some(sum) => (sum, false),
            None => (score.saturating_add(delta), true),
        };
        let reached = BoardKey::new(self.order, sum, record.stamp, record.shard, record.sequence);
        let (after, reason) = match before {
            Some(key) if sum == score && clamped => (key, Reason::Clamped),
            Some(key) if sum == score => (key, Reason::Equal),
            _ if clamped => (reached, Reason::Clamped),
            _ => (reached, Reason::Added),
        };
        Update { version: record.version, member: record.member.clone(), before, after, reason }
    }

    /// Takes a judged record in and returns what it did.
    ///
    /// Computes in expected **O(log n)** time.
    pub fn commit(&mut self, update: &Update) -> Outcome {
        let previous =
            self.get(&update.member).map(|Entry { rank, score, .. }| Standing { rank, score });
        self.put(&update.member, update.after);
        let rank = self.handle(&update.member).and_then(|handle| self.rank(handle)).unwrap_or(0);
        Outcome {
            version: update.version,
            applied: update.is_applied(),
            reason: update.reason,
            entry: self.entry(update.member.clone(), rank, update.after),
            previous,
        }
    }

    /// Judges one record and takes it in.
    ///
    /// Computes in expected **O(log n)** time.
    pub fn apply(&mut self, record: &Record) -> Outcome {
        let update = self.judge(record, self.key(&record.member));
        self.commit(&update)
    }

    /// Returns a member's entry; `None` when he is not on the board.
    ///
    /// Computes in expected **O(log n)** time. The Redis counterpart is `ZREVRANK` with `ZSCORE`.
    #[must_use]
    pub fn get(&self, member: &str) -> Option<Entry> {
        let handle = self.handle(member)?;
        let key = self.list.key(handle, &self.members)?;
        Some(self.entry(member.into(), self.rank(handle)?, key))
    }

    /// Returns the key of a member; `None` when he is not on the board.
    #[must_use]
    pub fn key(&self, member: &str) -> Option<BoardKey> {
        self.list.key(self.handle(member)?, &self.members)
    }

    /// Returns the best `limit` entries, the best first.
    ///
    /// Computes in **O(limit)** time. The Redis counterpart is
    /// `ZREVRANGE key 0 limit-1 WITHSCORES`.
    pub fn top(&self, limit: usize) -> impl Iterator<Item = Entry> {
        self.list.range(0..limit).zip(1..).map(|((key, handle), rank)| {
            let name = String::from_utf8_lossy(&self.members.name(handle)).into_owned();
            self.entry(name, rank, key)
        })
    }

    /// Returns all rows in the order of the board.
    pub fn rows(&self) -> impl Iterator<Item = (Name<'_>, BoardKey)> {
        self.list.iter().map(|(key, handle)| (self.members.name(handle), key))
    }

    /// Returns how a member stands among all; `None` when he is not on the board.
    ///
    /// Computes in expected **O(log n)** time.
    #[must_use]
    pub fn percentile(&self, member: &str) -> Option<Percentile> {
        let column = self.key(member)?.column();
        let better = self.list.count_before(|key, _| key.column() < column);
        let not_worse = self.list.count_before(|key, _| key.column() <= column);
        let share = |count: usize| 100.0 * count as f64 / self.len() as f64;
        Some(Percentile { percentile: share(self.len() - not_worse), top: share(better + 1) })
    }

    fn handle(&self, member: &str) -> Option<Handle> {
        self.members.get(member.as_bytes())
    }

    fn rank(&self, handle: Handle) -> Option<u32> {
        self.list.rank(handle, &self.members).map(|rank| rank.0 + 1)
    }

    fn entry(&self, member: String, rank: u32, key: BoardKey) -> Entry {
        Entry { member, rank, score: key.score(self.order), reached_at: key.stamp() }
    }

    /// Sets the row of a member, as a stored board is loaded.
    ///
    /// Computes in expected **O(log n)** time.
    pub fn put(&mut self, member: &str, key: BoardKey) {
        let handle = self.members.insert(member.as_bytes());
        if self.list.update(handle, key, &mut self.members).is_none() {
            self.list.insert(key, handle, &mut self.members);
        }
    }

    /// Checks every invariant of the board's structures.
    #[doc(hidden)]
    pub fn internal_validate(&self) -> Result<(), &'static str> {
        self.list.internal_validate(&self.members)?;
        self.members.internal_validate()
    }
}
