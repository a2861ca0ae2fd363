//! Score layouts: several whole numbers side by side in one, in an order that comparing it keeps.
//!
//! ```text
//! bit  52            33 32      28 27                        0
//!      +---------------+----------+--------------------------+
//!      | points (20)   | level (5)| 2^28 - 1 - seconds (28)  |
//!      +---------------+----------+--------------------------+
//! ```
//!
//! The fields stand in the order of their weight, each in bits of its own. A field of which less is
//! better is stored as what is missing to its largest value, so that the larger code is always the
//! better one. Comparing two codes then compares the first fields in which they differ: that holds
//! as long as every value stays within its bits, and so every value is checked, on both ways.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::iter;

use super::error::double_text;
use super::text::read_code;
use super::{CodecError, LayoutError, ScoreField, TimeUnit};

/// The largest integer up to which every integer is a double.
const MAX_EXACT_DOUBLE: u64 = (1 << ScoreLayout::SCORE_BITS) - 1;

/// Fields in the order of their weight, packed into one number of up to 128 bits.
///
/// With up to [`SCORE_BITS`](Self::SCORE_BITS) bits, a code is exact as a score of Redis and as a
/// number of JavaScript; with more it is a key of one's own. A layout is checked once, when it is
/// built.
///
/// # Examples
///
/// Minutes instead of seconds leave more bits for points, 30 instead of 25, and still last for
/// fifteen years:
///
/// ```
/// use edgeboard::codec::{ScoreField, ScoreLayout, TimeUnit};
///
/// let layout = ScoreLayout::new([
///     ScoreField::desc("points", 30),
///     ScoreField::asc("minutes", 23).in_unit(TimeUnit::Minute),
/// ])?;
/// let code = layout.encode(&[1_000_000_000, 90])?;
/// assert!(code > layout.encode(&[1_000_000_000, 91])?); // the earlier one is ahead
/// assert_eq!(layout.bits(), 53);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Points, of equal points the higher level, and of equal levels the shorter time:
///
/// ```
/// use edgeboard::codec::{ScoreField, ScoreLayout, TimeUnit};
///
/// let layout = ScoreLayout::new([
///     ScoreField::desc("points", 20),
///     ScoreField::desc("level", 5),
///     ScoreField::asc("seconds", 28).in_unit(TimeUnit::Second),
/// ])?;
/// let code = layout.encode(&[700, 12, 3_600])?;
/// assert!(code > layout.encode(&[700, 11, 10])?);
/// assert_eq!(layout.decode(code)?.get("level"), Some(12));
///
/// let error = layout.encode(&[700, 32, 3_600]).unwrap_err();
/// assert_eq!(error.to_string(), "level is 32, outside 0..=31");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreLayout {
    fields: Cow<'static, [ScoreField]>,
    /// The sum of the fields' bits.
    bits: u32,
}

const DOCUMENTED_FIELDS: &[ScoreField] =
    &[ScoreField::desc("points", 25), ScoreField::asc("seconds", 28).in_unit(TimeUnit::Second)];

impl ScoreLayout {
    /// The most bits of a code that is exact as a double, and so as a score of Redis.
    pub const SCORE_BITS: u32 = f64::MANTISSA_DIGITS;

    /// The most bits of all fields together.
    pub const MAX_BITS: u32 = u128::BITS;

    /// The documented layout: 25 bits of points, 28 bits of reversed seconds. Its codes are the
    /// scores of [`encode`](super::encode).
    ///
    /// ```
    /// use edgeboard::codec::ScoreLayout;
    ///
    /// assert_eq!(ScoreLayout::DOCUMENTED.encode(&[30_000, 1_000])?, 8_053_332_114_455);
    /// # Ok::<(), edgeboard::codec::CodecError>(())
    /// ```
    pub const DOCUMENTED: Self =
        ScoreLayout { fields: Cow::Borrowed(DOCUMENTED_FIELDS), bits: Self::SCORE_BITS };

