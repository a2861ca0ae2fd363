//! One world, from its first event to its rest.

use std::collections::BTreeMap;

use edgeboard::leaderboard::{Rules, SortOrder};
use edgeboard::period::PeriodKind::{All, Day};

use super::Tally;
use super::board::BoardObject;
use super::clients::Clients;
use super::ledger::{LedgerObject, digest};
use super::message::Message;
use super::outside::Outside;
use super::rows::LedgerRows;
use super::truth::Truth;
use super::weather::{Rng, Weather};

/// How long a world may take to come to rest once nothing fails any more, in ms.
const REST_WITHIN: u64 = 120_000;

/// How many steps it may take for that.
const REST_STEPS: u64 = 200_000;

pub(super) struct World {
    outside: Outside,
    ledger: LedgerObject,
    boards: BTreeMap<String, BoardObject>,
    clients: Clients,
    order: SortOrder,
    /// Whether the clients vanish before everything has come to rest.
    is_deserted: bool,
    is_told: bool,
}

impl World {
    /// Returns the world of a seed, with a weather of its own.
    pub(super) fn new(seed: u64, is_told: bool) -> Self {
        let mut rng = Rng::new(seed);
        let (weather, is_deserted) = (Weather::draw(&mut rng), rng.chance(300));
        Self { is_deserted, is_told, ..Self::with(rng, weather) }
    }

    /// Returns a world in which nothing fails; only its clock is as bad as any.
    pub(super) fn fair(seed: u64) -> Self {
        let weather = Weather { jumps: 300, ..Weather::calm(false) };
        Self::with(Rng::new(seed), weather)
    }

    fn with(mut rng: Rng, weather: Weather) -> Self {
        let order = rng.pick(&[SortOrder::Desc, SortOrder::Asc]);
        let kinds = rng.pick(&[&[All, Day][..], &[Day, All], &[Day], &[All]]);
        let mut rules = Rules::default();
        rules.order = order;
        rules.periods = kinds.iter().map(|kind| (*kind).into()).collect();
        rules.check().expect("rules that are supported");
        let mut outside = Outside::new(rng, weather, Truth::new(order, kinds.to_vec()));
        let clients = Clients::new(&mut outside);
        let ledger = LedgerObject::new(rules, LedgerRows::default());
        let (boards, is_deserted, is_told) = (BTreeMap::new(), false, false);
        Self { outside, ledger, boards, clients, order, is_deserted, is_told }
    }

    /// Lets the world happen, checks it on the way and in the end, and returns what there was.
    pub(super) fn run(mut self) -> Tally {
        self.clients.start(&mut self.outside);
        self.outside.after(1, Message::Tick);
        while !self.clients.are_done() {
            let message = self.outside.next().expect("there is always a next tick");
            self.dispatch(message);
        }
        self.check();
        self.come_to_rest();
        self.outside.tally
    }

    fn dispatch(&mut self, message: Message) {
        if self.is_told {
            println!("{:>8} {} {message:?}", self.outside.now(), self.outside.clock());
        }
        if matches!(message, Message::Deliver { flight, .. } if !self.ledger.awaits(flight)) {
            self.outside.count("delivery for nobody");
        }
        match message {
            Message::Tick => self.tick(),
            Message::Turn { client } => self.clients.turn(&mut self.outside, client),
            Message::Reply { call, reply } => self.clients.told(&mut self.outside, call, &reply),
            message => match message.period() {
                None => self.ledger.take_message(&mut self.outside, message),
                Some(period) => {
                    let order = self.order;
                    let board = self.boards.entry(period.to_owned());
                    let board = board.or_insert_with_key(|id| BoardObject::new(id, order));
                    board.take_message(&mut self.outside, message);
                }
            },
        }
    }

    /// Lets the weather do something to the objects and to the clock.
    fn tick(&mut self) {
        let outside = &mut self.outside;
        let Weather { crashes, forgets, rollbacks, jumps, .. } = outside.weather;
        let (rng, targets) = (&mut outside.rng, self.boards.len() as u64 + 1);
        // Both of them now and then: the ledger has as many chances as all its periods.
        let (hits_ledger, hit) = (rng.chance(500), rng.below(targets) as usize);
        let (crash, forget) = (rng.chance(crashes), rng.chance(forgets));
        let (roll_back, keep, jump) = (rng.chance(rollbacks), rng.chance(100), rng.chance(jumps));
        let (check, pause) = (rng.chance(200), rng.between(10, 500));
        if crash && hits_ledger {
            outside.count("ledger crashes");
            self.ledger.crash(outside);
        }
        if forget && hits_ledger {
            outside.count("ledger forgets");
            self.ledger.forget();
        }
        if let Some(board) = self.boards.values_mut().nth(hit) {
            if crash {
                outside.count("board crashes");
                board.crash();
            }
            if forget {
                outside.count("board forgets");
                board.forget();
            }
            if roll_back {
                outside.count("board loses rows");
                board.lose_rows();
            }
            if keep {
                board.keep_rows();
            }
        }
        if jump {
            outside.jump();
        }
        if !self.clients.are_done() {
            outside.after(pause, Message::Tick);
        }
        if check {
            self.check();
        }
    }

    /// Checks everything against the truth.
    fn check(&self) {
        let highest = |period: &str| self.boards.get(period).map_or(0, |board| board.highest);
        self.ledger.check(&self.outside, highest);
        for board in self.boards.values() {
            board.check(&self.outside);
        }
        for id in self.clients.ids() {
            let seen = self.ledger.rows.ids.get(&digest(id.as_bytes()));
            self.outside.truth.check_fate(id, seen.map(|seen| &seen.fate));
        }
    }

    /// Has everything work from now on, and sees to it that all that was begun ends.
    fn come_to_rest(&mut self) {
        self.outside.weather = Weather::calm(self.outside.weather.is_loose);
        if self.is_deserted {
            // Nobody asks again, and the ledger dies over its work: its rows alone say what is to
            // be sent, and its alarm alone wakes it.
            self.clients.hurry(&mut self.outside);
            let death = self.outside.now() + self.outside.rng.between(10, 50);
            while let Some(message) = self.outside.next_until(death) {
                self.dispatch(message);
            }
            self.ledger.crash(&mut self.outside);
            self.drain();
        } else {
            self.clients.close(&mut self.outside);
            self.drain();
            self.clients.check_all_told();
        }
        for period in self.outside.truth.periods() {
            let board = self.boards.get(&period).map(|board| (board.rows.version, board.lost_rows));
            let (version, lost_rows) = board.unwrap_or_default();
            let last = self.outside.truth.last(&period);
            assert!(lost_rows || version == last, "{period} rests at {version} of {last}");
            // One who lost what he had acknowledged learns of it when he is read.
            self.outside.send(Message::Read { period });
        }
        self.outside.send(Message::Touch);
        self.drain();
        self.check();
        for (period, board) in &self.boards {
            assert_eq!(board.rows.version, self.outside.truth.last(period), "{period}");
        }
        let ledger = self.ledger.memory.as_ref().expect("it has just been opened");
        assert!(ledger.is_settled());
    }

    /// Goes on until nothing happens any more.
    fn drain(&mut self) {
        let (start, mut steps) = (self.outside.now(), 0);
        while let Some(message) = self.outside.next() {
            self.dispatch(message);
            steps += 1;
            let time = self.outside.now() - start;
            assert!(time <= REST_WITHIN && steps <= REST_STEPS, "no rest after {time} ms");
        }
    }
}
