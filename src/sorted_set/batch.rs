//! Many members in one call.
//!
//! A set that is larger than the caches answers as fast as memory does, and an operation waits
//! for several lines of it, one after the other. The operations here take members in groups, and
//! ask for the lines of a whole group before they wait for the first.

use alloc::vec::Vec;
use core::array;
use core::error::Error;
use core::fmt;
use core::iter;

use super::key::EntryKey;
use super::{AddOutcome, MemberTable, SortedSet};
use crate::members::{Integers, Members};
use crate::rank::Rank;
use crate::score::{NanError, Score};
use crate::skiplist::{Handle, SkipList};

/// Members that are looked up together.
const GROUP: usize = 16;

/// Elements of a batch, each with its member's handle, if the set had the member when the group
/// was looked up; the last group of a batch is not full.
type Group<T> = [Option<(T, Option<Handle>)>; GROUP];

/// The error of a batch in which an element is wrong; the set is as it was.
///
/// # Examples
///
/// ```
/// use edgeboard::score::Score;
/// use edgeboard::sorted_set::SortedSet;
///
/// let mut set = SortedSet::new();
/// let deltas = [("ann", Score::INFINITY), ("bob", Score::ZERO), ("ann", Score::NEG_INFINITY)];
/// let error = set.increment_many(deltas).unwrap_err();
/// assert_eq!((error.index, error.code()), (2, "invalid_score"));
/// assert_eq!(error.to_string(), "resulting score is not a number (NaN), at index 2");
/// assert!(set.is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchError {
    /// The position of the first element that is wrong.
    pub index: usize,
    /// What is wrong with it.
    pub error: NanError,
}

impl BatchError {
    /// Returns the stable code of this error.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.error.code()
    }
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at index {}", self.error, self.index)
    }
}

impl Error for BatchError {}

/// What stands for a member of a set in a batch.
pub trait AsMember<M: MemberTable> {
    /// Returns the member.
    fn as_member(&self) -> M::Member<'_>;
}

impl<T: AsRef<[u8]>> AsMember<Members> for T {
    fn as_member(&self) -> &[u8] {
        self.as_ref()
    }
}

impl AsMember<Integers> for u32 {
    fn as_member(&self) -> u32 {
        *self
    }
}

impl<M: MemberTable> SortedSet<M> {
    /// Gives many members scores, one after the other, as [`add`](Self::add) does. Returns how
    /// many of them are new.
    ///
    /// Computes in **O(log n)** time for each. The Redis counterpart is `ZADD` with many pairs.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::Score;
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let mut set = SortedSet::new();
    /// set.add(b"ann", Score::from(10));
    /// assert_eq!(set.add_many([("ann", Score::from(30)), ("bob", Score::from(20))]), 1);
    /// assert_eq!(set.score(b"ann"), Some(Score::from(30)));
    /// ```
    pub fn add_many<T: AsMember<M>>(
        &mut self,
        entries: impl IntoIterator<Item = (T, Score)>,
    ) -> usize {
        let mut added = 0;
        let mut entries = entries.into_iter().fuse();
        while let Some(group) = self.next_group(&mut entries, |entry| entry.0.as_member()) {
            added += self.add_group(group);
        }
        added
    }

    // Not inlined: engines of WebAssembly optimise a function between its calls, so a loop over a
    // whole batch would stay as it was compiled first.
    #[inline(never)]
    fn add_group<T: AsMember<M>>(&mut self, group: Group<(T, Score)>) -> usize {
        let mut added = 0;
        for ((member, score), handle) in group.into_iter().flatten() {
            let outcome = match handle {
                Some(handle) => self.set_score(handle, score).1,
                // It may have come since, within the group.
                None => self.add(member.as_member(), score),
            };
            added += usize::from(outcome == AddOutcome::Added);
        }
        added
    }

    /// Adds to the scores of many members, one after the other, as [`increment`](Self::increment)
    /// does. Returns the sums.
    ///
    /// Computes in **O(log n)** time for each. The Redis counterpart is `ZINCRBY`, many times.
    ///
    /// # Errors
    ///
    /// [`BatchError`] when infinities of different signs would meet; nothing has changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::Score;
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let mut set = SortedSet::new();
    /// let sums = set.increment_many([("ann", Score::from(30)), ("ann", Score::from(5))]);
    /// assert_eq!(sums, Ok(vec![Score::from(30), Score::from(35)]));
    /// ```
    pub fn increment_many<T: AsMember<M>>(
        &mut self,
        deltas: impl IntoIterator<Item = (T, Score), IntoIter: Clone>,
    ) -> Result<Vec<Score>, BatchError> {
        let mut deltas = deltas.into_iter();
        self.check_sums(deltas.clone())?;
        let mut sums = Vec::with_capacity(deltas.size_hint().0);
        while let Some(group) = self.next_group(&mut deltas, |delta| delta.0.as_member()) {
            self.increment_group(group, &mut sums)?;
        }
        Ok(sums)
    }

