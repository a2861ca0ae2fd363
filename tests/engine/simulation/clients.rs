//! Those who send events: again and again until they are told what became of them, and afterwards
//! too.

use std::collections::BTreeMap;

use edgeboard::ledger::Body;

use super::message::{Call, Message, Reply};
use super::outside::Outside;

/// How long a client waits for the answer to a call, in ms.
const PATIENCE: u64 = 8_000;

/// All clients, with what they have sent.
pub(super) struct Clients {
    plans: Vec<Plan>,
    events: Vec<Sent>,
    /// Calls without an answer, by number.
    calls: BTreeMap<u64, Open>,
    members: u64,
    /// Whether nothing new is to be sent any more.
    is_closing: bool,
}

/// What a client is going to do.
struct Plan {
    turns: u64,
    pause: u64,
    /// How many events he sends in a row, without waiting.
    burst: u64,
    /// How often he drops an event when a call of it fails, in a thousand.
    fickle: u64,
}

/// An event that a client made.
struct Sent {
    id: String,
    body: Body,
    /// What some send under the same id.
    other: Body,
    client: usize,
    /// On which day of the world's clock it was made.
    day: String,
    state: State,
    calls: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The client does not know what became of it.
    Open,
    /// He was told.
    Told,
    /// He does not want to know any more.
    Abandoned,
}

struct Open {
    event: usize,
    is_other: bool,
    /// Whether the client knew what had become of it when he called.
    was_known: bool,
    gives_up_at: u64,
}

impl Clients {
    pub(super) fn new(outside: &mut Outside) -> Self {
        let rng = &mut outside.rng;
        let is_big = rng.chance(100);
        let plans = (0..rng.between(1, 6)).map(|_| Plan {
            turns: if is_big { rng.between(200, 500) } else { rng.between(10, 60) },
            pause: rng.pick(&[1, 50, 500, 3_000]),
            burst: if is_big { rng.pick(&[2, 8]) } else { rng.pick(&[1, 1, 1, 3, 20]) },
            fickle: rng.pick(&[0, 0, 300]),
        });
        let plans = plans.collect();
        let members = rng.pick(&[1, 3, 12, 40]);
        Self { plans, events: Vec::new(), calls: BTreeMap::new(), members, is_closing: false }
    }

    /// Gives every client his first turn.
    pub(super) fn start(&self, outside: &mut Outside) {
        for client in 0..self.plans.len() {
            let delay = outside.rng.between(1, 100);
            outside.after(delay, Message::Turn { client });
        }
    }

    /// Has every client send a last few events at once.
    pub(super) fn hurry(&mut self, outside: &mut Outside) {
        for client in 0..self.plans.len() {
            (0..8).for_each(|_| self.send_new(outside, client));
        }
    }

    /// Lets clients do nothing but ask for what they do not know yet.
    pub(super) fn close(&mut self, outside: &mut Outside) {
        self.is_closing = true;
        self.start(outside);
    }

    /// Returns whether every client has done what he was going to do.
    pub(super) fn are_done(&self) -> bool {
        self.plans.iter().all(|plan| plan.turns == 0)
    }

    pub(super) fn turn(&mut self, outside: &mut Outside, client: usize) {
        let now = outside.now();
        self.calls.retain(|_, call| call.gives_up_at > now);
        if self.is_closing {
            return self.ask_again(outside, client);
        }
        let plan = &mut self.plans[client];
        if plan.turns == 0 {
            return;
        }
        plan.turns -= 1;
        let (pause, burst) = (plan.pause, plan.burst);
        match outside.rng.below(100) {
            0..45 => (0..burst).for_each(|_| self.send_new(outside, client)),
            45..70 => self.repeat(outside, client, State::Open, false),
            70..80 => self.repeat(outside, client, State::Told, false),
            80..86 => {
                let state = outside.rng.pick(&[State::Open, State::Told]);
                self.repeat(outside, client, state, true);
            }
            _ => self.read(outside),
        }
        let pause = outside.rng.between(1, pause);
        outside.after(pause, Message::Turn { client });
    }

