//! Asking a board.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::{BoardError, BoardKey, Entry, Leaderboard, Points, RankKind};
use crate::skiplist::Handle;
use crate::time::Timestamp;

/// The most members of a lookup.
pub const MAX_LOOKUP: usize = 500;

/// How a member stands among all others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Percentile {
    /// `100 * (members strictly worse) / N`.
    pub percentile: f64,
    /// `100 * (competition rank) / N`.
    pub top: f64,
}

/// The ranks that a score would get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preview {
    /// One more than have a better score.
    pub competition: u32,
    /// The place of somebody who reached the score only now.
    pub ordinal: u32,
}

/// The entries of members that were asked for by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lookup {
    /// Those who are ranked, in the order of the board, each once.
    pub entries: Vec<Entry>,
    /// The others, in the order in which they were asked for, each once.
    pub not_found: Vec<String>,
}

impl Leaderboard {
    /// Returns a member's entry; `None` when he is not ranked.
    ///
    /// Computes in expected **O(log n)** time. The Redis counterpart is `ZREVRANK` with `ZSCORE`.
    #[must_use]
    pub fn get(&self, member: &str) -> Option<Entry> {
        let handle = self.roster.find(member)?;
        Some(self.entry(handle, Some(self.roster.rank(handle)? + 1), self.roster.key(handle)?))
    }

    /// Returns the key of a member; `None` when he is not ranked.
    #[must_use]
    pub fn key(&self, member: &str) -> Option<BoardKey> {
        self.roster.ranked_key(self.roster.find(member)?)
    }

    /// Returns the names of all members who are banned.
    pub fn banned(&self) -> impl Iterator<Item = String> {
        self.roster.banned().map(|(handle, _)| self.name(handle))
    }

