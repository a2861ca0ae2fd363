//! Asking a hybrid board.

use alloc::string::ToString;

use super::{BoardError, BoardKey, HybridBoard, RankKind, RuleError, Side, last_key, place_of};
use crate::estimator::{RankEstimate, Standing};
use crate::leaderboard::Leaderboard;

/// What an owner counts to know a rank exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting {
    /// Ranked members up to `behind`, who need not be counted.
    pub above: u64,
    /// A key that nobody has, behind all with its columns; `None` for the beginning of the board.
    pub behind: Option<BoardKey>,
}

/// The least and the most that a number can be, and a guess.
#[derive(Clone, Copy, Debug)]
struct Guess {
    least: u64,
    most: u64,
    guess: u64,
}

impl HybridBoard {
    /// Returns the head, a board of its own for all reads that stay within: the first
    /// [`exact_head`](Self::exact_head) rows and some more, whose places are right.
    ///
    /// Its length, percentiles and other statistics are those of the head alone, and so is the
    /// modified rank of those who have the last score in it: [`rank`](Self::rank) knows better.
    /// Until a [refill](super::Effect::Refill) is answered it may have fewer rows, and these are
    /// right.
    #[must_use]
    pub const fn head(&self) -> &Leaderboard {
        &self.head
    }

    /// Returns between which ranks a ranked member is; `key` is what the owner holds of him.
    ///
    /// In the head a rank is exact, but for the modified one of those who have its last score.
    /// Behind it, the true rank lies in `lo..=hi`, and nobody is told one that a member of the head
    /// has; only by competition, who has the score of some in the head shares their rank. Of two
    /// scores, the better one never gets the worse rank. Computes in expected
    /// **O(log N + blocks)** time.
    ///
    /// # Errors
    /// [`BoardError::Row`] for a key that contradicts the board, [`BoardError::Rules`] for dense
    /// ranks.
    pub fn rank(
        &self,
        member: &str,
        key: BoardKey,
        kind: RankKind,
    ) -> Result<RankEstimate, BoardError> {
        if kind == RankKind::Dense {
            let reason = "it excludes dense ranks".to_string();
            return Err(BoardError::Rules(RuleError::new("exactHead", reason)));
        }
        match self.seat(member, Some(key))? {
            Some((key, side)) => Ok(self.place(member, key, side, kind)),
            None => Err(BoardError::NotRanked(member.into())),
        }
    }

    /// The rank of a member with this key, on the side on which he is.
    pub(super) fn place(
        &self,
        member: &str,
        key: BoardKey,
        side: Side,
        kind: RankKind,
    ) -> RankEstimate {
        let roster = &self.head.roster;
        let (columns, head) = (key.columns(), roster.len() as u64);
        let exact = |rank: u64| RankEstimate::between(rank, rank, rank);
        let better = roster.better(columns) as u64;
        let not_worse = roster.not_worse(columns) as u64;
        match kind {
            RankKind::Ordinal if side == Side::Head => {
                let rank = roster.find(member).and_then(|handle| roster.rank(handle));
                exact(rank.map_or(head, u64::from) + 1)
            }
            // Some in the head have his score, or worse ones: nobody behind it has a better one.
            RankKind::Competition | RankKind::Dense if better < head => exact(better + 1),
            RankKind::Modified if not_worse < head => exact(not_worse),
            RankKind::Modified => {
                let tail = self.not_worse(key, side);
                RankEstimate::between(head + tail.least, head + tail.most, head + tail.guess)
            }
            RankKind::Competition | RankKind::Dense => {
                let (ahead, not_worse) = (self.ahead(key), self.not_worse(key, side));
                // Where scores are wider than the tree's, those who look equal may be better.
                let is_wide = self.terms().columns.is_wide();
                let most = if is_wide { not_worse.most } else { ahead.most + 1 };
                RankEstimate::between(head + ahead.least + 1, head + most, head + ahead.guess + 1)
            }
            RankKind::Ordinal => {
                let (ahead, most) = (self.ahead(key), self.not_worse(key, side).most);
                RankEstimate::between(head + ahead.least + 1, head + most, head + ahead.guess + 1)
            }
        }
    }

    /// Members behind the head whose score is better, as far as the tree can tell.
    fn ahead(&self, key: BoardKey) -> Guess {
        let estimate = self.tail.rank(place_of(key), Standing::Member);
        Guess { least: estimate.lo - 1, most: estimate.hi - 1, guess: estimate.rank - 1 }
    }

    /// Members behind the head whose score is as good or better. One who is behind it himself is
    /// among them.
    fn not_worse(&self, key: BoardKey, side: Side) -> Guess {
        let place = place_of(key);
        let (total, myself) = (self.tail.total(), u64::from(side == Side::Tail));
        let counted = match place.checked_add(1) {
            Some(next) => {
                let estimate = self.tail.rank(next, Standing::Absent);
                Guess { least: estimate.lo - 1, most: estimate.hi - 1, guess: estimate.rank - 1 }
            }
            None => Guess { least: total, most: total, guess: total },
        };
        let least = if self.terms().columns.is_wide() {
            self.ahead(key).least + myself
        } else {
            counted.least.max(myself)
        };
        Guess { least, ..counted }
    }

    /// Returns how many percent of all ranked members a ranked member is better than for certain,
    /// rounded down.
    ///
    /// Computes in expected **O(log N + blocks)** time.
    ///
    /// # Errors
    /// As [`rank`](Self::rank).
    pub fn percentile(&self, member: &str, key: BoardKey) -> Result<u32, BoardError> {
        let not_worse = self.rank(member, key, RankKind::Modified)?.hi;
        let share = u128::from(self.total() - not_worse) * 100 / u128::from(self.total());
        // At most 100.
        Ok(share as u32)
    }

    /// Returns what has to be counted to know the ordinal rank of a ranked member exactly: it is
    /// `above`, and as many more as there are ranked members behind `behind` in the order of the
    /// board, up to himself.
    ///
    /// Computes in **O(segments)** time.
    #[must_use]
    pub fn counting(&self, key: BoardKey) -> Counting {
        let (place, certain) = self.tail.certain_below(place_of(key));
        let behind = place.map(last_key);
        let in_head = behind.map_or(0, |behind| self.head.roster.not_worse(behind.columns()));
        Counting { above: in_head as u64 + certain, behind }
    }
}
