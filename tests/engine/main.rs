//! The tests of the engine, in one binary: a module for each part, and the model they share.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod batch;
mod codec;
mod decimal;
mod estimator;
mod fuzz;
mod integer_set;
mod leaderboard;
mod ledger;
mod members;
mod model;
mod period;
mod redis;
mod rules;
mod simulation;
mod skiplist;
mod snapshot;
mod sorted_set;
mod wire;
