//! Scores as text: read as a Redis server reads them, written as JavaScript writes a number.
//!
//! Redis reads a score with C's `strtod` and then checks more or less of what that function says:
//! a *score* must be the whole argument and must not overflow, a *bound* of a range may be empty,
//! begin with blanks, overflow to an infinity or end at a NUL.

use core::error::Error;
use core::fmt;

use super::{Score, ScoreBound, hex};

/// The error of a text that is no score, or no bound of a range of scores.
///
/// # Examples
///
/// ```
/// use edgeboard::score::Score;
///
/// let error = Score::from_text(b"1,5").unwrap_err();
/// assert_eq!(error.code(), "invalid_score");
/// assert_eq!(error.to_string(), "value is not a valid float");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreTextError;

impl ScoreTextError {
    /// Returns the stable code of this error.
    #[must_use]
    pub const fn code(self) -> &'static str {
        "invalid_score"
    }
}

impl fmt::Display for ScoreTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The words of Redis.
        f.write_str("value is not a valid float")
    }
}

impl Error for ScoreTextError {}

impl Score {
    /// Reads a score as the arguments of `ZADD` and `ZINCRBY` are read: a decimal or hexadecimal
    /// number, or an infinity, in any spelling of C's `strtod`.
    ///
    /// Computes in **O(n)** time for n bytes, which may be as many as there are; the result is
    /// rounded correctly whatever their number.
    ///
    /// # Errors
    ///
    /// [`ScoreTextError`] for anything else: an empty text, blanks, NaN, trailing bytes, and a
    /// number that is not zero or infinite but too small or too large for a double.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::Score;
    ///
    /// assert_eq!(Score::from_text(b"+.5e1"), Ok(Score::from(5)));
    /// assert_eq!(Score::from_text(b"0x1p4"), Ok(Score::from(16)));
    /// assert_eq!(Score::from_text(b"-Inf"), Ok(Score::NEG_INFINITY));
    /// assert!([b"1e400".as_slice(), b"1e-400", b" 1", b"nan", b""]
    ///     .iter()
    ///     .all(|text| Score::from_text(text).is_err()));
    /// ```
    pub fn from_text(text: &[u8]) -> Result<Self, ScoreTextError> {
        let number = Number::read(text).ok_or(ScoreTextError)?;
        let is_out_of_range = match number.kind {
            Kind::Zero | Kind::Infinity => false,
            Kind::Other => number.value == 0.0 || number.value.is_infinite(),
        };
        if is_out_of_range { Err(ScoreTextError) } else { Ok(Score(number.value)) }
    }
}

impl ScoreBound {
    /// Reads an end of a range of scores as `ZCOUNT` and `ZRANGEBYSCORE` do: a number, or an
    /// opening parenthesis and a number that does not belong to the range.
    ///
    /// Bounds are read more freely than scores. No text at all is 0, blanks before the number are
    /// skipped, a NUL ends the text, and what is too large is infinite. Computes in **O(n)** time
    /// for n bytes.
    ///
    /// # Errors
    ///
    /// [`ScoreTextError`] for trailing bytes and for NaN.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::{Score, ScoreBound};
    ///
    /// assert_eq!(ScoreBound::from_text(b"(5"), Ok(ScoreBound::Exclusive(Score::from(5))));
    /// assert_eq!(ScoreBound::from_text(b"1e400"), Ok(ScoreBound::Inclusive(Score::INFINITY)));
    /// assert_eq!(ScoreBound::from_text(b""), Ok(ScoreBound::Inclusive(Score::ZERO)));
    /// assert!(ScoreBound::from_text(b"((5").is_err());
    /// ```
    pub fn from_text(text: &[u8]) -> Result<Self, ScoreTextError> {
        let (text, bound): (&[u8], fn(Score) -> ScoreBound) = match text.strip_prefix(b"(") {
            Some(rest) => (rest, ScoreBound::Exclusive),
            None => (text, ScoreBound::Inclusive),
        };
        let text = text.split(|&byte| byte == 0).next().unwrap_or_default();
        if text.is_empty() {
            return Ok(bound(Score::ZERO));
        }
        let blanks = text.iter().take_while(|&&byte| is_blank(byte)).count();
        let number = Number::read(&text[blanks..]).ok_or(ScoreTextError)?;
        Ok(bound(Score(number.value)))
    }
}

