//! The board against its model, its snapshots and its stream.

use std::collections::BTreeSet;

use edgeboard::leaderboard::{Leaderboard, Record};
use proptest::prelude::*;

use crate::board_model::{BoardOp, Pair, board_ops, compare, terms};
use crate::model::{cases, numbers};

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn a_board_behaves_as_its_model((terms, ops) in board_ops(60)) {
        let (mut pair, mut below) = (Pair::new(&terms), numbers(ops.len() as u64));
        for op in &ops {
            pair.play(op);
            pair.compare(&mut below);
        }
    }

    #[test]
    fn a_snapshot_and_the_records_behind_it_are_the_board(
        (terms, ops) in board_ops(80),
        split in any::<prop::sample::Index>(),
    ) {
        let (mut pair, mut below) = (Pair::new(&terms), numbers(ops.len() as u64));
        let split = split.index(ops.len());
        ops[..split].iter().for_each(|op| _ = pair.play(op));
        let stored = pair.board.snapshot();
        let mut loaded = Leaderboard::load(&stored).unwrap();
        loaded.internal_validate().unwrap();
        prop_assert_eq!(loaded.snapshot(), stored);
        compare(&loaded, &pair.model, &mut below);

        ops[split..].iter().for_each(|op| _ = pair.play(op));
        let tail: Vec<_> = pair.board.events(loaded.version()).unwrap().collect();
        let bytes = Record::encode(&tail).unwrap();
        prop_assert_eq!(&Record::decode(&bytes).unwrap(), &tail);
        loaded.replay(&tail).unwrap();
        loaded.internal_validate().unwrap();
        compare(&loaded, &pair.model, &mut below);
        prop_assert_eq!(loaded.hash(), pair.board.hash());
        prop_assert_eq!(loaded.snapshot(), pair.board.snapshot());

        let mut again = Leaderboard::new(terms);
        let all: Vec<_> = pair.board.events(0).unwrap().collect();
        again.replay(&all).unwrap();
        prop_assert_eq!(again.hash_text(), pair.board.hash_text());
    }

    #[test]
    fn bytes_of_any_kind_are_no_records_or_are_written_as_they_were(
        bytes in prop::collection::vec(any::<u8>(), 0..80),
    ) {
        if let Ok(records) = Record::decode(&bytes) {
            let written = Record::encode(&records).unwrap();
            prop_assert_eq!(Record::decode(&written).unwrap(), records);
        }
    }
}

#[test]
fn drawn_operations_reach_every_reason_and_every_refusal() {
    let (mut below, mut words) = (numbers(31), BTreeSet::new());
    for _ in 0..400 {
        let terms = terms(&mut below);
        let mut pair = Pair::new(&terms);
        for _ in 0..60 {
            let op = BoardOp::draw(&mut below, &terms, pair.model.now());
            words.insert(pair.play(&op));
        }
        pair.compare(&mut below);
    }
    let expected = [
        "added",
        "board_full",
        "clamped",
        "column_out_of_range",
        "config_conflict",
        "equal",
        "improved",
        "invalid_member",
        "invalid_request",
        "member_not_ranked",
        "not_better",
        "score_out_of_bounds",
        "score_overflow",
        "stale",
        "updated",
    ];
    assert_eq!(words.into_iter().collect::<Vec<_>>(), expected);
}
