//! Counts over segments that follow the data.
//!
//! # The algorithm
//!
//! A summary of quantiles as M. Greenwald and S. Khanna describe it ("Space-Efficient Online
//! Computation of Quantile Summaries", SIGMOD 2001): for some scores, the ends of the segments, it
//! is known between which numbers the count of members up to them lies. A new score becomes an end
//! of its own, about which no less is known than about the segment it fell into, so that additions
//! never blur anything; neighbours become one where memory is needed and the bound allows it. Ours
//! differs in four points:
//!
//! 1. *Members go.* A removal lowers the counts of all ends above it, and both of their limits, so
//!    what is unknown never grows in number. It grows as a share, when few members are left.
//! 2. *It asks.* Where too much is unknown for the members that are left, or where memory is full
//!    of ends that are too vague to become one, it asks for one count: how many members there are
//!    up to a score. The answer makes one end certain, an old one or one that halves a segment.
//! 3. *Equal scores.* An end knows how many members have just its score. These are no uncertainty,
//!    however many they are: no other score lies among them.
//! 4. *Memory is fixed*, not a function of the number of members.

mod answer;
mod blocks;
mod segment;
mod state;

use core::ops::RangeInclusive;

pub use answer::Question;
pub use state::AdaptiveState;

use super::EstimatorError;
use super::estimate::{Crowd, Order, RankEstimate, Standing, percent};
use blocks::{Blocks, Place};
use segment::{Merge, Segment};

/// The most members: 2^32 - 1.
const MAX_MEMBERS: u64 = u32::MAX as u64;

/// Limits of the number of parts.
const PARTS: (u32, u32) = (10, 1_000);

/// Blocks for each 1,000 parts: 218 KiB of segments.
const BLOCKS_PER_1000: usize = 142;

/// How many segments there are on average in a block when packing has done enough. The rest is room
/// until it is done again.
const ROOMY: usize = 28;

/// The same, when packing has not done enough, and questions have to help.
const CROWDED: usize = 40;

/// Counts over segments that follow the data, so that the number of members strictly ahead of any
/// score is known within a chosen share of all.
///
/// The share is one of `parts`: with 1,000, whatever the scores and however they move, `hi - lo` of
/// [`rank`](Self::rank) is at most `max(1, members / 1,000)` whenever no
/// [`question`](Self::question) is open. Up to some thousand different scores every rank is exact.
/// Ranks count members who are strictly ahead, as in a competition where equals share a rank. Of
/// two scores, the better one never gets the worse rank.
///
/// Memory is fixed: 256 KiB with 1,000 parts, whatever the number of members. The same calls give
/// the same state.
///
/// # Questions
///
/// The owner of the tree has the members and can count them. After an update, he looks for a
/// [`question`](Self::question) and gives the [`answer`](Self::answer), until there is none. It is
/// always one about the members of this moment: an update takes an open question back, and asks
/// anew if need be, so that no answer has to be reconciled with what happened meanwhile. An answer
/// to a question that was taken back is refused. While a question is open, estimates stay true, and
/// may be wider than the bound; the tree goes on as long as nobody answers.
///
/// Additions alone ask nothing, but where some hundred thousand scores are chosen to that end. What
/// makes it ask is members who go or move while few enough are left.
///
/// # Examples
///
/// ```
/// use edgeboard::estimator::{AdaptiveTree, Order, Standing};
///
/// let mut scores: Vec<i64> = (0..50_000).map(|i| i * i % 100_003).collect();
/// let mut tree = AdaptiveTree::new(Order::Desc, 1_000)?;
/// for &score in &scores {
///     tree.add(score)?;
///     while let Some(question) = tree.question() {
///         let count = scores.iter().filter(|score| question.scores().contains(score)).count();
///         tree.answer(question, count as u64)?;
///     }
/// }
/// let estimate = tree.rank(77_777, Standing::Absent);
/// let ahead = scores.iter().filter(|&&score| score > 77_777).count() as u64;
/// assert!(estimate.lo <= ahead + 1 && ahead + 1 <= estimate.hi);
/// assert!(estimate.hi - estimate.lo <= 50_000 / 1_000);
/// # Ok::<(), edgeboard::estimator::EstimatorError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AdaptiveTree {
    order: Order,
    parts: u32,
    members: u64,
    segments: Blocks,
    /// The bound for which all segments were looked at last.
    checked: u64,
    /// Whether packing could not make enough room, so that something has to be known better.
    is_crowded: bool,
    question: Option<Question>,
    /// Counts updates and answers.
    version: u64,
}

