//! The rules of a board: what is read, what is refused, and which periods they give.

use edgeboard::leaderboard::{Operator, PeriodRule, Rules, SortOrder};
use edgeboard::period::{Period, PeriodKind};
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
    assert_eq!(rules.periods, [PeriodRule { kind: PeriodKind::All }]);
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
        ("timeZone", text("Asia/Shanghai")),
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
    let built = ["order", "decimals", "periods", "maxMemberBytes"];
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
        "timeZone",
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
    assert_eq!(word.periods, [PeriodRule { kind: PeriodKind::Day }]);
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
        with("keep", text("3d")),
        with("startAt", text("09:00")),
        with("zone", text("UTC")),
        with("weekStart", text("monday")),
        with("nonsense", Json::Null),
    ];
    for form in forms {
        assert!(periods(core::slice::from_ref(&form)).is_err(), "{form:?}");
    }
}

#[test]
fn kinds_that_are_not_built_yet_are_refused_by_name() {
    for kind in ["season", "numbered", "month", "week", "hour", "minute"] {
        let error = of_kinds(&["all", kind]).check().unwrap_err();
        assert_eq!(error.rule(), "periods");
        assert!(error.to_string().contains(&format!("'{kind}'")), "{error}");
    }
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
        of_kinds(kinds).periods_of(midday()).map(|period| period.id).collect::<Vec<_>>()
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
    let resolved = |kinds: &[&'static str]| id(of_kinds(kinds).period(None, midday()));
    assert_eq!(resolved(&["all"]).as_deref(), Some("all"));
    assert_eq!(resolved(&["day"]).as_deref(), Some("2026-10-14"));
    assert_eq!(resolved(&["day", "all"]).as_deref(), Some("all"));
}

#[test]
fn a_read_names_a_period_by_kind_by_id_or_from_now() {
    let rules = of_kinds(&["day", "all"]);
    let resolved = |wanted| id(rules.period(Some(wanted), midday()));
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
    let all_first = of_kinds(&["all", "day"]);
    assert_eq!(id(all_first.period(Some("current"), midday())).as_deref(), Some("all"));
    assert_eq!(all_first.period(Some("previous"), midday()), None, "nothing comes before all time");
}

#[test]
fn a_read_of_anything_else_finds_no_period() {
    let rules = of_kinds(&["day", "all"]);
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
        assert_eq!(rules.period(Some(wanted), midday()), None, "{wanted:?}");
    }
}

#[test]
fn a_read_finds_only_kinds_that_the_board_lists() {
    let (days, all) = (of_kinds(&["day"]), of_kinds(&["all"]));
    assert_eq!(days.period(Some("all"), midday()), None);
    for wanted in ["day", "day:previous", "2026-10-14"] {
        assert_eq!(all.period(Some(wanted), midday()), None, "{wanted}");
    }
    let first_day = Timestamp::from_ms(5).unwrap();
    assert_eq!(days.period(Some("previous"), first_day), None, "time begins there");
}
