//! What is measured, behind one interface: the engine, and the crates it is compared with.

use std::cmp::Reverse;
use std::ops::Bound;

use edgeboard::leaderboard::{BoardKey, Leaderboard, SortOrder};
use edgeboard::rank::RankRange;
use edgeboard::score::Score;
use edgeboard::sorted_set::{IntegerSet, SortedSet};
use edgeboard::time::Timestamp;
use hashbrown::HashMap;
use indexset::BTreeSet;
use skiplist::OrderedSkipList;

/// A member as each kind of board wants it.
#[derive(Clone, Copy)]
pub struct Member<'a> {
    pub index: u32,
    pub name: &'a [u8],
}

/// A board, best score first. Ranges answer the score of their last entry, having read all.
pub trait Board {
    fn put(&mut self, member: Member, score: f64);
    fn increment(&mut self, member: Member, delta: f64) -> f64;
    fn score(&self, member: Member) -> f64;
    fn rank(&self, member: Member) -> usize;
    fn window(&self, start: usize, stop: usize) -> f64;

    /// The bytes that the board says it has allocated, where it can say it.
    fn allocated_bytes(&self) -> Option<usize> {
        None
    }

    /// Whether all invariants hold, where they can be checked.
    fn is_valid(&self) -> bool {
        true
    }
}

impl Board for SortedSet {
    fn put(&mut self, member: Member, score: f64) {
        self.add(member.name, number(score));
    }

    fn increment(&mut self, member: Member, delta: f64) -> f64 {
        SortedSet::increment(self, member.name, number(delta)).map_or(f64::NAN, Score::get)
    }

    fn score(&self, member: Member) -> f64 {
        SortedSet::score(self, member.name).map_or(f64::NAN, Score::get)
    }

    fn rank(&self, member: Member) -> usize {
        self.reverse_rank(member.name).map_or(usize::MAX, |rank| rank.index())
    }

    fn window(&self, start: usize, stop: usize) -> f64 {
        let range = RankRange::new(start as i64, stop as i64);
        last(self.reverse_range(range).map(|entry| (entry.member.len(), entry.score.get())))
    }

    fn allocated_bytes(&self) -> Option<usize> {
        Some(SortedSet::allocated_bytes(self))
    }

    fn is_valid(&self) -> bool {
        self.internal_validate().is_ok()
    }
}

/// The set of integers, by the numbers of the members.
impl Board for IntegerSet {
    fn put(&mut self, member: Member, score: f64) {
        self.add(member.index, number(score));
    }

    fn increment(&mut self, member: Member, delta: f64) -> f64 {
        IntegerSet::increment(self, member.index, number(delta)).map_or(f64::NAN, Score::get)
    }

    fn score(&self, member: Member) -> f64 {
        IntegerSet::score(self, member.index).map_or(f64::NAN, Score::get)
    }

    fn rank(&self, member: Member) -> usize {
        self.reverse_rank(member.index).map_or(usize::MAX, |rank| rank.index())
    }

    fn window(&self, start: usize, stop: usize) -> f64 {
        let range = RankRange::new(start as i64, stop as i64);
        last(self.reverse_range(range).map(|entry| (entry.member as usize, entry.score.get())))
    }

    fn allocated_bytes(&self) -> Option<usize> {
        Some(IntegerSet::allocated_bytes(self))
    }

    fn is_valid(&self) -> bool {
        self.internal_validate().is_ok()
    }
}

fn number(value: f64) -> Score {
    Score::new(value).unwrap_or(Score::ZERO)
}

/// The score of the last entry, after each was looked at.
fn last(entries: impl Iterator<Item = (usize, f64)>) -> f64 {
    let mut seen = (0, f64::NAN);
    for (size, score) in entries {
        seen = (std::hint::black_box(seen.0 + size), score);
    }
    seen.1
}

/// One period of a board, whose key holds the score, the time it was reached and its sequence.
pub struct Period {
    board: Leaderboard,
    sequence: u64,
}

impl Period {
    pub fn new() -> Self {
        Period { board: Leaderboard::new(SortOrder::Desc), sequence: 0 }
    }

    fn set(&mut self, member: Member, score: i64) {
        self.sequence += 1;
        let stamp = Timestamp::from_ms(self.sequence).unwrap_or(Timestamp::MAX);
        let key = BoardKey::new(SortOrder::Desc, score, stamp, 0, self.sequence);
        self.board.put(text(member), key);
    }
}

