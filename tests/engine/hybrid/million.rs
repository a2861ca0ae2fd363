//! A million members, and how little the board has of them.

use std::collections::BTreeSet;

use edgeboard::leaderboard::{
    Answer, BoardKey, Change, Effect, HybridBoard, Kept, MAX_REFILL_ROWS, RankKind, Record, Row,
    SortOrder,
};
use edgeboard::time::Timestamp;

use crate::meter::most_bytes_in;
use crate::model::numbers;

const MEMBERS: usize = 1_000_000;
const EXACT_HEAD: u32 = 10_000;
const CHANGES: usize = 200_000;
const BYTES_MAX: isize = 3_000_000;

/// A table with an index by key, as a store has it.
struct Store {
    board: HybridBoard,
    table: Vec<Option<Kept>>,
    order: BTreeSet<(BoardKey, u32)>,
    bytes: isize,
    most_bytes: isize,
    version: u64,
    refills: usize,
    rows: usize,
    counts: usize,
}

fn name(member: u32) -> String {
    format!("player:{member:08}")
}

impl Store {
    fn new() -> Self {
        let (board, bytes, most_bytes) =
            most_bytes_in(|| HybridBoard::new(SortOrder::Desc, EXACT_HEAD).unwrap());
        let (table, order) = (vec![None; MEMBERS], BTreeSet::new());
        let (version, refills, rows, counts) = (0, 0, 0, 0);
        Self { board, table, order, bytes, most_bytes, version, refills, rows, counts }
    }

    fn on_board<T>(&mut self, run: impl FnOnce(&mut HybridBoard) -> T) -> T {
        let (result, more, most) = most_bytes_in(|| run(&mut self.board));
        self.most_bytes = self.most_bytes.max(self.bytes + most);
        self.bytes += more;
        result
    }

    fn tell(&mut self, member: u32, change: Change) {
        self.version += 1;
        let (version, stamp) = (self.version, Timestamp::from_ms(self.version).unwrap());
        let record =
            Record { version, shard: 0, sequence: version, stamp, member: name(member), change };
        let kept = self.table[member as usize];
        let outcome = self.on_board(|board| board.follow(&record, kept.as_ref()).unwrap());
        let ranked =
            |kept: Option<Kept>| kept.filter(|kept| !kept.banned).and_then(|kept| kept.key);
        ranked(kept).map(|key| self.order.remove(&(key, member)));
        ranked(outcome.row).map(|key| self.order.insert((key, member)));
        self.table[member as usize] = outcome.row;
        self.answer();
    }

    fn answer(&mut self) {
        while let Some(effect) = self.board.effect() {
            let answer = match &effect {
                Effect::Refill { behind, count, .. } => {
                    let from = behind.as_ref().map_or(BoardKey::default(), |row| row.key);
                    let next = self.order.range((from, u32::MAX)..).take(*count);
                    let rows: Vec<Row> =
                        next.map(|&(key, member)| Row { member: name(member), key }).collect();
                    (self.refills, self.rows) = (self.refills + 1, self.rows + rows.len());
                    Answer::Rows(rows)
                }
                Effect::Count { up_to, .. } => {
                    self.counts += 1;
                    Answer::Count(self.order.range(..=(*up_to, u32::MAX)).count() as u64)
                }
            };
            self.on_board(|board| board.answer(&effect, answer).unwrap());
        }
    }

    /// Compares the head, and one rank of a hundred behind it.
    fn check(&self) {
        self.board.internal_validate().unwrap();
        assert_eq!(self.board.total(), self.order.len() as u64);
        let head = self.board.head();
        assert!(head.len() >= EXACT_HEAD as usize);
        let best = self.order.iter().take(head.len());
        assert!(head.rows().eq_by_key(best), "the head is the best rows, and those are right");
        let mut last = 0;
        for (at, &(key, member)) in self.order.iter().enumerate().step_by(101) {
            let truth = at as u64 + 1;
            let told = self.board.rank(&name(member), key, RankKind::Ordinal).unwrap();
            assert!(told.lo <= truth && truth <= told.hi, "{truth}: {told:?}");
            assert!(last <= told.rank, "{told:?} after {last}");
            last = told.rank;
            if at < head.len() {
                assert!(told.exact);
            } else {
                assert!(told.lo > head.len() as u64);
            }
        }
    }
}

