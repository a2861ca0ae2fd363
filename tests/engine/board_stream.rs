//! What a board gives to others and takes from them: its records, a comparison with totals, and
//! several periods as one.

use std::collections::BTreeMap;

use edgeboard::leaderboard::{
    BoardKey, Bounds, Change, Column, Columns, Command, Decimals, Difference, Leaderboard,
    NewTerms, OnFull, Operator, OutOfRange, Points, Reconciler, Record, SortOrder, Submission,
    Terms, Tie, Total,
};
use edgeboard::period;
use edgeboard::time::Timestamp;

use crate::model::numbers;

fn instant(ms: u64) -> Timestamp {
    Timestamp::from_ms(ms).unwrap()
}

fn record(version: u64, member: &str, change: Change) -> Record {
    let stamp = instant(1_791_993_600_000 + 10 * version);
    Record { version, shard: 0, sequence: version, stamp, member: member.into(), change }
}

fn played(terms: impl Into<Terms>, count: u64) -> Leaderboard {
    let (mut board, mut below) = (Leaderboard::new(terms).keeping_records(), numbers(21));
    for version in 1..=count {
        let member = format!("user:{:07}", below(500));
        board.follow(&record(version, &member, Change::submit(below(100) as i64)));
    }
    board
}

#[test]
fn records_are_kept_until_they_are_compacted_and_not_on_other_boards() {
    let mut board = played(SortOrder::Desc, 5_000);
    let versions = |board: &Leaderboard, after| -> Vec<u64> {
        board.events(after).unwrap().map(|record| record.version).collect()
    };
    assert_eq!(versions(&board, 0), (1..=5_000).collect::<Vec<_>>());
    assert_eq!(versions(&board, 4_998), [4_999, 5_000]);
    assert!(versions(&board, 5_000).is_empty());
    assert_eq!(board.events(5_001).err().unwrap().code(), "cursor_invalid");

    let bytes = board.record_bytes();
    assert!(bytes < 5_000 * 30, "{bytes} bytes");
    board.compact(2_000);
    assert_eq!(board.events_after(), 1_999);
    assert_eq!(versions(&board, 1_999)[0], 2_000);
    assert_eq!(board.events(1_998).err().unwrap().code(), "cursor_expired");
    assert!(board.record_bytes() < bytes);
    board.compact(1_000);
    assert_eq!(board.events_after(), 1_999, "what is gone does not come back");
    board.compact(u64::MAX);
    assert_eq!((board.events_after(), board.record_bytes()), (5_000, 0));
    board.follow(&record(5_001, "ann", Change::Remove));
    assert_eq!(versions(&board, 5_000), [5_001]);

    let mut other = Leaderboard::new(SortOrder::Desc);
    other.follow(&record(1, "ann", Change::submit(1)));
    assert_eq!((other.events_after(), other.record_bytes()), (1, 0));
    assert_eq!(other.events(0).err().unwrap().code(), "cursor_expired");
    assert_eq!(other.events(1).unwrap().count(), 0);
}

#[test]
fn nobody_goes_on_from_before_what_came_another_way() {
    let mut board = played(SortOrder::Desc, 5);
    for update in board.plan(&[record(6, "ann", Change::submit(1))]) {
        board.commit(&update);
    }
    assert_eq!(board.events_after(), 6);
    board.follow(&record(7, "ann", Change::submit(1)));
    assert_eq!(board.events(5).err().unwrap().code(), "cursor_expired");
    assert_eq!(board.events(6).unwrap().count(), 1);
}

#[test]
fn a_run_with_a_gap_is_refused_as_a_whole() {
    let board = played(SortOrder::Desc, 50);
    let all: Vec<Record> = board.events(0).unwrap().collect();
    let mut other = Leaderboard::new(SortOrder::Desc);
    let empty = other.hash();
    let without = |at: usize| [&all[..at], &all[at + 1..]].concat();
    let twice = [&all[..5], &all[4..]].concat();
    let mut narrow = all.clone();
    narrow[40].change = Change::submit(Points::new(&[1, 2]).unwrap());
    for (run, code) in [
        (without(0), "invalid_request"),
        (without(30), "invalid_request"),
        (twice.clone(), "invalid_request"),
        (narrow, "invalid_score"),
    ] {
        assert_eq!(other.replay(&run).unwrap_err().code(), code);
        assert_eq!((other.version(), other.hash()), (0, empty));
    }
    assert!(Record::encode(&twice).is_err());
    other.replay(&all[..20]).unwrap();
    other.replay(&all[20..]).unwrap();
    assert_eq!(other.hash(), board.hash());
    other.replay(&[]).unwrap();
}

