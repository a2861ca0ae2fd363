//! Every zone of the database, around every change of its clocks.

use std::collections::{BTreeMap, HashMap, HashSet};

use edgeboard::period::{
    Bounds, Calendar, Period, PeriodKind, PeriodRule, TimeOfDay, Weekday, Zone, ZoneName, Zones,
};
use edgeboard::time::Timestamp;
use proptest::prelude::*;
use serde_json::json;

use crate::calendar::zones;
use crate::model::{cases, numbers};

const HOUR: u64 = 3_600_000;
const DAY: u64 = 24 * HOUR;

/// 2101-01-01T00:00:00Z.
const END: u64 = 4_133_980_800_000;

fn at(ms: u64) -> Timestamp {
    Timestamp::from_ms(ms).unwrap()
}

fn ms(period: &Period) -> (u64, u64) {
    let Bounds { start, end } = period.bounds.unwrap();
    (start.ms(), end.ms())
}

/// When the clocks of a zone change between 1970 and 2100, with the offset before and after.
fn changes(zone: &Zone) -> Vec<(u64, i32, i32)> {
    let mut changes = Vec::new();
    let mut now = Timestamp::EPOCH;
    let mut before = zone.offset(now);
    while let Some(next) = zone.next_change(now).filter(|next| next.ms() < END) {
        let after = zone.offset(next);
        assert_eq!(zone.offset(at(next.ms() - 1)), before);
        if after != before {
            changes.push((next.ms(), before, after));
        }
        (now, before) = (next, after);
    }
    changes
}

/// The zones that differ since 1970, by the first of their names.
fn different_zones(zones: &Zones) -> BTreeMap<String, Vec<(u64, i32, i32)>> {
    let mut known = HashSet::new();
    let mut different = BTreeMap::new();
    for name in zones.names() {
        let zone = zones.zone(&ZoneName::parse(name).unwrap()).unwrap();
        let changes = changes(&zone);
        if known.insert((zone.offset(Timestamp::EPOCH), changes.clone())) {
            different.insert(name.to_owned(), changes);
        }
    }
    different
}

fn rules() -> Vec<PeriodRule> {
    let at = |text| TimeOfDay::parse(text);
    vec![
        PeriodKind::Minute.into(),
        PeriodKind::Hour.into(),
        PeriodKind::Day.into(),
        PeriodRule { start_at: at("00:30"), ..PeriodKind::Day.into() },
        PeriodRule { start_at: at("02:30"), ..PeriodKind::Day.into() },
        PeriodRule { start_at: at("23:59"), ..PeriodKind::Day.into() },
        PeriodKind::Week.into(),
        PeriodRule {
            week_start: Some(Weekday::Sunday),
            start_at: at("01:30"),
            ..PeriodKind::Week.into()
        },
        PeriodKind::Month.into(),
        PeriodRule { start_at: at("03:00"), ..PeriodKind::Month.into() },
    ]
}

/// Checks some periods from the one that holds an instant on: they tile time, and each is found by
/// whatever names it.
fn walk(calendar: &Calendar, from: u64, count: usize, seen: &mut HashMap<String, u64>) {
    let mut period = calendar.of(at(from)).unwrap();
    assert!((ms(&period).0..ms(&period).1).contains(&from), "{period:?} has not {from}");
    for _ in 0..count {
        let (start, end) = ms(&period);
        assert!(start < end, "{period:?}");
        for instant in [start, start + (end - start) / 2, end - 1] {
            assert_eq!(calendar.of(at(instant)).as_ref(), Some(&period), "{instant}");
        }
        assert_eq!(calendar.parse(&period.id).as_ref(), Some(&period));
        assert_eq!(calendar.parse_key(&period.key()).as_ref(), Some(&period));
        let known = seen.insert(period.id.clone(), start);
        assert!(known.is_none_or(|known| known == start), "{} is there twice", period.id);
        let next = calendar.next(&period).unwrap();
        assert_eq!(ms(&next).0, end, "{period:?} and {next:?}");
        assert_eq!(calendar.previous(&next).as_ref(), Some(&period));
        period = next;
    }
}

