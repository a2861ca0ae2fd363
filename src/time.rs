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

    /// Returns the start of the UTC day that holds this instant.
    #[must_use]
    pub const fn day_start(self) -> Self {
        Self(self.0 - self.0 % DAY_MS)
    }

    /// Returns the civil date of this instant in UTC.
    #[must_use]
    pub const fn date(self) -> Date {
        Date::from_days(self.0 / DAY_MS)
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

/// A day of the Gregorian calendar, from 1970 to 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    year: u64,
    month: u64,
    day: u64,
}

impl Date {
    /// Returns the date that lies `days` days after 1970-01-01.
    #[must_use]
    pub const fn from_days(days: u64) -> Self {
        // 719,468 days lie between 0000-03-01 and 1970-01-01; an era has 146,097.
        let shifted = days + 719_468;
        let day_of_era = shifted % 146_097;
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let march_month = (5 * day_of_year + 2) / 153;
        let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
        let year = year_of_era + shifted / 146_097 * 400 + (month <= 2) as u64;
        Self { year, month, day: day_of_year - (153 * march_month + 2) / 5 + 1 }
    }

    /// Returns the days between 1970-01-01 and this date.
    #[must_use]
    pub const fn days(self) -> u64 {
        let year = self.year - (self.month <= 2) as u64;
        let march_month = if self.month > 2 { self.month - 3 } else { self.month + 9 };
        let day_of_year = (153 * march_month + 2) / 5 + self.day - 1;
        let year_of_era = year % 400;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        year / 400 * 146_097 + day_of_era - 719_468
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
        let bytes = text.as_bytes();
        if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
            return None;
        }
        let number = |part: &[u8]| {
            part.iter().try_fold(0, |sum: u64, b| {
                b.is_ascii_digit().then(|| sum * 10 + u64::from(b - b'0'))
            })
        };
        let date = Self {
            year: number(&bytes[..4])?,
            month: number(&bytes[5..7])?,
            day: number(&bytes[8..])?,
        };
        let plausible = date.year >= 1970 && (1..=12).contains(&date.month) && date.day >= 1;
        // A day that does not exist comes back from the round trip as another one.
        (plausible && Self::from_days(date.days()) == date).then_some(date)
    }
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
