//! The receiving side of one period's stream.

use alloc::vec::Vec;
use core::fmt;

use crate::leaderboard::{Leaderboard, Outcome, Record, Update};

/// A board that follows the stream of its period.
#[derive(Debug)]
pub struct View {
    board: Leaderboard,
    version: u64,
}

/// What a run of records does to a view: to be stored in one transaction, version included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    updates: Vec<Update>,
    version: u64,
}

impl Plan {
    /// Returns the changes of rows, in the order of the stream; empty when all was known.
    #[must_use]
    pub fn updates(&self) -> &[Update] {
        &self.updates
    }

    /// Returns the version of the view once the plan is in.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }
}

impl View {
    /// Returns the view of a board whose stored rows are those of `version`.
    #[must_use]
    pub const fn new(board: Leaderboard, version: u64) -> Self {
        Self { board, version }
    }

    /// Returns the board.
    #[must_use]
    pub const fn board(&self) -> &Leaderboard {
        &self.board
    }

    /// Returns the version of the newest record that is in.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Judges the records that are new; changes nothing.
    ///
    /// # Errors
    /// [`Gap`] when a record is missing before or among the new ones: none of them can be taken.
    pub fn plan(&self, records: &[Record]) -> Result<Plan, Gap> {
        let known = records.partition_point(|record| record.version <= self.version);
        let fresh = &records[known..];
        for (record, expected) in fresh.iter().zip(self.version + 1..) {
            if record.version != expected {
                return Err(Gap { expected, found: record.version });
            }
        }
        let version = self.version + fresh.len() as u64;
        Ok(Plan { updates: self.board.plan(fresh), version })
    }

    /// Takes a plan into memory, after it was stored.
    pub fn commit(&mut self, plan: &Plan) -> Vec<Outcome> {
        self.version = plan.version;
        plan.updates.iter().map(|update| self.board.commit(update)).collect()
    }
}

/// A record is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The version that had to come.
    pub expected: u64,
    /// The version that came.
    pub found: u64,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record {} came where {} is missing", self.found, self.expected)
    }
}

impl core::error::Error for Gap {}