#[test]
fn periods_tile_time_around_every_change_of_every_zone() {
    let zones = zones();
    let different = different_zones(&zones);
    assert!(different.len() > 250, "{}", different.len());
    let mut count = 0;
    for (name, changes) in &different {
        let zone = ZoneName::parse(name).unwrap();
        for rule in rules() {
            let calendar = rule.calendar(&zone, &zones).unwrap();
            let mut seen = HashMap::new();
            // How far before a change, and how many periods from there.
            let (ahead, periods) = match rule.kind {
                PeriodKind::Minute => (120_000, 4),
                PeriodKind::Hour => (3 * HOUR, 6),
                PeriodKind::Day => (2 * DAY, 4),
                PeriodKind::Week => (8 * DAY, 2),
                _ => (32 * DAY, 2),
            };
            for (change, before, after) in changes {
                count += 1;
                walk(&calendar, change.saturating_sub(ahead), periods, &mut seen);
                // Where the times end that were twice, or were left out.
                let shift = u64::from(before.abs_diff(*after)) * 1_000;
                walk(&calendar, change + shift - ahead.min(120_000), periods, &mut seen);
            }
        }
    }
    assert!(count > 100_000, "{count}");
}

/// Counts what the clocks show, from long before an instant until long after it, and compares.
fn count_by_the_clock(name: &str, zones: &Zones, around: u64) {
    let zone = ZoneName::parse(name).unwrap();
    let calendar = |kind: PeriodKind| PeriodRule::from(kind).calendar(&zone, zones).unwrap();
    let (days, hours) = (calendar(PeriodKind::Day), calendar(PeriodKind::Hour));
    let zone = zones.zone(&zone).unwrap();
    let (mut latest, mut last) = (i64::MIN, i64::MIN);
    let mut seen_hours = HashSet::new();
    let mut hour = None;
    let mut is_again = false;
    // No clock was ever changed within a half minute.
    for instant in (around.saturating_sub(60 * HOUR)..around + 30 * HOUR).step_by(30_000) {
        let offset = zone.offset(at(instant));
        let local = instant as i64 + i64::from(offset) * 1_000;
        latest = latest.max(local);
        let shown = local.div_euclid(HOUR as i64);
        if hour != Some(shown) || local < last {
            is_again = !seen_hours.insert(shown);
            hour = Some(shown);
        }
        last = local;
        if instant + 30 * HOUR < around {
            continue;
        }
        let date = Timestamp::from_ms(latest as u64).unwrap().date();
        let found = days.of(at(instant)).unwrap();
        assert_eq!(found.id, date.to_string(), "{name} at {instant}");
        let found = hours.of(at(instant)).unwrap();
        let text = Timestamp::from_ms(local as u64).unwrap().to_string();
        assert_eq!(found.id[..13], text[..13], "{name} at {instant}");
        assert_eq!(found.id.len() > 13, is_again, "{name} at {instant}: {}", found.id);
    }
}

#[test]
fn days_and_hours_are_those_that_are_counted_by_the_clock() {
    let zones = zones();
    let mut below = numbers(7);
    let strange = [
        ("America/St_Johns", 1_162_089_060_000),
        ("Australia/Lord_Howe", 1_775_314_800_000),
        ("Pacific/Apia", 1_325_239_200_000),
        ("Pacific/Kwajalein", 745_934_400_000),
        ("Africa/Monrovia", 63_593_070_000),
        ("Antarctica/Troll", 1_111_885_200_000),
        ("Antarctica/Casey", 1_267_714_800_000),
    ];
    for (name, around) in strange {
        count_by_the_clock(name, &zones, around);
    }
    for (name, changes) in different_zones(&zones) {
        if !changes.is_empty() {
            let (change, ..) = changes[below(changes.len() as u64) as usize];
            count_by_the_clock(&name, &zones, change.max(3 * DAY));
        }
    }
}

