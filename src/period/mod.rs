//! Periods: the spans of time over which a board collects scores.
//!
//! A [`PeriodRule`] says which periods there are, in the form in which users write it. With the
//! data of [`Zones`] it becomes a [`Calendar`]: which period holds an instant, from when until when
//! it runs, what comes before and after. Periods of one kind tile time: every instant lies in
//! exactly one of them. A period is known by its id (`2026-10-11`, `all`), which names it for ever.
//!
//! | kind | ids | Redis key | kept after its end |
//! | --- | --- | --- | --- |
//! | minute | `2026-10-11T13:05` | `minute:202610111305` | 1 h |
//! | hour | `2026-10-11T13`, the second of two `2026-10-25T02+0100` | `hour:2026101113` | 1 d |
//! | day | `2026-10-11` | `day:20261011` | 3 d |
//! | week | `2026-W41`; from another day than Monday `2026-06-28w` | `week:2026-W41` | 2 w |
//! | month | `2026-10` | `month:202610` | 3 mo |
//! | numbered | `n36`: `floor((t - base) / length) + 1` | `numbered:36` | for ever |
//! | season | its name | `season:<name>` | for ever |
//! | all | `all` | `total` | for ever |
//!
//! The offsets of zones come from the data, which is read by jiff-core; everything else is
//! arithmetic on local milliseconds. The years of ISO weeks are those of ISO 8601.

mod calendar;
mod calendars;
mod error;
mod id;
mod rule;
mod words;
mod zone;
mod zones;

use alloc::string::String;
use core::fmt;

use serde::{Deserialize, Serialize};

pub use calendar::Calendar;
pub use calendars::Calendars;
pub use error::PeriodError;
pub use rule::{MAX_SEASON_BYTES, PeriodRule};
pub use words::{Duration, MAX_ZONE_BYTES, TimeOfDay, Weekday, ZoneName};
pub use zone::Zone;
pub use zones::Zones;

use crate::time::Timestamp;

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
    /// The words for all kinds, the shortest first.
    pub const NAMES: &str = "minute, hour, day, week, month, numbered, season, all";

    /// Every kind, the longest first.
    pub const ALL: [Self; 8] = [
        Self::All,
        Self::Season,
        Self::Numbered,
        Self::Month,
        Self::Week,
        Self::Day,
        Self::Hour,
        Self::Minute,
    ];

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

    /// Returns the kind with this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns how long a period of this kind is kept after its end, unless its rule says
    /// otherwise; `None` for ever.
    #[must_use]
    pub const fn default_keep(self) -> Option<Duration> {
        match self {
            Self::Minute => Some(Duration::HOUR),
            Self::Hour => Some(Duration::DAY),
            Self::Day => Some(Duration::THREE_DAYS),
            Self::Week => Some(Duration::TWO_WEEKS),
            Self::Month => Some(Duration::THREE_MONTHS),
            Self::Numbered | Self::Season | Self::All => None,
        }
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
