//! The messages between a ledger and the objects of its periods.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::leaderboard::{Outcome, Record, Rules};
use crate::period::Period;

/// The most records in one delivery.
pub const MAX_DELIVERY_RECORDS: u64 = 500;

/// What an object of a period has to know to run it: said with each delivery.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Charter {
    /// The name of the board.
    pub board: String,
    /// Which board of that name: a new one each time it is deleted and created again.
    pub generation: u64,
    /// The rules of the board.
    pub rules: Rules,
    /// The period.
    pub period: Period,
}

/// A run of records of one period's stream, in order and without gaps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Delivery {
    /// What the records are about.
    pub charter: Charter,
    /// The records; their versions follow on each other.
    pub records: Vec<Record>,
    /// The newest version of the stream, so that the receiver knows whether there is more.
    pub last: u64,
}

/// What the object of a period answers to a delivery.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The version up to which everything is stored: the acknowledgement.
    pub version: u64,
    /// What the records did that had not been stored before.
    pub outcomes: Vec<Outcome>,
}
