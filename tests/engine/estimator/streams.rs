//! Streams of a million members, under the two limits: bytes and questions.

use std::cell::Cell;

use edgeboard::estimator::Order;

use super::owner::{Owner, POSITIONS, Scale};
use crate::model::numbers;

const MEMBERS: usize = 1_000_000;
const MOVES: usize = 500_000;
const REMOVALS: usize = 990_000;
const CHECK_EVERY: u64 = 50_000;
const BYTES_MAX: usize = 256 * 1024;
const UPDATES_PER_QUESTION: u64 = 100;

type Below<'a> = &'a mut dyn FnMut(u64) -> u64;

/// Plays inserts, moves and removals, and asserts all there is to assert.
///
/// `draw` chooses the position of a new score, given the one until now; `leave` chooses who goes.
fn play(
    name: &str,
    mut owner: Owner,
    draw: impl Fn(&Owner, Option<usize>, Below) -> usize,
    leave: impl Fn(&Owner, Below) -> usize,
) {
    let mut below = numbers(7);
    let check = |owner: &Owner, below: &mut dyn FnMut(u64) -> u64| {
        if owner.updates.is_multiple_of(CHECK_EVERY) || owner.updates.is_power_of_two() {
            owner.check(&mut |bound| below(bound));
        }
    };
    for _ in 0..MEMBERS {
        let position = draw(&owner, None, &mut below);
        owner.add(position);
        check(&owner, &mut below);
    }
    for _ in 0..MOVES {
        let member = below(MEMBERS as u64) as usize;
        let from = owner.members[member] as usize;
        let position = draw(&owner, Some(from), &mut below);
        owner.relocate(member, position);
        check(&owner, &mut below);
    }
    for _ in 0..REMOVALS {
        let member = leave(&owner, &mut below);
        owner.remove(member);
        check(&owner, &mut below);
    }
    finish(name, &owner);
}

fn finish(name: &str, owner: &Owner) {
    let Owner { updates, questions, bytes, .. } = owner;
    println!("{name}: {updates} updates, {questions} questions, {bytes} bytes");
    assert!(*bytes <= BYTES_MAX, "{bytes} bytes");
    let is_rare = questions * UPDATES_PER_QUESTION <= *updates;
    assert!(is_rare, "{questions} questions for {updates} updates");
}

fn anybody(owner: &Owner, below: Below) -> usize {
    below(owner.members.len() as u64) as usize
}

const WIDE: Scale = Scale::Even(1 << 40);
const DENSE: Scale = Scale::Even(1);

#[test]
fn uniform() {
    let draw = |_: &Owner, _: Option<usize>, below: Below| below(POSITIONS as u64) as usize;
    play("uniform", Owner::new(Order::Desc, WIDE), draw, anybody);
}

#[test]
fn normal() {
    let draw = |_: &Owner, _: Option<usize>, below: Below| {
        (0..8).map(|_| below(POSITIONS as u64 / 8) as usize).sum()
    };
    play("normal", Owner::new(Order::Asc, DENSE), draw, anybody);
}

#[test]
fn zipf() {
    let draw = |_: &Owner, _: Option<usize>, below: Below| {
        POSITIONS / (below(POSITIONS as u64) as usize + 1) - 1
    };
    play("zipf", Owner::new(Order::Desc, DENSE), draw, anybody);
}

#[test]
fn all_equal() {
    let draw = |_: &Owner, _: Option<usize>, _: Below| POSITIONS / 3;
    play("all equal", Owner::new(Order::Desc, WIDE), draw, anybody);
}

#[test]
fn two_spikes() {
    let draw = |_: &Owner, _: Option<usize>, below: Below| {
        let noise = if below(10) == 0 { below(2_000) as usize } else { 1_000 };
        [POSITIONS / 5, POSITIONS / 2][below(2) as usize] + noise
    };
    play("two spikes", Owner::new(Order::Asc, WIDE), draw, anybody);
}

