//! A set of members ordered by score: a Redis ZSET.
//!
//! Members are bytes of any length, also none. Entries ascend by score, and among equal scores by
//! the bytes of the member, a prefix first; the reverse order is the exact reverse.
//!
//! | operation | Redis | time |
//! |---|---|---|
//! | [`add`](SortedSet::add) | `ZADD` | O(log n) |
//! | [`increment`](SortedSet::increment) | `ZINCRBY` | O(log n) |
//! | [`remove`](SortedSet::remove) | `ZREM` | O(log n) |
//! | [`score`](SortedSet::score) | `ZSCORE` | O(1) |
//! | [`rank`](SortedSet::rank), [`reverse_rank`](SortedSet::reverse_rank) | `ZRANK`, `ZREVRANK` | O(log n) |
//! | [`range`](SortedSet::range), [`reverse_range`](SortedSet::reverse_range) | `ZRANGE`, `ZREVRANGE` | O(log n + m) |
//! | [`count`](SortedSet::count) | `ZCOUNT` | O(log n) |
//! | [`ranks_by_score`](SortedSet::ranks_by_score), [`ranks_by_lex`](SortedSet::ranks_by_lex) | `ZRANGEBYSCORE`, `ZRANGEBYLEX` | O(log n) |
//! | [`remove_ranks`](SortedSet::remove_ranks) | `ZREMRANGEBYRANK`, `ZPOPMIN`, `ZPOPMAX` | O(log n) each |
//! | [`scan`](SortedSet::scan) | `ZSCAN` | O(1) each |
//! | [`add_many`](SortedSet::add_many), [`increment_many`](SortedSet::increment_many) | `ZADD`, `ZINCRBY` | O(log n) each |
//! | [`scores_of`](SortedSet::scores_of), [`ranks_of`](SortedSet::ranks_of) | `ZMSCORE`, `ZRANK` | as the single ones |
//! | [`snapshot`](SortedSet::snapshot), [`load`](SortedSet::load) | `DUMP`, `RESTORE` | O(n) |

mod add;
mod batch;
mod key;
mod lex;
mod range;
mod remove;
mod scan;
mod snapshot;
mod table;

use crate::members::{Integers, Members, Name};
use crate::rank::Rank;
use crate::score::Score;
use crate::skiplist::{Handle, SkipList};
use key::Digests;

pub use add::AddOutcome;
pub use batch::{AsMember, BatchError};
pub(crate) use key::{EntryKey, Key};
pub use lex::{Direction, LexBound, LexRange};
pub use snapshot::StoredTable;
pub use table::MemberTable;

/// A member with its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored<N> {
    /// The member: its bytes, or its number.
    pub member: N,
    /// Its score, with the sign of a zero.
    pub score: Score,
}

/// A member that is bytes, with its score.
pub type Entry<'a> = Scored<Name<'a>>;

/// A sorted set whose members are numbers from 0 to 2^32 - 1, which have the order of their
/// decimal texts among equal scores. It answers as a set of those texts would.
///
/// Dense numbers take less than half the memory of names, and are found without hashing. A number
/// that is far from all others takes more: see [`Integers`].
///
/// # Examples
///
/// ```
/// use edgeboard::rank::{Rank, RankRange};
/// use edgeboard::score::Score;
/// use edgeboard::sorted_set::IntegerSet;
///
/// let mut set = IntegerSet::default();
/// set.add(1001, Score::from(30));
/// set.add(7, Score::from(30));
/// assert_eq!(set.rank(7), Some(Rank(1)));
/// assert_eq!(set.range(RankRange::ALL).next().map(|entry| entry.member), Some(1001));
/// ```
pub type IntegerSet = SortedSet<Integers>;

/// A set of members ordered by score; see the [module](crate::sorted_set).
///
/// The Redis counterpart is the sorted set, or ZSET.
///
/// # Examples
///
/// ```
/// use edgeboard::rank::{Rank, RankRange};
/// use edgeboard::score::Score;
/// use edgeboard::sorted_set::SortedSet;
///
/// let mut set = SortedSet::new();
/// set.add(b"ann", Score::from(30));
/// set.add(b"bob", Score::from(10));
/// set.increment(b"bob", Score::from(25))?;
///
/// assert_eq!(set.score(b"bob"), Some(Score::from(35)));
/// assert_eq!(set.reverse_rank(b"bob"), Some(Rank(0)));
/// let best = set.reverse_range(RankRange::new(0, 9)).next().unwrap();
/// assert_eq!(best.member, b"bob");
/// assert_eq!(best.score, Score::from(35));
/// # Ok::<(), edgeboard::score::NanError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SortedSet<M: MemberTable = Members> {
    members: M,
    list: SkipList<M::Key>,
    /// What makes the digests in the keys.
    digests: Digests,
    /// The number of members at which better ones are looked for.
    digests_due: usize,
}

impl SortedSet {
    /// Returns an empty set, which has allocated nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// assert!(SortedSet::new().is_empty());
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self::with_parts(Members::new(), SkipList::new())
    }

    /// Returns an empty set whose shape in memory follows from `seed`. The seed changes no
    /// answer.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// assert!(SortedSet::with_seed(42).is_empty());
    /// ```
    #[must_use]
    pub const fn with_seed(seed: u64) -> Self {
        Self::with_parts(Members::with_seed(seed), SkipList::with_seed(seed))
    }
}

