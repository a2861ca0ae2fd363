//! The rule of a period, in the form in which users write it.

use alloc::boxed::Box;
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
        for (field, value) in self.fields() {
            let needed = !matches!(field, "keep" | "weekStart" | "startAt" | "zone");
            match value {
                Some(_) if !taken.contains(&field) => {
                    let reason = format!("a period of kind '{}' has none", self.kind);
                    return Err(PeriodError::field(field, reason));
                }
                None if needed && taken.contains(&field) => {
                    let reason = format!("a period of kind '{}' needs one", self.kind);
                    return Err(PeriodError::field(field, reason));
                }
                _ => {}
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

    /// The fields beside the kind with their texts, in the order of [`FIELDS`].
    fn fields(&self) -> [(&'static str, Option<String>); FIELDS.len()] {
        fn text(value: Option<&impl ToString>) -> Option<String> {
            value.map(ToString::to_string)
        }
        [
            ("keep", text(self.keep.as_ref())),
            ("weekStart", text(self.week_start.as_ref())),
            ("startAt", text(self.start_at.as_ref())),
            ("zone", text(self.zone.as_ref())),
            ("base", text(self.base.as_ref())),
            ("length", text(self.length.as_ref())),
            ("id", text(self.id.as_ref())),
            ("startsAt", text(self.starts_at.as_ref())),
            ("endsAt", text(self.ends_at.as_ref())),
        ]
    }

    fn set(&mut self, field: &str, value: &Value) -> Result<(), PeriodError> {
        match field {
            "keep" => self.keep = Some(value.read("keep", Duration::FORM, Duration::parse)?),
            "weekStart" => {
                self.week_start = Some(value.read("weekStart", Weekday::FORM, Weekday::parse)?);
            }
            "startAt" => {
                self.start_at = Some(value.read("startAt", TimeOfDay::FORM, TimeOfDay::parse)?);
            }
            "zone" => self.zone = Some(ZoneName::parse(value.text("zone")?)?),
            "base" => self.base = Some(value.instant("base")?),
            "length" => self.length = Some(value.read("length", Duration::FORM, Duration::parse)?),
            "id" => self.id = Some(value.text("id")?.to_string()),
            "startsAt" => self.starts_at = Some(value.instant("startsAt")?),
            _ => self.ends_at = Some(value.instant("endsAt")?),
        }
        Ok(())
    }
}

/// Refuses a name of a season that could be taken for another period.
fn check_season_name(name: &str) -> Result<(), PeriodError> {
    let fits = (1..=MAX_SEASON_BYTES).contains(&name.len())
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
    if !fits {
        let wanted = format!(
            "a letter and up to {} letters, digits, '_' and '-'",
            MAX_SEASON_BYTES - 1
        );
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
        for (field, value) in self.fields() {
            if let Some(value) = value {
                map.serialize_entry(field, &value)?;
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
        // Of the kind that takes no fields, until the kind has come.
        let mut rule = PeriodRule::from(PeriodKind::All);
        let mut seen: [bool; FIELDS.len()] = [false; FIELDS.len()];
        while let Some(field) = map.next_key::<Box<str>>()? {
            if &*field == "kind" {
                if kind.replace(map.next_value()?).is_some() {
                    return Err(de::Error::duplicate_field("kind"));
                }
                continue;
            }
            let Some(at) = FIELDS.iter().position(|known| *known == &*field) else {
                return Err(de::Error::unknown_field(&field, &FIELDS));
            };
            if core::mem::replace(&mut seen[at], true) {
                return Err(de::Error::duplicate_field(FIELDS[at]));
            }
            match map.next_value()? {
                Value::Null => {}
                value => rule.set(FIELDS[at], &value).map_err(de::Error::custom)?,
            }
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

impl Value {
    fn text(&self, field: &'static str) -> Result<&str, PeriodError> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Number(number) => {
                Err(PeriodError::field(field, format!("{number} is a number, and it takes a text")))
            }
            _ => Err(PeriodError::field(field, "it takes a text")),
        }
    }

    fn read<T>(
        &self,
        field: &'static str,
        form: &str,
        parse: fn(&str) -> Option<T>,
    ) -> Result<T, PeriodError> {
        let text = self.text(field)?;
        parse(text).ok_or_else(|| PeriodError::text(field, text, form))
    }

    /// An instant: ISO 8601, or whole milliseconds since 1970.
    fn instant(&self, field: &'static str) -> Result<Timestamp, PeriodError> {
        let wanted = format!(
            "an instant from 1970 to 9999: whole milliseconds from 0 to {}, or ISO 8601 such as \
             \"2026-10-11T00:00:00Z\"",
            Timestamp::MAX.ms()
        );
        let found = match self {
            Self::Number(ms) => {
                // The conversion stops at the ends of the range, and these are no integers then.
                let whole = *ms as u64;
                (whole as f64 == *ms).then(|| Timestamp::from_ms(whole).ok()).flatten()
            }
            Self::Text(text) => Timestamp::parse(text),
            _ => None,
        };
        found.ok_or_else(|| match self {
            Self::Number(ms) => PeriodError::field(field, format!("{ms} is not {wanted}")),
            Self::Text(text) => PeriodError::text(field, text, &wanted),
            _ => PeriodError::field(field, format!("it takes {wanted}")),
        })
    }
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
