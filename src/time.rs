//! Instants: milliseconds since 1970 inside, ISO 8601 in text.
//!
//! The conversion between days and civil dates is the one of Howard Hinnant's "chrono-compatible
//! low-level date algorithms": eras of 400 years that begin on the first of March, so that the leap
//! day comes last and every month length follows from one linear formula.

use core::fmt;

use serde::{Deserialize, Serialize};

/// Milliseconds in a UTC day.
pub const DAY_MS: u64 = 86_400_000;

/// An instant: whole milliseconds since 1970-01-01T00:00:00Z, up to the end of the year 9999.
///
/// # Examples
/// ```
/// use edgeboard::time::Timestamp;
///
/// let instant = Timestamp::from_ms(1_791_993_600_123)?;
/// assert_eq!(instant.to_string(), "2026-10-14T16:00:00.123Z");
/// # Ok::<(), edgeboard::time::TimeError>(())
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "u64", into = "u64")]
pub struct Timestamp(u64);

impl Timestamp {
    /// The last millisecond of the year 9999; it fits in 48 bits, which the board key relies on.
    pub const MAX: Self = Self(253_402_300_799_999);

    /// 1970-01-01T00:00:00Z.
    pub const EPOCH: Self = Self(0);

    /// Returns the instant `ms` milliseconds after 1970 began.
    ///
    /// # Errors
    /// [`TimeError`] when the instant lies behind [`Timestamp::MAX`].
    pub fn from_ms(ms: u64) -> Result<Self, TimeError> {
        if ms > Self::MAX.0 { Err(TimeError { ms }) } else { Ok(Self(ms)) }
    }

    /// Returns the instant `ms` milliseconds after 1970 began, [`Timestamp::MAX`] if it lies behind
    /// that.
    #[must_use]
    pub const fn from_ms_or_max(ms: u64) -> Self {
        if ms > Self::MAX.0 { Self::MAX } else { Self(ms) }
    }

    /// Returns the milliseconds since 1970 began.
    #[must_use]
    pub const fn ms(self) -> u64 {
        self.0
    }

    /// Reads an instant in ISO 8601: a date, `T`, hours, minutes, then seconds and their
    /// thousandths if there are any, and at last `Z` or an offset such as `+09:00`. Returns `None`
    /// for any other text, and for an instant before 1970.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::time::Timestamp;
    ///
    /// let utc = Timestamp::parse("2022-12-31T16:00:00.000Z");
    /// assert_eq!(utc.map(Timestamp::ms), Some(1_672_502_400_000));
    /// assert_eq!(Timestamp::parse("2023-01-01T00:00+08:00"), utc);
    /// assert_eq!(Timestamp::parse("2023-01-01"), None, "a date is no instant");
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (date, time) = text.split_at_checked(10)?;
        let local = Date::parse(date)?.days() * DAY_MS as i64;
        let (time, offset) = match time.strip_suffix('Z') {
            Some(time) => (time, 0),
            None => {
                let (time, offset) = time.split_at_checked(time.len().checked_sub(6)?)?;
                (time, parse_offset(offset)?)
            }
        };
        let ms = match time.as_bytes() {
            [b'T', h, i, b':', m, n, rest @ ..] => {
                let seconds = match rest {
                    [] => 0,
                    [b':', s, t] => below(60, &[*s, *t])? * 1_000,
                    [b':', s, t, b'.', ms @ ..] if ms.len() == 3 => {
                        below(60, &[*s, *t])? * 1_000 + digits(ms)?
                    }
                    _ => return None,
                };
                below(24, &[*h, *i])? * 3_600_000 + below(60, &[*m, *n])? * 60_000 + seconds
            }
            _ => return None,
        };
        u64::try_from(local + ms - offset * 1_000).ok().and_then(|ms| Self::from_ms(ms).ok())
    }

    /// Returns the start of the UTC day that holds this instant.
    #[must_use]
    pub const fn day_start(self) -> Self {
        Self(self.0 - self.0 % DAY_MS)
    }

    /// Returns the civil date of this instant in UTC.
    #[must_use]
    pub const fn date(self) -> Date {
        Date::from_days((self.0 / DAY_MS) as i64)
    }
}

impl TryFrom<u64> for Timestamp {
    type Error = TimeError;

    fn try_from(ms: u64) -> Result<Self, TimeError> {
        Self::from_ms(ms)
    }
}

