//! The Redis Hash that can hold the counts of a segment tree.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use super::estimate::{Crowd, Order, RankEstimate, Standing};
use super::segment_tree::SegmentTree;
use super::{EstimatorError, MAX_COUNT};

/// What the hash has fields for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HashForm {
    /// For every node of the tree, so that a rank needs few fields.
    #[default]
    Tree,
    /// For the segments alone, so that an update needs two.
    Flat,
}

impl SegmentTree {
    /// Returns the fields that a rank is estimated from: the one of the score's segment, and those
    /// that hold everybody who is ahead of it.
    ///
    /// O(log segments) fields in the form of a tree; all segments from this one on in the flat
    /// form. In Redis: the arguments of `HMGET`, whose reply [`rank_from`](Self::rank_from) takes.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::estimator::{HashForm, Order, SegmentTree};
    ///
    /// let tree = SegmentTree::new(Order::Desc, 1..=800, 8)?;
    /// assert_eq!(tree.fields_to_read(220, HashForm::Tree), ["201-300", "301-400", "401-800"]);
    /// # Ok::<(), edgeboard::estimator::EstimatorError>(())
    /// ```
    #[must_use]
    pub fn fields_to_read(&self, score: i64, form: HashForm) -> Vec<String> {
        self.nodes_to_read(score, form).into_iter().map(|node| self.shape.field(node)).collect()
    }

    fn nodes_to_read(&self, score: i64, form: HashForm) -> Vec<usize> {
        let segment = self.shape.segment_of(score);
        let base = self.shape.base();
        match (form, self.order()) {
            (HashForm::Flat, Order::Desc) => (segment..base + self.shape.segments()).collect(),
            (HashForm::Flat, Order::Asc) => (base..=segment).rev().collect(),
            (HashForm::Tree, order) => {
                let is_better = |node: usize| node.is_multiple_of(2) == (order == Order::Asc);
                let mut nodes = vec![segment];
                let mut node = segment;
                while node > 1 {
                    let other = node ^ 1;
                    if is_better(other) && self.shape.exists(other) {
                        nodes.push(other);
                    }
                    node /= 2;
                }
                nodes
            }
        }
    }

    /// Estimates the rank of a score from what a hash holds, and not from the counts of this tree.
    ///
    /// `values` is the reply of `HMGET` for [`fields_to_read`](Self::fields_to_read) of the same
    /// score and form; a field that is not there (nil) counts nobody. Computes in **O(fields)**
    /// time.
    ///
    /// # Errors
    ///
    /// [`EstimatorError::Values`] for another number of values, [`EstimatorError::Count`] for a
    /// value that is negative or no integer.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::estimator::{HashForm, Order, SegmentTree, Standing};
    ///
    /// let tree = SegmentTree::new(Order::Desc, 1..=800, 8)?;
    /// let values = [Some("31"), Some("49"), Some("177")];
    /// let estimate = tree.rank_from(220, Standing::Member, HashForm::Tree, &values)?;
    /// assert_eq!((estimate.above, estimate.rank, estimate.hi), (226, 251, 257));
    /// # Ok::<(), edgeboard::estimator::EstimatorError>(())
    /// ```
    pub fn rank_from(
        &self,
        score: i64,
        standing: Standing,
        form: HashForm,
        values: &[Option<&str>],
    ) -> Result<RankEstimate, EstimatorError> {
        let nodes = self.nodes_to_read(score, form);
        if nodes.len() != values.len() {
            let (found, expected) = (values.len(), nodes.len());
            return Err(EstimatorError::Values { found, expected });
        }
        let mut total = 0;
        let mut count = 0;
        for (&node, value) in nodes.iter().zip(values) {
            let value = value.unwrap_or("0");
            let members = self.members_in(value, total, || self.shape.field(node))?;
            total += members;
            if node == nodes[0] {
                count = members;
            }
        }
        let (lower, upper) = self.shape.bounds(nodes[0]);
        let crowd = Crowd { lower, upper, above: total - count, count };
        Ok(crowd.estimate(score, standing, self.order()))
    }

    /// Reads a count, which must keep the total within the limit.
    fn members_in(
        &self,
        value: &str,
        total: u64,
        field: impl FnOnce() -> String,
    ) -> Result<u64, EstimatorError> {
        // `parse` alone would also take a plus sign, which Redis never writes.
        let is_plain = value.bytes().all(|byte| byte.is_ascii_digit());
        let members = value.parse::<u64>().ok().filter(|&members| {
            is_plain && total.checked_add(members).is_some_and(|total| total <= MAX_COUNT)
        });
        members.ok_or_else(|| EstimatorError::count(&field(), value))
    }

