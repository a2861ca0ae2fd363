//! The board against a vector that is sorted when somebody asks, and the exact key.

use edgeboard::leaderboard::{
    BoardKey, Change, Entry, Leaderboard, Outcome, Percentile, Reason, Record, SortOrder, Standing,
    Update,
};
use edgeboard::time::Timestamp;
use proptest::prelude::*;

use crate::model::{cases, numbers};
use crate::simulation::naive::{NaiveBoard, Row};

const ORDERS: [SortOrder; 2] = [SortOrder::Desc, SortOrder::Asc];

/// The words of an instant, a shard and a number in it: what decides between equal scores.
type Tie = (u64, u16, u64);

fn instant(ms: u64) -> Timestamp {
    Timestamp::from_ms(ms).unwrap()
}

fn key(order: SortOrder, score: i64, (ms, shard, sequence): Tie) -> BoardKey {
    BoardKey::new(order, score, instant(ms), shard, sequence)
}

fn entry_of(outcome: &Outcome) -> &Entry {
    outcome.entry.as_ref().unwrap()
}

fn record(version: u64, member: &str, delta: i64) -> Record {
    let change = Change::submit(delta);
    let stamp = instant(1_000 * version);
    Record { version, shard: 0, sequence: version, stamp, member: member.into(), change }
}

/// Plays deltas on a new board, one version after the other.
fn played(order: SortOrder, deltas: &[(&str, i64)]) -> (Leaderboard, Vec<Outcome>) {
    let mut board = Leaderboard::new(order);
    let records =
        (1..).zip(deltas).map(|(version, (member, delta))| record(version, member, *delta));
    let outcomes = records.map(|record| board.follow(&record)).collect();
    board.internal_validate().unwrap();
    (board, outcomes)
}

fn names(board: &Leaderboard) -> Vec<String> {
    board.top(usize::MAX).map(|entry| entry.member).collect()
}

fn shares(board: &Leaderboard, member: &str) -> (f64, f64) {
    let Percentile { percentile, top } = board.percentile(member).unwrap();
    (percentile, top)
}

#[test]
fn an_empty_board_knows_nobody() {
    let board = Leaderboard::new(SortOrder::Desc);
    assert!(board.is_empty());
    assert_eq!((board.get("nobody"), board.key("nobody")), (None, None));
    assert_eq!(board.percentile("nobody"), None);
    assert_eq!((board.top(10).count(), board.rows().count()), (0, 0));
    board.internal_validate().unwrap();
}

#[test]
fn scores_past_the_doubles_keep_their_order_and_every_digit() {
    let scores = [
        ("me", 1_009_651_914_519_660_511),
        ("rival", 1_009_651_914_519_660_512),
        ("other", 1_009_651_914_519_660_544),
    ];
    let (mut board, _) = played(SortOrder::Desc, &scores);
    assert_eq!(names(&board), ["other", "rival", "me"]);
    for (member, score) in scores {
        assert_eq!(board.get(member).map(|entry| entry.score.first()), Some(score));
    }
    assert_eq!(
        board.follow(&record(4, "other", 1)).entry.unwrap().score.first(),
        1_009_651_914_519_660_545
    );

    let near = [("aaa", (1 << 53) - 1), ("bbb", (1 << 53) + 1), ("ccc", 1 << 53)];
    assert_eq!(names(&played(SortOrder::Desc, &near).0), ["bbb", "ccc", "aaa"]);
    assert_eq!(names(&played(SortOrder::Asc, &near).0), ["aaa", "ccc", "bbb"]);
}

#[test]
fn of_equal_scores_the_earlier_is_ahead_whatever_the_names() {
    for order in ORDERS {
        let (board, _) = played(order, &[("z", 2_220), ("y", 2_220), ("x", 2_220)]);
        assert_eq!(names(&board), ["z", "y", "x"]);
    }
    let mut board = Leaderboard::new(SortOrder::Desc);
    for at in 0..21 {
        let member = format!("p{:02}", 20 - at);
        let stamp = instant(1_760_000_000_000 + at * 1_000);
        let change = Change::submit(5_000_000);
        let (version, sequence) = (at + 1, at + 1);
        board.follow(&Record { version, shard: 0, sequence, stamp, member, change });
    }
    let expected: Vec<_> = (0..21).map(|at| format!("p{:02}", 20 - at)).collect();
    assert_eq!(names(&board), expected);
}

