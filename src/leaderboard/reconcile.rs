//! Comparing a board with the totals from which it should follow, and repairing it.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::{BoardError, BoardKey, Leaderboard, Points};
use crate::skiplist::Handle;
use crate::time::Timestamp;

/// What the store of the counters holds of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total {
    /// Who.
    pub member: String,
    /// His score.
    pub points: Points,
    /// When he reached it.
    pub stamp: Timestamp,
    /// The shard of the ledger that took the event by which he did.
    pub shard: u16,
    /// The number of that event.
    pub sequence: u64,
    /// When the score was true, of `latest` boards.
    pub at: Option<Timestamp>,
}

/// A member on whom board and totals do not agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// He has a total, and is not on the board.
    Missing(Total),
    /// He is on the board, and has no total.
    Extra(String),
    /// He has another score, or reached it at another time.
    Different {
        /// The score that the board has.
        points: Points,
        /// When the board says that he reached it.
        stamp: Timestamp,
        /// What is right.
        total: Total,
    },
}

/// What a comparison found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reconciliation {
    /// The version of the board that was compared.
    pub version: u64,
    /// Totals that were looked at.
    pub compared: u64,
    /// Members who have a total, and are not on the board.
    pub missing: u64,
    /// Members of the board who have no total.
    pub extra: u64,
    /// Members whose score or time is another.
    pub different: u64,
    /// The differences, as far as there is room for them.
    pub differences: Vec<Difference>,
}

impl Reconciliation {
    /// Returns whether board and totals agree.
    #[must_use]
    pub const fn is_clean(&self) -> bool {
        self.missing == 0 && self.extra == 0 && self.different == 0
    }
}

/// A comparison that is under way: totals come in slices, and the report has a bounded size.
///
/// # Examples
/// ```
/// use edgeboard::leaderboard::{Difference, Leaderboard, Reconciler, SortOrder, Total};
/// use edgeboard::time::Timestamp;
///
/// let total = |member: &str, points: i64| Total {
///     member: member.into(), points: points.into(), stamp: Timestamp::EPOCH,
///     shard: 0, sequence: 7, at: None,
/// };
/// let mut board = Leaderboard::new(SortOrder::Desc);
/// let mut reconciler = Reconciler::new(&board, 100);
/// for slice in [[total("ann", 30)], [total("bob", 40)]] {
///     reconciler.compare(&board, slice)?;
/// }
/// let report = reconciler.finish(&board)?;
/// assert_eq!((report.missing, report.extra, report.different), (2, 0, 0));
///
/// board.repair(&report)?;
/// let again = board.reconcile([total("ann", 30), total("bob", 40)], 100)?;
/// assert!(again.is_clean());
/// # Ok::<(), edgeboard::leaderboard::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reconciler {
    report: Reconciliation,
    limit: usize,
    /// A bit for each handle whose member has a total.
    seen: Vec<u64>,
}

impl Reconciler {
    /// Starts a comparison with a board as it is now; the report names up to `limit` members.
    #[must_use]
    pub fn new(board: &Leaderboard, limit: usize) -> Self {
        let report = Reconciliation { version: board.version, ..Reconciliation::default() };
        let seen = vec![0; board.roster.handles().div_ceil(64)];
        Self { report, limit, seen }
    }

    /// Compares some totals.
    ///
    /// Computes in expected **O(m)** time for m totals.
    ///
    /// # Errors
    /// [`BoardError::Invalid`] when the board has moved on since the comparison was started;
    /// [`BoardError::Score`] for a total with more or fewer numbers than the board has columns, and
    /// [`BoardError::Column`] for one that the board cannot hold.
    pub fn compare(
        &mut self,
        board: &Leaderboard,
        totals: impl IntoIterator<Item = Total>,
    ) -> Result<(), BoardError> {
        board.check_is_at(self.report.version)?;
        for total in totals {
            let key = board.key_of(&total)?;
            self.report.compared += 1;
            let handle = board.roster.find(&total.member);
            if let Some(word) = handle.and_then(|handle| self.seen.get_mut(handle.0 as usize / 64))
            {
                *word |= handle.map_or(0, bit);
            }
            match board.held(&total.member) {
                None => {
                    self.report.missing += 1;
                    self.note(Difference::Missing(total));
                }
                Some(held) if held == (key, total.at) => {}
                Some((held, _)) => {
                    self.report.different += 1;
                    let points = board.terms.columns.decode(held.columns());
                    self.note(Difference::Different { points, stamp: held.stamp(), total });
                }
            }
        }
        Ok(())
    }

