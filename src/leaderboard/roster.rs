//! The members of a board in their order.
//!
//! # Idea
//!
//! A member's place is decided by his [`BoardKey`]. The skip list keeps of it what lies in the
//! highest 64 bits, which for a board with one column is the whole score, in four bytes for most
//! blocks. The rest lies in tables by the member's handle: the low bits of wide columns, and when
//! the score was reached. The list asks for those where the high bits are equal, and never reads
//! them otherwise.
//!
//! Members who are banned keep their keys beside the list: nothing counts them.

mod bulk;

use alloc::collections::BTreeMap;
use core::cmp::Ordering;
use core::ops::{Range, RangeInclusive};

use crate::leaderboard::key::{BoardKey, Reached};
use crate::members::{Members, Name};
use crate::skiplist::arena::Table;
use crate::skiplist::{BlockId, Directory, Groups, Handle, Key, NarrowKey, NarrowRows, SkipList};

/// The high 64 bits of packed columns: the key of the skip list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct High(u64);

impl Key for High {
    type Rows = NarrowRows<Self>;
    type Summary = Groups;
}

impl NarrowKey for High {
    const TAG_BITS: u32 = 0;

    #[inline]
    fn word(self) -> u64 {
        self.0
    }

    #[inline]
    fn tag(self) -> u32 {
        0
    }

    #[inline]
    fn join(word: u64, _: u32) -> Self {
        High(word)
    }

    #[inline]
    fn equal_words(self) -> RangeInclusive<u64> {
        self.0..=self.0
    }
}

impl High {
    const fn of(columns: u128) -> Self {
        High((columns >> u64::BITS) as u64)
    }
}

/// What decides between equal scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TieRule {
    /// Who reached the score first is ahead.
    Reached,
    /// The smaller name is ahead, by its bytes.
    Names,
    /// The greater name is ahead.
    NamesReversed,
}

/// What is kept of members by their handles.
#[derive(Clone, Debug)]
struct Book {
    members: Members,
    tie: TieRule,
    /// Sixteen bytes each, in pieces of four so that none are lost to alignment.
    reached: Table<[u32; 4]>,
    /// The low 64 bits of packed columns; empty on boards that do without them.
    lows: Table<u64>,
}

impl Book {
    fn reached(&self, handle: Handle) -> Reached {
        self.reached.get(handle.0 as usize).copied().map(Reached::unpack).unwrap_or_default()
    }

    fn low(&self, handle: Handle) -> u64 {
        self.lows.get(handle.0 as usize).copied().unwrap_or(0)
    }

    /// Writes down what the list does not keep of a key.
    fn note(&mut self, handle: Handle, key: BoardKey) {
        let (at, low) = (handle.0 as usize, key.columns() as u64);
        while self.reached.len() <= at {
            self.reached.push([0; 4]);
        }
        self.reached[at] = key.reached().pack();
        if low != 0 || at < self.lows.len() {
            while self.lows.len() <= at {
                self.lows.push(0);
            }
            self.lows[at] = low;
        }
    }
}

impl Directory for Book {
    fn tie(&self, a: Handle, b: Handle) -> Ordering {
        let low = self.low(a).cmp(&self.low(b));
        low.then_with(|| match self.tie {
            // Parts that no ledger numbered together may have reached their scores by the same key.
            TieRule::Reached => {
                self.reached(a).cmp(&self.reached(b)).then_with(|| self.members.tie(a, b))
            }
            TieRule::Names => self.members.tie(a, b),
            TieRule::NamesReversed => self.members.tie(b, a),
        })
    }

    fn is_group(&self, a: Handle, b: Handle) -> bool {
        self.low(a) == self.low(b)
    }

    fn block(&self, handle: Handle) -> BlockId {
        self.members.block(handle)
    }

    fn place(&mut self, handle: Handle, block: BlockId) {
        self.members.place(handle, block);
    }
}

/// Members, their keys and their order.
#[derive(Clone, Debug)]
pub(super) struct Roster {
    book: Book,
    list: SkipList<High>,
    /// The key of each banned member, if he has a score.
    banned: BTreeMap<Handle, Option<BoardKey>>,
}

impl Roster {
    pub(super) const fn new(tie: TieRule) -> Self {
        Self {
            book: Book { members: Members::new(), tie, reached: Table::new(), lows: Table::new() },
            list: SkipList::new(),
            banned: BTreeMap::new(),
        }
    }

    /// Members that are ranked.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Members that are kept, those who are banned included.
    pub(super) fn kept(&self) -> usize {
        self.book.members.len()
    }

    pub(super) fn find(&self, member: &str) -> Option<Handle> {
        self.book.members.get(member.as_bytes())
    }

