//! The protocol between a ledger and the periods of its board, step by step.

use edgeboard::leaderboard::{Change, Leaderboard, Record, Rules, SortOrder};
use edgeboard::ledger::{
    Acceptance, Body, Digest, Event, Fate, Fault, Gap, Ledger, MAX_DELIVERY_RECORDS, Refusal, Seen,
    Span, Stream, Total, Verdict, View,
};
use edgeboard::period::{Calendar, Calendars, Duration, Period, PeriodKind, PeriodRule, Zones};
use edgeboard::time::{DAY_MS, Timestamp};
use proptest::prelude::*;

use crate::model::cases;

/// 2026-10-14T12:00:00Z.
const NOON: u64 = 1_791_979_200_000;

fn at(ms: u64) -> Timestamp {
    Timestamp::from_ms(ms).unwrap()
}

fn rules(kinds: &[PeriodKind]) -> Rules {
    let mut rules = Rules::default();
    rules.periods = kinds.iter().map(|kind| (*kind).into()).collect();
    rules
}

fn ledger_of(kinds: &[PeriodKind]) -> Ledger {
    Ledger::new(rules(kinds), calendars(&rules(kinds)), 0)
}

fn calendars(rules: &Rules) -> Calendars {
    rules.calendars(&Zones::default()).unwrap()
}

fn day_and_all() -> Ledger {
    ledger_of(&[PeriodKind::Day, PeriodKind::All])
}

fn all_time() -> Ledger {
    ledger_of(&[PeriodKind::All])
}

fn event(number: u8, delta: i64) -> Event {
    let body = Body { member: "ann".into(), delta };
    Event { id: Digest([number; 16]), digest: Digest([delta as u8; 16]), body }
}

fn accepted(verdict: Verdict) -> Acceptance {
    match verdict {
        Verdict::Accepted(acceptance) => acceptance,
        other => panic!("{other:?} is no acceptance"),
    }
}

/// Takes a new event of one point at an instant.
fn take(ledger: &mut Ledger, ms: u64) -> Acceptance {
    let acceptance = accepted(ledger.judge(&event(1, 1), None, None, at(ms)));
    ledger.accept(&acceptance);
    acceptance
}

fn places(acceptance: &Acceptance) -> Vec<(&str, u64)> {
    acceptance.places.iter().map(|place| (place.period.id.as_str(), place.version)).collect()
}

fn spans(ledger: &mut Ledger) -> Vec<(String, u64, u64)> {
    let span = |(period, span): (Period, Span)| (period.id, span.after, span.through);
    ledger.due().into_iter().map(span).collect()
}

fn record(version: u64) -> Record {
    let (stamp, change) = (at(NOON), Change::submit(1));
    Record { version, shard: 0, sequence: version, stamp, member: "ann".into(), change }
}

fn run(versions: impl IntoIterator<Item = u64>) -> Vec<Record> {
    versions.into_iter().map(record).collect()
}

fn view() -> View {
    View::new(Leaderboard::new(SortOrder::Desc), 0)
}

/// Gives records to a view and returns its version.
fn follow(view: &mut View, versions: impl IntoIterator<Item = u64>) -> Result<u64, Gap> {
    let plan = view.plan(&run(versions))?;
    view.commit(&plan);
    Ok(view.version())
}

#[test]
fn the_first_event_of_a_board_is_version_one_of_each_of_its_periods() {
    let ledger = day_and_all();
    let acceptance = accepted(ledger.judge(&event(1, 30), None, None, at(NOON)));
    assert_eq!((acceptance.stamp, acceptance.sequence), (at(NOON), 1));
    assert_eq!(places(&acceptance), [("2026-10-14", 1), ("all", 1)]);
    assert_eq!(acceptance.total, Total { period: "all".into(), units: 30 });
}

