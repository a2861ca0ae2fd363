//! The documented composite: points, and behind them the time that is left.
//!
//! ```text
//! bit  52                     28 27                        0
//!      +------------------------+--------------------------+
//!      | points (25 bits)       | 2^28 - 1 - t (28 bits)   |
//!      +------------------------+--------------------------+
//! ```
//!
//! `score = points * 2^28 + (2^28 - 1 - t)`, with t in whole seconds since the event began: the
//! time-reversed tie-break of the usual Redis leaderboard designs. Three facts carry it:
//!
//! 1. `2^28 - 1 - t` lies in `0..2^28` for every legal t, so one more point outweighs any time.
//! 2. It falls as t grows, so of equal points the earlier one has the larger score.
//! 3. 25 + 28 = 53 bits, so every score is at most 2^53 - 1 and exact as a double.
//!
//! Each fact fails outside the two ranges, and silently: with 2^25 points the seconds 2 and 3 are
//! one double, t = -1 reads as a point more, t = 2^28 as a point less, and a negative number of
//! points stays ranked. The common scripts check some of the limits in one caller and none in the
//! script itself. Here both functions check all of them.

use core::ops::RangeInclusive;

use super::CodecError;
use super::text::read_code;

/// The documented layout: 25 bits of points, and behind them 28 bits of reversed seconds.
///
/// This is a name for the layout's constants; [`encode`] and [`decode`] do the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct CompositeScore;

impl CompositeScore {
    /// How many bits hold the points.
    pub const POINTS_BITS: u32 = 25;

    /// How many bits hold the reversed seconds.
    pub const SECONDS_BITS: u32 = 28;

    /// The most points that fit: 2^25 - 1 = 33,554,431.
    pub const MAX_POINTS: i64 = (1 << Self::POINTS_BITS) - 1;

    /// The last second that fits: 2^28 - 1 = 268,435,455, some eight and a half years.
    pub const MAX_SECONDS: i64 = (1 << Self::SECONDS_BITS) - 1;

    /// The largest encoded score: 2^53 - 1, the last integer of which a double is sure.
    pub const MAX_SCORE: i64 = (1 << (Self::POINTS_BITS + Self::SECONDS_BITS)) - 1;
}

/// The values of an encoded score, as [`decode`] returns them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Decoded {
    /// The points, `0..=CompositeScore::MAX_POINTS`.
    pub points: i64,
    /// Seconds since the event began, `0..=CompositeScore::MAX_SECONDS`.
    pub seconds: i64,
}

/// Packs points and seconds since the event began into one score.
///
/// Returns `points * 2^28 + (2^28 - 1 - seconds)`, in `0..=CompositeScore::MAX_SCORE`: exact as a
/// double, larger for more points and, of equal points, for fewer seconds. The arguments are
/// signed, so that a clock that was set back is refused instead of being cast into range. Computes
/// in **O(1)** time. In Redis: the score that `ZADD` is given.
///
/// # Errors
///
/// [`CodecError::FieldOutOfRange`] if a value does not fit its bits or is negative; it names the
/// first field that failed.
///
/// # Examples
///
/// ```
/// use edgeboard::codec::{CompositeScore, encode};
///
/// assert_eq!(encode(30_000, 1_000)?, 8_053_332_114_455);
/// assert!(encode(100, 7)? > encode(100, 8)?); // the earlier one is ahead
/// assert!(encode(101, CompositeScore::MAX_SECONDS)? > encode(100, 0)?);
///
/// let error = encode(1 << 25, 0).unwrap_err();
/// assert_eq!(error.to_string(), "points is 33554432, outside 0..=33554431");
/// # Ok::<(), edgeboard::codec::CodecError>(())
/// ```
#[inline]
pub fn encode(points: i64, seconds: i64) -> Result<i64, CodecError> {
    check_field("points", points, 0..=CompositeScore::MAX_POINTS)?;
    check_field("seconds", seconds, 0..=CompositeScore::MAX_SECONDS)?;
    Ok((points << CompositeScore::SECONDS_BITS) | (CompositeScore::MAX_SECONDS - seconds))
}

/// Unpacks a score that [`encode`] made.
///
/// Returns the points and the seconds; every score in range has exactly one such pair. Computes in
/// **O(1)** time. In Redis: what `ZSCORE` answered, see also [`decode_text`].
///
/// # Errors
///
/// [`CodecError::ScoreOutOfRange`] for a negative score, which is what deducting too many points
/// from an encoded score leaves, and for one of 2^53 or more.
///
/// # Examples
///
/// ```
/// use edgeboard::codec::decode;
///
/// let decoded = decode(8_053_332_114_455)?;
/// assert_eq!((decoded.points, decoded.seconds), (30_000, 1_000));
/// assert_eq!(decode(-268_435_477).unwrap_err().code(), "score_out_of_bounds");
/// # Ok::<(), edgeboard::codec::CodecError>(())
/// ```
#[inline]
pub fn decode(score: i64) -> Result<Decoded, CodecError> {
    if !(0..=CompositeScore::MAX_SCORE).contains(&score) {
        return Err(out_of_range(score));
    }
    Ok(Decoded {
        points: score >> CompositeScore::SECONDS_BITS,
        seconds: CompositeScore::MAX_SECONDS - (score & CompositeScore::MAX_SECONDS),
    })
}

/// Unpacks a score written as text, which is how Redis answers `ZSCORE` and `WITHSCORES`.
///
/// Returns the same as [`decode`]. Redis writes an integer below 2^53 in plain digits, so only
/// those are read: an optional minus sign and decimal digits. A text with an exponent was printed
/// by something that rounds (`tostring` of Lua keeps 14 digits) and could be read as another
/// second or another point. Computes in **O(n)** time for n characters.
///
/// # Errors
///
/// [`CodecError::InvalidScoreText`] if the text is not an integer in plain digits, and the errors
/// of [`decode`].
///
/// # Examples
///
/// ```
/// use edgeboard::codec::{decode, decode_text};
///
/// assert_eq!(decode_text("8053332114455"), decode(8_053_332_114_455));
/// assert_eq!(decode_text("8.0533321144550e+12").unwrap_err().code(), "invalid_score");
/// ```
pub fn decode_text(text: &str) -> Result<Decoded, CodecError> {
    let max = u128::from(CompositeScore::MAX_SCORE.unsigned_abs());
    read_code(text, max).and_then(|score| decode(score as i64))
}

#[cold]
fn out_of_range(score: i64) -> CodecError {
    let max = u128::from(CompositeScore::MAX_SCORE.unsigned_abs());
    CodecError::score_out_of_range(alloc::format!("{score}"), max)
}

/// Refuses a value outside the range of its field.
fn check_field(
    field: &'static str,
    value: i64,
    range: RangeInclusive<i64>,
) -> Result<(), CodecError> {
    if range.contains(&value) {
        return Ok(());
    }
    let (min, max) = range.into_inner();
    Err(CodecError::FieldOutOfRange {
        field: field.into(),
        value: value.into(),
        min: min.into(),
        max: max.into(),
    })
}
