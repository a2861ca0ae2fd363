//! Text and numbers as engine types.

use alloc::format;

use super::error::Refusal;
use crate::rank::RankRange;
use crate::score::{Score, ScoreBound, ScoreRange};

/// Reads a range of ranks from two integers, negative ones counting from the end.
pub(super) fn rank_range(start: f64, stop: f64) -> RankRange {
    RankRange::new(start as i64, stop as i64)
}

/// Reads a range of scores from two bounds in the notation of Redis.
pub(super) fn score_range(min: &str, max: &str) -> Result<ScoreRange, Refusal> {
    Ok(ScoreRange { min: score_bound("min", min)?, max: score_bound("max", max)? })
}

/// Reads a number, or after an opening parenthesis a number that does not belong to the range.
/// `inf` and `Infinity` are numbers here, in any case and with any sign.
fn score_bound(name: &str, text: &str) -> Result<ScoreBound, Refusal> {
    let (number, bound): (&str, fn(Score) -> ScoreBound) = match text.strip_prefix('(') {
        Some(number) => (number, ScoreBound::Exclusive),
        None => (text, ScoreBound::Inclusive),
    };
    // NaN parses as well, and is no score.
    let score = number.parse().ok().and_then(|number| Score::new(number).ok());
    score.map(bound).ok_or_else(|| {
        let message = format!("{name} must be a number, or \"(\" and a number, not \"{text:.40}\"");
        Refusal::new("invalid_score", message)
    })
}
