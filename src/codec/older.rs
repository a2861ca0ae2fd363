//! The forms that boards on Redis had before: read, judged and carried over, never written.
//!
//! A double in `[2^e, 2^(e+1))` is a multiple of its step, `2^(e-52)`. A form that puts the time
//! into the fraction therefore has less room for it the more points there are: two neighbouring
//! times stay apart as long as their fractions differ by *more* than a step, since two numbers that
//! far apart are never rounded to one, and numbers a little closer are, somewhere. The fractions
//! are themselves rounded, by at most 2^-54 in each operation, so that two of them can be closer
//! than the formula says by twice that. With `n` times in one point and `k` such operations,
//!
//! ```text
//! 1/n - k * 2^-53 > 2^(e-52)    or    n * (2^(e+1) + k) < 2^53
//! ```
//!
//! which [`limit`] solves for `2^(e+1)`, the first number of points where times can merge. Where
//! `n` is a power of two nothing is rounded, and all 53 bits can be used.
//!
//! Decoding does not trust its arithmetic either: it looks for the time from which the form makes
//! exactly this double, and refuses the score if there is none.

use super::error::double_text;
use super::{CodecError, LayoutError, ScoreLayout, TimeUnit};
use crate::score::Score;

/// The first integer whose neighbour is no double.
const EXACT: u64 = 1 << f64::MANTISSA_DIGITS;

/// What a point weighs in the form of integers, and one more than its last time.
const MILLION: u64 = 1_000_000;

/// How many digits a fraction can have, so that at least a few points stay sound.
const MAX_DIGITS: u32 = 15;

/// The last moment that a fraction can be of, so that at least one number of points stays sound.
const MAX_FUTURE: i64 = (EXACT as i64 - 1) / 3;

/// An older form of packed scores, for reading a board that has it.
///
/// Each knows how many points it can hold before neighbouring times become one double, and refuses
/// what lies beyond, because the time there is a guess. See the functions that make one.
///
/// # Examples
///
/// ```
/// use edgeboard::codec::{OlderLayout, TimeUnit};
///
/// // points + (1 - t / future), with the first second of the year 2100 as the future.
/// let form = OlderLayout::fraction_of_future(4_102_444_800, TimeUnit::Second)?;
/// let score = form.decode_text("100.5709875243172")?;
/// assert_eq!((score.points, score.time), (100, 1_760_000_000));
///
/// assert_eq!(form.max_points(), (1 << 21) - 1);
/// let error = form.decode_text("2097152.570987524").unwrap_err();
/// assert_eq!(error.to_string(), "points is 2097152, outside 0..=2097151");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OlderLayout {
    form: Form,
    unit: TimeUnit,
    max_points: u64,
}

/// The forms. Each but the last has `remaining / times` behind the points, in its own arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `points + (1 - t / future)`.
    FractionOfFuture { future: u64 },
    /// `points + 0.<until - t>`, with `scale` ten to the number of digits.
    RemainingDigits { scale: u64, until: u64 },
    /// `points * 10^6 + (999999 - t)`.
    Million,
}

/// What an older score holds, as [`OlderLayout::decode`] returns it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct OlderScore {
    /// The points, `0..=max_points()`.
    pub points: i64,
    /// The time, in the unit of the form and on its clock.
    pub time: i64,
}

impl OlderLayout {
    /// Returns the form `points + (1 - t / future)`, t and `future` in one unit since 1970.
    ///
    /// A time of 0 adds a whole point and one of `future` adds nothing, so those two cannot be told
    /// apart; times are `1..future`. [`max_points`](Self::max_points) is computed for the worst
    /// rounding: for a `future` just below a power of two it can be half of what would do.
    ///
    /// # Errors
    ///
    /// [`LayoutError::ParameterOutOfRange`] for a future before 2 or after (2^53 - 1) / 3.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::codec::{OlderLayout, TimeUnit};
    ///
    /// let form = OlderLayout::fraction_of_future(4_102_444_800_000, TimeUnit::Millisecond)?;
    /// assert_eq!(form.max_points(), (1 << 11) - 1); // milliseconds cost 2^10 of the points
    /// # Ok::<(), edgeboard::codec::LayoutError>(())
    /// ```
    pub fn fraction_of_future(future: i64, unit: TimeUnit) -> Result<Self, LayoutError> {
        let future = parameter("future", future, 2, MAX_FUTURE)?;
        // A division and a subtraction round.
        let limit = if future.is_power_of_two() { EXACT / future } else { limit(future, 2) };
        Ok(OlderLayout { form: Form::FractionOfFuture { future }, unit, max_points: limit - 1 })
    }

