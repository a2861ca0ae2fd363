//! The periods of one rule.

use alloc::format;
use alloc::string::{String, ToString};

use super::id::{self, week_id, weekday};
use super::zone::{END, REACH, Regime, Zone};
use super::{
    Bounds, Duration, Period, PeriodError, PeriodKind, PeriodRule, Weekday, ZoneName, Zones,
};
use crate::time::{DAY_MS, Date, Timestamp};

const DAY: i64 = DAY_MS as i64;

/// The last local time with a date.
const LAST_LOCAL: i64 = Timestamp::MAX.ms() as i64;

/// The periods of one rule in a zone: which one holds an instant, and from when until when it runs.
///
/// A period starts at the first instant whose local time is at or after its nominal start, and
/// lasts until the next one starts. So periods tile time, whatever the clocks do:
///
/// - Where midnight is missing, the day begins when the clocks have been put forward.
/// - Where midnight is twice, it begins at the first one, also if the clocks then show the evening
///   before again: that hour belongs to the new day.
/// - A day that a zone left out (Pacific/Apia, 2011-12-30) is no period.
/// - An hour or a minute that the clocks show for the second time is a period of its own, with its
///   offset in its id.
///
/// Time begins at 1970-01-01T00:00:00Z and ends with the year 9999, and so do the first period and
/// the last.
///
/// # Examples
/// ```
/// use edgeboard::period::{PeriodKind, PeriodRule, ZoneName, Zones};
/// use edgeboard::time::Timestamp;
///
/// let zones = Zones::parse(edgeboard_zones::BYTES)?;
/// let berlin = ZoneName::parse("Europe/Berlin")?;
/// let hours = PeriodRule::from(PeriodKind::Hour).calendar(&berlin, &zones)?;
/// let ids: Vec<_> = ["2026-10-25T00:30Z", "2026-10-25T01:30Z", "2026-10-25T02:30Z"]
///     .into_iter()
///     .filter_map(|text| Some(hours.of(Timestamp::parse(text)?)?.id))
///     .collect();
/// assert_eq!(ids, ["2026-10-25T02", "2026-10-25T02+0100", "2026-10-25T03"]);
/// # Ok::<(), edgeboard::period::PeriodError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Calendar {
    kind: PeriodKind,
    keep: Option<Duration>,
    zone: Zone,
    shape: Shape,
}

/// How the periods of a calendar lie.
#[derive(Clone, Debug)]
enum Shape {
    All,
    Season { id: String, bounds: Bounds },
    Numbered { base: u64, length: u64 },
    Dates { unit: Dates, start_at: i64 },
    Clock { unit: i64 },
}

/// Periods of whole days.
#[derive(Clone, Copy, Debug)]
enum Dates {
    Day,
    Week(Weekday),
    Month,
}

impl Dates {
    /// The first day of the period that holds a day.
    fn first(self, day: i64) -> i64 {
        match self {
            Self::Day => day,
            Self::Week(start) => day - (weekday(day) - start as i64).rem_euclid(7),
            Self::Month => day - Date::from_days(day).day() + 1,
        }
    }

    /// The first day of the next period.
    fn next(self, first: i64) -> i64 {
        match self {
            Self::Day => first + 1,
            Self::Week(_) => first + 7,
            // This many days after the first of a month lies a day of the next one.
            Self::Month if first + 31 <= Date::MAX.days() => self.first(first + 31),
            Self::Month => Date::MAX.days() + 1,
        }
    }

    fn id(self, first: i64) -> String {
        match self {
            Self::Day => Date::from_days(first).to_string(),
            Self::Week(_) => week_id(first),
            Self::Month => id::month_id(first),
        }
    }

    fn parse(self, id: &str) -> Option<i64> {
        match self {
            Self::Day => Date::parse(id).map(Date::days),
            Self::Week(start) => id::parse_week(id, start),
            Self::Month => id::parse_month(id),
        }
    }
}

