//! The rules of a board: what is read, what is refused, and which periods they give.

use edgeboard::leaderboard::{Operator, Rules, SortOrder};
use edgeboard::period::{Calendars, Period, PeriodKind, PeriodRule, Zones};
use edgeboard::time::Timestamp;
use serde::Deserialize;
use serde::de::value::{BorrowedStrDeserializer, Error, MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, IntoDeserializer, Visitor};

/// A value as JSON and JavaScript have it, so that rules are read as users write them.
#[derive(Clone, Debug)]
enum Json {
    Null,
    Bool(bool),
    Number(i64),
    Text(&'static str),
    List(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
}

impl<'de> IntoDeserializer<'de, Error> for Json {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Json {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Null => visitor.visit_unit(),
            Self::Bool(value) => visitor.visit_bool(value),
            Self::Number(number) if number < 0 => visitor.visit_i64(number),
            Self::Number(number) => visitor.visit_u64(number.unsigned_abs()),
            Self::Text(text) => visitor.visit_borrowed_str(text),
            Self::List(list) => visitor.visit_seq(SeqDeserializer::new(list.into_iter())),
            Self::Object(fields) => visitor.visit_map(MapDeserializer::new(fields.into_iter())),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Null => visitor.visit_none(),
            other => visitor.visit_some(other),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self {
            Self::Text(text) => {
                BorrowedStrDeserializer::new(text).deserialize_enum(name, variants, visitor)
            }
            other => other.deserialize_any(visitor),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

const fn text(text: &'static str) -> Json {
    Json::Text(text)
}

fn read(fields: &[(&'static str, Json)]) -> Result<Rules, String> {
    Rules::deserialize(Json::Object(fields.to_vec())).map_err(|error| error.to_string())
}

fn periods(list: &[Json]) -> Result<Rules, String> {
    read(&[("periods", Json::List(list.to_vec()))])
}

fn of_kinds(kinds: &[&'static str]) -> Rules {
    periods(&kinds.iter().map(|kind| text(kind)).collect::<Vec<_>>()).unwrap()
}

/// The documented rules with their defaults.
fn documented() -> Vec<(&'static str, Json)> {
    vec![
        ("order", text("desc")),
        ("op", text("sum")),
        ("decimals", Json::Number(0)),
        ("min", Json::Null),
        ("max", Json::Null),
        ("outOfRange", text("reject")),
        ("tie", text("earliest")),
        ("rankKind", text("ordinal")),
        ("columns", Json::Null),
        ("periods", Json::List(vec![Json::Object(vec![("kind", text("all"))])])),
        ("timeZone", text("UTC")),
        ("graceSeconds", Json::Number(60)),
        ("maxMembers", Json::Null),
        ("maxMemberBytes", Json::Number(64)),
        ("onFull", text("refuse")),
        ("exactHead", Json::Null),
        ("shards", Json::Number(1)),
        ("idempotencyDays", Json::Number(30)),
        ("maxIds", Json::Number(100_000_000)),
        ("review", Json::Null),
        ("read", text("public")),
        ("redisScore", text("points")),
    ]
}

fn bundled() -> Zones {
    Zones::parse(edgeboard_zones::BYTES).unwrap()
}

fn calendars(rules: &Rules) -> Calendars {
    rules.calendars(&Zones::default()).unwrap()
}

fn midday() -> Timestamp {
    Timestamp::from_ms(1_791_979_200_000).unwrap()
}

fn id(period: Option<Period>) -> Option<String> {
    period.map(|period| period.id)
}

#[test]
fn without_any_rule_a_board_has_the_documented_ones() {
    let rules = read(&[]).unwrap();
    assert_eq!(rules, Rules::default());
    assert_eq!(rules, read(&documented()).unwrap());
    assert_eq!(rules.check(), Ok(()));
    assert_eq!((rules.order, rules.op), (SortOrder::Desc, Operator::Sum));
    assert_eq!((rules.decimals().get(), rules.max_member_bytes), (0, 64));
    assert_eq!(rules.periods, [PeriodRule::from(PeriodKind::All)]);
}

#[test]
fn each_default_may_be_written_out_alone() {
    for rule in documented() {
        assert_eq!(read(core::slice::from_ref(&rule)), Ok(Rules::default()), "{rule:?}");
    }
}

#[test]
fn the_rules_that_are_built_take_other_values() {
    let rules = read(&[
        ("order", text("asc")),
        ("decimals", Json::Number(9)),
        ("maxMemberBytes", Json::Number(512)),
        ("periods", Json::List(vec![text("day"), text("all")])),
        ("timeZone", text("Asia/Seoul")),
    ]);
    let rules = rules.unwrap();
    assert_eq!(rules.check(), Ok(()));
    assert_eq!((rules.order, rules.decimals().get()), (SortOrder::Asc, 9));
    assert_eq!(rules.max_member_bytes, 512);
}

#[test]
fn a_rule_that_is_not_built_yet_is_refused_by_its_name() {
    let list = Json::List(vec![]);
    let others = [
        ("op", text("best")),
        ("op", text("latest")),
        ("min", Json::Number(0)),
        ("min", text("0")),
        ("max", Json::Number(-5)),
        ("outOfRange", text("clamp")),
        ("tie", text("member")),
        ("rankKind", text("dense")),
        ("columns", list),
        ("graceSeconds", Json::Number(0)),
        ("maxMembers", Json::Number(1_000)),
        ("onFull", text("trim")),
        ("exactHead", Json::Number(100)),
        ("shards", Json::Number(2)),
        ("idempotencyDays", Json::Number(31)),
        ("maxIds", Json::Number(1)),
        ("review", Json::Object(vec![("head", Json::Number(100))])),
        ("read", text("key")),
        ("redisScore", text("encoded")),
    ];
    for (name, value) in others {
        let rules = read(&[(name, value.clone())]).unwrap();
        let error = rules.check().unwrap_err();
        assert_eq!((error.rule(), error.code()), (name, "invalid_request"), "{value:?}");
        assert!(error.to_string().contains(&format!("'{name}'")), "{error}");
    }
    let named: Vec<_> = documented().into_iter().map(|(name, _)| name).collect();
    let built = ["order", "decimals", "periods", "timeZone", "maxMemberBytes"];
    for name in named.into_iter().filter(|name| !built.contains(name)) {
        assert!(others_name(name), "'{name}' is missing in this test");
    }
}

/// The names above; a rule that is added to the documentation is to be added there.
fn others_name(name: &str) -> bool {
    [
        "op",
        "min",
        "max",
        "outOfRange",
        "tie",
        "rankKind",
        "columns",
        "graceSeconds",
        "maxMembers",
        "onFull",
        "exactHead",
        "shards",
        "idempotencyDays",
        "maxIds",
        "review",
        "read",
        "redisScore",
    ]
    .contains(&name)
}

#[test]
fn values_outside_of_their_range_are_refused_by_the_name_of_the_rule() {
    for decimals in [10, 255] {
        let error = read(&[("decimals", Json::Number(decimals))]).unwrap().check().unwrap_err();
        assert_eq!(error.rule(), "decimals");
        assert!(error.to_string().contains(&decimals.to_string()), "{error}");
    }
    for bytes in [0, 513, 65_535] {
        let error = read(&[("maxMemberBytes", Json::Number(bytes))]).unwrap().check().unwrap_err();
        assert_eq!(error.rule(), "maxMemberBytes");
        assert!(error.to_string().contains(&bytes.to_string()), "{error}");
    }
    for bytes in [1, 64, 512] {
        assert_eq!(read(&[("maxMemberBytes", Json::Number(bytes))]).unwrap().check(), Ok(()));
    }
}

#[test]
fn values_of_another_type_are_not_read() {
    let wrong = [
        ("order", text("descending")),
        ("order", text("DESC")),
        ("order", Json::Null),
        ("op", text("incr")),
        ("decimals", text("2")),
        ("decimals", Json::Number(-1)),
        ("decimals", Json::Number(256)),
        ("decimals", Json::Null),
        ("maxMemberBytes", Json::Number(65_536)),
        ("graceSeconds", Json::Number(-1)),
        ("timeZone", Json::Number(8)),
        ("periods", text("day")),
        ("periods", Json::Null),
        ("shards", Json::Bool(true)),
    ];
    for (name, value) in wrong {
        assert!(read(&[(name, value.clone())]).is_err(), "{name}: {value:?}");
    }
}

#[test]
fn a_field_that_is_no_rule_is_refused_by_its_name() {
    for name in ["orders", "Order", "max_members", "maxmembers", "timezone", "", "__proto__"] {
        let error = read(&[(name, Json::Null)]).unwrap_err();
        assert!(error.contains(name), "{error}");
    }
    let error = read(&[("order", text("asc")), ("order", text("asc"))]).unwrap_err();
    assert!(error.contains("duplicate field `order`"), "{error}");
}

#[test]
fn a_period_is_a_word_or_an_object_with_its_kind() {
    let word = periods(&[text("day")]).unwrap();
    let object = periods(&[Json::Object(vec![("kind", text("day"))])]).unwrap();
    assert_eq!(word, object);
    assert_eq!(word.periods, [PeriodRule::from(PeriodKind::Day)]);
}

#[test]
fn a_period_of_another_form_is_not_read() {
    let with = |name, value| Json::Object(vec![("kind", text("day")), (name, value)]);
    let forms = [
        text("Day"),
        text("daily"),
        text(""),
        Json::Null,
        Json::Number(1),
        Json::Object(vec![]),
        Json::Object(vec![("kind", Json::Null)]),
        with("keep", text("3 days")),
        with("startAt", text("9:00")),
        with("zone", text("+9")),
        with("weekStart", text("monday")),
        with("length", text("1d")),
        with("base", Json::Number(0)),
        with("kind", text("day")),
        with("nonsense", Json::Null),
    ];
    for form in forms {
        assert!(periods(core::slice::from_ref(&form)).is_err(), "{form:?}");
    }
}

#[test]
fn what_the_service_does_not_do_yet_is_refused_by_name() {
    let season = vec![
        ("kind", text("season")),
        ("id", text("spring")),
        ("startsAt", Json::Number(0)),
        ("endsAt", text("1970-01-02T00:00Z")),
    ];
    let error = periods(&[text("all"), Json::Object(season)]).unwrap().check().unwrap_err();
    assert_eq!(error.rule(), "periods");
    assert!(error.to_string().contains("'season'"), "{error}");
    let kept = Json::Object(vec![("kind", text("day")), ("keep", text("3d"))]);
    let error = periods(&[kept]).unwrap().check().unwrap_err();
    assert!(error.to_string().contains("'keep'"), "{error}");
}

#[test]
fn every_other_kind_is_taken() {
    let rules = of_kinds(&["minute", "hour", "day", "week", "month", "all"]);
    assert_eq!(rules.check(), Ok(()));
    let ids: Vec<_> = calendars(&rules).of(midday()).map(|period| period.id).collect();
    let expected =
        ["2026-10-14T12:00", "2026-10-14T12", "2026-10-14", "2026-W42", "2026-10", "all"];
    assert_eq!(ids, expected);
}

#[test]
fn periods_are_in_the_zone_of_the_board_unless_they_have_their_own() {
    let hawaii = Json::Object(vec![("kind", text("hour")), ("zone", text("-10:00"))]);
    let list = Json::List(vec![text("day"), hawaii]);
    let rules = read(&[("timeZone", text("+12:30")), ("periods", list)]).unwrap();
    assert_eq!(rules.check(), Ok(()));
    let ids: Vec<_> = calendars(&rules).of(midday()).map(|period| period.id).collect();
    assert_eq!(ids, ["2026-10-15", "2026-10-14T02"]);
}

#[test]
fn a_zone_that_cannot_be_is_refused_and_one_without_data_too() {
    let with = |zone| read(&[("timeZone", text(zone)), ("periods", Json::List(vec![text("day")]))]);
    let error = with("Asia/Séoul").unwrap().check().unwrap_err();
    assert_eq!((error.rule(), error.code()), ("timeZone", "invalid_request"));
    let rules = with("Asia/Seoul").unwrap();
    assert_eq!(rules.check(), Ok(()));
    let error = rules.calendars(&Zones::default()).unwrap_err();
    assert_eq!(error.code(), "zones_not_loaded");
    let error = with("Asia/Soul").unwrap().calendars(&bundled()).unwrap_err();
    assert_eq!(error.code(), "invalid_request");
    assert!(error.to_string().contains("Asia/Soul"), "{error}");
    assert!(rules.calendars(&bundled()).is_ok());
}

#[test]
fn a_board_lists_each_kind_at_most_once_and_one_at_least() {
    for kinds in [&["day", "day"][..], &["all", "day", "all"], &["day", "all", "day"]] {
        let error = of_kinds(kinds).check().unwrap_err();
        assert_eq!(error.rule(), "periods");
        assert!(error.to_string().contains("twice"), "{error}");
    }
    assert_eq!(of_kinds(&[]).check().unwrap_err().rule(), "periods");
    for kinds in [&["all"][..], &["day"], &["all", "day"], &["day", "all"]] {
        assert_eq!(of_kinds(kinds).check(), Ok(()));
    }
}

#[test]
fn an_event_counts_in_every_listed_period_in_the_order_of_the_rules() {
    let ids = |kinds: &[&'static str]| {
        calendars(&of_kinds(kinds)).of(midday()).map(|period| period.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(&["all"]), ["all"]);
    assert_eq!(ids(&["day"]), ["2026-10-14"]);
    assert_eq!(ids(&["all", "day"]), ["all", "2026-10-14"]);
    assert_eq!(ids(&["day", "all"]), ["2026-10-14", "all"]);
}

#[test]
fn bounds_are_judged_in_the_longest_kind_wherever_it_is_listed() {
    assert_eq!(of_kinds(&["day"]).longest_kind(), PeriodKind::Day);
    assert_eq!(of_kinds(&["all", "day"]).longest_kind(), PeriodKind::All);
    assert_eq!(of_kinds(&["day", "all"]).longest_kind(), PeriodKind::All);
}

#[test]
fn a_read_without_a_period_means_all_time_if_listed_and_else_the_first() {
    let resolved = |kinds: &[&'static str]| id(calendars(&of_kinds(kinds)).find(None, midday()));
    assert_eq!(resolved(&["all"]).as_deref(), Some("all"));
    assert_eq!(resolved(&["day"]).as_deref(), Some("2026-10-14"));
    assert_eq!(resolved(&["day", "all"]).as_deref(), Some("all"));
}

#[test]
fn a_read_names_a_period_by_kind_by_id_or_from_now() {
    let rules = calendars(&of_kinds(&["day", "all"]));
    let resolved = |wanted| id(rules.find(Some(wanted), midday()));
    let known = [
        ("current", "2026-10-14"),
        ("previous", "2026-10-13"),
        ("day", "2026-10-14"),
        ("day:previous", "2026-10-13"),
        ("2026-10-14", "2026-10-14"),
        ("2026-10-15", "2026-10-15"),
        ("1999-12-31", "1999-12-31"),
        ("all", "all"),
    ];
    for (wanted, found) in known {
        assert_eq!(resolved(wanted).as_deref(), Some(found), "{wanted}");
    }
    let all_first = calendars(&of_kinds(&["all", "day"]));
    assert_eq!(id(all_first.find(Some("current"), midday())).as_deref(), Some("all"));
    assert_eq!(all_first.find(Some("previous"), midday()), None, "nothing comes before all time");
}

#[test]
fn a_read_of_anything_else_finds_no_period() {
    let rules = calendars(&of_kinds(&["day", "all"]));
    let nonsense = [
        "",
        " ",
        ":",
        ":previous",
        "day:",
        "day:current",
        "day:next",
        "day:previous:previous",
        "all:previous",
        "current:previous",
        "previous:previous",
        "2026-10-14:previous",
        "Day",
        "ALL",
        "days",
        "total",
        "2026-10-32",
        "2026-02-29",
        "2026-10",
        "2026-W41",
        "2026-10-14T13",
        "n36",
        "week",
        "month",
        "season",
        "day ",
        "previous:",
        "\0",
        "constructor",
    ];
    for wanted in nonsense {
        assert_eq!(rules.find(Some(wanted), midday()), None, "{wanted:?}");
    }
}

#[test]
fn a_read_finds_only_kinds_that_the_board_lists() {
    let (days, all) = (calendars(&of_kinds(&["day"])), calendars(&of_kinds(&["all"])));
    assert_eq!(days.find(Some("all"), midday()), None);
    for wanted in ["day", "day:previous", "2026-10-14"] {
        assert_eq!(all.find(Some(wanted), midday()), None, "{wanted}");
    }
    let first_day = Timestamp::from_ms(5).unwrap();
    assert_eq!(days.find(Some("previous"), first_day), None, "time begins there");
}