/// What C's `isspace` takes for a blank.
fn is_blank(byte: u8) -> bool {
    byte == b' ' || (b'\t'..=b'\r').contains(&byte)
}

/// A number that was read, and what its text says about it.
struct Number {
    value: f64,
    kind: Kind,
}

/// Whether a text says zero or infinity itself, so that the value is not one by rounding.
enum Kind {
    Zero,
    Infinity,
    Other,
}

impl Number {
    /// Reads a number that takes the whole text and is not NaN.
    fn read(text: &[u8]) -> Option<Number> {
        let unsigned = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
        if let [b'0', b'x' | b'X', digits @ ..] = unsigned {
            let (value, is_zero) = hex::read(digits)?;
            let value = if text[0] == b'-' { -value } else { value };
            return Some(Number { value, kind: if is_zero { Kind::Zero } else { Kind::Other } });
        }
        // What is not ASCII is no number.
        let value: f64 = core::str::from_utf8(text).ok()?.parse().ok()?;
        let kind = match unsigned[0] {
            b'i' | b'I' => Kind::Infinity,
            b'n' | b'N' => return None,
            _ if is_zero(unsigned) => Kind::Zero,
            _ => Kind::Other,
        };
        Some(Number { value, kind })
    }
}

/// Returns whether a decimal number has no digit but 0 before its exponent.
fn is_zero(unsigned: &[u8]) -> bool {
    let mut digits = unsigned.iter().take_while(|byte| !matches!(byte, b'e' | b'E'));
    digits.all(|byte| matches!(byte, b'0' | b'.'))
}

/// Writes a score as JavaScript's `String(number)` does: the fewest digits that give the same
/// double back. Three texts are those of Redis instead: `inf`, `-inf`, and `-0`, which keeps its
/// sign.
///
/// # Examples
///
/// ```
/// use edgeboard::score::Score;
///
/// let text = |value: f64| Score::new(value).unwrap().to_string();
/// assert_eq!(text(0.1 + 0.2), "0.30000000000000004");
/// assert_eq!(text(1e20), "100000000000000000000");
/// assert_eq!(text(1e21), "1e+21");
/// assert_eq!(text(1e-7), "1e-7");
/// assert_eq!(text(-0.0), "-0");
/// assert_eq!(text(f64::NEG_INFINITY), "-inf");
/// ```
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.0.abs();
        if self.0.is_sign_negative() {
            f.write_str("-")?;
        }
        if magnitude == f64::INFINITY {
            return f.write_str("inf");
        }
        // JavaScript keeps plain digits for one more power of ten on both sides than C does.
        if magnitude == 0.0 || (1e-6..1e21).contains(&magnitude) {
            return write!(f, "{magnitude}");
        }
        if magnitude < 1.0 {
            return write!(f, "{magnitude:e}");
        }
        // Rust leaves the plus of an exponent out.
        let mut text = Scientific::default();
        fmt::write(&mut text, format_args!("{magnitude:e}"))?;
        let (digits, exponent) = text.as_str().split_once('e').ok_or(fmt::Error)?;
        write!(f, "{digits}e+{exponent}")
    }
}

/// The text of a double with an exponent: up to 17 digits, a point, `e` and three digits.
#[derive(Default)]
struct Scientific {
    bytes: [u8; 24],
    len: usize,
}

impl Scientific {
    fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }
}

