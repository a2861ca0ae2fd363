//! Structures as bytes, and bytes as structures again.
//!
//! A structure writes itself to a [`Writer`] and reads itself from a [`Reader`]; both are told
//! where the bytes go to and come from, a piece at a time, so neither side ever holds the whole.
//! What the bytes of a structure mean is written where the structure is.
//!
//! # Format, version 1
//!
//! ```text
//! magic      4   "edgb"
//! version    1   1; a reader refuses a higher one with its own error
//! kind       1   what is inside: see Kind
//! frames         until one that is empty
//!   length   4   bytes of the payload, at most 65,536; 0 ends the snapshot
//!   payload      the next bytes of the structure; a frame may end anywhere
//!   checksum 8   of the header, and of all lengths and payloads up to here
//! ```
//!
//! Numbers are little endian. In payloads most of them are *varints*: seven bits to a byte, the
//! lowest first, the eighth bit set in all bytes but the last (as in LEB128 and Protocol Buffers).
//!
//! The frames are the seams: a store may cut between any two of them, and gives each piece to the
//! reader as it is. A checksum covers what came before it too, so a frame that is missing, double
//! or in another's place is found like one that was damaged.
//!
//! # Trust
//!
//! A reader believes nothing. It checks a frame before it hands out a byte of it, and the
//! structures check every number on top of that, since a checksum can be computed by anybody.
//! Memory is taken for what has arrived, never for what a length promises.

mod checksum;
mod error;
mod reader;
mod writer;

pub use error::SnapshotError;
pub use reader::{Reader, Source};
pub use writer::{Sink, Writer};

/// The first bytes of every snapshot.
const MAGIC: [u8; 4] = *b"edgb";

/// The version of the format that is written, and the highest that can be read.
pub const VERSION: u8 = 1;

/// Bytes in front of the first frame.
pub(crate) const HEADER_BYTES: usize = MAGIC.len() + 2;

/// The most bytes of a frame's payload.
pub const MAX_PAYLOAD_BYTES: usize = 64 * 1024;

/// Bytes of a frame in front of its payload.
const LENGTH_BYTES: usize = 4;

/// Bytes of a frame behind its payload.
const CHECKSUM_BYTES: usize = 8;

/// The most bytes of a varint: ten hold 64 bits.
const MAX_VARINT_BYTES: usize = 10;

/// What a snapshot holds. The number is part of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// One [`SortedSet`](crate::sorted_set::SortedSet).
    SortedSet = 1,
    /// One [`Keyspace`](crate::redis::Keyspace).
    Keyspace = 2,
    /// One [`IntegerSet`](crate::sorted_set::IntegerSet).
    IntegerSet = 3,
    /// One [`Leaderboard`](crate::leaderboard::Leaderboard).
    Leaderboard = 4,
    /// One [`HybridBoard`](crate::leaderboard::HybridBoard).
    HybridBoard = 5,
}

impl Kind {
    /// Returns what a snapshot with these first bytes holds, or `None` if they are of no snapshot
    /// that is known. The rest of it is not looked at.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::snapshot::Kind;
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// assert_eq!(Kind::of(&SortedSet::new().snapshot()), Some(Kind::SortedSet));
    /// ```
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Kind> {
        let kinds = [
            Kind::SortedSet,
            Kind::Keyspace,
            Kind::IntegerSet,
            Kind::Leaderboard,
            Kind::HybridBoard,
        ];
        kinds.into_iter().find(|&kind| bytes.starts_with(&header(kind)))
    }
}

/// The header of a snapshot of a kind.
fn header(kind: Kind) -> [u8; HEADER_BYTES] {
    let [a, b, c, d] = MAGIC;
    [a, b, c, d, VERSION, kind as u8]
}
