//! Events, and what a ledger remembers of them.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::period::Period;
use crate::time::Timestamp;

/// The longest event id, in bytes.
pub const MAX_EVENT_ID_BYTES: usize = 128;

/// The first 16 bytes of a SHA-256 hash. The owner of the ledger computes it, so that the engine
/// needs no hash function of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 16]);

/// What a submission says, apart from its event id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// Whom it is about.
    pub member: String,
    /// What is added to his score, in units.
    pub delta: i64,
}

impl Body {
    /// Returns bytes that are equal exactly for equal bodies: [`Event::body`] is the digest of
    /// them.
    ///
    /// ```text
    /// member length (8, big-endian) | member | '+' | units (8, big-endian)
    /// ```
    #[must_use]
    pub fn canonical(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.member.len() + 17);
        bytes.extend((self.member.len() as u64).to_be_bytes());
        bytes.extend(self.member.as_bytes());
        bytes.push(b'+');
        bytes.extend(self.delta.to_be_bytes());
        bytes
    }
}

/// An event at the door of a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The digest of its id: the same id is the same event.
    pub id: Digest,
    /// The digest of its canonical body: the same id with another body is a conflict.
    pub digest: Digest,
    /// What it says.
    pub body: Body,
}

/// A version in the stream of a period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The period.
    pub period: Period,
    /// The number of the event's record in the stream of the period.
    pub version: u64,
}

/// What a ledger decided about an event, for ever.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It counts, in these periods.
    Counted(Vec<Place>),
    /// It does not.
    Refused(Refusal),
}

/// Why an event does not count; final under its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The total would leave the signed 64-bit range.
    ScoreOverflow,
}

impl Refusal {
    /// Returns the stable code of this refusal.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::ScoreOverflow => "score_overflow",
        }
    }
}

/// What a ledger keeps under the id of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The digest of its body.
    pub digest: Digest,
    /// When the ledger took it.
    pub stamp: Timestamp,
    /// What was decided.
    pub fate: Fate,
}
