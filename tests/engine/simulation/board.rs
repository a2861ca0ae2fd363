//! The object of a period, with the steps of the Worker's: a view over rows, which asks its ledger
//! for what it missed before it is read for the first time.

use std::collections::BTreeMap;

use edgeboard::leaderboard::SortOrder;
use edgeboard::ledger::{Answer, Delivery, View};

use super::message::{Effect, Failed, Message};
use super::outside::{Outside, TIME_LIMIT, Trouble};
use super::rows::BoardRows;

pub(super) struct BoardObject {
    period: String,
    order: SortOrder,
    pub(super) rows: BoardRows,
    /// Rows of earlier, to which storage may be set back.
    older: BoardRows,
    pub(super) view: Option<View>,
    /// Which memory this is; each load begins another one.
    life: u64,
    caught_up: bool,
    /// What was asked and waits for a pull, by the number of the pull.
    questions: BTreeMap<u64, Question>,
    /// The newest version that was ever stored.
    pub(super) highest: u64,
    /// The newest version that anybody was shown.
    shown: u64,
    /// The newest version of the stream when this memory began.
    born: u64,
    /// Whether storage was ever set back.
    pub(super) lost_rows: bool,
}

struct Question {
    /// The memory that pulls for it.
    life: u64,
    about: About,
}

enum About {
    Board,
    Record { recall: u64, version: u64 },
}

impl BoardObject {
    pub(super) fn new(period: &str, order: SortOrder) -> Self {
        Self {
            period: period.to_owned(),
            order,
            rows: BoardRows::default(),
            older: BoardRows::default(),
            view: None,
            life: 0,
            caught_up: false,
            questions: BTreeMap::new(),
            highest: 0,
            shown: 0,
            born: 0,
            lost_rows: false,
        }
    }

    pub(super) fn take_message(&mut self, outside: &mut Outside, message: Message) {
        match message {
            Message::Deliver { flight, delivery } => self.deliver(outside, flight, &delivery),
            Message::Read { .. } => self.ask(outside, About::Board),
            Message::Recall { recall, version, .. } => {
                self.ask(outside, About::Record { recall, version });
            }
            Message::Pulled { pull, delivery, .. } => self.pulled(outside, pull, delivery),
            other => unreachable!("{other:?} is not for a period"),
        }
    }

    /// Drops memory; what is under way goes on.
    pub(super) fn forget(&mut self) {
        self.view = None;
    }

    /// Dies: only rows are left.
    pub(super) fn crash(&mut self) {
        self.forget();
        self.questions.clear();
    }

    /// Keeps a copy of the rows to be set back to.
    pub(super) fn keep_rows(&mut self) {
        self.older = self.rows.clone();
    }

    /// Dies and comes back with the rows of earlier.
    pub(super) fn lose_rows(&mut self) {
        self.crash();
        self.rows = self.older.clone();
        self.shown = 0;
        self.lost_rows = true;
    }

    /// Loads the view from its rows, unless it is in memory.
    fn open(&mut self, outside: &mut Outside) -> Result<(), Trouble> {
        if self.view.is_none() {
            outside.reading()?;
            self.view = Some(self.rows.load(self.order));
            self.life += 1;
            self.caught_up = false;
            self.born = outside.truth.last(&self.period);
        }
        Ok(())
    }

    fn deliver(&mut self, outside: &mut Outside, flight: u64, delivery: &Delivery) {
        let answer = match self.take(outside, delivery) {
            Ok(answer) => Ok(answer),
            Err(Trouble::Failure) => Err(Failed),
            Err(Trouble::Crash) if outside.rng.chance(500) => Err(Failed),
            Err(Trouble::Crash) => return,
        };
        let period = self.period.clone();
        outside.send(Message::Answered { flight, period, answer });
    }

    /// Takes the records that are new, in one transaction.
    fn take(&mut self, outside: &mut Outside, delivery: &Delivery) -> Result<Answer, Trouble> {
        let taken = self.open(outside).and_then(|()| self.try_take(outside, delivery));
        match taken {
            Err(Trouble::Failure) => self.forget(),
            Err(Trouble::Crash) => self.crash(),
            Ok(_) => {}
        }
        taken
    }