impl From<Timestamp> for u64 {
    fn from(instant: Timestamp) -> u64 {
        instant.0
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = self.0 % DAY_MS;
        let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1_000 % 60);
        write!(f, "{}T{hour:02}:{minute:02}:{second:02}.{:03}Z", self.date(), ms % 1_000)
    }
}

/// A day of the Gregorian calendar, from 1969 (which it still was west of Greenwich when the first
/// instant came) to 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: i64,
    month: i64,
    day: i64,
}

impl Date {
    /// 1969-01-01.
    pub const MIN: Self = Self { year: 1969, month: 1, day: 1 };

    /// 9999-12-31.
    pub const MAX: Self = Self { year: 9999, month: 12, day: 31 };

    /// Returns the date of a year, a month and a day of the month, each counted from 1; `None` for
    /// a day that does not exist or lies outside [`Date::MIN`] and [`Date::MAX`].
    #[must_use]
    pub fn new(year: i64, month: i64, day: i64) -> Option<Self> {
        let date = Self { year, month, day };
        let plausible = (Self::MIN.year..=Self::MAX.year).contains(&year)
            && (1..=12).contains(&month)
            && (1..=31).contains(&day);
        // A day that does not exist comes back from the round trip as another one.
        (plausible && Self::from_days(date.days()) == date).then_some(date)
    }

    /// Returns the date that lies `days` days after 1970-01-01, or the nearest that there is.
    #[must_use]
    pub const fn from_days(days: i64) -> Self {
        if days < Self::MIN.days() {
            return Self::MIN;
        }
        if days > Self::MAX.days() {
            return Self::MAX;
        }
        // 719,468 days lie between 0000-03-01 and 1970-01-01; an era has 146,097.
        let shifted = days + 719_468;
        let day_of_era = shifted % 146_097;
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let march_month = (5 * day_of_year + 2) / 153;
        let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
        let year = year_of_era + shifted / 146_097 * 400 + (month <= 2) as i64;
        Self { year, month, day: day_of_year - (153 * march_month + 2) / 5 + 1 }
    }

    /// Returns the days between 1970-01-01 and this date; negative before it.
    #[must_use]
    pub const fn days(self) -> i64 {
        let year = self.year - (self.month <= 2) as i64;
        let march_month = if self.month > 2 { self.month - 3 } else { self.month + 9 };
        let day_of_year = (153 * march_month + 2) / 5 + self.day - 1;
        let year_of_era = year % 400;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        year / 400 * 146_097 + day_of_era - 719_468
    }

    /// Returns the year.
    #[must_use]
    pub const fn year(self) -> i64 {
        self.year
    }

    /// Returns the month, 1 to 12.
    #[must_use]
    pub const fn month(self) -> i64 {
        self.month
    }

    /// Returns the day of the month, from 1.
    #[must_use]
    pub const fn day(self) -> i64 {
        self.day
    }

    /// Reads `YYYY-MM-DD`; `None` for any other text and for days that do not exist.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::time::Date;
    ///
    /// assert_eq!(Date::parse("2026-10-11").map(Date::days), Some(20_737));
    /// assert_eq!(Date::parse("2026-02-29"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            [year @ .., b'-', m, n, b'-', d, e] if year.len() == 4 => {
                Self::new(digits(year)?, digits(&[*m, *n])?, digits(&[*d, *e])?)
            }
            _ => None,
        }
    }
}

/// Reads `+09:00` as seconds.
pub(crate) fn parse_offset(text: &str) -> Option<i64> {
    match text.as_bytes() {
        [sign @ (b'+' | b'-'), h, i, b':', m, n] => {
            let seconds = below(24, &[*h, *i])? * 3_600 + below(60, &[*m, *n])? * 60;
            Some(if *sign == b'-' { -seconds } else { seconds })
        }
        _ => None,
    }
}

/// Reads digits of a number below a bound.
pub(crate) fn below(bound: i64, text: &[u8]) -> Option<i64> {
    digits(text).filter(|number| *number < bound)
}

/// Reads decimal digits, as many as a time has in one place.
pub(crate) fn digits(text: &[u8]) -> Option<i64> {
    if text.is_empty() || text.len() > 4 {
        return None;
    }
    text.iter().try_fold(0, |sum, b| b.is_ascii_digit().then(|| sum * 10 + i64::from(b - b'0')))
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// An instant behind the year 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeError {
    ms: u64,
}

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms lies behind the year 9999 ({} ms)", self.ms, Timestamp::MAX.0)
    }
}

impl core::error::Error for TimeError {}
