//! The only oracle: a sorted vector with the order of Redis, and the operations that are played
//! to it and to whatever is to equal it.
//!
//! [`Op`] is plain data. Property tests draw it from [`ops`], with shrinking; long runs, fuzzers
//! and other drivers draw it from [`Op::draw`] and [`Op::draw_command`], given any source of small
//! numbers. Every operation has a command of Redis: what the sorted vector does not know is judged
//! by a real server.

mod arguments;
mod command;
mod grammar;

use std::cmp::Ordering;

use edgeboard::members::Name;
use edgeboard::rank::RankRange;
use edgeboard::score::{Score, ScoreBound, ScoreRange};
use edgeboard::sorted_set::{AddOutcome, IntegerSet, SortedSet};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

pub(crate) use command::{Command, Shape, closing};

/// One operation: on a single sorted set, or on a whole database.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Add {
        member: Vec<u8>,
        score: f64,
    },
    Increment {
        member: Vec<u8>,
        by: f64,
    },
    Remove {
        member: Vec<u8>,
    },
    Score {
        member: Vec<u8>,
    },
    Rank {
        member: Vec<u8>,
    },
    ReverseRank {
        member: Vec<u8>,
    },
    Range {
        start: i64,
        stop: i64,
    },
    ReverseRange {
        start: i64,
        stop: i64,
    },
    Count {
        min: Bound,
        max: Bound,
    },
    Len,
    Clear,
    /// A command of Redis; nothing to a sorted set alone.
    Command(Command),
}

/// One end of a range of scores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    pub(crate) score: f64,
    pub(crate) exclusive: bool,
}

/// What an operation answers. Scores are bits, so that the sign of a zero counts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reply {
    Done,
    Outcome(AddOutcome),
    Score(Option<u64>),
    NotANumber,
    Rank(Option<u32>),
    Count(usize),
    Entries(Vec<(Vec<u8>, u64)>),
}

/// Members that tests like: none, prefixes of each other, numbers, bytes that are not UTF-8, and
/// lengths around those at which names are stored otherwise.
pub(crate) const MEMBERS: [&[u8]; 36] = [
    b"",
    b"\0",
    b"\0\0",
    b" ",
    b"10",
    b"9",
    b"-0",
    b"A",
    b"a",
    b"a\0",
    b"aa",
    b"ab",
    b"\x80",
    b"\xff",
    b"\xff\xff",
    b"user:123456",
    b"user:1234567",
    b"user:1234567\0",
    b"user:12345678",
    b"user:12345679",
    "\u{ff5e}".as_bytes(),
    "\u{1f600}".as_bytes(),
    b"00112233-4455-6677-8899-aabbccddeef",
    b"00112233-4455-6677-8899-aabbccddeefe",
    b"00112233-4455-6677-8899-aabbccddeeff",
    b"00112233-4455-6677-8899-AABBCCDDEEFF",
    b"00112233-4455-6677-8899-AABBCCDDEEFf",
    b"00112233-4455-6677-8899-aabbccddeeff0",
    b"00112233-4455-6677-8899-001122334455",
    b"00112233-4455-6677-8899_aabbccddeeff",
    b"00112233-4455-6677-8899-aabbccddeefg",
    b"fedcba98-7654-3210-fedc-ba9876543210",
    b"FEDCBA98-7654-3210-FEDC-BA9876543210",
    b"\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb",
    &[b'x'; 64],
    &[0xff; 300],
];

/// Scores that tests like: ties, both zeros, denormals, the edges of exact integers, sums that
/// round, infinities.
pub(crate) const SCORES: [f64; 22] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    2.0,
    3.0,
    0.1,
    0.2,
    0.30000000000000004,
    5e-324,
    -5e-324,
    f64::MIN_POSITIVE,
    9_007_199_254_740_991.0,
    9_007_199_254_740_992.0,
    9_007_199_254_740_994.0,
    -9_007_199_254_740_993.0,
    1e17,
    1e300,
    f64::MAX,
    f64::MIN,
    f64::INFINITY,
    f64::NEG_INFINITY,
];