impl Calendar {
    pub(super) fn new(
        rule: &PeriodRule,
        zone: &ZoneName,
        zones: &Zones,
    ) -> Result<Self, PeriodError> {
        rule.check()?;
        let start_at = i64::from(rule.start_at.unwrap_or_default().minutes()) * 60_000;
        let shape = match rule.kind {
            PeriodKind::All => Shape::All,
            PeriodKind::Season => Shape::Season {
                id: rule.id.clone().unwrap_or_default(),
                bounds: Bounds {
                    start: rule.starts_at.unwrap_or_default(),
                    end: rule.ends_at.unwrap_or_default(),
                },
            },
            PeriodKind::Numbered => Shape::Numbered {
                base: rule.base.unwrap_or_default().ms(),
                length: rule.length.and_then(Duration::ms).unwrap_or(DAY_MS),
            },
            PeriodKind::Month => Shape::Dates { unit: Dates::Month, start_at },
            PeriodKind::Week => {
                Shape::Dates { unit: Dates::Week(rule.week_start.unwrap_or_default()), start_at }
            }
            PeriodKind::Day => Shape::Dates { unit: Dates::Day, start_at },
            PeriodKind::Hour => Shape::Clock { unit: 3_600_000 },
            PeriodKind::Minute => Shape::Clock { unit: 60_000 },
        };
        let zone = match &shape {
            Shape::Dates { .. } | Shape::Clock { .. } => {
                zones.zone(rule.zone.as_ref().unwrap_or(zone))?
            }
            _ => Zone::UTC,
        };
        Ok(Self { kind: rule.kind, keep: rule.keep, zone, shape })
    }

    /// Returns the periods of a kind in UTC; `None` for seasons and numbered ones, which need more
    /// than their kind.
    #[must_use]
    pub fn utc(kind: PeriodKind) -> Option<Self> {
        PeriodRule::from(kind).calendar(&ZoneName::Utc, &Zones::default()).ok()
    }

    /// Returns the kind of the periods.
    #[must_use]
    pub const fn kind(&self) -> PeriodKind {
        self.kind
    }

    /// Returns the period that holds an instant. Only seasons and numbered periods leave some
    /// without one: before the base, and outside the season. Takes **O(log t)** time for a zone
    /// with t transitions.
    #[must_use]
    pub fn of(&self, instant: Timestamp) -> Option<Period> {
        let at = instant.ms() as i64;
        match &self.shape {
            Shape::All => Some(Period { kind: self.kind, id: "all".into(), bounds: None }),
            Shape::Season { id, bounds } => {
                let inside = bounds.start <= instant && instant < bounds.end;
                inside.then(|| self.bounded(id.clone(), *bounds))
            }
            Shape::Numbered { base, length } => {
                let number = instant.ms().checked_sub(*base)? / length;
                let start = base + number * length;
                let end = instant_at((start + length) as i64);
                let start = Timestamp::from_ms(start).ok()?;
                Some(self.bounded(format!("n{}", number + 1), Bounds { start, end }))
            }
            Shape::Dates { unit, start_at } => {
                let here = self.zone.regime(at);
                let latest = self.zone.latest_local(at, &here).min(LAST_LOCAL) - start_at;
                let first = unit.first(latest.div_euclid(DAY));
                self.of_dates(*unit, *start_at, first, &here)
            }
            Shape::Clock { unit } => self.of_clock(*unit, at),
        }
    }

    /// Returns the period with an id; `None` when there is none, as for a day that a zone left out.
    /// Takes **O(log t)** time, as [`Calendar::of`].
    ///
    /// # Examples
    /// ```
    /// use edgeboard::period::{Calendar, PeriodKind};
    ///
    /// let days = Calendar::utc(PeriodKind::Day).expect("days need nothing else");
    /// let day = days.parse("2026-10-14").expect("a day");
    /// assert_eq!(day.bounds.map(|b| b.start.ms()), Some(1_791_936_000_000));
    /// assert_eq!(days.parse("2026-02-30"), None);
    /// ```
    #[must_use]
    pub fn parse(&self, id: &str) -> Option<Period> {
        let found = match &self.shape {
            Shape::All => self.of(Timestamp::EPOCH),
            Shape::Season { bounds, .. } => self.of(bounds.start),
            Shape::Numbered { base, length } => {
                let number: u64 = id.strip_prefix('n')?.parse().ok()?;
                let start = number.checked_sub(1)?.checked_mul(*length)?.checked_add(*base)?;
                self.of(Timestamp::from_ms(start).ok()?)
            }
            Shape::Dates { unit, start_at } => {
                let first = unit.parse(id)?;
                let near = self.zone.regime(first * DAY + start_at);
                self.of_dates(*unit, *start_at, first, &near)
            }
            Shape::Clock { unit } => self.parse_clock(*unit, id),
        };
        found.filter(|period| period.id == id)
    }

    /// Returns the period that starts where `period` ends; `None` where there is none.
    #[must_use]
    pub fn next(&self, period: &Period) -> Option<Period> {
        let end = period.bounds?.end;
        self.of(end).filter(|next| next.bounds.is_some_and(|bounds| bounds.start == end))
    }

    /// Returns the period that ends where `period` starts; `None` where there is none.
    #[must_use]
    pub fn previous(&self, period: &Period) -> Option<Period> {
        let before = period.bounds?.start.ms().checked_sub(1)?;
        self.of(Timestamp::from_ms(before).ok()?)
    }

