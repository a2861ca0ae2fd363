//! A board as one number.

use alloc::format;
use alloc::string::String;

use super::Leaderboard;
use crate::snapshot::Sink;

/// Keeps the last eight bytes of what it is sent: of a snapshot, the checksum over all of it.
#[derive(Default)]
pub(in crate::leaderboard) struct Last([u8; 8]);

impl Last {
    pub(in crate::leaderboard) fn value(&self) -> u64 {
        u64::from_le_bytes(self.0)
    }
}

impl Sink for Last {
    fn write(&mut self, frame: &[u8]) {
        if let Some((_, last)) = frame.split_last_chunk() {
            self.0 = *last;
        }
    }
}

impl Leaderboard {
    /// Returns a number that stands for the content of the board: rules, bounds of the period,
    /// version, all members with scores, times and metadata in their order, and those who are
    /// banned.
    ///
    /// Boards of the same content have the same hash on every host, whatever led there; seeds,
    /// handles, shapes and kept records are not in it. Boards of different content have different
    /// ones but for one pair in 2^64. It is no defence against somebody who looks for such a pair.
    /// It is the last checksum of [`snapshot`](Self::snapshot), so a new version of that format
    /// changes it. Computes in **O(n)** time and with the memory of one frame.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::leaderboard::{Command, Leaderboard, SortOrder};
    /// use edgeboard::time::Timestamp;
    ///
    /// let mut board = Leaderboard::new(SortOrder::Desc);
    /// let empty = board.hash();
    /// board.apply(Command::submit("ann", 30), Timestamp::EPOCH)?;
    /// assert_ne!(board.hash(), empty);
    /// assert_eq!(board.hash(), Leaderboard::load(&board.snapshot())?.hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn hash(&self) -> u64 {
        let mut last = Last::default();
        self.snapshot_to(&mut last);
        last.value()
    }

    /// Returns the hash as 16 hexadecimal digits.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::leaderboard::{Leaderboard, SortOrder};
    ///
    /// let board = Leaderboard::new(SortOrder::Desc);
    /// assert_eq!(board.hash_text(), format!("{:016x}", board.hash()));
    /// ```
    #[must_use]
    pub fn hash_text(&self) -> String {
        format!("{:016x}", self.hash())
    }
}
