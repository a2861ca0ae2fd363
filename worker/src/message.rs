//! What objects are asked, apart from the deliveries of the engine's protocol.

use edgeboard::leaderboard::Rules;
use edgeboard::ledger::{Charter, Delivery};
use edgeboard::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::api::submission::Submission;

/// A question to a ledger.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToLedger {
    /// Create the board, or confirm that it has these rules.
    Put { board: String, rules: Box<Rules> },
    /// Say what the board is: answered by [`Title`].
    Title { board: String },
    /// Take an event.
    Submit { board: String, submission: Submission },
    /// Send the records of a period behind a version: answered by a [`Delivery`], or by `null` when
    /// the period has no stream.
    Pull { board: String, period: String, after: u64 },
}

/// What the front needs to know of a board to find its periods.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Title {
    /// Which board of that name.
    pub generation: u64,
    /// When it was created.
    pub created: Timestamp,
    /// Its rules.
    pub rules: Rules,
}

/// A question to the object of a period.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToBoard {
    /// Take the next records of the stream: answered by the protocol's `Answer`.
    Deliver(Box<Delivery>),
    /// Say again what a record did, with the member's present rank.
    Recall { charter: Box<Charter>, member: String, version: u64 },
    /// Say how many members there are, and the version.
    Status { charter: Box<Charter> },
    /// List the head.
    Top { charter: Box<Charter>, limit: u32 },
    /// Show one member.
    Member { charter: Box<Charter>, member: String },
}

/// How big a period is, and how new.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Status {
    /// The number of members.
    pub total: usize,
    /// The version.
    pub version: u64,
}

/// A question to the registry.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToRegistry {
    /// List a board.
    Add { board: String },
    /// Return a page of names.
    List { after: String, limit: u32 },
}