/// The least and the most that a count can be.
type Limits = (u64, u64);

impl AdaptiveTree {
    /// Returns a tree without members that knows ranks within one of `parts` parts of all.
    ///
    /// Memory is in proportion to the parts: 256 KiB for 1,000, which is a tenth of a percent.
    ///
    /// # Errors
    ///
    /// [`EstimatorError::Parts`] for a number outside 10..=1,000.
    pub fn new(order: Order, parts: u32) -> Result<Self, EstimatorError> {
        let blocks = Blocks::new(Self::blocks(parts)?);
        Ok(Self::with(order, parts, blocks, 0))
    }

    /// How many blocks there may be for a number of parts.
    fn blocks(parts: u32) -> Result<usize, EstimatorError> {
        if !(PARTS.0..=PARTS.1).contains(&parts) {
            return Err(EstimatorError::Parts { parts, limits: PARTS });
        }
        Ok(((parts as usize * BLOCKS_PER_1000) / 1_000).max(4))
    }

    fn with(order: Order, parts: u32, segments: Blocks, members: u64) -> Self {
        let (checked, question) = (u64::MAX, None);
        let mut tree = AdaptiveTree {
            order,
            parts,
            members,
            segments,
            checked,
            is_crowded: false,
            question,
            version: 0,
        };
        tree.checked = tree.bound();
        tree
    }

    /// Returns the most that `hi - lo` of a rank is while no question is open:
    /// `max(1, members / parts)`.
    #[must_use]
    pub fn bound(&self) -> u64 {
        (self.members / u64::from(self.parts)).max(1)
    }

