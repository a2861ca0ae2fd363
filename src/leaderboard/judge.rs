//! What a submission does to the score of a member.

use alloc::format;

use crate::leaderboard::columns::Points;
use crate::leaderboard::decimal::ScoreError;
use crate::leaderboard::error::BoardError;
use crate::leaderboard::record::{Reason, Submission};
use crate::leaderboard::rules::{Operator, OutOfRange};
use crate::leaderboard::terms::Terms;
use crate::time::Timestamp;

/// A score that a member has, and of `latest` boards when it was true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Held {
    pub(super) points: Points,
    pub(super) at: Option<Timestamp>,
}

/// What a submission comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// The score to be held; the one that is there where `is_applied` says so.
    pub(super) points: Points,
    /// When it was true, of `latest` boards.
    pub(super) at: Option<Timestamp>,
    /// Whether the score changes, and with it the time at which it was reached.
    pub(super) is_applied: bool,
    pub(super) reason: Reason,
}

/// Whether what a submission comes to may still be refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// At the door: bounds are judged.
    Door,
    /// Behind it: somebody accepted the submission, and that is final. A sum that a shorter period
    /// cannot hold stops at the end of the range.
    Accepted,
}

impl Terms {
    /// Judges a submission against what its member has; `stamp` is when it came.
    pub(super) fn judge(
        &self,
        submission: &Submission,
        held: Option<Held>,
        stamp: Timestamp,
        stage: Stage,
    ) -> Result<Verdict, BoardError> {
        self.check_count(&submission.points)?;
        let at = (self.op == Operator::Latest).then(|| submission.at.unwrap_or(stamp));
        let (wanted, stopped) = self.wanted(submission.points, held, stage)?;
        let applied = |reason| {
            let reason = if stopped { Reason::Clamped } else { reason };
            Verdict { points: wanted, at, is_applied: true, reason }
        };
        let Some(held) = held else { return Ok(applied(Reason::Added)) };
        let kept = |at, reason| Verdict { points: held.points, at, is_applied: false, reason };
        if at < held.at {
            return Ok(kept(held.at, Reason::Stale));
        }
        if wanted == held.points {
            // A newer word for the same score keeps the time at which that was reached.
            return Ok(kept(at, if stopped { Reason::Clamped } else { Reason::Equal }));
        }
        Ok(match self.op {
            Operator::Sum => applied(Reason::Added),
            Operator::Latest => applied(Reason::Updated),
            Operator::Best if self.columns.pack(&wanted) < self.columns.pack(&held.points) => {
                applied(Reason::Improved)
            }
            Operator::Best => kept(at, Reason::NotBetter),
        })
    }

    /// Checks that there is a number for each column.
    pub(super) fn check_count(&self, points: &Points) -> Result<(), BoardError> {
        let (given, columns) = (points.units().len(), self.columns.count());
        if given == columns {
            return Ok(());
        }
        Err(ScoreError::Unfit(format!("{given} numbers for {columns} columns")).into())
    }

    /// The score that a submission asks for, and whether it was stopped on the way.
    fn wanted(
        &self,
        points: Points,
        held: Option<Held>,
        stage: Stage,
    ) -> Result<(Points, bool), BoardError> {
        let (wanted, overflown) = match (self.op, held) {
            (Operator::Sum, Some(held)) => match held.points.checked_add(&points) {
                Some(sum) => (sum, false),
                None if stage == Stage::Door => return Err(BoardError::Overflow),
                None => (held.points.saturating_add(&points), true),
            },
            _ => (points, false),
        };
        if stage == Stage::Door {
            self.columns.check(&wanted)?;
        }
        let in_columns = self.columns.clamp(&wanted);
        let in_bounds = in_columns.each(|_, units| self.bounds.clamp(units));
        if in_bounds != in_columns && self.bounds.out_of_range == OutOfRange::Reject {
            return match stage {
                Stage::Door => Err(self.out_of_bounds(&wanted)),
                Stage::Accepted => Ok((in_columns, overflown)),
            };
        }
        Ok((in_bounds, overflown || in_bounds != wanted))
    }

    fn out_of_bounds(&self, points: &Points) -> BoardError {
        let decimals = self.columns.all()[0].decimals;
        let text = |units| decimals.format(units).into_boxed_str();
        let bound = |bound: Option<i64>| bound.map_or_else(Default::default, text);
        let bounds = [bound(self.bounds.min), bound(self.bounds.max)];
        BoardError::OutOfBounds { score: text(points.first()), bounds }
    }
}
