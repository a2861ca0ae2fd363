//! The fields of a score layout.

use alloc::borrow::Cow;

use super::CodecError;

/// Which values of a field are better. The better value has the larger code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FieldOrder {
    /// More is better, as of points: the value is stored as it is.
    Desc,
    /// Less is better, as of time: `2^bits - 1 - value` is stored.
    Asc,
}

impl FieldOrder {
    /// Returns the order of a name, `desc` or `asc`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::codec::FieldOrder;
    ///
    /// assert_eq!(FieldOrder::from_name("asc"), Some(FieldOrder::Asc));
    /// assert_eq!(FieldOrder::from_name("up"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "desc" => Some(Self::Desc),
            "asc" => Some(Self::Asc),
            _ => None,
        }
    }
}

/// The unit in which a field counts time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TimeUnit {
    /// Milliseconds, `ms`.
    Millisecond,
    /// Seconds, `s`.
    Second,
    /// Minutes, `min`.
    Minute,
    /// Hours, `h`.
    Hour,
    /// Days of 24 hours, `d`.
    Day,
}

impl TimeUnit {
    /// Returns the unit of a name: `ms`, `s`, `min`, `h` or `d`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::codec::TimeUnit;
    ///
    /// assert_eq!(TimeUnit::from_name("min").map(TimeUnit::ms), Some(60_000));
    /// assert_eq!(TimeUnit::from_name("week"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "ms" => Some(Self::Millisecond),
            "s" => Some(Self::Second),
            "min" => Some(Self::Minute),
            "h" => Some(Self::Hour),
            "d" => Some(Self::Day),
            _ => None,
        }
    }

    /// Returns how many milliseconds it has.
    #[must_use]
    pub const fn ms(self) -> i64 {
        match self {
            Self::Millisecond => 1,
            Self::Second => 1000,
            Self::Minute => 60_000,
            Self::Hour => 3_600_000,
            Self::Day => 86_400_000,
        }
    }
}

/// One field of a [`ScoreLayout`](super::ScoreLayout): a whole number of `0..=2^bits - 1`.
///
/// # Examples
///
/// ```
/// use edgeboard::codec::{ScoreField, TimeUnit};
///
/// let points = ScoreField::desc("points", 25);
/// let seconds = ScoreField::asc("seconds", 28).in_unit(TimeUnit::Second);
/// assert_eq!((points.unit, seconds.unit), (None, Some(TimeUnit::Second)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreField {
    /// What errors call it; unique within a layout.
    pub name: Cow<'static, str>,
    /// How many bits hold it, 1 to [`MAX_BITS`](Self::MAX_BITS).
    pub bits: u32,
    /// Which of its values are better.
    pub order: FieldOrder,
    /// Of a time, the unit in which it is counted. A layout never converts it: it says which field
    /// is the time, and what its numbers mean.
    pub unit: Option<TimeUnit>,
}

impl ScoreField {
    /// The most bits of a field. Values are `i128`, so that a negative one can be refused.
    pub const MAX_BITS: u32 = i128::BITS - 1;

    /// Returns a field of which more is better.
    #[must_use]
    pub const fn desc(name: &'static str, bits: u32) -> Self {
        ScoreField { name: Cow::Borrowed(name), bits, order: FieldOrder::Desc, unit: None }
    }

    /// Returns a field of which less is better.
    #[must_use]
    pub const fn asc(name: &'static str, bits: u32) -> Self {
        ScoreField { name: Cow::Borrowed(name), bits, order: FieldOrder::Asc, unit: None }
    }

    /// Returns the field as one that counts time.
    #[must_use]
    pub const fn in_unit(mut self, unit: TimeUnit) -> Self {
        self.unit = Some(unit);
        self
    }

    /// The largest value. The layout has checked the bits.
    const fn max(&self) -> i128 {
        i128::MAX >> (Self::MAX_BITS - self.bits)
    }

    /// What turns a value into its bits, and back: `max - value` is `value ^ max`, since all bits
    /// of `max` are set.
    #[inline]
    fn flip(&self) -> i128 {
        match self.order {
            FieldOrder::Desc => 0,
            FieldOrder::Asc => self.max(),
        }
    }

    /// The bits of a value, larger for a better one.
    #[inline]
    pub(super) fn pack(&self, value: i128) -> Result<u128, CodecError> {
        // As a number without a sign, a negative one is larger than all.
        if value as u128 > self.max() as u128 {
            return Err(self.out_of_range(value));
        }
        Ok((value ^ self.flip()) as u128)
    }

    /// The value of which these are the lowest bits.
    #[inline]
    pub(super) fn unpack(&self, bits: u128) -> i128 {
        (bits as i128 & self.max()) ^ self.flip()
    }

    /// The sum of two numbers, if it is a value of the field.
    pub(super) fn sum(&self, value: i128, delta: i128) -> Result<i128, CodecError> {
        match value.checked_add(delta) {
            Some(sum) if (0..=self.max()).contains(&sum) => Ok(sum),
            _ => Err(self.out_of_range(value.saturating_add(delta))),
        }
    }

    #[cold]
    fn out_of_range(&self, value: i128) -> CodecError {
        CodecError::FieldOutOfRange { field: self.name.clone(), value, min: 0, max: self.max() }
    }
}
