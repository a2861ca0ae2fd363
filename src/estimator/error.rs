//! What an estimator refuses, and why.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use super::{MAX_COUNT, MAX_SEGMENTS};

/// How much of a refused text an error quotes, in characters.
const QUOTED_CHARS: usize = 40;

/// A call that an estimator cannot follow. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EstimatorError {
    /// The range of scores has no score.
    #[non_exhaustive]
    EmptyRange {
        /// The lower end.
        min: i64,
        /// The upper end.
        max: i64,
    },
    /// No segments, or more than [`MAX_SEGMENTS`].
    #[non_exhaustive]
    Segments {
        /// How many there would be.
        segments: u128,
    },
    /// A precision that is none.
    #[non_exhaustive]
    Parts {
        /// The number of parts that was given.
        parts: u32,
        /// The smallest and the largest number.
        limits: (u32, u32),
    },
    /// Nobody is counted where somebody is to be taken away.
    #[non_exhaustive]
    Nobody {
        /// The score that was given.
        score: i64,
    },
    /// There is no room for one more.
    #[non_exhaustive]
    Full {
        /// The most members there can be.
        limit: u64,
    },
    /// One change of a batch is refused, and so is the batch.
    #[non_exhaustive]
    Batch {
        /// The position of the change, from 0.
        at: usize,
        /// What is wrong with it.
        cause: Box<EstimatorError>,
    },
    /// A field of a hash is not one of the tree's, or there twice.
    #[non_exhaustive]
    Field {
        /// The beginning of its name.
        field: Box<str>,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The count of a field is not a number of members.
    #[non_exhaustive]
    Count {
        /// The beginning of the field's name.
        field: Box<str>,
        /// The beginning of what it holds.
        value: Box<str>,
    },
    /// The counts of a hash contradict each other.
    #[non_exhaustive]
    Sum {
        /// The field of a sum.
        field: Box<str>,
        /// What it holds.
        found: u64,
        /// What its segments hold together.
        sum: u64,
    },
    /// More or fewer values than fields.
    #[non_exhaustive]
    Values {
        /// How many values there are.
        found: usize,
        /// How many fields there are to read.
        expected: usize,
    },
    /// An answer to a question that is not asked (any more).
    StaleAnswer,
    /// An answer that contradicts what is known.
    #[non_exhaustive]
    Answer {
        /// The count that was given.
        count: u64,
        /// The smallest and the largest count that are possible.
        limits: (u64, u64),
    },
    /// A saved state that no tree can have.
    #[non_exhaustive]
    State {
        /// What is wrong with it.
        problem: &'static str,
    },
}

impl EstimatorError {
    /// Returns the stable code of this kind of error, as JavaScript and HTTP clients see it.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::EmptyRange { .. }
            | Self::Segments { .. }
            | Self::Parts { .. }
            | Self::Values { .. }
            | Self::StaleAnswer
            | Self::Answer { .. } => "invalid_request",
            Self::Nobody { .. } => "member_not_ranked",
            Self::Full { .. } => "board_full",
            Self::Batch { cause, .. } => cause.code(),
            Self::Field { .. } | Self::Count { .. } | Self::Sum { .. } | Self::State { .. } => {
                "snapshot_invalid"
            }
        }
    }

    #[cold]
    pub(super) fn field(field: &str, problem: &'static str) -> Self {
        Self::Field { field: quoted(field), problem }
    }

    #[cold]
    pub(super) fn count(field: &str, value: &str) -> Self {
        Self::Count { field: quoted(field), value: quoted(value) }
    }

    #[cold]
    pub(super) fn sum(field: String, found: u64, sum: u64) -> Self {
        Self::Sum { field: field.into(), found, sum }
    }
}

fn quoted(text: &str) -> Box<str> {
    text.chars().take(QUOTED_CHARS).collect()
}

impl fmt::Display for EstimatorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyRange { min, max } => {
                write!(f, "min is {min} and max is {max}: min must not be above max")
            }
            Self::Segments { segments } => {
                write!(f, "there would be {segments} segments, outside 1..={MAX_SEGMENTS}")
            }
            Self::Parts { parts, limits: (min, max) } => {
                write!(f, "parts is {parts}, outside {min}..={max}")
            }
            Self::Nobody { score } => {
                write!(f, "nobody is counted who could have the score {score}")
            }
            Self::Full { limit } => write!(f, "the tree is full with {limit} members"),
            Self::Batch { at, cause } => write!(f, "changes[{at}]: {cause}"),
            Self::Field { field, problem } => write!(f, "field {field:?} {problem}"),
            Self::Count { field, value } => {
                write!(f, "field {field:?} holds {value:?}, not an integer in 0..={MAX_COUNT}")
            }
            Self::Sum { field, found, sum } => {
                write!(f, "field {field:?} holds {found}, and its segments {sum} together")
            }
            Self::Values { found, expected } => {
                write!(f, "there are {found} values for {expected} fields")
            }
            Self::StaleAnswer => write!(f, "this question is not asked, or not any more"),
            Self::Answer { count, limits: (min, max) } => {
                write!(f, "the answer is {count}, outside {min}..={max}")
            }
            Self::State { problem } => write!(f, "the saved state is none: {problem}"),
        }
    }
}

impl core::error::Error for EstimatorError {}
