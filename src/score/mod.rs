//! The score of a sorted set: a double without NaN, ranges of it, and both as text.

mod hex;
mod text;

use core::cmp::Ordering;
use core::error::Error;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{Range, RangeInclusive};

pub use text::ScoreTextError;

/// The score of a member: a double that is a number.
///
/// Infinities and denormals are scores; NaN is not. Scores are totally ordered. Minus zero and
/// zero are equal, but a score keeps the sign it was given, so that it can be shown again.
///
/// # Examples
///
/// ```
/// use edgeboard::score::Score;
///
/// let low = Score::new(-0.0)?;
/// assert_eq!(low, Score::ZERO);
/// assert!(low.get().is_sign_negative());
/// assert!(Score::NEG_INFINITY < low && low < Score::new(1e-300)?);
/// assert!(Score::new(f64::NAN).is_err());
/// # Ok::<(), edgeboard::score::NanError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Score(f64);

impl Score {
    /// The score 0.
    pub const ZERO: Self = Score(0.0);
    /// The score above all others.
    pub const INFINITY: Self = Score(f64::INFINITY);
    /// The score below all others.
    pub const NEG_INFINITY: Self = Score(f64::NEG_INFINITY);

    /// Returns `value` as a score.
    ///
    /// Computes in **O(1)** time.
    ///
    /// # Errors
    ///
    /// [`NanError`] when `value` is NaN.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::Score;
    ///
    /// assert_eq!(Score::new(2.5)?.get(), 2.5);
    /// assert!(Score::new(f64::INFINITY - f64::INFINITY).is_err());
    /// # Ok::<(), edgeboard::score::NanError>(())
    /// ```
    pub const fn new(value: f64) -> Result<Self, NanError> {
        if value.is_nan() { Err(NanError) } else { Ok(Score(value)) }
    }

    /// Returns the score nearest to an integer: the integer itself up to 2^53.
    pub(crate) const fn from_integer(value: u64) -> Self {
        Score(value as f64)
    }

    /// Returns the score as a double, with the sign of a zero.
    ///
    /// Computes in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::Score;
    ///
    /// assert_eq!(Score::from(7).get(), 7.0);
    /// ```
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }

    /// Returns the sum of two scores, rounded as IEEE doubles are.
    ///
    /// Computes in **O(1)** time.
    ///
    /// # Errors
    ///
    /// [`NanError`] when infinities of different signs meet.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::{NanError, Score};
    ///
    /// assert_eq!(Score::from(2).checked_add(Score::from(3)), Ok(Score::from(5)));
    /// assert_eq!(Score::INFINITY.checked_add(Score::NEG_INFINITY), Err(NanError));
    /// ```
    pub const fn checked_add(self, by: Self) -> Result<Self, NanError> {
        Score::new(self.0 + by.0)
    }
}

/// The sign of a double.
const SIGN: u64 = 1 << 63;

impl Score {
    /// Returns the score as a number that has the order of the scores. Minus zero, which is equal
    /// to zero, is one below it.
    #[inline]
    pub(crate) const fn to_word(self) -> u64 {
        let bits = self.0.to_bits();
        if bits & SIGN == 0 { bits | SIGN } else { !bits }
    }

    /// Returns the score that [`to_word`](Self::to_word) made a number of.
    #[inline]
    pub(crate) const fn from_word(word: u64) -> Self {
        Score(f64::from_bits(if word & SIGN == 0 { !word } else { word & !SIGN }))
    }

    /// Returns the words of all scores that are equal to this one.
    #[inline]
    pub(crate) fn equal_words(self) -> RangeInclusive<u64> {
        let word = if self == Self::ZERO { SIGN } else { self.to_word() };
        word - u64::from(word == SIGN)..=word
    }
}

impl PartialEq for Score {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Score {}

// The comparisons are spelled out because searches over many scores compile to plain float
// compares that way.
impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    fn lt(&self, other: &Self) -> bool {
        self.0 < other.0
    }

    fn le(&self, other: &Self) -> bool {
        self.0 <= other.0
    }

    fn gt(&self, other: &Self) -> bool {
        self.0 > other.0
    }

    fn ge(&self, other: &Self) -> bool {
        self.0 >= other.0
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.0 < other.0 {
            Ordering::Less
        } else if self.0 > other.0 {
            Ordering::Greater
        } else {
            // No score is NaN, so neither less nor greater is equal.
            Ordering::Equal
        }
    }
}

impl Hash for Score {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The two zeros are equal, so they must hash alike: adding 0 turns -0 into 0.
        (self.0 + 0.0).to_bits().hash(state);
    }
}

impl TryFrom<f64> for Score {
    type Error = NanError;

    fn try_from(value: f64) -> Result<Self, NanError> {
        Score::new(value)
    }
}

impl From<i32> for Score {
    fn from(value: i32) -> Self {
        Score(f64::from(value))
    }
}

/// The error of a score that would be NaN.
///
/// # Examples
///
/// ```
/// use edgeboard::score::{NanError, Score};
///
/// let error = Score::INFINITY.checked_add(Score::NEG_INFINITY).unwrap_err();
/// assert_eq!(error, NanError);
/// assert_eq!(error.code(), "invalid_score");
/// assert_eq!(error.to_string(), "resulting score is not a number (NaN)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NanError;

impl NanError {
    /// Returns the stable code of this error.
    #[must_use]
    pub const fn code(self) -> &'static str {
        "invalid_score"
    }
}

impl fmt::Display for NanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The words of Redis.
        f.write_str("resulting score is not a number (NaN)")
    }
}

