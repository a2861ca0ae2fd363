//! What is stored: the rows of a ledger and those of a period, as the Worker keeps them.

use std::collections::BTreeMap;

use edgeboard::leaderboard::{BoardKey, Change, Leaderboard, Reason, Record, Rules, SortOrder};
use edgeboard::ledger::{Acceptance, Digest, Event, Fate, Ledger, Plan, Seen, Span, Stream, View};
use edgeboard::period::{Period, Zones};
use edgeboard::time::Timestamp;

/// The rows of a ledger.
#[derive(Clone, Debug, Default)]
pub(super) struct LedgerRows {
    pub(super) ids: BTreeMap<Digest, Seen>,
    /// Stamp, member and delta by sequence.
    pub(super) log: BTreeMap<u64, (Timestamp, String, i64)>,
    /// By period and member.
    pub(super) totals: BTreeMap<(String, String), i64>,
    /// The last version and the one that was acknowledged, as far as is known.
    pub(super) streams: BTreeMap<String, (Period, u64, u64)>,
    /// The sequence by period and version.
    pub(super) places: BTreeMap<(String, u64), u64>,
}

impl LedgerRows {
    pub(super) fn load(&self, rules: Rules) -> Ledger {
        let newest = self.log.last_key_value();
        let newest = newest.map_or((Timestamp::EPOCH, 0), |(sequence, row)| (row.0, *sequence));
        let streams = self.streams.values().map(|(period, last, acknowledged)| {
            Stream::restore(period.clone(), *last, *acknowledged)
        });
        let calendars = rules.calendars(&Zones::default()).expect("no zone with a name");
        Ledger::restore(rules, calendars, 0, newest, streams)
    }

    pub(super) fn total(&self, period: &Period, member: &str) -> Option<i64> {
        self.totals.get(&(period.id.clone(), member.to_owned())).copied()
    }

    pub(super) fn accept(&mut self, event: &Event, acceptance: &Acceptance, ledger: &Ledger) {
        let Acceptance { stamp, sequence, places, total } = acceptance;
        self.insert_id(event, *stamp, Fate::Counted(places.clone()));
        let delta = event.body.delta;
        let member = &event.body.member;
        let row = (*stamp, member.clone(), delta);
        assert_eq!(self.log.insert(*sequence, row), None, "sequence {sequence} is taken");
        self.totals.insert((total.period.clone(), member.clone()), total.units);
        for place in places {
            let (id, version) = (place.period.id.clone(), place.version);
            let taken = self.places.insert((id.clone(), version), *sequence);
            assert_eq!(taken, None, "version {version} of {id} is taken");
            let acknowledged = ledger.stream(&id).map_or(0, Stream::acknowledged);
            self.streams.insert(id, (place.period.clone(), version, acknowledged));
        }
    }

    pub(super) fn insert_id(&mut self, event: &Event, stamp: Timestamp, fate: Fate) {
        let seen = Seen { digest: event.digest, stamp, fate };
        assert_eq!(self.ids.insert(event.id, seen), None, "an id is decided once");
    }

    pub(super) fn records(&self, period: &str, span: Span) -> Vec<Record> {
        let key = |version: u64| (period.to_owned(), version);
        if span.through <= span.after {
            return Vec::new();
        }
        let places = self.places.range(key(span.after + 1)..=key(span.through));
        let record = |((_, version), sequence): (&(String, u64), &u64)| {
            let (stamp, member, delta) = self.log[sequence].clone();
            let change = Change::submit(delta);
            Record { version: *version, shard: 0, sequence: *sequence, stamp, member, change }
        };
        places.map(record).collect()
    }
}

/// The rows of a period.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardRows {
    pub(super) entries: BTreeMap<String, Vec<u8>>,
    pub(super) records: BTreeMap<u64, Kept>,
    pub(super) version: u64,
}

/// What a record did, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    pub(super) reason: Reason,
    pub(super) before: Option<BoardKey>,
    pub(super) after: BoardKey,
}

impl BoardRows {
    pub(super) fn load(&self, order: SortOrder) -> View {
        let mut board = Leaderboard::new(order);
        for (member, key) in &self.entries {
            board.put(member, BoardKey::from_bytes(key).expect("a key that was written here"));
        }
        View::new(board, self.version)
    }

    pub(super) fn store(&mut self, plan: &Plan) {
        for update in plan.updates() {
            let after = update.after.expect("a submission leaves a row");
            let kept = Kept { reason: update.reason, before: update.before, after };
            let taken = self.records.insert(update.version, kept);
            assert_eq!(taken, None, "record {} was stored before", update.version);
            if update.is_applied() {
                self.entries.insert(update.member.clone(), after.to_bytes().to_vec());
            }
        }
        self.version = plan.version();
    }
}
