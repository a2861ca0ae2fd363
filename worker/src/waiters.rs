//! Requests that wait until the object of a period has stored their record.

use std::cell::RefCell;
use std::collections::BTreeMap;

use edgeboard::leaderboard::Outcome;
use futures_channel::oneshot;

/// What became of a record.
#[derive(Clone, Debug)]
pub enum Notice {
    /// It was stored now, with this outcome.
    Outcome(Box<Outcome>),
    /// It had been stored before: the outcome is to be asked for.
    Stored,
    /// The period could not be reached yet; the record will follow.
    Unreachable,
}

/// What a waiting request holds.
pub type Watch = oneshot::Receiver<Notice>;

/// A record: the id of its period, and its version there.
type Awaited = (String, u64);

/// Those who wait, by period and version; several may wait for one record, where it is sent twice.
#[derive(Default)]
pub struct Waiters {
    waiting: RefCell<BTreeMap<Awaited, Vec<oneshot::Sender<Notice>>>>,
}

impl Waiters {
    /// Returns what will be told about a record.
    pub fn watch(&self, period: &str, version: u64) -> Watch {
        let (sender, watch) = oneshot::channel();
        let mut waiting = self.waiting.borrow_mut();
        waiting.entry((period.to_owned(), version)).or_default().push(sender);
        watch
    }

    /// Tells those who wait for one record.
    pub fn tell(&self, period: &str, version: u64, notice: &Notice) {
        let found = self.waiting.borrow_mut().remove(&(period.to_owned(), version));
        for sender in found.into_iter().flatten() {
            // A request that is gone does not need to be told.
            let _gone = sender.send(notice.clone());
        }
    }

    /// Tells those who wait for any record of a period up to `version`.
    pub fn tell_through(&self, period: &str, version: u64, notice: &Notice) {
        let span = (period.to_owned(), 0)..=(period.to_owned(), version);
        let keys: Vec<_> = self.waiting.borrow().range(span).map(|(key, _)| key.clone()).collect();
        for (period, version) in keys {
            self.tell(&period, version, notice);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_up_to_the_version_are_told_and_nobody_else() {
        let waiters = Waiters::default();
        let mut watches =
            [("day", 1), ("day", 2), ("day", 3), ("all", 1)].map(|(p, v)| waiters.watch(p, v));
        waiters.tell_through("day", 2, &Notice::Stored);
        let told = watches.each_mut().map(|watch| matches!(watch.try_recv(), Ok(Some(_))));
        assert_eq!(told, [true, true, false, false]);
    }

    #[test]
    fn everyone_who_waits_for_a_record_is_told() {
        let waiters = Waiters::default();
        let mut watches = [waiters.watch("all", 7), waiters.watch("all", 7)];
        waiters.tell("all", 7, &Notice::Unreachable);
        let told = watches.each_mut().map(|watch| matches!(watch.try_recv(), Ok(Some(_))));
        assert_eq!(told, [true, true]);
    }
}