#[test]
fn records_of_every_kind_come_back_from_their_bytes() {
    let points = Points::new(&[i64::MIN, i64::MAX, 0, -1]).unwrap();
    let text = || Some(Box::from("{\"a\":\"\u{1f600}\"}"));
    let submission = |at, metadata| Change::Submit(Submission { points, at, metadata });
    let rules = NewTerms { terms: SortOrder::Asc.into(), migrate: true };
    let changes = [
        submission(None, None),
        submission(Some(Timestamp::MAX), Some(None)),
        submission(Some(Timestamp::EPOCH), Some(text())),
        Change::submit(7),
        Change::Metadata(None),
        Change::Metadata(text()),
        Change::Ban,
        Change::Unban,
        Change::Remove,
        Change::Rules(Box::new(rules)),
    ];
    let ends = [(0, 0, 0), (u16::MAX, u64::MAX, Timestamp::MAX.ms()), (7, 3, 5), (7, 4, 5)];
    let records: Vec<Record> = changes
        .into_iter()
        .zip(u64::MAX / 2..)
        .zip(ends.into_iter().cycle())
        .map(|((change, version), (shard, sequence, ms))| {
            let member = "m".repeat(version as usize % 3 * 200);
            Record { version, shard, sequence, stamp: instant(ms), member, change }
        })
        .collect();
    let bytes = Record::encode(&records).unwrap();
    assert_eq!(Record::decode(&bytes).unwrap(), records);
    assert_eq!(Record::decode(&[]).unwrap(), []);
    assert_eq!(Record::decode(&[1, 4, 0, 0, 0]).unwrap().len(), 1);
    assert!(Record::decode(&[0, 4, 0, 0, 0]).is_err(), "versions count from 1");
    for len in 1..bytes.len() {
        let cut = Record::decode(&bytes[..len]);
        assert!(cut.map_or(true, |some| some.len() < records.len() && records.starts_with(&some)));
    }
    let mut below = numbers(4);
    for _ in 0..20_000 {
        let mut damaged = bytes.clone();
        damaged[below(bytes.len() as u64) as usize] = below(256) as u8;
        if let Ok(records) = Record::decode(&damaged) {
            assert_eq!(Record::decode(&Record::encode(&records).unwrap()).unwrap(), records);
        }
    }
}

#[test]
fn the_golden_bytes_of_a_run_are_these_for_ever() {
    let submission = Submission {
        points: Points::new(&[30, -1]).unwrap(),
        at: Some(instant(1_005)),
        metadata: Some(None),
    };
    let records = [
        Record { shard: 2, ..record(300, "ann", Change::Submit(submission)) },
        Record { shard: 2, ..record(301, "bob", Change::Ban) },
    ];
    let bytes = Record::encode(&records).unwrap();
    let ann = [104, 225, 157, 198, 228, 206, 208, 1, 2, 214, 4, 3, b'a', b'n', b'n'];
    let submission = [60, 1, 149, 255, 162, 178, 167, 104];
    let bob = [2, 40, 0, 3, b'b', b'o', b'b'];
    assert_eq!(bytes, [&[172, 2][..], &ann, &submission, &bob].concat());
}

fn total(member: &str, points: i64, sequence: u64) -> Total {
    let stamp = instant(1_791_993_600_000 + 10 * sequence);
    Total { member: member.into(), points: points.into(), stamp, shard: 0, sequence, at: None }
}

fn totals(board: &Leaderboard) -> Vec<Total> {
    let order = SortOrder::Desc;
    let rows = board.rows().map(|(name, key)| Total {
        member: String::from_utf8(name.to_vec()).unwrap(),
        points: key.score(order).into(),
        stamp: key.stamp(),
        shard: key.shard(),
        sequence: key.sequence(),
        at: None,
    });
    rows.collect()
}

#[test]
fn a_board_that_follows_its_totals_is_clean_and_any_other_is_reported_and_repaired() {
    let right = played(SortOrder::Desc, 2_000);
    let all = totals(&right);
    assert!(right.reconcile(all.clone(), 10).unwrap().is_clean());

    let key = |points, sequence| BoardKey::new(SortOrder::Desc, points, instant(1), 0, sequence);
    let (mut wrong, gone) = (Leaderboard::new(SortOrder::Desc), "user:0000002");
    for (name, key) in right.rows().filter(|(name, _)| *name != gone) {
        wrong.put(str::from_utf8(&name).unwrap(), key);
    }
    for (member, sequence) in [("user:0000001", 1), ("nobody", 2), ("again", 3)] {
        wrong.put(member, key(7, sequence));
    }
    let report = wrong.reconcile(all.clone(), 10).unwrap();
    assert_eq!((report.missing, report.extra, report.different), (1, 2, 1));
    assert_eq!(report.compared, all.len() as u64);
    assert!(
        report
            .differences
            .iter()
            .any(|one| matches!(one, Difference::Missing(total) if total.member == gone))
    );
    wrong.repair(&report).unwrap();
    wrong.internal_validate().unwrap();
    assert!(wrong.reconcile(all.clone(), 10).unwrap().is_clean());
    assert!(wrong.rows().map(|(_, key)| key).eq(right.rows().map(|(_, key)| key)));

    // A report has room for so many differences, and counts all.
    let report = Leaderboard::new(SortOrder::Desc).reconcile(all.clone(), 3).unwrap();
    assert_eq!((report.missing, report.differences.len()), (all.len() as u64, 3));
}

