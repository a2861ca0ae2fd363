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
    /// Whether this memory has asked the ledger for what came while it was gone.
    caught_up: Cell<bool>,
}

impl DurableObject for BoardObject {
    fn new(state: State, env: Env) -> Self {
        trap::watch();
        let store = BoardStore::new(state.storage());
        Self { env, store, view: RefCell::new(None), caught_up: Cell::new(false) }
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
        self.caught_up.set(false);
        Ok(())
    }

    /// Answers from a view that has seen all that its ledger took before this memory began.
    async fn read(
        &self,
        charter: &Charter,
        answer: impl FnOnce(&View) -> Result<Body>,
    ) -> Result<Body> {
        self.open(&charter.rules)?;
        if !self.caught_up.get() {
            self.catch_up(charter).await;
        }
        self.open(&charter.rules)?;
        let view = self.view.borrow();
        answer(view.as_ref().ok_or_else(ApiError::internal)?)
    }

    /// Asks the ledger for what is missing. Where it does not answer, the rows that are here are
    /// still true as of their version, and the next read asks again.
    async fn catch_up(&self, charter: &Charter) {
        loop {
            let after = self.view.borrow().as_ref().map_or(0, View::version);
            let pull = ToLedger::Pull {
                board: charter.board.clone(),
                period: charter.period.id.clone(),
                after,
            };
            let ledger = names::ledger(&charter.board, 0);
            let delivery: Option<Delivery> =
                match ask(&self.env, Class::Ledger, &ledger, &pull).await {
                    Ok(delivery) => delivery,
                    Err(error) => {
                        worker::console_warn!("not caught up: {error}");
                        return;
                    }
                };
            let Some(delivery) = delivery else { break };
            let Ok(answer) = self.take(&delivery) else { return };
            if answer.version >= delivery.last {
                break;
            }
            if answer.version <= after {
                worker::console_error!("no progress behind version {after}");
                return;
            }
        }
        self.caught_up.set(true);
    }

    /// Says again what a record did; `null` when it is not here.
    fn recall(&self, view: &View, rules: &Rules, member: &str, version: u64) -> Result<Body> {
        let (kept, entry) = (self.store.kept(version)?, view.board().get(member));
        let (Some(kept), Some(mut entry)) = (kept, entry) else { return Body::new(&()) };
        entry.score = kept.after.score(rules.order);
        entry.reached_at = kept.after.stamp();
        Body::new(&Effect {
            applied: kept.before != Some(kept.after),
            reason: kept.reason,
            entry,
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
