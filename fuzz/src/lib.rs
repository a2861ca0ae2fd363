//! What the fuzzers run. The bodies are modules of the engine's tests, which run them too.

#![allow(dead_code, reason = "the fuzzers need only a part of what the tests share")]

#[path = "../../tests/engine/board_model/mod.rs"]
mod board_model;
#[path = "../../tests/engine/fuzz/mod.rs"]
mod fuzz;
#[path = "../../tests/engine/hybrid_owner.rs"]
mod hybrid_owner;
#[path = "../../tests/engine/model/mod.rs"]
mod model;
#[path = "../../tests/engine/wire.rs"]
mod wire;

/// Operations on a sorted set, against the model.
pub fn ops(input: &[u8]) {
    fuzz::ops(input);
}

/// Score layouts of drawn fields.
pub fn codec(input: &[u8]) {
    fuzz::codec(input);
}

/// Commands as bytes, as arguments, and of the grammar.
pub fn command(input: &[u8]) {
    fuzz::command(input);
}

/// Boards with an exact head, against a table of all members.
pub fn hybrid(input: &[u8]) {
    fuzz::hybrid(input);
}

/// Estimated ranks, against a list of all scores.
pub fn estimator(input: &[u8]) {
    fuzz::estimator(input);
}

/// Replies in their two wire forms.
pub fn reply(input: &[u8]) {
    fuzz::reply(input);
}

/// Commands to a board, against the model.
pub fn board(input: &[u8]) {
    fuzz::board(input);
}

/// Bytes that are no snapshot of a board, and no records.
pub fn board_snapshot(input: &[u8]) {
    fuzz::board_snapshot(input);
}

/// Rules of periods, instants, ids, and data of zones.
pub fn period(input: &[u8]) {
    fuzz::period(input);
}
