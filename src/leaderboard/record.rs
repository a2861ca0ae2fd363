//! What a board is told, and what it answers.

use alloc::boxed::Box;
use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::leaderboard::columns::Points;
use crate::leaderboard::key::BoardKey;
use crate::leaderboard::migrate::NewTerms;
use crate::time::Timestamp;

/// One record of the stream that makes a board what it is. A ledger feeds the objects of its
/// periods with them; a board without a ledger makes its own.
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
    /// What it does.
    pub change: Change,
}

/// What a record does to a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// A submission; what it does to the score is the operator's to say.
    Submit(Submission),
    /// Replaces his metadata, or takes them away.
    Metadata(Option<Box<str>>),
    /// Hides him.
    Ban,
    /// Shows him again, with the score and the time that he has.
    Unban,
    /// Forgets him.
    Remove,
    /// Gives the board other rules; about nobody.
    Rules(Box<NewTerms>),
}

/// What a submission says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submission {
    /// The delta of a `sum` board, the score of the others.
    pub points: Points,
    /// When it was true, of `latest` boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    /// New metadata of the member; the inner `None` takes them away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Option<Box<str>>>,
}

impl Change {
    /// Returns a submission of these points and nothing else.
    #[must_use]
    pub fn submit(points: impl Into<Points>) -> Self {
        Self::Submit(Submission { points: points.into(), at: None, metadata: None })
    }
}

/// Why a submission did or did not change a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The member's first score, or a delta that is not 0.
    Added,
    /// A better score.
    Improved,
    /// A newer score that differs.
    Updated,
    /// Nothing to change.
    Equal,
    /// Not better than the score that is there, or than all others of a full board.
    NotBetter,
    /// Older than the score that is there.
    Stale,
    /// Stopped at a bound.
    Clamped,
}

impl Reason {
    /// Every reason, in the order of the numbers that stand for them in bytes.
    pub(super) const ALL: [Self; 7] = [
        Self::Added,
        Self::Improved,
        Self::Updated,
        Self::Equal,
        Self::NotBetter,
        Self::Stale,
        Self::Clamped,
    ];

    /// Returns the word for this reason, as answers spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Improved => "improved",
            Self::Updated => "updated",
            Self::Equal => "equal",
            Self::NotBetter => "not_better",
            Self::Stale => "stale",
            Self::Clamped => "clamped",
        }
    }

    /// Returns the reason of a word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == word)
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
    /// The key to be in the row; `None` if there is to be no row.
    pub after: Option<BoardKey>,
    /// When the score was true, of `latest` boards.
    pub at: Option<Timestamp>,
    /// Why.
    pub reason: Reason,
    /// What the record says besides the score.
    pub(super) change: Change,
}

impl Update {
    /// Returns whether the score or the time at which it was reached changes.
    #[must_use]
    pub fn is_applied(&self) -> bool {
        self.before != self.after
    }
}

/// A member on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Who.
    pub member: String,
    /// His place, from 1; `None` while he is banned.
    pub rank: Option<u32>,
    /// His score.
    pub score: Points,
    /// When he reached it.
    pub reached_at: Timestamp,
    /// What is kept with him: JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Box<str>>,
}

/// A rank and a score that a member had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The place, from 1; `None` while he was banned.
    pub rank: Option<u32>,
    /// The score.
    pub score: Points,
}

/// What a record did to a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The version of the board at which `entry` holds.
    pub version: u64,
    /// Whether the score or the time at which it was reached changed.
    pub applied: bool,
    /// Whether the member is banned, so that nobody sees what changed.
    #[serde(default)]
    pub hidden: bool,
    /// Why.
    pub reason: Reason,
    /// The member after the record; `None` if he is not kept.
    pub entry: Option<Entry>,
    /// The member before it; `None` for a new one.
    pub previous: Option<Standing>,
}
