//! Counts over equal segments.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use super::estimate::{Crowd, Order, RankEstimate, Standing, percent};
use super::shape::Shape;
use super::{EstimatorError, MAX_COUNT};

/// One change of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// A member comes, with this score.
    Add(i64),
    /// A member goes, who had this score.
    Remove(i64),
    /// A member's score changes.
    Move {
        /// The score until now.
        from: i64,
        /// The score from now on.
        to: i64,
    },
}

/// How many members have a score in each of some equal segments, and in all nodes of a binary tree
/// above them.
///
/// A segment has `ceil((max - min + 1) / segments)` scores and the last one what is left, so there
/// may be fewer than were asked for. Nodes pair from the left, and an odd one is carried up
/// unchanged. Scores below and above the range belong to the segments at the ends.
///
/// The counts stand in one array, a full binary tree without pointers: eight bytes for each of
/// twice as many nodes as the next power of two above the number of segments.
///
/// # Examples
///
/// ```
/// use edgeboard::estimator::{Order, SegmentTree, Standing};
///
/// let mut tree = SegmentTree::new(Order::Desc, 1..=800, 8)?;
/// tree.add(220)?;
/// tree.add(790)?;
/// tree.move_score(220, 750)?;
/// let estimate = tree.rank(750, Standing::Member);
/// assert_eq!((estimate.lo, estimate.hi), (1, 2));
/// assert_eq!(tree.remove(220).unwrap_err().code(), "member_not_ranked");
/// # Ok::<(), edgeboard::estimator::EstimatorError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SegmentTree {
    pub(super) shape: Shape,
    order: Order,
    /// By the number of the node; 0 is none.
    counts: Vec<u64>,
    /// The number of the last batch that had one.
    sequence: u64,
}

impl SegmentTree {
    /// Returns a tree without members over a range of scores.
    ///
    /// Computes in **O(segments)** time.
    ///
    /// # Errors
    ///
    /// [`EstimatorError::EmptyRange`], and [`EstimatorError::Segments`] for none or more than
    /// [`MAX_SEGMENTS`](super::MAX_SEGMENTS).
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::estimator::{Order, SegmentTree};
    ///
    /// let tree = SegmentTree::new(Order::Desc, 1..=1_000, 64)?; // segments of 16 scores
    /// assert_eq!(tree.segments().count(), 63);
    /// assert_eq!(tree.segments().last(), Some((993..=1_000, 0)));
    /// # Ok::<(), edgeboard::estimator::EstimatorError>(())
    /// ```
    pub fn new(
        order: Order,
        range: RangeInclusive<i64>,
        segments: u64,
    ) -> Result<Self, EstimatorError> {
        let shape = Shape::new(range, segments)?;
        Ok(SegmentTree { shape, order, counts: vec![0; 2 * shape.base()], sequence: 0 })
    }

    /// Counts a member with this score.
    ///
    /// Computes in **O(log segments)** time. In Redis: an `HINCRBY` of 1 for each field that
    /// [`fields_to_update`](Self::fields_to_update) names.
    ///
    /// # Errors
    ///
    /// [`EstimatorError::Full`] at [`MAX_COUNT`] members.
    pub fn add(&mut self, score: i64) -> Result<(), EstimatorError> {
        if self.total() >= MAX_COUNT {
            return Err(EstimatorError::Full { limit: MAX_COUNT });
        }
        self.shift(score, 1);
        Ok(())
    }

    /// Takes a member with this score away.
    ///
    /// Computes in **O(log segments)** time. In Redis: an `HINCRBY` of -1 for each field.
    ///
    /// # Errors
    ///
    /// [`EstimatorError::Nobody`] if its segment is empty: counts never become negative.
    pub fn remove(&mut self, score: i64) -> Result<(), EstimatorError> {
        if self.count_around(score) == 0 {
            return Err(EstimatorError::Nobody { score });
        }
        self.shift(score, -1);
        Ok(())
    }

    /// Changes a member's score. Computes in **O(log segments)** time.
    ///
    /// # Errors
    ///
    /// [`EstimatorError::Nobody`] if the segment of `from` is empty.
    pub fn move_score(&mut self, from: i64, to: i64) -> Result<(), EstimatorError> {
        self.remove(from)?;
        self.shift(to, 1);
        Ok(())
    }

