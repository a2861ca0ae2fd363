//! A command on its way to whoever runs it.

use super::Keyspace;
use crate::time::Timestamp;

/// A command that is being run.
pub(super) struct Call<'a> {
    pub(super) keyspace: &'a mut Keyspace,
    /// The name of the command as it was written, then its arguments.
    pub(super) args: &'a [&'a [u8]],
    pub(super) now: Timestamp,
    /// The name in lower case, for messages.
    pub(super) name: &'static str,
}

impl<'a> Call<'a> {
    /// The argument at a position, counted from 1; the arity says which there are.
    pub(super) fn arg(&self, at: usize) -> &'a [u8] {
        self.args.get(at).copied().unwrap_or_default()
    }
}
