//! What a database takes, and where it stops.

use crate::members::MAX_MEMBERS;

/// The limits of a [`Keyspace`](super::Keyspace). A command that would pass one is refused with an
/// error and changes nothing.
///
/// # Examples
///
/// ```
/// use edgeboard::redis::{Keyspace, Limits};
///
/// let limits = Limits { memory_bytes: 64 << 20, ..Limits::default() };
/// assert_eq!(Keyspace::with_limits(limits).limits().keys, 67_108_863);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The bytes of keys and values from which on commands that need memory are refused with an
    /// `OOM` error, `maxmemory` of Redis. One command may pass it.
    pub memory_bytes: usize,
    /// Keys of a database.
    pub keys: usize,
    /// Members of a sorted set or set, fields of a hash.
    pub members: usize,
    /// Bytes of an argument, `proto-max-bulk-len` of Redis.
    pub argument_bytes: usize,
    /// Arguments of a command, its name included.
    pub arguments: usize,
    /// Bytes of all arguments of a command, and of all commands that a transaction has queued.
    pub command_bytes: usize,
    /// Members that `ZRANDMEMBER` answers with repeats, for a negative count.
    pub random_elements: usize,
}

impl Limits {
    /// The limits of the engine itself.
    pub const DEFAULT: Self = Limits {
        memory_bytes: usize::MAX,
        keys: MAX_MEMBERS,
        members: MAX_MEMBERS,
        argument_bytes: 512 << 20,
        arguments: 1 << 20,
        command_bytes: 1 << 30,
        random_elements: 1 << 20,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
