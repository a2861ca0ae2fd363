//! Estimated ranks: never outside of what they promise.

mod adaptive;
mod defects;
mod hash;
mod naive;
mod owner;
mod segment_tree;
mod streams;
