//! Writing scores.

use super::SortedSet;
use crate::score::{NanError, Score};

/// What writing a score did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AddOutcome {
    /// The member is new.
    Added,
    /// The member had another score.
    Updated,
    /// The member has had this score already. A zero keeps its sign then.
    Unchanged,
}

impl SortedSet {
    /// Gives a member a score, adding the member if it is not in the set.
    ///
    /// Computes in **O(log n)** time. The Redis counterpart is `ZADD`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::Score;
    /// use edgeboard::sorted_set::{AddOutcome, SortedSet};
    ///
    /// let mut set = SortedSet::new();
    /// assert_eq!(set.add(b"ann", Score::from(30)), AddOutcome::Added);
    /// assert_eq!(set.add(b"ann", Score::from(20)), AddOutcome::Updated);
    /// assert_eq!(set.add(b"ann", Score::from(20)), AddOutcome::Unchanged);
    /// ```
    pub fn add(&mut self, member: &[u8], score: Score) -> AddOutcome {
        let handle = self.members.insert(member);
        let changed = |old| (old != score).then_some(score);
        match self.list.update_with(handle, &mut self.members, changed) {
            None => {
                self.list.insert(score, handle, &mut self.members);
                AddOutcome::Added
            }
            Some(old) if old == score => AddOutcome::Unchanged,
            Some(_) => AddOutcome::Updated,
        }
    }

    /// Adds to the score of a member and returns the sum. A member that is not in the set starts
    /// with `by`.
    ///
    /// Computes in **O(log n)** time. The Redis counterpart is `ZINCRBY`.
    ///
    /// # Errors
    ///
    /// [`NanError`] when infinities of different signs meet; the member keeps its score then.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::{NanError, Score};
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let mut set = SortedSet::new();
    /// assert_eq!(set.increment(b"ann", Score::from(30)), Ok(Score::from(30)));
    /// assert_eq!(set.increment(b"ann", Score::from(-5)), Ok(Score::from(25)));
    ///
    /// set.add(b"ann", Score::INFINITY);
    /// assert_eq!(set.increment(b"ann", Score::NEG_INFINITY), Err(NanError));
    /// assert_eq!(set.score(b"ann"), Some(Score::INFINITY));
    /// ```
    pub fn increment(&mut self, member: &[u8], by: Score) -> Result<Score, NanError> {
        let handle = self.members.insert(member);
        let mut sum = Ok(by);
        let old = self.list.update_with(handle, &mut self.members, |old| {
            sum = old.checked_add(by);
            // A sum that is equal is no change: 0 plus -0 keeps its sign.
            sum.ok().filter(|&sum| sum != old)
        });
        if old.is_none() {
            self.list.insert(by, handle, &mut self.members);
        }
        sum
    }
}