#[test]
fn weeks_and_months_of_every_zone_follow_each_other_from_1970_to_2100() {
    let zones = zones();
    for name in different_zones(&zones).keys() {
        let zone = ZoneName::parse(name).unwrap();
        for kind in [PeriodKind::Week, PeriodKind::Month] {
            let calendar = PeriodRule::from(kind).calendar(&zone, &zones).unwrap();
            let mut period = calendar.of(Timestamp::EPOCH).unwrap();
            let mut ids = HashSet::new();
            while ms(&period).1 < END {
                assert!(ids.insert(period.id.clone()));
                let next = calendar.next(&period).unwrap();
                assert!(ms(&next).0 == ms(&period).1 && next.id > period.id, "{name}: {next:?}");
                let days = (ms(&next).1 - ms(&next).0) as f64 / DAY as f64;
                // A week without a day, or with an hour or so more or less.
                let usual = if kind == PeriodKind::Week { 5.8..=7.3 } else { 27.8..=31.3 };
                assert!(usual.contains(&days), "{name}: {days} days in {next:?}");
                period = next;
            }
        }
    }
}

#[test]
fn the_data_is_that_of_the_stated_version_with_all_its_names() {
    let zones = zones();
    assert_eq!(zones.version(), edgeboard_zones::VERSION);
    let names: Vec<_> = zones.names().collect();
    assert!(names.len() > 590 && names.is_sorted());
    for name in ["UTC", "Asia/Seoul", "US/Pacific", "Asia/Calcutta", "America/Argentina/Ushuaia"] {
        assert!(names.contains(&name), "{name}");
    }
    for name in names {
        assert!(zones.zone(&ZoneName::parse(name).unwrap()).is_ok(), "{name}");
    }
    assert_eq!(Zones::default().names().count(), 0);
    assert_eq!(Zones::default().version(), "");
}

#[test]
fn damaged_data_is_refused() {
    let bytes = edgeboard_zones::BYTES;
    for bit in 0..8 * 64 {
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(Zones::parse(flipped).is_err(), "bit {bit}");
    }
    let mut below = numbers(11);
    for _ in 0..200 {
        let mut flipped = bytes.to_vec();
        flipped[below(bytes.len() as u64) as usize] ^= 1 + below(255) as u8;
        let error = Zones::parse(flipped).unwrap_err();
        assert_eq!(error.code(), "invalid_request");
        let cut = bytes[..below(bytes.len() as u64) as usize].to_vec();
        let error = Zones::parse(cut).unwrap_err();
        assert!(error.to_string().starts_with("the data of zones "), "{error}");
    }
    let error = Zones::parse(&b""[..]).unwrap_err();
    assert_eq!(error.to_string(), "the data of zones is of another form");
    let longer = [bytes, b"\0"].concat();
    assert!(Zones::parse(longer).is_err());
}

