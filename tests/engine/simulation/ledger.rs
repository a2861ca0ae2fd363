//! The ledger's object, with the steps of the Worker's: memory over rows, deliveries under way,
//! requests that wait for their records to be stored.

use std::collections::BTreeMap;

use edgeboard::leaderboard::Rules;
use edgeboard::ledger::{
    Answer, Charter, Delivery, Digest, Event, Fate, Fault, Ledger, MAX_DELIVERY_RECORDS, Place,
    Seen, Span, Stream, Verdict,
};
use edgeboard::period::Period;

use super::message::{Call, Effect, Failed, Message, Reply};
use super::outside::{Outside, TIME_LIMIT, Trouble};
use super::rows::LedgerRows;

/// How long after a failed delivery the next one is tried, in ms.
const WAKE_AFTER: u64 = 1_000;

pub(super) struct LedgerObject {
    rules: Rules,
    pub(super) rows: LedgerRows,
    pub(super) memory: Option<Ledger>,
    requests: BTreeMap<u64, Request>,
    /// The periods of deliveries that are waited for.
    flights: BTreeMap<u64, String>,
    /// Which slot of which request waits for a recall.
    recalls: BTreeMap<u64, (u64, usize)>,
    wake_is_set: bool,
}

/// A submission that waits for its answer.
struct Request {
    replayed: bool,
    stamp: u64,
    slots: Vec<(Place, Slot)>,
}

enum Slot {
    Waiting,
    Recalling,
    Known(Option<Effect>),
}

#[derive(Clone)]
enum Notice {
    Outcome(Effect),
    Stored,
    Unreachable,
}

enum Taken {
    Decided { replayed: bool, seen: Seen },
    Conflict,
}

impl LedgerObject {
    pub(super) const fn new(rules: Rules, rows: LedgerRows) -> Self {
        Self {
            rules,
            rows,
            memory: None,
            requests: BTreeMap::new(),
            flights: BTreeMap::new(),
            recalls: BTreeMap::new(),
            wake_is_set: false,
        }
    }

    pub(super) fn take_message(&mut self, outside: &mut Outside, message: Message) {
        match message {
            Message::Submit(call) => self.submit(outside, &call),
            Message::Answered { flight, period, answer } => {
                self.answered(outside, flight, &period, answer);
            }
            Message::FlightLimit { flight } => {
                if let Some(period) = self.flights.remove(&flight) {
                    outside.count("flight times out");
                    self.failed(outside, &period);
                }
            }
            Message::Recalled { recall, effect } => self.recalled(outside, recall, effect),
            Message::Pull { pull, period, after } => {
                outside.count("pull");
                let delivery = self.pull(outside, &period, after).map_err(|_| Failed);
                outside.send(Message::Pulled { pull, period, delivery });
            }
            Message::Alarm => {
                outside.count("alarm");
                self.wake_is_set = false;
                if self.open(outside).is_ok() {
                    self.send_what_is_due(outside);
                }
                // An alarm that fails is tried again by the runtime.
                if self.memory.as_ref().is_none_or(|ledger| !ledger.is_settled()) {
                    wake_later(&mut self.wake_is_set, outside);
                }
            }
            Message::Touch => {
                let _opened = self.open(outside);
            }
            other => unreachable!("{other:?} is not for a ledger"),
        }
    }

    /// Returns whether the answer to a delivery is still waited for.
    pub(super) fn awaits(&self, flight: u64) -> bool {
        self.flights.contains_key(&flight)
    }

    /// Drops memory; what is under way goes on.
    pub(super) fn forget(&mut self) {
        self.memory = None;
    }

    /// Dies: only rows and what is on the network already are left.
    pub(super) fn crash(&mut self, outside: &mut Outside) {
        for (call, _) in std::mem::take(&mut self.requests) {
            disconnect(outside, call);
        }
        self.memory = None;
        self.flights.clear();
        self.recalls.clear();
        self.wake_is_set = false;
    }