#[test]
fn the_shard_and_then_the_sequence_decide_within_a_millisecond() {
    let mut board = Leaderboard::new(SortOrder::Asc);
    let ties: [(&str, Tie); 4] =
        [("late", (8, 0, 1)), ("b", (7, 1, 1)), ("c", (7, 1, 2)), ("a", (7, 0, 9))];
    for (member, tie) in ties {
        board.put(member, key(SortOrder::Asc, 5, tie));
    }
    assert_eq!(names(&board), ["a", "b", "c", "late"]);
}

#[test]
fn a_first_zero_is_a_score_and_has_a_rank() {
    let (board, outcomes) = played(SortOrder::Desc, &[("a", 0)]);
    let entry = Entry {
        member: "a".into(),
        rank: Some(1),
        score: 0.into(),
        reached_at: instant(1_000),
        metadata: None,
    };
    assert_eq!(board.get("a"), Some(entry.clone()));
    let reason = Reason::Added;
    assert_eq!(
        outcomes,
        [Outcome {
            version: 1,
            applied: true,
            hidden: false,
            reason,
            entry: Some(entry),
            previous: None
        }]
    );
}

#[test]
fn a_change_of_nothing_keeps_the_time_and_any_other_sets_it() {
    let deltas = [("a", 10), ("b", 10), ("a", 0), ("a", -3), ("a", 3)];
    let (board, outcomes) = played(SortOrder::Desc, &deltas);
    let seen =
        |outcome: &Outcome| (outcome.applied, outcome.reason, entry_of(outcome).reached_at.ms());
    let seen: Vec<_> = outcomes.iter().map(seen).collect();
    assert_eq!(seen[2], (false, Reason::Equal, 1_000), "+0 is no new time");
    assert_eq!(seen[3], (true, Reason::Added, 4_000), "a step down is");
    assert_eq!(seen[4], (true, Reason::Added, 5_000), "and so is the way back");
    assert_eq!(names(&board), ["b", "a"], "b has had 10 for longer now");
}

#[test]
fn scores_below_zero_rank_below_it() {
    let (board, outcomes) = played(SortOrder::Desc, &[("a", 51), ("b", 0), ("a", -60)]);
    assert_eq!(entry_of(&outcomes[2]).score.first(), -9);
    assert_eq!(outcomes[2].previous, Some(Standing { rank: Some(1), score: 51.into() }));
    assert_eq!(names(&board), ["b", "a"]);
    assert_eq!(names(&played(SortOrder::Asc, &[("a", 51), ("b", 0), ("a", -60)]).0), ["a", "b"]);
}

#[test]
fn a_score_stops_at_the_ends_of_the_range_and_keeps_its_time_there() {
    for (end, delta) in [(i64::MAX, 1), (i64::MIN, -1), (i64::MAX, i64::MAX), (i64::MIN, i64::MIN)]
    {
        let (_, outcomes) =
            played(SortOrder::Desc, &[("a", end - delta), ("a", delta), ("a", delta)]);
        if delta.unsigned_abs() == 1 {
            assert_eq!(outcomes[1].reason, Reason::Added, "the end itself is inside");
        }
        let last = &outcomes[2];
        assert_eq!(
            (entry_of(last).score.first(), last.reason, last.applied),
            (end, Reason::Clamped, false)
        );
        assert_eq!(entry_of(last).reached_at, entry_of(&outcomes[1]).reached_at);
    }
    let (_, outcomes) = played(SortOrder::Desc, &[("a", i64::MAX - 5), ("a", 9), ("a", -9)]);
    assert_eq!(
        (entry_of(&outcomes[1]).score.first(), outcomes[1].reason),
        (i64::MAX, Reason::Clamped)
    );
    assert!(outcomes[1].applied, "it did move, if not all the way");
    assert_eq!(
        (entry_of(&outcomes[2]).score.first(), outcomes[2].reason),
        (i64::MAX - 9, Reason::Added)
    );
}

#[test]
fn shares_count_who_is_strictly_worse_and_the_competition_rank() {
    let scores = [("a", 50), ("b", 50), ("c", 30), ("d", 30), ("e", 10)];
    let (board, _) = played(SortOrder::Desc, &scores);
    let expected = [(60.0, 20.0), (60.0, 20.0), (20.0, 60.0), (20.0, 60.0), (0.0, 100.0)];
    for ((member, _), expected) in scores.iter().zip(expected) {
        assert_eq!(shares(&board, member), expected, "{member}");
    }
    let (board, _) = played(SortOrder::Asc, &scores);
    assert_eq!(shares(&board, "e"), (80.0, 20.0), "the lowest leads");
    assert_eq!(shares(&board, "a"), (0.0, 80.0));
    let (alone, _) = played(SortOrder::Desc, &[("a", -7)]);
    assert_eq!(shares(&alone, "a"), (0.0, 100.0));
}