#[test]
fn judging_changes_nothing_until_the_acceptance_is_taken() {
    let mut ledger = day_and_all();
    let judged = ledger.judge(&event(1, 1), None, None, at(NOON));
    assert_eq!(ledger.judge(&event(1, 1), None, None, at(NOON)), judged);
    assert!(spans(&mut ledger).is_empty() && ledger.stream("all").is_none());
    ledger.accept(&accepted(judged));
    assert_eq!(ledger.stream("all").map(Stream::last), Some(1));
}

#[test]
fn each_stream_is_numbered_for_itself_and_the_ledger_across_them() {
    let mut ledger = day_and_all();
    take(&mut ledger, NOON);
    let second = take(&mut ledger, NOON + 1);
    assert_eq!(places(&second), [("2026-10-14", 2), ("all", 2)]);
    let next_day = take(&mut ledger, NOON + DAY_MS);
    assert_eq!(places(&next_day), [("2026-10-15", 1), ("all", 3)]);
    assert_eq!(next_day.sequence, 3);
    let back = take(&mut ledger, NOON + 5);
    assert_eq!(places(&back), [("2026-10-14", 3), ("all", 4)], "the day before goes on");
}

#[test]
fn the_stamp_never_runs_backwards_but_the_periods_are_those_of_the_arrival() {
    let mut ledger = day_and_all();
    let midnight = NOON + DAY_MS / 2;
    let stamps = [midnight + 7, midnight - 1, midnight + 7, midnight + 8].map(|ms| {
        let acceptance = take(&mut ledger, ms);
        (acceptance.stamp.ms() - midnight, acceptance.places[0].period.id.clone())
    });
    let days = ["2026-10-15", "2026-10-14", "2026-10-15", "2026-10-15"].map(String::from);
    let [first, second, third, fourth] = days;
    assert_eq!(stamps, [(7, first), (7, second), (7, third), (8, fourth)]);
}

#[test]
fn a_known_id_is_answered_as_decided_whatever_the_clock_says() {
    let mut ledger = day_and_all();
    let acceptance = take(&mut ledger, NOON);
    let fate = Fate::Counted(acceptance.places);
    let seen = Seen { digest: event(1, 1).digest, stamp: acceptance.stamp, fate };
    for now in [NOON, NOON - 3_600_000, NOON + DAY_MS, NOON + 400 * DAY_MS] {
        let verdict = ledger.judge(&event(1, 1), Some(seen.clone()), Some(1), at(now));
        assert_eq!(verdict, Verdict::Replayed(seen.clone()));
        let other = ledger.judge(&event(1, 2), Some(seen.clone()), Some(1), at(now));
        assert_eq!(other, Verdict::Conflict);
    }
}

#[test]
fn a_total_past_64_bits_is_refused_and_takes_no_number() {
    let mut ledger = all_time();
    take(&mut ledger, NOON);
    for (total, delta) in [(i64::MAX, 1), (i64::MIN, -1), (1, i64::MAX), (-1, i64::MIN)] {
        let verdict = ledger.judge(&event(2, delta), None, Some(total), at(NOON));
        let Verdict::Refused(seen) = verdict else { panic!("{total} + {delta}: {verdict:?}") };
        assert_eq!(seen.fate, Fate::Refused(Refusal::ScoreOverflow));
        assert_eq!(seen.digest, event(2, delta).digest);
        let again = ledger.judge(&event(2, delta), Some(seen.clone()), Some(0), at(NOON));
        assert_eq!(again, Verdict::Replayed(seen), "also where it would fit by now");
    }
    assert_eq!(Refusal::ScoreOverflow.code(), "score_overflow");
    assert_eq!(take(&mut ledger, NOON).sequence, 2);
}

#[test]
fn totals_up_to_the_ends_of_the_range_are_taken() {
    let ledger = all_time();
    for (total, delta) in [(Some(i64::MAX - 1), 1), (Some(i64::MIN + 1), -1), (None, i64::MIN)] {
        let acceptance = accepted(ledger.judge(&event(1, delta), None, total, at(NOON)));
        assert_eq!(acceptance.total.units, total.unwrap_or(0) + delta);
    }
}

