//! Order-preserving encodings: several values packed into the one number that a Redis sorted set
//! compares.
//!
//! A sorted set orders members by one score, and members of equal score by their bytes. A board
//! that wants "equal points: whoever got there first" therefore packs the time behind the points,
//! in a way that comparing the packed numbers compares the values. Packed numbers have to stay
//! below 2^53, because Redis and JavaScript hold a score as a double, and above that neighbouring
//! integers are one and the same double.
//!
//! [`encode`] and [`decode`] are the documented layout, [`CompositeScore`]. It is the layout to
//! exchange boards with Redis; the boards of this crate keep points, time and sequence apart, and
//! need none of its limits.
//!
//! Every function here is integer arithmetic, and every value outside a layout is a
//! [`CodecError`], never a wrong number.
//!
//! # What an encoded score is not
//!
//! It is not a number of points. `ZINCRBY` by 1 makes the member one second earlier, not one point
//! richer, and `ZUNIONSTORE` adds the times into the points: 100 points at second 10 and 50 points
//! at second 86410 add up to a score that decodes as 151 points. To add points, decode, add, and
//! encode with the present time; to add boards, decode before the union.

mod composite;
mod error;

pub use composite::{CompositeScore, Decoded, decode, decode_text, encode};
pub use error::CodecError;