    /// Returns how many members there are. In Redis: `ZCARD`.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.members
    }

    /// Returns which scores are better.
    #[must_use]
    pub fn order(&self) -> Order {
        self.order
    }

    /// Returns how many segments there are now.
    #[must_use]
    pub fn segments(&self) -> usize {
        self.segments.len()
    }

    /// Counts a member with this score.
    ///
    /// Computes in **O(blocks)** time, of which there is a fixed number, and in O(segments) for one
    /// of some thousand calls.
    ///
    /// # Errors
    ///
    /// [`EstimatorError::Full`] at 2^32 - 1 members.
    pub fn add(&mut self, score: i64) -> Result<(), EstimatorError> {
        if self.members >= MAX_MEMBERS {
            return Err(EstimatorError::Full { limit: MAX_MEMBERS });
        }
        self.count_in(score);
        self.settle();
        Ok(())
    }

    /// Takes a member with this score away. Computes as [`add`](Self::add).
    ///
    /// # Errors
    ///
    /// [`EstimatorError::Nobody`] if for all that is known nobody has this score. Not all is known:
    /// a caller who takes away who was never there gets estimates of members that there are not.
    pub fn remove(&mut self, score: i64) -> Result<(), EstimatorError> {
        self.count_out(score)?;
        self.settle();
        Ok(())
    }

    /// Changes a member's score. Computes as [`add`](Self::add).
    ///
    /// # Errors
    ///
    /// As [`remove`](Self::remove) of the score until now.
    pub fn move_score(&mut self, from: i64, to: i64) -> Result<(), EstimatorError> {
        self.count_out(from)?;
        self.count_in(to);
        self.settle();
        Ok(())
    }

    fn count_in(&mut self, score: i64) {
        if !self.segments.has_room() {
            self.make_room();
        }
        let place = self.segments.find(score);
        let segment = self.segments.get(place);
        if segment.upper == score {
            self.segments.set(place, Segment { at: segment.at + 1, ..segment });
        } else {
            // At its end there are at most the members of the old segment more than before it.
            let slack = segment.rest + segment.slack;
            self.segments.insert(place, Segment { upper: score, at: 1, rest: 0, slack });
        }
        self.members += 1;
    }

    /// Lowers `R` of all ends from the score on by one.
    fn count_out(&mut self, score: i64) -> Result<(), EstimatorError> {
        let first = self.segments.find(score);
        let segment = self.segments.get(first);
        if segment.upper == score && segment.at > 0 {
            self.segments.set(first, Segment { at: segment.at - 1, ..segment });
            self.members -= 1;
            return Ok(());
        }
        // The least of an end stays where those before it must be at least as many; then only its
        // most goes down, and the one who is gone was counted further on.
        let mut last = first;
        while self.segments.get(last).rest == 0 {
            match self.segments.next(last) {
                Some(next) if self.segments.get(last).slack > 0 => last = next,
                _ => return Err(EstimatorError::Nobody { score }),
            }
        }
        let mut place = first;
        while place != last {
            let segment = self.segments.get(place);
            self.segments.set(place, Segment { slack: segment.slack - 1, ..segment });
            place = self.segments.next(place).unwrap_or(last);
        }
        let segment = self.segments.get(last);
        self.segments.set(last, Segment { rest: segment.rest - 1, ..segment });
        self.members -= 1;
        self.tighten(first);
        Ok(())
    }

    /// Sees that no end can have more below it than the next one.
    fn tighten(&mut self, from: Place) {
        let mut place = from;
        while let Some(before) = self.segments.previous(place) {
            let (segment, most) = (self.segments.get(before), self.segments.get(place).spread());
            if u64::from(segment.slack) <= most {
                break;
            }
            // `most` is less than a number of 32 bits.
            self.segments.set(before, Segment { slack: most as u32, ..segment });
            place = before;
        }
    }

    /// Packs the segments into fewer. What is known gets no vaguer than it has to.
    fn make_room(&mut self) {
        let bound = self.bound();
        let few = self.segments.most() * ROOMY;
        let quarters = [1, 2, 4, 6, 8].map(|eighths| (bound * eighths / 8).max(1));
        let careful = quarters.map(|limit| Merge { limit, careful: true });
        let careless = quarters[2..].iter().map(|&limit| Merge { limit, careful: false });
        let all = Merge { limit: bound, careful: false };
        let rules = careful.into_iter().chain(careless);
        let enough = { rules }.find(|&rule| self.segments.merged_len(rule) <= few);
        self.segments.merge(enough.unwrap_or(all));
        self.is_crowded = self.segments.len() > self.segments.most() * CROWDED;
        // Nobody has answered for long. What is too vague now is asked for.
        let mut limit = bound;
        while !self.segments.has_room() {
            limit = limit.saturating_mul(2);
            self.segments.merge(Merge { limit, careful: false });
            self.checked = u64::MAX;
        }
    }

    /// The last step of every update.
    fn settle(&mut self) {
        self.version += 1;
        let bound = self.bound();
        if bound < self.checked || self.is_crowded || self.question.is_some() {
            self.question = self.choose();
        }
        self.checked = bound;
    }

    /// Estimates the rank of a score.
    ///
    /// `lo..=hi` holds 1 plus the number of members who are strictly ahead, of whom `above` are
    /// certain. Computes in **O(blocks)** time. The Redis counterpart is `ZCOUNT key (score +inf`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::estimator::{AdaptiveTree, Order, Standing};
    ///
    /// let mut tree = AdaptiveTree::new(Order::Desc, 1_000)?;
    /// [30, 30, 50, 10].into_iter().try_for_each(|score| tree.add(score))?;
    /// let estimate = tree.rank(30, Standing::Member);
    /// assert!(estimate.exact && estimate.rank == 2);
    /// # Ok::<(), edgeboard::estimator::EstimatorError>(())
    /// ```
    #[must_use]
    pub fn rank(&self, score: i64, standing: Standing) -> RankEstimate {
        let place = self.segments.find(score);
        let segment = self.segments.get(place);
        let before = self.segments.before(place);
        let least = self.segments.mass_before(place);
        let slack_before = before.map_or(0, |before| u64::from(before.slack));
        let lower = before.map_or(i64::MIN, |before| before.upper.saturating_add(1));
        // In the middle of what is possible at both ends, and spread evenly in between.
        let middle = least + slack_before / 2;
        let within = (least + u64::from(segment.rest) + u64::from(segment.slack / 2)) - middle;
        let all = self.members;
        let (limits, crowd) = match self.order {
            Order::Desc if score == segment.upper => {
                let below = least + segment.mass();
                let above = all - below - u64::from(segment.slack / 2);
                let limits = (all - below - u64::from(segment.slack), all - below);
                (limits, Crowd { lower: score, upper: score, above, count: 0 })
            }
            Order::Desc => {
                let above = all - middle - within;
                let limits = (all - least - segment.spread(), all - least);
                (limits, Crowd { lower, upper: segment.upper, above, count: within })
            }
            Order::Asc => {
                let unknown = if score == lower { slack_before } else { segment.spread() };
                let crowd = Crowd { lower, upper: segment.upper, above: middle, count: within };
                ((least, least + unknown), crowd)
            }
        };
        let rank = crowd.rank(score, Standing::Absent, self.order);
        // A member is not ahead of himself.
        let most = if standing == Standing::Member { all.max(1) } else { all + 1 };
        RankEstimate::between((limits.0 + 1).min(most), (limits.1 + 1).min(most), rank)
    }

    /// Returns between which numbers the count of members lies who have at most this score.
    fn up_to(&self, score: i64) -> Limits {
        let place = self.segments.find(score);
        let segment = self.segments.get(place);
        let least = self.segments.mass_before(place);
        if segment.upper == score {
            let least = least + segment.mass();
            return (least, least + u64::from(segment.slack));
        }
        (least, least + segment.spread())
    }

    fn below(&self, score: i64) -> Limits {
        score.checked_sub(1).map_or((0, 0), |score| self.up_to(score))
    }

    /// Returns how many percent of all members a score is ahead of for certain, rounded down.
    ///
    /// 0 on a board without members. Computes in **O(blocks)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::estimator::{AdaptiveTree, Order};
    ///
    /// let mut tree = AdaptiveTree::new(Order::Desc, 1_000)?;
    /// [30, 30, 50].into_iter().try_for_each(|score| tree.add(score))?;
    /// assert_eq!((tree.ahead_of(50), tree.ahead_of(30)), (66, 0));
    /// # Ok::<(), edgeboard::estimator::EstimatorError>(())
    /// ```
    #[must_use]
    pub fn ahead_of(&self, score: i64) -> u32 {
        let behind = match self.order {
            Order::Desc => self.below(score).0,
            Order::Asc => self.members - self.up_to(score).1,
        };
        percent(behind, self.members)
    }

    /// Returns between which numbers the count of members lies whose score is in a range.
    ///
    /// Computes in **O(blocks)** time. In Redis: `ZCOUNT`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::estimator::{AdaptiveTree, Order};
    ///
    /// let mut tree = AdaptiveTree::new(Order::Desc, 1_000)?;
    /// [30, 30, 50].into_iter().try_for_each(|score| tree.add(score))?;
    /// assert_eq!(tree.count(20..=40), 2..=2);
    /// # Ok::<(), edgeboard::estimator::EstimatorError>(())
    /// ```
    #[must_use]
    pub fn count(&self, scores: RangeInclusive<i64>) -> RangeInclusive<u64> {
        if scores.is_empty() {
            return 0..=0;
        }
        let (below, up_to) = (self.below(*scores.start()), self.up_to(*scores.end()));
        up_to.0.saturating_sub(below.1)..=up_to.1 - below.0
    }

    /// Returns the scores between which the member of a rank has his, counted from 1 over all
    /// members in their order, equals one after the other.
    ///
    /// Nothing for a rank that nobody has. Computes in **O(blocks)** time. The Redis counterpart is
    /// `ZREVRANGE rank-1 rank-1 WITHSCORES`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::estimator::{AdaptiveTree, Order};
    ///
    /// let mut tree = AdaptiveTree::new(Order::Desc, 1_000)?;
    /// [30, 30, 50].into_iter().try_for_each(|score| tree.add(score))?;
    /// assert!(tree.scores_at(3).is_some_and(|scores| scores.contains(&30)));
    /// assert_eq!(tree.scores_at(4), None);
    /// # Ok::<(), edgeboard::estimator::EstimatorError>(())
    /// ```
    #[must_use]
    pub fn scores_at(&self, rank: u64) -> Option<RangeInclusive<i64>> {
        if rank == 0 || rank > self.members {
            return None;
        }
        let nth = match self.order {
            Order::Desc => self.members - rank + 1,
            Order::Asc => rank,
        };
        // He is at or below the first end that has so many for certain, and above the last one that
        // cannot have them.
        let end = self.segments.reaching(nth);
        let (mut place, mut least) = (end, self.segments.mass_before(end));
        let mut lower = i64::MIN;
        while let Some(before) = self.segments.previous(place) {
            let segment = self.segments.get(before);
            if least + u64::from(segment.slack) < nth {
                lower = segment.upper.saturating_add(1);
                break;
            }
            least -= segment.mass();
            place = before;
        }
        let segment = self.segments.get(end);
        // The first one to reach it, when those at its end do, is one of them.
        let rest = self.segments.mass_before(end) + segment.spread();
        let lower = if nth > rest { segment.upper } else { lower };
        Some(lower..=segment.upper)
    }
}