#[test]
fn an_event_before_the_first_numbered_period_is_not_taken() {
    let mut rules = Rules::default();
    let numbered = PeriodRule {
        base: Some(at(NOON)),
        length: Duration::parse("1d"),
        ..PeriodKind::Numbered.into()
    };
    rules.periods = vec![PeriodKind::Day.into(), numbered];
    let mut ledger = Ledger::new(rules.clone(), calendars(&rules), 0);
    assert_eq!(ledger.judge(&event(1, 5), None, None, at(NOON - 1)), Verdict::NotStarted);
    let acceptance = take(&mut ledger, NOON);
    assert_eq!(places(&acceptance), [("2026-10-14", 1), ("n1", 1)], "the id was left free");
}

#[test]
fn totals_are_kept_in_the_longest_kind_of_period() {
    let of = |kinds: &[PeriodKind]| {
        let ledger = ledger_of(kinds);
        let judging = ledger.judging_period(at(NOON)).unwrap();
        let acceptance = accepted(ledger.judge(&event(1, 1), None, None, at(NOON)));
        assert_eq!(acceptance.total.period, judging.id);
        judging.id
    };
    assert_eq!(of(&[PeriodKind::Day]), "2026-10-14");
    assert_eq!(of(&[PeriodKind::Day, PeriodKind::All]), "all");
    assert_eq!(of(&[PeriodKind::All, PeriodKind::Day]), "all");
}

#[test]
fn a_stream_sends_one_run_at_a_time() {
    let mut ledger = all_time();
    take(&mut ledger, NOON);
    assert_eq!(spans(&mut ledger), [("all".into(), 0, 1)]);
    take(&mut ledger, NOON);
    take(&mut ledger, NOON);
    assert!(spans(&mut ledger).is_empty(), "one is under way");
    assert_eq!(ledger.answered("all", 1), Ok(()));
    assert_eq!(spans(&mut ledger), [("all".into(), 1, 3)]);
    assert_eq!(ledger.answered("all", 3), Ok(()));
    assert!(spans(&mut ledger).is_empty() && ledger.is_settled());
}

#[test]
fn streams_do_not_wait_for_each_other() {
    let mut ledger = day_and_all();
    take(&mut ledger, NOON);
    assert_eq!(spans(&mut ledger), [("2026-10-14".into(), 0, 1), ("all".into(), 0, 1)]);
    take(&mut ledger, NOON);
    assert_eq!(ledger.answered("all", 1), Ok(()));
    assert_eq!(spans(&mut ledger), [("all".into(), 1, 2)]);
    ledger.failed("2026-10-14");
    assert_eq!(spans(&mut ledger), [("2026-10-14".into(), 0, 2)], "all that is missing, at once");
    assert!(!ledger.is_settled());
}

#[test]
fn a_run_is_no_longer_than_the_limit() {
    let mut ledger = all_time();
    for _ in 0..MAX_DELIVERY_RECORDS + 3 {
        take(&mut ledger, NOON);
    }
    assert_eq!(spans(&mut ledger), [("all".into(), 0, MAX_DELIVERY_RECORDS)]);
    assert_eq!(ledger.answered("all", MAX_DELIVERY_RECORDS), Ok(()));
    let rest = (MAX_DELIVERY_RECORDS, MAX_DELIVERY_RECORDS + 3);
    assert_eq!(spans(&mut ledger), [("all".into(), rest.0, rest.1)]);
}

#[test]
fn records_are_due_again_where_nobody_answered() {
    let mut ledger = all_time();
    take(&mut ledger, NOON);
    for _ in 0..3 {
        assert_eq!(spans(&mut ledger), [("all".into(), 0, 1)]);
        ledger.failed("all");
    }
    assert_eq!(ledger.stream("all").map(Stream::acknowledged), Some(0));
}

