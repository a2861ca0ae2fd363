//! What the scores of a board look like, as a whole.

use alloc::vec::Vec;

use super::{Leaderboard, SortOrder};

/// The percentiles that [`Leaderboard::stats`] answers.
pub const QUANTILES: [u8; 7] = [1, 10, 25, 50, 75, 90, 99];

/// The most bars of a histogram.
pub const MAX_BUCKETS: u32 = 1_000;

/// A bar of a histogram: scores from `from` to `to`, both inside, in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// The smallest score.
    pub from: i64,
    /// The largest score.
    pub to: i64,
    /// How many members have one of these.
    pub count: usize,
}

/// What the scores of a board look like; of boards with more than one column, the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// Members that are ranked.
    pub total: usize,
    /// The smallest and the largest score; `None` on an empty board.
    pub range: Option<(i64, i64)>,
    /// The scores at [`QUANTILES`], by nearest rank, counted from the worst score.
    pub quantiles: Vec<(u8, i64)>,
    /// Bars of equal width from the smallest score to the largest; the last one may be shorter.
    pub histogram: Vec<Bucket>,
}

impl Leaderboard {
    /// Returns what the scores look like, with a histogram of at most `buckets` bars.
    ///
    /// Computes in expected **O(b log n)** time for b bars.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::leaderboard::{Bucket, Command, Leaderboard, SortOrder};
    /// use edgeboard::time::Timestamp;
    ///
    /// let mut board = Leaderboard::new(SortOrder::Desc);
    /// for (member, points) in [("ann", 1), ("bob", 4), ("cid", 10)] {
    ///     board.apply(Command::submit(member, points), Timestamp::EPOCH)?;
    /// }
    /// let bar = |from, to, count| Bucket { from, to, count };
    /// assert_eq!(board.stats(2).histogram, [bar(1, 5, 2), bar(6, 10, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stats(&self, buckets: u32) -> Stats {
        let quantile = |&percentile: &u8| {
            let score = self.score_at_percentile(f64::from(percentile))?;
            Some((percentile, score.first()))
        };
        Stats {
            total: self.len(),
            range: self.score_range(),
            quantiles: QUANTILES.iter().filter_map(quantile).collect(),
            histogram: self.histogram(buckets),
        }
    }

    /// Returns at most `buckets` bars of equal width from the smallest score to the largest: fewer
    /// where there are fewer numbers between these, none on an empty board.
    ///
    /// Computes in expected **O(b log n)** time for b bars. More than [`MAX_BUCKETS`] are as many.
    #[must_use]
    pub fn histogram(&self, buckets: u32) -> Vec<Bucket> {
        let Some((min, max)) = self.score_range() else { return Vec::new() };
        let buckets = i128::from(buckets.clamp(1, MAX_BUCKETS));
        let (min, max) = (i128::from(min), i128::from(max));
        let width = (max - min + 1 + buckets - 1) / buckets;
        let bars = (0..buckets).map(|at| min + at * width).take_while(|&from| from <= max);
        let bucket = |from: i128| {
            let (from, to) = (from as i64, (from + width - 1).min(max) as i64);
            Bucket { from, to, count: self.count_between(from, to) }
        };
        bars.map(bucket).collect()
    }

    fn score_range(&self) -> Option<(i64, i64)> {
        let score = |at: usize| {
            let (_, key) = self.roster.range(at..at + 1).next()?;
            Some(self.terms.columns.decode(key.columns()).first())
        };
        let (best, worst) = (score(0)?, score(self.len().checked_sub(1)?)?);
        Some(match self.terms.columns.all()[0].order {
            SortOrder::Desc => (worst, best),
            SortOrder::Asc => (best, worst),
        })
    }
}