impl<M: MemberTable> SortedSet<M> {
    const fn with_parts(members: M, list: SkipList<M::Key>) -> Self {
        SortedSet { members, list, digests: Digests::NONE, digests_due: key::SAMPLE }
    }

    /// Returns the number of members.
    ///
    /// Computes in **O(1)** time. The Redis counterpart is `ZCARD`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::Score;
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let mut set = SortedSet::new();
    /// set.add(b"ann", Score::ZERO);
    /// assert_eq!(set.len(), 1);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns whether the set has no members. Computes in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// assert!(SortedSet::new().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Removes a member and returns its score, or `None` if it is not in the set.
    ///
    /// Computes in **O(log n)** time. The Redis counterpart is `ZREM`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::Score;
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let mut set = SortedSet::new();
    /// set.add(b"ann", Score::from(30));
    /// assert_eq!(set.remove(b"ann"), Some(Score::from(30)));
    /// assert_eq!(set.remove(b"ann"), None);
    /// ```
    pub fn remove(&mut self, member: M::Member<'_>) -> Option<Score> {
        let handle = self.members.get(member)?;
        let key = self.list.remove(handle, &mut self.members);
        self.members.remove(handle);
        if self.is_empty() {
            self.clear();
        }
        key.map(EntryKey::score)
    }

    /// Returns the score of a member, or `None` if it is not in the set.
    ///
    /// Computes in expected **O(1)** time. The Redis counterpart is `ZSCORE`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::Score;
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let mut set = SortedSet::new();
    /// set.add(b"ann", Score::from(30));
    /// assert_eq!(set.score(b"ann"), Some(Score::from(30)));
    /// assert_eq!(set.score(b"bob"), None);
    /// ```
    #[must_use]
    pub fn score(&self, member: M::Member<'_>) -> Option<Score> {
        self.list.key(self.members.get(member)?, &self.members).map(EntryKey::score)
    }

    /// Returns the number of entries before a member, or `None` if it is not in the set.
    ///
    /// Computes in **O(log n)** time. The Redis counterpart is `ZRANK`.
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
    /// set.add(b"bob", Score::from(10));
    /// assert_eq!(set.rank(b"ann"), Some(Rank(1)));
    /// ```
    #[must_use]
    pub fn rank(&self, member: M::Member<'_>) -> Option<Rank> {
        self.list.rank(self.members.get(member)?, &self.members)
    }

    /// Returns the number of entries behind a member, or `None` if it is not in the set.
    ///
    /// Computes in **O(log n)** time. The Redis counterpart is `ZREVRANK`.
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
    /// set.add(b"bob", Score::from(10));
    /// assert_eq!(set.reverse_rank(b"ann"), Some(Rank(0)));
    /// ```
    #[must_use]
    pub fn reverse_rank(&self, member: M::Member<'_>) -> Option<Rank> {
        self.rank(member).map(|rank| rank.reverse(self.len()))
    }

    /// Removes all members and gives the memory back. The Redis counterpart is `DEL`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::Score;
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let mut set = SortedSet::new();
    /// set.add(b"ann", Score::from(30));
    /// set.clear();
    /// assert_eq!((set.len(), set.allocated_bytes()), (0, 0));
    /// ```
    pub fn clear(&mut self) {
        self.list.clear();
        self.members.clear();
        self.digests = Digests::NONE;
        self.digests_due = key::SAMPLE;
    }

    /// Returns the bytes that the set has allocated. Computes in **O(n)** time with a very small
    /// factor: one step for each 64 KiB. The Redis counterpart is `MEMORY USAGE`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::Score;
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let mut set = SortedSet::new();
    /// for member in 0..10u8 {
    ///     set.add(&[member], Score::from(i32::from(member)));
    /// }
    /// assert!(set.allocated_bytes() < 1024);
    /// ```
    #[must_use]
    pub fn allocated_bytes(&self) -> usize {
        let lists = self.list.allocated_bytes() + self.digests.allocated_bytes();
        self.members.allocated_bytes() + lists
    }

    /// Checks every invariant of the set. Computes in **O(n)** time.
    ///
    /// # Errors
    ///
    /// A sentence that names the first broken invariant.
    #[doc(hidden)]
    pub fn internal_validate(&self) -> Result<(), &'static str> {
        self.members.internal_validate()?;
        self.list.internal_validate(&self.members)?;
        if self.members.len() != self.list.len() {
            return Err("every member has an entry");
        }
        let digest = |handle| self.digests.digest(&self.members.text(handle));
        let has_digest = M::Key::HAS_DIGEST;
        if has_digest
            && self.list.iter().any(|(key, handle)| key != M::Key::new(key.score(), digest(handle)))
        {
            return Err("every key has the digest of its member");
        }
        Ok(())
    }

    fn entry(&self, (key, handle): (M::Key, Handle)) -> Scored<M::Name<'_>> {
        Scored { member: self.members.name(handle), score: key.score() }
    }
}

impl<M: MemberTable + Default> Default for SortedSet<M> {
    fn default() -> Self {
        Self::with_parts(M::default(), SkipList::new())
    }
}
