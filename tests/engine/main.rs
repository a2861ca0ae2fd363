//! The tests of the engine, in one binary: a module for each part, and the model they share.

mod codec;
mod members;
mod model;
mod skiplist;
mod sorted_set;
