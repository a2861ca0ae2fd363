//! The native half of `npm run bench`: reads one command per line, answers one line of JSON each.
//!
//! `edgeboard-bench <board>`, then
//! - `build <n> <ids>`: joins of n members; answers `ns` per operation
//! - `mixed|update|rank|score <count> <seed>`: `ns` per operation, and `sum` over all answers
//! - `latency <count> <seed>`: `p50` and `p99` of single updates, in wall time
//! - `memory`: `counted` bytes of the allocator, and `allocated` as the board itself says
//! - `tiny <sets> <members>`: `bytes` per set, for many small sets
//!
//! `edgeboard-bench <codec>`, then
//! - `encode|decode <count> <seed>`: `ns` per operation, and `sum` over what was decoded
//!
//! What estimates ranks (`tree`, `adaptive`, `scan`) takes `add|move|rank <count> <seed>`.
//!
//! `edgeboard-bench <calendar>`, then
//! - `day <count> <seed>`: `ns` for each instant, and `sum` over when its day begins

mod boards;
mod calendars;
mod codecs;
mod estimates;
mod meter;
mod workload;

use std::io::{self, BufRead, Write};
use std::time::Instant;

use boards::{Board, Member, Pair, Period};
use codecs::{Composite, Decimal};
use edgeboard::codec::ScoreLayout;
use edgeboard::sorted_set::{IntegerSet, SortedSet};
use indexset::BTreeSet;
use skiplist::OrderedSkipList;
use workload::{AROUND_RADIUS, Ids, Kind, Op, TOP_COUNT};

#[global_allocator]
static ALLOCATOR: meter::Counting = meter::Counting;

/// Arguments are prepared before the clock starts, so many joins at a time.
const JOINS_AT_ONCE: usize = 65_536;

type AnyError = Box<dyn std::error::Error>;

