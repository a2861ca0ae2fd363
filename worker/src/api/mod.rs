//! The HTTP API as pure functions: paths, bodies and answers. No I/O, no `worker` types.

pub mod answer;
pub mod json;
pub mod member;
pub mod route;
pub mod submission;

/// The largest body that is read, in bytes.
pub const MAX_BODY_BYTES: usize = 1_048_576;
