//! What a board is told, and what it answers.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::leaderboard::key::BoardKey;
use crate::time::Timestamp;

/// One record of the stream by which a ledger feeds a period of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Its number in the stream of the period, from 1 without gaps.
    pub version: u64,
    /// The shard of the ledger that took the event.
    pub shard: u16,
    /// The number of the event in that ledger.
    pub sequence: u64,
    /// When the ledger took it.
    pub stamp: Timestamp,
    /// Whom it is about.
    pub member: String,
    /// What it does to his score.
    pub change: Change,
}

/// What an event does to the score of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// Adds a signed number of units.
    Add(i64),
}

/// Why a record did or did not change a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The member's first score, or a delta that is not 0.
    Added,
    /// Nothing to change.
    Equal,
    /// Stopped at a bound.
    Clamped,
}

impl Reason {
    /// Returns the word for this reason, as answers spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Equal => "equal",
            Self::Clamped => "clamped",
        }
    }
}

/// A record after a board has judged it: the change of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    /// The version of the board once the change is in.
    pub version: u64,
    /// Whose row.
    pub member: String,
    /// The key in the row so far; `None` for a new member.
    pub before: Option<BoardKey>,
    /// The key to be in the row.
    pub after: BoardKey,
    /// Why.
    pub reason: Reason,
}

impl Update {
    /// Returns whether the score or the time at which it was reached changes.
    #[must_use]
    pub fn is_applied(&self) -> bool {
        self.before != Some(self.after)
    }
}

/// A member on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Who.
    pub member: String,
    /// His place, from 1.
    pub rank: u32,
    /// His score in the board's units.
    pub score: i64,
    /// When he reached it.
    pub reached_at: Timestamp,
}

/// A rank and a score that a member had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The place, from 1.
    pub rank: u32,
    /// The score in the board's units.
    pub score: i64,
}

/// What a record did to a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The version of the board at which `entry` holds.
    pub version: u64,
    /// Whether the score or the time at which it was reached changed.
    pub applied: bool,
    /// Why.
    pub reason: Reason,
    /// The member after the record.
    pub entry: Entry,
    /// The member before it; `None` for a new one.
    pub previous: Option<Standing>,
}
