//! A board as anybody would write it, with all rules: rows in a vector that is sorted for each
//! question. Nothing here uses the engine's keys, lists or packed columns.

mod compare;

use std::cmp::Ordering;

use edgeboard::leaderboard::{
    Bounds, Change, Column, Columns, Command, Decimals, NewTerms, OnFull, Operator, OutOfRange,
    Points, RankKind, SortOrder, Submission, Terms, Tie,
};
use edgeboard::time::Timestamp;
use proptest::prelude::*;

pub(crate) use compare::{Pair, compare};

pub(crate) const KINDS: [RankKind; 4] =
    [RankKind::Ordinal, RankKind::Competition, RankKind::Dense, RankKind::Modified];

/// Names around what matters: order by bytes, prefixes, lengths at which they are kept otherwise,
/// and at last one that is too long.
const NAMES: [&str; 14] = [
    "a",
    "aa",
    "b",
    "__proto__",
    "é",
    "\u{ff5e}",
    "\u{1f43a}",
    "user:1234567",
    "user:12345678",
    "00112233-4455-6677-8899-aabbccddeeff",
    "00112233-4455-6677-8899-AABBCCDDEEFF",
    "z",
    "007",
    "a name of more than the forty bytes allowed",
];

const METADATA: [&str; 3] = ["{}", "{\"name\":\"Ann\"}", "[\"\u{1f600}\"]"];

fn instant(ms: u64) -> Timestamp {
    Timestamp::from_ms(ms).unwrap()
}

fn column(name: &str, order: SortOrder, min: i64, max: i64) -> Column {
    Column { name: name.into(), order, decimals: Decimals::default(), min, max }
}

/// The terms of a board of some kind.
pub(crate) fn terms(below: &mut impl FnMut(u64) -> u64) -> Terms {
    use SortOrder::{Asc, Desc};
    let op = [Operator::Sum, Operator::Best, Operator::Latest][below(3) as usize];
    let shape = below(7);
    let columns = match shape {
        0 | 1 => Columns::single(Desc, Decimals::default()),
        2 => Columns::single(Asc, Decimals::default()),
        3 => Columns::new(vec![column("level", Desc, -3, 3), column("ms", Asc, 0, 9)]).unwrap(),
        4 => Columns::new(vec![
            column("points", Asc, i64::MIN, i64::MAX),
            column("lives", Desc, -1, 6),
        ])
        .unwrap(),
        5 => Columns::new(vec![
            column("a", Desc, 0, 1),
            column("only", Asc, 4, 4),
            column("b", Asc, i64::MIN, i64::MAX),
            column("c", Desc, 0, (1 << 40) - 1),
        ])
        .unwrap(),
        _ => Columns::new(vec![column("one", Desc, 5, 5)]).unwrap(),
    };
    let out_of_range = [OutOfRange::Reject, OutOfRange::Clamp][below(2) as usize];
    let bounds = match (shape, below(3)) {
        (0..=2, 1) => Bounds { min: Some(-4), max: Some(6), out_of_range },
        (0..=2, 2) => Bounds { min: None, max: Some(i64::MAX - 1), out_of_range },
        _ => Bounds { out_of_range, ..Bounds::default() },
    };
    Terms {
        op,
        columns,
        bounds,
        tie: [Tie::Earliest, Tie::Member][below(2) as usize],
        rank_kind: KINDS[below(4) as usize],
        max_members: [None, None, Some(1), Some(4)][below(4) as usize],
        on_full: [OnFull::Refuse, OnFull::Trim][below(2) as usize],
        max_member_bytes: 40,
        id_window_ms: 1_000,
    }
}

/// A command, and how long after the one before it comes.
#[derive(Clone, Debug)]
pub(crate) struct BoardOp {
    pub(crate) wait: u64,
    pub(crate) command: Command,
}

