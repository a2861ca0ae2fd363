//! Other rules for a board that has members.
//!
//! No entry is ever lost: a change either keeps every score and its time, or it is refused.
//! Bounds that became narrower refuse new scores and leave the old ones where they are.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{
    BoardError, Change, Columns, Leaderboard, Operator, Outcome, Points, Record, RuleError, Terms,
};
use crate::leaderboard::key::BoardKey;
use crate::leaderboard::roster::Roster;
use crate::leaderboard::times::Times;
use crate::time::Timestamp;

/// A change of rules.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct NewTerms {
    /// What the board goes by from now on.
    pub terms: Terms,
    /// Whether it may reorder and rescale what is there.
    pub migrate: bool,
}

impl Leaderboard {
    /// Gives the board other rules.
    ///
    /// A change by which members would be ordered or scores be written in another way needs
    /// `migrate`; then the board is sorted anew, and every member keeps his score and his time.
    /// Computes in **O(1)** time if the order stays, else in **O(n log n)**.
    ///
    /// # Errors
    /// [`BoardError::RulesConflict`] without `migrate`, and where a score does not fit the new
    /// rules: too many decimals, out of a column's range. Nothing has changed then.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::leaderboard::{Command, Leaderboard, SortOrder};
    /// use edgeboard::time::Timestamp;
    ///
    /// let mut board = Leaderboard::new(SortOrder::Desc);
    /// let now = Timestamp::EPOCH;
    /// board.apply(Command::submit("ann", 30), now)?;
    /// board.apply(Command::submit("bob", 10), now)?;
    /// let refused = board.set_terms(SortOrder::Asc, false, now).unwrap_err();
    /// assert_eq!(refused.code(), "config_conflict");
    /// board.set_terms(SortOrder::Asc, true, now)?;
    /// assert_eq!(board.at(1).map(|entry| entry.member), Some("bob".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_terms(
        &mut self,
        terms: impl Into<Terms>,
        migrate: bool,
        now: Timestamp,
    ) -> Result<(), BoardError> {
        let terms = NewTerms { terms: terms.into(), migrate };
        self.migrated(&terms)?;
        let version = self.version + 1;
        let change = Change::Rules(Box::new(terms));
        let member = String::new();
        self.follow(&Record { version, shard: 0, sequence: version, stamp: now, member, change });
        Ok(())
    }

    /// Takes terms that somebody accepted. Where a score does not fit them all the same, the board
    /// keeps the old ones.
    pub(super) fn follow_terms(&mut self, new: &NewTerms) {
        if let Ok(roster) = self.migrated(new) {
            self.terms = new.terms.clone();
            if self.terms.op != Operator::Latest {
                self.times = Times::new();
            }
            if let Some(roster) = roster {
                self.adopt(roster);
            }
        }
    }

    /// The members under other terms, or nothing if their order and their scores stay.
    fn migrated(&self, new: &NewTerms) -> Result<Option<Roster>, BoardError> {
        let (old, terms) = (&self.terms, &new.terms);
        let conflict = |rule, reason| BoardError::RulesConflict(RuleError::new(rule, reason));
        let is_same_order = old.tie_rule() == terms.tie_rule();
        if (old.columns == terms.columns && is_same_order) || self.roster.kept() == 0 {
            let fresh = || Roster::new(terms.tie_rule());
            return Ok((!is_same_order && self.roster.kept() == 0).then(fresh));
        }
        if !new.migrate {
            let reason = format!("it would reorder or rescale {} members", self.roster.kept());
            return Err(conflict("migrate", reason));
        }
        let moves = ColumnMoves::between(&old.columns, &terms.columns)?;
        let mut roster = Roster::new(terms.tie_rule());
        for (handle, key) in self.roster.range(0..self.len()) {
            let name = self.name(handle);
            roster.put(&name, moves.key(key).map_err(|error| error.of(&name))?);
        }
        for (handle, key) in self.roster.banned() {
            let name = self.name(handle);
            roster.ban(&name);
            if let Some(key) = key {
                roster.put(&name, moves.key(key).map_err(|error| error.of(&name))?);
            }
        }
        Ok(Some(roster))
    }

    /// Takes other members in the place of the present ones, who have the same names.
    fn adopt(&mut self, roster: Roster) {
        let old = core::mem::replace(&mut self.roster, roster);
        let moved = |handle| {
            let name = old.name(handle);
            core::str::from_utf8(&name).ok().and_then(|name| self.roster.find(name))
        };
        let times = core::mem::replace(&mut self.times, Times::new());
        for (old, time) in times.iter() {
            if let Some(handle) = moved(old) {
                self.times.set(handle, Some(time));
            }
        }
        let metadata = core::mem::take(&mut self.metadata);
        self.metadata =
            metadata.into_iter().filter_map(|(old, text)| Some((moved(old)?, text))).collect();
    }

    /// Tells what a change of rules did.
    pub(super) fn terms_outcome(&self, applied: bool) -> Outcome {
        Outcome {
            version: self.version,
            applied,
            hidden: false,
            reason: super::Reason::Updated,
            entry: None,
            previous: None,
        }
    }
}

/// How the values of old columns become those of new ones.
struct ColumnMoves<'a> {
    old: &'a Columns,
    new: &'a Columns,
    /// For each new column the old one of its name, and the powers of ten by which its units are
    /// multiplied and divided.
    moves: Vec<(usize, i64, i64)>,
}

/// A score that does not fit the new rules.
struct Misfit(String);

impl Misfit {
    fn of(self, member: &str) -> BoardError {
        let reason = format!("the score of '{member}' does not fit: {}", self.0);
        BoardError::RulesConflict(RuleError::new("columns", reason))
    }
}

impl<'a> ColumnMoves<'a> {
    fn between(old: &'a Columns, new: &'a Columns) -> Result<Self, BoardError> {
        let mut moves = Vec::with_capacity(new.count());
        for column in new.all() {
            let at = old.all().iter().position(|other| other.name == column.name);
            let (Some(at), true) = (at, old.count() == new.count()) else {
                let reason = format!("the board has members without a column '{}'", column.name);
                return Err(BoardError::RulesConflict(RuleError::new("columns", reason)));
            };
            let (from, to) = (old.all()[at].decimals.get(), column.decimals.get());
            let power = |digits: u8| 10_i64.pow(u32::from(digits));
            moves.push((at, power(to.saturating_sub(from)), power(from.saturating_sub(to))));
        }
        Ok(Self { old, new, moves })
    }

    fn key(&self, key: BoardKey) -> Result<BoardKey, Misfit> {
        let points = self.old.decode(key.columns());
        let mut units = [0; super::MAX_COLUMNS];
        for (units, &(from, times, divided)) in units.iter_mut().zip(&self.moves) {
            let old = points.units()[from];
            let whole = old.checked_mul(times).filter(|_| old % divided == 0);
            let whole = whole.ok_or_else(|| Misfit("digits would be lost".into()))?;
            *units = whole / divided;
        }
        let points = Points::new(&units[..self.moves.len()]).unwrap_or(points);
        let columns = self.new.encode(&points).map_err(|error| Misfit(format!("{error}")))?;
        Ok(BoardKey::from_parts(columns, key.reached()))
    }
}
