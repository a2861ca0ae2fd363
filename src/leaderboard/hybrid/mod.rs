//! A board that knows its best members exactly, and of all others how many there are where.
//!
//! # Idea
//!
//! The best `N` members are a [`Leaderboard`], the head. Of everybody behind them there is an
//! [`AdaptiveTree`] of scores and nothing else: no name, no key. Whoever has the members, the
//! *owner*, keeps a table of their rows in which he can look up one, read those behind a row in the
//! order of the board, and count those up to a score. With each record he hands the row of its
//! member over, and stores what becomes of it. What the board must know beyond that, it asks for by
//! an [`Effect`], and goes on as long as nobody answers.
//!
//! One thing always holds: everybody in the head is ahead of everybody behind it. So the last row
//! of the head decides where a member belongs, and nothing has to be kept of those behind. A member
//! who falls behind that row is handed to the tree, even where he would still be the best behind
//! it: nobody here knows. If the head has become shorter than `N` then, the board asks for the
//! next ones.
//!
//! The head has room for an eighth more than `N`, and for 64 at least, so that not every member who
//! goes is a question: it is filled to the brim, and asks again below `N`. One who comes in pushes
//! the last one out, which asks nothing.
//!
//! The tree's scores are the highest 64 bits of packed columns, as a signed number: smaller is
//! better whatever the order of the board, and for one column that is the whole score. Where
//! columns take more than 64 bits, members whose highest bits are equal are like equals to it.

mod effect;
mod read;
mod snapshot;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::cmp::Ordering;

pub use effect::{Answer, Effect, MAX_REFILL_ROWS};
pub use read::Counting;

use super::{
    BoardError, BoardKey, Change, Leaderboard, NewTerms, OnFull, RankKind, Reason, Record,
    RuleError, Terms, Tie,
};
use crate::estimator::{AdaptiveTree, EstimatorError, Order, RankEstimate};
use crate::period::Bounds;
use crate::time::Timestamp;

/// The most members that a board can know exactly as its head.
pub const MAX_EXACT_HEAD: u32 = 1_000_000;

/// The most members of a board, so that the tree can count them.
const MAX_TOTAL: u32 = u32::MAX;

/// The parts of the tree: a tail rank is known within a thousandth of the tail.
const PARTS: u32 = 1_000;

/// The least room that the head has beyond its `N`.
const MIN_SLACK: u32 = 64;

/// What the owner of a hybrid board holds of a member besides name and metadata.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// His key; `None` for somebody who is kept for his ban alone.
    pub key: Option<BoardKey>,
    /// When his score was true, of `latest` boards.
    pub at: Option<Timestamp>,
    /// Whether he is banned: he has no rank then, and is counted nowhere.
    pub banned: bool,
}

impl Kept {
    /// The key by which he is ranked.
    fn ranked(&self) -> Option<BoardKey> {
        self.key.filter(|_| !self.banned)
    }
}

/// A ranked member and his key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Who.
    pub member: String,
    /// His key.
    pub key: BoardKey,
}

/// What a record did to a hybrid board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HybridOutcome {
    /// The version of the board at which `rank` holds.
    pub version: u64,
    /// Whether the score or the time at which it was reached changed.
    pub applied: bool,
    /// Whether the member is banned, so that nobody sees what changed.
    pub hidden: bool,
    /// Why.
    pub reason: Reason,
    /// What the owner has to hold of the member from now on; `None` to forget him.
    pub row: Option<Kept>,
    /// The rank after the record, in the way of counting that the rules say.
    pub rank: Option<RankEstimate>,
    /// The rank before it.
    pub previous: Option<RankEstimate>,
}

/// Where a ranked member is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Head,
    Tail,
}

