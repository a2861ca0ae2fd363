//! What the fuzzers of `fuzz/` do with an input. It lives here, so that it also runs in the tests:
//! over random inputs, and over every one that ever failed.

mod command;
mod estimator;
mod ops;
mod reply;
mod source;
#[cfg(test)]
mod tests;

pub(crate) use command::command;
pub(crate) use estimator::estimator;
pub(crate) use ops::ops;
pub(crate) use reply::reply;