    /// Loads memory from the rows, unless it is there.
    fn open(&mut self, outside: &mut Outside) -> Result<(), Trouble> {
        if self.memory.is_none() {
            outside.reading()?;
            self.memory = Some(self.rows.load(self.rules.clone()));
            // What an earlier life of this object left undone is done first.
            self.send_what_is_due(outside);
        }
        Ok(())
    }

    fn submit(&mut self, outside: &mut Outside, call: &Call) {
        let taken = self.open(outside).and_then(|()| self.take(outside, call));
        let reply = match taken {
            Ok(Taken::Decided { replayed, seen }) => match seen.fate {
                Fate::Counted(places) => {
                    return self.wait(outside, call.number, replayed, seen.stamp.ms(), places);
                }
                Fate::Refused(_) => Reply::Refused { replayed },
            },
            Ok(Taken::Conflict) => Reply::Conflict,
            Err(Trouble::Failure) => {
                self.forget();
                Reply::Failed
            }
            Err(Trouble::Crash) => {
                self.crash(outside);
                return disconnect(outside, call.number);
            }
        };
        outside.send(Message::Reply { call: call.number, reply });
    }

    /// Decides about an event and stores the decision.
    fn take(&mut self, outside: &mut Outside, call: &Call) -> Result<Taken, Trouble> {
        let now = outside.clock();
        let ledger = self.memory.as_mut().ok_or(Trouble::Failure)?;
        let id = digest(call.event_id.as_bytes());
        let digest = digest(&call.body.canonical());
        let event = Event { id, digest, body: call.body.clone() };
        outside.reading()?;
        let seen = self.rows.ids.get(&id).cloned();
        let judging = ledger.judging_period(now);
        let total = judging.and_then(|period| self.rows.total(&period, &event.body.member));
        match ledger.judge(&event, seen, total, now) {
            Verdict::Replayed(seen) => Ok(Taken::Decided { replayed: true, seen }),
            Verdict::Conflict => Ok(Taken::Conflict),
            Verdict::NotStarted => unreachable!("all time has begun"),
            Verdict::Refused(seen) => {
                outside.transaction(|outside| {
                    self.rows.insert_id(&event, seen.stamp, seen.fate.clone());
                    outside.truth.refused(&call.event_id, &call.body, now.ms());
                })?;
                Ok(Taken::Decided { replayed: false, seen })
            }
            Verdict::Accepted(acceptance) => {
                wake_later(&mut self.wake_is_set, outside);
                outside.transaction(|outside| {
                    self.rows.accept(&event, &acceptance, ledger);
                    outside.truth.counted(&call.event_id, &call.body, now.ms(), &acceptance);
                })?;
                ledger.accept(&acceptance);
                let (stamp, fate) = (acceptance.stamp, Fate::Counted(acceptance.places));
                Ok(Taken::Decided { replayed: false, seen: Seen { digest, stamp, fate } })
            }
        }
    }

    /// Has a request wait until its records are stored.
    fn wait(
        &mut self,
        outside: &mut Outside,
        number: u64,
        replayed: bool,
        stamp: u64,
        places: Vec<Place>,
    ) {
        let acknowledged = |place: &Place| {
            let stream = self.memory.as_ref().and_then(|ledger| ledger.stream(&place.period.id));
            stream.map_or(0, Stream::acknowledged)
        };
        let stored: Vec<_> =
            places.iter().map(|place| acknowledged(place) >= place.version).collect();
        let slots = places.into_iter().map(|place| (place, Slot::Waiting)).collect();
        self.requests.insert(number, Request { replayed, stamp, slots });
        self.send_what_is_due(outside);
        for (slot, stored) in stored.into_iter().enumerate() {
            if stored {
                self.notice(outside, (number, slot), Notice::Stored);
            }
        }
    }