impl Error for NanError {}

/// One end of a [`ScoreRange`].
///
/// The open ends `-inf` and `+inf` of Redis are the infinite scores, inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScoreBound {
    /// The score itself lies in the range: `5`.
    Inclusive(Score),
    /// The score itself lies outside: `(5`.
    Exclusive(Score),
}

impl ScoreBound {
    /// Returns the score at the bound.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::{Score, ScoreBound};
    ///
    /// assert_eq!(ScoreBound::Exclusive(Score::ZERO).score(), Score::ZERO);
    /// ```
    #[must_use]
    pub const fn score(self) -> Score {
        match self {
            ScoreBound::Inclusive(score) | ScoreBound::Exclusive(score) => score,
        }
    }
}

/// The scores from `min` to `max`, as `ZCOUNT key min max` takes them.
///
/// # Examples
///
/// ```
/// use edgeboard::score::{Score, ScoreBound, ScoreRange};
///
/// let range = ScoreRange {
///     min: ScoreBound::Exclusive(Score::from(1)),
///     max: ScoreBound::Inclusive(Score::from(3)),
/// };
/// let inside = [0, 1, 2, 3, 4].map(|score| range.contains(Score::from(score)));
/// assert_eq!(inside, [false, false, true, true, false]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScoreRange {
    /// The lower end.
    pub min: ScoreBound,
    /// The upper end.
    pub max: ScoreBound,
}

impl ScoreRange {
    /// All scores: `-inf +inf`.
    pub const ALL: Self = ScoreRange {
        min: ScoreBound::Inclusive(Score::NEG_INFINITY),
        max: ScoreBound::Inclusive(Score::INFINITY),
    };

    /// Returns whether `score` lies below the range.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::{Score, ScoreRange};
    ///
    /// let range = ScoreRange::from(Score::from(2)..Score::from(5));
    /// assert!(range.is_below(Score::from(1)));
    /// assert!(!range.is_below(Score::from(2)));
    /// ```
    #[must_use]
    pub fn is_below(&self, score: Score) -> bool {
        match self.min {
            ScoreBound::Inclusive(min) => score < min,
            ScoreBound::Exclusive(min) => score <= min,
        }
    }

    /// Returns whether `score` lies above the range.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::{Score, ScoreRange};
    ///
    /// let range = ScoreRange::from(Score::from(2)..Score::from(5));
    /// assert!(range.is_above(Score::from(5)));
    /// assert!(!range.is_above(Score::from(4)));
    /// ```
    #[must_use]
    pub fn is_above(&self, score: Score) -> bool {
        match self.max {
            ScoreBound::Inclusive(max) => score > max,
            ScoreBound::Exclusive(max) => score >= max,
        }
    }

    /// Returns whether `score` lies in the range; none does when the bounds are reversed.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::{Score, ScoreRange};
    ///
    /// assert!(ScoreRange::ALL.contains(Score::INFINITY));
    /// ```
    #[must_use]
    pub fn contains(&self, score: Score) -> bool {
        !self.is_below(score) && !self.is_above(score)
    }
}

impl From<Range<Score>> for ScoreRange {
    /// Takes the start inclusive and the end exclusive, as Rust's ranges are.
    fn from(range: Range<Score>) -> Self {
        ScoreRange {
            min: ScoreBound::Inclusive(range.start),
            max: ScoreBound::Exclusive(range.end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_totally_ordered() {
        let ascending = [
            f64::NEG_INFINITY,
            f64::MIN,
            -1.0,
            -f64::MIN_POSITIVE,
            -5e-324,
            0.0,
            5e-324,
            1.0,
            9_007_199_254_740_991.0,
            f64::MAX,
            f64::INFINITY,
        ]
        .map(|value| Score::new(value).unwrap());
        for (i, a) in ascending.iter().enumerate() {
            for (j, b) in ascending.iter().enumerate() {
                assert_eq!(a.cmp(b), i.cmp(&j), "{a:?} {b:?}");
                assert_eq!((a < b, a <= b, a > b, a >= b), (i < j, i <= j, i > j, i >= j));
            }
        }
    }

    #[test]
    fn words_have_the_order_of_scores_and_turn_into_them_again() {
        let ascending = [
            f64::NEG_INFINITY,
            f64::MIN,
            -1.0,
            -5e-324,
            -0.0,
            0.0,
            5e-324,
            1.0,
            f64::MAX,
            f64::INFINITY,
        ]
        .map(|value| Score::new(value).unwrap());
        assert!(ascending.is_sorted_by_key(|score| score.to_word()));
        for score in ascending {
            let again = Score::from_word(score.to_word());
            assert_eq!(again.get().to_bits(), score.get().to_bits());
            let equal = ascending.iter().filter(|other| **other == score).map(|o| o.to_word());
            assert!(score.equal_words().eq(equal), "{score:?}");
        }
    }

    #[test]
    fn the_two_zeros_are_equal_and_keep_their_signs() {
        let minus = Score::new(-0.0).unwrap();
        assert_eq!(minus, Score::ZERO);
        assert_eq!(minus.cmp(&Score::ZERO), Ordering::Equal);
        assert_eq!(minus.get().to_bits(), (-0.0f64).to_bits());
    }

    #[test]
    fn a_reversed_range_contains_nothing() {
        let range = ScoreRange::from(Score::from(5)..Score::from(2));
        for score in 0..8 {
            assert!(!range.contains(Score::from(score)), "{score}");
        }
    }
}