#[test]
fn geometric() {
    let draw = |_: &Owner, _: Option<usize>, below: Below| below(46 << 16) as usize;
    play("geometric", Owner::new(Order::Desc, Scale::Powers), draw, anybody);
}

#[test]
fn ascending_and_from_the_top_down() {
    let draw = |owner: &Owner, from: Option<usize>, below: Below| match from {
        Some(_) => below(POSITIONS as u64) as usize,
        None => owner.members.len() * 3,
    };
    // Whoever comes last goes first.
    let leave = |owner: &Owner, _: Below| owner.members.len() - 1;
    play("ascending", Owner::new(Order::Desc, WIDE), draw, leave);
}

#[test]
fn descending_and_one_half_leaves_first() {
    let draw = |owner: &Owner, from: Option<usize>, _: Below| match from {
        Some(from) => from / 2,
        None => POSITIONS - 1 - owner.members.len() * 3,
    };
    let leave = |owner: &Owner, _: Below| owner.members.len() / 2;
    play("descending", Owner::new(Order::Desc, DENSE), draw, leave);
}

#[test]
fn everybody_moves_upward_as_sums_do() {
    let draw = |_: &Owner, from: Option<usize>, below: Below| match from {
        Some(from) => (from + 1 + below(1 << 21) as usize).min(POSITIONS - 1),
        None => below(1 << 16) as usize,
    };
    play("sums", Owner::new(Order::Desc, DENSE), draw, anybody);
}

/// Somewhere near a place that changes now and then.
fn near(spot: usize, reach: usize, below: Below) -> usize {
    (spot + below(2 * reach as u64) as usize).saturating_sub(reach).min(POSITIONS - 1)
}

#[test]
fn always_next_to_an_end() {
    let spot = Cell::new((100_000, 0));
    let draw = |owner: &Owner, _: Option<usize>, below: Below| {
        if owner.updates < 100_000 {
            return below(POSITIONS as u64) as usize;
        }
        if owner.updates >= spot.get().0 {
            let ends = owner.tree.state().upper;
            let end = ends[below(ends.len() as u64) as usize];
            let at = owner.asked.take().unwrap_or(owner.scale.position(end));
            spot.set((owner.updates + 1_000, at));
        }
        near(spot.get().1, 500, below)
    };
    play("next to an end", Owner::new(Order::Desc, WIDE), draw, anybody);
}

/// The position in the middle of the segment of which least is known.
fn weakest(owner: &Owner) -> usize {
    let state = owner.tree.state();
    let spread = |at: &usize| u64::from(state.rest[*at]) + u64::from(state.slack[*at]);
    let at = (0..state.upper.len() - 1).max_by_key(spread).unwrap_or(0);
    let lower = at.checked_sub(1).map_or(i64::MIN, |at| state.upper[at]);
    owner.scale.position(lower.midpoint(state.upper[at]))
}

#[test]
fn always_where_least_is_known() {
    // To look for it at each step would take longer than all the rest.
    let spot = Cell::new((0, POSITIONS / 2));
    let draw = |owner: &Owner, _: Option<usize>, below: Below| {
        if below(4) == 0 {
            return below(POSITIONS as u64) as usize;
        }
        if owner.updates >= spot.get().0 {
            spot.set((owner.updates + 100, weakest(owner)));
        }
        near(spot.get().1, 1_000, below)
    };
    play("where least is known", Owner::new(Order::Asc, WIDE), draw, anybody);
}

#[test]
fn a_tide_that_takes_the_best_away_and_brings_others() {
    let mut below = numbers(9);
    let mut owner = Owner::new(Order::Desc, WIDE);
    for _ in 0..3 {
        while owner.members.len() < MEMBERS {
            owner.add(below(POSITIONS as u64) as usize);
        }
        owner.members.sort_unstable();
        while owner.members.len() > MEMBERS / 10 {
            owner.remove(owner.members.len() - 1);
            if owner.updates.is_multiple_of(CHECK_EVERY) {
                owner.check(&mut below);
            }
        }
    }
    finish("tide", &owner);
}