impl Op {
    /// Draws an operation over `members` many members, given a source of numbers below a bound.
    ///
    /// Sets of few members get the names of [`MEMBERS`] first, then numbered ones.
    pub(crate) fn draw(below: &mut impl FnMut(u64) -> u64, members: u64) -> Op {
        let member = |below: &mut dyn FnMut(u64) -> u64| member(below(members) as usize);
        let score = |below: &mut dyn FnMut(u64) -> u64| match below(8) {
            0 | 1 => SCORES[below(SCORES.len() as u64) as usize],
            2 | 3 => below(8) as f64,
            // Fractions, and numbers of 53 bits: what does not fit into the blocks of the others.
            4 => below(1 << 20) as f64 / 1_000.0,
            5 => below(1 << 53) as f64,
            _ => below(1 << 20) as f64 - f64::from(1 << 19),
        };
        let bound = |below: &mut dyn FnMut(u64) -> u64| Bound {
            score: score(below),
            exclusive: below(2) == 1,
        };
        let index = |below: &mut dyn FnMut(u64) -> u64| {
            let range = 2 * members + 5;
            below(range) as i64 - (range / 2) as i64
        };
        match below(100) {
            0..28 => Op::Add { member: member(below), score: score(below) },
            28..56 => Op::Increment { member: member(below), by: score(below) },
            56..74 => Op::Remove { member: member(below) },
            74..79 => Op::Score { member: member(below) },
            79..86 => Op::Rank { member: member(below) },
            86..90 => Op::ReverseRank { member: member(below) },
            90..93 => Op::Range { start: index(below), stop: index(below) },
            93..96 => Op::ReverseRange { start: index(below), stop: index(below) },
            96..99 => Op::Count { min: bound(below), max: bound(below) },
            _ => Op::Len,
        }
    }
}

/// Returns the name of the n-th member.
pub(crate) fn member(n: usize) -> Vec<u8> {
    match MEMBERS.get(n) {
        Some(member) => member.to_vec(),
        // Some are UUIDs, in both cases, and some are too long for their records.
        None if n % 8 == 3 => uuid(n as u64).into_bytes(),
        None if n % 16 == 5 => uuid(n as u64).to_uppercase().into_bytes(),
        None if n.is_multiple_of(4) => {
            format!("a longer name, {n:0width$}", width = n % 37).into_bytes()
        }
        None => format!("user:{n}").into_bytes(),
    }
}

/// Returns the canonical text of the n-th UUID.
pub(crate) fn uuid(n: u64) -> String {
    let mut below = numbers(n);
    let mut digits = |count: u32| below(1 << (4 * count));
    let (a, b, c, d, e) = (digits(8), digits(4), digits(4), digits(4), digits(12));
    format!("{a:08x}-{b:04x}-{c:04x}-{d:04x}-{e:012x}")
}

/// Numbers that look random, from a seed: splitmix64 reduced to a bound.
pub(crate) fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |bound| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % bound.max(1)
    }
}

/// Sequences of up to `len` operations over the first `members` members.
pub(crate) fn ops(members: usize, len: usize) -> impl Strategy<Value = Vec<Op>> {
    let member = (0..members).prop_map(member);
    let score = prop_oneof![
        3 => proptest::sample::select(SCORES.as_slice()),
        2 => (0..4i32).prop_map(f64::from),
        1 => any::<f64>().prop_filter("NaN is no score", |score| !score.is_nan()),
    ];
    let bound =
        (score.clone(), any::<bool>()).prop_map(|(score, exclusive)| Bound { score, exclusive });
    let reach = members as i64 + 2;
    let index = prop_oneof![8 => -reach..=reach, 1 => any::<i64>()];
    let op = prop_oneof![
        30 => (member.clone(), score.clone())
            .prop_map(|(member, score)| Op::Add { member, score }),
        20 => (member.clone(), score).prop_map(|(member, by)| Op::Increment { member, by }),
        15 => member.clone().prop_map(|member| Op::Remove { member }),
        5 => member.clone().prop_map(|member| Op::Score { member }),
        8 => member.clone().prop_map(|member| Op::Rank { member }),
        4 => member.prop_map(|member| Op::ReverseRank { member }),
        6 => (index.clone(), index.clone()).prop_map(|(start, stop)| Op::Range { start, stop }),
        6 => (index.clone(), index).prop_map(|(start, stop)| Op::ReverseRange { start, stop }),
        5 => (bound.clone(), bound).prop_map(|(min, max)| Op::Count { min, max }),
        1 => Just(Op::Len),
        1 => Just(Op::Clear),
    ];
    proptest::collection::vec(op, 1..=len)
}