#[test]
fn a_period_that_lost_rows_is_sent_them_again() {
    let mut ledger = all_time();
    for _ in 0..4 {
        take(&mut ledger, NOON);
    }
    spans(&mut ledger);
    assert_eq!(ledger.answered("all", 4), Ok(()));
    take(&mut ledger, NOON);
    assert_eq!(spans(&mut ledger), [("all".into(), 4, 5)]);
    assert_eq!(ledger.answered("all", 2), Ok(()), "it says that it has no more than two");
    assert_eq!(spans(&mut ledger), [("all".into(), 2, 5)]);
}

#[test]
fn an_answer_that_takes_nothing_is_stuck_and_tried_again_later() {
    let mut ledger = all_time();
    take(&mut ledger, NOON);
    spans(&mut ledger);
    let fault = ledger.answered("all", 0).unwrap_err();
    assert_eq!(fault, Fault::Stuck { version: 0 });
    assert!(fault.to_string().contains("stays at version 0"), "{fault}");
    assert_eq!(spans(&mut ledger), [("all".into(), 0, 1)]);
}

#[test]
fn a_period_that_is_ahead_of_its_ledger_is_sent_nothing_more() {
    let mut ledger = all_time();
    take(&mut ledger, NOON);
    spans(&mut ledger);
    let fault = ledger.answered("all", 9).unwrap_err();
    assert_eq!(fault, Fault::Ahead { version: 9, last: 1 });
    assert!(fault.to_string().contains('9') && fault.to_string().contains('1'), "{fault}");
    take(&mut ledger, NOON);
    assert!(spans(&mut ledger).is_empty());
    assert_eq!(ledger.stream("all").map(Stream::acknowledged), Some(0));
}

#[test]
fn words_about_a_period_without_a_stream_are_ignored() {
    let mut ledger = all_time();
    assert_eq!(ledger.answered("2026-10-14", 3), Ok(()));
    ledger.failed("2026-10-14");
    assert!(ledger.stream("2026-10-14").is_none() && ledger.is_settled());
}

#[test]
fn a_restored_ledger_goes_on_and_sends_what_is_not_acknowledged() {
    let all = Calendar::utc(PeriodKind::All).unwrap().of(at(0)).unwrap();
    let day = Calendar::utc(PeriodKind::Day).unwrap().of(at(NOON)).unwrap();
    let streams = [Stream::restore(all, 7, 5), Stream::restore(day, 3, 3)];
    let rules = rules(&[PeriodKind::Day, PeriodKind::All]);
    let mut ledger =
        Ledger::restore(rules.clone(), calendars(&rules), 4, (at(NOON + 9), 7), streams);
    assert_eq!((ledger.shard(), ledger.rules()), (4, &rules));
    assert_eq!(spans(&mut ledger), [("all".into(), 5, 7)]);
    let acceptance = take(&mut ledger, NOON);
    assert_eq!((acceptance.stamp, acceptance.sequence), (at(NOON + 9), 8));
    assert_eq!(places(&acceptance), [("2026-10-14", 4), ("all", 8)]);
}

#[test]
fn a_view_takes_the_next_records_and_skips_those_it_has() {
    let mut view = view();
    assert_eq!(follow(&mut view, 1..=3), Ok(3));
    assert_eq!(follow(&mut view, 2..=5), Ok(5), "two known, two new");
    assert_eq!(follow(&mut view, 1..=4), Ok(5), "all known");
    assert_eq!(follow(&mut view, []), Ok(5));
    assert_eq!(view.board().get("ann").map(|entry| entry.score.first()), Some(5));
}