#[test]
fn totals_come_in_slices_while_the_board_stands_still() {
    let mut board = played(SortOrder::Desc, 300);
    let all = totals(&board);
    let mut reconciler = Reconciler::new(&board, 5);
    for slice in all.chunks(7) {
        reconciler.compare(&board, slice.to_vec()).unwrap();
    }
    assert!(reconciler.clone().finish(&board).unwrap().is_clean());
    board.follow(&record(301, "ann", Change::submit(1)));
    assert_eq!(reconciler.compare(&board, all).unwrap_err().code(), "invalid_request");
    let report = reconciler.finish(&board);
    assert!(report.is_err());
    let stale = Reconciler::new(&played(SortOrder::Desc, 299), 5);
    assert!(board.repair(&stale.finish(&played(SortOrder::Desc, 299)).unwrap()).is_err());
}

#[test]
fn a_repair_keeps_bans() {
    let mut board = Leaderboard::new(SortOrder::Desc);
    for (version, member) in (1..).zip(["ann", "bob", "cid"]) {
        board.follow(&record(version, member, Change::submit(30)));
    }
    board.follow(&record(4, "ann", Change::Ban));
    board.follow(&record(5, "bob", Change::Ban));
    let report = board.reconcile([total("ann", 31, 9), total("cid", 30, 3)], 9).unwrap();
    assert_eq!((report.missing, report.extra, report.different), (0, 1, 1));
    board.repair(&report).unwrap();
    board.internal_validate().unwrap();
    assert_eq!(board.len(), 1);
    let shown = board.follow(&record(6, "ann", Change::Unban)).entry.unwrap();
    assert_eq!((shown.rank, shown.score.first()), (Some(1), 31));
    assert_eq!(board.follow(&record(7, "bob", Change::submit(5))).entry.unwrap().rank, None);
}

fn day(terms: &Terms, seed: u64, start: u64) -> (Leaderboard, Vec<Record>) {
    let (mut board, mut below) = (Leaderboard::new(terms.clone()), numbers(seed));
    let mut records = Vec::new();
    for i in 0..300 {
        let (version, sequence) = (i + 1, start + i);
        let change = Change::submit(below(9) as i64 - 2);
        let stamp = instant(1_791_993_600_000 + sequence / 4);
        let member = format!("m{}", below(60));
        records.push(Record { version, shard: 0, sequence, stamp, member, change });
        board.follow(&records[i as usize]);
    }
    (board, records)
}

#[test]
fn a_week_is_the_union_of_its_days() {
    for op in [Operator::Sum, Operator::Best] {
        for tie in [Tie::Earliest, Tie::Member] {
            for order in [SortOrder::Desc, SortOrder::Asc] {
                let terms = Terms { tie, ..Terms::new(order, op) };
                let days: Vec<_> = (0..7).map(|i| day(&terms, i, 1 + 300 * i)).collect();
                let parts: Vec<&Leaderboard> = days.iter().map(|(board, _)| board).collect();
                let union = Leaderboard::union(&parts).unwrap();
                union.internal_validate().unwrap();
                let mut week = Leaderboard::new(terms);
                let all = days.iter().flat_map(|(_, records)| records);
                for (record, version) in all.zip(1..) {
                    week.follow(&Record { version, ..record.clone() });
                }
                assert_eq!(union.version(), week.version());
                let scores = |board: &Leaderboard| -> Vec<_> {
                    board.top(999).map(|entry| (entry.member, entry.score)).collect()
                };
                let by_name = |board| scores(board).into_iter().collect::<BTreeMap<_, _>>();
                assert_eq!(by_name(&union), by_name(&week));
                if op == Operator::Best {
                    // A part's best is reached where the week's is, so all of it is the same.
                    assert_eq!(union.hash(), week.hash());
                }
            }
        }
    }
}