/// A board whose best members are known exactly and all others by estimates: a million members in
/// less than 3 MB.
///
/// The owner keeps the members; see [`Kept`] and [`Effect`]. Metadata are his alone, and so are the
/// times of `latest` boards and who is banned. The same records and answers give the same
/// [`hash`](Self::hash) on every host.
///
/// # Examples
/// ```
/// use std::collections::BTreeMap;
///
/// use edgeboard::leaderboard::{Change, HybridBoard, Kept, RankKind, Record, SortOrder};
/// use edgeboard::time::Timestamp;
///
/// let mut board = HybridBoard::new(SortOrder::Desc, 100)?;
/// let mut table: BTreeMap<String, Kept> = BTreeMap::new();
/// for version in 1..=1_000 {
///     let (member, change) = (format!("m{version}"), Change::submit(version as i64));
///     let stamp = Timestamp::from_ms(version)?;
///     let record = Record { version, shard: 0, sequence: version, stamp, member, change };
///     let outcome = board.follow(&record, table.get(&record.member))?;
///     table.extend(outcome.row.map(|row| (record.member, row)));
/// }
/// assert_eq!(board.total(), 1_000);
/// assert_eq!(board.head().at(1).map(|entry| entry.member), Some("m1000".into()));
///
/// let key = table["m500"].key.expect("a score");
/// let rank = board.rank("m500", key, RankKind::Ordinal)?;
/// assert!(rank.lo <= 501 && 501 <= rank.hi && rank.lo > board.head().len() as u64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct HybridBoard {
    head: Leaderboard,
    /// How many of the best are to be known exactly.
    rows: u32,
    tail: AdaptiveTree,
}

/// Checks that a board can be a hybrid.
pub(super) fn check(
    rows: u32,
    rank_kind: RankKind,
    max_members: Option<u32>,
    on_full: OnFull,
) -> Result<(), RuleError> {
    let refuse = |reason| Err(RuleError::new("exactHead", reason));
    if !(1..=MAX_EXACT_HEAD).contains(&rows) {
        return refuse(format!("{rows} is not 1 to {MAX_EXACT_HEAD}"));
    }
    if rank_kind == RankKind::Dense {
        return refuse("it excludes dense ranks: nobody counts different scores".to_owned());
    }
    if max_members.is_some() && on_full == OnFull::Trim {
        return refuse("it excludes \"trim\": nobody knows the worst member".to_owned());
    }
    Ok(())
}

impl HybridBoard {
    /// Returns an empty board that is to know the best `exact_head` members exactly.
    ///
    /// # Errors
    /// [`RuleError`] for a number outside 1 to [`MAX_EXACT_HEAD`], for dense ranks, and where the
    /// worst member is to be let go.
    pub fn new(terms: impl Into<Terms>, exact_head: u32) -> Result<Self, RuleError> {
        let terms = terms.into();
        check(exact_head, terms.rank_kind, terms.max_members, terms.on_full)?;
        let tail = AdaptiveTree::new(Order::Asc, PARTS);
        let tail = tail.map_err(|error| RuleError::new("exactHead", format!("{error}")))?;
        Ok(Self { head: Leaderboard::new(terms), rows: exact_head, tail })
    }

    /// Returns the board with the bounds of its period, which it only keeps: whoever accepts
    /// records looks at them.
    #[must_use]
    pub fn within(self, period: Option<Bounds>) -> Self {
        Self { head: self.head.within(period), ..self }
    }