#[test]
fn a_page_of_the_head_is_as_long_as_asked_or_as_there_are() {
    let (board, _) = played(SortOrder::Desc, &[("a", 3), ("b", 2), ("c", 1)]);
    let ranks = |limit| board.top(limit).map(|entry| entry.rank.unwrap()).collect::<Vec<_>>();
    assert_eq!(ranks(0), [0; 0]);
    assert_eq!(ranks(2), [1, 2]);
    assert_eq!(ranks(3), [1, 2, 3]);
    assert_eq!(ranks(usize::MAX), [1, 2, 3]);
}

#[test]
fn members_are_compared_by_their_bytes_and_never_normalised() {
    let names = ["0", "007", "7", "é", "e\u{301}", "__proto__", "constructor", "..", "A", "a"];
    let deltas: Vec<_> = names.iter().zip(1..).map(|(name, score)| (*name, score)).collect();
    let (board, _) = played(SortOrder::Asc, &deltas);
    assert_eq!(self::names(&board), names);
}

#[test]
fn a_row_that_is_put_twice_is_there_once_with_the_later_key() {
    let mut board = Leaderboard::new(SortOrder::Desc);
    board.put("a", key(SortOrder::Desc, 1, (1, 0, 1)));
    board.put("a", key(SortOrder::Desc, 9, (2, 0, 2)));
    board.put("a", key(SortOrder::Desc, 9, (2, 0, 2)));
    assert_eq!(board.len(), 1);
    assert_eq!(board.get("a").map(|entry| (entry.score.first(), entry.rank)), Some((9, Some(1))));
    board.internal_validate().unwrap();
}

/// One event as the properties draw it: who, how much, how long after the one before.
#[derive(Clone, Debug)]
struct Step {
    member: usize,
    delta: i64,
    pause: u64,
    shard: u16,
}

fn steps(members: usize, length: usize) -> impl Strategy<Value = Vec<Step>> {
    let delta = prop_oneof![
        8 => -3..4i64,
        4 => -1_000..1_000i64,
        2 => Just(0),
        1 => any::<i64>(),
        1 => prop_oneof![Just(i64::MAX), Just(i64::MIN), Just(i64::MIN + 1)],
    ];
    let pause = prop_oneof![3 => Just(0), 2 => 1..5u64, 1 => 0..100_000_000u64];
    let step = (0..members, delta, pause, 0..3u16).prop_map(|(member, delta, pause, shard)| Step {
        member,
        delta,
        pause,
        shard,
    });
    proptest::collection::vec(step, 1..length)
}

fn records(steps: &[Step]) -> Vec<Record> {
    let mut ms = 1_700_000_000_000;
    let record = |(version, step): (u64, &Step)| {
        ms += step.pause;
        Record {
            version,
            shard: step.shard,
            sequence: version,
            stamp: instant(ms),
            member: format!("m{}", step.member),
            change: Change::submit(step.delta),
        }
    };
    (1..).zip(steps).map(record).collect()
}

fn order() -> impl Strategy<Value = SortOrder> {
    prop_oneof![Just(SortOrder::Desc), Just(SortOrder::Asc)]
}

/// Compares everything that can be read with what the vector says.
fn assert_same(board: &Leaderboard, naive: &NaiveBoard) {
    let sorted = naive.sorted();
    assert_eq!(board.len(), sorted.len());
    let rows: Vec<_> = board.rows().map(|(name, key)| (name.to_vec(), key)).collect();
    let expected = sorted.iter().map(|row| {
        let tie = (row.stamp, row.shard, row.sequence);
        (row.member.clone().into_bytes(), key(naive.order(), row.score, tie))
    });
    assert_eq!(rows, expected.collect::<Vec<_>>());
    for (entry, row) in board.top(usize::MAX).zip(&sorted) {
        assert_eq!(entry.rank, naive.rank(&row.member));
        assert_eq!((entry.score.first(), entry.reached_at.ms()), (row.score, row.stamp));
        assert_eq!(board.get(&row.member), Some(entry));
        let share = board.percentile(&row.member).map(|share| (share.percentile, share.top));
        assert_eq!(share, naive.shares(&row.member));
    }
    board.internal_validate().unwrap();
}

