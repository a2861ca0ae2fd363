//! The ledger of a board: takes each event once and streams it to the objects of its periods.
//!
//! What it decides comes from the engine's protocol (`edgeboard::ledger`); this object looks rows
//! up, stores decisions, carries messages and tells waiting requests what became of their events.

use std::cell::{Cell, Ref, RefCell, RefMut};
use std::rc::Rc;
use std::time::Duration;

use edgeboard::leaderboard::Rules;
use edgeboard::ledger::{
    Answer, Charter, Delivery, Digest, Event, Fate, Ledger, MAX_DELIVERY_RECORDS, Place, Seen,
    Span, Verdict,
};
use edgeboard::period::Period;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use worker::{DurableObject, Env, Request, Response, State, durable_object};

use crate::api::answer::{Effect, SubmissionAnswer};
use crate::api::submission::Submission;
use crate::calendars::calendars;
use crate::call::{Class, ask};
use crate::clock;
use crate::error::ApiError;
use crate::message::{Title, ToBoard, ToLedger, ToRegistry};
use crate::names;
use crate::objects::question;
use crate::reply::{self, Body};
use crate::store::{Deed, LedgerStore};
use crate::trap;
use crate::waiters::{Notice, Waiters};

type Result<T> = std::result::Result<T, ApiError>;

/// How long after an event, or a delivery that failed, the ledger sees to it that all is delivered.
const WAKE_AFTER: Duration = Duration::from_secs(1);

/// The ledger of one shard of a board: `L/<board>/<shard>`.
#[durable_object]
pub struct LedgerObject {
    desk: Rc<Desk>,
}

impl DurableObject for LedgerObject {
    fn new(state: State, env: Env) -> Self {
        trap::watch();
        let store = LedgerStore::new(state.storage());
        let memory = RefCell::new(None);
        let waiters = Waiters::default();
        let wake_is_set = Cell::new(false);
        Self { desk: Rc::new(Desk { state, env, store, memory, waiters, wake_is_set }) }
    }

    async fn fetch(&self, request: Request) -> worker::Result<Response> {
        let result = match question(request).await {
            Ok(asked) => self.desk.answer(asked).await,
            Err(error) => Err(error),
        };
        reply::respond(result)
    }

    async fn alarm(&self) -> worker::Result<Response> {
        self.desk.wake_is_set.set(false);
        // An alarm that fails is tried again by the runtime.
        self.desk.open().map_err(|error| worker::Error::from(error.to_string()))?;
        self.desk.send_what_is_due();
        if self.desk.memory().is_ok_and(|memory| !memory.ledger.is_settled()) {
            self.desk.wake_later();
        }
        Response::empty()
    }
}

/// What the object works with; shared with the deliveries that are under way.
struct Desk {
    state: State,
    env: Env,
    store: LedgerStore,
    /// A cache of the rows: it changes only after a transaction returned, and is dropped after any
    /// failure.
    memory: RefCell<Option<Memory>>,
    waiters: Waiters,
    wake_is_set: Cell<bool>,
}

struct Memory {
    deed: Deed,
    ledger: Ledger,
}

impl Desk {
    async fn answer(self: &Rc<Self>, asked: ToLedger) -> Result<(u16, Body)> {
        match asked {
            ToLedger::Put { board, rules } => self.put(board, *rules).await,
            ToLedger::Title { board } => {
                self.open_board(&board)?;
                Ok((200, Body::new(&self.title()?)?))
            }
            ToLedger::Submit { board, submission } => {
                self.open_board(&board)?;
                Ok((200, Body::new(&self.submit(&submission).await?)?))
            }
            ToLedger::Pull { board, period, after } => {
                self.open_board(&board)?;
                Ok((200, Body::new(&self.pull(&period, after)?)?))
            }
        }
    }

    /// Loads memory from the rows, unless it is there; nothing happens where there is no board.
    fn open(self: &Rc<Self>) -> Result<()> {
        if self.memory.borrow().is_some() {
            return Ok(());
        }
        let Some(deed) = self.store.deed()? else { return Ok(()) };
        let ledger = self.store.load(deed.rules.clone(), calendars(&deed.rules)?)?;
        let registered = deed.registered;
        self.memory.replace(Some(Memory { deed, ledger }));
        // What an earlier life of this object left undone is done first.
        self.send_what_is_due();
        if !registered {
            let desk = Rc::clone(self);
            wasm_bindgen_futures::spawn_local(async move {
                if let Err(error) = desk.register().await {
                    worker::console_warn!("not registered yet: {error}");
                }
            });
        }
        Ok(())
    }

    fn open_board(self: &Rc<Self>, board: &str) -> Result<()> {
        self.open()?;
        if self.memory.borrow().is_some() {
            return Ok(());
        }
        Err(ApiError::new("board_not_found", format!("there is no board '{board}'")))
    }

