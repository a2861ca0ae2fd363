//! Ids of periods and the Redis keys that follow from them.

use alloc::format;
use alloc::string::{String, ToString};

use super::{Period, PeriodKind, Weekday};
use crate::time::{DAY_MS, Date, below, digits};

const DAY: i64 = DAY_MS as i64;

/// The weekday of a day since 1970, Monday being 0.
pub(super) const fn weekday(day: i64) -> i64 {
    // 1970-01-01 was a Thursday.
    (day + 3).rem_euclid(7)
}

/// Returns the id of the week that begins with a day: ISO 8601 where that is a Monday.
pub(super) fn week_id(first: i64) -> String {
    if weekday(first) != 0 {
        return format!("{}w", Date::from_days(first));
    }
    // A week belongs to the year of its Thursday.
    let thursday = first + 3;
    let year = Date::from_days(thursday).year();
    let new_year = Date::new(year, 1, 1).map_or(0, Date::days);
    format!("{year:04}-W{:02}", (thursday - new_year) / 7 + 1)
}

/// Reads the id of a week as its first day.
pub(super) fn parse_week(id: &str, start: Weekday) -> Option<i64> {
    if start != Weekday::Monday {
        return Date::parse(id.strip_suffix('w')?).map(Date::days);
    }
    match id.as_bytes() {
        [year @ .., b'-', b'W', w, x] if year.len() == 4 => {
            // The fourth of January lies in the first week of its year.
            let fourth = Date::new(digits(year)?, 1, 4)?.days();
            Some(fourth - weekday(fourth) + (digits(&[*w, *x])? - 1) * 7)
        }
        _ => None,
    }
}

/// Returns the id of the month that begins with a day.
pub(super) fn month_id(first: i64) -> String {
    let date = Date::from_days(first);
    format!("{:04}-{:02}", date.year(), date.month())
}

/// Reads the id of a month as its first day.
pub(super) fn parse_month(id: &str) -> Option<i64> {
    match id.as_bytes() {
        [year @ .., b'-', m, n] if year.len() == 4 => {
            Date::new(digits(year)?, digits(&[*m, *n])?, 1).map(Date::days)
        }
        _ => None,
    }
}

/// Returns the id of an hour or a minute from its local time, and of one that is there for the
/// second time from its offset too.
pub(super) fn clock_id(kind: PeriodKind, local: i64, offset: Option<i64>) -> String {
    let (date, time) = (Date::from_days(local.div_euclid(DAY)), local.rem_euclid(DAY) / 60_000);
    let mut id = match kind {
        PeriodKind::Hour => format!("{date}T{:02}", time / 60),
        _ => format!("{date}T{:02}:{:02}", time / 60, time % 60),
    };
    if let Some(offset) = offset {
        let (sign, seconds) = (if offset < 0 { '-' } else { '+' }, offset.unsigned_abs() / 1_000);
        id += &format!("{sign}{:02}{:02}", seconds / 3_600, seconds / 60 % 60);
        if seconds % 60 != 0 {
            id += &format!("{:02}", seconds % 60);
        }
    }
    id
}

/// Reads the id of an hour or a minute as its local time and its offset.
pub(super) fn parse_clock(kind: PeriodKind, id: &str) -> Option<(i64, Option<i64>)> {
    let (date, time) = id.split_at_checked(10)?;
    let length = if kind == PeriodKind::Hour { 3 } else { 6 };
    let (time, offset) = time.split_at_checked(length)?;
    let minutes = match time.as_bytes() {
        [b'T', h, i] => below(24, &[*h, *i])? * 60,
        [b'T', h, i, b':', m, n] => below(24, &[*h, *i])? * 60 + below(60, &[*m, *n])?,
        _ => return None,
    };
    let offset = if offset.is_empty() { None } else { Some(parse_suffix(offset)?) };
    Some((Date::parse(date)?.days() * DAY + minutes * 60_000, offset))
}

fn parse_suffix(text: &str) -> Option<i64> {
    let (sign, rest) = text.as_bytes().split_first()?;
    let seconds = match rest {
        [h, i, m, n] => below(60, &[*m, *n])? * 60 + below(26, &[*h, *i])? * 3_600,
        [h, i, m, n, s, t] => {
            below(60, &[*m, *n])? * 60 + below(26, &[*h, *i])? * 3_600 + below(60, &[*s, *t])?
        }
        _ => return None,
    };
    match sign {
        b'+' => Some(seconds * 1_000),
        b'-' => Some(-seconds * 1_000),
        _ => None,
    }
}

impl Period {
    /// Returns the end of the period's Redis key, behind `lb:<board>:`.
    ///
    /// [`Calendar::parse_key`](super::Calendar::parse_key) is the way back.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::period::{Calendar, PeriodKind};
    ///
    /// let key = |kind, id| Some(Calendar::utc(kind)?.parse(id)?.key());
    /// assert_eq!(key(PeriodKind::Day, "2026-10-11").as_deref(), Some("day:20261011"));
    /// assert_eq!(key(PeriodKind::Week, "2026-W41").as_deref(), Some("week:2026-W41"));
    /// assert_eq!(key(PeriodKind::All, "all").as_deref(), Some("total"));
    /// ```
    #[must_use]
    pub fn key(&self) -> String {
        let (kind, id) = (self.kind, self.id.as_str());
        match kind {
            PeriodKind::All => "total".to_string(),
            PeriodKind::Season => format!("{kind}:{id}"),
            PeriodKind::Numbered => format!("{kind}:{}", id.strip_prefix('n').unwrap_or(id)),
            PeriodKind::Week if !id.ends_with('w') => format!("{kind}:{id}"),
            _ => {
                // The sign of an offset stays, which is the only other dash that can be there.
                let (start, offset) = id.split_at(id.len().min(offset_at(kind)));
                let plain = |c: &char| !matches!(c, '-' | 'T' | ':');
                let start: String = start.chars().filter(plain).collect();
                format!("{kind}:{start}{offset}")
            }
        }
    }
}

/// Where the offset stands in an id of a kind, if there is one.
const fn offset_at(kind: PeriodKind) -> usize {
    match kind {
        PeriodKind::Hour => 13,
        PeriodKind::Minute => 16,
        _ => usize::MAX,
    }
}

/// Returns the id that a key would be of, without a look at whether there is such a period.
pub(super) fn id_of_key(kind: PeriodKind, key: &str) -> Option<String> {
    if kind == PeriodKind::All {
        return (key == "total").then(|| "all".to_string());
    }
    let (word, rest) = key.split_once(':')?;
    if word != kind.name() || !rest.is_ascii() {
        return None;
    }
    let dashed = |digits: &str| {
        let (year, rest) = digits.split_at_checked(4)?;
        let (month, day) = rest.split_at_checked(2)?;
        Some(if day.is_empty() {
            format!("{year}-{month}")
        } else {
            format!("{year}-{month}-{day}")
        })
    };
    match kind {
        PeriodKind::Numbered => Some(format!("n{rest}")),
        PeriodKind::Week if rest.ends_with('w') => dashed(rest),
        PeriodKind::Day | PeriodKind::Month => dashed(rest),
        PeriodKind::Hour | PeriodKind::Minute => {
            let (date, time) = rest.split_at_checked(8)?;
            let (hour, rest) = time.split_at_checked(2)?;
            let date = dashed(date)?;
            if kind == PeriodKind::Hour {
                return Some(format!("{date}T{hour}{rest}"));
            }
            let (minute, offset) = rest.split_at_checked(2)?;
            Some(format!("{date}T{hour}:{minute}{offset}"))
        }
        _ => Some(rest.to_string()),
    }
}
