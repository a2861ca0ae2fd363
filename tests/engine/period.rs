//! Dates, instants and periods, against a calendar that is counted day by day.

use edgeboard::leaderboard::Rules;
use edgeboard::period::{Bounds, Calendar, Period, PeriodKind};
use edgeboard::time::{DAY_MS, Date, Timestamp};
use proptest::prelude::*;

use crate::model::cases;

/// The days from 1970-01-01 to 9999-12-31.
const DAYS: u64 = 2_932_897;

fn at(ms: u64) -> Timestamp {
    Timestamp::from_ms(ms).unwrap()
}

fn days() -> Calendar {
    Calendar::utc(PeriodKind::Day).unwrap()
}

fn all_time() -> Calendar {
    Calendar::utc(PeriodKind::All).unwrap()
}

fn day(ms: u64) -> Period {
    days().of(at(ms)).unwrap()
}

fn bounds(period: &Period) -> Bounds {
    period.bounds.unwrap()
}

const fn days_in(year: u64, month: u64) -> u64 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Every date from 1970 to 9999 as year, month and day, in order.
fn calendar() -> impl Iterator<Item = (u64, u64, u64)> {
    (1970..=9999).flat_map(|year| {
        (1..=12)
            .flat_map(move |month| (1..=days_in(year, month)).map(move |day| (year, month, day)))
    })
}

#[test]
fn every_day_from_1970_to_9999_is_written_read_and_counted() {
    let mut count = 0;
    for (days, (year, month, day)) in (0i64..).zip(calendar()) {
        let date = Date::from_days(days);
        assert_eq!(date.days(), days);
        let text = format!("{year:04}-{month:02}-{day:02}");
        assert_eq!(date.to_string(), text, "day {days}");
        assert_eq!(Date::parse(&text), Some(date));
        count += 1;
    }
    assert_eq!(count, DAYS);
    assert_eq!(Timestamp::MAX.ms(), DAYS * DAY_MS - 1);
}