    /// Returns the fields that a change touches, each with what to add to it.
    ///
    /// First those of the score until now, with -1, then those of the new score, with 1; from the
    /// root of the tree down. Without the first score a member is new, without the second one he is
    /// gone. O(log segments) fields in the form of a tree, one for each score in the flat form. In
    /// Redis: the arguments of `HINCRBY`. A field that both have is there twice, and nets nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::estimator::{HashForm, Order, SegmentTree};
    ///
    /// let tree = SegmentTree::new(Order::Desc, 1..=800, 8)?;
    /// let fields = tree.fields_to_update(None, Some(750), HashForm::Tree);
    /// let names: Vec<_> = fields.iter().map(|(field, by)| (field.as_str(), *by)).collect();
    /// assert_eq!(names, [("1-800", 1), ("401-800", 1), ("601-800", 1), ("701-800", 1)]);
    /// # Ok::<(), edgeboard::estimator::EstimatorError>(())
    /// ```
    #[must_use]
    pub fn fields_to_update(
        &self,
        from: Option<i64>,
        to: Option<i64>,
        form: HashForm,
    ) -> Vec<(String, i64)> {
        let path = |score: Option<i64>, by| score.map(|score| self.path(score, form, by));
        path(from, -1).into_iter().chain(path(to, 1)).flatten().collect()
    }

    fn path(
        &self,
        score: i64,
        form: HashForm,
        by: i64,
    ) -> impl Iterator<Item = (String, i64)> + use<'_> {
        let segment = self.shape.segment_of(score);
        let top = match form {
            HashForm::Tree => segment.ilog2(),
            HashForm::Flat => 0,
        };
        let nodes = (0..=top).rev().map(move |height| segment >> height);
        nodes.filter(|&node| self.shape.is_own(node)).map(move |node| (self.shape.field(node), by))
    }

    /// Returns the counts as fields of a hash, those that are 0 too: from the root down, or the
    /// segments in ascending order.
    ///
    /// Computes in **O(segments)** time. In Redis: the arguments of `HSET`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::estimator::{HashForm, Order, SegmentTree};
    ///
    /// let mut tree = SegmentTree::new(Order::Desc, -10..=9, 2)?;
    /// tree.add(-5)?;
    /// let fields = [("-10-9".into(), 1), ("-10--1".into(), 1), ("0-9".into(), 0)];
    /// assert_eq!(tree.to_hash(HashForm::Tree), fields);
    /// # Ok::<(), edgeboard::estimator::EstimatorError>(())
    /// ```
    #[must_use]
    pub fn to_hash(&self, form: HashForm) -> Vec<(String, u64)> {
        let base = self.shape.base();
        let nodes = self.shape.nodes();
        let chosen = nodes.filter(|&node| form == HashForm::Tree || node >= base);
        chosen.map(|node| (self.shape.field(node), self.count(node))).collect()
    }

    /// Returns the tree whose counts a hash holds, in either form.
    ///
    /// A field that is not there counts nobody. As soon as the hash has one field of a node above
    /// the segments, all of them must be what their segments hold together. Computes in
    /// **O(segments + fields log segments)** time. In Redis: the reply of `HGETALL`.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new); [`EstimatorError::Field`] for a field that is none of the
    /// tree's or comes twice, [`EstimatorError::Count`] for a value that is negative or no integer,
    /// [`EstimatorError::Sum`] for counts that contradict each other.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::estimator::{Order, SegmentTree};
    ///
    /// let fields = [("201-300", "31"), ("301-400", "49")];
    /// let tree = SegmentTree::from_hash(Order::Desc, 1..=800, 8, fields)?;
    /// assert_eq!(tree.total(), 80);
    ///
    /// let fields = [("201-400", "80"), ("201-300", "31")];
    /// let error = SegmentTree::from_hash(Order::Desc, 1..=800, 8, fields).unwrap_err();
    /// assert_eq!(error.to_string(), "field \"1-800\" holds 0, and its segments 31 together");
    /// # Ok::<(), edgeboard::estimator::EstimatorError>(())
    /// ```
    pub fn from_hash<'a>(
        order: Order,
        range: RangeInclusive<i64>,
        segments: u64,
        fields: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, EstimatorError> {
        let mut tree = SegmentTree::new(order, range, segments)?;
        let base = tree.shape.base();
        // What the hash says of each node; sums are compared when all segments are there.
        let mut found: Vec<Option<u64>> = vec![None; 2 * base];
        let mut has_sums = false;
        for (field, value) in fields {
            let Some(node) = tree.shape.node(field) else {
                return Err(EstimatorError::field(field, "is not one of this tree's"));
            };
            if found[node].is_some() {
                return Err(EstimatorError::field(field, "is there twice"));
            }
            let is_segment = node >= base;
            let total = if is_segment { tree.total() } else { 0 };
            let members = tree.members_in(value, total, || field.into())?;
            found[node] = Some(members);
            if is_segment {
                tree.fill(node, members);
            }
            has_sums |= !is_segment;
        }
        if has_sums {
            let wrong = tree
                .shape
                .nodes()
                .find(|&node| node < base && found[node].unwrap_or(0) != tree.count(node));
            if let Some(node) = wrong {
                let (field, held) = (tree.shape.field(node), found[node].unwrap_or(0));
                return Err(EstimatorError::sum(field, held, tree.count(node)));
            }
        }
        Ok(tree)
    }
}