    /// Returns the place of a member by a way of counting; `None` when he is not ranked.
    ///
    /// Computes in expected **O(log n)** time.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::leaderboard::{Command, Leaderboard, RankKind, SortOrder};
    /// use edgeboard::time::Timestamp;
    ///
    /// let mut board = Leaderboard::new(SortOrder::Desc);
    /// for (ms, member, points) in [(1, "a", 50), (2, "b", 50), (3, "c", 30)] {
    ///     board.apply(Command::submit(member, points), Timestamp::from_ms(ms)?)?;
    /// }
    /// let kinds =
    ///     [RankKind::Ordinal, RankKind::Competition, RankKind::Dense, RankKind::Modified];
    /// assert_eq!(kinds.map(|kind| board.rank("b", kind)), [Some(2), Some(1), Some(1), Some(2)]);
    /// assert_eq!(kinds.map(|kind| board.rank("c", kind)), [Some(3), Some(3), Some(2), Some(3)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn rank(&self, member: &str, kind: RankKind) -> Option<u32> {
        let handle = self.roster.find(member)?;
        match kind {
            RankKind::Ordinal => self.roster.rank(handle).map(|rank| rank + 1),
            kind => {
                let columns = self.roster.ranked_key(handle)?.columns();
                Some(self.rank_of(columns, kind))
            }
        }
    }

    /// The rank of everybody with packed columns, by a way of counting that does not tell them
    /// apart.
    fn rank_of(&self, columns: u128, kind: RankKind) -> u32 {
        let rank = match kind {
            RankKind::Ordinal | RankKind::Competition => self.roster.better(columns) + 1,
            RankKind::Dense => self.roster.better_scores(columns) + 1,
            RankKind::Modified => self.roster.not_worse(columns),
        };
        rank as u32
    }

    /// Returns an entry with its rank counted in another way.
    ///
    /// Computes in expected **O(log n)** time.
    #[must_use]
    pub fn ranked_as(&self, kind: RankKind, entry: Entry) -> Entry {
        let columns = self.terms.columns.pack(&entry.score);
        let rank = match kind {
            RankKind::Ordinal => entry.rank,
            kind => entry.rank.map(|_| self.rank_of(columns, kind)),
        };
        Entry { rank, ..entry }
    }

    /// Returns the entry at a place, counted from 1; `None` behind the last one.
    ///
    /// Computes in expected **O(log n)** time. The Redis counterpart is `ZREVRANGE key n n`.
    #[must_use]
    pub fn at(&self, rank: u32) -> Option<Entry> {
        let index = rank.checked_sub(1)? as usize;
        self.slice(index..index + 1).next()
    }

    /// Returns the best `limit` entries, the best first.
    ///
    /// Computes in **O(limit)** time. The Redis counterpart is
    /// `ZREVRANGE key 0 limit-1 WITHSCORES`.
    pub fn top(&self, limit: usize) -> impl Iterator<Item = Entry> {
        self.slice(0..limit)
    }

    /// Returns the entries at 0-based positions, as far as there are any.
    ///
    /// Computes in **O(log n + m)** time for m entries.
    pub fn slice(&self, ranks: Range<usize>) -> impl DoubleEndedIterator<Item = Entry> {
        let start = ranks.start.min(self.len());
        let end = ranks.end.min(self.len()).max(start);
        let entry = move |(at, (handle, key)): (usize, (Handle, BoardKey))| {
            self.entry(handle, Some((start + at) as u32 + 1), key)
        };
        self.roster.range(start..end).enumerate().map(entry)
    }

    /// Returns a member between his neighbours: up to `before` of them ahead of him and `after`
    /// behind. At the ends of the board the window is filled from the other side, so it is as
    /// long as it can be; his own row is always in it.
    ///
    /// Computes in **O(log n + m)** time for m entries.
    ///
    /// # Errors
    /// [`BoardError::NotRanked`].
    pub fn around(
        &self,
        member: &str,
        before: usize,
        after: usize,
    ) -> Result<Vec<Entry>, BoardError> {
        let handle = self.roster.find(member);
        let rank = handle.and_then(|handle| self.roster.rank(handle));
        let Some(rank) = rank else { return Err(BoardError::NotRanked(member.into())) };
        let size = before.saturating_add(after).saturating_add(1);
        let last_start = self.len().saturating_sub(size);
        let start = (rank as usize).saturating_sub(before).min(last_start);
        Ok(self.slice(start..start.saturating_add(size)).collect())
    }

    /// Returns the entries of some members, in the order of the board.
    ///
    /// Computes in expected **O(m log n)** time for m members.
    ///
    /// # Errors
    /// [`BoardError::Invalid`] for more than [`MAX_LOOKUP`] of them.
    pub fn lookup<'a>(
        &self,
        members: impl IntoIterator<Item = &'a str>,
    ) -> Result<Lookup, BoardError> {
        let mut count = 0;
        let mut lookup = Lookup { entries: Vec::new(), not_found: Vec::new() };
        for member in members {
            count += 1;
            if count > MAX_LOOKUP {
                let text = alloc::format!("a lookup takes at most {MAX_LOOKUP} members");
                return Err(BoardError::invalid(text));
            }
            // There are few: where one belongs is found at once, and moving the others is nothing
            // beside looking him up.
            match self.get(member) {
                Some(entry) => match lookup.entries.binary_search_by_key(&entry.rank, |e| e.rank) {
                    Ok(_) => {}
                    Err(at) => lookup.entries.insert(at, entry),
                },
                None if lookup.not_found.iter().any(|other| other == member) => {}
                None => lookup.not_found.push(member.to_owned()),
            }
        }
        Ok(lookup)
    }

    /// Returns the ranks that a score would get, were it submitted now by somebody new; changes
    /// nothing.
    ///
    /// Computes in expected **O(log n)** time. A value out of its column's range counts as the
    /// nearer end.
    #[must_use]
    pub fn preview(&self, points: &Points) -> Preview {
        let columns = self.terms.columns.pack(&self.terms.columns.clamp(points));
        let latest = BoardKey::with_columns(columns, Timestamp::MAX, u16::MAX, u64::MAX);
        // Where names decide, a newcomer's is not known: he is counted behind all of his score.
        let ordinal = match self.terms.tie {
            super::Tie::Earliest => self.roster.before(latest, &[]),
            super::Tie::Member => self.roster.not_worse(columns),
        };
        let competition = self.roster.better(columns) as u32 + 1;
        Preview { competition, ordinal: ordinal as u32 + 1 }
    }

    /// Returns how a member stands among all; `None` when he is not ranked.
    ///
    /// Computes in expected **O(log n)** time.
    #[must_use]
    pub fn percentile(&self, member: &str) -> Option<Percentile> {
        let columns = self.key(member)?.columns();
        let share = |count: usize| 100.0 * count as f64 / self.len() as f64;
        let worse = self.len() - self.roster.not_worse(columns);
        Some(Percentile { percentile: share(worse), top: share(self.roster.better(columns) + 1) })
    }

    /// Returns the worst score that is not beaten by more than `100 - percentile` percent of the
    /// members (nearest rank); `None` on an empty board and for a percentile outside 0 to 100.
    ///
    /// Computes in expected **O(log n)** time.
    #[must_use]
    pub fn score_at_percentile(&self, percentile: f64) -> Option<Points> {
        if !(0.0..=100.0).contains(&percentile) || self.is_empty() {
            return None;
        }
        // Positions count from the best; percent from the worst.
        let last = self.len() - 1;
        let worse = libm_ceil(percentile / 100.0 * self.len() as f64) as usize;
        let position = last - worse.saturating_sub(1).min(last);
        let (_, key) = self.roster.range(position..position + 1).next()?;
        Some(self.terms.columns.decode(key.columns()))
    }

    /// Returns how many members have a score from `min` to `max`, both inside; of boards with more
    /// than one column, how many have such a value in the first.
    ///
    /// Computes in expected **O(log n)** time. The Redis counterpart is `ZCOUNT`.
    #[must_use]
    pub fn count_between(&self, min: i64, max: i64) -> usize {
        self.ranks_between(min, max).len()
    }

    /// The positions of those members.
    pub(super) fn ranks_between(&self, min: i64, max: i64) -> Range<usize> {
        let column = &self.terms.columns.all()[0];
        let (min, max) = (min.max(column.min), max.min(column.max));
        if min > max {
            return 0..0;
        }
        let (best, worst) = match column.order {
            super::SortOrder::Desc => (max, min),
            super::SortOrder::Asc => (min, max),
        };
        let ends = |units| self.terms.columns.ends_of_first(units);
        let (first, last) = (ends(best).0, ends(worst).1);
        self.roster.better(first)..self.roster.not_worse(last)
    }
}

/// The smallest integer that is not below a number from 0 to 2^53; `core` has no such function.
fn libm_ceil(number: f64) -> f64 {
    let whole = number as u64 as f64;
    if whole < number { whole + 1.0 } else { whole }
}
