//! The rule of a period, in the form in which users write it.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use super::{Calendar, Duration, PeriodError, PeriodKind, TimeOfDay, Weekday, ZoneName, Zones};
use crate::time::Timestamp;

/// The longest name of a season, in bytes.
pub const MAX_SEASON_BYTES: usize = 32;

/// Which periods there are: `"day"`, or the same as an object with what else belongs to the kind.
///
/// What is not given has the default of its kind. [`PeriodRule::calendar`] turns a rule into the
/// periods themselves.
///
/// # Examples
/// ```
/// use edgeboard::period::{PeriodKind, PeriodRule, TimeOfDay, Weekday, ZoneName, Zones};
/// use edgeboard::time::Timestamp;
///
/// let rule = PeriodRule {
///     week_start: Some(Weekday::Monday),
///     start_at: TimeOfDay::parse("09:00"),
///     zone: Some(ZoneName::parse("America/Los_Angeles")?),
///     ..PeriodKind::Week.into()
/// };
/// let zones = Zones::parse(edgeboard_zones::BYTES)?;
/// let calendar = rule.calendar(&ZoneName::Utc, &zones)?;
///
/// let starts = |text| {
///     let period = calendar.of(Timestamp::parse(text)?)?;
///     Some(period.bounds?.start.to_string())
/// };
/// // Nine o'clock is nine o'clock, in winter and in summer.
/// assert_eq!(starts("2026-01-07T00:00Z").as_deref(), Some("2026-01-05T17:00:00.000Z"));
/// assert_eq!(starts("2026-07-08T00:00Z").as_deref(), Some("2026-07-06T16:00:00.000Z"));
/// # Ok::<(), edgeboard::period::PeriodError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodRule {
    /// What sort of periods.
    pub kind: PeriodKind,
    /// How long a period is kept after its end.
    pub keep: Option<Duration>,
    /// The first day of a week; Monday unless said.
    pub week_start: Option<Weekday>,
    /// The time at which days, weeks and months begin; midnight unless said.
    pub start_at: Option<TimeOfDay>,
    /// Whose clocks and calendar count.
    pub zone: Option<ZoneName>,
    /// When the first numbered period begins.
    pub base: Option<Timestamp>,
    /// How long each numbered period is.
    pub length: Option<Duration>,
    /// The name of a season.
    pub id: Option<String>,
    /// When a season begins.
    pub starts_at: Option<Timestamp>,
    /// When it ends.
    pub ends_at: Option<Timestamp>,
}

impl From<PeriodKind> for PeriodRule {
    fn from(kind: PeriodKind) -> Self {
        Self {
            kind,
            keep: None,
            week_start: None,
            start_at: None,
            zone: None,
            base: None,
            length: None,
            id: None,
            starts_at: None,
            ends_at: None,
        }
    }
}

/// The fields beside the kind, as users spell them.
const FIELDS: [&str; 9] =
    ["keep", "weekStart", "startAt", "zone", "base", "length", "id", "startsAt", "endsAt"];

const INSTANT: &str = "an instant from 1970 to 9999: whole milliseconds, or ISO 8601 such as \
                       \"2026-10-11T00:00:00Z\"";

/// The fields that a kind takes.
const fn fields_of(kind: PeriodKind) -> &'static [&'static str] {
    match kind {
        PeriodKind::Minute | PeriodKind::Hour => &["keep", "zone"],
        PeriodKind::Day | PeriodKind::Month => &["keep", "startAt", "zone"],
        PeriodKind::Week => &["keep", "weekStart", "startAt", "zone"],
        PeriodKind::Numbered => &["keep", "base", "length"],
        PeriodKind::Season => &["keep", "id", "startsAt", "endsAt"],
        PeriodKind::All => &[],
    }
}

