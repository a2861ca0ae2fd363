//! What really happened, kept by plain code that shares nothing with the engine but its words.

use std::collections::BTreeMap;

use edgeboard::leaderboard::{BoardKey, Change, Leaderboard, Outcome, Record, SortOrder};
use edgeboard::ledger::{Acceptance, Body, Fate, Place, View};
use edgeboard::period::PeriodKind;
use edgeboard::time::DAY_MS;

use super::message::{Effect, Reply};
use super::naive::NaiveBoard;
use super::rows::{BoardRows, LedgerRows};

/// The decisions of a ledger as they were stored, and what follows from them.
pub(super) struct Truth {
    order: SortOrder,
    kinds: Vec<PeriodKind>,
    decided: BTreeMap<String, Decided>,
    streams: BTreeMap<String, Stream>,
    totals: BTreeMap<(String, String), i128>,
    stamp: u64,
    sequence: u64,
}

/// What was decided about an event.
struct Decided {
    body: Body,
    stamp: u64,
    /// The versions by period; `None` when it does not count.
    places: Option<Vec<(String, u64)>>,
}

/// The stream of one period with all that its records did.
struct Stream {
    records: Vec<Record>,
    outcomes: Vec<Outcome>,
    board: NaiveBoard,
}

impl Truth {
    pub(super) fn new(order: SortOrder, kinds: Vec<PeriodKind>) -> Self {
        let (decided, streams, totals) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { order, kinds, decided, streams, totals, stamp: 0, sequence: 0 }
    }

    /// Returns the periods in which an event of this instant counts.
    fn periods_at(&self, ms: u64) -> Vec<String> {
        let id = |kind: &PeriodKind| match kind {
            PeriodKind::Day => day(ms),
            _ => "all".to_owned(),
        };
        self.kinds.iter().map(id).collect()
    }

    /// Returns the period whose total judges an event of this instant.
    fn judging(&self, ms: u64) -> String {
        if self.kinds.contains(&PeriodKind::All) { "all".to_owned() } else { day(ms) }
    }

    fn total(&self, body: &Body, ms: u64) -> (i128, i128) {
        let key = (self.judging(ms), body.member.clone());
        let delta = body.delta;
        let before = self.totals.get(&key).copied().unwrap_or(0);
        (before, before + i128::from(delta))
    }

    /// An event that counts was stored, which arrived at `ms` of the clock.
    pub(super) fn counted(&mut self, id: &str, body: &Body, ms: u64, acceptance: &Acceptance) {
        assert!(!self.decided.contains_key(id), "event {id} is counted twice");
        let stamp = acceptance.stamp.ms();
        assert_eq!(stamp, ms.max(self.stamp), "the stamp is the clock, but never goes back");
        assert_eq!(acceptance.sequence, self.sequence + 1, "the ledger numbers without gaps");
        (self.stamp, self.sequence) = (stamp, acceptance.sequence);
        let (_, after) = self.total(body, ms);
        assert!(i64::try_from(after).is_ok(), "event {id} leaves the range");
        assert_eq!(i128::from(acceptance.total.units), after);
        assert_eq!(acceptance.total.period, self.judging(ms));
        self.totals.insert((self.judging(ms), body.member.clone()), after);
        let place = |place: &Place| (place.period.id.clone(), place.version);
        let places: Vec<_> = acceptance.places.iter().map(place).collect();
        let periods: Vec<_> = places.iter().map(|(period, _)| period.clone()).collect();
        assert_eq!(periods, self.periods_at(ms), "the periods are those of the arrival");
        for (period, version) in &places {
            let record = Record {
                version: *version,
                shard: 0,
                sequence: acceptance.sequence,
                stamp: acceptance.stamp,
                member: body.member.clone(),
                change: Change::submit(body.delta),
            };
            self.append(period, record);
        }
        let decided = Decided { body: body.clone(), stamp, places: Some(places) };
        self.decided.insert(id.to_owned(), decided);
    }

    fn append(&mut self, period: &str, record: Record) {
        let order = self.order;
        let stream = self.streams.entry(period.to_owned()).or_insert_with(|| Stream {
            records: Vec::new(),
            outcomes: Vec::new(),
            board: NaiveBoard::new(order),
        });
        let next = stream.records.len() as u64 + 1;
        assert_eq!(record.version, next, "the stream of {period} is numbered without gaps");
        stream.outcomes.push(stream.board.apply(&record));
        stream.records.push(record);
    }

    /// An event that does not count was stored, which arrived at `ms` of the clock.
    pub(super) fn refused(&mut self, id: &str, body: &Body, ms: u64) {
        assert!(!self.decided.contains_key(id), "event {id} is decided twice");
        let (before, after) = self.total(body, ms);
        assert!(i64::try_from(after).is_err(), "event {id} fits: {before} becomes {after}");
        let decided = Decided { body: body.clone(), stamp: ms, places: None };
        self.decided.insert(id.to_owned(), decided);
    }

    /// Returns the newest version of a period.
    pub(super) fn last(&self, period: &str) -> u64 {
        self.streams.get(period).map_or(0, |stream| stream.records.len() as u64)
    }

    pub(super) fn outcome(&self, period: &str, version: u64) -> &Outcome {
        &self.streams[period].outcomes[version as usize - 1]
    }

    /// Returns every period in which something counts.
    pub(super) fn periods(&self) -> Vec<String> {
        self.streams.keys().cloned().collect()
    }

