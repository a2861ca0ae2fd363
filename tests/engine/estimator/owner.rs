//! An owner of members, who answers questions and knows all true ranks.

use std::cell::Cell;

use edgeboard::estimator::{AdaptiveTree, Order, Standing};

use crate::meter::most_bytes_in;

/// How many different scores there are. Each has a position.
pub(super) const POSITIONS: usize = 1 << 22;

/// How a position becomes a score; higher positions are higher scores.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scale {
    /// Neighbours are so far apart, around 0.
    Even(i64),
    /// As the numbers of a double: 2^16 between a power of two and the next.
    Powers,
}

impl Scale {
    pub(super) fn score(self, position: usize) -> i64 {
        match self {
            Scale::Even(step) => (position as i64 - (POSITIONS / 2) as i64) * step,
            Scale::Powers => {
                let position = position.min((46 << 16) - 1);
                ((1 << 16) + (position as i64 & 0xffff)) << (position >> 16)
            }
        }
    }

    /// The last position with at most this score, or the first one.
    pub(super) fn position(self, score: i64) -> usize {
        self.up_to(score).saturating_sub(1)
    }

    /// How many positions have at most this score.
    fn up_to(self, score: i64) -> usize {
        let (mut from, mut to) = (0, POSITIONS);
        while from < to {
            let middle = usize::midpoint(from, to);
            if self.score(middle) <= score {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        from
    }
}

/// The members of a tree, and the tree.
pub(super) struct Owner {
    pub(super) tree: AdaptiveTree,
    pub(super) scale: Scale,
    /// The position of each member's score.
    pub(super) members: Vec<u32>,
    /// Sums of members, in the order of Fenwick.
    sums: Vec<u32>,
    pub(super) updates: u64,
    pub(super) questions: u64,
    /// Where the last question was about.
    pub(super) asked: Cell<Option<usize>>,
    /// The most bytes that the tree had.
    pub(super) bytes: usize,
    bytes_now: isize,
}

impl Owner {
    pub(super) fn new(order: Order, scale: Scale) -> Self {
        let (tree, now, most) = most_bytes_in(|| AdaptiveTree::new(order, 1_000).unwrap());
        let itself = size_of::<AdaptiveTree>();
        Owner {
            tree,
            scale,
            members: Vec::new(),
            sums: vec![0; POSITIONS + 1],
            updates: 0,
            questions: 0,
            asked: Cell::new(None),
            bytes: most as usize + itself,
            bytes_now: now + itself as isize,
        }
    }

    fn count(&mut self, position: usize, by: i32) {
        let mut at = position + 1;
        while at <= POSITIONS {
            self.sums[at] = self.sums[at].wrapping_add_signed(by);
            at += at & at.wrapping_neg();
        }
    }

    /// How many members have a score at the positions before this one.
    pub(super) fn before(&self, position: usize) -> u64 {
        let (mut at, mut sum) = (position, 0);
        while at > 0 {
            sum += u64::from(self.sums[at]);
            at -= at & at.wrapping_neg();
        }
        sum
    }

    pub(super) fn up_to(&self, score: i64) -> u64 {
        self.before(self.scale.up_to(score))
    }

    /// Changes the tree, and keeps the most bytes that it ever had.
    fn measured(&mut self, change: impl FnOnce(&mut AdaptiveTree)) {
        let ((), now, most) = most_bytes_in(|| change(&mut self.tree));
        self.bytes = self.bytes.max((self.bytes_now + most) as usize);
        self.bytes_now += now;
    }

    fn on_tree(&mut self, update: impl FnOnce(&mut AdaptiveTree)) {
        self.measured(update);
        self.updates += 1;
        while let Some(question) = self.tree.question() {
            assert_eq!(*question.scores().start(), i64::MIN);
            let score = *question.scores().end();
            let count = self.up_to(score);
            self.measured(|tree| tree.answer(question, count).unwrap());
            self.asked.set(Some(self.scale.position(score)));
            self.questions += 1;
        }
    }

    pub(super) fn add(&mut self, position: usize) {
        self.count(position, 1);
        self.members.push(position as u32);
        let score = self.scale.score(position);
        self.on_tree(|tree| tree.add(score).unwrap());
    }

    pub(super) fn remove(&mut self, member: usize) {
        let position = self.members.swap_remove(member) as usize;
        self.count(position, -1);
        let score = self.scale.score(position);
        self.on_tree(|tree| tree.remove(score).unwrap());
    }

    pub(super) fn relocate(&mut self, member: usize, to: usize) {
        let from = self.members[member] as usize;
        self.members[member] = to as u32;
        self.count(from, -1);
        self.count(to, 1);
        let (from, to) = (self.scale.score(from), self.scale.score(to));
        self.on_tree(|tree| tree.move_score(from, to).unwrap());
    }

    /// Compares estimates with the truth: of scores that members have, of their neighbours, and of
    /// any others.
    pub(super) fn check(&self, below: &mut impl FnMut(u64) -> u64) {
        self.tree.internal_validate().unwrap();
        assert!(self.tree.question().is_none());
        let total = self.members.len() as u64;
        assert_eq!(self.tree.total(), total);
        let mut asked: Vec<(i64, Standing)> = Vec::new();
        for _ in 0..100 {
            if total > 0 {
                let position = self.members[below(total) as usize] as usize;
                let score = self.scale.score(position);
                let others = [score - 1, score + 1];
                asked.extend(others.map(|score| (score, Standing::Absent)));
                asked.push((score, Standing::Member));
            }
            asked.push((self.scale.score(below(POSITIONS as u64) as usize), Standing::Absent));
        }
        asked.extend([i64::MIN, 0, i64::MAX].map(|score| (score, Standing::Absent)));
        asked.sort_by_key(|(score, _)| *score);
        let mut last = None;
        for (score, standing) in asked {
            let estimate = self.tree.rank(score, standing);
            let (below, up_to) = (self.up_to(score.saturating_sub(1)), self.up_to(score));
            let (ahead, behind) = match self.tree.order() {
                Order::Desc => (total - up_to, below),
                Order::Asc => (below, total - up_to),
            };
            let rank = ahead + 1;
            assert!(estimate.lo <= rank && rank <= estimate.hi, "{score}: {rank}, {estimate:?}");
            assert!(estimate.lo <= estimate.rank && estimate.rank <= estimate.hi, "{estimate:?}");
            assert!(estimate.hi - estimate.lo <= (total / 1_000).max(1), "{score}: {estimate:?}");
            assert_eq!(estimate.exact, estimate.lo == estimate.hi);
            assert!(u64::from(self.tree.ahead_of(score)) * total <= behind * 100);
            if let Some(last) = last.replace(estimate.rank) {
                let is_ordered = match self.tree.order() {
                    Order::Desc => estimate.rank <= last,
                    Order::Asc => estimate.rank >= last,
                };
                assert!(is_ordered, "{score}: {} after {last}", estimate.rank);
            }
        }
        self.check_ranks(below);
    }

    /// The scores at a rank are those between which the member of that rank has his.
    fn check_ranks(&self, below: &mut impl FnMut(u64) -> u64) {
        let total = self.members.len() as u64;
        for _ in 0..50.min(total) {
            let rank = below(total) + 1;
            let scores = self.tree.scores_at(rank).unwrap();
            let (low, high) =
                (self.up_to(scores.start().saturating_sub(1)), self.up_to(*scores.end()));
            let nth = match self.tree.order() {
                Order::Desc => total - rank + 1,
                Order::Asc => rank,
            };
            assert!(low < nth && nth <= high, "rank {rank}: {scores:?}, {low}, {high}");
            let count = self.tree.count(scores);
            assert!(count.contains(&(high - low)), "{count:?}, {}", high - low);
        }
        assert_eq!(self.tree.scores_at(0), None);
        assert_eq!(self.tree.scores_at(total + 1), None);
    }
}
