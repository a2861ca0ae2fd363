//! A world in which the protocol between a ledger and the periods of its board has to hold.
//!
//! Everything in it follows from a seed: clients, a ledger and an object for each period, which
//! keep rows in storage and lose their memory, and a network that delays, reorders, loses and
//! doubles what is sent. What decides is the engine's own state machine; the objects here look
//! rows up, store and carry messages as those of the Worker do. The truth is kept beside them, by
//! plain code of its own, and compared all the time.
//!
//! Each world has two parts. In the first one, anything may fail at any step. In the second,
//! nothing does any more, and everything has to come to rest by itself.
//!
//! `EDGEBOARD_SEED=n` runs one world and tells its story, `EDGEBOARD_FULL=1` runs many of them.

mod board;
mod clients;
mod ledger;
mod message;
pub(crate) mod naive;
mod outside;
mod rows;
mod truth;
mod weather;
mod world;

use std::collections::BTreeMap;
use std::env;

use world::World;

/// How often things happened, by name.
type Tally = BTreeMap<&'static str, u64>;

const SEEDS: u64 = 50;
const SEEDS_IN_FULL: u64 = 2_000;

/// What has to happen somewhere, for the worlds to prove anything.
const EVENTS: [&str; 37] = [
    "alarm",
    "answer is an error",
    "answer to nobody",
    "board crashes",
    "board forgets",
    "board loses rows",
    "clock jumps ahead",
    "clock jumps back",
    "conflict",
    "delivery for nobody",
    "delivery is known",
    "delivery with a gap",
    "effect by recall",
    "effect from outcome",
    "entry clamped",
    "event abandoned",
    "event over midnight",
    "flight times out",
    "ledger crashes",
    "ledger forgets",
    "message doubled",
    "message late",
    "message lost",
    "more than one page",
    "old flight answers",
    "period unreachable",
    "pull",
    "pull fails",
    "read cannot load",
    "read of a cold board",
    "read of a warm board",
    "refused",
    "refused again",
    "replayed",
    "storage crashes after",
    "storage crashes before",
    "storage fails",
];

/// What must not happen where nothing fails.
const TROUBLES: [&str; 6] = [
    "delivery with a gap",
    "failed",
    "flight times out",
    "period unreachable",
    "stuck",
    "two flights at once",
];

/// Says which world it was when a check fails.
struct Announced(u64);

impl Drop for Announced {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let seed = self.0;
            eprintln!("the world of seed {seed} is broken: EDGEBOARD_SEED={seed} tells its story");
        }
    }
}

fn run(seed: u64, is_told: bool) -> Tally {
    let _announced = Announced(seed);
    World::new(seed, is_told).run()
}

#[test]
fn no_event_is_lost_or_doubled_and_every_view_is_the_fold_of_its_stream() {
    if let Ok(seed) = env::var("EDGEBOARD_SEED") {
        run(seed.parse().expect("EDGEBOARD_SEED is a number"), true);
        return;
    }
    let is_full = env::var_os("EDGEBOARD_FULL").is_some();
    let mut tally = Tally::new();
    for seed in 0..if is_full { SEEDS_IN_FULL } else { SEEDS } {
        for (name, count) in run(seed, false) {
            *tally.entry(name).or_default() += count;
        }
    }
    let missing: Vec<_> = EVENTS.iter().filter(|name| !tally.contains_key(*name)).collect();
    assert!(missing.is_empty(), "never happened: {missing:?}");
}

#[test]
fn where_nothing_fails_nobody_waits_in_vain() {
    for seed in 0..20 {
        let tally = World::fair(seed).run();
        for name in TROUBLES {
            assert_eq!(tally.get(name), None, "{name} in the fair world of seed {seed}");
        }
        assert!(tally.contains_key("counted"));
    }
}

#[test]
fn the_same_seed_makes_the_same_world() {
    for seed in [1, 2, 3] {
        assert_eq!(run(seed, false), run(seed, false));
    }
    assert_ne!(run(1, false), run(2, false));
}
