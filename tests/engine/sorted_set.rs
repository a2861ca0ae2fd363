//! The sorted set against the model, and the facts of Redis that people know.

use edgeboard::rank::{Rank, RankRange};
use edgeboard::score::{NanError, Score};
use edgeboard::sorted_set::{AddOutcome, SortedSet};
use proptest::prelude::*;

use crate::model::{self, Model, Op, Reply, apply, cases, member, numbers, ops};

fn members(set: &SortedSet) -> Vec<Vec<u8>> {
    set.iter().map(|entry| entry.member.to_vec()).collect()
}

/// Plays operations on both and compares every reply; checks the invariants after every `every`.
fn play(set: &mut SortedSet, model: &mut Model, ops: &[Op], every: usize) {
    for (i, op) in ops.iter().enumerate() {
        assert_eq!(apply(set, op), model.apply(op), "operation {i}: {op:?}");
        if (i + 1) % every == 0 {
            set.internal_validate().unwrap_or_else(|broken| panic!("{broken}, after {i}: {op:?}"));
        }
    }
    let everything = Op::Range { start: 0, stop: -1 };
    assert_eq!(apply(set, &everything), model.apply(&everything));
    set.internal_validate().unwrap();
}

/// Draws operations from a seed; a failure names it.
fn play_random(seed: u64, members: u64, count: usize, every: usize) {
    let mut below = numbers(seed);
    let ops: Vec<Op> = (0..count).map(|_| Op::draw(&mut below, members)).collect();
    println!("seed {seed}, {members} members");
    play(&mut SortedSet::with_seed(seed), &mut Model::default(), &ops, every);
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_few_members_behave_as_the_model(ops in ops(6, 80)) {
        play(&mut SortedSet::new(), &mut Model::default(), &ops, 1);
    }

    #[test]
    fn every_odd_member_behaves_as_the_model(ops in ops(model::MEMBERS.len(), 200)) {
        play(&mut SortedSet::new(), &mut Model::default(), &ops, 1);
    }

    #[test]
    fn sets_of_several_blocks_behave_as_the_model(ops in ops(400, 600)) {
        play(&mut SortedSet::new(), &mut Model::default(), &ops, 7);
    }
}

#[test]
fn long_runs_behave_as_the_model() {
    for (seed, members, count) in [(1, 30, 20_000), (2, 300, 20_000), (3, 3_000, 20_000)] {
        play_random(seed, members, count, 50);
    }
}