    /// Returns a layout of these fields, the weightiest first.
    ///
    /// Computes in **O(n^2)** time for n fields, of which there are at most
    /// [`MAX_BITS`](Self::MAX_BITS).
    ///
    /// # Errors
    ///
    /// [`LayoutError`] if there is no field, if a name is empty or taken, if a field has no bit or
    /// more than [`ScoreField::MAX_BITS`], and if all have more than [`MAX_BITS`](Self::MAX_BITS).
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::codec::{ScoreField, ScoreLayout};
    ///
    /// let wide = ScoreLayout::new([ScoreField::desc("a", 100), ScoreField::asc("b", 29)]);
    /// let message = "the fields have 129 bits or more, and a layout has at most 128";
    /// assert_eq!(wide.unwrap_err().to_string(), message);
    /// ```
    pub fn new(fields: impl Into<Vec<ScoreField>>) -> Result<Self, LayoutError> {
        let fields: Vec<ScoreField> = fields.into();
        let mut bits = 0;
        for (index, field) in fields.iter().enumerate() {
            if field.name.is_empty() {
                return Err(LayoutError::EmptyName { index });
            }
            if fields.iter().take(index).any(|other| other.name == field.name) {
                return Err(LayoutError::RepeatedName { name: (*field.name).into() });
            }
            if !(1..=ScoreField::MAX_BITS).contains(&field.bits) {
                let (name, max) = ((*field.name).into(), ScoreField::MAX_BITS);
                return Err(LayoutError::FieldBits { name, bits: field.bits, max });
            }
            bits += field.bits;
            // Within the loop, so that neither the sum nor the time has to be feared.
            if bits > Self::MAX_BITS {
                return Err(LayoutError::TooManyBits { bits, max: Self::MAX_BITS });
            }
        }
        if fields.is_empty() {
            return Err(LayoutError::NoFields);
        }
        Ok(ScoreLayout { fields: fields.into(), bits })
    }

    /// Returns the fields, the weightiest first.
    #[must_use]
    pub fn fields(&self) -> &[ScoreField] {
        &self.fields
    }

    /// Returns how many bits the codes have.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Returns the largest code, `2^bits - 1`; the smallest is 0.
    #[must_use]
    pub fn max_code(&self) -> u128 {
        u128::MAX >> (Self::MAX_BITS - self.bits)
    }

    /// Packs values, one for each field in the order of the fields.
    ///
    /// Returns a code of `0..=max_code()`, larger for the better values. Values are signed, so that
    /// a negative one is refused instead of being cast into range. Computes in **O(n)** time for n
    /// fields. In Redis: the score that `ZADD` is given, where
    /// [`encode_score`](Self::encode_score) has it as a double.
    ///
    /// # Errors
    ///
    /// [`CodecError::FieldOutOfRange`] for the first value that does not fit its bits, and
    /// [`CodecError::FieldCount`].
    #[inline]
    pub fn encode(&self, values: &[i128]) -> Result<u128, CodecError> {
        if values.len() != self.fields.len() {
            let (given, expected) = (values.len(), self.fields.len());
            return Err(CodecError::FieldCount { given, expected });
        }
        let mut code = 0;
        for (field, &value) in iter::zip(&*self.fields, values) {
            code = code << field.bits | field.pack(value)?;
        }
        Ok(code)
    }

