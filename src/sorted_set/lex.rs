//! Ranges of members by their bytes.

use core::ops::Range;

use super::{Entry, SortedSet};
use crate::rank::Rank;

/// Sets up to this size are walked where scores differ.
const WALKED: usize = 128;

/// One end of a [`LexRange`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LexBound<'a> {
    /// Before all members: `-`.
    Min,
    /// Behind all members: `+`.
    Max,
    /// The member itself lies in the range: `[a`.
    Inclusive(&'a [u8]),
    /// The member itself lies outside: `(a`.
    Exclusive(&'a [u8]),
}

impl<'a> LexBound<'a> {
    /// Reads a bound in the notation of Redis, or returns `None` for what is none.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::sorted_set::LexBound;
    ///
    /// assert_eq!(LexBound::from_text(b"[a"), Some(LexBound::Inclusive(b"a")));
    /// assert_eq!(LexBound::from_text(b"+"), Some(LexBound::Max));
    /// assert_eq!(LexBound::from_text(b"a"), None);
    /// ```
    #[must_use]
    pub fn from_text(text: &'a [u8]) -> Option<Self> {
        match text {
            [b'[', member @ ..] => Some(LexBound::Inclusive(member)),
            [b'(', member @ ..] => Some(LexBound::Exclusive(member)),
            // Redis looks for the end of a C string here, so a NUL ends the text.
            [b'-'] | [b'-', 0, ..] => Some(LexBound::Min),
            [b'+'] | [b'+', 0, ..] => Some(LexBound::Max),
            _ => None,
        }
    }
}

/// The members from `min` to `max` by their bytes, as `ZRANGEBYLEX key min max` takes them.
///
/// # Examples
///
/// ```
/// use edgeboard::sorted_set::{LexBound, LexRange};
///
/// let range = LexRange { min: LexBound::Inclusive(b"b"), max: LexBound::Max };
/// assert!(range.is_below(b"a"));
/// assert!(!range.is_below(b"b") && !range.is_above(b"zzz"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LexRange<'a> {
    /// The lower end.
    pub min: LexBound<'a>,
    /// The upper end.
    pub max: LexBound<'a>,
}

impl LexRange<'_> {
    /// All members: `- +`.
    pub const ALL: Self = LexRange { min: LexBound::Min, max: LexBound::Max };

    /// Returns whether a member lies below the range.
    #[must_use]
    pub fn is_below(&self, member: &[u8]) -> bool {
        match self.min {
            LexBound::Min => false,
            LexBound::Max => true,
            LexBound::Inclusive(min) => member < min,
            LexBound::Exclusive(min) => member <= min,
        }
    }

    /// Returns whether a member lies above the range.
    #[must_use]
    pub fn is_above(&self, member: &[u8]) -> bool {
        match self.max {
            LexBound::Min => true,
            LexBound::Max => false,
            LexBound::Inclusive(max) => member > max,
            LexBound::Exclusive(max) => member >= max,
        }
    }
}

/// The end from which a range is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From the lowest score up.
    Forward,
    /// From the highest score down.
    Reverse,
}

impl SortedSet {
    /// Returns the positions, ascending, of the members in a range of bytes.
    ///
    /// The range is well defined only where all scores are equal; there the direction does not
    /// matter, and this computes in **O(log n)** time. Where scores differ, a set of up to 128
    /// members is walked from one end as a small Redis set is: from the first member in the range
    /// to the first one outside.
    ///
    /// The Redis counterparts are `ZLEXCOUNT`, `ZRANGEBYLEX` and `ZREVRANGEBYLEX`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::Score;
    /// use edgeboard::sorted_set::{Direction, LexBound, LexRange, SortedSet};
    ///
    /// let mut set = SortedSet::new();
    /// for member in ["ann", "bob", "cid"] {
    ///     set.add(member.as_bytes(), Score::ZERO);
    /// }
    /// let range = LexRange { min: LexBound::Exclusive(b"ann"), max: LexBound::Max };
    /// assert_eq!(set.ranks_by_lex(&range, Direction::Forward), 1..3);
    /// ```
    #[must_use]
    pub fn ranks_by_lex(&self, range: &LexRange<'_>, direction: Direction) -> Range<usize> {
        let scores = [self.first(), self.last()].map(|entry| entry.map(|entry| entry.score));
        if scores[0] != scores[1] && self.len() <= WALKED {
            return self.walk_lex(range, direction);
        }
        let below = self.list.count_before(|_, member| range.is_below(&self.members.name(member)));
        let above = self.list.count_before(|_, member| !range.is_above(&self.members.name(member)));
        below..above.max(below)
    }

    /// Walks a set whose scores differ.
    fn walk_lex(&self, range: &LexRange<'_>, direction: Direction) -> Range<usize> {
        let is_below = |entry: &Entry<'_>| range.is_below(&entry.member);
        let is_above = |entry: &Entry<'_>| range.is_above(&entry.member);
        // Redis first looks whether the ends of the set rule a match out.
        if self.last().is_none_or(|last| is_below(&last))
            || self.first().is_none_or(|first| is_above(&first))
        {
            return 0..0;
        }
        let len = self.len();
        match direction {
            Direction::Forward => {
                let start = self.iter().take_while(is_below).count();
                let inside = self.iter().skip(start).take_while(|entry| !is_above(entry)).count();
                start..start + inside
            }
            Direction::Reverse => {
                let behind = self.iter().rev().take_while(is_above).count();
                let entries = self.iter().rev().skip(behind);
                let inside = entries.take_while(|entry| !is_below(entry)).count();
                len - behind - inside..len - behind
            }
        }
    }

    /// Returns the entry with the lowest score, or `None`. Computes in **O(1)** time.
    #[must_use]
    pub fn first(&self) -> Option<Entry<'_>> {
        self.list.first().map(|entry| self.entry(entry))
    }

    /// Returns the entry with the highest score, or `None`. Computes in **O(1)** time.
    #[must_use]
    pub fn last(&self) -> Option<Entry<'_>> {
        self.list.last().map(|entry| self.entry(entry))
    }

    /// Returns the entry at a position, or `None` behind the end. Computes in **O(log n)** time.
    #[must_use]
    pub fn select(&self, rank: Rank) -> Option<Entry<'_>> {
        self.list.select(rank).map(|entry| self.entry(entry))
    }
}