proptest! {
    #![proptest_config(cases(20_000))]

    #[test]
    fn a_period_holds_its_instant_and_is_named_by_its_id(
        zone in prop::sample::select(zones().names().map(str::to_owned).collect::<Vec<_>>()),
        rule in prop::sample::select(rules()),
        instant in 0..END,
    ) {
        let zones = zones();
        let calendar = rule.calendar(&ZoneName::parse(&zone).unwrap(), &zones).unwrap();
        let period = calendar.of(at(instant)).unwrap();
        let (start, end) = ms(&period);
        prop_assert!(start <= instant && instant < end);
        prop_assert_eq!(calendar.of(at(start)).unwrap().id, period.id.clone());
        prop_assert_eq!(calendar.parse(&period.id), Some(period.clone()));
        prop_assert_eq!(calendar.parse_key(&period.key()), Some(period.clone()));
        let next = calendar.next(&period).unwrap();
        prop_assert_eq!(ms(&next).0, end);
        prop_assert_eq!(calendar.previous(&next), Some(period));
    }

    #[test]
    fn at_a_fixed_offset_days_and_iso_weeks_are_plain_arithmetic(
        hours in prop::sample::select(vec![8i64, -11]),
        instant in DAY..END,
        edge in 0..4u64,
    ) {
        // Within a millisecond of a local midnight, but for every fourth.
        let shift = (hours * HOUR as i64).rem_euclid(DAY as i64) as u64;
        let midnight = (instant + shift) / DAY * DAY - shift;
        let instant = if edge < 3 { midnight + edge - 1 } else { instant };
        let zone = ZoneName::Offset(hours as i32 * 3_600);
        let calendar = |kind: PeriodKind| {
            PeriodRule::from(kind).calendar(&zone, &Zones::default()).unwrap()
        };
        let local = instant as i64 + hours * HOUR as i64;
        let day = local.div_euclid(DAY as i64);
        let found = calendar(PeriodKind::Day).of(at(instant)).unwrap();
        let start = day * DAY as i64 - hours * HOUR as i64;
        prop_assert_eq!(ms(&found), (start as u64, start as u64 + DAY));
        let week = calendar(PeriodKind::Week).of(at(instant)).unwrap();
        // Monday 1970-01-05 was day 4; the week's year is that of its Thursday.
        let monday = day - (day - 4).rem_euclid(7);
        let thursday = edgeboard::time::Date::from_days(monday + 3);
        let number = (1..=53).find(|n| {
            let first = edgeboard::time::Date::new(thursday.year(), 1, 1).unwrap().days();
            (monday + 3 - first) / 7 + 1 == *n
        });
        let id = format!("{:04}-W{:02}", thursday.year(), number.unwrap());
        prop_assert_eq!(week.id, id);
    }
}

/// Rules and instants, with what the engine answers: the bindings are held against it.
fn table() -> String {
    let zones = zones();
    let names = [
        "UTC",
        "+09:00",
        "-03:30",
        "America/Los_Angeles",
        "America/New_York",
        "America/Sao_Paulo",
        "America/St_Johns",
        "Europe/Berlin",
        "Asia/Seoul",
        "Asia/Kolkata",
        "Australia/Lord_Howe",
        "Pacific/Apia",
        "Pacific/Kwajalein",
        "Africa/Monrovia",
        "Asia/Beirut",
    ];
    let mut below = numbers(43);
    let mut lines = String::new();
    for name in names {
        let zone = ZoneName::parse(name).unwrap();
        let changes = changes(&zones.zone(&zone).unwrap());
        // What has happened does not change when the database does.
        let past: Vec<_> = changes.iter().filter(|(at, ..)| *at < 1_735_689_600_000).collect();
        for rule in rules() {
            let rule = PeriodRule { zone: Some(zone.clone()), ..rule };
            let calendar = rule.calendar(&ZoneName::Utc, &zones).unwrap();
            for number in 0..8 {
                let instant = match past.get(below(past.len().max(1) as u64) as usize) {
                    Some((change, ..)) if number % 2 == 0 => change + below(4 * HOUR) - 2 * HOUR,
                    _ => below(1_735_689_600_000),
                };
                let period = calendar.of(at(instant)).unwrap();
                let (start, end) = ms(&period);
                let kept = calendar.kept_until(&period).map(Timestamp::ms);
                let line = json!({
                    "rule": rule, "at": instant, "id": period.id, "startsAt": start,
                    "endsAt": end, "key": period.key(), "keptUntil": kept,
                });
                lines += &format!("{line}\n");
            }
        }
    }
    lines
}

#[test]
fn the_engine_gives_the_answers_of_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/periods.jsonl");
    if std::env::var_os("EDGEBOARD_WRITE_TABLE").is_some() {
        std::fs::write(path, table()).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap();
    for (number, (found, known)) in table().lines().zip(written.lines()).enumerate() {
        assert_eq!(found, known, "line {}", number + 1);
    }
    assert_eq!(table().lines().count(), written.lines().count());
}
