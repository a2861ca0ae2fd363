//! Estimated ranks: never outside of what they promise.

mod meter;
mod owner;
mod streams;
