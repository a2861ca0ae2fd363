//! What a hybrid board does not believe.

use edgeboard::leaderboard::{
    Answer, BoardKey, Change, Effect, HybridBoard, Kept, Record, Row, SortOrder,
};
use edgeboard::snapshot::VERSION;
use edgeboard::time::Timestamp;

use super::ladder;
use crate::hybrid_owner::Owner;

/// An owner whose board waits for rows.
fn waiting() -> Owner {
    let mut owner = ladder(3, 100);
    for at in 35..=100 {
        owner.tell(&format!("m{at}"), Change::Remove);
    }
    assert!(matches!(owner.board.effect(), Some(Effect::Refill { count: 33, .. })));
    owner
}

#[test]
fn an_answer_to_an_effect_that_was_taken_back_is_refused_and_asked_again() {
    let mut owner = waiting();
    let effect = owner.board.effect().unwrap();
    let answer = owner.reply(&effect);
    // One of the rows that were read moves on before they arrive.
    owner.submit("m20", 500);
    let hash = owner.board.hash();
    let error = owner.board.answer(&effect, answer).unwrap_err();
    assert_eq!((error.code(), owner.board.hash()), ("invalid_request", hash));
    owner.check();
    let again = owner.board.effect().unwrap();
    assert_ne!(again, effect);
    owner.answer_all();
    owner.check();
    let twice = owner.reply(&Effect::Count { question: question(), up_to: BoardKey::default() });
    assert!(owner.board.answer(&again, twice).is_err(), "it was answered");
}

/// A question that some tree asked.
fn question() -> edgeboard::estimator::Question {
    let mut owner = crowded();
    while !matches!(owner.board.effect(), Some(Effect::Count { .. })) {
        assert!(owner.answer(), "the tree asks nothing");
    }
    match owner.board.effect() {
        Some(Effect::Count { question, .. }) => question,
        _ => unreachable!(),
    }
}

/// An owner whose tree asks.
fn crowded() -> Owner {
    let mut owner = Owner::new(SortOrder::Desc, 1);
    let mut below = crate::model::numbers(9);
    let draw = |below: &mut dyn FnMut(u64) -> u64| below(1 << 40) as i64;
    let mut last = Vec::new();
    for i in 0..30_000_u64 {
        let member = format!("m{i}");
        owner.submit(&member, draw(&mut below));
        last.push(member);
    }
    while !matches!(owner.board.effect(), Some(Effect::Count { .. })) {
        let member = last.pop().unwrap();
        owner.tell(&member, Change::Remove);
        while matches!(owner.board.effect(), Some(Effect::Refill { .. })) {
            owner.answer();
        }
    }
    owner
}

#[test]
fn a_count_that_cannot_be_is_refused() {
    let mut owner = crowded();
    let effect = owner.board.effect().unwrap();
    for count in [0, owner.board.total() + 1, u64::MAX] {
        let hash = owner.board.hash();
        let error = owner.board.answer(&effect, Answer::Count(count)).unwrap_err();
        assert_eq!((error.code(), owner.board.hash()), ("invalid_request", hash), "{count}");
    }
    assert!(owner.board.answer(&effect, Answer::Rows(Vec::new())).is_err());
    owner.answer_all();
    assert!(owner.counts > 0);
    owner.check();
}

#[test]
fn rows_that_contradict_the_board_are_refused_and_nothing_has_changed() {
    let owner = waiting();
    let effect = owner.board.effect().unwrap();
    let Answer::Rows(rows) = owner.reply(&effect) else { unreachable!() };
    let best = owner.rows().first().cloned().unwrap();
    let far = BoardKey::new(SortOrder::Desc, -9, Timestamp::EPOCH, 0, 1);
    let cases: [(&str, Vec<Row>); 6] = [
        ("none", Vec::new()),
        ("too many", [rows.clone(), rows.clone()].concat()),
        ("not in order", rows.iter().rev().cloned().collect()),
        ("in the head", vec![best]),
        ("twice", vec![rows[0].clone(), Row { member: rows[0].member.clone(), ..rows[1].clone() }]),
        ("nobody's score", vec![Row { member: "nobody".into(), key: far }]),
    ];
    for (name, rows) in cases {
        let mut board = owner.board.clone();
        let error = board.answer(&effect, Answer::Rows(rows)).unwrap_err();
        assert_eq!((error.code(), board.hash()), ("invalid_request", owner.board.hash()), "{name}");
    }
    let mut board = owner.board.clone();
    board.answer(&effect, Answer::Rows(rows[..1].to_vec())).unwrap();
    assert_eq!(board.head().len(), owner.board.head().len() + 1, "a part will do");
}

#[test]
fn a_row_that_contradicts_the_board_is_refused_by_name() {
    let owner = ladder(3, 100);
    let (best, behind) = (owner.table["m100"], owner.table["m9"]);
    let key = |points| Some(BoardKey::new(SortOrder::Desc, points, Timestamp::EPOCH, 0, 1));
    let cases: [(&str, Option<Kept>, &str); 5] = [
        ("m100", None, "is missing"),
        ("m100", Some(Kept { banned: true, ..best }), "is missing"),
        ("m100", Some(behind), "another key"),
        ("stranger", Some(best), "belongs to the head"),
        ("stranger", Some(Kept { key: key(-9), ..behind }), "nobody behind the head"),
    ];
    for (member, kept, words) in cases {
        let error = owner.refused(member, kept.as_ref());
        assert!(error.to_string().contains(member), "{error}");
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!(error.code(), "invalid_request");
    }
}

#[test]
fn a_record_that_does_not_follow_is_refused() {
    let mut owner = ladder(3, 10);
    for version in [0, 10, 12, u64::MAX] {
        let (stamp, member) = (Timestamp::EPOCH, "m1".to_owned());
        let change = Change::submit(1);
        let record = Record { version, shard: 0, sequence: version, stamp, member, change };
        let kept = owner.table.get("m1").copied();
        assert!(owner.board.follow(&record, kept.as_ref()).is_err(), "{version}");
    }
    owner.check();
}

#[test]
fn the_bytes_of_a_hybrid_board_are_these_for_ever() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/hybrid_board.v1.snapshot");
    // Three rows in the head, 33 behind it, and a question for these.
    let owner = waiting();
    let written = owner.board.snapshot();
    if std::env::var_os("EDGEBOARD_WRITE_FIXTURES").is_some() {
        std::fs::write(path, &written).unwrap();
    }
    let golden = std::fs::read(path).unwrap();
    assert!(written == golden, "the bytes have changed: that needs a new version");
    let loaded = HybridBoard::load(&golden).unwrap();
    loaded.internal_validate().unwrap();
    assert!(loaded.effect().is_some() && loaded.effect() == owner.board.effect());
}

#[test]
fn every_flipped_bit_and_every_cut_of_a_hybrid_snapshot_is_refused() {
    let bytes = ladder(2, 70).board.snapshot();
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let error = HybridBoard::load(&flipped).unwrap_err();
        let is_version = flipped[4] > VERSION;
        assert_eq!(error.code() == "snapshot_newer", is_version, "bit {bit}: {error}");
    }
    for len in 0..bytes.len() {
        assert!(HybridBoard::load(&bytes[..len]).is_err(), "{len} bytes");
    }
    assert!(HybridBoard::load(&[bytes, vec![0]].concat()).is_err());
}
