//! Order-preserving encodings: several values packed into the one number that a Redis sorted set
//! compares.
//!
//! A sorted set orders members by one score, and members of equal score by their bytes. A board
//! that wants "equal points: whoever got there first" therefore packs the time behind the points,
//! in a way that comparing the packed numbers compares the values. Packed numbers have to stay
//! below 2^53, because Redis and JavaScript hold a score as a double, and above that neighbouring
//! integers are one and the same double.
//!
//! - [`encode`] and [`decode`] are the documented layout, [`CompositeScore`].
//! - [`ScoreLayout`] is any other: fields with bits, an order and a unit, and the operation
//!   "decode, add, encode with the present time".
//! - [`OlderLayout`] reads the forms that boards had before, as far as they are sound.
//!
//! They are there to exchange boards with Redis; the boards of this crate keep points, time and
//! sequence apart, and need none of their limits.
//!
//! What is written is integer arithmetic, and every value outside a layout is a [`CodecError`],
//! never a wrong number.
//!
//! # What an encoded score is not
//!
//! It is not a number of points. `ZINCRBY` by 1 makes the member one second earlier, not one point
//! richer, and `ZUNIONSTORE` adds the times into the points: 100 points at second 10 and 50 points
//! at second 86410 add up to a score that decodes as 151 points. [`ScoreLayout::add`] adds points;
//! to add boards, decode before the union.

mod composite;
mod error;
mod field;
mod layout;
mod older;
mod text;

pub use composite::{CompositeScore, Decoded, decode, decode_text, encode};
pub use error::{CodecError, LayoutError};
pub use field::{FieldOrder, ScoreField, TimeUnit};
pub use layout::{FieldValues, ScoreLayout};
pub use older::{OlderLayout, OlderScore};