    fn notice(&mut self, outside: &mut Outside, (number, slot): (u64, usize), notice: Notice) {
        let Some(request) = self.requests.get_mut(&number) else { return };
        let (place, state) = &mut request.slots[slot];
        *state = match notice {
            Notice::Outcome(effect) => {
                outside.count("effect from outcome");
                Slot::Known(Some(effect))
            }
            Notice::Unreachable => {
                outside.count("period unreachable");
                Slot::Known(None)
            }
            // To ask, one has to know the board.
            Notice::Stored if self.memory.is_none() => Slot::Known(None),
            Notice::Stored => {
                let (recall, version) = (outside.number(), place.version);
                self.recalls.insert(recall, (number, slot));
                let period = place.period.id.clone();
                outside.send(Message::Recall { recall, period, version });
                outside.after(TIME_LIMIT, Message::Recalled { recall, effect: None });
                Slot::Recalling
            }
        };
        self.reply_if_complete(outside, number);
    }

    fn recalled(&mut self, outside: &mut Outside, recall: u64, effect: Option<Effect>) {
        let Some((number, slot)) = self.recalls.remove(&recall) else { return };
        let Some(request) = self.requests.get_mut(&number) else { return };
        if effect.is_some() {
            outside.count("effect by recall");
        }
        request.slots[slot].1 = Slot::Known(effect);
        self.reply_if_complete(outside, number);
    }

    fn reply_if_complete(&mut self, outside: &mut Outside, number: u64) {
        let Some(request) = self.requests.get(&number) else { return };
        let known = |(place, slot): &(Place, Slot)| match slot {
            Slot::Known(effect) => Some((place.period.clone(), effect.clone())),
            Slot::Waiting | Slot::Recalling => None,
        };
        let Some(effects) = request.slots.iter().map(known).collect() else { return };
        let Request { replayed, stamp, .. } = *request;
        self.requests.remove(&number);
        let reply = Reply::Counted { replayed, stamp, effects };
        outside.send(Message::Reply { call: number, reply });
    }

    /// Tells those who wait for records of a period up to `through`, as far as `of` says.
    fn tell(
        &mut self,
        outside: &mut Outside,
        period: &str,
        versions: std::ops::RangeInclusive<u64>,
        notice: &Notice,
    ) {
        let mut told = Vec::new();
        for (number, request) in &self.requests {
            for (slot, (place, state)) in request.slots.iter().enumerate() {
                let is_meant = place.period.id == period && versions.contains(&place.version);
                if is_meant && matches!(state, Slot::Waiting) {
                    told.push((*number, slot));
                }
            }
        }
        for who in told {
            self.notice(outside, who, notice.clone());
        }
    }

    /// Starts a delivery for every stream that has news and none under way.
    fn send_what_is_due(&mut self, outside: &mut Outside) {
        let due = self.memory.as_mut().map(Ledger::due);
        for (period, span) in due.into_iter().flatten() {
            let flight = outside.number();
            match self.delivery(outside, &period, span) {
                Err(_) => self.failed(outside, &period.id),
                Ok(delivery) => {
                    assert!(delivery.records.len() as u64 <= MAX_DELIVERY_RECORDS);
                    if self.flights.values().any(|other| *other == period.id) {
                        outside.count("two flights at once");
                    }
                    self.flights.insert(flight, period.id);
                    outside.send(Message::Deliver { flight, delivery });
                    outside.after(TIME_LIMIT, Message::FlightLimit { flight });
                }
            }
        }
    }

    fn delivery(
        &self,
        outside: &mut Outside,
        period: &Period,
        span: Span,
    ) -> Result<Delivery, Trouble> {
        let ledger = self.memory.as_ref().ok_or(Trouble::Failure)?;
        outside.reading()?;
        let (board, rules) = ("board".to_owned(), self.rules.clone());
        let charter = Charter { board, generation: 1, rules, period: period.clone() };
        let records = self.rows.records(&period.id, span);
        let last = ledger.stream(&period.id).map_or(0, Stream::last);
        if span.after + (records.len() as u64) < last {
            outside.count("more than one page");
        }
        Ok(Delivery { charter, records, last })
    }

