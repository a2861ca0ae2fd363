//! All that is outside of an object: storage that may fail, the network, the clock.

use std::collections::BTreeMap;

use edgeboard::time::{DAY_MS, Timestamp};

use super::Tally;
use super::message::Message;
use super::truth::Truth;
use super::weather::{Mishap, Rng, Weather};

/// How long one who asks waits for an answer, in ms.
pub(super) const TIME_LIMIT: u64 = 5_000;

/// 2026-10-14T23:50:00Z: the first midnight is near.
const START: u64 = 1_792_021_800_000;

/// Why a step was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The object was told that it failed.
    Failure,
    /// The object is no more.
    Crash,
}

pub(super) struct Outside {
    pub(super) rng: Rng,
    pub(super) weather: Weather,
    pub(super) truth: Truth,
    pub(super) tally: Tally,
    /// What is going to arrive, by time and then in the order in which it was sent.
    queue: BTreeMap<(u64, u64), Message>,
    sent: u64,
    numbers: u64,
    now: u64,
    /// The clock on the wall, of which the ledger stamps; it goes its own way.
    clock: u64,
}

impl Outside {
    pub(super) fn new(rng: Rng, weather: Weather, truth: Truth) -> Self {
        let (tally, queue) = (Tally::new(), BTreeMap::new());
        Self { rng, weather, truth, tally, queue, sent: 0, numbers: 0, now: 0, clock: START }
    }

    pub(super) fn count(&mut self, name: &'static str) {
        *self.tally.entry(name).or_default() += 1;
    }

    /// Returns a number that no one else has.
    pub(super) const fn number(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }

    /// Returns how long the world has been there, in ms.
    pub(super) const fn now(&self) -> u64 {
        self.now
    }

    /// Returns what the clock on the wall shows.
    pub(super) fn clock(&self) -> Timestamp {
        Timestamp::from_ms(self.clock).expect("no world lasts that long")
    }

    /// Sends something: it may be lost, late or doubled.
    pub(super) fn send(&mut self, message: Message) {
        if self.rng.chance(self.weather.lost) {
            self.count("message lost");
            return;
        }
        if self.rng.chance(self.weather.doubled) {
            self.count("message doubled");
            self.send_once(message.clone());
        }
        self.send_once(message);
    }

    fn send_once(&mut self, message: Message) {
        let delay = if self.rng.chance(self.weather.late) {
            self.count("message late");
            self.rng.between(TIME_LIMIT, 4 * TIME_LIMIT)
        } else {
            self.rng.between(1, self.weather.delay)
        };
        self.after(delay, message);
    }

    /// Has something happen after a while, for certain.
    pub(super) fn after(&mut self, delay: u64, message: Message) {
        self.sent += 1;
        self.queue.insert((self.now + delay, self.sent), message);
    }

    /// Goes on to the next thing that happens.
    pub(super) fn next(&mut self) -> Option<Message> {
        let ((time, _), message) = self.queue.pop_first()?;
        self.clock += time - self.now;
        self.now = time;
        Some(message)
    }

    /// Goes on to the next thing that happens, if that is before a certain time.
    pub(super) fn next_until(&mut self, time: u64) -> Option<Message> {
        let ((next, _), _) = self.queue.first_key_value()?;
        if *next < time { self.next() } else { None }
    }

    /// Stores something in one transaction, or fails to.
    pub(super) fn transaction(&mut self, store: impl FnOnce(&mut Self)) -> Result<(), Trouble> {
        let (name, is_stored, result) = match self.weather.mishap(&mut self.rng) {
            None => ("storage works", true, Ok(())),
            Some(Mishap::CrashBefore) => ("storage crashes before", false, Err(Trouble::Crash)),
            Some(Mishap::CrashAfter) => ("storage crashes after", true, Err(Trouble::Crash)),
            Some(Mishap::Failure) => ("storage fails", false, Err(Trouble::Failure)),
            Some(Mishap::FalseFailure) => ("storage fails after", true, Err(Trouble::Failure)),
        };
        self.count(name);
        if is_stored {
            store(self);
        }
        result
    }

    /// Reads something, or fails to.
    pub(super) fn reading(&mut self) -> Result<(), Trouble> {
        if self.rng.chance(self.weather.reads) {
            self.count("reading fails");
            return Err(Trouble::Failure);
        }
        Ok(())
    }

    /// Sets the clock on the wall: hours ahead, up to one back, around the next midnight.
    pub(super) fn jump(&mut self) {
        let before = self.clock;
        let midnight = self.clock - self.clock % DAY_MS + DAY_MS;
        self.clock = match self.rng.below(6) {
            0 => self.clock + self.rng.between(1, 5_000),
            1 => self.clock + self.rng.between(1, 30) * 3_600_000,
            2 | 3 => self.clock - self.rng.between(1, 3_600_000),
            4 => midnight + self.rng.between(0, 10) - 5,
            _ => midnight - self.rng.between(0, 2_000),
        };
        let ahead = self.clock > before;
        self.count(if ahead { "clock jumps ahead" } else { "clock jumps back" });
    }
}
