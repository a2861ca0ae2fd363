//! The exact key by which a board orders its members.

use crate::leaderboard::rules::SortOrder;
use crate::time::Timestamp;

/// The place of a member in the order of a board: score, then who reached it first.
///
/// A smaller key is a better place. The order is that of the tuple (columns, stamp, shard, ledger
/// sequence), exact for every signed 64-bit score and for up to four columns of 128 bits together;
/// since a ledger numbers its events, no two keys of a board are equal and nothing falls back to
/// the name. Four words hold the tuple:
///
/// ```text
/// words 0, 1   columns, as Columns packs them: best first       128 bits
/// word  2      stamp (ms) 48 bits | ledger shard 16 bits
/// word  3      ledger sequence                                    64 bits
/// ```
///
/// Written big-endian one after the other, the words are a BLOB that sorts as the key does.
///
/// # Examples
/// ```
/// use edgeboard::leaderboard::{BoardKey, SortOrder};
/// use edgeboard::time::Timestamp;
///
/// let key = |score, ms, sequence| {
///     let stamp = Timestamp::from_ms(ms).expect("before the year 9999");
///     BoardKey::new(SortOrder::Desc, score, stamp, 0, sequence)
/// };
/// assert!(key(101, 9, 2) < key(100, 1, 1), "101 points beat 100 whatever the time");
/// assert!(key(100, 1, 1) < key(100, 2, 2), "the earlier of two equal scores is ahead");
/// assert!(key(100, 1, 1).to_bytes() < key(-5, 1, 1).to_bytes());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardKey {
    columns: u128,
    reached: Reached,
}

/// When a score was reached, and by which event: what decides between equal scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Reached {
    /// The stamp in ms, and behind it the shard of the ledger.
    word: u64,
    sequence: u64,
}

/// Flips the sign bit, which maps the signed order onto the unsigned one.
const SIGN: u64 = 1 << 63;

impl Reached {
    const SHARD_BITS: u32 = 16;

    const fn stamp(self) -> Timestamp {
        Timestamp::from_ms_or_max(self.word >> Self::SHARD_BITS)
    }

    pub(super) const fn pack(self) -> [u32; 4] {
        let Self { word, sequence } = self;
        [word as u32, (word >> 32) as u32, sequence as u32, (sequence >> 32) as u32]
    }

    pub(super) const fn unpack([a, b, c, d]: [u32; 4]) -> Self {
        Self { word: (b as u64) << 32 | a as u64, sequence: (d as u64) << 32 | c as u64 }
    }
}

impl BoardKey {
    /// The length of [`BoardKey::to_bytes`].
    pub const BYTES: usize = 32;

    /// Returns the key of a member who reached `score`, on a board with one column, by the event
    /// `sequence` of ledger `shard`.
    #[must_use]
    pub const fn new(
        order: SortOrder,
        score: i64,
        stamp: Timestamp,
        shard: u16,
        sequence: u64,
    ) -> Self {
        Self::with_columns(Self::columns_of(order, score), stamp, shard, sequence)
    }

    /// Returns the key of a member who reached packed `columns` by the event `sequence` of ledger
    /// `shard`.
    #[must_use]
    pub const fn with_columns(columns: u128, stamp: Timestamp, shard: u16, sequence: u64) -> Self {
        let word = stamp.ms() << Reached::SHARD_BITS | shard as u64;
        Self { columns, reached: Reached { word, sequence } }
    }

    pub(super) const fn from_parts(columns: u128, reached: Reached) -> Self {
        Self { columns, reached }
    }

    pub(super) const fn reached(self) -> Reached {
        self.reached
    }

    /// Returns the packed column of every key with this score, on a board with one column: smaller
    /// is better.
    #[must_use]
    pub const fn columns_of(order: SortOrder, score: i64) -> u128 {
        let ascending = score as u64 ^ SIGN;
        let column = match order {
            SortOrder::Asc => ascending,
            SortOrder::Desc => !ascending,
        };
        (column as u128) << u64::BITS
    }

    /// Returns the packed columns: equal for equal scores, smaller for better ones.
    #[must_use]
    pub const fn columns(self) -> u128 {
        self.columns
    }

    /// Returns the score, on a board of one column with the order the key was made for.
    #[must_use]
    pub const fn score(self, order: SortOrder) -> i64 {
        let column = (self.columns >> u64::BITS) as u64;
        let ascending = match order {
            SortOrder::Asc => column,
            SortOrder::Desc => !column,
        };
        (ascending ^ SIGN) as i64
    }

    /// Returns when the score was reached.
    #[must_use]
    pub const fn stamp(self) -> Timestamp {
        self.reached.stamp()
    }

    /// Returns the shard of the ledger that took the event.
    #[must_use]
    pub const fn shard(self) -> u16 {
        self.reached.word as u16
    }

    /// Returns the number of the event by which the score was reached.
    #[must_use]
    pub const fn sequence(self) -> u64 {
        self.reached.sequence
    }

    /// Returns the key as bytes that sort as the key does.
    #[must_use]
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..16].copy_from_slice(&self.columns.to_be_bytes());
        bytes[16..24].copy_from_slice(&self.reached.word.to_be_bytes());
        bytes[24..].copy_from_slice(&self.reached.sequence.to_be_bytes());
        bytes
    }

    /// Reads what [`BoardKey::to_bytes`] wrote; `None` when the length is another.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; Self::BYTES] = bytes.try_into().ok()?;
        let number = |at: core::ops::Range<usize>| {
            bytes[at].iter().fold(0, |word: u128, byte| word << 8 | u128::from(*byte))
        };
        let reached = Reached { word: number(16..24) as u64, sequence: number(24..32) as u64 };
        Some(Self { columns: number(0..16), reached })
    }
}
