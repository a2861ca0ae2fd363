//! What the clocks of a zone show.
//!
//! A zone is a row of spans with one offset each. Between two of them its clocks are put forward (a
//! gap of local times that never are) or back (local times that are twice). Everything here is
//! local milliseconds and instants in milliseconds, both since 1970, and signed.

use alloc::sync::Arc;
use alloc::vec::Vec;

use jiff_core::Timestamp as Second;
use jiff_core::tz::posix::TimeZone as Rule;

use crate::time::Timestamp;

/// No clock is further from UTC than this.
pub(super) const REACH: i64 = 26 * 3_600_000;

/// No clock is further from another clock.
const SPREAD: i64 = 2 * REACH;

const BEGIN: i64 = i64::MIN / 4;
pub(super) const END: i64 = i64::MAX / 4;

/// A time zone, from its name and the data: see [`Zones::zone`](super::Zones::zone).
#[derive(Clone, Debug)]
pub struct Zone(Offsets);

#[derive(Clone, Debug)]
enum Offsets {
    Fixed(i64),
    Changing(Arc<Changes>),
}

/// The offsets of a zone over time.
#[derive(Debug)]
pub(super) struct Changes {
    /// The offset before the first change.
    pub(super) first: i64,
    /// When the offset changes, and what it is from then on.
    pub(super) list: Vec<(i64, i64)>,
    /// How it goes on changing every year after the last of them.
    pub(super) rule: Option<Rule>,
}

/// A span of time in which the offset of a zone is the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Regime {
    /// Its first instant.
    pub(super) from: i64,
    /// The first instant behind it.
    pub(super) until: i64,
    /// Local time less UTC.
    pub(super) offset: i64,
}

impl Zone {
    /// UTC.
    pub const UTC: Self = Self(Offsets::Fixed(0));

    /// Returns how far local time is ahead of UTC at an instant, in seconds; west of Greenwich it
    /// is negative.
    #[must_use]
    pub fn offset(&self, at: Timestamp) -> i32 {
        (self.regime(at.ms() as i64).offset / 1_000) as i32
    }

    /// Returns when the clocks change next, after an instant; `None` when they do not any more. At
    /// the last change that is known before a rule takes over, the offset may stay what it was.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::period::{ZoneName, Zones};
    /// use edgeboard::time::Timestamp;
    ///
    /// let zones = Zones::parse(edgeboard_zones::BYTES)?;
    /// let berlin = zones.zone(&ZoneName::parse("Europe/Berlin")?)?;
    /// let summer = Timestamp::parse("2026-07-01T00:00Z").expect("an instant");
    /// assert_eq!(berlin.offset(summer), 7_200);
    /// assert_eq!(berlin.next_change(summer), Timestamp::parse("2026-10-25T01:00Z"));
    /// # Ok::<(), edgeboard::period::PeriodError>(())
    /// ```
    #[must_use]
    pub fn next_change(&self, after: Timestamp) -> Option<Timestamp> {
        let until = self.regime(after.ms() as i64).until;
        (until < END).then(|| Timestamp::from_ms(u64::try_from(until).ok()?).ok())?
    }

    pub(super) fn fixed(seconds: i32) -> Self {
        Self(Offsets::Fixed(i64::from(seconds) * 1_000))
    }

    pub(super) fn changing(changes: Changes) -> Self {
        Self(Offsets::Changing(Arc::new(changes)))
    }

    /// Returns the span that holds an instant.
    pub(super) fn regime(&self, at: i64) -> Regime {
        let changes = match &self.0 {
            Offsets::Fixed(offset) => return Regime { from: BEGIN, until: END, offset: *offset },
            Offsets::Changing(changes) => changes,
        };
        let known = changes.list.partition_point(|(change, _)| *change <= at);
        let last = known.checked_sub(1).and_then(|last| changes.list.get(last));
        let (from, offset) = last.map_or((BEGIN, changes.first), |last| *last);
        let next = changes.list.get(known).map(|(change, _)| *change);
        match (&changes.rule, next) {
            (Some(rule), None) => regime_of(rule, at, from),
            _ => Regime { from, until: next.unwrap_or(END), offset },
        }
    }

    fn before(&self, regime: &Regime) -> Option<Regime> {
        let before = (regime.from > BEGIN).then(|| self.regime(regime.from - 1))?;
        (before.from < regime.from).then_some(before)
    }

    pub(super) fn after(&self, regime: &Regime) -> Option<Regime> {
        let after = (regime.until < END).then(|| self.regime(regime.until))?;
        (after.until > regime.until).then_some(after)
    }

    /// Returns the first instant whose local time is `local` or later; `near` is any span.
    pub(super) fn first_at(&self, local: i64, near: &Regime) -> i64 {
        let at = local - near.offset;
        // Of a clock that long before, none can have shown that time.
        if at - near.from >= SPREAD && at < near.until {
            return at;
        }
        self.first_from(self.regime(local - REACH), local)
    }

    /// The same among the instants from the beginning of a span on.
    pub(super) fn first_from(&self, mut regime: Regime, local: i64) -> i64 {
        loop {
            let at = (local - regime.offset).max(regime.from);
            if at < regime.until {
                return at;
            }
            match self.after(&regime) {
                Some(next) => regime = next,
                None => return at,
            }
        }
    }

    /// Returns the latest local time that was shown up to an instant, which `here` holds. It never
    /// falls: while a clock that was put back shows times again, it stands still.
    pub(super) fn latest_local(&self, at: i64, here: &Regime) -> i64 {
        let mut latest = at + here.offset;
        let mut regime = *here;
        while at - regime.from < SPREAD {
            let Some(before) = self.before(&regime) else { break };
            latest = latest.max(regime.from - 1 + before.offset);
            regime = before;
        }
        latest
    }

    /// Returns the last span up to an instant that began with the clock being put back, with the
    /// latest local time before; `None` when no time that was shown then can be shown again.
    pub(super) fn last_setback(&self, at: i64, here: &Regime) -> Option<(Regime, i64)> {
        let mut regime = *here;
        // An hour more: a period may have begun before the time that it is.
        while at - regime.from < SPREAD + 3_600_000 {
            let before = self.before(&regime)?;
            if before.offset > regime.offset {
                return Some((regime, self.latest_local(regime.from - 1, &before)));
            }
            regime = before;
        }
        None
    }
}

/// The span that holds an instant by a rule, which holds from `begin` on.
fn regime_of(rule: &Rule, at: i64, begin: i64) -> Regime {
    let (first, last) = (Second::MIN.as_second(), Second::MAX.as_second());
    let second = at.div_euclid(1_000).clamp(first, last - 1);
    let instant = |second| Second::from_second(second).unwrap_or(Second::UNIX_EPOCH);
    let ms = |at: Second| at.as_second() * 1_000;
    let from = rule.previous_transition(instant(second + 1));
    let until = rule.next_transition(instant(second));
    Regime {
        from: from.map_or(BEGIN, |change| ms(change.timestamp())).max(begin),
        until: until.map_or(END, |change| ms(change.timestamp())),
        offset: i64::from(rule.to_offset(instant(second)).seconds()) * 1_000,
    }
}