/// The settings of every property test: the same cases on every run, unless `PROPTEST_CASES` or
/// `PROPTEST_RNG_SEED` say otherwise.
pub(crate) fn cases(count: u32) -> ProptestConfig {
    let mut config = ProptestConfig::default();
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = count;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(0x0065_6467_6562_6F61);
    }
    config
}

macro_rules! apply_to {
    ($set:ident, $op:ident, $member:ident, $text:expr) => {{
        let (set, op, text) = ($set, $op, $text);
        let number = |score: f64| Score::new(score).unwrap();
        let bits = |score: Score| score.get().to_bits();
        let bound = |bound: &Bound| match bound.exclusive {
            false => ScoreBound::Inclusive(number(bound.score)),
            true => ScoreBound::Exclusive(number(bound.score)),
        };
        match op {
            Op::Add { member, score } => Reply::Outcome(set.add($member(member), number(*score))),
            Op::Increment { member, by } => match set.increment($member(member), number(*by)) {
                Ok(sum) => Reply::Score(Some(bits(sum))),
                Err(_) => Reply::NotANumber,
            },
            Op::Remove { member } => Reply::Score(set.remove($member(member)).map(bits)),
            Op::Score { member } => Reply::Score(set.score($member(member)).map(bits)),
            Op::Rank { member } => Reply::Rank(set.rank($member(member)).map(|rank| rank.0)),
            Op::ReverseRank { member } => {
                Reply::Rank(set.reverse_rank($member(member)).map(|rank| rank.0))
            }
            Op::Range { start, stop } => {
                let entries = set.range(RankRange::new(*start, *stop));
                Reply::Entries(entries.map(|e| (text(e.member), bits(e.score))).collect())
            }
            Op::ReverseRange { start, stop } => {
                let entries = set.reverse_range(RankRange::new(*start, *stop));
                Reply::Entries(entries.map(|e| (text(e.member), bits(e.score))).collect())
            }
            Op::Count { min, max } => {
                Reply::Count(set.count(ScoreRange { min: bound(min), max: bound(max) }))
            }
            Op::Len => Reply::Count(set.len()),
            Op::Clear => {
                set.clear();
                Reply::Done
            }
            Op::Command(_) => Reply::Done,
        }
    }};
}

/// A sorted vector that answers as Redis does, as slowly and as plainly as can be.
#[derive(Clone, Debug, Default)]
pub(crate) struct Model {
    /// Ascending by score, then by bytes.
    entries: Vec<(f64, Vec<u8>)>,
}

fn order(a: &(f64, Vec<u8>), b: &(f64, Vec<u8>)) -> Ordering {
    a.0.partial_cmp(&b.0).unwrap().then_with(|| a.1.cmp(&b.1))
}

impl Model {
    fn position(&self, member: &[u8]) -> Option<usize> {
        self.entries.iter().position(|(_, other)| other == member)
    }

    fn put(&mut self, member: &[u8], score: f64) {
        let entry = (score, member.to_vec());
        let at = self.entries.partition_point(|other| order(other, &entry).is_lt());
        self.entries.insert(at, entry);
    }

    fn add(&mut self, member: &[u8], score: f64) -> AddOutcome {
        match self.position(member) {
            None => {
                self.put(member, score);
                AddOutcome::Added
            }
            Some(at) if self.entries[at].0 == score => AddOutcome::Unchanged,
            Some(at) => {
                self.entries.remove(at);
                self.put(member, score);
                AddOutcome::Updated
            }
        }
    }