impl PeriodRule {
    /// Checks that the fields make sense together: a field that the kind takes no notice of is
    /// refused, and so is a kind without a field that it needs.
    ///
    /// # Errors
    /// [`PeriodError::Field`] names the first field that is wrong.
    pub fn check(&self) -> Result<(), PeriodError> {
        let taken = fields_of(self.kind);
        for (field, is_given) in FIELDS.into_iter().zip(self.given()) {
            let is_optional = matches!(field, "keep" | "weekStart" | "startAt" | "zone");
            let takes = taken.contains(&field);
            if is_given && !takes {
                return Err(self.wrong(field, "has none"));
            }
            if !is_given && takes && !is_optional {
                return Err(self.wrong(field, "needs one"));
            }
        }
        if let Some(length) = self.length.filter(|length| length.ms().is_none()) {
            let reason = format!("{length} is not always as long: use s, m, h, d or w");
            return Err(PeriodError::field("length", reason));
        }
        if let Some(id) = &self.id {
            check_season_name(id)?;
        }
        match (self.starts_at, self.ends_at) {
            (Some(start), Some(end)) if start >= end => {
                let reason = format!("{end} is not after startsAt, which is {start}");
                Err(PeriodError::field("endsAt", reason))
            }
            _ => Ok(()),
        }
    }

    /// Returns the periods of this rule, in the zone that it names or else in `zone`.
    ///
    /// # Errors
    /// Those of [`PeriodRule::check`] and of [`Zones::zone`].
    pub fn calendar(&self, zone: &ZoneName, zones: &Zones) -> Result<Calendar, PeriodError> {
        Calendar::new(self, zone, zones)
    }

    /// Gives a field a value that is a text, as users write it.
    ///
    /// # Errors
    /// [`PeriodError::Field`] for a text that the field does not take, and for a name that no field
    /// has.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::period::{PeriodKind, PeriodRule, Weekday};
    ///
    /// let mut rule = PeriodRule::from(PeriodKind::Week);
    /// rule.set_text("weekStart", "sunday")?;
    /// assert_eq!(rule.week_start, Some(Weekday::Sunday));
    /// let error = rule.set_text("weekStart", "Sun").unwrap_err();
    /// assert!(error.to_string().starts_with("weekStart: \"Sun\" is not a day of the week"));
    /// # Ok::<(), edgeboard::period::PeriodError>(())
    /// ```
    pub fn set_text(&mut self, field: &str, text: &str) -> Result<(), PeriodError> {
        let field = known(field)?;
        let wrong = |form| PeriodError::text(field, text, form);
        let duration = || Duration::parse(text).ok_or_else(|| wrong(Duration::FORM));
        let instant = || Timestamp::parse(text).ok_or_else(|| wrong(INSTANT));
        match field {
            "keep" => self.keep = Some(duration()?),
            "length" => self.length = Some(duration()?),
            "weekStart" => {
                let day = Weekday::parse(text).ok_or_else(|| wrong(Weekday::FORM))?;
                self.week_start = Some(day);
            }
            "startAt" => {
                let time = TimeOfDay::parse(text).ok_or_else(|| wrong(TimeOfDay::FORM))?;
                self.start_at = Some(time);
            }
            "zone" => self.zone = Some(ZoneName::parse(text)?),
            "id" => self.id = Some(text.to_string()),
            "base" => self.base = Some(instant()?),
            "startsAt" => self.starts_at = Some(instant()?),
            _ => self.ends_at = Some(instant()?),
        }
        Ok(())
    }

    /// Gives a field a value that is a number: an instant in milliseconds since 1970.
    ///
    /// # Errors
    /// [`PeriodError::Field`] for a number that is no instant, and for a field that takes a text.
    pub fn set_number(&mut self, field: &str, number: f64) -> Result<(), PeriodError> {
        let field = known(field)?;
        let place = match field {
            "base" => &mut self.base,
            "startsAt" => &mut self.starts_at,
            "endsAt" => &mut self.ends_at,
            _ => {
                let reason = format!("{number} is a number, and it takes a text");
                return Err(PeriodError::field(field, reason));
            }
        };
        // The conversion stops at the ends of the range, and these are no instants.
        let whole = number as u64;
        let instant = Timestamp::from_ms(whole).ok().filter(|_| whole as f64 == number);
        let Some(instant) = instant else {
            return Err(PeriodError::field(field, format!("{number} is not {INSTANT}")));
        };
        *place = Some(instant);
        Ok(())
    }

    /// Which fields have a value, in the order of [`FIELDS`].
    const fn given(&self) -> [bool; FIELDS.len()] {
        [
            self.keep.is_some(),
            self.week_start.is_some(),
            self.start_at.is_some(),
            self.zone.is_some(),
            self.base.is_some(),
            self.length.is_some(),
            self.id.is_some(),
            self.starts_at.is_some(),
            self.ends_at.is_some(),
        ]
    }