    /// Repeats what is open until nothing is.
    fn ask_again(&mut self, outside: &mut Outside, client: usize) {
        let own = |sent: &Sent| sent.client == client && sent.state == State::Open;
        let open: Vec<_> = (0..self.events.len()).filter(|at| own(&self.events[*at])).collect();
        for event in &open {
            if !self.calls.values().any(|call| call.event == *event && !call.is_other) {
                self.call(outside, *event, false);
            }
        }
        if !open.is_empty() {
            outside.after(300, Message::Turn { client });
        }
    }

    fn send_new(&mut self, outside: &mut Outside, client: usize) {
        let rng = &mut outside.rng;
        // The first members get most of the events.
        let member = rng.below(self.members).min(rng.below(self.members));
        let mut body = || {
            let delta = match rng.below(40) {
                0 => i64::MAX - rng.below(3) as i64,
                1 => i64::MIN + rng.below(3) as i64,
                2 => i64::MAX / 2,
                3..7 => 0,
                7..20 => rng.below(3) as i64 - 1,
                _ => rng.below(140) as i64 - 20,
            };
            Body { member: format!("m{member}"), delta }
        };
        let (body, mut other) = (body(), body());
        if other == body {
            other.member.push('!');
        }
        let event = self.events.len();
        let id = format!("e{event}");
        let day = outside.clock().date().to_string();
        let state = State::Open;
        self.events.push(Sent { id, body, other, client, day, state, calls: 0 });
        self.call(outside, event, false);
    }

    /// Sends one of the client's events once more, with its body or another one.
    fn repeat(&mut self, outside: &mut Outside, client: usize, state: State, is_other: bool) {
        let own = |sent: &Sent| sent.client == client && sent.state == state;
        let found: Vec<_> = (0..self.events.len()).filter(|at| own(&self.events[*at])).collect();
        if !found.is_empty() {
            let event = outside.rng.pick(&found);
            self.call(outside, event, is_other);
        }
    }

    fn call(&mut self, outside: &mut Outside, event: usize, is_other: bool) {
        let number = outside.number();
        let sent = &mut self.events[event];
        sent.calls += 1;
        if sent.calls > 1 && sent.day != outside.clock().date().to_string() {
            outside.count("event over midnight");
        }
        let body = if is_other { sent.other.clone() } else { sent.body.clone() };
        let was_known = sent.state == State::Told;
        let gives_up_at = outside.now() + PATIENCE;
        self.calls.insert(number, Open { event, is_other, was_known, gives_up_at });
        outside.send(Message::Submit(Call { number, event_id: sent.id.clone(), body }));
    }

    /// Reads a period that something counts in.
    fn read(&self, outside: &mut Outside) {
        let periods = outside.truth.periods();
        if !periods.is_empty() {
            let at = outside.rng.below(periods.len() as u64) as usize;
            outside.send(Message::Read { period: periods[at].clone() });
        }
    }

    pub(super) fn told(&mut self, outside: &mut Outside, call: u64, reply: &Reply) {
        let Some(Open { event, is_other, was_known, .. }) = self.calls.remove(&call) else {
            return;
        };
        let sent = &mut self.events[event];
        let body = if is_other { &sent.other } else { &sent.body };
        outside.truth.check_reply(&sent.id, body, reply, was_known && !is_other);
        let name = match reply {
            Reply::Counted { replayed: false, .. } => "counted",
            Reply::Counted { replayed: true, .. } => "replayed",
            Reply::Refused { replayed: false } => "refused",
            Reply::Refused { replayed: true } => "refused again",
            Reply::Conflict => "conflict",
            Reply::Failed => "failed",
        };
        outside.count(name);
        if is_other || sent.state == State::Told {
            return;
        }
        if !matches!(reply, Reply::Failed) {
            sent.state = State::Told;
        } else if !self.is_closing && outside.rng.chance(self.plans[sent.client].fickle) {
            outside.count("event abandoned");
            sent.state = State::Abandoned;
        }
    }

    /// Returns the ids of all events that were ever made.
    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.events.iter().map(|sent| sent.id.as_str())
    }

    /// Checks that every client knows what became of his events, unless he dropped them.
    pub(super) fn check_all_told(&self) {
        let open = self.events.iter().filter(|sent| sent.state == State::Open);
        let open: Vec<_> = open.map(|sent| &sent.id).collect();
        assert!(open.is_empty(), "nobody was told about {open:?}");
    }
}
