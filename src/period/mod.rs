//! Periods: the spans of time over which a board collects scores.
//!
//! Periods of one kind tile time: every instant lies in exactly one of them. A period is known by
//! its id (`2026-10-11`, `all`), which names it for ever.

use alloc::string::{String, ToString};
use core::fmt;

use serde::{Deserialize, Serialize};

use crate::time::{DAY_MS, Date, Timestamp};

/// The kinds of period, the longest first: a board's bounds are judged in the longest it lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PeriodKind {
    /// All time: one period without start and end.
    All,
    /// A season: named, with bounds of its own.
    Season,
    /// Periods of a fixed length, counted from a base instant.
    Numbered,
    /// A calendar month.
    Month,
    /// A calendar week.
    Week,
    /// A calendar day.
    Day,
    /// An hour.
    Hour,
    /// A minute.
    Minute,
}

impl PeriodKind {
    /// Returns whether this version can run boards with periods of this kind.
    #[must_use]
    pub const fn is_supported(self) -> bool {
        matches!(self, Self::All | Self::Day)
    }

    /// Returns the word for this kind, as rules and reads spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Season => "season",
            Self::Numbered => "numbered",
            Self::Month => "month",
            Self::Week => "week",
            Self::Day => "day",
            Self::Hour => "hour",
            Self::Minute => "minute",
        }
    }

    /// Returns the period of this kind that holds `instant`; `None` for a kind that is not
    /// supported.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::period::PeriodKind;
    /// use edgeboard::time::Timestamp;
    ///
    /// let day = PeriodKind::Day.of(Timestamp::from_ms(1_791_993_600_123)?);
    /// assert_eq!(day.map(|day| day.id), Some("2026-10-14".into()));
    /// # Ok::<(), edgeboard::time::TimeError>(())
    /// ```
    #[must_use]
    pub fn of(self, instant: Timestamp) -> Option<Period> {
        match self {
            Self::All => Some(Period { kind: self, id: "all".into(), bounds: None }),
            Self::Day => {
                let start = instant.day_start();
                let end = Timestamp::from_ms(start.ms() + DAY_MS).unwrap_or(Timestamp::MAX);
                let id = instant.date().to_string();
                Some(Period { kind: self, id, bounds: Some(Bounds { start, end }) })
            }
            _ => None,
        }
    }

    /// Returns the period of this kind with this id; `None` when no period of the kind has it.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::period::PeriodKind;
    ///
    /// let day = PeriodKind::Day.parse("2026-10-14").expect("a day");
    /// assert_eq!(day.bounds.map(|b| b.start.ms()), Some(1_791_936_000_000));
    /// assert_eq!(PeriodKind::Day.parse("2026-02-30"), None);
    /// ```
    #[must_use]
    pub fn parse(self, id: &str) -> Option<Period> {
        let instant = match self {
            Self::All => Timestamp::default(),
            Self::Day => Timestamp::from_ms(Date::parse(id)?.days() * DAY_MS).ok()?,
            _ => return None,
        };
        self.of(instant).filter(|period| period.id == id)
    }

    /// Returns the period that ends where `period` starts; `None` where there is none.
    #[must_use]
    pub fn previous(self, period: &Period) -> Option<Period> {
        let before = period.bounds?.start.ms().checked_sub(1)?;
        self.of(Timestamp::from_ms(before).ok()?)
    }
}

impl fmt::Display for PeriodKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One period of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    /// What sort of period it is.
    pub kind: PeriodKind,
    /// Its name for ever, unique on its board.
    pub id: String,
    /// When it runs; `None` for all time.
    pub bounds: Option<Bounds>,
}

/// The span of a period: from `start`, up to but without `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// The first instant inside.
    pub start: Timestamp,
    /// The first instant behind it.
    pub end: Timestamp,
}
