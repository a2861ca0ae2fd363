//! A board as anybody would write it: rows in a vector, compared one by one.
//!
//! Nothing here uses the engine's key or its lists; what the two share are the words of questions
//! and answers.

use edgeboard::leaderboard::{Change, Entry, Outcome, Reason, Record, SortOrder, Standing};

/// A board of few members.
#[derive(Clone, Debug)]
pub(crate) struct NaiveBoard {
    order: SortOrder,
    rows: Vec<Row>,
}

/// A member with his score, and the event by which he reached it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) member: String,
    pub(crate) score: i64,
    pub(crate) stamp: u64,
    pub(crate) shard: u16,
    pub(crate) sequence: u64,
}

impl NaiveBoard {
    pub(crate) const fn new(order: SortOrder) -> Self {
        Self { order, rows: Vec::new() }
    }

    /// Returns the board of a whole stream.
    pub(crate) fn fold<'a>(
        order: SortOrder,
        records: impl IntoIterator<Item = &'a Record>,
    ) -> Self {
        let mut board = Self::new(order);
        for record in records {
            board.take(record);
        }
        board
    }

    pub(crate) const fn order(&self) -> SortOrder {
        self.order
    }

    pub(crate) fn row(&self, member: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.member == member)
    }

    /// Returns the rows, the best first.
    pub(crate) fn sorted(&self) -> Vec<Row> {
        let mut rows = self.rows.clone();
        rows.sort_by_key(|row| (self.column(row), row.stamp, row.shard, row.sequence));
        rows
    }

    /// Returns 1 + the number of rows that are better.
    pub(crate) fn rank(&self, member: &str) -> Option<u32> {
        let place = |row: &Row| (self.column(row), row.stamp, row.shard, row.sequence);
        let own = place(self.row(member)?);
        Some(1 + self.count(|row| place(row) < own) as u32)
    }

    /// Returns the percentile and the top share.
    pub(crate) fn shares(&self, member: &str) -> Option<(f64, f64)> {
        let own = self.column(self.row(member)?);
        let share = |count: usize| 100.0 * count as f64 / self.rows.len() as f64;
        let worse = self.count(|row| self.column(row) > own);
        Some((share(worse), share(1 + self.count(|row| self.column(row) < own))))
    }

    /// Takes a record and says what it did.
    pub(crate) fn apply(&mut self, record: &Record) -> Outcome {
        let standing = |board: &Self| {
            let row = board.row(&record.member)?;
            Some(Standing { rank: board.rank(&record.member)?, score: row.score })
        };
        let previous = standing(self);
        let before = self.row(&record.member).cloned();
        let reason = self.take(record);
        let row = self.row(&record.member).cloned();
        let reached_at = if row == before { before } else { row.clone() };
        let instant = |row: Row| edgeboard::time::Timestamp::from_ms(row.stamp).ok();
        let (now, reached_at) = (standing(self), reached_at.and_then(instant));
        Outcome {
            version: record.version,
            applied: row != self.before_of(&previous, record, &row),
            reason,
            entry: Entry {
                member: record.member.clone(),
                rank: now.map_or(0, |now| now.rank),
                score: now.map_or(0, |now| now.score),
                reached_at: reached_at.unwrap_or_default(),
            },
            previous,
        }
    }
}
