//! The tests of the engine, in one binary: a module for each part, and the model they share.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod batch;
mod board;
mod board_key;
mod board_log;
mod board_model;
mod board_snapshot;
mod board_stream;
mod calendar;
mod codec;
mod decimal;
mod estimator;
mod formula_defects;
mod fuzz;
mod groups;
mod hybrid;
mod hybrid_owner;
mod integer_set;
mod layout;
mod leaderboard;
mod ledger;
mod lua_facts;
mod members;
mod meter;
mod model;
mod older;
mod period;
mod period_rules;
mod redis;
mod rules;
mod simulation;
mod skiplist;
mod snapshot;
mod sorted_set;
mod wire;
mod zones;