#[test]
fn a_run_over_twenty_thousand_members_keeps_every_invariant() {
    // The model would be too slow; the members it holds are compared at the end.
    let (mut below, mut set) = (numbers(4), SortedSet::new());
    let mut scores = std::collections::HashMap::new();
    for i in 0..200_000 {
        let name = member(below(20_000) as usize);
        match below(10) {
            0..2 => {
                let expected = scores.remove(&name);
                assert_eq!(set.remove(&name).map(Score::get), expected);
            }
            2..5 => {
                let score = below(5_000) as f64;
                set.add(&name, Score::new(score).unwrap());
                scores.insert(name, score);
            }
            _ => {
                let by = below(200) as f64 - 90.0;
                let score = scores.entry(name.clone()).or_insert(0.0);
                *score += by;
                let sum = set.increment(&name, Score::new(by).unwrap()).unwrap();
                assert_eq!(sum.get(), *score);
            }
        }
        if i % 5_000 == 0 {
            set.internal_validate().unwrap();
        }
    }
    set.internal_validate().unwrap();
    let mut expected: Vec<(Vec<u8>, f64)> = scores.into_iter().collect();
    expected.sort_by(|a, b| a.1.total_cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
    let found: Vec<_> = set.iter().map(|e| (e.member.to_vec(), e.score.get())).collect();
    assert_eq!(found, expected);
    for (rank, (name, _)) in expected.iter().enumerate() {
        assert_eq!(set.rank(name), Some(Rank(rank as u32)));
    }
}

#[test]
fn equal_scores_are_in_the_order_of_bytes() {
    let mut set = SortedSet::new();
    let ascending: [&[u8]; 10] =
        [b"", b" ", b"10", b"9", b"A", b"a", b"a\0", b"aa", b"\x80", b"\xff"];
    for name in ascending.iter().rev() {
        set.add(name, Score::from(1));
    }
    assert_eq!(members(&set), ascending);
    let reversed: Vec<_> = set.reverse_range(RankRange::ALL).map(|e| e.member.to_vec()).collect();
    assert!(reversed.iter().eq(ascending.iter().rev()));
}

#[test]
fn ties_stay_in_order_when_most_names_come_to_begin_otherwise() {
    let mut set = SortedSet::new();
    let mut expected = Vec::new();
    let mut below = numbers(47);
    for beginning in ["user:", "user:00000000000000", "", "guest-", "z\u{1f600}"] {
        for _ in 0..3_000 {
            let name = format!("{beginning}{}", below(1 << 30)).into_bytes();
            if set.add(&name, Score::from(below(3) as i32)) == AddOutcome::Added {
                expected.push(name);
            }
        }
        set.internal_validate().unwrap();
    }
    let mut found: Vec<_> = set.iter().map(|e| (e.score, e.member.to_vec())).collect();
    assert!(found.is_sorted());
    found.sort_by(|a, b| a.1.cmp(&b.1));
    expected.sort();
    assert!(found.iter().map(|(_, name)| name).eq(&expected));
}

#[test]
fn minus_zero_over_zero_is_no_change_and_keeps_the_sign() {
    let mut set = SortedSet::new();
    let minus = Score::new(-0.0).unwrap();
    set.add(b"plus", Score::ZERO);
    set.add(b"minus", minus);
    assert_eq!(set.add(b"plus", minus), AddOutcome::Unchanged);
    assert_eq!(set.add(b"minus", Score::ZERO), AddOutcome::Unchanged);
    assert!(set.score(b"plus").unwrap().get().is_sign_positive());
    assert!(set.score(b"minus").unwrap().get().is_sign_negative());
    // The reply is the sum, what is stored stays.
    let sum = set.increment(b"minus", Score::ZERO).unwrap();
    assert!(sum.get().is_sign_positive());
    assert!(set.score(b"minus").unwrap().get().is_sign_negative());
}

#[test]
fn opposite_infinities_are_an_error_and_change_nothing() {
    let mut set = SortedSet::new();
    set.add(b"a", Score::INFINITY);
    assert_eq!(set.increment(b"a", Score::NEG_INFINITY), Err(NanError));
    assert_eq!(set.score(b"a"), Some(Score::INFINITY));
    assert_eq!(set.len(), 1);
}

#[test]
fn a_window_that_starts_before_the_front_of_the_reverse_order_is_clamped() {
    let mut set = SortedSet::new();
    for i in 0..5 {
        set.add(&[b'a' + i], Score::from(i32::from(i)));
    }
    let count = |start, stop| set.reverse_range(RankRange::new(start, stop)).len();
    assert_eq!(count(-2, 2), 0);
    assert_eq!(count(-100, 2), 3);
    assert_eq!(count(3, 100), 2);
}

#[test]
fn the_seed_changes_no_answer() {
    let mut below = numbers(9);
    let ops: Vec<Op> = (0..5_000).map(|_| Op::draw(&mut below, 500)).collect();
    let replies = |seed| -> Vec<Reply> {
        let mut set = SortedSet::with_seed(seed);
        ops.iter().map(|op| apply(&mut set, op)).collect()
    };
    assert_eq!(replies(1), replies(2));
}

#[test]
fn an_emptied_set_gives_its_memory_back() {
    let mut set = SortedSet::new();
    for i in 0..10_000 {
        set.add(&member(i), Score::from(i as i32 % 77));
    }
    for i in 0..10_000 {
        assert!(set.remove(&member(i)).is_some());
        if i % 500 == 0 {
            set.internal_validate().unwrap();
        }
    }
    assert_eq!((set.len(), set.allocated_bytes()), (0, 0));
    assert_eq!(set.add(b"again", Score::ZERO), AddOutcome::Added);
}

#[test]
fn ten_members_take_less_than_a_kibibyte() {
    let mut set = SortedSet::new();
    for i in 0..10 {
        set.add(format!("user:{i:07}").as_bytes(), Score::from(i));
    }
    let bytes = set.allocated_bytes() + size_of::<SortedSet>();
    assert!(bytes < 1024, "{bytes} bytes");
}

/// Bytes for a member of a set of 100,000 with some scores, which come in no order.
fn bytes_per_member(score: impl Fn(u64) -> f64) -> f64 {
    let mut set = SortedSet::new();
    for i in 0..100_000u64 {
        let i = i * 7_919 % 100_000;
        set.add(format!("user:{i:07}").as_bytes(), Score::new(score(i)).unwrap());
    }
    set.internal_validate().unwrap();
    assert!(set.iter().map(|entry| entry.score).is_sorted());
    set.allocated_bytes() as f64 / 100_000.0
}

#[test]
fn scores_that_are_alike_take_less_memory_than_others() {
    let whole = bytes_per_member(|i| (i * i % 1_000_003) as f64);
    assert!(whole < 36.5, "{whole} bytes");
    let quarters = bytes_per_member(|i| (i * i % 1_000_003) as f64 / 4.0);
    assert!(quarters < 36.5, "{quarters} bytes");
    let any = bytes_per_member(|i| (i as f64 * 0.618).fract());
    assert!(any > whole && any < 41.5, "{any} bytes");
}

#[test]
fn memory_stays_the_same_over_many_inserts_and_removals() {
    const MEMBERS: u64 = 50_000;
    let full = std::env::var_os("EDGEBOARD_FULL").is_some();
    // All of the same length, also the ten-millionth.
    let name = |n: u64| format!("user{n:08}").into_bytes();
    let (mut below, mut set) = (numbers(53), SortedSet::new());
    let mut present: Vec<u64> = (0..MEMBERS).collect();
    for &n in &present {
        set.add(&name(n), Score::from(below(1 << 20) as i32));
    }
    let before = set.allocated_bytes();
    for n in MEMBERS..MEMBERS + if full { 10_000_000 } else { 400_000 } {
        let out = below(MEMBERS) as usize;
        assert!(set.remove(&name(present[out])).is_some());
        set.add(&name(n), Score::from(below(1 << 20) as i32));
        present[out] = n;
    }
    set.internal_validate().unwrap();
    let after = set.allocated_bytes();
    assert!(after < before * 110 / 100, "{before} bytes before, {after} after");
}
