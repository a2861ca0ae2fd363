//! A leaderboard engine: ordered sets with the semantics of Redis, exact board keys, score codecs
//! and the protocol by which a ledger feeds the objects of a board's periods.
//!
//! The engine is a function of its inputs: it has no clock, no I/O and no randomness beyond a
//! seed, so the same commands at the same times give the same state on every host.

//!
//! # Map
//! - [`sorted_set`]: the Redis ZSET, on a [`skiplist`] of blocks and an index of [`members`].
//! - [`redis`]: the commands of Redis that leaderboards use, on a keyspace in memory.
//! - [`leaderboard`]: one board in one period, ordered by an exact key, with the rules of boards.
//! - [`ledger`]: how events are counted once and streamed to the periods in which they count.
//! - [`snapshot`]: structures as bytes, and back.
//! - [`codec`]: points, time and more in one number that Redis can hold, and older forms of it.
//! - [`estimator`]: ranks within known limits, from counts alone.
//! - [`period`], [`time`], [`score`], [`rank`]: the words in which the others speak.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
// A cdylib needs an allocator and a panic handler. Linking std without binding its name gives it
// both, and still makes `std::time` or `std::fs` a compile error in the engine.
extern crate std as _;

pub mod codec;
pub mod estimator;
pub mod leaderboard;
pub mod ledger;
pub mod members;
pub mod period;
pub mod rank;
pub mod redis;
pub mod score;
pub mod skiplist;
pub mod snapshot;
pub mod sorted_set;
pub mod time;

#[cfg(feature = "wasm")]
#[allow(unsafe_code, reason = "the code that wasm-bindgen generates is unsafe; ours is not")]
#[doc(hidden)]
pub mod wasm;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
