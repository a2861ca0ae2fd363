//! The bindings under the JavaScript package `edgeboard`: one file per class, each method a
//! translation and a call.
//!
//! They are not the package's face. JavaScript converts silently where it can (`null` becomes 0, a
//! lone surrogate becomes U+FFFD), and to look at a value from here costs several times the call
//! itself. So the package's own classes, in `pkg/entry`, look at the types of their arguments,
//! where that is nearly free, and hand over plain strings and numbers. What is right about a
//! *value* is decided in the engine.

mod batch;
mod codec;
mod convert;
mod error;
mod integer_batch;
mod integer_set;
mod layout;
mod leaderboard;
mod members;
mod name;
mod pairs;
mod period;
mod redis;
mod segment_tree;
mod snapshot;
mod sorted_set;
mod time;

pub use codec::{decode_score, encode_score};
pub use integer_set::IntegerSet;
pub use layout::{OlderLayout, ScoreLayout};
pub use leaderboard::Leaderboard;
pub use name::NameBuffer;
pub use period::{Calendar, RuleOfPeriods, Zones};
pub use redis::Redis;
pub use segment_tree::SegmentTree;
pub use snapshot::holds_integers;
pub use sorted_set::SortedSet;