    fn try_take(&mut self, outside: &mut Outside, delivery: &Delivery) -> Result<Answer, Trouble> {
        let view = self.view.as_mut().ok_or(Trouble::Failure)?;
        let Ok(plan) = view.plan(&delivery.records) else {
            outside.count("delivery with a gap");
            return Ok(Answer { version: view.version(), outcomes: Vec::new() });
        };
        if plan.updates().is_empty() {
            outside.count("delivery is known");
            return Ok(Answer { version: view.version(), outcomes: Vec::new() });
        }
        let before = view.version();
        outside.transaction(|_| {
            self.rows.store(&plan);
            self.highest = self.highest.max(self.rows.version);
        })?;
        let outcomes = view.commit(&plan);
        assert_eq!(view.version(), before + outcomes.len() as u64);
        for outcome in &outcomes {
            assert_eq!(outcome, outside.truth.outcome(&self.period, outcome.version));
            if outcome.reason == edgeboard::leaderboard::Reason::Clamped {
                outside.count("entry clamped");
            }
        }
        Ok(Answer { version: view.version(), outcomes })
    }

    /// Answers from a view that has seen all that its ledger took before this memory began.
    fn ask(&mut self, outside: &mut Outside, about: About) {
        if self.open(outside).is_err() {
            outside.count("read cannot load");
        } else if self.caught_up {
            outside.count("read of a warm board");
            self.answer_in_full(outside, &about);
        } else {
            outside.count("read of a cold board");
            self.pull(outside, about);
        }
    }

    fn pull(&mut self, outside: &mut Outside, about: About) {
        let (pull, period, life) = (outside.number(), self.period.clone(), self.life);
        self.questions.insert(pull, Question { life, about });
        let after = self.view.as_ref().map_or(0, View::version);
        outside.send(Message::Pull { pull, period: period.clone(), after });
        outside.after(TIME_LIMIT, Message::Pulled { pull, period, delivery: Err(Failed) });
    }

    fn pulled(
        &mut self,
        outside: &mut Outside,
        pull: u64,
        delivery: Result<Option<Delivery>, Failed>,
    ) {
        let Some(Question { life, about }) = self.questions.remove(&pull) else { return };
        let is_behind = match delivery {
            // The rows that are here are still true as of their version.
            Err(Failed) => return self.answer_from_rows(outside, &about),
            Ok(None) => false,
            Ok(Some(delivery)) => match self.take(outside, &delivery) {
                Ok(answer) => answer.version < delivery.last,
                Err(Trouble::Failure) => return self.answer_from_rows(outside, &about),
                Err(Trouble::Crash) => return,
            },
        };
        if self.open(outside).is_err() {
            outside.count("read cannot load");
        } else if is_behind || life != self.life {
            // What an earlier memory was told says nothing of what came since.
            self.pull(outside, about);
        } else {
            self.caught_up = true;
            self.answer_in_full(outside, &about);
        }
    }

    fn answer_from_rows(&mut self, outside: &mut Outside, about: &About) {
        outside.count("pull fails");
        if self.open(outside).is_ok() {
            self.answer(outside, about);
        }
    }

    fn answer_in_full(&mut self, outside: &mut Outside, about: &About) {
        let version = self.view.as_ref().map(View::version);
        assert!(version >= Some(self.born), "{} misses what came before it began", self.period);
        self.answer(outside, about);
    }

    fn answer(&mut self, outside: &mut Outside, about: &About) {
        let Some(view) = &self.view else { return };
        assert!(view.version() >= self.shown, "{} goes back in version", self.period);
        self.shown = view.version();
        match about {
            About::Board => outside.truth.check_view(&self.period, view),
            About::Record { recall, version } => {
                let effect = self.rows.records.get(version).map(|kept| Effect {
                    version: *version,
                    applied: kept.before != Some(kept.after),
                    reason: kept.reason,
                    score: kept.after.score(self.order),
                    reached_at: kept.after.stamp().ms(),
                    previous_score: kept.before.map(|key| key.score(self.order)),
                    ranks: None,
                });
                outside.send(Message::Recalled { recall: *recall, effect });
            }
        }
    }

    /// Checks rows and memory against the truth, and that they say the same.
    pub(super) fn check(&self, outside: &Outside) {
        outside.truth.check_board_rows(&self.period, &self.rows);
        assert!(self.rows.version <= self.highest);
        if let Some(view) = &self.view {
            assert_eq!(view.version(), self.rows.version, "memory follows storage");
            outside.truth.check_view(&self.period, view);
        }
    }
}
