//! What a tree asks its owner, and what it makes of the answer.

use core::ops::RangeInclusive;

use super::blocks::Place;
use super::segment::Segment;
use super::{AdaptiveTree, EstimatorError, Limits};

/// A question to whoever has the members: how many of them have a score in a range?
///
/// It is about the members of the moment in which it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    version: u64,
    up_to: i64,
}

impl Question {
    /// Returns the scores to count, both ends included. In Redis: the arguments of `ZCOUNT`.
    #[must_use]
    pub fn scores(&self) -> RangeInclusive<i64> {
        i64::MIN..=self.up_to
    }
}

/// The most segments that are looked at around one that is to be asked about.
const WINDOW_SHARE: u64 = 2;

impl AdaptiveTree {
    /// Returns what the tree wants to know now, if anything. Computes in **O(1)** time.
    #[must_use]
    pub fn question(&self) -> Option<Question> {
        self.question
    }

    /// Takes the answer to the open question: how many members have one of its
    /// [`scores`](Question::scores). There may be a further question then.
    ///
    /// Computes in **O(segments)** time.
    ///
    /// # Errors
    ///
    /// [`EstimatorError::StaleAnswer`] if the question is not open any more,
    /// [`EstimatorError::Answer`] for a count that contradicts the updates.
    pub fn answer(&mut self, question: Question, count: u64) -> Result<(), EstimatorError> {
        if self.question != Some(question) {
            return Err(EstimatorError::StaleAnswer);
        }
        let limits = self.up_to(question.up_to);
        if count < limits.0 || count > limits.1 {
            return Err(EstimatorError::Answer { count, limits });
        }
        if !self.segments.has_room() {
            self.make_room();
        }
        self.learn(question.up_to, count);
        if self.is_crowded {
            self.make_room();
        }
        self.version += 1;
        self.question = self.choose();
        Ok(())
    }

    /// Returns the last score below this one up to which the number of members is certain, and that
    /// number: who counts the members between the two knows how many there are below this one.
    ///
    /// No score and 0 where nothing below is certain. Computes in **O(segments)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::estimator::{AdaptiveTree, Order};
    ///
    /// let mut tree = AdaptiveTree::new(Order::Asc, 1_000)?;
    /// [30, 30, 50].into_iter().try_for_each(|score| tree.add(score))?;
    /// assert_eq!(tree.certain_below(50), (Some(30), 2));
    /// assert_eq!(tree.certain_below(30), (None, 0));
    /// # Ok::<(), edgeboard::estimator::EstimatorError>(())
    /// ```
    #[must_use]
    pub fn certain_below(&self, score: i64) -> (Option<i64>, u64) {
        let mut place = self.segments.find(score);
        while let Some(before) = self.segments.previous(place) {
            let segment = self.segments.get(before);
            if segment.slack == 0 {
                return (Some(segment.upper), self.segments.mass_before(place));
            }
            place = before;
        }
        (None, 0)
    }

    /// Makes the count up to a score certain.
    fn learn(&mut self, score: i64, count: u64) {
        // Packing since the question was asked may have made it vaguer, never wrong.
        let place = self.segments.find(score);
        let segment = self.segments.get(place);
        let least = self.segments.mass_before(place);
        if segment.upper == score {
            // Both fit, as parts of the slack that there was.
            let more = (count - least - segment.mass()) as u32;
            let known = Segment { rest: segment.rest + more, slack: 0, ..segment };
            self.segments.set(place, known);
            let next = self.segments.next(place);
            self.give_back(next, more);
            self.settle_around(place);
        } else {
            let rest = (count - least) as u32;
            let known = Segment { upper: score, at: 0, rest, slack: 0 };
            let place = self.segments.insert(place, known);
            let next = self.segments.next(place);
            self.give_back(next, rest);
            self.settle_around(place);
        }
    }

    /// Takes members from the segments behind an end, who turned out to be before it. Where there
    /// are not enough, the least of the next end was too low.
    fn give_back(&mut self, from: Option<Place>, members: u32) {
        let (mut place, mut left) = (from, members);
        while let (Some(at), true) = (place, left > 0) {
            let segment = self.segments.get(at);
            let taken = segment.rest.min(left);
            left -= taken;
            let (rest, slack) = (segment.rest - taken, segment.slack.saturating_sub(left));
            self.segments.set(at, Segment { rest, slack, ..segment });
            place = self.segments.next(at);
        }
    }

    /// Draws conclusions from an end that is certain.
    fn settle_around(&mut self, place: Place) {
        self.tighten(place);
        self.see_equals(place);
        if let Some(next) = self.segments.next(place) {
            self.see_equals(next);
        }
    }

    /// A segment of a single score: who is behind the end before it has that score.
    fn see_equals(&mut self, place: Place) {
        let segment = self.segments.get(place);
        let before = self.segments.before(place);
        if segment.is_wide_behind(before.map(|before| before.upper)) {
            return;
        }
        let equals = segment.rest.saturating_sub(before.map_or(0, |before| before.slack));
        let (at, rest) = (segment.at + equals, segment.rest - equals);
        self.segments.set(place, Segment { at, rest, ..segment });
    }

    /// What to ask: about the first segment of which too little is known, or, where there is no
    /// room, about one that many could become one with.
    pub(super) fn choose(&self) -> Option<Question> {
        let bound = self.bound();
        let mut before = None;
        for segment in self.segments.iter() {
            if segment.uncertainty(before) > bound {
                let up_to = aim(&segment, before);
                return Some(Question { version: self.version, up_to });
            }
            before = Some(segment.upper);
        }
        let up_to = if self.is_crowded { self.vaguest(bound / WINDOW_SHARE) } else { None };
        up_to.map(|up_to| Question { version: self.version, up_to })
    }

    /// The middle of the longest row of segments that have at most so many members together and
    /// could be one, if only they were known better.
    fn vaguest(&self, most: u64) -> Option<i64> {
        let (mut start, mut end) = (self.segments.iter(), self.segments.iter());
        let (mut mass, mut length) = (0, 0);
        let mut longest = (0, 0);
        for at in 0.. {
            let Some(segment) = end.next() else { break };
            mass += segment.mass();
            length += 1;
            while mass > most
                && let Some(first) = start.next()
            {
                mass -= first.mass();
                length -= 1;
            }
            longest = longest.max((length, at));
        }
        let (length, at): (usize, usize) = longest;
        let row = self.segments.iter().skip(at + 1 - length).take(length);
        let vague = row.skip(length / 2).find(|segment| segment.slack > 0);
        let any = || self.segments.iter().max_by_key(|segment| segment.slack);
        vague.or_else(any).filter(|segment| segment.slack > 0).map(|segment| segment.upper)
    }

    /// The limits that an answer can have, for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn internal_limits(&self, question: Question) -> Limits {
        self.up_to(question.up_to)
    }
}

/// Which count tells most about a segment: the one up to its end, if that is vague, or up to the
/// middle of its scores.
fn aim(segment: &Segment, before: Option<i64>) -> i64 {
    if segment.slack >= segment.rest || !segment.is_wide_behind(before) {
        return segment.upper;
    }
    let lower = before.map_or(i64::MIN, |before| before.saturating_add(1));
    // Below the end, since the segment has two scores at least.
    lower.midpoint(segment.upper - 1)
}
