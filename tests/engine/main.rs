//! The tests of the engine, in one binary: a module for each part, and the model they share.

mod codec;
mod decimal;
mod leaderboard;
mod ledger;
mod members;
mod model;
mod period;
mod rules;
mod simulation;
mod skiplist;
mod sorted_set;