#[test]
fn the_time_of_a_sum_is_the_latest_of_its_parts() {
    let part = |rows: &[(u64, &str, i64)]| {
        let mut board = Leaderboard::new(SortOrder::Desc);
        for &(version, member, points) in rows {
            board.follow(&record(version, member, Change::submit(points)));
        }
        board
    };
    let days = [part(&[(1, "ann", 10), (2, "bob", 10)]), part(&[(3, "bob", 5), (4, "ann", 5)])];
    let union = Leaderboard::union(&days.each_ref()).unwrap();
    let rows: Vec<_> =
        union.top(9).map(|entry| (entry.member, entry.reached_at.ms() % 100)).collect();
    assert_eq!(rows, [("bob".into(), 30), ("ann".into(), 40)]);
    assert_eq!(union.version(), 6);
}

#[test]
fn bans_metadata_and_bounds_of_parts_are_in_the_union() {
    let part = |start: u64, banned: &str, metadata: Option<&str>| {
        let bounds = period::Bounds { start: instant(start), end: instant(start + 10) };
        let mut board = Leaderboard::new(SortOrder::Desc).within(Some(bounds));
        let metadata = metadata.map(|text| Some(text.into()));
        let points = 5.into();
        board.follow(&record(1, "ann", Change::Submit(Submission { points, at: None, metadata })));
        board.follow(&record(2, "bob", Change::submit(3)));
        board.follow(&record(3, banned, Change::Ban));
        board
    };
    let parts = [part(20, "bob", Some("1")), part(10, "cid", Some("2")), part(30, "dee", None)];
    let mut union = Leaderboard::union(&parts.each_ref()).unwrap();
    union.internal_validate().unwrap();
    let top: Vec<_> = union.top(9).map(|entry| (entry.member, entry.metadata)).collect();
    assert_eq!(top, [("ann".into(), Some("2".into()))]);
    let early = union.apply(Command::submit("x", 1), instant(9)).unwrap_err();
    assert_eq!(early.to_string(), "the period starts at 1970-01-01T00:00:00.010Z");
    assert_eq!(
        union.apply(Command::submit("x", 1), instant(40)).unwrap_err().code(),
        "period_closed"
    );
    let bob = union.apply(Command { member: "bob".into(), change: Change::Unban }, instant(30));
    assert_eq!(bob.unwrap().entry.unwrap().score.first(), 9);
}

#[test]
fn boards_that_have_no_union_are_refused() {
    let refused = |parts: &[Terms]| {
        let boards: Vec<_> = parts.iter().cloned().map(Leaderboard::new).collect();
        let error = Leaderboard::union(&boards.iter().collect::<Vec<_>>()).unwrap_err();
        assert_eq!(error.code(), "invalid_request");
        error.to_string()
    };
    let plain = Terms::from(SortOrder::Desc);
    let best = Terms::new(SortOrder::Desc, Operator::Best);
    let bounds = Bounds { min: Some(0), max: None, out_of_range: OutOfRange::Clamp };
    let trim = Terms { max_members: Some(5), on_full: OnFull::Trim, ..plain.clone() };
    assert_eq!(refused(&[]), "a union has at least one board");
    let latest = Terms::new(SortOrder::Desc, Operator::Latest);
    assert_eq!(refused(&[latest]), "boards whose op is 'latest' have no union");
    let bounded = Terms { bounds, ..plain.clone() };
    let text = "boards whose op is 'sum' and that have 'min' or 'max' have no union";
    assert_eq!(refused(&[plain.clone(), bounded]), text);
    let text = "boards whose op is 'sum' and that let members go have no union";
    assert_eq!(refused(&[trim]), text);
    let same = |rule: &str| format!("the boards of a union have the same '{rule}'");
    assert_eq!(refused(&[plain.clone(), best.clone()]), same("op"));
    assert_eq!(refused(&[plain.clone(), SortOrder::Asc.into()]), same("columns"));
    assert_eq!(refused(&[plain.clone(), Terms { tie: Tie::Member, ..plain }]), same("tie"));
    let bounded = Leaderboard::new(Terms { bounds, ..best });
    assert!(Leaderboard::union(&[&bounded, &bounded]).is_ok(), "the best stays within bounds");
}

#[test]
fn a_union_whose_sums_do_not_fit_is_refused() {
    let part = |terms: &Terms, points: i64| {
        let mut board = Leaderboard::new(terms.clone());
        board.follow(&record(1, "ann", Change::submit(points)));
        board
    };
    let plain = Terms::from(SortOrder::Desc);
    let parts = [part(&plain, i64::MAX), part(&plain, 1)];
    assert_eq!(Leaderboard::union(&parts.each_ref()).unwrap_err().code(), "score_overflow");
    let column = Column {
        name: "points".into(),
        order: SortOrder::Desc,
        decimals: Decimals::default(),
        min: 0,
        max: 99,
    };
    let named = Terms { columns: Columns::new(vec![column]).unwrap(), ..plain };
    let parts = [part(&named, 60), part(&named, 40)];
    assert_eq!(Leaderboard::union(&parts.each_ref()).unwrap_err().code(), "column_out_of_range");
}
