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
    pub(crate) fn fold(order: SortOrder, records: &[Record]) -> Self {
        let mut board = Self::new(order);
        for record in records {
            board.take(record);
        }
        board
    }

    pub(crate) const fn order(&self) -> SortOrder {
        self.order
    }

    pub(crate) const fn len(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn row(&self, member: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.member == member)
    }

    /// Returns the rows, the best first.
    pub(crate) fn sorted(&self) -> Vec<Row> {
        let mut rows = self.rows.clone();
        rows.sort_by_key(|row| self.place(row));
        rows
    }

    /// Returns 1 + the number of rows that are better.
    pub(crate) fn rank(&self, member: &str) -> Option<u32> {
        let own = self.place(self.row(member)?);
        Some(1 + self.count(|row| self.place(row) < own) as u32)
    }

    /// Returns the share of the strictly worse, and that of the competition rank.
    pub(crate) fn shares(&self, member: &str) -> Option<(f64, f64)> {
        let own = self.column(self.row(member)?);
        let share = |count: usize| 100.0 * count as f64 / self.len() as f64;
        let worse = self.count(|row| self.column(row) > own);
        Some((share(worse), share(1 + self.count(|row| self.column(row) < own))))
    }

    /// Takes a record in and says what it did.
    pub(crate) fn apply(&mut self, record: &Record) -> Outcome {
        let member = record.member.as_str();
        let before = self.row(member).cloned();
        let previous = self.standing(member);
        let reason = self.take(record);
        let after = self.row(member).cloned();
        Outcome {
            version: record.version,
            applied: after != before,
            hidden: false,
            reason,
            entry: self.entry(member),
            previous,
        }
    }

    fn entry(&self, member: &str) -> Option<Entry> {
        let row = self.row(member)?;
        let reached_at = row.stamp.try_into().expect("a stamp that came out of a record");
        Some(Entry {
            member: member.into(),
            rank: Some(self.rank(member)?),
            score: row.score.into(),
            reached_at,
            metadata: None,
        })
    }

    fn standing(&self, member: &str) -> Option<Standing> {
        let score = self.row(member)?.score.into();
        Some(Standing { rank: Some(self.rank(member)?), score })
    }

    fn take(&mut self, record: &Record) -> Reason {
        let Change::Submit(submission) = &record.change else { panic!("a submission") };
        let delta = submission.points.first();
        let found = self.rows.iter().position(|row| row.member == record.member);
        let old = found.map_or(0, |at| self.rows[at].score);
        let exact = i128::from(old) + i128::from(delta);
        let score = exact.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let row = Row {
            member: record.member.clone(),
            score,
            stamp: record.stamp.ms(),
            shard: record.shard,
            sequence: record.sequence,
        };
        match found {
            None => self.rows.push(row),
            Some(at) if score != old => self.rows[at] = row,
            Some(_) => {}
        }
        if exact != i128::from(score) {
            Reason::Clamped
        } else if found.is_some() && delta == 0 {
            Reason::Equal
        } else {
            Reason::Added
        }
    }

    /// Smaller is better.
    fn column(&self, row: &Row) -> i128 {
        match self.order {
            SortOrder::Desc => -i128::from(row.score),
            SortOrder::Asc => i128::from(row.score),
        }
    }

    fn place(&self, row: &Row) -> (i128, u64, u16, u64) {
        (self.column(row), row.stamp, row.shard, row.sequence)
    }

    fn count(&self, holds: impl Fn(&Row) -> bool) -> usize {
        self.rows.iter().filter(|row| holds(row)).count()
    }
}
