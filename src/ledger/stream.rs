//! The sending side of one period's stream.

use core::fmt;

use crate::ledger::message::MAX_DELIVERY_RECORDS;
use crate::period::Period;

/// How far the stream of a period is written, acknowledged and under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    period: Period,
    last: u64,
    acknowledged: u64,
    under_way: bool,
}

/// A run of versions: all after `after`, up to and with `through`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The version before the first of the run.
    pub after: u64,
    /// The last version of the run.
    pub through: u64,
}

impl Stream {
    /// Returns the empty stream of a period.
    #[must_use]
    pub const fn new(period: Period) -> Self {
        Self::restore(period, 0, 0)
    }

    /// Returns a stream from what is stored of it. `acknowledged` may be older than the truth: what
    /// is sent again is not applied again.
    #[must_use]
    pub const fn restore(period: Period, last: u64, acknowledged: u64) -> Self {
        Self { period, last, acknowledged, under_way: false }
    }

    /// Returns the period.
    #[must_use]
    pub const fn period(&self) -> &Period {
        &self.period
    }

    /// Returns the newest version; 0 when there is none.
    #[must_use]
    pub const fn last(&self) -> u64 {
        self.last
    }

    /// Returns the version up to which the object of the period has stored everything.
    #[must_use]
    pub const fn acknowledged(&self) -> u64 {
        self.acknowledged
    }

    /// Returns whether everything is acknowledged.
    #[must_use]
    pub const fn is_settled(&self) -> bool {
        self.acknowledged == self.last
    }

    pub(super) const fn appended(&mut self, version: u64) {
        self.last = version;
    }

    pub(super) fn depart(&mut self) -> Option<Span> {
        if self.under_way || self.acknowledged >= self.last {
            return None;
        }
        self.under_way = true;
        let through = self.last.min(self.acknowledged + MAX_DELIVERY_RECORDS);
        Some(Span { after: self.acknowledged, through })
    }

    pub(super) const fn answered(&mut self, version: u64) -> Result<(), Fault> {
        if version > self.last {
            // The stream stays under way, so that nothing more is sent.
            return Err(Fault::Ahead { version, last: self.last });
        }
        self.under_way = false;
        if version == self.acknowledged {
            return Err(Fault::Stuck { version });
        }
        // The receiver's word counts even where it is lower: it may have lost its newest rows.
        self.acknowledged = version;
        Ok(())
    }

    pub(super) const fn failed(&mut self) {
        self.under_way = false;
    }
}

/// An answer by which a stream does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The object of a period has more records than its ledger: one of the two has lost data, so
    /// nothing more is sent.
    Ahead {
        /// What the object has.
        version: u64,
        /// The newest the ledger has.
        last: u64,
    },
    /// Records were sent and none was taken: to be tried again later, not at once.
    Stuck {
        /// What the object has.
        version: u64,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ahead { version, last } => {
                write!(f, "the period is at version {version}, its ledger only at {last}")
            }
            Self::Stuck { version } => {
                write!(f, "the period stays at version {version} although more was sent")
            }
        }
    }
}

impl core::error::Error for Fault {}
