//! What the fuzzers run. The bodies are modules of the engine's tests, which run them too.

#![allow(dead_code, reason = "the fuzzers need only a part of what the tests share")]

#[path = "../../tests/engine/fuzz/mod.rs"]
mod fuzz;
#[path = "../../tests/engine/model/mod.rs"]
mod model;
#[path = "../../tests/engine/wire.rs"]
mod wire;

/// Operations on a sorted set, against the model.
pub fn ops(input: &[u8]) {
    fuzz::ops(input);
}

/// Commands as bytes, as arguments, and of the grammar.
pub fn command(input: &[u8]) {
    fuzz::command(input);
}

/// Estimated ranks, against a list of all scores.
pub fn estimator(input: &[u8]) {
    fuzz::estimator(input);
}

/// Replies in their two wire forms.
pub fn reply(input: &[u8]) {
    fuzz::reply(input);
}
