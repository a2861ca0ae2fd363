//! One period of a board: a view of its ledger's stream.
//!
//! Memory is a cache of the rows. It changes only after a transaction returned; after any failure
//! it is dropped and rebuilt by whoever comes next.

use std::cell::{Cell, RefCell};

use edgeboard::leaderboard::{Leaderboard, Rules};
use edgeboard::ledger::{Answer, Charter, Delivery, View};
use worker::{DurableObject, Env, Request, Response, State, durable_object};

use crate::api::answer::{Effect, EntryAnswer, MemberAnswer, TopAnswer};
use crate::call::{Class, ask};
use crate::error::ApiError;
use crate::message::{Status, ToBoard, ToLedger};
use crate::names;
use crate::objects::question;
use crate::reply::{self, Body};
use crate::store::BoardStore;
use crate::trap;

type Result<T> = std::result::Result<T, ApiError>;

/// The object of one period of a board: `P/<board>/<generation>/<period id>/<shard>`.
#[durable_object]
pub struct BoardObject {
    env: Env,
    store: BoardStore,
    view: RefCell<Option<View>>,
    /// How often memory was loaded from the rows.
    life: Cell<u64>,
    /// The life of memory that has asked the ledger for what came while it was gone.
    caught_up: Cell<u64>,
}

impl DurableObject for BoardObject {
    fn new(state: State, env: Env) -> Self {
        trap::watch();
        let store = BoardStore::new(state.storage());
        Self { env, store, view: RefCell::new(None), life: Cell::new(0), caught_up: Cell::new(0) }
    }

    async fn fetch(&self, request: Request) -> worker::Result<Response> {
        let result = match question(request).await {
            Ok(asked) => self.answer(asked).await,
            Err(error) => Err(error),
        };
        reply::respond(result.map(|body| (200, body)))
    }
}

impl BoardObject {
    async fn answer(&self, asked: ToBoard) -> Result<Body> {
        match asked {
            ToBoard::Deliver(delivery) => Body::new(&self.take(&delivery)?),
            ToBoard::Recall { charter, member, version } => {
                self.read(&charter, |view| self.recall(view, &charter.rules, &member, version))
                    .await
            }
            ToBoard::Status { charter } => {
                self.read(&charter, |view| Body::new(&status(view))).await
            }
            ToBoard::Top { charter, limit } => {
                let decimals = charter.rules.decimals();
                let top = |view: &View| {
                    let entries = view.board().top(limit as usize);
                    let entries = entries.map(|entry| EntryAnswer::new(entry, decimals)).collect();
                    Body::new(&TopAnswer::new(&charter.period.id, entries, limit, status(view)))
                };
                self.read(&charter, top).await
            }
            ToBoard::Member { charter, member } => {
                self.read(&charter, |view| show(view, &charter, &member)).await
            }
        }
    }

    /// Takes the records that are new, in one transaction.
    fn take(&self, delivery: &Delivery) -> Result<Answer> {
        self.open(&delivery.charter.rules)?;
        let taken = self.try_take(delivery);
        if taken.is_err() {
            self.view.replace(None);
        }
        taken
    }

    fn try_take(&self, delivery: &Delivery) -> Result<Answer> {
        let mut view = self.view.borrow_mut();
        let view = view.as_mut().ok_or_else(ApiError::internal)?;
        let Ok(plan) = view.plan(&delivery.records) else {
            // The version says what is missing: the ledger sends from there.
            return Ok(Answer { version: view.version(), outcomes: Vec::new() });
        };
        if plan.updates().is_empty() {
            return Ok(Answer { version: view.version(), outcomes: Vec::new() });
        }
        self.store.store(&delivery.charter, &plan)?;
        let outcomes = view.commit(&plan);
        Ok(Answer { version: view.version(), outcomes })
    }

    /// Loads the view from its rows, unless it is in memory.
    fn open(&self, rules: &Rules) -> Result<()> {
        if self.view.borrow().is_some() {
            return Ok(());
        }
        let fresh = || View::new(Leaderboard::new(rules.order), 0);
        let view = self.store.load()?.map_or_else(fresh, |(_, view)| view);
        self.view.replace(Some(view));
        self.life.set(self.life.get() + 1);
        Ok(())
    }

    /// Answers from a view that has seen all that its ledger took before this memory began.
    async fn read(
        &self,
        charter: &Charter,
        answer: impl FnOnce(&View) -> Result<Body>,
    ) -> Result<Body> {
        self.open(&charter.rules)?;
        // Memory that was dropped and loaded again meanwhile has not asked yet.
        while self.caught_up.get() != self.life.get() && self.catch_up(charter).await {
            self.open(&charter.rules)?;
        }
        self.open(&charter.rules)?;
        let view = self.view.borrow();
        answer(view.as_ref().ok_or_else(ApiError::internal)?)
    }

    /// Asks the ledger for what is missing, and returns whether it answered. Where it did not, the
    /// rows that are here are still true as of their version, and the next read asks again.
    async fn catch_up(&self, charter: &Charter) -> bool {
        let life = self.life.get();
        loop {
            let after = self.view.borrow().as_ref().map_or(0, View::version);
            let board = charter.board.clone();
            let pull = ToLedger::Pull { board, period: charter.period.id.clone(), after };
            let ledger = names::ledger(&charter.board, 0);
            let pulled: Result<Option<Delivery>> =
                ask(&self.env, Class::Ledger, &ledger, &pull).await;
            let taken = match pulled {
                Ok(None) => break,
                Ok(Some(delivery)) => self.take(&delivery).map(|answer| (answer, delivery.last)),
                Err(error) => Err(error),
            };
            match taken {
                Ok((answer, last)) if answer.version >= last => break,
                Ok((answer, _)) if answer.version > after => {}
                Ok(_) => {
                    worker::console_error!("no progress behind version {after}");
                    return false;
                }
                Err(error) => {
                    worker::console_warn!("not caught up: {error}");
                    return false;
                }
            }
        }
        self.caught_up.set(life);
        true
    }

    /// Says again what a record did; `null` when it is not here.
    fn recall(&self, view: &View, rules: &Rules, member: &str, version: u64) -> Result<Body> {
        let (kept, entry) = (self.store.kept(version)?, view.board().get(member));
        let (Some(kept), Some(mut entry)) = (kept, entry) else { return Body::new(&()) };
        entry.score = kept.after.score(rules.order).into();
        entry.reached_at = kept.after.stamp();
        Body::new(&Effect {
            applied: kept.before != Some(kept.after),
            reason: kept.reason,
            entry: Some(entry),
            version: view.version(),
            previous_score: kept.before.map(|key| key.score(rules.order)),
            previous_rank: None,
        })
    }
}

fn status(view: &View) -> Status {
    Status { total: view.board().len(), version: view.version() }
}

fn show(view: &View, charter: &Charter, member: &str) -> Result<Body> {
    let board = view.board();
    let (Some(entry), Some(share)) = (board.get(member), board.percentile(member)) else {
        let period = &charter.period.id;
        let message = format!("'{member}' has no score in period '{period}'");
        return Err(ApiError::new("member_not_ranked", message));
    };
    let entry = EntryAnswer::new(entry, charter.rules.decimals());
    Body::new(&MemberAnswer::new(&charter.period.id, entry, share, status(view)))
}