    /// Returns the period whose [`Period::key`] this is; `None` when there is none.
    #[must_use]
    pub fn parse_key(&self, key: &str) -> Option<Period> {
        self.parse(&id::id_of_key(self.kind, key)?).filter(|period| period.key() == key)
    }

    /// Returns until when a period is kept; `None` for one that is kept for ever.
    ///
    /// Unless the rule says otherwise, minutes are kept for an hour after their end, hours for a
    /// day, days for three, weeks for two weeks, months for three months, and everything else for
    /// ever. Months are counted by the calendar of the zone, and end with a shorter one's last day.
    #[must_use]
    pub fn kept_until(&self, period: &Period) -> Option<Timestamp> {
        let end = period.bounds?.end.ms() as i64;
        let keep = self.keep.or(self.kind.default_keep())?;
        if let Some(ms) = keep.ms() {
            return Some(instant_at(end.saturating_add_unsigned(ms)));
        }
        let here = self.zone.regime(end);
        let local = end + here.offset;
        let date = Date::from_days(local.div_euclid(DAY));
        let months = date.year() * 12 + date.month() - 1 + i64::from(keep.months()?);
        let (year, month) = (months.div_euclid(12), months.rem_euclid(12) + 1);
        let day = (1..=date.day()).rev().find_map(|day| Date::new(year, month, day));
        let Some(day) = day else { return Some(Timestamp::MAX) };
        let local = day.days() * DAY + local.rem_euclid(DAY);
        Some(instant_at(self.zone.first_at(local, &here)))
    }

    fn bounded(&self, id: String, bounds: Bounds) -> Period {
        Period { kind: self.kind, id, bounds: Some(bounds) }
    }

    /// The same, unless nothing of the span lies within time.
    fn between(&self, id: String, start: i64, end: i64) -> Option<Period> {
        let bounds = Bounds { start: instant_at(start), end: instant_at(end) };
        (bounds.start < bounds.end).then(|| self.bounded(id, bounds))
    }

    /// The period that begins with a day.
    fn of_dates(&self, unit: Dates, start_at: i64, first: i64, near: &Regime) -> Option<Period> {
        let next = unit.next(first);
        let start = self.zone.first_at(first * DAY + start_at, near);
        let end = match next {
            next if next > Date::MAX.days() => END,
            next => self.zone.first_at(next * DAY + start_at, near),
        };
        self.between(unit.id(first), start, end)
    }

    /// The hour or minute that holds an instant.
    fn of_clock(&self, unit: i64, at: i64) -> Option<Period> {
        let here = self.zone.regime(at);
        let local = (at + here.offset).min(LAST_LOCAL);
        let local = local - local.rem_euclid(unit);
        // Times that were shown before the clocks were put back are there for the second time.
        let setback = self.zone.last_setback(at, &here);
        let again = setback.filter(|(_, latest)| local <= latest - latest.rem_euclid(unit));
        let (start, offset) = match again {
            None => (self.zone.first_at(local, &here), None),
            Some((regime, _)) => {
                let start = self.zone.first_from(regime, local);
                (start, Some(self.zone.regime(start).offset))
            }
        };
        let end = self.end_of_clock(here, local + unit);
        self.between(id::clock_id(self.kind, local, offset), start, end)
    }

    /// The first instant from a span on at which it is `next` by the clock, or the clock is put
    /// back.
    fn end_of_clock(&self, mut regime: Regime, next: i64) -> i64 {
        if next > LAST_LOCAL {
            return END;
        }
        loop {
            let at = (next - regime.offset).max(regime.from);
            if at < regime.until {
                return at;
            }
            match self.zone.after(&regime) {
                Some(after) if after.offset >= regime.offset => regime = after,
                _ => return regime.until,
            }
        }
    }

    /// The hour or minute that may have an id: there is a look at the id still to come.
    fn parse_clock(&self, unit: i64, id: &str) -> Option<Period> {
        let (local, offset) = id::parse_clock(self.kind, id)?;
        let mut regime = self.zone.regime(local - REACH);
        let Some(offset) = offset else {
            return self.of_clock(unit, self.zone.first_from(regime, local).max(0));
        };
        while regime.from <= local + REACH {
            let at = (local - offset).max(regime.from).max(0);
            if regime.offset == offset && at < regime.until {
                let found = self.of_clock(unit, at);
                if found.as_ref().is_some_and(|period| period.id == id) {
                    return found;
                }
            }
            regime = self.zone.after(&regime)?;
        }
        None
    }
}

/// The instant, or the nearest that there is.
fn instant_at(ms: i64) -> Timestamp {
    Timestamp::from_ms(ms.max(0) as u64).unwrap_or(Timestamp::MAX)
}
