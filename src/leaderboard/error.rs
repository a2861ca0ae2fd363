//! What a board refuses, and why.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::fmt;

use crate::leaderboard::columns::ColumnError;
use crate::leaderboard::decimal::ScoreError;
use crate::leaderboard::rules::RuleError;
use crate::snapshot::SnapshotError;
use crate::time::Timestamp;

/// Why a board does not do what it was told, or does not answer. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// A member's name is empty or too long.
    Member {
        /// Bytes that it has.
        bytes: usize,
        /// Bytes that it may have.
        max: u16,
    },
    /// A score that is none.
    Score(ScoreError),
    /// A value out of the range of its column.
    Column(ColumnError),
    /// A score out of the bounds of the board.
    OutOfBounds {
        /// What the score would be, as text.
        score: Box<str>,
        /// The bounds, as text; open ends are empty.
        bounds: [Box<str>; 2],
    },
    /// A sum past 64 bits.
    Overflow,
    /// There is no room for a new member.
    Full {
        /// The most members.
        max: u32,
    },
    /// The period has not begun.
    NotStarted {
        /// When it will.
        starts_at: Timestamp,
    },
    /// The period has ended.
    Closed {
        /// When it did.
        ended_at: Timestamp,
    },
    /// The same event id with something else in it.
    Conflict,
    /// A refusal that is known under the event id.
    Replayed {
        /// The code of the refusal.
        code: &'static str,
        /// The words of the refusal.
        message: Box<str>,
    },
    /// The member is not ranked on the board.
    NotRanked(Box<str>),
    /// What the owner of a hybrid board holds of a member contradicts the board.
    Row {
        /// Whose row.
        member: Box<str>,
        /// What does not fit, as the rest of the sentence "the row of ...".
        problem: &'static str,
    },
    /// An answer to an effect that is not asked for, or not any more.
    StaleAnswer,
    /// A cursor that this board did not make.
    CursorInvalid,
    /// A cursor whose rows are kept no longer.
    CursorExpired,
    /// Rules that a board cannot have.
    Rules(RuleError),
    /// A change of rules that would reorder or rescale what is there.
    RulesConflict(RuleError),
    /// A snapshot that cannot be read.
    Snapshot(SnapshotError),
    /// Something else that makes no sense; the text says what.
    Invalid(String),
}

impl BoardError {
    /// Returns the stable code of this error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Member { .. } => "invalid_member",
            Self::Score(error) => error.code(),
            Self::Column(error) => error.code(),
            Self::OutOfBounds { .. } => "score_out_of_bounds",
            Self::Overflow => "score_overflow",
            Self::Full { .. } => "board_full",
            Self::NotStarted { .. } => "period_not_started",
            Self::Closed { .. } => "period_closed",
            Self::Conflict => "idempotency_conflict",
            Self::Replayed { code, .. } => code,
            Self::NotRanked(_) => "member_not_ranked",
            Self::CursorInvalid => "cursor_invalid",
            Self::CursorExpired => "cursor_expired",
            Self::RulesConflict(_) => "config_conflict",
            Self::Snapshot(error) => error.code(),
            Self::Rules(_) | Self::Invalid(_) | Self::Row { .. } | Self::StaleAnswer => {
                "invalid_request"
            }
        }
    }

    /// Returns whether a submission that was refused so stays refused under its event id; any
    /// other error leaves the id free.
    #[must_use]
    pub const fn is_final(&self) -> bool {
        matches!(
            self,
            Self::OutOfBounds { .. }
                | Self::Overflow
                | Self::Column(_)
                | Self::Full { .. }
                | Self::Closed { .. }
        )
    }

    /// Returns a refusal that was kept. A code that this version does not know can only come from a
    /// later one.
    pub(super) fn replayed(code: &str, message: Box<str>) -> Self {
        const FINAL: [&str; 6] = [
            "score_out_of_bounds",
            "score_overflow",
            "column_out_of_range",
            "board_full",
            "period_closed",
            "invalid_request",
        ];
        let code = FINAL.into_iter().find(|known| *known == code).unwrap_or("invalid_request");
        Self::Replayed { code, message }
    }

    #[cold]
    pub(super) fn row(member: &str, problem: &'static str) -> Self {
        Self::Row { member: member.into(), problem }
    }

    pub(super) fn invalid(text: impl Into<String>) -> Self {
        Self::Invalid(text.into())
    }
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Member { bytes, max } => {
                write!(f, "the member has {bytes} bytes; it has 1 to {max}")
            }
            Self::Score(error) => error.fmt(f),
            Self::Column(error) => error.fmt(f),
            Self::OutOfBounds { score, bounds } => {
                let range = match bounds.each_ref().map(|bound| &**bound) {
                    [min, ""] => format!("at least {min}"),
                    ["", max] => format!("at most {max}"),
                    [min, max] => format!("{min} to {max}"),
                };
                write!(f, "the score would be {score}; scores of this board are {range}")
            }
            Self::Overflow => f.write_str("the sum would leave the signed 64-bit range of units"),
            Self::Full { max } => write!(f, "the board has {max} members, as many as it may"),
            Self::NotStarted { starts_at } => write!(f, "the period starts at {starts_at}"),
            Self::Closed { ended_at } => write!(f, "the period ended at {ended_at}"),
            Self::Conflict => f.write_str("the event id belongs to a submission with another body"),
            Self::Replayed { message, .. } => f.write_str(message),
            Self::NotRanked(member) => write!(f, "'{member}' is not ranked on this board"),
            Self::Row { member, problem } => write!(f, "the row of '{member}' {problem}"),
            Self::StaleAnswer => f.write_str("this is not asked for, or not any more"),
            Self::CursorInvalid => f.write_str("this is no cursor of this board"),
            Self::CursorExpired => {
                f.write_str("the rows of this cursor are kept no longer: start again without it")
            }
            Self::Rules(error) => error.fmt(f),
            Self::RulesConflict(error) => {
                write!(f, "{error}: say \"migrate\" to change what is there")
            }
            Self::Snapshot(error) => error.fmt(f),
            Self::Invalid(text) => f.write_str(text),
        }
    }
}

impl core::error::Error for BoardError {}

impl From<ColumnError> for BoardError {
    fn from(error: ColumnError) -> Self {
        Self::Column(error)
    }
}

impl From<ScoreError> for BoardError {
    fn from(error: ScoreError) -> Self {
        Self::Score(error)
    }
}

impl From<RuleError> for BoardError {
    fn from(error: RuleError) -> Self {
        Self::Rules(error)
    }
}

impl From<SnapshotError> for BoardError {
    fn from(error: SnapshotError) -> Self {
        Self::Snapshot(error)
    }
}
