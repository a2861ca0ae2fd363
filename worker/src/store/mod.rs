//! All SQL: the one checked way to run a statement, and the tables of each object.

mod board;
mod ledger;
mod registry;
mod sql;

pub use board::BoardStore;
pub use ledger::{Deed, LedgerStore};
pub use registry::RegistryStore;