    /// Checks what a client is told of an event; `was_known` when he had been told before.
    pub(super) fn check_reply(&self, id: &str, body: &Body, reply: &Reply, was_known: bool) {
        if matches!(reply, Reply::Failed) {
            return;
        }
        let decided = self.decided.get(id).expect("only what is stored is acknowledged");
        match reply {
            Reply::Conflict => assert_ne!(decided.body, *body, "{id} conflicts with itself"),
            Reply::Refused { replayed } => {
                assert_eq!((&decided.body, &decided.places), (body, &None));
                assert!(*replayed || !was_known);
            }
            Reply::Counted { replayed, stamp, effects } => {
                assert_eq!((&decided.body, decided.stamp), (body, *stamp), "event {id}");
                assert!(*replayed || !was_known);
                let places = decided.places.as_ref().expect("what counted was not refused");
                assert_eq!(places.len(), effects.len());
                for ((id, version), (period, effect)) in places.iter().zip(effects) {
                    assert_eq!(*id, period.id, "a repeat gets the same periods");
                    if let Some(effect) = effect {
                        self.check_effect(id, *version, effect);
                    }
                }
            }
            Reply::Failed => {}
        }
    }

    fn check_effect(&self, period: &str, version: u64, effect: &Effect) {
        let mut expected = Effect::from(self.outcome(period, version));
        if effect.ranks.is_none() {
            expected.ranks = None;
        }
        assert_eq!(*effect, expected, "version {version} of {period}");
    }

    /// Returns the board of a period as of a version.
    fn board_at(&self, period: &str, version: u64) -> NaiveBoard {
        match self.streams.get(period) {
            None => NaiveBoard::new(self.order),
            Some(stream) if version == stream.records.len() as u64 => stream.board.clone(),
            Some(stream) => {
                let records = stream.records.get(..version as usize);
                NaiveBoard::fold(self.order, records.expect("a view is not ahead of its ledger"))
            }
        }
    }

    /// Checks that a view is the fold of its stream, and every rank 1 + the number of the better.
    pub(super) fn check_view(&self, period: &str, view: &View) {
        let naive = self.board_at(period, view.version());
        let board = view.board();
        let keys: Vec<_> = board.rows().map(|(name, key)| (name.to_vec(), key)).collect();
        let expected = naive.sorted().into_iter().map(|row| {
            let stamp = row.stamp.try_into().expect("the stamp of a record");
            let key = BoardKey::new(self.order, row.score, stamp, row.shard, row.sequence);
            (row.member.into_bytes(), key)
        });
        assert_eq!(keys, expected.collect::<Vec<_>>(), "{period} at {}", view.version());
        check_ranks(board, &naive);
    }

    /// Checks what is stored of a period.
    pub(super) fn check_board_rows(&self, period: &str, rows: &BoardRows) {
        self.check_view(period, &rows.load(self.order));
        assert_eq!(rows.records.len() as u64, rows.version, "every record is kept");
        for (version, kept) in &rows.records {
            let outcome = self.outcome(period, *version);
            assert_eq!(kept.reason, outcome.reason);
            let entry = outcome.entry.as_ref().unwrap();
            assert_eq!(kept.after.score(self.order), entry.score.first());
            assert_eq!(kept.after.stamp(), entry.reached_at);
            assert_eq!(kept.before != Some(kept.after), outcome.applied);
            let before = kept.before.map(|key| key.score(self.order));
            assert_eq!(before, outcome.previous.map(|standing| standing.score.first()));
        }
    }

    /// Checks that what is stored of a ledger is what was decided, no more and no less.
    pub(super) fn check_ledger_rows(&self, rows: &LedgerRows) {
        assert_eq!(rows.ids.len(), self.decided.len());
        let counted = self.decided.values().filter(|decided| decided.places.is_some());
        assert_eq!(rows.log.len(), counted.count());
        assert_eq!(rows.log.len() as u64, self.sequence);
        assert_eq!(rows.totals.len(), self.totals.len());
        for (key, total) in &rows.totals {
            assert_eq!(i128::from(*total), self.totals[key]);
        }
        assert_eq!(rows.streams.len(), self.streams.len());
        for (id, (period, last, acknowledged)) in &rows.streams {
            assert_eq!((id, *last), (&period.id, self.last(id)));
            assert!(acknowledged <= last);
        }
        let stamps: Vec<_> = rows.log.values().map(|row| row.0).collect();
        assert!(stamps.is_sorted());
        let places: usize = self.streams.values().map(|stream| stream.records.len()).sum();
        assert_eq!(rows.places.len(), places);
    }

    /// Checks what is stored under the id of one event.
    pub(super) fn check_fate(&self, id: &str, fate: Option<&Fate>) {
        let place = |place: &Place| (place.period.id.clone(), place.version);
        let places = fate.map(|fate| match fate {
            Fate::Refused(_) => None,
            Fate::Counted(places) => Some(places.iter().map(place).collect()),
        });
        assert_eq!(self.decided.get(id).map(|decided| decided.places.clone()), places, "{id}");
    }
}

fn check_ranks(board: &Leaderboard, naive: &NaiveBoard) {
    assert_eq!(board.len(), naive.len());
    for entry in board.top(usize::MAX) {
        assert_eq!(entry.rank, naive.rank(&entry.member));
        let shares = board.percentile(&entry.member).map(|share| (share.percentile, share.top));
        assert_eq!(shares, naive.shares(&entry.member));
        assert_eq!(board.get(&entry.member), Some(entry));
    }
    board.internal_validate().expect("the structures of a board are sound");
}

/// Returns the id of the day that holds an instant, by counting years and months.
fn day(ms: u64) -> String {
    let mut days = ms / DAY_MS;
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", days + 1)
}