impl BoardOp {
    /// Draws an operation on a board with so many columns.
    pub(crate) fn draw(below: &mut impl FnMut(u64) -> u64, terms: &Terms, now: u64) -> Self {
        let wait = [0, 0, 1, 7][below(4) as usize];
        let member = NAMES[below(NAMES.len() as u64) as usize].to_owned();
        let change = match below(16) {
            0 => Change::Ban,
            1 => Change::Unban,
            2 => Change::Remove,
            3 => Change::Metadata(metadata(below)),
            4 if below(3) == 0 => Change::Rules(Box::new(new_terms(below, terms))),
            _ => {
                let units: Vec<i64> =
                    terms.columns.all().iter().map(|column| units(below, column)).collect();
                let is_latest = terms.op == Operator::Latest;
                let at = match below(if is_latest { 3 } else { 24 }) {
                    0 => Some(instant(now.saturating_sub(6) + below(14))),
                    1 if below(8) == 0 => Some(instant(now + wait + 4_999 + below(3))),
                    _ => None,
                };
                let metadata = (below(6) == 0).then(|| metadata(below));
                Change::Submit(Submission { points: Points::new(&units).unwrap(), at, metadata })
            }
        };
        Self { wait, command: Command { member, change } }
    }
}

/// Other rules for a board with the same columns.
fn new_terms(below: &mut impl FnMut(u64) -> u64, old: &Terms) -> NewTerms {
    let drawn = terms(below);
    let bounds = if old.columns.count() == 1 { drawn.bounds } else { Bounds::default() };
    let terms = Terms { columns: old.columns.clone(), bounds, ..drawn };
    NewTerms { terms, migrate: below(2) == 0 }
}

fn metadata(below: &mut impl FnMut(u64) -> u64) -> Option<Box<str>> {
    METADATA.get(below(4) as usize).map(|&text| text.into())
}

/// Mostly near each other, so that scores are equal; now and then at an end, or outside.
fn units(below: &mut impl FnMut(u64) -> u64, column: &Column) -> i64 {
    match below(20) {
        0 => column.min,
        1 => column.max,
        2 => column.min.wrapping_sub(1),
        3 => column.max.wrapping_add(1),
        4 => [i64::MIN, i64::MAX, i64::MAX / 2, 1 << 53][below(4) as usize],
        _ => {
            let low = column.min.max(-3);
            low + below((column.max.min(5) - low).max(0) as u64 + 1) as i64
        }
    }
}

/// Terms, and operations for such a board.
pub(crate) fn board_ops(len: usize) -> impl Strategy<Value = (Terms, Vec<BoardOp>)> {
    let words = |len: usize| proptest::collection::vec(any::<u8>(), len);
    (words(8), proptest::collection::vec(words(20), 1..len)).prop_map(|(start, all)| {
        let terms = terms(&mut reading(&start));
        let mut now = 0;
        let draw = |words: &Vec<u8>| {
            let op = BoardOp::draw(&mut reading(words), &terms, now);
            now += op.wait;
            op
        };
        let ops = all.iter().map(draw).collect();
        (terms, ops)
    })
}

/// Bytes as small numbers, and zeros behind them.
fn reading(bytes: &[u8]) -> impl FnMut(u64) -> u64 {
    let mut bytes = bytes.iter();
    move |bound| u64::from(bytes.next().copied().unwrap_or(0)) % bound.max(1)
}

/// A member of the model.
#[derive(Clone, Debug)]
struct Row {
    member: String,
    /// What he has, since when, and by which event.
    score: Option<(Vec<i64>, u64, u64)>,
    at: Option<u64>,
    is_banned: bool,
    metadata: Option<String>,
}

/// What the model says of a member: his rank, score, time and metadata.
type Seen = (Option<u32>, Vec<i64>, u64, Option<String>);