    /// Returns what the board goes by.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        self.head.terms()
    }

    /// Returns how many of the best are to be known exactly.
    #[must_use]
    pub const fn exact_head(&self) -> u32 {
        self.rows
    }

    /// Returns the number of the newest record that is in.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.head.version()
    }

    /// Returns the number of members that are ranked. Computes in **O(1)** time.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.head.len() as u64 + self.tail.total()
    }

    /// The most members that the head keeps.
    fn capacity(&self) -> usize {
        (self.rows + MIN_SLACK.max(self.rows / 8)) as usize
    }

    /// Takes a record in that somebody accepted, and returns what it did; `kept` is what the owner
    /// holds of its member.
    ///
    /// There may be an [`effect`](Self::effect) afterwards. New rules are taken only if they leave
    /// the order of the members as it is: otherwise the board is to be built anew, by
    /// [`put`](Self::put). Computes in expected **O(log N + blocks)** time, with the fixed number
    /// of the tree's blocks.
    ///
    /// # Errors
    /// [`BoardError::Invalid`] for a record that does not follow the board's version,
    /// [`BoardError::Row`] for a row that contradicts the board, and [`BoardError::Full`] at
    /// 2^32 - 1 members. Nothing has changed then.
    pub fn follow(
        &mut self,
        record: &Record,
        kept: Option<&Kept>,
    ) -> Result<HybridOutcome, BoardError> {
        let version = self.version();
        if version.checked_add(1) != Some(record.version) {
            let text = format!("record {} does not follow {version}", record.version);
            return Err(BoardError::invalid(text));
        }
        if let Change::Rules(new) = &record.change {
            self.head.version = record.version;
            return Ok(self.follow_terms(new));
        }
        let member = record.member.as_str();
        let before = self.seat(member, kept.and_then(Kept::ranked))?;
        let held = kept.and_then(|kept| Some((kept.key?, kept.at)));
        let update = self.head.judge(record, held);
        let was_banned = kept.is_some_and(|kept| kept.banned);
        let row = match &record.change {
            Change::Remove => None,
            change => {
                let unbanned = matches!(change, Change::Unban);
                let banned = matches!(change, Change::Ban) || (was_banned && !unbanned);
                let row = Kept { key: update.after, at: update.at, banned };
                (row.key.is_some() || banned).then_some(row)
            }
        };
        let kind = self.terms().rank_kind;
        let previous = before.map(|(key, side)| self.place(member, key, side, kind));
        let rank = match (before, row.as_ref().and_then(Kept::ranked)) {
            (Some((old, _)), Some(key)) if old == key => previous,
            (before, after) => {
                let side = self.reseat(member, before, after)?;
                after.zip(side).map(|(key, side)| self.place(member, key, side, kind))
            }
        };
        self.head.version = record.version;
        Ok(HybridOutcome {
            version: record.version,
            applied: update.is_applied(),
            hidden: row.is_some_and(|row| row.banned),
            reason: update.reason,
            row,
            rank,
            previous,
        })
    }

    /// Ranks a member of whom the board does not know, as it is built from the owner's table. No
    /// record tells of it.
    ///
    /// The order does not matter; with the best first nobody goes through the head in vain.
    ///
    /// # Errors
    /// [`BoardError::Row`] for somebody who is in the head, [`BoardError::Full`] at 2^32 - 1
    /// members.
    pub fn put(&mut self, member: &str, key: BoardKey) -> Result<(), BoardError> {
        self.seat(member, None)?;
        self.reseat(member, None, Some(key)).map(drop)
    }

    /// Sets the version to which the rows of a board belong that is built from its owner's table.
    #[must_use]
    pub fn at_version(mut self, version: u64) -> Self {
        self.head.version = version;
        self
    }

    fn follow_terms(&mut self, new: &NewTerms) -> HybridOutcome {
        let (old, terms) = (self.terms(), &new.terms);
        let fits = check(self.rows, terms.rank_kind, terms.max_members, terms.on_full).is_ok();
        let applied = fits && old.columns == terms.columns && old.tie_rule() == terms.tie_rule();
        if applied {
            self.head.terms = terms.clone();
        }
        let (version, reason) = (self.version(), Reason::Updated);
        let (row, rank, previous) = (None, None, None);
        HybridOutcome { version, applied, hidden: false, reason, row, rank, previous }
    }

    /// Where a member is whom the owner ranks by a key, or does not rank.
    fn seat(
        &self,
        member: &str,
        ranked: Option<BoardKey>,
    ) -> Result<Option<(BoardKey, Side)>, BoardError> {
        match (self.head.key(member), ranked) {
            (None, None) => Ok(None),
            (Some(key), Some(held)) if key == held => Ok(Some((key, Side::Head))),
            (Some(_), Some(_)) => Err(BoardError::row(member, "has another key in the head")),
            (Some(_), None) => Err(BoardError::row(member, "is missing, and he is in the head")),
            (None, Some(key)) if self.is_behind(member, key) => Ok(Some((key, Side::Tail))),
            (None, Some(_)) => {
                Err(BoardError::row(member, "belongs to the head, which has it not"))
            }
        }
    }

    /// Moves a member from where he is to where his key belongs, and returns where that is.
    fn reseat(
        &mut self,
        member: &str,
        before: Option<(BoardKey, Side)>,
        after: Option<BoardKey>,
    ) -> Result<Option<Side>, BoardError> {
        if before.is_none() && self.total() >= u64::from(MAX_TOTAL) {
            return Err(BoardError::Full { max: MAX_TOTAL });
        }
        match (before, after) {
            (Some((old, Side::Tail)), Some(key)) if self.is_behind(member, key) => {
                let moved = self.tail.move_score(place_of(old), place_of(key));
                moved.map_err(|error| uncounted(member, &error))?;
                return Ok(Some(Side::Tail));
            }
            (Some((old, Side::Tail)), _) => {
                let removed = self.tail.remove(place_of(old));
                removed.map_err(|error| uncounted(member, &error))?;
            }
            (Some((_, Side::Head)), _) => self.head.forget(member),
            (None, _) => {}
        }
        let Some(key) = after else { return Ok(None) };
        if self.is_behind(member, key) {
            self.tail.add(place_of(key)).map_err(|error| uncounted(member, &error))?;
            return Ok(Some(Side::Tail));
        }
        self.head.put_at(member, key, None);
        while self.head.len() > self.capacity() {
            let Some(last) = self.last() else { break };
            self.tail.add(place_of(last.key)).map_err(|error| uncounted(member, &error))?;
            self.head.forget(&last.member);
        }
        // On a full head he may have been the last one.
        let is_in = self.head.roster.find(member).is_some();
        Ok(Some(if is_in { Side::Head } else { Side::Tail }))
    }

    /// The last row of the head.
    fn last(&self) -> Option<Row> {
        let at = self.head.len().checked_sub(1)?;
        let (handle, key) = self.head.roster.range(at..at + 1).next()?;
        Some(Row { member: self.head.name(handle), key })
    }

    /// Whether a member with a key who is not in the head belongs behind it.
    fn is_behind(&self, member: &str, key: BoardKey) -> bool {
        if self.tail.total() == 0 {
            return false;
        }
        let Some(at) = self.head.len().checked_sub(1) else { return true };
        let last = self.head.roster.range(at..at + 1).next();
        last.is_none_or(|(handle, last)| {
            let columns = last.columns().cmp(&key.columns());
            columns.then_with(|| {
                self.tie((last, &self.head.roster.name(handle)), (key, member.as_bytes()))
            }) == Ordering::Less
        })
    }

    /// The order of two members with equal columns.
    fn tie(&self, (a, name): (BoardKey, &[u8]), (b, other): (BoardKey, &[u8])) -> Ordering {
        let names = || name.cmp(other);
        match (self.terms().tie, self.terms().columns.all()[0].order) {
            (Tie::Earliest, _) => a.cmp(&b).then_with(names),
            (Tie::Member, super::SortOrder::Asc) => names(),
            (Tie::Member, super::SortOrder::Desc) => names().reverse(),
        }
    }

    /// Returns the bytes that the board has allocated for its head; the tree's are fixed.
    #[must_use]
    pub fn allocated_bytes(&self) -> usize {
        self.head.allocated_bytes()
    }

    /// Checks every invariant of the board's structures.
    #[doc(hidden)]
    pub fn internal_validate(&self) -> Result<(), &'static str> {
        self.head.internal_validate()?;
        self.tail.internal_validate()?;
        if self.head.len() > self.capacity() || self.head.roster.kept() != self.head.len() {
            return Err("the head has ranked members only, and not too many");
        }
        if !self.head.times.is_empty() || !self.head.metadata.is_empty() {
            return Err("times and metadata are the owner's");
        }
        Ok(())
    }
}

/// The tree's score of a key: smaller is better.
const fn place_of(key: BoardKey) -> i64 {
    ((key.columns() >> u64::BITS) as u64 ^ (1 << 63)) as i64
}

/// The last key with a score of the tree.
const fn last_key(place: i64) -> BoardKey {
    let high = (place as u64 ^ (1 << 63)) as u128;
    let columns = high << u64::BITS | u64::MAX as u128;
    BoardKey::with_columns(columns, Timestamp::MAX, u16::MAX, u64::MAX)
}

#[cold]
fn uncounted(member: &str, error: &EstimatorError) -> BoardError {
    match error {
        EstimatorError::Full { .. } => BoardError::Full { max: MAX_TOTAL },
        _ => BoardError::row(member, "has a score that nobody behind the head can have"),
    }
}