fn text(member: Member<'_>) -> &str {
    std::str::from_utf8(member.name).unwrap_or_default()
}

/// Ranks of a board differ from those of a set: who reached a score first is ahead.
impl Board for Period {
    fn put(&mut self, member: Member, score: f64) {
        self.set(member, score as i64);
    }

    fn increment(&mut self, member: Member, delta: f64) -> f64 {
        let score = self.score(member) + delta;
        self.set(member, score as i64);
        score
    }

    fn score(&self, member: Member) -> f64 {
        let key = self.board.key(text(member));
        key.map_or(f64::NAN, |key| key.score(SortOrder::Desc) as f64)
    }

    fn rank(&self, member: Member) -> usize {
        self.board
            .get(text(member))
            .map_or(usize::MAX, |entry| entry.rank.unwrap_or(0) as usize - 1)
    }

    fn window(&self, _: usize, stop: usize) -> f64 {
        last(self.board.top(stop + 1).map(|entry| (entry.member.len(), entry.score.first() as f64)))
    }

    fn is_valid(&self) -> bool {
        self.board.internal_validate().is_ok()
    }
}

/// A key whose order is the reverse of Redis': the best score first.
type Key = Reverse<(u64, u32)>;

/// Scores of the workload are positive, so that their bits have their order.
fn key(score: f64, member: Member) -> Key {
    Reverse((score.to_bits(), member.index))
}

fn score_of(key: Key) -> f64 {
    f64::from_bits(key.0.0)
}

/// The usual pair: an ordered set for the order and a hash table for the scores.
pub struct Pair<O> {
    order: O,
    scores: HashMap<u32, f64>,
}

/// What the ordered half has to do.
pub trait Order {
    fn new() -> Self;
    fn insert(&mut self, key: Key);
    fn remove(&mut self, key: Key);
    fn rank(&self, key: Key) -> usize;
    fn window(&self, start: usize, stop: usize) -> f64;
}

impl Order for BTreeSet<Key> {
    fn new() -> Self {
        BTreeSet::new()
    }

    fn insert(&mut self, key: Key) {
        BTreeSet::insert(self, key);
    }

    fn remove(&mut self, key: Key) {
        BTreeSet::remove(self, &key);
    }

    fn rank(&self, key: Key) -> usize {
        BTreeSet::rank(self, &key)
    }

    fn window(&self, start: usize, stop: usize) -> f64 {
        if start == 0 {
            return last(self.iter().take(stop + 1).map(|key| (1, score_of(*key))));
        }
        last(self.range_idx(start..(stop + 1).min(self.len())).map(|key| (1, score_of(*key))))
    }
}

impl Order for OrderedSkipList<Key> {
    fn new() -> Self {
        OrderedSkipList::new()
    }

    fn insert(&mut self, key: Key) {
        OrderedSkipList::insert(self, key);
    }

    fn remove(&mut self, key: Key) {
        self.take(&key);
    }

    fn rank(&self, key: Key) -> usize {
        OrderedSkipList::rank(self, &key).unwrap_or(usize::MAX)
    }

    fn window(&self, start: usize, stop: usize) -> f64 {
        let Some(first) = self.get_by_index(start) else { return f64::NAN };
        // Its `range` also looks for the other end, entry by entry; a cursor does not.
        let mut cursor = self.lower_bound(Bound::Included(first));
        let entries = std::iter::from_fn(|| cursor.next());
        last(entries.take(stop + 1 - start).map(|key| (1, score_of(*key))))
    }
}

impl<O: Order> Pair<O> {
    pub fn new() -> Self {
        Pair { order: O::new(), scores: HashMap::new() }
    }
}

impl<O: Order> Board for Pair<O> {
    fn put(&mut self, member: Member, score: f64) {
        self.scores.insert(member.index, score);
        self.order.insert(key(score, member));
    }

    fn increment(&mut self, member: Member, delta: f64) -> f64 {
        let Some(score) = self.scores.get_mut(&member.index) else { return f64::NAN };
        let before = *score;
        *score += delta;
        let after = *score;
        self.order.remove(key(before, member));
        self.order.insert(key(after, member));
        after
    }

    fn score(&self, member: Member) -> f64 {
        self.scores.get(&member.index).copied().unwrap_or(f64::NAN)
    }

    fn rank(&self, member: Member) -> usize {
        self.order.rank(key(self.score(member), member))
    }

    fn window(&self, start: usize, stop: usize) -> f64 {
        self.order.window(start, stop)
    }
}
