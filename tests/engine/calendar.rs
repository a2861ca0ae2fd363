//! Calendars by example: what was reported of others, and what clocks have really done.

use edgeboard::period::{Calendar, Period, PeriodKind, PeriodRule, ZoneName, Zones};
use edgeboard::time::Timestamp;
use serde_json::{Value, json};

const HOUR_MS: u64 = 3_600_000;

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

pub(crate) fn zones() -> Zones {
    Zones::parse(edgeboard_zones::BYTES).unwrap()
}

/// The periods of a rule as users write it.
fn calendar(rule: Value) -> Calendar {
    let rule: PeriodRule = serde_json::from_value(rule).unwrap();
    rule.calendar(&ZoneName::Utc, &zones()).unwrap()
}

fn in_zone(kind: &str, zone: &str) -> Calendar {
    calendar(json!({ "kind": kind, "zone": zone }))
}

fn id(calendar: &Calendar, text: &str) -> String {
    calendar.of(at(text)).unwrap().id
}

fn bounds(period: &Period) -> (String, String) {
    let bounds = period.bounds.unwrap();
    (bounds.start.to_string(), bounds.end.to_string())
}

/// Start, end and hours of the period with an id.
fn span(calendar: &Calendar, id: &str) -> (String, String, f64) {
    let period = calendar.parse(id).unwrap();
    let (start, end) = bounds(&period);
    let bounds = period.bounds.unwrap();
    (start, end, (bounds.end.ms() - bounds.start.ms()) as f64 / HOUR_MS as f64)
}

#[test]
fn a_board_tells_its_next_reset_at_any_instant() {
    let week = calendar(json!("week")).of(at("2026-07-05T12:00Z")).unwrap();
    assert_eq!(week.id, "2026-W27");
    assert_eq!(week.bounds.unwrap().end, at("2026-07-06T00:00Z"));
}

#[test]
fn iso_weeks_belong_to_the_year_of_their_thursday() {
    let weeks = calendar(json!("week"));
    let known = [
        ("2024-12-30", "2025-W01"),
        ("2024-12-31", "2025-W01"),
        ("2025-12-29", "2026-W01"),
        ("2021-01-01", "2020-W53"),
        ("2023-01-01", "2022-W52"),
        ("2026-12-31", "2026-W53"),
        ("2027-01-03", "2026-W53"),
        ("2027-01-04", "2027-W01"),
        ("2026-10-11", "2026-W41"),
    ];
    for (date, week) in known {
        assert_eq!(id(&weeks, &format!("{date}T12:00Z")), week);
    }
    for (week, before) in [("2026-W01", "2025-W52"), ("2027-W01", "2026-W53")] {
        let week = weeks.parse(week).unwrap();
        let previous = weeks.previous(&week).unwrap();
        assert_eq!(previous.id, before);
        assert_eq!(weeks.next(&previous), Some(week));
    }
    for id in ["2025-W53", "2026-W00", "2026-W54", "2026-W1", "2026-w41", "2026-06-28w"] {
        assert_eq!(weeks.parse(id), None, "{id} does not exist");
    }
}

#[test]
fn a_sunday_belongs_to_the_week_that_began_on_monday() {
    let week = calendar(json!("week")).of(at("2026-07-05T12:00Z")).unwrap();
    let expected = ("2026-06-29T00:00:00.000Z".into(), "2026-07-06T00:00:00.000Z".into());
    assert_eq!(bounds(&week), expected);
}

#[test]
fn only_the_zone_of_the_rule_counts() {
    let week = in_zone("week", "Asia/Seoul").of(at("2026-02-18T12:00Z")).unwrap();
    assert_eq!(week.bounds.unwrap().start, at("2026-02-15T15:00Z"));
    assert_eq!(id(&calendar(json!("month")), "2026-02-28T22:30Z"), "2026-02");
}