    /// Packs values into a score, as [`encode`](Self::encode) does.
    ///
    /// # Errors
    ///
    /// Those of [`encode`](Self::encode), and [`CodecError::TooWideForScore`] for a layout of more
    /// than [`SCORE_BITS`](Self::SCORE_BITS) bits, whose codes would be rounded.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::codec::{ScoreField, ScoreLayout};
    ///
    /// assert_eq!(ScoreLayout::DOCUMENTED.encode_score(&[30_000, 1_000])?, 8_053_332_114_455.0);
    /// let wide = ScoreLayout::new([ScoreField::desc("points", 54)])?;
    /// assert_eq!(wide.encode_score(&[1]).unwrap_err().code(), "invalid_request");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn encode_score(&self, values: &[i128]) -> Result<f64, CodecError> {
        if self.bits > Self::SCORE_BITS {
            return Err(CodecError::TooWideForScore { bits: self.bits, max: Self::SCORE_BITS });
        }
        self.encode(values).map(|code| code as f64)
    }

    /// Unpacks a code.
    ///
    /// Returns its values; every code in range has exactly one such tuple. Computes in **O(1)**
    /// time.
    ///
    /// # Errors
    ///
    /// [`CodecError::ScoreOutOfRange`] for a code beyond the bits of the layout.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::codec::ScoreLayout;
    ///
    /// let values = ScoreLayout::DOCUMENTED.decode(8_053_332_114_455)?;
    /// assert_eq!(values.iter().collect::<Vec<_>>(), [30_000, 1_000]);
    /// let beyond = ScoreLayout::DOCUMENTED.decode(1 << 53);
    /// assert_eq!(beyond.unwrap_err().code(), "score_out_of_bounds");
    /// # Ok::<(), edgeboard::codec::CodecError>(())
    /// ```
    #[inline]
    pub fn decode(&self, code: u128) -> Result<FieldValues<'_>, CodecError> {
        if code > self.max_code() {
            return Err(self.code_out_of_range(code));
        }
        Ok(FieldValues { layout: self, code })
    }

    /// Unpacks a score, which is a double in Redis and in JavaScript. Minus zero is zero.
    ///
    /// Returns the same as [`decode`](Self::decode). A double from 2^53 on may stand for several
    /// codes, and is refused also where the layout has them. Computes in **O(1)** time. In Redis:
    /// what `ZSCORE` answered.
    ///
    /// # Errors
    ///
    /// [`CodecError::InvalidScoreText`] for NaN and fractions, and
    /// [`CodecError::ScoreOutOfRange`] for what is negative, 2^53 or more, or beyond the layout.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::codec::ScoreLayout;
    ///
    /// let values = ScoreLayout::DOCUMENTED.decode_score(8_053_332_114_455.0)?;
    /// assert_eq!(values.get("points"), Some(30_000));
    /// assert_eq!(ScoreLayout::DOCUMENTED.decode_score(0.5).unwrap_err().code(), "invalid_score");
    /// # Ok::<(), edgeboard::codec::CodecError>(())
    /// ```
    pub fn decode_score(&self, score: f64) -> Result<FieldValues<'_>, CodecError> {
        let max = self.max_code().min(u128::from(MAX_EXACT_DOUBLE));
        if score.is_nan() || (score.abs() < max as f64 && score as i64 as f64 != score) {
            return Err(CodecError::invalid_double(score));
        }
        if score < 0.0 || score > max as f64 {
            return Err(CodecError::score_out_of_range(double_text(score), max));
        }
        self.decode(score as u128)
    }

    /// Unpacks a code written as text, which is how Redis answers scores. It is read as
    /// [`decode_text`](super::decode_text) does it: plain digits.
    ///
    /// Returns the same as [`decode`](Self::decode). Computes in **O(n)** time for n characters.
    ///
    /// # Errors
    ///
    /// [`CodecError::InvalidScoreText`] if the text is not an integer in plain digits, and
    /// [`CodecError::ScoreOutOfRange`].
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::codec::ScoreLayout;
    ///
    /// let values = ScoreLayout::DOCUMENTED.decode_text("8053332114455")?;
    /// assert_eq!(values.get("seconds"), Some(1_000));
    /// # Ok::<(), edgeboard::codec::CodecError>(())
    /// ```
    pub fn decode_text(&self, text: &str) -> Result<FieldValues<'_>, CodecError> {
        self.decode(read_code(text, self.max_code())?)
    }

    /// Adds to the points of a code, and sets its time: what `ZINCRBY` cannot do to a packed score.
    ///
    /// Returns the new code: `delta` is added to the first field without a unit, `time` is the new
    /// value of the field with one, and all others stay. `None` is a member who is not there yet,
    /// and starts from 0 in every field. A delta of 0 changes nothing for a member who is there:
    /// whoever reached the present points first stays ahead, so the earlier time is kept. What is
    /// refused has changed nothing, because nothing is changed in place. Computes in **O(n)** time
    /// for n fields.
    ///
    /// In Redis it takes a script, or `WATCH`: read, decode, add, encode and write in one step.
    ///
    /// # Errors
    ///
    /// [`CodecError::FieldOutOfRange`] for a sum below 0 or beyond the bits and for a time outside
    /// its field, also where the delta is 0; [`CodecError::ScoreOutOfRange`] for a code beyond the
    /// layout; [`CodecError::CannotAdd`] for a layout without a plain field, and for one that has
    /// not exactly one field with a unit.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::codec::ScoreLayout;
    ///
    /// let layout = ScoreLayout::DOCUMENTED;
    /// let first = layout.add(None, 100, 10)?;
    /// let second = layout.add(Some(first), 30, 500)?;
    /// assert_eq!(layout.decode(second)?.iter().collect::<Vec<_>>(), [130, 500]);
    ///
    /// assert_eq!(layout.add(Some(second), 0, 900)?, second);
    /// let error = layout.add(Some(second), -131, 900).unwrap_err();
    /// assert_eq!(error.to_string(), "points is -1, outside 0..=33554431");
    /// # Ok::<(), edgeboard::codec::CodecError>(())
    /// ```
    pub fn add(&self, code: Option<u128>, delta: i128, time: i128) -> Result<u128, CodecError> {
        let AddFields { points, time: at_time } = self.add_fields()?;
        let mut values = Vec::new();
        match code {
            Some(code) => values.extend(self.decode(code)?.iter()),
            None => values.resize(self.fields.len(), 0),
        }
        for (at, (field, value)) in iter::zip(&*self.fields, &mut values).enumerate() {
            if at == points {
                *value = field.sum(*value, delta)?;
            } else if at == at_time {
                *value = time;
            }
        }
        let changed = self.encode(&values)?;
        Ok(code.filter(|_| delta == 0).unwrap_or(changed))
    }

    /// The field that `add` adds to, and the one that it sets.
    fn add_fields(&self) -> Result<AddFields, CodecError> {
        let (mut points, mut time) = (None, None);
        let (mut plain, mut timed) = (0, 0);
        for (at, field) in self.fields.iter().enumerate() {
            if field.unit.is_some() {
                timed += 1;
                time = Some(at);
            } else {
                plain += 1;
                points = points.or(Some(at));
            }
        }
        match (points, time) {
            (Some(points), Some(time)) if timed == 1 => Ok(AddFields { points, time }),
            _ => Err(CodecError::CannotAdd { plain, timed }),
        }
    }

    /// The unit of the field that `add` sets.
    pub(super) fn time_unit(&self) -> Option<TimeUnit> {
        self.fields.iter().find_map(|field| field.unit)
    }

    #[cold]
    fn code_out_of_range(&self, code: u128) -> CodecError {
        CodecError::score_out_of_range(alloc::format!("{code}"), self.max_code())
    }
}

