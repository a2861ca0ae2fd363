//! The ledger: the one door of a board, and the protocol by which it feeds the board's periods.
//!
//! A ledger takes each event once, stamps and numbers it and streams it to the object of every
//! period in which it counts. The parts here are pure: messages in, decisions out. An owner (a
//! Durable Object, or a simulation) looks rows up, writes what was decided and carries messages.
//!
//! # How an event travels
//! 1. The owner looks up what is stored under the event's id and asks [`Ledger::judge`].
//! 2. It stores the [`Acceptance`] in one transaction, then tells [`Ledger::accept`].
//! 3. [`Ledger::due`] names the streams with news; the owner sends each run of records.
//! 4. The object of the period asks its [`View`] to [`plan`](View::plan), stores the updates and
//!    the new version in one transaction, then lets the view [`commit`](View::commit) them.
//! 5. Its [`Answer`] carries the version that is stored; [`Ledger::answered`] goes on from there.
//!
//! # What holds
//! - Memory follows storage: `judge` and `plan` change nothing, and `accept` and `commit` come
//!   after the transaction. Whoever fails in between throws the value away and restores it from
//!   rows.
//! - A stream is numbered from 1 without gaps, and a view applies version `v + 1` or nothing. So a
//!   delivery that is lost, repeated or late neither loses nor doubles a record.
//! - An acknowledgement is the receiver's stored version and nothing else. A ledger that forgot
//!   what was acknowledged sends again; a view that lost its newest rows asks for them by its
//!   answer.

mod event;
mod message;
mod stream;
mod view;

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

pub use event::{Body, Digest, Event, Fate, MAX_EVENT_ID_BYTES, Place, Refusal, Seen};
pub use message::{Answer, Charter, Delivery, MAX_DELIVERY_RECORDS};
pub use stream::{Fault, Span, Stream};
pub use view::{Gap, Plan, View};

use crate::leaderboard::Rules;
use crate::period::{Calendars, Period};
use crate::time::Timestamp;

/// The state of one shard of a board's ledger that is kept in memory.
#[derive(Clone, Debug)]
pub struct Ledger {
    rules: Rules,
    calendars: Calendars,
    shard: u16,
    stamp: Timestamp,
    sequence: u64,
    streams: BTreeMap<String, Stream>,
}

/// The total of a member in one period of the longest kind the board lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total {
    /// The id of the period.
    pub period: String,
    /// The sum of the member's deltas in it.
    pub units: i64,
}

/// What a ledger decides about an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It counts: to be stored in one transaction.
    Accepted(Acceptance),
    /// It does not count, which is to be stored under its id.
    Refused(Seen),
    /// It was decided before.
    Replayed(Seen),
    /// Its id belongs to an event with another body.
    Conflict,
    /// It came before the first period of the longest kind. Nothing is to be stored: it may come
    /// again.
    NotStarted,
}

/// An event that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acceptance {
    /// When the ledger took it: never before an earlier event.
    pub stamp: Timestamp,
    /// Its number in this ledger, from 1 without gaps.
    pub sequence: u64,
    /// The periods in which it counts, in the order of the rules, with the version it gets in each.
    pub places: Vec<Place>,
    /// The member's new total.
    pub total: Total,
}

impl Ledger {
    /// Returns the ledger of a new board; `calendars` are those of its rules.
    #[must_use]
    pub fn new(rules: Rules, calendars: Calendars, shard: u16) -> Self {
        let (stamp, streams) = (Timestamp::EPOCH, BTreeMap::new());
        Self { rules, calendars, shard, stamp, sequence: 0, streams }
    }

    /// Returns a ledger from what is stored of it: the newest stamp and sequence, and its streams.
    pub fn restore(
        rules: Rules,
        calendars: Calendars,
        shard: u16,
        newest: (Timestamp, u64),
        streams: impl IntoIterator<Item = Stream>,
    ) -> Self {
        let by_id = |stream: Stream| (stream.period().id.clone(), stream);
        let streams = streams.into_iter().map(by_id).collect();
        Self { rules, calendars, shard, stamp: newest.0, sequence: newest.1, streams }
    }

    /// Returns the rules of the board.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the number of this shard of the ledger.
    #[must_use]
    pub const fn shard(&self) -> u16 {
        self.shard
    }

    /// Returns the period whose total judges an event of this instant.
    ///
    /// Bounds are judged once, in the longest kind the board lists.
    #[must_use]
    pub fn judging_period(&self, now: Timestamp) -> Option<Period> {
        self.calendars.longest().and_then(|calendar| calendar.of(now))
    }

    /// Decides about an event; changes nothing.
    ///
    /// `seen` is what is stored under its id, `total` what is stored as the member's total in
    /// [`Ledger::judging_period`]. The arrival time `now` decides the periods; the stamp never runs
    /// backwards, even where the clock does.
    #[must_use]
    pub fn judge(
        &self,
        event: &Event,
        seen: Option<Seen>,
        total: Option<i64>,
        now: Timestamp,
    ) -> Verdict {
        match seen {
            Some(seen) if seen.digest == event.digest => return Verdict::Replayed(seen),
            Some(_) => return Verdict::Conflict,
            None => {}
        }
        let Some(judging) = self.judging_period(now) else { return Verdict::NotStarted };
        let stamp = now.max(self.stamp);
        let Some(units) = total.unwrap_or(0).checked_add(event.body.delta) else {
            let fate = Fate::Refused(Refusal::ScoreOverflow);
            return Verdict::Refused(Seen { digest: event.digest, stamp, fate });
        };
        let places = self.calendars.of(now).map(|period| {
            match self.streams.get(&period.id) {
                None => Place { period, version: 1 },
                // Its bounds are those with which it opened, whatever the zones say by now.
                Some(stream) => {
                    Place { period: stream.period().clone(), version: stream.last() + 1 }
                }
            }
        });
        Verdict::Accepted(Acceptance {
            stamp,
            sequence: self.sequence + 1,
            places: places.collect(),
            total: Total { period: judging.id, units },
        })
    }

    /// Takes an event into memory, after its acceptance was stored.
    pub fn accept(&mut self, acceptance: &Acceptance) {
        self.stamp = acceptance.stamp;
        self.sequence = acceptance.sequence;
        for place in &acceptance.places {
            self.streams
                .entry(place.period.id.clone())
                .or_insert_with(|| Stream::new(place.period.clone()))
                .appended(place.version);
        }
    }

    /// Returns the stream of a period; `None` when no event of it was taken.
    #[must_use]
    pub fn stream(&self, period: &str) -> Option<&Stream> {
        self.streams.get(period)
    }

    /// Returns the runs of records to be sent now, and takes them as under way: at most one for
    /// each stream, so that records arrive in order.
    pub fn due(&mut self) -> Vec<(Period, Span)> {
        let due = |stream: &mut Stream| stream.depart().map(|span| (stream.period().clone(), span));
        self.streams.values_mut().filter_map(due).collect()
    }

    /// Takes the version that the object of a period says it has stored.
    ///
    /// # Errors
    /// [`Fault`] when the stream does not go on by this answer.
    pub fn answered(&mut self, period: &str, version: u64) -> Result<(), Fault> {
        self.streams.get_mut(period).map_or(Ok(()), |stream| stream.answered(version))
    }

    /// Takes note that the object of a period did not answer: its records are due again.
    pub fn failed(&mut self, period: &str) {
        if let Some(stream) = self.streams.get_mut(period) {
            stream.failed();
        }
    }

    /// Returns whether every record is stored by the objects of its periods.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.streams.values().all(Stream::is_settled)
    }
}
