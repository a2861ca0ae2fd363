//! Brute force: all scores in a list.

use edgeboard::estimator::{Order, RankEstimate, SegmentTree, Standing};

/// The scores of all members.
#[derive(Clone, Debug)]
pub(crate) struct Naive {
    pub(crate) order: Order,
    pub(crate) scores: Vec<i64>,
}

impl Naive {
    pub(crate) fn new(order: Order) -> Self {
        Naive { order, scores: Vec::new() }
    }

    /// Takes one with this score away, if there is one.
    pub(crate) fn remove(&mut self, score: i64) -> bool {
        let at = self.scores.iter().position(|&other| other == score);
        at.map(|at| self.scores.swap_remove(at)).is_some()
    }

    /// How many are strictly ahead of a score, equal to it, and strictly behind.
    pub(crate) fn around(&self, score: i64) -> (u64, u64, u64) {
        let count = |is_counted: fn(&i64, &i64) -> bool| {
            self.scores.iter().filter(|other| is_counted(other, &score)).count() as u64
        };
        let (above, below) = (count(i64::gt), count(i64::lt));
        let equal = self.scores.len() as u64 - above - below;
        match self.order {
            Order::Desc => (above, equal, below),
            Order::Asc => (below, equal, above),
        }
    }

    /// Asserts that an estimate holds for everybody with this score, whichever of the equals are
    /// counted before him.
    pub(crate) fn assert_holds(&self, tree: &SegmentTree, score: i64) {
        let (ahead, equal, behind) = self.around(score);
        let places: &[(Standing, u64, u64)] = &[
            (Standing::Member, ahead + 1, ahead + equal),
            (Standing::Absent, ahead + 1, ahead + equal + 1),
        ];
        // Nobody has the score: only somebody who is absent can ask.
        for &(standing, first, last) in &places[usize::from(equal == 0)..] {
            let estimate = tree.rank(score, standing);
            let RankEstimate { rank, lo, hi, exact, above, .. } = estimate;
            assert!(
                lo <= first && last <= hi,
                "{score} {standing:?}: {first}..={last}, {estimate:?}"
            );
            assert!(lo <= rank && rank <= hi, "{score}: {estimate:?}");
            assert_eq!((exact, above), (lo == hi, lo - 1));
            let percent = u64::from(tree.ahead_of(score, standing));
            assert!(
                percent * tree.total() <= behind * 100,
                "{score}: {percent} %, {behind} behind"
            );
        }
    }
}
