//! The sorted set behind plain exports. Nobody calls them: they keep the engine in the module.

use edgeboard::rank::RankRange;
use edgeboard::score::{Score, ScoreRange};
use edgeboard::sorted_set::SortedSet;

/// A name comes as a pointer and a length.
///
/// # Safety
///
/// The caller owns that memory and leaves it alone during the call.
unsafe fn name<'a>(pointer: *const u8, length: usize) -> &'a [u8] {
    unsafe { core::slice::from_raw_parts(pointer, length) }
}

#[unsafe(no_mangle)]
pub extern "C" fn create() -> *mut SortedSet {
    Box::into_raw(Box::new(SortedSet::new()))
}

/// # Safety
///
/// `set` came from `create`, as in all that follow.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn add(set: &mut SortedSet, at: *const u8, length: usize, score: f64) {
    if let Ok(score) = Score::new(score) {
        set.add(unsafe { name(at, length) }, score);
    }
}

/// # Safety
///
/// As for `add`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn increment(
    set: &mut SortedSet,
    at: *const u8,
    length: usize,
    by: f64,
) -> f64 {
    let Ok(by) = Score::new(by) else { return f64::NAN };
    set.increment(unsafe { name(at, length) }, by).map_or(f64::NAN, Score::get)
}

/// # Safety
///
/// As for `add`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn remove(set: &mut SortedSet, at: *const u8, length: usize) -> bool {
    set.remove(unsafe { name(at, length) }).is_some()
}

/// # Safety
///
/// As for `add`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn score(set: &SortedSet, at: *const u8, length: usize) -> f64 {
    set.score(unsafe { name(at, length) }).map_or(f64::NAN, Score::get)
}

/// # Safety
///
/// As for `add`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn reverse_rank(set: &SortedSet, at: *const u8, length: usize) -> i32 {
    set.reverse_rank(unsafe { name(at, length) }).map_or(-1, |rank| rank.0 as i32)
}

#[unsafe(no_mangle)]
pub extern "C" fn count(set: &SortedSet) -> usize {
    set.count(ScoreRange::ALL)
}

/// Calls `visit` for each entry, best first.
#[unsafe(no_mangle)]
pub extern "C" fn reverse_range(
    set: &SortedSet,
    start: i64,
    stop: i64,
    visit: extern "C" fn(*const u8, usize, f64),
) {
    for entry in set.reverse_range(RankRange::new(start, stop)) {
        visit(entry.member.as_ptr(), entry.member.len(), entry.score.get());
    }
}
