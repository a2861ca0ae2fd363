//! Writing scores.

use alloc::vec::Vec;

use super::key::{Digests, EntryKey, SAMPLE};
use super::{MemberTable, SortedSet};
use crate::members::Name;
use crate::rank::Rank;
use crate::score::{NanError, Score};
use crate::skiplist::Handle;

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

impl<M: MemberTable> SortedSet<M> {
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
    pub fn add(&mut self, member: M::Member<'_>, score: Score) -> AddOutcome {
        let handle = self.members.insert(member);
        let (old, outcome) = self.set_score(handle, score);
        if old.is_none() {
            self.enter(handle, score);
        }
        outcome
    }

    /// Gives an entry a score; returns its old key, or `None` if it is not in the list.
    pub(super) fn set_score(
        &mut self,
        handle: Handle,
        score: Score,
    ) -> (Option<M::Key>, AddOutcome) {
        let old = self.list.update_with(handle, &mut self.members, |old| {
            (old.score() != score).then_some(old.with_score(score))
        });
        let outcome = match old {
            None => AddOutcome::Added,
            Some(old) if old.score() == score => AddOutcome::Unchanged,
            Some(_) => AddOutcome::Updated,
        };
        (old, outcome)
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
    pub fn increment(&mut self, member: M::Member<'_>, by: Score) -> Result<Score, NanError> {
        let handle = self.members.insert(member);
        let (old, sum) = self.add_to_score(handle, by);
        if old.is_none() {
            self.enter(handle, by);
        }
        sum
    }

    /// Adds to the score of an entry; returns its old key, or `None` if it is not in the list, and
    /// the sum.
    pub(super) fn add_to_score(
        &mut self,
        handle: Handle,
        by: Score,
    ) -> (Option<M::Key>, Result<Score, NanError>) {
        let mut sum = Ok(by);
        let old = self.list.update_with(handle, &mut self.members, |old| {
            sum = old.score().checked_add(by);
            // A sum that is equal is no change: 0 plus -0 keeps its sign.
            sum.ok().filter(|&sum| sum != old.score()).map(|sum| old.with_score(sum))
        });
        (old, sum)
    }

    /// Puts a new member into the list.
    fn enter(&mut self, handle: Handle, score: Score) {
        let digest = match M::Key::HAS_DIGEST {
            true => self.digests.digest(&self.members.text(handle)),
            false => 0,
        };
        self.list.insert(M::Key::new(score, digest), handle, &mut self.members);
        if M::Key::HAS_DIGEST && self.len() >= self.digests_due {
            self.choose_digests();
            self.digests_due = 2 * self.len();
        }
    }

    /// Looks at a sample of the members, and makes new digests if those in use divide it unevenly.
    /// Computes in **O(n)** time then, which the members that came since the last time, as many
    /// as there were, have paid for.
    fn choose_digests(&mut self) {
        let ranks = (0..SAMPLE).map(|i| Rank((i * self.len() / SAMPLE) as u32));
        let entries = ranks.filter_map(|rank| self.list.select(rank));
        let sample: Vec<Name<'_>> = entries.map(|(_, handle)| self.members.text(handle)).collect();
        if self.digests.divide(&sample) {
            return;
        }
        self.digests = Digests::of(&sample);
        let (members, digests) = (&self.members, &self.digests);
        self.list.rewrite_keys(|key, handle| {
            M::Key::new(key.score(), digests.digest(&members.text(handle)))
        });
    }
}
