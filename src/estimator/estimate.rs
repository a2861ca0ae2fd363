//! The formula of an estimated rank, in the one place where it stands.

/// Which scores are better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// The higher score is better.
    #[default]
    Desc,
    /// The lower score is better.
    Asc,
}

/// Whose rank is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Standing {
    /// That of a member, who has the score and is counted.
    #[default]
    Member,
    /// That which somebody would get who is not on the board.
    Absent,
}

/// A rank that is known to lie between two others.
///
/// Ranks count from 1. `lo <= rank <= hi`, and the true rank lies in `lo..=hi` as well.
///
/// # Examples
///
/// ```
/// use edgeboard::estimator::{Order, SegmentTree, Standing};
///
/// let mut tree = SegmentTree::new(Order::Desc, 1..=800, 8)?;
/// for score in [130, 170, 220] {
///     tree.add(score)?;
/// }
/// let estimate = tree.rank(170, Standing::Member);
/// assert_eq!((estimate.lo, estimate.rank, estimate.hi), (2, 2, 3));
/// assert!(!estimate.exact && tree.rank(220, Standing::Member).exact);
/// # Ok::<(), edgeboard::estimator::EstimatorError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RankEstimate {
    /// The estimate.
    pub rank: u64,
    /// The best rank that is possible.
    pub lo: u64,
    /// The worst rank that is possible.
    pub hi: u64,
    /// Whether the two are one, so that the rank is certain.
    pub exact: bool,
    /// How many are ahead for certain: `lo - 1`.
    pub above: u64,
}

impl RankEstimate {
    /// The estimate `rank`, moved between the ends if it lies outside.
    pub(crate) fn between(lo: u64, hi: u64, rank: u64) -> Self {
        RankEstimate { rank: rank.min(hi).max(lo), lo, hi, exact: lo >= hi, above: lo - 1 }
    }
}

/// Members whose scores lie between two, and of whom nothing else is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crowd {
    pub(super) lower: i64,
    pub(super) upper: i64,
    /// Members who are better than all of these.
    pub(super) above: u64,
    pub(super) count: u64,
}

impl Crowd {
    /// The rank of a score within, as if the scores were spread evenly.
    ///
    /// With `width = upper - lower + 1`, on a board where the higher score is better:
    ///
    /// ```text
    /// member   above + 1 + floor((upper - score) * (count - 1) / width)
    /// absent   above + 1 + floor((upper - score) * count / width)
    /// ```
    ///
    /// Where the lower score is better, `score - lower` stands for `upper - score`. A score outside
    /// counts as the end it lies behind. A member of whom nobody knows (`count` is 0) is absent.
    pub(super) fn rank(&self, score: i64, standing: Standing, order: Order) -> u64 {
        let score = score.clamp(self.lower, self.upper);
        let distance = match order {
            Order::Desc => self.upper.abs_diff(score),
            Order::Asc => score.abs_diff(self.lower),
        };
        let others = self.others(standing);
        let span = self.upper.abs_diff(self.lower);
        // Most products fit, and dividing twice as many bits takes several times as long.
        let ahead = match (distance.checked_mul(others), span.checked_add(1)) {
            (Some(product), Some(width)) => product / width,
            _ => {
                let product = u128::from(distance) * u128::from(others);
                // At most `others`, since the distance is less than the width.
                (product / (u128::from(span) + 1)) as u64
            }
        };
        self.above + 1 + ahead
    }

    /// The estimate for a score within: `rank` in `above + 1 ..= above + count` for a member, and
    /// up to one more for somebody who is absent. Equal scores are anywhere in it.
    pub(super) fn estimate(&self, score: i64, standing: Standing, order: Order) -> RankEstimate {
        let lo = self.above + 1;
        RankEstimate::between(lo, lo + self.others(standing), self.rank(score, standing, order))
    }

    /// How many there are beside the one who is asked about.
    fn others(&self, standing: Standing) -> u64 {
        match standing {
            Standing::Member => self.count.saturating_sub(1),
            Standing::Absent => self.count,
        }
    }
}

/// The share of `total` that `behind` is, in whole percent, rounded down; 0 of nobody.
pub(super) fn percent(behind: u64, total: u64) -> u32 {
    let share = u128::from(behind) * 100 / u128::from(total).max(1);
    // `behind` is a part of `total`.
    share.min(100) as u32
}