    #[cold]
    fn wrong(&self, field: &'static str, what: &str) -> PeriodError {
        PeriodError::field(field, format!("a period of kind '{}' {what}", self.kind))
    }
}

/// The field of a name.
fn known(name: &str) -> Result<&'static str, PeriodError> {
    let found = FIELDS.iter().find(|field| **field == name);
    found.copied().ok_or_else(|| {
        let shown: String = name.chars().take(40).collect();
        PeriodError::field("period", format!("there is no field {shown:?} in a rule of periods"))
    })
}

/// Refuses a name of a season that could be taken for another period.
fn check_season_name(name: &str) -> Result<(), PeriodError> {
    let fits = (1..=MAX_SEASON_BYTES).contains(&name.len())
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
    if !fits {
        let wanted =
            format!("a letter and up to {} letters, digits, '_' and '-'", MAX_SEASON_BYTES - 1);
        return Err(PeriodError::text("id", name, &wanted));
    }
    let number = name.strip_prefix('n').unwrap_or_default();
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    let is_word = ["total", "current", "previous"].contains(&name);
    if is_number || is_word || PeriodKind::parse(name).is_some() {
        return Err(PeriodError::text("id", name, "a name that only a season has"));
    }
    Ok(())
}

/// `{kind}` and whatever was given.
impl Serialize for PeriodRule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", &self.kind)?;
        let values: [Option<&dyn fmt::Display>; FIELDS.len()] = [
            self.keep.as_ref().map(|value| value as _),
            self.week_start.as_ref().map(|value| value as _),
            self.start_at.as_ref().map(|value| value as _),
            self.zone.as_ref().map(|value| value as _),
            self.base.as_ref().map(|value| value as _),
            self.length.as_ref().map(|value| value as _),
            self.id.as_ref().map(|value| value as _),
            self.starts_at.as_ref().map(|value| value as _),
            self.ends_at.as_ref().map(|value| value as _),
        ];
        for (field, value) in FIELDS.into_iter().zip(values) {
            if let Some(value) = value {
                map.serialize_entry(field, &value.to_string())?;
            }
        }
        map.end()
    }
}

/// By hand, so that a word does, and an error names its field.
impl<'de> Deserialize<'de> for PeriodRule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RuleForm)
    }
}

struct RuleForm;

impl<'de> Visitor<'de> for RuleForm {
    type Value = PeriodRule;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a kind of period (\"day\") or {\"kind\": …}")
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<PeriodRule, E> {
        let kind = PeriodKind::deserialize(de::value::StrDeserializer::new(word))?;
        let rule = PeriodRule::from(kind);
        rule.check().map_err(E::custom)?;
        Ok(rule)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PeriodRule, A::Error> {
        let mut kind = None;
        // Of any kind, until the kind has come.
        let mut rule = PeriodRule::from(PeriodKind::All);
        let mut seen = [false; FIELDS.len()];
        while let Some(name) = map.next_key::<String>()? {
            if name == "kind" {
                if kind.replace(map.next_value()?).is_some() {
                    return Err(de::Error::duplicate_field("kind"));
                }
                continue;
            }
            let Some(at) = FIELDS.iter().position(|field| *field == name) else {
                return Err(de::Error::unknown_field(&name, &FIELDS));
            };
            if core::mem::replace(&mut seen[at], true) {
                return Err(de::Error::duplicate_field(FIELDS[at]));
            }
            let set = match map.next_value()? {
                Value::Null => Ok(()),
                Value::Text(text) => rule.set_text(&name, &text),
                Value::Number(number) => rule.set_number(&name, number),
                Value::Other => Err(PeriodError::field(FIELDS[at], "it takes a text")),
            };
            set.map_err(de::Error::custom)?;
        }
        rule.kind = kind.ok_or_else(|| de::Error::missing_field("kind"))?;
        rule.check().map_err(de::Error::custom)?;
        Ok(rule)
    }
}

/// The value of a field as it comes.
enum Value {
    Null,
    Text(String),
    Number(f64),
    Other,
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueForm)
    }
}

struct ValueForm;

impl<'de> Visitor<'de> for ValueForm {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text or a number")
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_string()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Number(number))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Value, E> {
        Ok(Value::Other)
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}
