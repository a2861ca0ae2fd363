//! What travels through a world.

use edgeboard::leaderboard::{Outcome, Reason};
use edgeboard::ledger::{Answer, Body, Delivery};
use edgeboard::period::Period;

/// The answer of somebody who could not do what he was asked: a status of 500 and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Failed;

/// A message, or the end of a time limit, with the one whom it reaches.
#[derive(Clone, Debug)]
pub(super) enum Message {
    /// Ledger: take an event.
    Submit(Call),
    /// Ledger: what a period says to a delivery.
    Answered { flight: u64, period: String, answer: Result<Answer, Failed> },
    /// Ledger: a delivery has had its time.
    FlightLimit { flight: u64 },
    /// Ledger: what a period says about a record of old.
    Recalled { recall: u64, effect: Option<Effect> },
    /// Ledger: send the records of a period behind a version.
    Pull { pull: u64, period: String, after: u64 },
    /// Ledger: the time to try again has come.
    Alarm,
    /// Ledger: anything, as long as it makes it wake up.
    Touch,
    /// Period: take records.
    Deliver { flight: u64, delivery: Delivery },
    /// Period: what the ledger says to a pull.
    Pulled { pull: u64, period: String, delivery: Result<Option<Delivery>, Failed> },
    /// Period: say again what a record did.
    Recall { recall: u64, period: String, version: u64 },
    /// Period: show the board to somebody.
    Read { period: String },
    /// Client: what became of a call.
    Reply { call: u64, reply: Reply },
    /// Client: it is his turn to do something.
    Turn { client: usize },
    /// Nobody: the weather does something.
    Tick,
}

impl Message {
    /// Returns the period whose object it is for; `None` when it is for somebody else.
    pub(super) fn period(&self) -> Option<&str> {
        match self {
            Self::Deliver { delivery, .. } => Some(&delivery.charter.period.id),
            Self::Pulled { period, .. } | Self::Recall { period, .. } | Self::Read { period } => {
                Some(period)
            }
            _ => None,
        }
    }
}

/// A submission on its way.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) number: u64,
    pub(super) event_id: String,
    pub(super) body: Body,
}

/// What a client is told.
#[derive(Clone, Debug)]
pub(super) enum Reply {
    Counted { replayed: bool, stamp: u64, effects: Vec<(Period, Option<Effect>)> },
    Refused { replayed: bool },
    Conflict,
    Failed,
}

/// What an event did in one period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Effect {
    pub(super) version: u64,
    pub(super) applied: bool,
    pub(super) reason: Reason,
    pub(super) score: i64,
    pub(super) reached_at: u64,
    pub(super) previous_score: Option<i64>,
    /// The rank after it and the one before, which are not kept for repeats.
    pub(super) ranks: Option<(u32, Option<u32>)>,
}

impl From<&Outcome> for Effect {
    fn from(outcome: &Outcome) -> Self {
        let previous = outcome.previous;
        let entry = outcome.entry.as_ref().expect("a submission leaves an entry");
        Self {
            version: outcome.version,
            applied: outcome.applied,
            reason: outcome.reason,
            score: entry.score.first(),
            reached_at: entry.reached_at.ms(),
            previous_score: previous.map(|standing| standing.score.first()),
            ranks: Some((entry.rank.unwrap(), previous.and_then(|standing| standing.rank))),
        }
    }
}
