//! The words of a rule: lengths of time, times of day, days of the week and names of zones.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use super::PeriodError;
use crate::time::{DAY_MS, below, parse_offset};

/// The longest name of a zone, in bytes; the longest of the IANA database has 32.
pub const MAX_ZONE_BYTES: usize = 64;

/// A length of time: a number of seconds, minutes, hours, days, weeks or months.
///
/// A day has 24 hours here and a week seven such days; months are those of the calendar.
///
/// # Examples
/// ```
/// use edgeboard::period::Duration;
///
/// assert_eq!(Duration::parse("3d").and_then(Duration::ms), Some(259_200_000));
/// assert_eq!(Duration::parse("3mo").and_then(Duration::ms), None, "months differ");
/// assert_eq!(Duration::parse("1.5h"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Duration {
    count: u32,
    unit: Unit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Unit {
    Second,
    Minute,
    Hour,
    Day,
    Week,
    Month,
}

/// Longer suffixes first, since `mo` begins as `m` does.
const UNITS: [(&str, Unit); 6] = [
    ("mo", Unit::Month),
    ("s", Unit::Second),
    ("m", Unit::Minute),
    ("h", Unit::Hour),
    ("d", Unit::Day),
    ("w", Unit::Week),
];

impl Duration {
    pub(super) const HOUR: Self = Self { count: 1, unit: Unit::Hour };
    pub(super) const DAY: Self = Self { count: 1, unit: Unit::Day };
    pub(super) const THREE_DAYS: Self = Self { count: 3, unit: Unit::Day };
    pub(super) const TWO_WEEKS: Self = Self { count: 2, unit: Unit::Week };
    pub(super) const THREE_MONTHS: Self = Self { count: 3, unit: Unit::Month };

    pub(super) const FORM: &'static str =
        "a number from 1 to 4294967295 and one of s m h d w mo, such as \"3d\"";

    /// Reads `<n>` and one of `s m h d w mo`; `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (count, unit) = UNITS
            .iter()
            .find_map(|(suffix, unit)| text.strip_suffix(suffix).map(|count| (count, *unit)))?;
        // `parse` alone would take a plus sign and leading zeros.
        let plain = count.starts_with(|c: char| matches!(c, '1'..='9'));
        Some(Self { count: plain.then(|| count.parse().ok())??, unit })
    }

    /// Returns the milliseconds, which months have not.
    #[must_use]
    pub const fn ms(self) -> Option<u64> {
        let unit = match self.unit {
            Unit::Second => 1_000,
            Unit::Minute => 60_000,
            Unit::Hour => 3_600_000,
            Unit::Day => DAY_MS,
            Unit::Week => 7 * DAY_MS,
            Unit::Month => return None,
        };
        Some(self.count as u64 * unit)
    }

    /// Returns the months, which nothing else has.
    #[must_use]
    pub const fn months(self) -> Option<u32> {
        match self.unit {
            Unit::Month => Some(self.count),
            _ => None,
        }
    }
}

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suffix = UNITS.iter().find(|(_, unit)| *unit == self.unit).map_or("", |(text, _)| text);
        write!(f, "{}{suffix}", self.count)
    }
}

/// A time of day by a clock of 24 hours: `09:00`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeOfDay {
    minutes: u16,
}

impl TimeOfDay {
    pub(super) const FORM: &'static str = "a time of day from \"00:00\" to \"23:59\"";

    /// Reads `HH:MM`; `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            [h, i, b':', m, n] => {
                let minutes = below(24, &[*h, *i])? * 60 + below(60, &[*m, *n])?;
                Some(Self { minutes: minutes as u16 })
            }
            _ => None,
        }
    }

    /// Returns the minutes since midnight, by the clock.
    #[must_use]
    pub const fn minutes(self) -> u16 {
        self.minutes
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.minutes / 60, self.minutes % 60)
    }
}

/// A day of the week.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Weekday {
    /// The first day of an ISO week.
    #[default]
    Monday,
    /// The second.
    Tuesday,
    /// The third.
    Wednesday,
    /// The fourth; 1970-01-01 was one.
    Thursday,
    /// The fifth.
    Friday,
    /// The sixth.
    Saturday,
    /// The seventh.
    Sunday,
}

const WEEKDAYS: [(&str, Weekday); 7] = [
    ("monday", Weekday::Monday),
    ("tuesday", Weekday::Tuesday),
    ("wednesday", Weekday::Wednesday),
    ("thursday", Weekday::Thursday),
    ("friday", Weekday::Friday),
    ("saturday", Weekday::Saturday),
    ("sunday", Weekday::Sunday),
];

impl Weekday {
    pub(super) const FORM: &'static str = "a day of the week from \"monday\" to \"sunday\"";

    /// Reads the English name in lower case; `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        WEEKDAYS.iter().find(|(name, _)| *name == text).map(|(_, day)| *day)
    }
}

impl fmt::Display for Weekday {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(WEEKDAYS[*self as usize].0)
    }
}

/// The name of a zone: `UTC`, an offset such as `+09:00`, or a name of the IANA database.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum ZoneName {
    /// UTC.
    #[default]
    Utc,
    /// The same offset all year, in seconds, east of Greenwich positive.
    Offset(i32),
    /// A name of the IANA database, spelled as it is there (`Asia/Seoul`).
    Iana(String),
}

impl ZoneName {
    /// Reads the name of a zone for the field of that name.
    ///
    /// # Errors
    /// [`PeriodError::Field`] for a text that cannot be one. Whether there is such a zone is seen
    /// when it is looked up.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::period::ZoneName;
    ///
    /// assert_eq!(ZoneName::parse("+09:00")?, ZoneName::Offset(32_400));
    /// assert_eq!(ZoneName::parse("Asia/Seoul")?.to_string(), "Asia/Seoul");
    /// assert!(ZoneName::parse("+9").is_err());
    /// # Ok::<(), edgeboard::period::PeriodError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, PeriodError> {
        if text == "UTC" {
            return Ok(Self::Utc);
        }
        if text.starts_with(['+', '-']) {
            let offset = parse_offset(text).and_then(|seconds| i32::try_from(seconds).ok());
            let wanted = "an offset from \"-23:59\" to \"+23:59\"";
            return offset.map(Self::Offset).ok_or_else(|| PeriodError::text("zone", text, wanted));
        }
        let fits = (1..=MAX_ZONE_BYTES).contains(&text.len())
            && text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"/_+-".contains(&b));
        if fits {
            return Ok(Self::Iana(text.to_string()));
        }
        let wanted = format!(
            "\"UTC\", an offset such as \"+09:00\", or a name of the IANA database of at most \
             {MAX_ZONE_BYTES} bytes"
        );
        Err(PeriodError::text("zone", text, &wanted))
    }
}

impl fmt::Display for ZoneName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Utc => f.write_str("UTC"),
            Self::Offset(seconds) => {
                let sign = if *seconds < 0 { '-' } else { '+' };
                let minutes = seconds.unsigned_abs() / 60;
                write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
            Self::Iana(name) => f.write_str(name),
        }
    }
}
