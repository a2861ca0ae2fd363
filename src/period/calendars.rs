//! The periods of a board.

use alloc::vec;
use alloc::vec::Vec;

use super::{Calendar, Period, PeriodError, PeriodKind, PeriodRule, ZoneName, Zones};
use crate::time::Timestamp;

/// The calendars of a board, in the order in which its rules list them.
#[derive(Clone, Debug, Default)]
pub struct Calendars {
    list: Vec<Calendar>,
}

impl From<Calendar> for Calendars {
    fn from(calendar: Calendar) -> Self {
        Self { list: vec![calendar] }
    }
}

impl Calendars {
    /// Returns the calendars of rules; those that name no zone are in `zone`.
    ///
    /// # Errors
    /// Those of [`PeriodRule::calendar`], of the first rule that has one.
    pub fn new(rules: &[PeriodRule], zone: &ZoneName, zones: &Zones) -> Result<Self, PeriodError> {
        let list = rules.iter().map(|rule| rule.calendar(zone, zones));
        Ok(Self { list: list.collect::<Result<_, _>>()? })
    }

    /// Returns the calendars, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Calendar> {
        self.list.iter()
    }

    /// Returns the periods that hold an instant, in the order of the rules.
    pub fn of(&self, instant: Timestamp) -> impl Iterator<Item = Period> {
        self.list.iter().filter_map(move |calendar| calendar.of(instant))
    }

    /// Returns the calendar of the longest kind.
    #[must_use]
    pub fn longest(&self) -> Option<&Calendar> {
        self.list.iter().min_by_key(|calendar| calendar.kind())
    }

    /// Returns the calendar that a read without a period means: all time if listed, else the first.
    #[must_use]
    pub fn usual(&self) -> Option<&Calendar> {
        let all = self.list.iter().find(|calendar| calendar.kind() == PeriodKind::All);
        all.or(self.list.first())
    }

    /// Resolves what a read asks for: an id, a kind, `<kind>:previous`, `current` or `previous` (of
    /// the first one listed), or nothing.
    ///
    /// Returns `None` when there is no such period.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::period::{Calendars, PeriodKind, ZoneName, Zones};
    /// use edgeboard::time::Timestamp;
    ///
    /// let rules = [PeriodKind::Week.into(), PeriodKind::All.into()];
    /// let calendars = Calendars::new(&rules, &ZoneName::Utc, &Zones::default())?;
    /// let now = Timestamp::parse("2026-10-11T13:05Z").expect("an instant");
    /// let id = |wanted| calendars.find(wanted, now).map(|period| period.id);
    ///
    /// assert_eq!(id(None).as_deref(), Some("all"));
    /// assert_eq!(id(Some("week:previous")).as_deref(), Some("2026-W40"));
    /// assert_eq!(id(Some("current")).as_deref(), Some("2026-W41"));
    /// assert_eq!(id(Some("day")), None, "not among the rules");
    /// # Ok::<(), edgeboard::period::PeriodError>(())
    /// ```
    #[must_use]
    pub fn find(&self, wanted: Option<&str>, now: Timestamp) -> Option<Period> {
        let Some(wanted) = wanted else { return self.usual()?.of(now) };
        let current = |word: &str| match word {
            "current" | "previous" => self.list.first(),
            word => self.list.iter().find(|calendar| calendar.kind().name() == word),
        };
        let before = |calendar: &Calendar| calendar.previous(&calendar.of(now)?);
        if wanted == "previous" {
            return before(current(wanted)?);
        }
        if let Some(calendar) = current(wanted) {
            return calendar.of(now);
        }
        if let Some(kind) = wanted.strip_suffix(":previous") {
            return PeriodKind::parse(kind).and(current(kind)).and_then(before);
        }
        self.list.iter().find_map(|calendar| calendar.parse(wanted))
    }
}