#[test]
fn a_weekly_hour_does_not_drift_with_summer_time() {
    let zone = "America/Los_Angeles";
    let rule = json!({ "kind": "week", "weekStart": "monday", "startAt": "09:00", "zone": zone });
    let weeks = calendar(rule);
    for start in ["2026-01-05T17:00:00.000Z", "2026-07-06T16:00:00.000Z"] {
        let week = weeks.of(at(start)).unwrap();
        assert_eq!(bounds(&week).0, start);
        let before = Timestamp::from_ms(at(start).ms() - 1).unwrap();
        assert_eq!(weeks.next(&weeks.of(before).unwrap()), Some(week));
    }
    let new_york = in_zone("week", "America/New_York");
    assert_eq!(id(&new_york, "2026-01-04T04:00Z"), "2026-W01", "a Saturday at 23:00");
}

#[test]
fn the_last_instant_of_a_month_is_inside() {
    let months = calendar(json!("month"));
    assert_eq!(id(&months, "2026-09-30T23:59:59.999Z"), "2026-09");
    assert_eq!(id(&months, "2026-10-01T00:00:00.000Z"), "2026-10");
    let december = months.parse("2026-12").unwrap();
    assert_eq!(months.next(&december).unwrap().id, "2027-01");
}

#[test]
fn months_have_the_number_that_people_give_them() {
    let months = calendar(json!("month"));
    let may = months.of(at("2026-05-15T12:00Z")).unwrap();
    assert_eq!((may.id.as_str(), may.key().as_str()), ("2026-05", "month:202605"));
    let expected = ("2026-05-01T00:00:00.000Z".into(), "2026-06-01T00:00:00.000Z".into());
    assert_eq!(bounds(&may), expected);
    assert_eq!(months.parse("2026-05"), Some(may));
    assert_eq!(months.parse("2026-00"), None);
    assert_eq!(months.parse("2026-13"), None);
}

#[test]
fn the_presets_of_a_platform_are_days_and_weeks_at_a_fixed_offset() {
    let days = in_zone("day", "-07:00");
    let weeks = calendar(json!({ "kind": "week", "weekStart": "sunday", "zone": "-07:00" }));
    let ids = |text| (id(&days, text), id(&weeks, text));
    assert_eq!(ids("2026-07-05T06:59:59Z"), ("2026-07-04".into(), "2026-06-28w".into()));
    assert_eq!(ids("2026-07-05T07:00:00Z"), ("2026-07-05".into(), "2026-07-05w".into()));
    let winter = weeks.parse("2026-01-04w").unwrap();
    assert_eq!(winter.bounds.unwrap().start, at("2026-01-04T07:00Z"));
    assert_eq!(weeks.parse("2026-01-05w"), None, "a Monday");
    assert_eq!(weeks.parse("2026-W41"), None, "not an ISO week");
}

#[test]
fn c8_numbered_periods_count_from_one() {
    let days =
        calendar(json!({ "kind": "numbered", "base": 1_672_502_400_000_u64, "length": "1d" }));
    assert_eq!(id(&days, "2023-01-01T00:00+08:00"), "n1");
    assert_eq!(id(&days, "2023-02-05T00:00+08:00"), "n36", "and not 35, as some examples have it");
    let period = days.parse("n36").unwrap();
    assert_eq!(period.key(), "numbered:36");
    assert_eq!(period.bounds.unwrap().start, at("2023-02-05T00:00+08:00"));
    assert_eq!(days.of(at("2022-12-31T15:59:59.999Z")), None, "before the base");
    assert_eq!(days.previous(&days.parse("n1").unwrap()), None);
    for id in ["n0", "n", "n01", "n-1", "n+1", "36", "N36", "n99999999999999999999"] {
        assert_eq!(days.parse(id), None, "{id}");
    }
}