    fn increment(&mut self, member: &[u8], by: f64) -> Reply {
        let sum = self.position(member).map_or(by, |at| self.entries[at].0 + by);
        if sum.is_nan() {
            return Reply::NotANumber;
        }
        self.add(member, sum);
        Reply::Score(Some(sum.to_bits()))
    }

    fn range(entries: &[(f64, Vec<u8>)], start: i64, stop: i64) -> Vec<(Vec<u8>, u64)> {
        let len = entries.len() as i64;
        let absolute = |index: i64| if index < 0 { index.saturating_add(len) } else { index };
        let inside = |at: i64| absolute(start) <= at && at <= absolute(stop);
        let entries = entries.iter().enumerate().filter(|(at, _)| inside(*at as i64));
        entries.map(|(_, (score, member))| (member.clone(), score.to_bits())).collect()
    }

    /// Plays one operation.
    pub(crate) fn apply(&mut self, op: &Op) -> Reply {
        match op {
            Op::Add { member, score } => Reply::Outcome(self.add(member, *score)),
            Op::Increment { member, by } => self.increment(member, *by),
            Op::Remove { member } => {
                let at = self.position(member);
                Reply::Score(at.map(|at| self.entries.remove(at).0.to_bits()))
            }
            Op::Score { member } => {
                Reply::Score(self.position(member).map(|at| self.entries[at].0.to_bits()))
            }
            Op::Rank { member } => Reply::Rank(self.position(member).map(|at| at as u32)),
            Op::ReverseRank { member } => {
                let last = self.entries.len().wrapping_sub(1);
                Reply::Rank(self.position(member).map(|at| (last - at) as u32))
            }
            Op::Range { start, stop } => Reply::Entries(Self::range(&self.entries, *start, *stop)),
            Op::ReverseRange { start, stop } => {
                let reversed: Vec<_> = self.entries.iter().rev().cloned().collect();
                Reply::Entries(Self::range(&reversed, *start, *stop))
            }
            Op::Count { min, max } => {
                let above_min = |s: f64| s > min.score || (!min.exclusive && s == min.score);
                let below_max = |s: f64| s < max.score || (!max.exclusive && s == max.score);
                let inside = self.entries.iter().filter(|(s, _)| above_min(*s) && below_max(*s));
                Reply::Count(inside.count())
            }
            Op::Len => Reply::Count(self.entries.len()),
            Op::Clear => {
                self.entries.clear();
                Reply::Done
            }
            Op::Command(_) => Reply::Done,
        }
    }
}

impl Op {
    /// The same operation on a number: dense ones mostly, and some that are far from all others.
    pub(crate) fn on_a_number(mut self) -> Op {
        if let Op::Add { member, .. }
        | Op::Increment { member, .. }
        | Op::Remove { member }
        | Op::Score { member }
        | Op::Rank { member }
        | Op::ReverseRank { member } = &mut self
        {
            let hash = member.iter().fold(7u32, |hash, &byte| hash * 31 % 65_521 + u32::from(byte));
            let number = match hash % 8 {
                0 => u32::MAX - hash / 8,
                1 => hash * 65_537,
                _ => hash % 1_200,
            };
            *member = number.to_string().into_bytes();
        }
        self
    }
}

/// Plays one operation on the real thing.
pub(crate) fn apply(set: &mut SortedSet, op: &Op) -> Reply {
    fn bytes(member: &[u8]) -> &[u8] {
        member
    }
    apply_to!(set, op, bytes, |member: Name| member.to_vec())
}

/// Plays one operation on a set of numbers; the model has their texts.
pub(crate) fn apply_to_numbers(set: &mut IntegerSet, op: &Op) -> Reply {
    fn number(member: &[u8]) -> u32 {
        str::from_utf8(member).unwrap().parse().unwrap()
    }
    apply_to!(set, op, number, |member: u32| member.to_string().into_bytes())
}
