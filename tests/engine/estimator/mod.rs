//! Estimated ranks: never outside of what they promise.

mod adaptive;
mod defects;
mod hash;
mod meter;
mod naive;
mod owner;
mod segment_tree;
mod streams;

pub(crate) use meter::most_bytes_in;
