//! Streams of a million members, under the two limits: bytes and questions.

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
    let check = |owner: &Owner, phase: &str, below: &mut dyn FnMut(u64) -> u64| {
        let (updates, questions, bytes) = (owner.updates, owner.questions, owner.bytes);
        if updates % CHECK_EVERY == 0 || updates.is_power_of_two() {
            owner.check(&mut |bound| below(bound));
            assert!(bytes <= BYTES_MAX, "{bytes} bytes");
        }
        if updates % 500_000 == 0 {
            println!(
                "{name}, {phase}: {updates} updates, {questions} questions, {bytes} bytes, {} segments",
                owner.tree.segments()
            );
        }
    };
    for _ in 0..MEMBERS {
        let position = draw(&owner, None, &mut below);
        owner.add(position);
        check(&owner, "inserts", &mut below);
    }
    for _ in 0..MOVES {
        let member = below(MEMBERS as u64) as usize;
        let from = owner.members[member] as usize;
        let position = draw(&owner, Some(from), &mut below);
        owner.relocate(member, position);
        check(&owner, "moves", &mut below);
    }
    for _ in 0..REMOVALS {
        let member = leave(&owner, &mut below);
        owner.remove(member);
        check(&owner, "removals", &mut below);
    }
    let (updates, questions) = (owner.updates, owner.questions);
    println!("{name}: {updates} updates, {questions} questions, {} bytes", owner.bytes);
    assert!(
        questions * UPDATES_PER_QUESTION <= updates,
        "{questions} questions for {updates} updates"
    );
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

#[test]
fn always_next_to_the_last_split() {
    let draw = |owner: &Owner, _: Option<usize>, below: Below| {
        let near = owner.asked.unwrap_or(POSITIONS / 2);
        (near + below(40) as usize).saturating_sub(20).min(POSITIONS - 1)
    };
    play("next to the split", Owner::new(Order::Desc, WIDE), draw, anybody);
}

/// The position in the middle of the segment of which least is known.
fn weakest(owner: &Owner) -> usize {
    let state = owner.tree.state();
    let spread = |at: &usize| u64::from(state.rest[*at]) + u64::from(state.slack[*at]);
    let at = (1..state.upper.len() - 1).max_by_key(spread).unwrap_or(0);
    let (lower, upper) =
        (at.checked_sub(1).map_or(i64::MIN, |at| state.upper[at]), state.upper[at]);
    owner.scale.position(lower.midpoint(upper))
}

#[test]
fn always_where_least_is_known() {
    // To look for it at each step would take longer than all the rest.
    let spot = std::cell::Cell::new((0, POSITIONS / 2));
    let draw = |owner: &Owner, _: Option<usize>, below: Below| {
        if owner.updates >= spot.get().0 {
            spot.set((owner.updates + 100, weakest(owner)));
        }
        (spot.get().1 + below(200) as usize).saturating_sub(100).min(POSITIONS - 1)
    };
    play("where least is known", Owner::new(Order::Desc, DENSE), draw, anybody);
}