#[test]
fn days_that_do_not_exist_are_not_read() {
    for year in [1970, 1999, 2000, 2024, 2026, 2100, 2400, 9999] {
        for month in 0..=99 {
            for day in 0..=99 {
                let exists = (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
                let text = format!("{year:04}-{month:02}-{day:02}");
                assert_eq!(Date::parse(&text).is_some(), exists, "{text}");
            }
        }
    }
    for year in [0, 1, 1582, 1968] {
        assert_eq!(Date::parse(&format!("{year:04}-12-31")), None, "before the first day");
    }
}

#[test]
fn other_texts_are_no_dates() {
    let texts = [
        "",
        "-",
        "2026",
        "2026-10",
        "2026-1-01",
        "2026-10-1",
        "26-10-11",
        "2026-10-111",
        "02026-10-11",
        "2026/10/11",
        "2026-10/11",
        "20261011",
        "2026-10-11 ",
        " 2026-10-11",
        "2026-10-11T",
        "-026-10-11",
        "+026-10-11",
        "2026-+1-01",
        "2026-10--1",
        "2026-1O-11",
        "２０２６-10-11",
        "2026-10-é",
        "2026-W41",
        "all",
    ];
    for text in texts {
        assert_eq!(Date::parse(text), None, "{text:?}");
        assert_eq!(days().parse(text), None, "{text:?}");
    }
}

#[test]
fn instants_are_written_in_iso_8601_with_milliseconds() {
    let known = [
        (0, "1970-01-01T00:00:00.000Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (1_709_164_799_999, "2024-02-28T23:59:59.999Z"),
        (1_709_164_800_000, "2024-02-29T00:00:00.000Z"),
        (1_791_993_600_123, "2026-10-14T16:00:00.123Z"),
        (4_107_542_399_007, "2100-02-28T23:59:59.007Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ];
    for (ms, text) in known {
        assert_eq!(at(ms).to_string(), text);
    }
}

#[test]
fn no_instant_lies_behind_the_year_9999() {
    let max = Timestamp::MAX.ms();
    assert_eq!(Timestamp::from_ms(max), Ok(Timestamp::MAX));
    for ms in [max + 1, 1 << 48, u64::MAX] {
        let error = Timestamp::from_ms(ms).unwrap_err();
        assert!(error.to_string().starts_with(&ms.to_string()), "{error}");
        assert_eq!(Timestamp::try_from(ms), Err(error));
    }
    assert!(max < 1 << 48, "the board key keeps 48 bits of a stamp");
}

#[test]
fn all_time_is_one_period_without_bounds() {
    let all = Period { kind: PeriodKind::All, id: "all".into(), bounds: None };
    for ms in [0, 1_791_993_600_123, Timestamp::MAX.ms()] {
        assert_eq!(all_time().of(at(ms)), Some(all.clone()));
    }
    assert_eq!(all_time().parse("all"), Some(all.clone()));
    assert_eq!(all_time().previous(&all), None);
    for id in ["", "ALL", "all ", "total", "2026-10-11"] {
        assert_eq!(all_time().parse(id), None, "{id:?}");
    }
}

#[test]
fn days_tile_time_without_gap_or_overlap() {
    let mut end = 0;
    for number in 0..DAYS {
        let period = day(number * DAY_MS);
        let Bounds { start, end: next } = bounds(&period);
        assert_eq!(start.ms(), end, "{} starts where the day before ended", period.id);
        assert_eq!(day(start.ms() + DAY_MS - 1), period, "its last millisecond is inside");
        end = next.ms();
    }
    assert_eq!(end, Timestamp::MAX.ms(), "there is no instant behind the last day to end it");
}

#[test]
fn every_id_of_a_day_names_that_day_and_the_one_before_it() {
    let mut before = None;
    for number in 0..DAYS {
        let period = day(number * DAY_MS + number % DAY_MS);
        assert_eq!(days().parse(&period.id).as_ref(), Some(&period));
        assert_eq!(days().previous(&period), before);
        before = Some(period);
    }
}

#[test]
fn midnight_belongs_to_the_day_that_begins() {
    let midnight = 1_791_936_000_000;
    let ids = [midnight - 1, midnight, midnight + 1].map(|ms| day(ms).id);
    assert_eq!(ids, ["2026-10-13", "2026-10-14", "2026-10-14"]);
}

#[test]
fn kinds_are_ordered_from_the_longest_and_named_as_rules_spell_them() {
    let kinds = PeriodKind::ALL;
    assert!(kinds.is_sorted());
    let names = kinds.map(PeriodKind::name);
    assert_eq!(names, ["all", "season", "numbered", "month", "week", "day", "hour", "minute"]);
    assert_eq!(kinds.map(|kind| kind.to_string()), names);
    assert_eq!(names.map(|name| PeriodKind::parse(name).unwrap()), kinds);
}

#[test]
fn a_period_takes_events_until_its_end_and_the_grace_behind_it() {
    let rules = Rules::default();
    let until = |period: &Period| rules.accepts_until(period).map(Timestamp::ms);
    assert_eq!(until(&day(1_791_993_600_123)), Some(1_791_936_000_000 + DAY_MS + 60_000));
    assert_eq!(until(&day(Timestamp::MAX.ms())), Some(Timestamp::MAX.ms()));
    assert_eq!(until(&all_time().of(at(0)).unwrap()), None);
}

proptest! {
    #![proptest_config(cases(20_000))]

    #[test]
    fn an_instant_lies_inside_its_day_and_in_no_other(
        ms in 0..=Timestamp::MAX.ms() - DAY_MS,
        near in any::<bool>(),
        off in 0..3u64,
    ) {
        // Half of the cases lie within a millisecond of midnight.
        let ms = if near { (ms - ms % DAY_MS + off).saturating_sub(1) } else { ms };
        let period = day(ms);
        let Bounds { start, end } = bounds(&period);
        prop_assert!(start.ms() <= ms && ms < end.ms());
        prop_assert_eq!((start.ms() % DAY_MS, end.ms() - start.ms()), (0, DAY_MS));
        prop_assert_eq!(days().parse(&period.id), Some(period.clone()));
        prop_assert_eq!(&period.id, &at(ms).to_string()[..10]);
        prop_assert_eq!(at(ms).day_start(), start);
        prop_assert_eq!(at(ms).date().to_string(), period.id);
    }

    #[test]
    fn the_text_of_an_instant_says_every_millisecond(ms in 0..=Timestamp::MAX.ms()) {
        let text = at(ms).to_string();
        let part = |from: usize, to: usize| text[from..to].parse::<u64>().unwrap();
        let time = ((part(11, 13) * 60 + part(14, 16)) * 60 + part(17, 19)) * 1_000 + part(20, 23);
        let date = Date::parse(&text[..10]).unwrap();
        prop_assert_eq!(date.days() as u64 * DAY_MS + time, ms);
        prop_assert_eq!(Timestamp::parse(&text), Some(at(ms)));
        prop_assert_eq!((text.len(), &text[10..11], &text[23..]), (24, "T", "Z"));
    }

    #[test]
    fn later_instants_have_later_texts(a in 0..=Timestamp::MAX.ms(), b in 0..=Timestamp::MAX.ms()) {
        prop_assert_eq!(at(a).cmp(&at(b)), at(a).to_string().cmp(&at(b).to_string()));
    }

    #[test]
    fn any_text_is_read_as_a_period_or_not_at_all(id in "[-0-9]{8,12}|\\PC{0,14}") {
        for kind in PeriodKind::ALL.into_iter().filter_map(Calendar::utc) {
            if let Some(period) = kind.parse(&id) {
                prop_assert_eq!(&period.id, &id);
                prop_assert_eq!(period.kind, kind.kind());
                prop_assert_eq!(kind.parse_key(&period.key()), Some(period));
            }
        }
    }
}