/// Whether rows of a head are those of the table.
trait EqByKey {
    fn eq_by_key<'a>(self, others: impl Iterator<Item = &'a (BoardKey, u32)>) -> bool;
}

impl<'b, I: Iterator<Item = (edgeboard::members::Name<'b>, BoardKey)>> EqByKey for I {
    fn eq_by_key<'a>(self, others: impl Iterator<Item = &'a (BoardKey, u32)>) -> bool {
        let named = others.map(|&(key, member)| (name(member).into_bytes(), key));
        self.map(|(name, key)| (name.to_vec(), key)).eq(named)
    }
}

#[test]
fn a_million_members_take_less_than_three_megabytes_and_few_questions() {
    let (mut store, mut below) = (Store::new(), numbers(1));
    // Most have few points, as it is with games.
    let points = |below: &mut dyn FnMut(u64) -> u64| {
        let magnitude = 1 << below(24);
        below(magnitude) as i64
    };
    for member in 0..MEMBERS as u32 {
        let change = Change::submit(points(&mut below));
        store.tell(member, change);
    }
    store.check();
    let loading = (store.refills, store.rows, store.counts);
    assert_eq!(loading.0, 0, "a board that grows asks for no rows");
    for at in 0..CHANGES {
        // One in ten is about somebody of the head: deductions, bans and removals pull others in.
        let member = if at % 10 == 0 {
            let rank = 1 + below(u64::from(EXACT_HEAD)) as u32;
            let member = store.board.head().at(rank).unwrap().member;
            member["player:".len()..].parse().unwrap()
        } else {
            below(MEMBERS as u64) as u32
        };
        let change = match below(8) {
            0 => Change::Ban,
            1 => Change::Remove,
            2 => Change::Unban,
            3..=4 => Change::submit(-points(&mut below)),
            _ => Change::submit(points(&mut below)),
        };
        store.tell(member, change);
    }
    store.check();
    let (refills, rows) = (store.refills - loading.0, store.rows - loading.1);
    println!(
        "{MEMBERS} members: {} bytes, {} at most; {} counts while loading; then {CHANGES} changes: \
         {refills} refills of {rows} rows, {} counts; snapshot {} bytes",
        store.bytes,
        store.most_bytes,
        loading.2,
        store.counts - loading.2,
        store.board.snapshot().len(),
    );
    assert!(refills > 0 && refills * 100 < CHANGES, "{refills} refills");
    drain(&mut store);
    assert!(store.most_bytes < BYTES_MAX, "{} bytes", store.most_bytes);
    windows(&store);
}

/// Takes one after the other from the top, the worst that can happen to a head.
fn drain(store: &mut Store) {
    let before = (store.refills, store.counts);
    for at in 0..CHANGES {
        let best = store.board.head().at(1).unwrap().member;
        let member: u32 = best["player:".len()..].parse().unwrap();
        let change = [Change::Remove, Change::Ban, Change::submit(-(1 << 30))][at % 3].clone();
        store.tell(member, change);
    }
    store.check();
    let (refills, counts) = (store.refills - before.0, store.counts - before.1);
    println!("{CHANGES} taken from the top: {refills} refills, {counts} counts");
    assert!(refills <= CHANGES / MAX_REFILL_ROWS, "{refills} refills");
}

/// How much an owner has to count for an exact rank.
fn windows(store: &Store) {
    let rows: Vec<&(BoardKey, u32)> = store.order.iter().collect();
    let mut counted = Vec::new();
    for at in (store.board.head().len()..rows.len()).step_by(1_009) {
        let counting = store.board.counting(rows[at].0);
        let window = (at as u64 + 1).checked_sub(counting.above).unwrap();
        let behind = counting.behind;
        let is_counted = |row: &&(BoardKey, u32)| behind.is_none_or(|behind| row.0 > behind);
        let first = rows.partition_point(|row| !is_counted(row));
        assert_eq!(window, (at + 1 - first) as u64);
        counted.push(window);
    }
    counted.sort_unstable();
    println!(
        "to count: {} in the middle, {} at most",
        counted[counted.len() / 2],
        counted[counted.len() - 1]
    );
}