    /// Returns the report, once all totals were compared: whoever was not among them has none.
    ///
    /// Computes in **O(n)** time.
    ///
    /// # Errors
    /// [`BoardError::Invalid`] when the board has moved on.
    pub fn finish(mut self, board: &Leaderboard) -> Result<Reconciliation, BoardError> {
        board.check_is_at(self.report.version)?;
        let banned = board.roster.banned().filter_map(|(handle, key)| key.map(|_| handle));
        let ranked = board.roster.range(0..board.len()).map(|(handle, _)| handle);
        for handle in ranked.chain(banned) {
            let word = self.seen.get(handle.0 as usize / 64).copied().unwrap_or(0);
            if word & bit(handle) == 0 {
                self.report.extra += 1;
                self.note(Difference::Extra(board.name(handle)));
            }
        }
        Ok(self.report)
    }

    fn note(&mut self, difference: Difference) {
        if self.report.differences.len() < self.limit {
            self.report.differences.push(difference);
        }
    }
}

const fn bit(handle: Handle) -> u64 {
    1 << (handle.0 % 64)
}

impl Leaderboard {
    /// Compares the board with all totals at once; [`Reconciler`] takes them in slices.
    ///
    /// Computes in expected **O(n)** time.
    ///
    /// # Errors
    /// As [`Reconciler::compare`].
    pub fn reconcile(
        &self,
        totals: impl IntoIterator<Item = Total>,
        limit: usize,
    ) -> Result<Reconciliation, BoardError> {
        let mut reconciler = Reconciler::new(self, limit);
        reconciler.compare(self, totals)?;
        reconciler.finish(self)
    }

    /// Makes the differences of a report as the totals say. Bans and metadata stay, and so does
    /// the version, which is that of the stream: a repair is no record of it. Kept records are
    /// dropped, since nobody can come here by them; take a [`snapshot`](Self::snapshot).
    ///
    /// Computes in expected **O(m log n)** time for m differences.
    ///
    /// # Errors
    /// [`BoardError::Invalid`] when the board has moved on since, and [`BoardError::Column`] for a
    /// total that it cannot hold. Nothing has changed then.
    pub fn repair(&mut self, report: &Reconciliation) -> Result<(), BoardError> {
        self.check_is_at(report.version)?;
        let mut rows = Vec::with_capacity(report.differences.len());
        for difference in &report.differences {
            rows.push(match difference {
                Difference::Extra(member) => (member.as_str(), None),
                Difference::Missing(total) | Difference::Different { total, .. } => {
                    (total.member.as_str(), Some((self.key_of(total)?, total.at)))
                }
            });
        }
        for (member, row) in rows {
            match row {
                Some((key, at)) => self.put_at(member, key, at),
                None => {
                    let is_banned = self.roster.is_banned(member);
                    self.forget(member);
                    if is_banned {
                        self.roster.ban(member);
                    }
                }
            }
        }
        self.compact(u64::MAX);
        Ok(())
    }

    fn check_is_at(&self, version: u64) -> Result<(), BoardError> {
        if self.version == version {
            return Ok(());
        }
        let now = self.version;
        let text = alloc::format!("the board is at version {now}, the comparison at {version}");
        Err(BoardError::invalid(text))
    }

    fn key_of(&self, total: &Total) -> Result<BoardKey, BoardError> {
        self.terms.check_count(&total.points)?;
        let packed = self.terms.columns.encode(&total.points)?;
        Ok(BoardKey::with_columns(packed, total.stamp, total.shard, total.sequence))
    }
}