/// The places of the two fields of [`ScoreLayout::add`].
struct AddFields {
    points: usize,
    time: usize,
}

/// The values of a code, as [`ScoreLayout::decode`] returns them. It allocates nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldValues<'a> {
    layout: &'a ScoreLayout,
    code: u128,
}

impl<'a> FieldValues<'a> {
    /// Returns the code that they are the values of.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::codec::ScoreLayout;
    ///
    /// // A score as Redis answered it, 30 points later.
    /// let layout = ScoreLayout::DOCUMENTED;
    /// let code = layout.decode_text("27111981045")?.code();
    /// assert_eq!(layout.decode(layout.add(Some(code), 30, 500)?)?.get("points"), Some(130));
    /// # Ok::<(), edgeboard::codec::CodecError>(())
    /// ```
    #[must_use]
    pub fn code(&self) -> u128 {
        self.code
    }

    /// Returns the value of a field, or `None` where no field has that name. Computes in **O(n)**
    /// time for n fields.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<i128> {
        let mut named = iter::zip(self.layout.fields(), self.iter());
        named.find_map(|(field, value)| (field.name == name).then_some(value))
    }

    /// Returns the values in the order of the fields. Computes in **O(1)** time for each.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = i128> + use<'a> {
        let (code, mut behind) = (self.code, self.layout.bits);
        self.layout.fields.iter().map(move |field| {
            behind -= field.bits;
            field.unpack(code >> behind)
        })
    }
}