fn main() -> Result<(), AnyError> {
    let kind = std::env::args().nth(1).unwrap_or_default();
    let mut session: Box<dyn Session> = match kind.as_str() {
        "edgeboard" => Box::new(Run::new(SortedSet::new())),
        "integers" => Box::new(Run::new(IntegerSet::default())),
        "board" => Box::new(Run::new(Period::new())),
        "indexset" => Box::new(Run::new(Pair::<BTreeSet<_>>::new())),
        "skiplist" => Box::new(Run::new(Pair::<OrderedSkipList<_>>::new())),
        "composite" => Box::new(codecs::Run(Composite)),
        "layout" => Box::new(codecs::Run(ScoreLayout::DOCUMENTED)),
        "decimal" => Box::new(codecs::Run(Decimal)),
        "calendar" | "calendar-unprepared" | "calendar-walk" => calendars::session(&kind)?,
        kind => {
            let session = estimates::session(kind);
            Box::new(session.ok_or_else(|| format!("there is no board {kind:?}"))?)
        }
    };
    let mut output = io::stdout();
    for line in io::stdin().lock().lines() {
        let answer = session.answer(&line?)?;
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}

trait Session {
    fn answer(&mut self, line: &str) -> Result<String, AnyError>;
}

struct Run<B> {
    board: B,
    n: usize,
    ids: Ids,
    before: usize,
}

impl<B: Board> Run<B> {
    fn new(board: B) -> Self {
        Run { board, n: 0, ids: Ids::User, before: meter::allocated() }
    }

    fn build(&mut self, n: usize, ids: Ids) -> String {
        (self.n, self.ids) = (n, ids);
        let mut joins = workload::joins(n);
        let mut ns = 0;
        loop {
            let batch: Vec<_> = joins.by_ref().take(JOINS_AT_ONCE).collect();
            if batch.is_empty() {
                break;
            }
            let names: Vec<_> = batch.iter().map(|&(index, _)| ids.name(index)).collect();
            let start = meter::cpu_ns();
            for (&(index, score), name) in batch.iter().zip(&names) {
                self.board.put(Member { index, name: name.as_bytes() }, score);
            }
            ns += meter::cpu_ns() - start;
        }
        format!("{{\"ns\":{}}}", ns as f64 / n as f64)
    }

    fn run(&mut self, ops: &[Op], scores: bool) -> String {
        let names = Names::of(ops, self.ids);
        let start = meter::cpu_ns();
        let mut sum = 0.0;
        for (op, member) in ops.iter().zip(names.members(ops)) {
            sum += if scores { self.board.score(member) } else { self.apply(op, member) };
        }
        let ns = (meter::cpu_ns() - start) as f64 / ops.len() as f64;
        format!("{{\"ns\":{ns},\"sum\":{sum}}}")
    }

    fn apply(&mut self, op: &Op, member: Member) -> f64 {
        match op.kind {
            Kind::Increment => self.board.increment(member, op.delta),
            Kind::Rank => self.board.rank(member) as f64,
            Kind::Top => self.board.window(0, TOP_COUNT - 1),
            Kind::Around => {
                let rank = self.board.rank(member);
                self.board.window(rank.saturating_sub(AROUND_RADIUS), rank + AROUND_RADIUS)
            }
        }
    }

    fn latency(&mut self, ops: &[Op]) -> String {
        let names = Names::of(ops, self.ids);
        let mut times = Vec::with_capacity(ops.len());
        for (op, member) in ops.iter().zip(names.members(ops)) {
            let start = Instant::now();
            self.apply(op, member);
            times.push(start.elapsed().as_nanos());
        }
        times.sort_unstable();
        let at = |percent: usize| times[(times.len() - 1) * percent / 100];
        format!("{{\"p50\":{},\"p99\":{}}}", at(50), at(99))
    }

    fn memory(&self) -> String {
        let counted = meter::allocated() - self.before;
        let said = self.board.allocated_bytes().map_or("null".into(), |bytes| bytes.to_string());
        let valid = self.board.is_valid();
        format!("{{\"counted\":{counted},\"allocated\":{said},\"valid\":{valid}}}")
    }
}

impl<B: Board> Session for Run<B> {
    fn answer(&mut self, line: &str) -> Result<String, AnyError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = match words[..] {
            ["memory"] => self.memory(),
            ["tiny", sets, members] => tiny(sets.parse()?, members.parse()?),
            ["build", n, ids] => {
                let ids = Ids::parse(ids).ok_or("ids are user, int or uuid")?;
                self.build(n.parse()?, ids)
            }
            [what, count, seed] => {
                let (count, seed) = (count.parse()?, seed.parse()?);
                let uniform = |kind| workload::uniform(self.n, count, seed, kind);
                match what {
                    "mixed" => self.run(&workload::mixed(self.n, count, seed), false),
                    "update" => self.run(&uniform(Kind::Increment), false),
                    "rank" => self.run(&uniform(Kind::Rank), false),
                    "score" => self.run(&uniform(Kind::Rank), true),
                    "latency" => self.latency(&uniform(Kind::Increment)),
                    _ => return Err(format!("there is no command {what:?}").into()),
                }
            }
            _ => return Err(format!("this is no command: {line:?}").into()),
        };
        Ok(answer)
    }
}

/// The names of a stream's members in its order, side by side, as requests bring them.
struct Names {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Names {
    fn of(ops: &[Op], ids: Ids) -> Self {
        let mut names = Names { bytes: Vec::new(), ends: Vec::with_capacity(ops.len()) };
        for op in ops {
            names.bytes.extend_from_slice(ids.name(op.member).as_bytes());
            names.ends.push(names.bytes.len());
        }
        names
    }

    fn members<'a>(&'a self, ops: &'a [Op]) -> impl Iterator<Item = Member<'a>> {
        let mut start = 0;
        ops.iter().zip(&self.ends).map(move |(op, &end)| {
            let name = &self.bytes[start..end];
            start = end;
            Member { index: op.member, name }
        })
    }
}

/// The memory of many small sets, for one of them.
fn tiny(sets: usize, members: u32) -> String {
    let before = meter::allocated();
    let mut kept = Vec::with_capacity(sets);
    for _ in 0..sets {
        let mut set = SortedSet::new();
        for index in 0..members {
            let name = Ids::User.name(index);
            set.put(Member { index, name: name.as_bytes() }, f64::from(index));
        }
        kept.push(set);
    }
    let bytes = (meter::allocated() - before) / sets;
    format!("{{\"bytes\":{bytes}}}")
}
