//! One segment of an adaptive tree, and how neighbours become one.

/// Scores above the `upper` of the segment before it, up to its own.
///
/// Let `R(v)` be the number of members with a score of at most v. The sum of `rest + at` over all
/// segments down to this one is the least that `R(upper)` can be, and `slack` is how much more it
/// can be. Of the members who are counted here, `at` are known to have the score `upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Segment {
    pub(super) upper: i64,
    pub(super) at: u32,
    pub(super) rest: u32,
    pub(super) slack: u32,
}

impl Segment {
    /// The last segment, whose end is above all others: what it counts is certain.
    pub(super) const LAST: Self = Segment { upper: i64::MAX, at: 0, rest: 0, slack: 0 };

    pub(super) fn mass(&self) -> u64 {
        u64::from(self.rest) + u64::from(self.at)
    }

    /// How much is not known about a score within: `R` of it is the least at the segment's
    /// beginning, or up to so much more.
    pub(super) fn spread(&self) -> u64 {
        u64::from(self.rest) + u64::from(self.slack)
    }

    /// Whether there is a score between the ends of two neighbours.
    pub(super) fn is_wide_behind(&self, before: Option<i64>) -> bool {
        before.map_or(self.upper > i64::MIN, |before| self.upper.abs_diff(before) > 1)
    }

    /// The most that is not known about any score of the segment.
    pub(super) fn uncertainty(&self, before: Option<i64>) -> u64 {
        if self.is_wide_behind(before) { self.spread() } else { u64::from(self.slack) }
    }
}

/// Which neighbours are made one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Merge {
    /// The most that may be unknown afterwards.
    pub(super) limit: u64,
    /// Whether to leave an end alone that is known better than the next one: otherwise what is
    /// certain goes, and what is vague stays.
    pub(super) careful: bool,
}

impl Merge {
    /// Passes segments on, as few as the rule allows.
    ///
    /// The lowest and the highest score that anybody has stay ends of segments.
    pub(super) fn run(
        self,
        segments: impl Iterator<Item = Segment>,
        mut emit: impl FnMut(Segment),
    ) {
        let mut held: Option<Segment> = None;
        let mut is_lowest = true;
        for mut segment in segments {
            if let Some(left) = held {
                if self.takes_in(&left, &segment, is_lowest) {
                    segment.rest += left.rest + left.at;
                } else {
                    is_lowest &= left.mass() == 0;
                    emit(left);
                }
            }
            held = Some(segment);
        }
        held.into_iter().for_each(emit);
    }

    fn takes_in(self, left: &Segment, right: &Segment, is_lowest: bool) -> bool {
        let joint = left.mass() + right.spread();
        if left.mass() == 0 && right.is_wide_behind(Some(left.upper)) {
            return true;
        }
        let is_at_an_end = is_lowest || right.upper == i64::MAX;
        let is_known_better = left.slack < right.slack;
        !is_at_an_end && joint <= self.limit && !(self.careful && is_known_better)
    }
}