impl fmt::Write for Scientific {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len + text.len();
        self.bytes.get_mut(self.len..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn score(text: &str) -> Option<f64> {
        Score::from_text(text.as_bytes()).ok().map(Score::get)
    }

    fn bound(text: &[u8]) -> Option<f64> {
        ScoreBound::from_text(text).ok().map(|bound| bound.score().get())
    }

    #[test]
    fn scores_are_read_in_every_spelling_of_strtod() {
        let spellings = [
            ("5.", 5.0),
            (".5", 0.5),
            ("007", 7.0),
            ("1E-2", 0.01),
            ("-0", -0.0),
            ("0e400", 0.0),
            ("0x1p4", 16.0),
            ("-0X.8", -0.5),
            ("0x1.8p+1", 3.0),
            ("5e-324", 5e-324),
            ("iNfInItY", f64::INFINITY),
        ];
        for (text, value) in spellings {
            assert_eq!(score(text).map(f64::to_bits), Some(value.to_bits()), "{text}");
        }
    }

    #[test]
    fn what_is_no_score_is_refused() {
        let texts = [
            "",
            " ",
            "1 ",
            " 1",
            "1_0",
            "1,5",
            "++1",
            "--1",
            "+",
            ".",
            "e5",
            "1e",
            "1e+",
            "0x",
            "0x.",
            "0x1p",
            "0xg",
            "nan",
            "-NaN",
            "nan(1)",
            "infi",
            "inf.0",
            "1e400",
            "-1e400",
            "1e-400",
            "2.47e-324",
            "0x1p1024",
            "0x1p-1075",
            "1\0",
            "١",
        ];
        for text in texts {
            assert_eq!(score(text), None, "{text:?}");
        }
        assert_eq!(Score::from_text(b"1\xff"), Err(ScoreTextError));
    }

    #[test]
    fn a_number_may_be_as_long_as_it_likes() {
        let zeros = "0".repeat(100_000);
        assert_eq!(score(&alloc::format!("{zeros}7.{zeros}")), Some(7.0));
        assert_eq!(score(&alloc::format!("0x{zeros}7.{zeros}p0{zeros}")), Some(7.0));
        assert_eq!(score(&alloc::format!("0.{zeros}1e100001")), Some(1.0));
        // A digit far behind the last one of a tie decides.
        let tie = "1.00000000000000011102230246251565404236316680908203125";
        assert_eq!(score(tie), Some(1.0));
        assert_eq!(score(&alloc::format!("{tie}{zeros}1")), Some(1.0 + f64::EPSILON));
    }

    #[test]
    fn bounds_are_read_more_freely_than_scores() {
        let bounds: [(&[u8], f64); 9] = [
            (b"", 0.0),
            (b"(", 0.0),
            (b" 1", 1.0),
            (b"( \t\n\x0b\x0c\r1", 1.0),
            (b"1e400", f64::INFINITY),
            (b"-1e400", f64::NEG_INFINITY),
            (b"1e-400", 0.0),
            (b"1\0junk", 1.0),
            (b"(\0junk", 0.0),
        ];
        for (text, value) in bounds {
            assert_eq!(bound(text), Some(value), "{text:?}");
        }
        for text in [b" ".as_slice(), b"1 ", b"((1", b"[1", b"nan", b"( (1", b"1x"] {
            assert_eq!(bound(text), None, "{text:?}");
        }
    }

    #[test]
    fn text_is_that_of_javascript() {
        let texts = [
            (0.0, "0"),
            (-0.0, "-0"),
            (123_456_789.0, "123456789"),
            (0.1, "0.1"),
            (1e-6, "0.000001"),
            (9.99e-7, "9.99e-7"),
            (5e-324, "5e-324"),
            (1e20, "100000000000000000000"),
            (999_999_999_999_999_900_000.0, "999999999999999900000"),
            (1e21, "1e+21"),
            (1.5e300, "1.5e+300"),
            (f64::MAX, "1.7976931348623157e+308"),
            (-1.234e25, "-1.234e+25"),
        ];
        for (value, text) in texts {
            assert_eq!(Score::new(value).unwrap().to_string(), text);
        }
    }
}
