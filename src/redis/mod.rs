//! The commands of Redis that leaderboards use, on a database in memory.
//!
//! A [`Keyspace`] holds sorted sets, strings, hashes and sets under keys that may expire, and runs
//! commands that come as lists of bytes. Replies and error texts are those of Redis 7.0, with
//! three differences that are on purpose: a score's text is the shortest one that gives the same
//! double back, as JavaScript writes it; minus zero keeps its sign in sets of every size; and
//! `ZRANK` takes `WITHSCORE` as in 7.2.
//!
//! A [`Session`] is a connection: it holds the transaction of `MULTI` and the keys of `WATCH`. A
//! [`Connection`] speaks version 2 of the Redis protocol over bytes.
//!
//! # Limits
//!
//! [`Limits`] names them all, each with its counterpart in Redis.
//!
//! # What is not here
//!
//! Scripts, blocking commands, publish and subscribe, streams, lists, and version 3 of the
//! protocol. Their commands are answered as a server answers a command that it does not know.

mod call;
mod combine;
mod command;
mod connection;
mod error;
mod expiry;
mod glob;
mod hash;
mod hashes;
mod keys;
mod keyspace;
mod limits;
mod members;
mod parse;
mod pop;
mod protocol;
mod random;
mod range;
mod remove;
mod reply;
mod scan;
mod session;
mod snapshot;
mod sorted_set;
mod strings;
mod value;
mod watch;
mod zadd;

pub use connection::Connection;
pub use error::RedisError;
pub use keyspace::Keyspace;
pub use limits::Limits;
pub use protocol::{Decoder, ProtocolError};
pub use reply::Reply;
pub use session::Session;