    fn memory(&self) -> Result<Ref<'_, Memory>> {
        Ref::filter_map(self.memory.borrow(), Option::as_ref).map_err(|_| ApiError::internal())
    }

    fn memory_mut(&self) -> Result<RefMut<'_, Memory>> {
        let memory = self.memory.borrow_mut();
        RefMut::filter_map(memory, Option::as_mut).map_err(|_| ApiError::internal())
    }

    /// Creates the board, or confirms that it has these rules.
    async fn put(self: &Rc<Self>, board: String, rules: Rules) -> Result<(u16, Body)> {
        rules.check()?;
        let calendars = calendars(&rules)?;
        self.open()?;
        let found = self.memory.borrow().as_ref().map(|memory| memory.deed.rules.clone());
        let status = match found {
            Some(found) if found == rules => 200,
            Some(_) => {
                let message = format!("board '{board}' exists with other rules");
                return Err(ApiError::new("config_conflict", message));
            }
            None => {
                let created = clock::now();
                let deed = Deed { board, generation: 1, created, rules, registered: false };
                self.store.create(&deed)?;
                let ledger = Ledger::new(deed.rules.clone(), calendars, 0);
                self.memory.replace(Some(Memory { deed, ledger }));
                201
            }
        };
        self.register().await?;
        Ok((status, Body::new(&self.title()?)?))
    }

    fn title(&self) -> Result<Title> {
        let Deed { generation, created, rules, .. } = self.memory()?.deed.clone();
        Ok(Title { generation, created, rules })
    }

    /// Tells the registry the name of the board, unless it is known to have it.
    async fn register(&self) -> Result<()> {
        let Deed { board, registered, .. } = self.memory()?.deed.clone();
        if registered {
            return Ok(());
        }
        let add = ToRegistry::Add { board };
        let _listed: () = ask(&self.env, Class::Registry, names::REGISTRY, &add).await?;
        self.store.set_registered()?;
        self.memory_mut()?.deed.registered = true;
        Ok(())
    }

    /// Takes an event and answers what it did in each period.
    async fn submit(self: &Rc<Self>, submission: &Submission) -> Result<SubmissionAnswer> {
        let decimals = self.memory()?.deed.rules.decimals();
        let (replayed, seen) = match self.take(submission) {
            Ok(taken) => taken,
            Err(error) => {
                // A refusal leaves memory as it is; after a fault of storage it cannot be trusted.
                if error.status() >= 500 {
                    self.memory.replace(None);
                }
                return Err(error);
            }
        };
        let places = match seen.fate {
            Fate::Counted(places) => places,
            Fate::Refused(refusal) => {
                let message = format!(
                    "the total of '{}' in '{}' would leave the signed 64-bit range of its units",
                    submission.member,
                    self.memory()?.ledger.rules().longest_kind(),
                );
                let details = json!({ "replayed": replayed });
                return Err(ApiError::new(refusal.code(), message).with_details(details));
            }
        };
        // Every place is watched before anything is sent, so that no notice is missed.
        let watched = places.into_iter().map(|place| {
            let watch = self.watch(&place)?;
            Ok((place, watch))
        });
        let watched = watched.collect::<Result<Vec<_>>>()?;
        self.send_what_is_due();
        let mut effects = Vec::with_capacity(watched.len());
        for (place, watch) in watched {
            let notice = match watch {
                Some(watch) => watch.await.unwrap_or(Notice::Unreachable),
                None => Notice::Stored,
            };
            let effect = match notice {
                Notice::Outcome(outcome) => Some(Effect::from(*outcome)),
                Notice::Stored => self.recall(&place, &submission.member).await,
                Notice::Unreachable => None,
            };
            effects.push((place.period, effect));
        }
        let id = &submission.event_id;
        Ok(SubmissionAnswer::new(id, replayed, seen.stamp, effects, decimals))
    }

    /// Decides about an event and stores the decision. No other event comes in between.
    fn take(self: &Rc<Self>, submission: &Submission) -> Result<(bool, Seen)> {
        let now = clock::now();
        let mut memory = self.memory_mut()?;
        let ledger = &mut memory.ledger;
        let body = submission.body(ledger.rules())?;
        let (id, digest) = (digest(submission.event_id.as_bytes()), digest(&body.canonical()));
        let event = Event { id, digest, body };
        let seen = self.store.seen(id)?;
        let total = match ledger.judging_period(now) {
            Some(period) => self.store.total(&period, &event.body.member)?,
            None => None,
        };
        match ledger.judge(&event, seen, total, now) {
            Verdict::Replayed(seen) => Ok((true, seen)),
            Verdict::Conflict => Err(ApiError::new(
                "idempotency_conflict",
                format!("event '{}' was sent before with another body", submission.event_id),
            )),
            Verdict::NotStarted => {
                let kind = ledger.rules().longest_kind();
                let message = format!("the first '{kind}' period of the board has not begun");
                Err(ApiError::new("period_not_started", message))
            }
            Verdict::Refused(seen) => {
                self.store.refuse(&event, &seen)?;
                Ok((false, seen))
            }
            Verdict::Accepted(acceptance) => {
                // Should this object die before it has delivered the event, the alarm wakes it.
                self.wake_later();
                self.store.accept(&event, &acceptance, ledger)?;
                ledger.accept(&acceptance);
                let (stamp, fate) = (acceptance.stamp, Fate::Counted(acceptance.places));
                Ok((false, Seen { digest, stamp, fate }))
            }
        }
    }

    /// Returns what will tell that a record is stored by its period; `None` when it is already.
    fn watch(&self, place: &Place) -> Result<Option<crate::waiters::Watch>> {
        let memory = self.memory()?;
        let acknowledged = memory.ledger.stream(&place.period.id).map_or(0, |s| s.acknowledged());
        let open = acknowledged < place.version;
        Ok(open.then(|| self.waiters.watch(&place.period.id, place.version)))
    }

    /// Asks the object of a period what a record did.
    async fn recall(&self, place: &Place, member: &str) -> Option<Effect> {
        let charter = self.charter(&place.period).ok()?;
        let name = names::period(&charter.board, charter.generation, &place.period.id, 0);
        let (charter, member) = (Box::new(charter), member.to_owned());
        let recall = ToBoard::Recall { charter, member, version: place.version };
        match ask(&self.env, Class::Board, &name, &recall).await {
            Ok(effect) => effect,
            Err(error) => {
                worker::console_warn!("{name}: {error}");
                None
            }
        }
    }

    fn charter(&self, period: &Period) -> Result<Charter> {
        let Deed { board, generation, rules, .. } = self.memory()?.deed.clone();
        Ok(Charter { board, generation, rules, period: period.clone() })
    }

    /// Starts a delivery for every stream that has news and none under way.
    fn send_what_is_due(self: &Rc<Self>) {
        let due = match self.memory_mut() {
            Ok(mut memory) => memory.ledger.due(),
            Err(_) => return,
        };
        for (period, span) in due {
            let desk = Rc::clone(self);
            wasm_bindgen_futures::spawn_local(async move {
                match desk.deliver(&period, span).await {
                    Ok(answer) => desk.arrived(&period, answer),
                    Err(error) => desk.failed(&period, &error),
                }
            });
        }
    }

    async fn deliver(&self, period: &Period, span: Span) -> Result<Answer> {
        let delivery = self.delivery(period, span)?;
        let Charter { board, generation, .. } = &delivery.charter;
        let name = names::period(board, *generation, &period.id, 0);
        ask(&self.env, Class::Board, &name, &ToBoard::Deliver(Box::new(delivery))).await
    }

    fn delivery(&self, period: &Period, span: Span) -> Result<Delivery> {
        let charter = self.charter(period)?;
        let memory = self.memory()?;
        let records = self.store.records(&period.id, span, memory.ledger.shard())?;
        let last = memory.ledger.stream(&period.id).map_or(0, |stream| stream.last());
        Ok(Delivery { charter, records, last })
    }

    /// Answers a period that asks for its records itself.
    fn pull(&self, period: &str, after: u64) -> Result<Option<Delivery>> {
        let found = self.memory()?.ledger.stream(period).map(|stream| stream.period().clone());
        let through = after.saturating_add(MAX_DELIVERY_RECORDS);
        found.map(|period| self.delivery(&period, Span { after, through })).transpose()
    }

    fn arrived(self: &Rc<Self>, period: &Period, answer: Answer) {
        for outcome in answer.outcomes {
            let version = outcome.version;
            self.waiters.tell(&period.id, version, &Notice::Outcome(Box::new(outcome)));
        }
        self.waiters.tell_through(&period.id, answer.version, &Notice::Stored);
        let noted = match self.memory_mut() {
            Ok(mut memory) => {
                let noted = memory.ledger.answered(&period.id, answer.version);
                noted.map_err(|fault| ApiError::unavailable(fault.to_string()))
            }
            // Memory was dropped meanwhile. Others may wait for what follows this delivery.
            Err(_) => self.open(),
        };
        match noted {
            Ok(()) => self.send_what_is_due(),
            Err(error) => self.give_up(period, &error),
        }
    }

    fn failed(self: &Rc<Self>, period: &Period, error: &ApiError) {
        if let Ok(mut memory) = self.memory_mut() {
            memory.ledger.failed(&period.id);
        }
        self.give_up(period, error);
    }

    /// Lets the waiting requests go with what they have, and sees to it that the rest follows.
    fn give_up(self: &Rc<Self>, period: &Period, reason: &ApiError) {
        worker::console_warn!("period {} is behind: {reason}", period.id);
        self.waiters.tell_through(&period.id, u64::MAX, &Notice::Unreachable);
        self.wake_later();
    }

    /// Sets the alarm, unless it is set.
    fn wake_later(self: &Rc<Self>) {
        if self.wake_is_set.replace(true) {
            return;
        }
        let desk = Rc::clone(self);
        wasm_bindgen_futures::spawn_local(async move {
            if let Err(error) = desk.state.storage().set_alarm(WAKE_AFTER).await {
                desk.wake_is_set.set(false);
                worker::console_error!("no alarm: {error}");
            }
        });
    }
}

/// Returns the first 16 bytes of the SHA-256 of `bytes`.
fn digest(bytes: &[u8]) -> Digest {
    let hash = Sha256::digest(bytes);
    let mut short = [0; 16];
    short.copy_from_slice(&hash[..16]);
    Digest(short)
}
