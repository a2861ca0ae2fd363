//! Sets of numbers against the model, which holds their texts.

use edgeboard::score::Score;
use edgeboard::sorted_set::{IntegerSet, SortedSet};
use proptest::prelude::*;

use crate::model::{Model, Op, apply_to_numbers, cases, numbers, ops};

fn play(set: &mut IntegerSet, ops: impl IntoIterator<Item = Op>, every: usize) {
    let mut model = Model::default();
    for (i, op) in ops.into_iter().map(Op::on_a_number).enumerate() {
        assert_eq!(apply_to_numbers(set, &op), model.apply(&op), "operation {i}: {op:?}");
        if i % every == 0 {
            set.internal_validate().unwrap_or_else(|broken| panic!("{broken}, after {i}: {op:?}"));
        }
    }
    let everything = Op::Range { start: 0, stop: -1 };
    assert_eq!(apply_to_numbers(set, &everything), model.apply(&everything));
    set.internal_validate().unwrap();
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn numbers_behave_as_their_texts_in_the_model(ops in ops(400, 400)) {
        play(&mut IntegerSet::default(), ops, 7);
    }
}

#[test]
fn long_runs_of_numbers_behave_as_the_model() {
    for (seed, members) in [(61, 30), (67, 300), (71, 3_000)] {
        let mut below = numbers(seed);
        let ops: Vec<Op> = (0..20_000).map(|_| Op::draw(&mut below, members)).collect();
        play(&mut IntegerSet::default(), ops, 100);
    }
}

#[test]
fn the_least_and_the_largest_number_are_members() {
    let mut set = IntegerSet::default();
    set.add(u32::MAX, Score::ZERO);
    set.add(0, Score::ZERO);
    assert!(set.iter().map(|entry| entry.member).eq([0, u32::MAX]));
    assert_eq!(set.remove(u32::MAX), Some(Score::ZERO));
    assert_eq!((set.score(u32::MAX), set.score(0)), (None, Some(Score::ZERO)));
    set.internal_validate().unwrap();
}

#[test]
fn dense_numbers_take_less_than_half_the_memory_of_names() {
    const MEMBERS: u32 = 200_000;
    let (mut below, mut set) = (numbers(73), IntegerSet::default());
    for i in 0..MEMBERS {
        set.add((i * 7_919) % MEMBERS, Score::from(below(1 << 20) as i32));
    }
    for _ in 0..2 * MEMBERS {
        let by = Score::from(below(200) as i32);
        set.increment(below(u64::from(MEMBERS)) as u32, by).unwrap();
    }
    set.internal_validate().unwrap();
    let bytes = set.allocated_bytes() as f64 / f64::from(MEMBERS);
    assert!(bytes < 15.9, "{bytes} bytes");
}

#[test]
fn ten_numbers_take_less_than_a_kibibyte() {
    let mut set = IntegerSet::default();
    (0..10).for_each(|i| {
        set.add(i, Score::from(i as i32));
    });
    let bytes = set.allocated_bytes() + size_of::<IntegerSet>();
    assert!(bytes < 1024, "{bytes} bytes");
}

#[test]
fn a_number_that_is_alone_takes_a_page_and_gives_it_back() {
    let (mut below, mut set) = (numbers(79), IntegerSet::default());
    let mut present: Vec<u32> = (0..2_000).map(|_| below(1 << 32) as u32).collect();
    present.iter().for_each(|&n| {
        set.add(n, Score::from((n % 100) as i32));
    });
    let before = set.allocated_bytes();
    for _ in 0..20_000 {
        let (out, n) = (below(2_000) as usize, below(1 << 32) as u32);
        set.remove(present[out]);
        set.add(n, Score::from((n % 100) as i32));
        present[out] = n;
    }
    set.internal_validate().unwrap();
    let after = set.allocated_bytes();
    assert!(before < 2_000 * 310, "{before} bytes");
    assert!(after < before * 110 / 100, "{before} bytes before, {after} after");
}

#[test]
fn a_set_of_numbers_is_the_same_after_loading() {
    let (mut below, mut set) = (numbers(83), IntegerSet::default());
    for i in 0..20_000 {
        let n = if i % 50 == 0 { below(1 << 32) } else { below(30_000) } as u32;
        set.add(n, Score::from(below(500) as i32));
    }
    set.add(u32::MAX, Score::new(-0.0).unwrap());
    let bytes = set.snapshot();
    let mut loaded = IntegerSet::restore(&mut bytes.as_slice()).unwrap();
    loaded.internal_validate().unwrap();
    assert!(loaded.iter().eq(set.iter()));
    assert_eq!(loaded.snapshot(), bytes);
    assert_eq!(loaded.increment(5, Score::from(1)), set.increment(5, Score::from(1)));
    assert!(SortedSet::load(&bytes).is_err(), "a set of numbers is no set of names");
}

#[test]
fn dense_numbers_take_less_than_five_bytes_in_a_snapshot() {
    let (mut below, mut set) = (numbers(89), IntegerSet::default());
    (0..100_000).for_each(|n| {
        set.add(n, Score::from(below(1 << 20) as i32));
    });
    assert!(set.snapshot().len() < 5 * 100_000);
}

#[test]
fn a_snapshot_with_a_number_twice_is_refused() {
    use edgeboard::snapshot::{Kind, Writer};
    // Two entries, both of the member 1, once with the score 5 and once with 6.
    let mut bytes = Vec::new();
    let mut writer = Writer::new(Kind::IntegerSet, &mut bytes);
    writer.varint(2);
    writer.varint(2);
    writer.byte(0b11);
    writer.bytes(&[0, 10, 1]);
    writer.finish();
    let error = IntegerSet::restore(&mut bytes.as_slice()).unwrap_err();
    assert_eq!(error.to_string(), "the snapshot has entries that are not one for each member");
}

#[test]
fn a_batch_answers_as_the_single_calls_do() {
    let (mut below, mut set, mut single) =
        (numbers(97), IntegerSet::default(), IntegerSet::default());
    for _ in 0..50 {
        let batch: Vec<(u32, Score)> =
            (0..100).map(|_| (below(3_000) as u32, Score::from(below(100) as i32))).collect();
        let sums = set.increment_many(batch.iter().copied()).unwrap();
        for (&(n, by), sum) in batch.iter().zip(sums) {
            assert_eq!(single.increment(n, by), Ok(sum));
        }
        let members: Vec<u32> = (0..200).map(|_| below(4_000) as u32).collect();
        let ranks = set.ranks_of(members.iter().copied());
        assert!(ranks.eq(members.iter().map(|&n| single.rank(n))));
        let scores = set.scores_of(members.iter().copied());
        assert!(scores.eq(members.iter().map(|&n| single.score(n))));
    }
}