    /// Returns the form `points + 0.<digits>`, the digits being what remains until a moment, filled
    /// up with zeros on the left. `until` counts in the unit of the form.
    ///
    /// A board whose script did not fill up with zeros mixes places: 5, 50 and 500 remaining all
    /// are `.5` there. Such a score reads as the time that its digits have with the zeros on the
    /// right, and nothing can tell.
    ///
    /// # Errors
    ///
    /// [`LayoutError::ParameterOutOfRange`] for less than 1 or more than 15 digits, and for a
    /// moment that is negative or past 2^53 - 1.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::codec::{OlderLayout, TimeUnit};
    ///
    /// let form = OlderLayout::remaining_digits(9, 2_524_579_200, TimeUnit::Second)?;
    /// let score = form.decode_text("20.764564799999999")?;
    /// assert_eq!((score.points, score.time), (20, 2_524_579_200 - 764_564_800));
    /// assert_eq!(form.max_points(), (1 << 23) - 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remaining_digits(digits: u32, until: i64, unit: TimeUnit) -> Result<Self, LayoutError> {
        parameter("digits", digits.into(), 1, MAX_DIGITS.into())?;
        let until = parameter("until", until, 0, EXACT as i64 - 1)?;
        let scale = 10_u64.pow(digits);
        let form = Form::RemainingDigits { scale, until };
        // A text is read in one step, which rounds once.
        Ok(OlderLayout { form, unit, max_points: limit(scale, 1) - 1 })
    }

    /// Returns the form `points * 10^6 + (999999 - t)`, t counted from the start of the event.
    ///
    /// It holds times of `0..10^6`. A board that was written with times since 1970 has scores that
    /// are shifted by thousands of points: most are negative, and refused; where there were enough
    /// points they are not, and read as fewer points.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::codec::{OlderLayout, TimeUnit};
    ///
    /// let form = OlderLayout::million(TimeUnit::Second);
    /// let score = form.decode(100_999_989.0)?;
    /// assert_eq!((score.points, score.time), (100, 10));
    /// assert_eq!(form.max_points(), 9_007_199_253);
    /// # Ok::<(), edgeboard::codec::CodecError>(())
    /// ```
    #[must_use]
    pub const fn million(unit: TimeUnit) -> Self {
        // The most points with which even the largest score, that of time 0, is below 2^53.
        OlderLayout { form: Form::Million, unit, max_points: EXACT / MILLION - 1 }
    }

    /// Returns the most points for which all neighbouring times stay apart.
    ///
    /// Computes in **O(1)** time.
    #[must_use]
    pub fn max_points(&self) -> i64 {
        self.max_points as i64
    }

    /// Returns whether a score has points in the range where neighbouring times stay apart.
    ///
    /// A score in that range can still be one that the form does not make, which
    /// [`decode`](Self::decode) finds. Computes in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::codec::{OlderLayout, TimeUnit};
    ///
    /// let form = OlderLayout::remaining_digits(13, 2_524_579_200_000, TimeUnit::Millisecond)?;
    /// assert!(form.is_sound(511.5));
    /// assert!(![512.5, -0.5, f64::NAN].iter().any(|&score| form.is_sound(score)));
    /// # Ok::<(), edgeboard::codec::LayoutError>(())
    /// ```
    #[must_use]
    pub fn is_sound(&self, score: f64) -> bool {
        self.points_of(score).is_ok()
    }

    /// Unpacks a score.
    ///
    /// Returns the points and the time of which the form makes exactly this double; within the
    /// sound range there is at most one such pair. Computes in **O(1)** time. In Redis: what
    /// `ZSCORE` answered, see also [`decode_text`](Self::decode_text).
    ///
    /// # Errors
    ///
    /// [`CodecError::FieldOutOfRange`] for negative points, for more than
    /// [`max_points`](Self::max_points) and for a time outside the form; and
    /// [`CodecError::NotOfForm`] for a score that the form does not make, which has another form or
    /// other parameters, or was changed by `ZINCRBY`.
    pub fn decode(&self, score: f64) -> Result<OlderScore, CodecError> {
        let points = self.points_of(score)?;
        let time = match self.form {
            Form::FractionOfFuture { future } => {
                let time = future - self.remaining(score, points, future)?;
                time_within(time as i64, 1, future as i64 - 1)?
            }
            Form::RemainingDigits { scale, until } => {
                let time = until as i64 - self.remaining(score, points, scale)? as i64;
                time_within(time, 0, until as i64)?
            }
            Form::Million if score as u64 as f64 == score => {
                (MILLION - 1 - score as u64 % MILLION) as i64
            }
            Form::Million => return Err(not_of_form(score)),
        };
        Ok(OlderScore { points: points as i64, time })
    }

    /// Unpacks a score written as text, in any form in which Redis writes and reads a double.
    ///
    /// Returns the same as [`decode`](Self::decode). Computes in **O(n)** time for n characters.
    ///
    /// # Errors
    ///
    /// Those of [`decode`](Self::decode), and [`CodecError::NotANumber`] for a text that is no
    /// number. A text that was cut (`tostring` of Lua keeps 14 digits) is mostly
    /// [`CodecError::NotOfForm`].
    pub fn decode_text(&self, text: &str) -> Result<OlderScore, CodecError> {
        match Score::from_text(text.as_bytes()) {
            Ok(score) => self.decode(score.get()),
            Err(_) => Err(CodecError::not_a_number(text)),
        }
    }

    /// Carries a score over into a layout.
    ///
    /// Returns the code that [`ScoreLayout::add`] makes for a new member: the points in the first
    /// field without a unit, the time in the one with a unit, 0 in all others. Layouts count from
    /// `start_ms`, a moment on the clock of the older form in milliseconds: the start of the event
    /// since 1970 for a fraction, mostly 0 for a [`million`](Self::million), which counts from the
    /// start itself. A coarser unit cuts the time off. Computes in **O(n)** time for n fields.
    ///
    /// # Errors
    ///
    /// Those of [`decode`](Self::decode) and of [`ScoreLayout::add`]: points or times that do not
    /// fit the layout, a time before the start, a layout without the two fields.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::codec::{OlderLayout, ScoreLayout, TimeUnit};
    ///
    /// let form = OlderLayout::fraction_of_future(4_102_444_800, TimeUnit::Second)?;
    /// let start_ms = 1_759_999_000_000;
    /// let code = form.convert(100.5709875243172, start_ms, &ScoreLayout::DOCUMENTED)?;
    /// assert_eq!(code, ScoreLayout::DOCUMENTED.encode(&[100, 1_000])?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn convert(
        &self,
        score: f64,
        start_ms: i64,
        layout: &ScoreLayout,
    ) -> Result<u128, CodecError> {
        let OlderScore { points, time } = self.decode(score)?;
        let elapsed_ms = i128::from(time) * i128::from(self.unit.ms()) - i128::from(start_ms);
        // A layout without a time is refused by `add`, whatever the time.
        let unit = layout.time_unit().map_or(1, TimeUnit::ms);
        layout.add(None, points.into(), elapsed_ms.div_euclid(unit.into()))
    }

    /// The points of a score, if they are sound.
    fn points_of(&self, score: f64) -> Result<u64, CodecError> {
        let cut = score as i64;
        if score.is_nan() || cut == i64::MIN || cut == i64::MAX {
            return Err(self.beyond_integers(score));
        }
        // Below 0, what the form added to the points has to be taken off again.
        let floor = if cut as f64 > score { cut - 1 } else { cut };
        let points = match self.form {
            Form::Million => floor.div_euclid(MILLION as i64),
            _ => floor,
        };
        field_within("points", points, 0, self.max_points()).map(|points| points as u64)
    }

    /// How much remains, of so many times in a point. The quotient is off by less than one: by half
    /// for the rounding of the sum, and by far less for that of the fraction.
    fn remaining(&self, score: f64, points: u64, times: u64) -> Result<u64, CodecError> {
        let fraction = score - points as f64;
        let near = (fraction * times as f64) as u64;
        let mut candidates = (near..=near + 1).filter(|&remaining| remaining < times);
        let is_right = |remaining: &u64| self.make(points, *remaining) == score;
        candidates.find(is_right).ok_or_else(|| not_of_form(score))
    }

    /// The score that a script makes, in its arithmetic.
    fn make(&self, points: u64, remaining: u64) -> f64 {
        let points = points as f64;
        match self.form {
            Form::FractionOfFuture { future } => {
                points + (1.0 - (future - remaining) as f64 / future as f64)
            }
            // The quotient of two exact numbers is rounded as the text of its digits is.
            Form::RemainingDigits { scale, .. } => points + remaining as f64 / scale as f64,
            Form::Million => points * MILLION as f64 + remaining as f64,
        }
    }

    #[cold]
    fn beyond_integers(&self, score: f64) -> CodecError {
        if score.is_nan() {
            return CodecError::not_a_number("NaN");
        }
        CodecError::score_out_of_range(double_text(score), self.max_points.into())
    }
}