/// What the model says of a command: whether it applied, the word for why, whether he is hidden,
/// the member after it, and his rank and score before it.
type Answer =
    Result<(bool, &'static str, bool, Option<Seen>, Option<(Option<u32>, Vec<i64>)>), &'static str>;

#[derive(Clone, Debug)]
pub(crate) struct BoardModel {
    terms: Terms,
    rows: Vec<Row>,
    now: u64,
    version: u64,
}

impl BoardModel {
    pub(crate) fn new(terms: Terms) -> Self {
        Self { terms, rows: Vec::new(), now: 0, version: 0 }
    }

    pub(crate) fn now(&self) -> u64 {
        self.now
    }

    fn find(&self, member: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.member == member)
    }

    fn find_mut(&mut self, member: &str) -> Option<&mut Row> {
        self.rows.iter_mut().find(|row| row.member == member)
    }

    fn kept_or_new(&mut self, member: &str) -> &mut Row {
        if self.find(member).is_none() {
            self.rows.push(Row {
                member: member.into(),
                score: None,
                at: None,
                is_banned: false,
                metadata: None,
            });
        }
        self.find_mut(member).unwrap()
    }

    /// Less is better.
    fn by_score(&self, a: &[i64], b: &[i64]) -> Ordering {
        let columns = self.terms.columns.all().iter().zip(a.iter().zip(b));
        columns.fold(Ordering::Equal, |order, (column, (a, b))| {
            order.then(match column.order {
                SortOrder::Asc => a.cmp(b),
                SortOrder::Desc => b.cmp(a),
            })
        })
    }

    /// The members who are ranked, the best first.
    fn ranked(&self) -> Vec<&Row> {
        let mut rows: Vec<&Row> =
            self.rows.iter().filter(|row| !row.is_banned && row.score.is_some()).collect();
        rows.sort_by(|a, b| {
            let (score, stamp, event) = a.score.as_ref().unwrap();
            let (other, other_stamp, other_event) = b.score.as_ref().unwrap();
            let names = a.member.as_bytes().cmp(b.member.as_bytes());
            self.by_score(score, other).then(match (self.terms.tie, self.first_order()) {
                (Tie::Earliest, _) => (stamp, event).cmp(&(other_stamp, other_event)),
                (Tie::Member, SortOrder::Asc) => names,
                (Tie::Member, SortOrder::Desc) => names.reverse(),
            })
        });
        rows
    }

    fn first_order(&self) -> SortOrder {
        self.terms.columns.all()[0].order
    }

    fn scores(&self) -> Vec<Vec<i64>> {
        self.ranked().iter().map(|row| row.score.as_ref().unwrap().0.clone()).collect()
    }

    fn seen(&self, member: &str) -> Option<Seen> {
        let row = self.find(member)?;
        let (score, stamp, _) = row.score.clone()?;
        let rank = self.ranked().iter().position(|row| row.member == member);
        Some((rank.map(|at| at as u32 + 1), score, stamp, row.metadata.clone()))
    }

    fn rank_of(&self, score: &[i64], kind: RankKind, ordinal: usize) -> usize {
        let scores = self.scores();
        let better: Vec<_> =
            scores.iter().filter(|other| self.by_score(other, score).is_lt()).collect();
        match kind {
            RankKind::Ordinal => ordinal,
            RankKind::Competition => better.len() + 1,
            RankKind::Modified => {
                scores.iter().filter(|other| self.by_score(other, score).is_le()).count()
            }
            RankKind::Dense => {
                let mut different = better;
                different.dedup();
                different.len() + 1
            }
        }
    }

    /// Obeys or refuses.
    fn apply(&mut self, op: &BoardOp) -> Answer {
        self.now += op.wait;
        let Command { member, change } = &op.command;
        if let Change::Rules(new) = change {
            if new.terms.tie != self.terms.tie && !self.rows.is_empty() && !new.migrate {
                return Err("config_conflict");
            }
            self.terms = new.terms.clone();
            if self.terms.op != Operator::Latest {
                self.rows.iter_mut().for_each(|row| row.at = None);
            }
            self.version += 1;
            return Ok((true, "updated", false, None, None));
        }
        if member.len() > 40 {
            return Err("invalid_member");
        }
        let before = self.seen(member);
        let previous = before.as_ref().map(|(rank, score, ..)| (*rank, score.clone()));
        let is_banned = self.find(member).is_some_and(|row| row.is_banned);
        let (applied, reason) = match change {
            Change::Submit(submission) => self.submit(member, submission)?,
            Change::Metadata(text) => {
                if before.is_none() {
                    return Err("member_not_ranked");
                }
                self.find_mut(member).unwrap().metadata = text.as_deref().map(Into::into);
                (false, "updated")
            }
            Change::Ban if !is_banned => {
                self.kept_or_new(member).is_banned = true;
                (false, "updated")
            }
            Change::Unban if is_banned => {
                self.find_mut(member).unwrap().is_banned = false;
                self.rows.retain(|row| row.score.is_some() || row.is_banned);
                (false, "updated")
            }
            Change::Remove if self.find(member).is_some() => {
                self.rows.retain(|row| row.member != *member);
                (before.is_some(), "updated")
            }
            _ => return Ok((false, "equal", is_banned, before, previous)),
        };
        self.version += 1;
        let after = self.seen(member);
        let is_hidden = after.as_ref().is_some_and(|(rank, ..)| rank.is_none());
        let is_let_go = matches!(change, Change::Submit(_)) && after.is_none();
        let (applied, reason) = if is_let_go { (false, "not_better") } else { (applied, reason) };
        Ok((applied, reason, is_hidden, after, previous))
    }

    fn submit(
        &mut self,
        member: &str,
        submission: &Submission,
    ) -> Result<(bool, &'static str), &'static str> {
        let is_latest = self.terms.op == Operator::Latest;
        let late = submission.at.is_some_and(|at| at.ms() > self.now + 5_000);
        if late || (submission.at.is_some() && !is_latest) {
            return Err("invalid_request");
        }
        let at = is_latest.then(|| submission.at.map_or(self.now, Timestamp::ms));
        let held = self.find(member).and_then(|row| row.score.clone());
        let held_at = self.find(member).and_then(|row| row.at);
        let (wanted, stopped) = self.wanted(submission.points.units(), held.as_ref())?;
        let max = self.terms.max_members.map_or(usize::MAX, |max| max as usize);
        let refuses = self.terms.on_full == OnFull::Refuse;
        if self.find(member).is_none() && refuses && self.rows.len() >= max {
            return Err("board_full");
        }
        let (applies, reason) = match &held {
            None => (true, "added"),
            Some(_) if at < held_at => (false, "stale"),
            Some((old, ..)) if *old == wanted => (false, "equal"),
            Some((old, ..)) => match self.terms.op {
                Operator::Sum => (true, "added"),
                Operator::Latest => (true, "updated"),
                Operator::Best if self.by_score(&wanted, old).is_lt() => (true, "improved"),
                Operator::Best => (false, "not_better"),
            },
        };
        let is_clamped = stopped && (applies || reason == "equal");
        let (now, event) = (self.now, self.version + 1);
        let row = self.kept_or_new(member);
        if applies {
            row.score = Some((wanted, now, event));
        }
        if reason != "stale" {
            row.at = at;
        }
        if let Some(metadata) = &submission.metadata {
            row.metadata = metadata.as_deref().map(Into::into);
        }
        while !refuses && self.rows.len() > max {
            let Some(worst) = self.ranked().last().map(|row| row.member.clone()) else { break };
            self.rows.retain(|row| row.member != worst);
        }
        Ok((applies, if is_clamped { "clamped" } else { reason }))
    }

    fn wanted(
        &self,
        units: &[i64],
        held: Option<&(Vec<i64>, u64, u64)>,
    ) -> Result<(Vec<i64>, bool), &'static str> {
        let mut wanted: Vec<i128> = units.iter().map(|&units| units.into()).collect();
        if let (Operator::Sum, Some((old, ..))) = (self.terms.op, held) {
            wanted.iter_mut().zip(old).for_each(|(wanted, &old)| *wanted += i128::from(old));
        }
        let fits = |units: &i128| i64::try_from(*units).is_ok();
        if !wanted.iter().all(fits) {
            return Err("score_overflow");
        }
        let wanted: Vec<i64> = wanted.into_iter().map(|units| units as i64).collect();
        let is_inside =
            |(units, column): (&i64, &Column)| (column.min..=column.max).contains(units);
        if !wanted.iter().zip(self.terms.columns.all()).all(is_inside) {
            return Err("column_out_of_range");
        }
        let Bounds { min, max, out_of_range } = self.terms.bounds;
        let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
        if wanted.len() > 1 || (min..=max).contains(&wanted[0]) {
            return Ok((wanted, false));
        }
        match out_of_range {
            OutOfRange::Reject => Err("score_out_of_bounds"),
            OutOfRange::Clamp => Ok((vec![wanted[0].clamp(min, max)], true)),
        }
    }
}