#[test]
fn ids_and_keys_are_the_documented_ones() {
    let weeks_from_sunday = json!({ "kind": "week", "weekStart": "sunday" });
    let known = [
        (json!("minute"), "2026-10-11T13:05", "minute:202610111305"),
        (json!("hour"), "2026-10-11T13", "hour:2026101113"),
        (json!("day"), "2026-10-11", "day:20261011"),
        (json!("week"), "2026-W41", "week:2026-W41"),
        (weeks_from_sunday, "2026-10-11w", "week:20261011w"),
        (json!("month"), "2026-10", "month:202610"),
        (json!("all"), "all", "total"),
    ];
    for (rule, id, key) in known {
        let calendar = calendar(rule);
        let period = calendar.of(at("2026-10-11T13:05:30Z")).unwrap();
        assert_eq!((period.id.as_str(), period.key().as_str()), (id, key));
        assert_eq!(calendar.parse(id).as_ref(), Some(&period));
        assert_eq!(calendar.parse_key(key), Some(period));
        assert_eq!(calendar.parse_key(id), None);
    }
}

#[test]
fn a_reset_hour_moves_bounds_and_not_ids() {
    let zone = "Asia/Seoul";
    let days = calendar(json!({ "kind": "day", "startAt": "09:00", "zone": zone }));
    assert_eq!(id(&days, "2026-10-11T08:59:59.999+09:00"), "2026-10-10");
    assert_eq!(id(&days, "2026-10-11T09:00+09:00"), "2026-10-11");
    let months = calendar(json!({ "kind": "month", "startAt": "04:00", "zone": zone }));
    assert_eq!(id(&months, "2026-10-01T03:59+09:00"), "2026-09");
    assert_eq!(months.parse("2026-10").unwrap().bounds.unwrap().start, at("2026-09-30T19:00Z"));
}

#[test]
fn days_of_summer_time_have_23_and_25_hours() {
    let days = in_zone("day", "Europe/Berlin");
    assert_eq!(span(&days, "2026-03-29").2, 23.0);
    assert_eq!(span(&days, "2026-10-25").2, 25.0);
    assert_eq!(span(&days, "2026-10-26").2, 24.0);
    let half = in_zone("day", "Australia/Lord_Howe");
    assert_eq!(span(&half, "2026-04-05").2, 24.5);
    assert_eq!(span(&half, "2026-10-04").2, 23.5);
}

#[test]
fn a_day_without_midnight_begins_when_the_clocks_were_put_forward() {
    let days = in_zone("day", "America/Sao_Paulo");
    // 2018-11-04 had no time between 00:00 and 01:00.
    let expected = ("2018-11-04T03:00:00.000Z".into(), "2018-11-05T02:00:00.000Z".into(), 23.0);
    assert_eq!(span(&days, "2018-11-04"), expected);
    let beirut = in_zone("day", "Asia/Beirut");
    assert_eq!(span(&beirut, "2022-03-27").0, "2022-03-26T22:00:00.000Z");
}

#[test]
fn a_midnight_that_is_twice_begins_the_day_when_it_is_there_first() {
    // 2006-10-29: one minute past midnight it became 23:01 of the day before again.
    let days = in_zone("day", "America/St_Johns");
    let expected = ("2006-10-29T02:30:00.000Z".into(), "2006-10-30T03:30:00.000Z".into(), 25.0);
    assert_eq!(span(&days, "2006-10-29"), expected);
    assert_eq!(id(&days, "2006-10-29T02:45:00Z"), "2006-10-29", "23:15 of the 28th, again");
    // The minute after midnight that was shown first, and the same minute an hour later.
    let minutes = in_zone("minute", "America/St_Johns");
    assert_eq!(id(&minutes, "2006-10-29T02:30:59Z"), "2006-10-29T00:00");
    assert_eq!(id(&minutes, "2006-10-29T02:31:00Z"), "2006-10-28T23:01-0330");
    assert_eq!(id(&minutes, "2006-10-29T03:30:00Z"), "2006-10-29T00:00-0330");
    assert_eq!(id(&minutes, "2006-10-29T03:31:00Z"), "2006-10-29T00:01");
    // Where the clocks go back at midnight sharp, it has not been there before.
    let santiago = in_zone("day", "America/Santiago");
    assert_eq!(span(&santiago, "2022-04-02").2, 25.0);
}

