//! The engine's core as a module of its own, for its size: a sorted set behind plain numbers, with
//! neither the bindings nor the text of a Redis command.
//!
//! The members are numbers here, so that nothing has to cross through memory; all that orders and
//! finds them is in.

#![allow(missing_docs, reason = "nobody but the linker reads this")]
#![allow(unsafe_code, reason = "an exported name may clash with another; these do not")]

use std::cell::RefCell;

use edgeboard::rank::RankRange;
use edgeboard::score::{Score, ScoreBound, ScoreRange};
use edgeboard::sorted_set::{AddOutcome, SortedSet};

thread_local! {
    static SET: RefCell<SortedSet> = const { RefCell::new(SortedSet::new()) };
}

fn with<T>(call: impl FnOnce(&mut SortedSet) -> T) -> T {
    SET.with_borrow_mut(call)
}

#[unsafe(no_mangle)]
pub extern "C" fn zadd(member: u64, score: f64) -> i32 {
    let Ok(score) = Score::new(score) else { return -1 };
    with(|set| i32::from(set.add(&member.to_le_bytes(), score) == AddOutcome::Added))
}

#[unsafe(no_mangle)]
pub extern "C" fn zincrby(member: u64, delta: f64) -> f64 {
    let Ok(delta) = Score::new(delta) else { return f64::NAN };
    with(|set| set.increment(&member.to_le_bytes(), delta).map_or(f64::NAN, Score::get))
}

#[unsafe(no_mangle)]
pub extern "C" fn zrem(member: u64) -> bool {
    with(|set| set.remove(&member.to_le_bytes()).is_some())
}

#[unsafe(no_mangle)]
pub extern "C" fn zscore(member: u64) -> f64 {
    with(|set| set.score(&member.to_le_bytes()).map_or(f64::NAN, Score::get))
}

#[unsafe(no_mangle)]
pub extern "C" fn zrank(member: u64) -> i64 {
    with(|set| set.rank(&member.to_le_bytes()).map_or(-1, |rank| i64::from(rank.0)))
}

#[unsafe(no_mangle)]
pub extern "C" fn zrevrank(member: u64) -> i64 {
    with(|set| set.reverse_rank(&member.to_le_bytes()).map_or(-1, |rank| i64::from(rank.0)))
}

#[unsafe(no_mangle)]
pub extern "C" fn zcount(min: f64, max: f64) -> i64 {
    let (Ok(min), Ok(max)) = (Score::new(min), Score::new(max)) else { return -1 };
    let range = ScoreRange { min: ScoreBound::Inclusive(min), max: ScoreBound::Inclusive(max) };
    with(|set| set.count(range) as i64)
}

/// The sum of the scores in a range of ranks, which walks over all of them.
#[unsafe(no_mangle)]
pub extern "C" fn zrange(start: i64, stop: i64) -> f64 {
    with(|set| set.range(RankRange::new(start, stop)).map(|entry| entry.score.get()).sum())
}

/// The same from the highest score down.
#[unsafe(no_mangle)]
pub extern "C" fn zrevrange(start: i64, stop: i64) -> f64 {
    let range = RankRange::new(start, stop);
    with(|set| set.reverse_range(range).map(|entry| entry.score.get()).sum())
}