/// Plays records in runs of the given lengths, each judged as a whole before it is taken in.
fn in_runs(order: SortOrder, records: &[Record], lengths: &[usize]) -> (Leaderboard, Vec<Outcome>) {
    let mut board = Leaderboard::new(order);
    let mut outcomes = Vec::new();
    let (mut rest, mut lengths) = (records, lengths.iter().cycle());
    while !rest.is_empty() {
        let length = lengths.next().map_or(1, |length| *length).min(rest.len());
        let (run, behind) = rest.split_at(length);
        let before: Vec<_> = board.rows().map(|(name, key)| (name.to_vec(), key)).collect();
        let updates = board.plan(run);
        let after: Vec<_> = board.rows().map(|(name, key)| (name.to_vec(), key)).collect();
        assert_eq!(before, after, "a plan changes nothing");
        outcomes.extend(updates.iter().map(|update: &Update| board.commit(update)));
        rest = behind;
    }
    (board, outcomes)
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_board_behaves_as_a_vector_that_is_sorted(order in order(), steps in steps(8, 120)) {
        let (mut board, mut naive) = (Leaderboard::new(order), NaiveBoard::new(order));
        for (at, record) in records(&steps).iter().enumerate() {
            prop_assert_eq!(board.follow(record), naive.apply(record));
            if at % 16 == 0 {
                assert_same(&board, &naive);
            }
        }
        assert_same(&board, &naive);
    }

    #[test]
    fn a_run_does_what_its_records_do_one_by_one(
        order in order(),
        steps in steps(6, 100),
        lengths in proptest::collection::vec(1..30usize, 1..6),
    ) {
        let records = records(&steps);
        let mut single = Leaderboard::new(order);
        let expected: Vec<_> = records.iter().map(|record| single.follow(record)).collect();
        let (board, outcomes) = in_runs(order, &records, &lengths);
        prop_assert_eq!(outcomes, expected);
        prop_assert_eq!(
            board.rows().collect::<Vec<_>>(),
            single.rows().collect::<Vec<_>>()
        );
        board.internal_validate().unwrap();
    }

    #[test]
    fn a_board_loaded_from_its_rows_goes_on_as_before(
        order in order(),
        steps in steps(6, 60),
        cut in 0..60usize,
    ) {
        let records = records(&steps);
        let (first, second) = records.split_at(cut.min(records.len()));
        let mut board = Leaderboard::new(order);
        for record in first {
            board.follow(record);
        }
        let mut loaded = Leaderboard::new(order);
        // Any order of loading will do; rows are read by name.
        let mut rows: Vec<_> = board.rows().collect();
        rows.sort_unstable();
        for (name, key) in rows {
            let stored = BoardKey::from_bytes(&key.to_bytes()).unwrap();
            loaded.put(std::str::from_utf8(&name).unwrap(), stored);
        }
        for record in second {
            prop_assert_eq!(loaded.follow(record), board.follow(record));
        }
        loaded.internal_validate().unwrap();
    }
}

#[test]
fn twenty_thousand_members_stand_where_sorting_puts_them() {
    for order in ORDERS {
        let mut below = numbers(7);
        let mut board = Leaderboard::new(order);
        let mut rows = vec![];
        for version in 1..=40_000 {
            let member = format!("m{}", below(20_000));
            let record = record(version, &member, below(2_000) as i64 - 900);
            board.follow(&record);
        }
        for (name, key) in board.rows() {
            rows.push((key.score(order), key.stamp().ms(), name.to_vec()));
        }
        let mut sorted = rows.clone();
        sorted.sort_by(|a, b| {
            let scores = match order {
                SortOrder::Desc => b.0.cmp(&a.0),
                SortOrder::Asc => a.0.cmp(&b.0),
            };
            scores.then(a.1.cmp(&b.1))
        });
        assert_eq!(rows, sorted);
        for (rank, (_, _, name)) in (1..).zip(&rows).step_by(97) {
            let name = std::str::from_utf8(name).unwrap();
            assert_eq!(board.get(name).and_then(|entry| entry.rank), Some(rank));
        }
        board.internal_validate().unwrap();
    }
}

#[test]
fn the_vector_itself_is_right_about_a_case_worked_by_hand() {
    let mut naive = NaiveBoard::new(SortOrder::Desc);
    for (version, member, delta) in [(1, "a", 5), (2, "b", 7), (3, "a", 2), (4, "c", 9)] {
        naive.apply(&record(version, member, delta));
    }
    let sorted = naive.sorted();
    let seen = |row: &Row| (row.member.clone(), row.score, row.stamp);
    let seen: Vec<_> = sorted.iter().map(seen).collect();
    assert_eq!(seen, [("c".into(), 9, 4_000), ("b".into(), 7, 2_000), ("a".into(), 7, 3_000)]);
    assert_eq!(naive.rank("a"), Some(3));
    assert_eq!(naive.shares("a"), Some((0.0, 100.0 * 2.0 / 3.0)));
}
