//! The rules of periods: what is read, and what is refused with which words.

use edgeboard::period::{Duration, PeriodKind, PeriodRule, ZoneName, Zones};
use edgeboard::time::DAY_MS;
use serde_json::{Value, json};

use crate::calendar::zones;

fn refusal(rule: Value) -> String {
    serde_json::from_value::<PeriodRule>(rule).unwrap_err().to_string()
}

#[test]
fn a_season_has_a_name_that_nothing_else_has() {
    let named = |id: &str| json!({ "kind": "season", "id": id, "startsAt": 0, "endsAt": DAY_MS });
    for id in ["s", "Spring", "n", "n3a", "nil", "N36", "total1", "a_b-c", "Day", &"x".repeat(32)] {
        assert!(serde_json::from_value::<PeriodRule>(named(id)).is_ok(), "{id}");
    }
    let refused = [
        "",
        "1st",
        "-a",
        "_a",
        "a b",
        "a.b",
        "é",
        "n1",
        "n0036",
        "total",
        "all",
        "day",
        "week",
        "season",
        "numbered",
        "current",
        "previous",
        &"x".repeat(33),
    ];
    for id in refused {
        let error = refusal(named(id));
        assert!(error.starts_with("id: "), "{error}");
    }
}

#[test]
fn a_rule_is_written_as_it_is_read() {
    let rules = [
        json!({ "kind": "all" }),
        json!({ "kind": "minute", "keep": "2h", "zone": "-03:30" }),
        json!({ "kind": "day", "keep": "3mo", "startAt": "23:59", "zone": "Asia/Seoul" }),
        json!({ "kind": "week", "weekStart": "saturday", "startAt": "00:00", "zone": "UTC" }),
        json!({ "kind": "numbered", "base": "2023-01-01T00:00:00.000Z", "length": "36h" }),
        json!({
            "kind": "season", "keep": "1w", "id": "x", "startsAt": "1970-01-01T00:00:00.000Z",
            "endsAt": "9999-12-31T23:59:59.999Z",
        }),
    ];
    for rule in rules {
        let read: PeriodRule = serde_json::from_value(rule.clone()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), rule);
    }
    let with_nulls = json!({ "kind": "day", "keep": null, "zone": null, "base": null });
    assert_eq!(
        serde_json::from_value::<PeriodRule>(with_nulls).unwrap(),
        PeriodRule::from(PeriodKind::Day)
    );
}

#[test]
fn a_rule_that_makes_no_sense_for_its_kind_is_refused_by_the_name_of_the_field() {
    let values = [
        ("keep", json!("1d")),
        ("weekStart", json!("sunday")),
        ("startAt", json!("09:00")),
        ("zone", json!("UTC")),
        ("base", json!(0)),
        ("length", json!("1d")),
        ("id", json!("spring")),
        ("startsAt", json!(0)),
        ("endsAt", json!(1)),
    ];
    let taken: [(PeriodKind, &[&str]); 8] = [
        (PeriodKind::All, &[]),
        (PeriodKind::Season, &["keep", "id", "startsAt", "endsAt"]),
        (PeriodKind::Numbered, &["keep", "base", "length"]),
        (PeriodKind::Month, &["keep", "startAt", "zone"]),
        (PeriodKind::Week, &["keep", "weekStart", "startAt", "zone"]),
        (PeriodKind::Day, &["keep", "startAt", "zone"]),
        (PeriodKind::Hour, &["keep", "zone"]),
        (PeriodKind::Minute, &["keep", "zone"]),
    ];
    for (kind, taken) in taken {
        let needed = matches!(kind, PeriodKind::Season | PeriodKind::Numbered);
        let whole = |left_out: &str| {
            let mut rule = json!({ "kind": kind.name() });
            let fields = values.iter().filter(|(name, _)| taken.contains(name));
            for (name, value) in fields.filter(|(name, _)| *name != left_out) {
                rule[name] = value.clone();
            }
            rule
        };
        assert!(serde_json::from_value::<PeriodRule>(whole("")).is_ok(), "{kind}");
        for (name, value) in &values {
            let mut rule = whole(name);
            if !taken.contains(name) {
                rule[name] = value.clone();
            } else if !needed || *name == "keep" {
                assert!(serde_json::from_value::<PeriodRule>(rule).is_ok(), "{kind} {name}");
                continue;
            }
            let error = refusal(rule);
            assert!(error.starts_with(&format!("{name}: ")), "{kind} {name}: {error}");
            assert!(error.contains(kind.name()), "{error}");
        }
    }
}

