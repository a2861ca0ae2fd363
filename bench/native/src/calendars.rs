//! The day of an instant in a zone: by a calendar, by one that is made anew each time, and by walking
//! back through the minutes.

use edgeboard::period::{Calendar, PeriodKind, PeriodRule, Zone, ZoneName, Zones};
use edgeboard::time::{DAY_MS, Timestamp};

use crate::workload::Splitmix;
use crate::{AnyError, Session, meter};

const ZONE: &str = "America/New_York";
/// 1970 to 2100.
const LAST_MS: u64 = 4_102_444_800_000;

/// Finds when a day begins.
pub trait Days {
    fn start(&self, at: Timestamp) -> Option<Timestamp>;
}

impl Days for Calendar {
    fn start(&self, at: Timestamp) -> Option<Timestamp> {
        Some(self.of(at)?.bounds?.start)
    }
}

/// Reads the zone for each instant.
pub struct Unprepared(Zones);

impl Days for Unprepared {
    fn start(&self, at: Timestamp) -> Option<Timestamp> {
        calendar(&self.0).ok()?.start(at)
    }
}

/// Walks back minute by minute, as long as it is the same day.
pub struct Walk(Zone);

impl Days for Walk {
    fn start(&self, at: Timestamp) -> Option<Timestamp> {
        let day = |ms: u64| {
            (ms as i64 + i64::from(self.0.offset(instant(ms)?)) * 1_000)
                .div_euclid(DAY_MS as i64)
                .into()
        };
        let today: Option<i64> = day(at.ms());
        let mut start = at.ms() - at.ms() % 60_000;
        while start > 0 && day(start - 60_000) == today {
            start -= 60_000;
        }
        instant(start)
    }
}

fn instant(ms: u64) -> Option<Timestamp> {
    Timestamp::from_ms(ms).ok()
}

fn calendar(zones: &Zones) -> Result<Calendar, AnyError> {
    Ok(PeriodRule::from(PeriodKind::Day).calendar(&ZoneName::parse(ZONE)?, zones)?)
}

/// A session that times one of them; `kind` is its name.
pub fn session(kind: &str) -> Result<Box<dyn Session>, AnyError> {
    let zones = Zones::parse(edgeboard_zones::BYTES)?;
    Ok(match kind {
        "calendar" => Box::new(Run(calendar(&zones)?)),
        "calendar-unprepared" => Box::new(Run(Unprepared(zones))),
        _ => Box::new(Run(Walk(zones.zone(&ZoneName::parse(ZONE)?)?))),
    })
}

struct Run<D>(D);

impl<D: Days> Session for Run<D> {
    fn answer(&mut self, line: &str) -> Result<String, AnyError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["day", count, seed] = words[..] else {
            return Err(format!("this is no command: {line:?}").into());
        };
        let (count, seed): (usize, u64) = (count.parse()?, seed.parse()?);
        let mut random = Splitmix(seed);
        let draws = (0..count).filter_map(|_| instant(random.next() % LAST_MS));
        let instants: Vec<_> = draws.collect();
        let begin = meter::cpu_ns();
        let starts = instants.iter().filter_map(|at| self.0.start(*at));
        let sum = starts.fold(0, |sum: u64, start| sum.wrapping_add(start.ms()) % (1 << 52));
        let ns = (meter::cpu_ns() - begin) as f64 / count as f64;
        Ok(format!("{{\"ns\":{ns},\"sum\":{sum}}}"))
    }
}
