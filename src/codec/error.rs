//! What a codec refuses, and why.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::ToString;
use core::fmt;

use crate::score::Score;

/// How much of a refused text an error quotes, in characters.
const QUOTED_CHARS: usize = 40;

/// A value that a score layout cannot hold, or a score that no values belong to.
///
/// Values are `i128` so that what was given is what the error shows, also where it is far outside.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CodecError {
    /// A value does not fit into the bits of its field.
    #[non_exhaustive]
    FieldOutOfRange {
        /// The name of the field in its layout.
        field: Cow<'static, str>,
        /// The value that was given.
        value: i128,
        /// The smallest value of the field.
        min: i128,
        /// The largest value of the field.
        max: i128,
    },
    /// A score lies outside the layout, so no values belong to it.
    #[non_exhaustive]
    ScoreOutOfRange {
        /// The score that was given, as text: it may be of any size.
        value: Box<str>,
        /// The largest score of the layout; the smallest is 0.
        max: u128,
    },
    /// A text, or a double, is not an integer that can be read without a doubt.
    #[non_exhaustive]
    InvalidScoreText {
        /// The beginning of the text that was given, or the text of the double.
        text: Box<str>,
    },
    /// A text, or a double, is no number at all.
    #[non_exhaustive]
    NotANumber {
        /// The beginning of the text that was given, or the text of the double.
        text: Box<str>,
    },
    /// A score lies in the range of an older form, which makes it of no points and no time.
    #[non_exhaustive]
    NotOfForm {
        /// The score that was given.
        score: Score,
    },
    /// There are more values than the layout has fields, or fewer.
    #[non_exhaustive]
    FieldCount {
        /// How many values were given.
        given: usize,
        /// How many fields the layout has.
        expected: usize,
    },
    /// A layout has no field to add to, or not exactly one that holds the time of it.
    #[non_exhaustive]
    CannotAdd {
        /// How many fields of the layout have no unit.
        plain: usize,
        /// How many fields of the layout have one.
        timed: usize,
    },
    /// A layout has more bits than a double holds.
    #[non_exhaustive]
    TooWideForScore {
        /// How many bits the layout has.
        bits: u32,
        /// How many a double holds.
        max: u32,
    },
}

impl CodecError {
    /// Returns the stable code of this kind of error, as JavaScript and HTTP clients see it.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::FieldOutOfRange { .. } => "column_out_of_range",
            Self::ScoreOutOfRange { .. } => "score_out_of_bounds",
            Self::InvalidScoreText { .. } | Self::NotANumber { .. } | Self::NotOfForm { .. } => {
                "invalid_score"
            }
            Self::FieldCount { .. } | Self::CannotAdd { .. } | Self::TooWideForScore { .. } => {
                "invalid_request"
            }
        }
    }

    #[cold]
    pub(crate) fn invalid_text(text: &str) -> Self {
        Self::InvalidScoreText { text: quoted(text) }
    }

    /// A double that is no integer.
    #[cold]
    pub(super) fn invalid_double(score: f64) -> Self {
        Self::InvalidScoreText { text: double_text(score) }
    }

    #[cold]
    pub(crate) fn not_a_number(text: &str) -> Self {
        Self::NotANumber { text: quoted(text) }
    }

    #[cold]
    pub(super) fn score_out_of_range(value: impl Into<Box<str>>, max: u128) -> Self {
        Self::ScoreOutOfRange { value: value.into(), max }
    }
}

fn quoted(text: &str) -> Box<str> {
    text.chars().take(QUOTED_CHARS).collect()
}

/// The text of a double, short also where the number is long.
pub(super) fn double_text(double: f64) -> Box<str> {
    Score::new(double).map_or("NaN".into(), |score| score.to_string().into())
}

impl fmt::Display for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FieldOutOfRange { field, value, min, max } => {
                write!(f, "{field} is {value}, outside {min}..={max}")
            }
            Self::ScoreOutOfRange { value, max } => {
                write!(f, "score is {value}, outside 0..={max}")
            }
            Self::InvalidScoreText { text } => {
                write!(f, "score {text:?} is not an integer below 2^128 in plain digits")
            }
            Self::NotANumber { text } => write!(f, "score {text:?} is no number"),
            Self::NotOfForm { score } => {
                write!(f, "score {score} is not what this form makes of any points and time")
            }
            Self::FieldCount { given, expected } => {
                write!(f, "{given} values were given to a layout of {expected} fields")
            }
            Self::CannotAdd { plain, timed } => {
                write!(
                    f,
                    "adding takes a field without a unit and one field with a unit; this layout \
                     has {plain} and {timed}"
                )
            }
            Self::TooWideForScore { bits, max } => {
                write!(f, "the layout has {bits} bits, and a score holds {max}")
            }
        }
    }
}

impl core::error::Error for CodecError {}

/// Fields that make no layout, or parameters that make no older form.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayoutError {
    /// There is no field.
    NoFields,
    /// A field has no name.
    #[non_exhaustive]
    EmptyName {
        /// Which field, from 0.
        index: usize,
    },
    /// Two fields have one name.
    #[non_exhaustive]
    RepeatedName {
        /// That name.
        name: Box<str>,
    },
    /// A field has no bits, or more than a value has.
    #[non_exhaustive]
    FieldBits {
        /// The name of the field.
        name: Box<str>,
        /// The bits that were asked for.
        bits: u32,
        /// The most that a field can have.
        max: u32,
    },
    /// The fields have more bits together than a layout.
    #[non_exhaustive]
    TooManyBits {
        /// The bits of the fields up to the first one that does not fit.
        bits: u32,
        /// The most that a layout can have.
        max: u32,
    },
    /// A parameter of an older form leaves nothing that could be read.
    #[non_exhaustive]
    ParameterOutOfRange {
        /// The name of the parameter.
        name: &'static str,
        /// The value that was given.
        value: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
}

impl LayoutError {
    /// Returns the stable code of this kind of error, as JavaScript sees it.
    #[must_use]
    pub fn code(&self) -> &'static str {
        "invalid_request"
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFields => f.write_str("a layout needs at least one field"),
            Self::EmptyName { index } => write!(f, "field {index} has an empty name"),
            Self::RepeatedName { name } => write!(f, "two fields are called {name:?}"),
            Self::FieldBits { name, bits, max } => {
                write!(f, "field {name:?} has {bits} bits, outside 1..={max}")
            }
            Self::TooManyBits { bits, max } => {
                write!(f, "the fields have {bits} bits or more, and a layout has at most {max}")
            }
            Self::ParameterOutOfRange { name, value, min, max } => {
                write!(f, "{name} is {value}, outside {min}..={max}")
            }
        }
    }
}

impl core::error::Error for LayoutError {}