/// The first number of points, a power of two, where two of so many times in a point can be one
/// double, if the fraction is rounded so many times before it is added. The parameters of the forms
/// are limited so that there is one.
fn limit(times: u64, roundings: u64) -> u64 {
    let most = ((EXACT - 1) / times).saturating_sub(roundings);
    1 << most.max(1).ilog2()
}

fn parameter(name: &'static str, value: i64, min: i64, max: i64) -> Result<u64, LayoutError> {
    if (min..=max).contains(&value) {
        return Ok(value as u64);
    }
    Err(LayoutError::ParameterOutOfRange { name, value, min, max })
}

fn time_within(time: i64, min: i64, max: i64) -> Result<i64, CodecError> {
    field_within("time", time, min, max)
}

fn field_within(field: &'static str, value: i64, min: i64, max: i64) -> Result<i64, CodecError> {
    if (min..=max).contains(&value) {
        return Ok(value);
    }
    let (value, min, max) = (value.into(), min.into(), max.into());
    Err(CodecError::FieldOutOfRange { field: field.into(), value, min, max })
}

#[cold]
fn not_of_form(score: f64) -> CodecError {
    match Score::new(score) {
        Ok(score) => CodecError::NotOfForm { score },
        Err(_) => CodecError::not_a_number("NaN"),
    }
}