    fn pull(
        &mut self,
        outside: &mut Outside,
        period: &str,
        after: u64,
    ) -> Result<Option<Delivery>, Trouble> {
        self.open(outside)?;
        let stream = self.memory.as_ref().and_then(|ledger| ledger.stream(period));
        let Some(period) = stream.map(|stream| stream.period().clone()) else { return Ok(None) };
        let through = after.saturating_add(MAX_DELIVERY_RECORDS);
        self.delivery(outside, &period, Span { after, through }).map(Some)
    }

    fn answered(
        &mut self,
        outside: &mut Outside,
        flight: u64,
        period: &str,
        answer: Result<Answer, Failed>,
    ) {
        if self.flights.remove(&flight).is_none() {
            outside.count("answer to nobody");
            if !outside.weather.is_loose {
                return;
            }
            outside.count("old flight answers");
        }
        match answer {
            Ok(answer) => self.arrived(outside, period, &answer),
            Err(Failed) => {
                outside.count("answer is an error");
                self.failed(outside, period);
            }
        }
    }

    fn arrived(&mut self, outside: &mut Outside, period: &str, answer: &Answer) {
        for outcome in &answer.outcomes {
            let notice = Notice::Outcome(outcome.into());
            self.tell(outside, period, outcome.version..=outcome.version, &notice);
        }
        self.tell(outside, period, 0..=answer.version, &Notice::Stored);
        // Where memory was dropped meanwhile, others may wait for what follows this delivery.
        let Some(ledger) = &mut self.memory else {
            if self.open(outside).is_err() {
                self.give_up(outside, period);
            }
            return;
        };
        match ledger.answered(period, answer.version) {
            Ok(()) => self.send_what_is_due(outside),
            Err(Fault::Stuck { .. }) => {
                outside.count("stuck");
                self.give_up(outside, period);
            }
            Err(fault) => panic!("nobody has lost rows of a ledger, and yet {fault}"),
        }
    }

    fn failed(&mut self, outside: &mut Outside, period: &str) {
        if let Some(ledger) = &mut self.memory {
            ledger.failed(period);
        }
        self.give_up(outside, period);
    }

    /// Lets the waiting requests go with what they have, and sees to it that the rest follows.
    fn give_up(&mut self, outside: &mut Outside, period: &str) {
        self.tell(outside, period, 0..=u64::MAX, &Notice::Unreachable);
        wake_later(&mut self.wake_is_set, outside);
    }

    /// Checks that memory says what the rows say, and believes no period to have what it never had.
    pub(super) fn check(&self, outside: &Outside, highest: impl Fn(&str) -> u64) {
        outside.truth.check_ledger_rows(&self.rows);
        for (id, (_, last, acknowledged)) in &self.rows.streams {
            assert!(*acknowledged <= highest(id), "{id} never had version {acknowledged}");
            if let Some(stream) = self.memory.as_ref().map(|ledger| ledger.stream(id)) {
                let stream = stream.expect("every stream that is stored is in memory");
                assert_eq!(stream.last(), *last);
                assert!(stream.acknowledged() <= highest(id), "{id} never had that version");
            }
        }
    }
}

/// Sets the alarm of the ledger, unless it is set. It is kept in storage and outlives the object.
fn wake_later(is_set: &mut bool, outside: &mut Outside) {
    if !std::mem::replace(is_set, true) {
        outside.after(WAKE_AFTER, Message::Alarm);
    }
}

/// A connection breaks: whoever waits learns it at once, or by his time limit.
fn disconnect(outside: &mut Outside, call: u64) {
    if outside.rng.chance(500) {
        outside.send(Message::Reply { call, reply: Reply::Failed });
    }
}

/// Returns bytes that stand for others: any two inputs of a world differ in them.
pub(super) fn digest(bytes: &[u8]) -> Digest {
    let fold = |seed: u64| {
        let step = |hash: u64, byte: &u8| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(29)
        };
        bytes.iter().fold(seed, step).to_be_bytes()
    };
    let mut digest = [0; 16];
    digest[..8].copy_from_slice(&fold(0xcbf2_9ce4_8422_2325));
    digest[8..].copy_from_slice(&fold(0x9e37_79b9_7f4a_7c15));
    Digest(digest)
}
