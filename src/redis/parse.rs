//! Arguments as numbers and bounds.

use super::RedisError;
use crate::score::{Score, ScoreBound, ScoreRange};
use crate::sorted_set::{LexBound, LexRange};

/// Reads a whole number as Redis does: digits without a leading zero, perhaps a minus, 64 bits.
pub(super) fn integer(text: &[u8]) -> Option<i64> {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let is_plain = match digits {
        [b'0'] => text.len() == 1,
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    if is_plain { core::str::from_utf8(text).ok()?.parse().ok() } else { None }
}

/// Reads a whole number, or says that it is none.
pub(super) fn an_integer(text: &[u8]) -> Result<i64, RedisError> {
    integer(text).ok_or(RedisError::NOT_INTEGER)
}

/// Reads a whole number that is not negative, or answers `error`.
pub(super) fn not_negative(text: &[u8], error: RedisError) -> Result<u64, RedisError> {
    integer(text).and_then(|number| u64::try_from(number).ok()).ok_or(error)
}

/// Reads a whole number above 0, or answers `error`.
pub(super) fn positive(text: &[u8], error: RedisError) -> Result<u64, RedisError> {
    match not_negative(text, error.clone())? {
        0 => Err(error),
        number => Ok(number),
    }
}

/// Reads a score.
pub(super) fn score(text: &[u8]) -> Result<Score, RedisError> {
    Score::from_text(text).map_err(|_| RedisError::NOT_FLOAT)
}

/// Reads a range of scores.
pub(super) fn score_range(min: &[u8], max: &[u8]) -> Result<ScoreRange, RedisError> {
    const NOT_BOUNDS: RedisError = RedisError::Fixed("ERR min or max is not a float");
    let bound = |text: &[u8]| ScoreBound::from_text(text).map_err(|_| NOT_BOUNDS);
    Ok(ScoreRange { min: bound(min)?, max: bound(max)? })
}

/// Reads a range of members.
pub(super) fn lex_range<'a>(min: &'a [u8], max: &'a [u8]) -> Result<LexRange<'a>, RedisError> {
    const NOT_BOUNDS: RedisError = RedisError::Fixed("ERR min or max not valid string range item");
    let bound = |text: &'a [u8]| LexBound::from_text(text).ok_or(NOT_BOUNDS);
    Ok(LexRange { min: bound(min)?, max: bound(max)? })
}

/// Returns whether a word is an option, in any case.
pub(super) fn is(word: &[u8], option: &str) -> bool {
    word.eq_ignore_ascii_case(option.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::integer;

    #[test]
    fn integers_are_strict() {
        for (text, number) in [
            ("0", 0),
            ("-1", -1),
            ("9223372036854775807", i64::MAX),
            ("-9223372036854775808", i64::MIN),
        ] {
            assert_eq!(integer(text.as_bytes()), Some(number));
        }
        for text in ["", "-", "-0", "+1", "01", " 1", "1 ", "1.0", "1e3", "9223372036854775808"] {
            assert_eq!(integer(text.as_bytes()), None, "{text:?}");
        }
        assert_eq!(integer(b"1\0"), None);
        assert_eq!(integer(b"\xff"), None);
    }
}
