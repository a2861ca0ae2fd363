//! The exact key by which a board orders its members.

use crate::leaderboard::rules::SortOrder;
use crate::skiplist::{Key, PlainRows};
use crate::time::Timestamp;

/// The place of a member in the order of a board: score, then who reached it first.
///
/// A smaller key is a better place. The order is that of the tuple (score, stamp, shard, ledger
/// sequence), exact for every signed 64-bit score; since a ledger numbers its events, no two keys
/// of a board are equal and nothing falls back to the name. Three words hold the tuple:
///
/// ```text
/// word 0   score: order-preserving, best first   64 bits
/// word 1   stamp (ms) 48 bits | ledger shard 16 bits
/// word 2   ledger sequence                       64 bits
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
    column: u64,
    reached: u64,
    sequence: u64,
}

/// Flips the sign bit, which maps the signed order onto the unsigned one.
const SIGN: u64 = 1 << 63;

impl BoardKey {
    /// The length of [`BoardKey::to_bytes`].
    pub const BYTES: usize = 24;

    /// Returns the key of a member who reached `score` by the event `sequence` of ledger `shard`.
    #[must_use]
    pub const fn new(
        order: SortOrder,
        score: i64,
        stamp: Timestamp,
        shard: u16,
        sequence: u64,
    ) -> Self {
        let column = Self::column_of(order, score);
        Self { column, reached: stamp.ms() << 16 | shard as u64, sequence }
    }

    /// Returns the first word of every key with this score: smaller is better.
    #[must_use]
    pub const fn column_of(order: SortOrder, score: i64) -> u64 {
        let ascending = score as u64 ^ SIGN;
        match order {
            SortOrder::Asc => ascending,
            SortOrder::Desc => !ascending,
        }
    }

    /// Returns the first word: equal for equal scores, smaller for better ones.
    #[must_use]
    pub const fn column(self) -> u64 {
        self.column
    }

    /// Returns the score, on a board of the order the key was made for.
    #[must_use]
    pub const fn score(self, order: SortOrder) -> i64 {
        let ascending = match order {
            SortOrder::Asc => self.column,
            SortOrder::Desc => !self.column,
        };
        (ascending ^ SIGN) as i64
    }

    /// Returns when the score was reached.
    #[must_use]
    pub fn stamp(self) -> Timestamp {
        // 48 bits hold more than `Timestamp::MAX`, but only damaged bytes can carry that.
        Timestamp::from_ms(self.reached >> 16).unwrap_or(Timestamp::MAX)
    }

    /// Returns the key as bytes that sort as the key does.
    #[must_use]
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        for (at, word) in [self.column, self.reached, self.sequence].into_iter().enumerate() {
            bytes[at * 8..at * 8 + 8].copy_from_slice(&word.to_be_bytes());
        }
        bytes
    }

    /// Reads what [`BoardKey::to_bytes`] wrote; `None` when the length is another.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; Self::BYTES] = bytes.try_into().ok()?;
        let word =
            |at: usize| bytes[at..at + 8].iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        Some(Self { column: word(0), reached: word(8), sequence: word(16) })
    }
}

impl Key for BoardKey {
    type Rows = PlainRows<Self>;
}