#[test]
fn a_value_that_cannot_be_is_refused_with_its_field_the_value_and_what_there_is() {
    let week = |field: &str, value: Value| {
        let mut rule = json!({ "kind": "week" });
        rule[field] = value;
        refusal(rule)
    };
    let numbered = |base: Value, length: Value| {
        refusal(json!({ "kind": "numbered", "base": base, "length": length }))
    };
    let known = [
        (week("keep", json!("3x")), "keep: \"3x\" is not a number from 1"),
        (week("keep", json!("0d")), "keep: \"0d\""),
        (week("keep", json!("03d")), "keep: \"03d\""),
        (week("keep", json!("4294967296s")), "keep: \"4294967296s\""),
        (week("keep", json!(3)), "keep: 3 is a number"),
        (week("weekStart", json!("Monday")), "weekStart: \"Monday\" is not a day of the week"),
        (week("startAt", json!("24:00")), "startAt: \"24:00\" is not a time of day"),
        (week("startAt", json!("9:00")), "startAt: \"9:00\""),
        (week("startAt", json!(true)), "startAt: it takes a text"),
        (week("zone", json!("+24:00")), "zone: \"+24:00\" is not an offset"),
        (week("zone", json!("+0900")), "zone: \"+0900\" is not an offset"),
        (week("zone", json!("")), "zone: \"\" is not \"UTC\""),
        (week("zone", json!("../etc")), "zone: \"../etc\" is not \"UTC\""),
        (numbered(json!(-1), json!("1d")), "base: -1 is not an instant"),
        (numbered(json!(0.5), json!("1d")), "base: 0.5 is not an instant"),
        (numbered(json!(253_402_300_800_000_u64), json!("1d")), "base: 253402300800000 is not"),
        (numbered(json!("2023-01-01"), json!("1d")), "base: \"2023-01-01\" is not an instant"),
        (numbered(json!(0), json!("1mo")), "length: 1mo is not always as long"),
        (refusal(json!("numbered")), "base: a period of kind 'numbered' needs one"),
        (refusal(json!({ "kind": "day", "keeps": "1d" })), "unknown field `keeps`"),
        (refusal(json!({ "keep": "1d" })), "missing field `kind`"),
        (refusal(json!({ "kind": "year" })), "unknown variant `year`"),
    ];
    for (error, expected) in known {
        assert!(error.starts_with(expected), "{error:?} does not start with {expected:?}");
    }
    let season = json!({ "kind": "season", "id": "s", "startsAt": 5, "endsAt": 5 });
    assert!(refusal(season).starts_with("endsAt: 1970-01-01T00:00:00.005Z is not after startsAt"));
}

#[test]
fn a_field_can_be_set_by_its_name() {
    let mut rule = PeriodRule::from(PeriodKind::Numbered);
    rule.set_text("length", "1d").unwrap();
    rule.set_number("base", 1_672_502_400_000.0).unwrap();
    let whole = json!({ "kind": "numbered", "base": 1_672_502_400_000_u64, "length": "1d" });
    assert_eq!(rule, serde_json::from_value(whole).unwrap());
    let mut wrong = rule.clone();
    for error in [
        wrong.set_text("kind", "day").unwrap_err(),
        wrong.set_text("Base", "x").unwrap_err(),
        wrong.set_number("length", 5.0).unwrap_err(),
        wrong.set_number("base", f64::NAN).unwrap_err(),
        wrong.set_number("base", f64::INFINITY).unwrap_err(),
        wrong.set_number("base", -1.0).unwrap_err(),
    ] {
        assert_eq!(error.code(), "invalid_request");
    }
    assert_eq!(wrong, rule, "nothing was changed");
}

#[test]
fn a_zone_that_is_not_there_is_refused_by_its_name() {
    let rule = PeriodRule::from(PeriodKind::Day);
    let error = |name: &str, zones: &Zones| {
        rule.calendar(&ZoneName::parse(name).unwrap(), zones).unwrap_err()
    };
    for name in ["Asia/Soul", "asia/seoul", "Mars/Olympus", "utc"] {
        let error = error(name, &zones());
        assert_eq!(error.code(), "invalid_request");
        let expected = format!("zone: there is no {name:?} in version {} of", zones().version());
        assert!(error.to_string().starts_with(&expected), "{error}");
    }
    let error = error("Asia/Seoul", &Zones::default());
    assert_eq!(error.code(), "zones_not_loaded");
    assert!(error.to_string().contains("\"Asia/Seoul\""), "{error}");
    for name in ["UTC", "+09:00", "-11:00"] {
        assert!(rule.calendar(&ZoneName::parse(name).unwrap(), &Zones::default()).is_ok());
    }
    let all = PeriodRule::from(PeriodKind::All);
    let name = ZoneName::parse("Asia/Seoul").unwrap();
    assert!(all.calendar(&name, &Zones::default()).is_ok(), "no clock is asked");
}

#[test]
fn durations_are_a_number_and_a_unit() {
    let known = [
        ("1s", 1_000),
        ("90m", 5_400_000),
        ("36h", 129_600_000),
        ("3d", 3 * DAY_MS),
        ("2w", 14 * DAY_MS),
        ("4294967295w", 4_294_967_295 * 7 * DAY_MS),
    ];
    for (text, ms) in known {
        let duration = Duration::parse(text).unwrap();
        assert_eq!((duration.ms(), duration.months()), (Some(ms), None));
        assert_eq!(duration.to_string(), text);
    }
    let months = Duration::parse("3mo").unwrap();
    assert_eq!((months.ms(), months.months()), (None, Some(3)));
    for text in ["", "d", "3", "0d", "03d", "-3d", "+3d", "3D", "3 d", "1.5h", "1h30m", "3mon"] {
        assert_eq!(Duration::parse(text), None, "{text:?}");
    }
}
