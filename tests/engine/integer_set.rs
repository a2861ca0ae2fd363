//! Sets of numbers against the model, which holds their texts.

use edgeboard::score::Score;
use edgeboard::sorted_set::IntegerSet;
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