#[test]
fn a_day_that_a_zone_left_out_is_no_period() {
    for (zone, missing, before, after) in [
        ("Pacific/Apia", "2011-12-30", "2011-12-29", "2011-12-31"),
        ("Pacific/Fakaofo", "2011-12-30", "2011-12-29", "2011-12-31"),
        ("Pacific/Kwajalein", "1993-08-21", "1993-08-20", "1993-08-22"),
        ("Pacific/Kiritimati", "1994-12-31", "1994-12-30", "1995-01-01"),
    ] {
        let days = in_zone("day", zone);
        assert_eq!(days.parse(missing), None, "{zone}");
        let (before, after) = (days.parse(before).unwrap(), days.parse(after).unwrap());
        assert_eq!(days.next(&before).as_ref(), Some(&after), "{zone}");
        assert_eq!(days.previous(&after), Some(before), "{zone}");
        assert_eq!(days.parse_key(&format!("day:{}", missing.replace('-', ""))), None);
    }
}

#[test]
fn the_second_of_two_equal_hours_carries_its_offset() {
    let hours = in_zone("hour", "Europe/Berlin");
    let ids = |text: &str| {
        let mut period = hours.of(at(text)).unwrap();
        std::array::from_fn::<_, 4, _>(|_| {
            let id = period.id.clone();
            assert_eq!(hours.parse(&id).as_ref(), Some(&period));
            assert_eq!(hours.parse_key(&period.key()).as_ref(), Some(&period));
            period = hours.next(&period).unwrap();
            id
        })
    };
    let autumn = ["2026-10-25T01", "2026-10-25T02", "2026-10-25T02+0100", "2026-10-25T03"];
    assert_eq!(ids("2026-10-24T23:00Z"), autumn);
    let spring = ["2026-03-29T01", "2026-03-29T03", "2026-03-29T04", "2026-03-29T05"];
    assert_eq!(ids("2026-03-29T00:00Z"), spring);
    assert_eq!(hours.parse("2026-03-29T02"), None, "it was left out");
    assert_eq!(hours.parse("2026-10-25T02+0200"), None, "the first has no offset");
    assert_eq!(hours.parse("2026-10-25T03+0100"), None, "there is only one");
    let again = hours.of(at("2026-10-25T01:30Z")).unwrap();
    assert_eq!(again.key(), "hour:2026102502+0100");
    let minutes = in_zone("minute", "Europe/Berlin");
    let again = minutes.of(at("2026-10-25T01:30Z")).unwrap();
    assert_eq!(
        (again.id.as_str(), again.key().as_str()),
        ("2026-10-25T02:30+0100", "minute:202610250230+0100",)
    );
}

#[test]
fn half_an_hour_that_is_twice_is_a_period_of_its_own() {
    let hours = in_zone("hour", "Australia/Lord_Howe");
    // At 02:00 it became 01:30 again.
    assert_eq!(span(&hours, "2026-04-05T01").2, 1.0);
    assert_eq!(span(&hours, "2026-04-05T01+1030").2, 0.5);
    assert_eq!(span(&hours, "2026-04-05T02").2, 1.0);
    assert_eq!(span(&hours, "2026-10-04T02").2, 0.5, "it began at half past");
}

#[test]
fn offsets_with_seconds_are_kept() {
    // Until 1972 Liberia was 44 minutes and 30 seconds behind UTC.
    let days = in_zone("day", "Africa/Monrovia");
    assert_eq!(span(&days, "1971-06-01").0, "1971-06-01T00:44:30.000Z");
    let last = span(&days, "1972-01-06");
    assert_eq!(
        (last.0.as_str(), last.1.as_str()),
        ("1972-01-06T00:44:30.000Z", "1972-01-07T00:44:30.000Z",)
    );
    assert_eq!(span(&days, "1972-01-07").2 * 60.0, 1_440.0 - 44.5);
}