    /// Makes changes, one after the other: all of them, or none.
    ///
    /// Computes in **O(log segments)** time for each change. In Redis: a script of `HINCRBY`s,
    /// which stops halfway at a field that it cannot increment.
    ///
    /// # Errors
    ///
    /// [`EstimatorError::Batch`] with the first change that is refused.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::estimator::{Change, Order, SegmentTree};
    ///
    /// let mut tree = SegmentTree::new(Order::Desc, 1..=800, 8)?;
    /// let error = tree.batch(&[Change::Add(220), Change::Remove(500)]).unwrap_err();
    /// assert_eq!(error.to_string(), "changes[1]: nobody is counted who could have the score 500");
    /// assert_eq!(tree.total(), 0);
    /// # Ok::<(), edgeboard::estimator::EstimatorError>(())
    /// ```
    pub fn batch(&mut self, changes: &[Change]) -> Result<(), EstimatorError> {
        for (at, change) in changes.iter().enumerate() {
            if let Err(cause) = self.change(*change) {
                // Whole numbers go back to what they were.
                changes[..at].iter().rev().for_each(|change| self.undo(*change));
                return Err(EstimatorError::Batch { at, cause: Box::new(cause) });
            }
        }
        Ok(())
    }

    /// Makes the changes of a numbered batch, unless one of this number or a later one was made
    /// before: a stream that repeats itself counts once.
    ///
    /// Returns whether they were made. Computes as [`batch`](Self::batch).
    ///
    /// # Errors
    ///
    /// As [`batch`](Self::batch); the number can be used again then.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::estimator::{Change, Order, SegmentTree};
    ///
    /// let mut tree = SegmentTree::new(Order::Desc, 1..=800, 8)?;
    /// assert!(tree.batch_once(1, &[Change::Add(220)])?);
    /// assert!(!tree.batch_once(1, &[Change::Add(220)])?);
    /// assert_eq!(tree.total(), 1);
    /// # Ok::<(), edgeboard::estimator::EstimatorError>(())
    /// ```
    pub fn batch_once(&mut self, number: u64, changes: &[Change]) -> Result<bool, EstimatorError> {
        if number <= self.sequence {
            return Ok(false);
        }
        self.batch(changes)?;
        self.sequence = number;
        Ok(true)
    }

    fn change(&mut self, change: Change) -> Result<(), EstimatorError> {
        match change {
            Change::Add(score) => self.add(score),
            Change::Remove(score) => self.remove(score),
            Change::Move { from, to } => self.move_score(from, to),
        }
    }

    fn undo(&mut self, change: Change) {
        match change {
            Change::Add(score) => self.shift(score, -1),
            Change::Remove(score) => self.shift(score, 1),
            Change::Move { from, to } => {
                self.shift(to, -1);
                self.shift(from, 1);
            }
        }
    }

    fn shift(&mut self, score: i64, by: i64) {
        let mut node = self.shape.segment_of(score);
        while node > 0 {
            self.counts[node] = self.counts[node].wrapping_add_signed(by);
            node /= 2;
        }
    }

    /// Puts a count into an empty segment.
    pub(super) fn fill(&mut self, segment: usize, count: u64) {
        let mut node = segment;
        while node > 0 {
            self.counts[node] += count;
            node /= 2;
        }
    }

    /// Estimates the rank of a score.
    ///
    /// The true rank lies in `lo..=hi`, whichever of its equals a member is counted before. An
    /// empty segment has no members, so that its scores are absent. Computes in **O(log segments)**
    /// time. The Redis counterpart is `ZREVRANK` plus 1, on a set that has all members.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::estimator::{Order, SegmentTree, Standing};
    ///
    /// let mut tree = SegmentTree::new(Order::Desc, 1..=400, 4)?;
    /// (0..38).try_for_each(|_| tree.add(150))?;
    /// (0..196).try_for_each(|_| tree.add(250))?;
    /// assert_eq!(tree.rank(150, Standing::Member).rank, 215);
    /// # Ok::<(), edgeboard::estimator::EstimatorError>(())
    /// ```
    #[must_use]
    pub fn rank(&self, score: i64, standing: Standing) -> RankEstimate {
        self.crowd(score).estimate(score, standing, self.order)
    }

