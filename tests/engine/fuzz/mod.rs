//! What the fuzzers of `fuzz/` do with an input. It lives here, so that it also runs in the tests:
//! over random inputs, and over every one that ever failed.

mod board;
mod codec;
mod command;
mod estimator;
mod hybrid;
mod ops;
mod period;
mod reply;
mod source;
#[cfg(test)]
mod tests;

pub(crate) use board::{board, board_snapshot};
pub(crate) use codec::codec;
pub(crate) use command::command;
pub(crate) use estimator::estimator;
pub(crate) use hybrid::hybrid;
pub(crate) use ops::ops;
pub(crate) use period::period;
pub(crate) use reply::reply;