#[test]
fn time_begins_and_ends_within_periods() {
    let west = in_zone("day", "America/Los_Angeles");
    let first = west.of(Timestamp::EPOCH).unwrap();
    assert_eq!(first.id, "1969-12-31");
    assert_eq!(
        bounds(&first),
        ("1970-01-01T00:00:00.000Z".into(), "1970-01-01T08:00:00.000Z".into())
    );
    assert_eq!(west.parse("1969-12-31"), Some(first.clone()));
    assert_eq!(west.previous(&first), None);
    assert_eq!(west.parse("1969-12-30"), None);
    for rule in ["minute", "hour", "day", "week", "month"] {
        for zone in ["+14:00", "-12:00", "UTC", "America/New_York", "Pacific/Kiritimati"] {
            let calendar = in_zone(rule, zone);
            let last = calendar.of(Timestamp::MAX).unwrap();
            assert_eq!(last.bounds.unwrap().end, Timestamp::MAX, "{rule} {zone}");
            assert_eq!(calendar.parse(&last.id).as_ref(), Some(&last), "{rule} {zone}");
            assert!(last.id.starts_with("9999-"), "{last:?}");
            let before = calendar.previous(&last).unwrap();
            assert_eq!(calendar.next(&before), Some(last));
        }
    }
}

#[test]
fn seasons_have_the_bounds_and_the_name_that_they_were_given() {
    let rule = json!({
        "kind": "season", "id": "spring-26", "startsAt": "2026-03-01T00:00Z",
        "endsAt": at("2026-06-01T00:00Z").ms(),
    });
    let season = calendar(rule);
    let period = season.of(at("2026-03-01T00:00Z")).unwrap();
    assert_eq!((period.id.as_str(), period.key().as_str()), ("spring-26", "season:spring-26"));
    assert_eq!(season.of(at("2026-05-31T23:59:59.999Z")), Some(period.clone()));
    assert_eq!(season.of(at("2026-02-28T23:59:59.999Z")), None);
    assert_eq!(season.of(at("2026-06-01T00:00Z")), None);
    assert_eq!(season.parse("spring-26").as_ref(), Some(&period));
    assert_eq!(season.parse_key("season:spring-26").as_ref(), Some(&period));
    assert_eq!((season.next(&period), season.previous(&period)), (None, None));
    assert_eq!(season.kept_until(&period), None);
}

#[test]
fn periods_are_kept_for_as_long_as_the_rule_says_or_the_kind_usually_is() {
    let kept = |rule: Value, text| {
        let calendar = calendar(rule);
        calendar.kept_until(&calendar.of(at(text)).unwrap()).map(|until| until.to_string())
    };
    let noon = "2026-10-11T12:30Z";
    let known = [
        (json!("minute"), Some("2026-10-11T13:31:00.000Z")),
        (json!("hour"), Some("2026-10-12T13:00:00.000Z")),
        (json!("day"), Some("2026-10-15T00:00:00.000Z")),
        (json!("week"), Some("2026-10-26T00:00:00.000Z")),
        (json!("month"), Some("2027-02-01T00:00:00.000Z")),
        (json!("all"), None),
        (json!({ "kind": "numbered", "base": 0, "length": "1w" }), None),
        (json!({ "kind": "day", "keep": "90s" }), Some("2026-10-12T00:01:30.000Z")),
        (json!({ "kind": "hour", "keep": "4294967295mo" }), Some("9999-12-31T23:59:59.999Z")),
        (json!({ "kind": "hour", "keep": "4294967295w" }), Some("9999-12-31T23:59:59.999Z")),
    ];
    for (rule, until) in known {
        assert_eq!(kept(rule.clone(), noon).as_deref(), until, "{rule}");
    }
    let months = json!({ "kind": "day", "keep": "1mo", "zone": "Europe/Berlin" });
    // The day ends at midnight before the 31st; February has no such day.
    assert_eq!(kept(months, "2026-01-30T12:00Z").as_deref(), Some("2026-02-27T23:00:00.000Z"));
    let defaults = PeriodKind::ALL.map(PeriodKind::default_keep);
    let texts = defaults.map(|keep| keep.as_ref().map(ToString::to_string));
    let expected = [None, None, None, Some("3mo"), Some("2w"), Some("3d"), Some("1d"), Some("1h")];
    assert_eq!(texts.each_ref().map(|text| text.as_deref()), expected);
}