#[test]
fn a_view_takes_nothing_of_a_run_with_a_gap() {
    let mut view = view();
    follow(&mut view, 1..=2).unwrap();
    let gaps = [
        (vec![4], Gap { expected: 3, found: 4 }),
        (vec![2, 4], Gap { expected: 3, found: 4 }),
        (vec![3, 4, 6], Gap { expected: 5, found: 6 }),
        (vec![3, 3], Gap { expected: 4, found: 3 }),
        (vec![9, 3], Gap { expected: 3, found: 9 }),
        (vec![u64::MAX], Gap { expected: 3, found: u64::MAX }),
    ];
    for (versions, gap) in gaps {
        assert_eq!(view.plan(&run(versions)).unwrap_err(), gap);
    }
    let text = Gap { expected: 3, found: 4 }.to_string();
    assert!(text.contains('3') && text.contains('4'), "{text}");
    assert_eq!(view.version(), 2);
    assert_eq!(view.board().get("ann").map(|entry| entry.score.first()), Some(2));
}

#[test]
fn a_plan_changes_nothing_until_it_is_committed() {
    let mut view = view();
    let plan = view.plan(&run(1..=3)).unwrap();
    assert_eq!((view.version(), view.board().len()), (0, 0));
    assert_eq!((plan.version(), plan.updates().len()), (3, 3));
    assert_eq!(view.plan(&run(1..=3)).unwrap(), plan);
    let outcomes = view.commit(&plan);
    assert_eq!(outcomes.iter().map(|outcome| outcome.version).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(view.version(), 3);
    let known = view.plan(&run(1..=3)).unwrap();
    assert!(known.updates().is_empty());
    assert_eq!(known.version(), 3);
}

#[test]
fn an_event_without_effect_takes_a_version_all_the_same() {
    let mut view = view();
    let nothing = |r| Record { change: Change::submit(0), ..r };
    let records: Vec<_> = run(1..=2).into_iter().map(nothing).collect();
    let plan = view.plan(&records).unwrap();
    let applied: Vec<_> = view.commit(&plan).iter().map(|outcome| outcome.applied).collect();
    assert_eq!((applied, view.version()), (vec![true, false], 2));
}

#[test]
fn bodies_lie_in_their_bytes_as_documented() {
    let body = Body { member: "ab".into(), delta: -2 };
    let mut bytes = vec![0, 0, 0, 0, 0, 0, 0, 2, b'a', b'b', b'+'];
    bytes.extend([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe]);
    assert_eq!(body.canonical(), bytes);
}

proptest! {
    #![proptest_config(cases(5_000))]

    #[test]
    fn only_equal_bodies_have_equal_bytes(
        a in ("[+a\0]{0,3}|\\PC{0,12}", any::<i64>()),
        b in ("[+a\0]{0,3}|\\PC{0,12}", any::<i64>()),
        same in 0..3u8,
    ) {
        let b = match same {
            0 => b,
            1 => (a.0.clone(), b.1),
            _ => (b.0, a.1),
        };
        let bytes = |(member, units): (String, i64)| {
            Body { member, delta: units }.canonical()
        };
        prop_assert_eq!(bytes(a.clone()) == bytes(b.clone()), a == b);
    }

    #[test]
    fn any_run_of_records_is_taken_whole_or_not_at_all(
        start in 0..6u64,
        versions in proptest::collection::vec(1..12u64, 0..8),
        sorted in any::<bool>(),
    ) {
        let mut versions = versions;
        if sorted {
            versions.sort_unstable();
            versions.dedup();
        }
        let mut view = view();
        follow(&mut view, 1..=start).unwrap();
        match follow(&mut view, versions.iter().copied()) {
            Ok(version) => prop_assert!(version >= start && versions.iter().all(|v| *v <= version)
                || !sorted),
            Err(gap) => {
                prop_assert_eq!(view.version(), start);
                prop_assert!(versions.contains(&gap.found));
            }
        }
        // Every record is worth one point, so that a score other than the version is a doubled or
        // a lost one.
        let score = view.board().get("ann").map_or(0, |entry| entry.score.first());
        prop_assert_eq!(score.unsigned_abs(), view.version());
    }
}