    #[inline(never)]
    fn increment_group<T: AsMember<M>>(
        &mut self,
        group: Group<(T, Score)>,
        sums: &mut Vec<Score>,
    ) -> Result<(), BatchError> {
        for ((member, by), handle) in group.into_iter().flatten() {
            let sum = match handle {
                Some(handle) => self.add_to_score(handle, by).1,
                None => self.increment(member.as_member(), by),
            };
            let index = sums.len();
            sums.push(sum.map_err(|error| BatchError { index, error })?);
        }
        Ok(())
    }

    /// Returns the scores of many members, in their order, as [`score`](Self::score) does.
    ///
    /// Computes in expected **O(1)** time for each. The Redis counterpart is `ZMSCORE`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::Score;
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let mut set = SortedSet::new();
    /// set.add(b"ann", Score::from(30));
    /// assert!(set.scores_of(["bob", "ann"]).eq([None, Some(Score::from(30))]));
    /// ```
    pub fn scores_of<T: AsMember<M>>(
        &self,
        members: impl IntoIterator<Item = T>,
    ) -> impl Iterator<Item = Option<Score>> {
        let key = |handle| self.list.key(handle, &self.members).map(M::Key::score);
        self.handles_of(members).map(move |handle| handle.and_then(key))
    }

    /// Returns the ranks of many members, in their order, as [`rank`](Self::rank) does.
    ///
    /// Computes in **O(log n)** time for each. The Redis counterpart is `ZRANK`, many times.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::rank::Rank;
    /// use edgeboard::score::Score;
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let mut set = SortedSet::new();
    /// set.add(b"ann", Score::from(30));
    /// assert!(set.ranks_of(["bob", "ann"]).eq([None, Some(Rank(0))]));
    /// ```
    pub fn ranks_of<T: AsMember<M>>(
        &self,
        members: impl IntoIterator<Item = T>,
    ) -> impl Iterator<Item = Option<Rank>> {
        let rank = |handle| self.list.rank(handle, &self.members);
        self.handles_of(members).map(move |handle| handle.and_then(rank))
    }

    fn handles_of<T: AsMember<M>>(
        &self,
        members: impl IntoIterator<Item = T>,
    ) -> impl Iterator<Item = Option<Handle>> {
        let mut members = members.into_iter().fuse();
        let groups = iter::from_fn(move || self.next_group(&mut members, T::as_member));
        groups.flatten().flatten().map(|(_, handle)| handle)
    }

    /// Takes the next members, looks them up, and asks for the memory of their entries. Returns
    /// `None` where there are no more.
    #[inline(never)]
    fn next_group<T>(
        &self,
        items: &mut impl Iterator<Item = T>,
        member: impl Fn(&T) -> M::Member<'_>,
    ) -> Option<Group<T>> {
        let group: [Option<T>; GROUP] = array::from_fn(|_| items.next());
        group.first()?.as_ref()?;
        let handles =
            self.members.get_group(group.each_ref().map(|item| item.as_ref().map(&member)));
        for &handle in handles.iter().flatten() {
            self.list.fetch(handle, &self.members);
        }
        let mut handles = handles.into_iter();
        Some(group.map(|item| item.zip(handles.next())))
    }

    /// Checks that no sum of a batch will be NaN. Only an infinite delta can make one.
    fn check_sums<T: AsMember<M>>(
        &self,
        deltas: impl Iterator<Item = (T, Score)> + Clone,
    ) -> Result<(), BatchError> {
        if deltas.clone().all(|(_, by)| by.get().is_finite()) {
            return Ok(());
        }
        let mut sums = Self::with_parts(M::default(), SkipList::new());
        for (index, (member, by)) in deltas.enumerate() {
            let member = member.as_member();
            let sum = match sums.score(member).or_else(|| self.score(member)) {
                Some(score) => {
                    score.checked_add(by).map_err(|error| BatchError { index, error })?
                }
                None => by,
            };
            sums.add(member, sum);
        }
        Ok(())
    }
}