    /// Returns how many percent of all members a score is ahead of for certain, rounded down.
    ///
    /// 0 on a board without members. Computes in **O(log segments)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::estimator::{Order, SegmentTree, Standing};
    ///
    /// let mut tree = SegmentTree::new(Order::Desc, 1..=400, 4)?;
    /// [50, 60, 250].into_iter().try_for_each(|score| tree.add(score))?;
    /// assert_eq!(tree.ahead_of(250, Standing::Member), 66);
    /// assert_eq!(tree.ahead_of(60, Standing::Member), 0); // 50 could be 70 as well
    /// # Ok::<(), edgeboard::estimator::EstimatorError>(())
    /// ```
    #[must_use]
    pub fn ahead_of(&self, score: i64, standing: Standing) -> u32 {
        let worst = self.rank(score, standing).hi;
        // A member is one of the total, and not behind himself.
        let is_counted = standing == Standing::Member && self.count_around(score) > 0;
        let others = if is_counted { self.total() } else { self.total() + 1 };
        percent(others - worst, self.total())
    }

    fn crowd(&self, score: i64) -> Crowd {
        let segment = self.shape.segment_of(score);
        let ahead = match self.order {
            Order::Desc => 1,
            Order::Asc => 0,
        };
        let (mut node, mut above) = (segment, 0);
        while node > 1 {
            // The other half of the parent, if it is the better one.
            above += if node % 2 == ahead { 0 } else { self.counts[node ^ 1] };
            node /= 2;
        }
        let (lower, upper) = self.shape.bounds(segment);
        Crowd { lower, upper, above, count: self.counts[segment] }
    }

    /// Returns how many members there are. Computes in **O(1)** time. In Redis: `ZCARD`.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts[1]
    }

    /// Returns which scores are better.
    #[must_use]
    pub fn order(&self) -> Order {
        self.order
    }

    /// Returns how many members the segment of a score has. Computes in **O(1)** time.
    #[must_use]
    pub fn count_around(&self, score: i64) -> u64 {
        self.counts[self.shape.segment_of(score)]
    }

    /// Returns the segments in ascending order, each with its count.
    ///
    /// Computes in **O(1)** time for each.
    pub fn segments(&self) -> impl ExactSizeIterator<Item = (RangeInclusive<i64>, u64)> {
        (0..self.shape.segments()).map(|at| {
            let node = self.shape.base() + at;
            let (lower, upper) = self.shape.bounds(node);
            (lower..=upper, self.counts[node])
        })
    }

    /// Returns the scores between which the member of a rank has his, counted from 1.
    ///
    /// A segment at an end is open there, since scores outside the range belong to it. Nothing for
    /// a rank that nobody has. Computes in **O(log segments)** time. The Redis counterpart is
    /// `ZREVRANGE rank-1 rank-1 WITHSCORES`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::estimator::{Order, SegmentTree};
    ///
    /// let mut tree = SegmentTree::new(Order::Desc, 1..=800, 8)?;
    /// [220, 350, 790].into_iter().try_for_each(|score| tree.add(score))?;
    /// assert_eq!(tree.scores_at(2), Some(301..=400));
    /// assert_eq!(tree.scores_at(1), Some(701..=i64::MAX));
    /// assert_eq!(tree.scores_at(4), None);
    /// # Ok::<(), edgeboard::estimator::EstimatorError>(())
    /// ```
    #[must_use]
    pub fn scores_at(&self, rank: u64) -> Option<RangeInclusive<i64>> {
        if rank == 0 || rank > self.total() {
            return None;
        }
        let (mut node, mut left) = (1, rank);
        while node < self.shape.base() {
            let better = match self.order {
                Order::Desc => 2 * node + 1,
                Order::Asc => 2 * node,
            };
            node = better;
            if left > self.counts[better] {
                left -= self.counts[better];
                node = better ^ 1;
            }
        }
        let (lower, upper) = self.shape.bounds(node);
        let at = node - self.shape.base();
        let lower = if at == 0 { i64::MIN } else { lower };
        let upper = if at + 1 == self.shape.segments() { i64::MAX } else { upper };
        Some(lower..=upper)
    }

    /// The count of a node.
    pub(super) fn count(&self, node: usize) -> u64 {
        self.counts[node]
    }

    /// Checks that every node has the sum of its halves, for tests.
    ///
    /// # Errors
    ///
    /// What is wrong.
    #[doc(hidden)]
    pub fn internal_validate(&self) -> Result<(), &'static str> {
        let base = self.shape.base();
        if self.counts.len() != 2 * base {
            return Err("another number of counts than of nodes");
        }
        if (1..base).any(|node| {
            self.counts[2 * node].checked_add(self.counts[2 * node + 1]) != Some(self.counts[node])
        }) {
            return Err("a node has another count than its halves");
        }
        if self.counts[base + self.shape.segments()..].iter().any(|&count| count > 0) {
            return Err("members behind the last segment");
        }
        if self.total() > MAX_COUNT { Err("more members than the limit") } else { Ok(()) }
    }
}
