//! What a codec refuses, and why.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use core::fmt;

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
        /// The score that was given.
        value: i128,
        /// The smallest score of the layout.
        min: i128,
        /// The largest score of the layout.
        max: i128,
    },
    /// A text is not an integer in plain digits.
    #[non_exhaustive]
    InvalidScoreText {
        /// The beginning of the text that was given.
        text: Box<str>,
    },
}

impl CodecError {
    /// Returns the stable code of this kind of error, as JavaScript and HTTP clients see it.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::FieldOutOfRange { .. } => "column_out_of_range",
            Self::ScoreOutOfRange { .. } => "score_out_of_bounds",
            Self::InvalidScoreText { .. } => "invalid_score",
        }
    }

    #[cold]
    pub(super) fn invalid_text(text: &str) -> Self {
        Self::InvalidScoreText { text: text.chars().take(QUOTED_CHARS).collect() }
    }
}

impl fmt::Display for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FieldOutOfRange { field, value, min, max } => {
                write!(f, "{field} is {value}, outside {min}..={max}")
            }
            Self::ScoreOutOfRange { value, min, max } => {
                write!(f, "score is {value}, outside {min}..={max}")
            }
            Self::InvalidScoreText { text } => {
                write!(f, "score {text:?} is not an integer of at most 38 plain digits")
            }
        }
    }
}

impl core::error::Error for CodecError {}
