//! Scores as exact decimal text.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use serde::{Deserialize, Serialize};

/// The number of decimals of a board, 0 to [`Decimals::MAX`]: the board holds `score * 10^decimals`
/// as a signed 64-bit integer, its *units*.
///
/// # Examples
/// ```
/// use edgeboard::leaderboard::Decimals;
///
/// let cents = Decimals::new(2)?;
/// assert_eq!(cents.parse("0.30")?, 30);
/// assert_eq!(cents.parse("-12.5")?, -1250);
/// assert_eq!(cents.format(30), "0.30");
/// assert_eq!(cents.parse("0.305").unwrap_err().code(), "too_many_decimals");
/// # Ok::<(), edgeboard::leaderboard::ScoreError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decimals(u8);

/// The longest text of a number that is read.
pub const MAX_NUMBER_BYTES: usize = 64;

/// The largest integer that every JSON reader and JavaScript number holds exactly.
const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// Fifteen digits survive in a double wherever the decimal point is.
const MAX_EXACT_UNITS: u64 = 999_999_999_999_999;

impl Decimals {
    /// The most decimals a board can have.
    pub const MAX: u8 = 9;

    /// Returns `decimals` as a board's number of decimals.
    ///
    /// # Errors
    /// [`ScoreError::Decimals`] above [`Decimals::MAX`].
    pub const fn new(decimals: u8) -> Result<Self, ScoreError> {
        if decimals > Self::MAX { Err(ScoreError::Decimals(decimals)) } else { Ok(Self(decimals)) }
    }

    /// Returns the number itself.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Reads `-?digits[.digits]`; trailing zeros behind the point are free.
    ///
    /// # Errors
    /// [`ScoreError::Invalid`] for any other text, [`ScoreError::TooManyDecimals`] when digits
    /// would be lost, [`ScoreError::Overflow`] past 64 bits.
    pub fn parse(self, text: &str) -> Result<i64, ScoreError> {
        if text.len() > MAX_NUMBER_BYTES {
            return Err(ScoreError::Invalid(shorten(text)));
        }
        self.read(text)
    }

    fn read(self, text: &str) -> Result<i64, ScoreError> {
        let (negative, number) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !digits(whole) || !digits(fraction) {
            return Err(ScoreError::Invalid(shorten(text)));
        }
        let fraction = fraction.trim_end_matches('0');
        if fraction.len() > usize::from(self.0) {
            return Err(ScoreError::TooManyDecimals { text: shorten(text), decimals: self.0 });
        }
        let padding = usize::from(self.0) - fraction.len();
        let mut all =
            whole.bytes().chain(fraction.bytes()).chain(core::iter::repeat_n(b'0', padding));
        let overflow = || ScoreError::Overflow(shorten(text));
        let units = all.try_fold(0_u64, |sum, digit| {
            sum.checked_mul(10)?.checked_add(u64::from(digit - b'0'))
        });
        let units = i128::from(units.ok_or_else(overflow)?);
        i64::try_from(if negative { -units } else { units }).map_err(|_| overflow())
    }

    /// Reads a number that came as a double, as JSON and JavaScript numbers do.
    ///
    /// # Errors
    /// As [`Decimals::parse`], but [`ScoreError::Inexact`] where the units pass 2^53 - 1 or where
    /// the double also stands for another score of the board: digits may have been lost already.
    pub fn from_number(self, number: f64) -> Result<i64, ScoreError> {
        let text = number.to_string();
        if !number.is_finite() {
            return Err(ScoreError::Invalid(text));
        }
        let inexact = || Err(ScoreError::Inexact(shorten(&text)));
        // Above 2^53 a double is an integer, whose text may be long but not interesting.
        if number.abs() > MAX_SAFE_INTEGER as f64 {
            return inexact();
        }
        match self.read(&text) {
            Ok(units) if self.is_exact(number, units) => Ok(units),
            Ok(_) | Err(ScoreError::Overflow(_)) => inexact(),
            Err(error) => Err(error),
        }
    }

    /// Returns whether `number` stands for `units` and for no other score: 90071992547409.91 and
    /// 90071992547409.90, for example, are the same double.
    fn is_exact(self, number: f64, units: i64) -> bool {
        let size = units.unsigned_abs();
        let stands_for = |other: i64| self.format(other).parse() == Ok(number);
        size <= MAX_EXACT_UNITS
            || size <= MAX_SAFE_INTEGER && !stands_for(units - 1) && !stands_for(units + 1)
    }

    /// Returns the decimal text of `units`, with exactly this many digits behind the point.
    #[must_use]
    pub fn format(self, units: i64) -> String {
        let digits = format!("{:0width$}", units.unsigned_abs(), width = usize::from(self.0) + 1);
        let (whole, fraction) = digits.split_at(digits.len() - usize::from(self.0));
        let sign = if units < 0 { "-" } else { "" };
        let point = if fraction.is_empty() { "" } else { "." };
        format!("{sign}{whole}{point}{fraction}")
    }
}

/// Cuts text that is quoted in an error, so that a huge input does not make a huge answer.
fn shorten(text: &str) -> String {
    let head: String = text.chars().take(MAX_NUMBER_BYTES).collect();
    if head.len() < text.len() { head + "…" } else { head }
}

/// Why a text or number is not a score of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScoreError {
    /// A board cannot have this many decimals.
    Decimals(u8),
    /// Not a decimal number.
    Invalid(String),
    /// Not a score of this board; the text says why.
    Unfit(String),
    /// A number that may have lost digits on its way here.
    Inexact(String),
    /// More digits behind the point than the board has.
    TooManyDecimals {
        /// What was sent.
        text: String,
        /// What the board has.
        decimals: u8,
    },
    /// Outside the signed 64-bit range.
    Overflow(String),
}

impl ScoreError {
    /// Returns the stable code of this error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Decimals(_) => "invalid_request",
            Self::Invalid(_) | Self::Unfit(_) | Self::Inexact(_) => "invalid_score",
            Self::TooManyDecimals { .. } => "too_many_decimals",
            Self::Overflow(_) => "score_overflow",
        }
    }
}

impl fmt::Display for ScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decimals(n) => {
                write!(f, "{n} decimals: a board has 0 to {} of them", Decimals::MAX)
            }
            Self::Invalid(text) => write!(
                f,
                "'{text}' is not a score: it is written -?digits[.digits], in at most \
                 {MAX_NUMBER_BYTES} characters"
            ),
            Self::Unfit(text) => f.write_str(text),
            Self::Inexact(text) => write!(
                f,
                "the number {text} may have been rounded (safe up to 15 digits, at most 2^53 - 1 \
                 units): send a string"
            ),
            Self::TooManyDecimals { text, decimals } => {
                write!(f, "'{text}' has more digits behind the point than the board's {decimals}")
            }
            Self::Overflow(text) => {
                write!(f, "{text} is outside the signed 64-bit range of the board's units")
            }
        }
    }
}

impl core::error::Error for ScoreError {}