    pub(super) fn name(&self, handle: Handle) -> Name<'_> {
        self.book.members.name(handle)
    }

    /// How many handles there are, those not in use included.
    pub(super) fn handles(&self) -> usize {
        self.book.members.handles()
    }

    /// Whether a member is kept, ranked or banned.
    pub(super) fn keeps(&self, handle: Handle) -> bool {
        self.banned.contains_key(&handle) || self.ranked_key(handle).is_some()
    }

    pub(super) fn is_banned(&self, member: &str) -> bool {
        self.find(member).is_some_and(|handle| self.banned.contains_key(&handle))
    }

    /// The key of a member, whether he is ranked or banned.
    pub(super) fn key(&self, handle: Handle) -> Option<BoardKey> {
        self.ranked_key(handle).or_else(|| self.banned.get(&handle).copied().flatten())
    }

    pub(super) fn ranked_key(&self, handle: Handle) -> Option<BoardKey> {
        self.list.key(handle, &self.book).map(|high| self.join(high, handle))
    }

    fn join(&self, High(high): High, handle: Handle) -> BoardKey {
        let columns = u128::from(high) << u64::BITS | u128::from(self.book.low(handle));
        BoardKey::from_parts(columns, self.book.reached(handle))
    }

    /// The 0-based position of a ranked member.
    pub(super) fn rank(&self, handle: Handle) -> Option<u32> {
        self.list.rank(handle, &self.book).map(|rank| rank.0)
    }

    /// Gives a member a key; he is new, or moves.
    pub(super) fn put(&mut self, member: &str, key: BoardKey) -> Handle {
        let handle = self.book.members.insert(member.as_bytes());
        if let Some(kept) = self.banned.get_mut(&handle) {
            *kept = Some(key);
            return handle;
        }
        let high = High::of(key.columns());
        match self.list.key(handle, &self.book) {
            // The list finds the way from the old place to the new one. It must not compare what
            // has changed in the book meanwhile, which only equal or wide keys would need.
            Some(old) if old != high && self.book.lows.len() == 0 && key.columns() as u64 == 0 => {
                self.book.note(handle, key);
                self.list.update(handle, high, &mut self.book);
            }
            old => {
                if old.is_some() {
                    self.list.remove(handle, &mut self.book);
                }
                self.book.note(handle, key);
                self.list.insert(high, handle, &mut self.book);
            }
        }
        handle
    }

    /// Forgets a member.
    pub(super) fn remove(&mut self, handle: Handle) {
        self.list.remove(handle, &mut self.book);
        self.banned.remove(&handle);
        self.book.members.remove(handle);
    }

    /// Hides a member, also one who has no score so far.
    pub(super) fn ban(&mut self, member: &str) {
        let handle = self.book.members.insert(member.as_bytes());
        if !self.banned.contains_key(&handle) {
            self.banned.insert(handle, self.ranked_key(handle));
            self.list.remove(handle, &mut self.book);
        }
    }

    /// Brings a banned member back to the place of his key.
    pub(super) fn unban(&mut self, member: &str) {
        let Some(handle) = self.find(member) else { return };
        match self.banned.remove(&handle) {
            Some(Some(key)) => {
                self.book.note(handle, key);
                self.list.insert(High::of(key.columns()), handle, &mut self.book);
            }
            Some(None) => self.book.members.remove(handle),
            None => {}
        }
    }

    /// Ranked members whose score is better than packed columns.
    pub(super) fn better(&self, columns: u128) -> usize {
        let (high, low) = (High::of(columns), columns as u64);
        self.list.count_before(|&key, handle| (key, self.book.low(handle)) < (high, low))
    }

    /// Ranked members whose score is as good as packed columns, or better.
    pub(super) fn not_worse(&self, columns: u128) -> usize {
        let (high, low) = (High::of(columns), columns as u64);
        self.list.count_before(|&key, handle| (key, self.book.low(handle)) <= (high, low))
    }

    /// Different scores among those that are better than packed columns.
    pub(super) fn better_scores(&self, columns: u128) -> usize {
        let (high, low) = (High::of(columns), columns as u64);
        let is_better = |&key: &High, handle| (key, self.book.low(handle)) < (high, low);
        self.list.groups_before(&self.book, is_better)
    }

    /// Ranked members before a key, which need not be that of anybody. Where names decide between
    /// equal scores, `member` is whose key it would be.
    pub(super) fn before(&self, key: BoardKey, member: &[u8]) -> usize {
        let (high, low) = (High::of(key.columns()), key.columns() as u64);
        self.list.count_before(|&other, handle| {
            let order = (other, self.book.low(handle)).cmp(&(high, low));
            let order = order.then_with(|| match self.book.tie {
                TieRule::Reached => self.book.reached(handle).cmp(&key.reached()),
                TieRule::Names => (*self.name(handle)).cmp(member),
                TieRule::NamesReversed => member.cmp(&self.name(handle)),
            });
            order == Ordering::Less
        })
    }

    /// Ranked members at some positions, in order.
    pub(super) fn range(
        &self,
        ranks: Range<usize>,
    ) -> impl DoubleEndedIterator<Item = (Handle, BoardKey)> + ExactSizeIterator {
        self.list.range(ranks).map(|(high, handle)| (handle, self.join(high, handle)))
    }

    /// Reads something of what is kept of members who lie anywhere in memory, so that it is near
    /// when they are asked for one by one.
    pub(super) fn fetch(&self, handles: &[Handle]) {
        self.book.members.fetch(handles);
    }

    /// Banned members, in the order of their handles.
    pub(super) fn banned(&self) -> impl Iterator<Item = (Handle, Option<BoardKey>)> {
        self.banned.iter().map(|(&handle, &key)| (handle, key))
    }

    pub(super) fn allocated_bytes(&self) -> usize {
        let tables = self.book.reached.allocated_bytes() + self.book.lows.allocated_bytes();
        self.book.members.allocated_bytes() + self.list.allocated_bytes() + tables
    }

    pub(super) fn internal_validate(&self) -> Result<(), &'static str> {
        self.list.internal_validate(&self.book)?;
        self.book.members.internal_validate()?;
        if self.kept() != self.list.len() + self.banned.len() {
            return Err("every member is ranked or banned, and none is both");
        }
        if self.banned.keys().any(|&handle| self.rank(handle).is_some()) {
            return Err("nobody who is banned is ranked");
        }
        Ok(())
    }
}
