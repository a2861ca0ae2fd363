//! The class `Leaderboard`: one board in one period, with its rules.

mod answer;
mod given;
mod seen;
mod stored;

use alloc::string::String;
use alloc::vec::Vec;

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::error::Refusal;
use super::time::timestamp;
use crate::leaderboard::{
    self, BoardError, Change, Command, PageRequest, PageStart, RankKind, Rules, Submission, Terms,
};
use crate::period::Bounds;
use answer::Answers;
use given::OneSeen;

/// A board. Its own methods take what `pkg/entry/leaderboard.js` has looked at.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Leaderboard {
    board: leaderboard::Leaderboard,
}

#[wasm_bindgen]
impl Leaderboard {
    /// Makes an empty board. `starts_at` and `ends_at` are NaN where the period has no bounds.
    ///
    /// # Errors
    /// `invalid_request` for rules that make no sense.
    #[wasm_bindgen(constructor)]
    pub fn new(
        rules: JsValue,
        starts_at: f64,
        ends_at: f64,
        keeps_records: bool,
    ) -> Result<Self, JsValue> {
        let terms = terms(rules)?;
        let board = leaderboard::Leaderboard::new(terms).within(bounds(starts_at, ends_at)?);
        Ok(Self::of(board, keeps_records))
    }

    /// How many members are ranked.
    #[must_use]
    pub fn size(&self) -> usize {
        self.board.len()
    }

    /// The number of the newest record.
    #[must_use]
    pub fn version(&self) -> f64 {
        self.board.version() as f64
    }

    /// The bytes that the members have allocated.
    #[must_use]
    #[wasm_bindgen(js_name = memoryBytes)]
    pub fn memory_bytes(&self) -> usize {
        self.board.allocated_bytes()
    }

    /// Obeys a submission, and tells what it did. With an event id, `known` is what is kept under
    /// it, and the answer has what is to be kept.
    ///
    /// # Errors
    /// What the board refuses.
    pub fn submit(
        &mut self,
        member: String,
        score: JsValue,
        options: JsValue,
        now: f64,
    ) -> Result<JsValue, JsValue> {
        let now = timestamp(now)?;
        let given::Options { at, metadata, event_id, known } = given::options(options)?;
        let points = self.board.terms().points(&given::score(score)?).map_err(Refusal::from)?;
        let change = Change::Submit(Submission { points, at, metadata });
        let command = Command { member, change };
        let Some(id) = event_id else {
            let outcome = self.board.apply(command, now).map_err(Refusal::from)?;
            return self.answers(None).outcome(outcome, false, None);
        };
        let mut seen = OneSeen::new(known);
        let result = self.board.apply_once(&id, command, &mut seen, now);
        match result {
            Ok(taken) => self.answers(None).outcome(taken.outcome, taken.replayed, seen.kept()),
            // A refusal that is final has to be kept as well, so it is an answer here.
            Err(error) if seen.has_kept() => answer::refusal(&error, seen.kept()),
            Err(error) => Err(Refusal::from(error).into()),
        }
    }

    /// The entry of a member, or `null`.
    ///
    /// # Errors
    /// `invalid_request` for a kind of rank that there is not.
    pub fn get(&self, member: &str, kind: Option<String>) -> Result<JsValue, JsValue> {
        let answers = self.answers(rank_kind(kind)?);
        self.board.get(member).map_or(Ok(JsValue::NULL), |entry| answers.entry(entry))
    }

    /// The rank of a member; `undefined` where he has none.
    ///
    /// # Errors
    /// `invalid_request` for a kind of rank that there is not.
    pub fn rank(&self, member: &str, kind: Option<String>) -> Result<Option<u32>, JsValue> {
        let kind = rank_kind(kind)?.unwrap_or(self.board.terms().rank_kind);
        Ok(self.board.rank(member, kind))
    }

    /// The entry at a place, or `null`.
    ///
    /// # Errors
    /// `invalid_request` for a kind of rank that there is not.
    pub fn at(&self, rank: f64, kind: Option<String>) -> Result<JsValue, JsValue> {
        let answers = self.answers(rank_kind(kind)?);
        self.board.at(rank as u32).map_or(Ok(JsValue::NULL), |entry| answers.entry(entry))
    }

    /// The best entries.
    ///
    /// # Errors
    /// `invalid_request` for a kind of rank that there is not.
    pub fn top(&self, limit: f64, kind: Option<String>) -> Result<JsValue, JsValue> {
        self.answers(rank_kind(kind)?).entries(self.board.top(limit as usize))
    }

    /// A member between his neighbours.
    ///
    /// # Errors
    /// `member_not_ranked`.
    pub fn around(
        &self,
        member: &str,
        before: f64,
        after: f64,
        kind: Option<String>,
    ) -> Result<JsValue, JsValue> {
        let entries = self.board.around(member, before as usize, after as usize);
        self.answers(rank_kind(kind)?).entries(entries.map_err(Refusal::from)?)
    }

    /// The entries of some members, and who is not ranked.
    ///
    /// # Errors
    /// `invalid_request` for too many of them.
    pub fn lookup(&self, members: Vec<String>, kind: Option<String>) -> Result<JsValue, JsValue> {
        let lookup = self.board.lookup(members.iter().map(String::as_str));
        self.answers(rank_kind(kind)?).lookup(lookup.map_err(Refusal::from)?)
    }

    /// A page. `rank` and `limit` are NaN, `cursor`, `min` and `max` undefined where not asked for.
    ///
    /// # Errors
    /// `cursor_invalid`, `cursor_expired`.
    pub fn page(&mut self, request: JsValue, now: f64) -> Result<JsValue, JsValue> {
        let now = timestamp(now)?;
        let given::PageForm { limit, cursor, from, pin, min_score, max_score, kind } =
            given::page(request)?;
        let kind = rank_kind(kind)?;
        let start = match (cursor, from) {
            (Some(cursor), _) => PageStart::Cursor(cursor),
            (None, Some(rank)) => PageStart::Rank(rank),
            (None, None) => PageStart::First,
        };
        let decimals = self.board.terms().columns.all()[0].decimals;
        let units = |amount: Option<leaderboard::Amount>, end| {
            amount.map_or(Ok(end), |amount| amount.units(decimals)).map_err(BoardError::from)
        };
        let range = if min_score.is_none() && max_score.is_none() {
            None
        } else {
            let min = units(min_score, i64::MIN).map_err(Refusal::from)?;
            Some((min, units(max_score, i64::MAX).map_err(Refusal::from)?))
        };
        let request = PageRequest { limit, start, range, pin };
        let page = self.board.page(&request, now).map_err(Refusal::from)?;
        self.answers(kind).page(page)
    }

    /// The ranks that a score would get.
    ///
    /// # Errors
    /// `invalid_score`.
    pub fn preview(&self, score: JsValue) -> Result<JsValue, JsValue> {
        let points = self.board.terms().points(&given::score(score)?).map_err(Refusal::from)?;
        answer::preview(self.board.preview(&points))
    }

    /// The share of members who are worse, in percent; `undefined` for who is not ranked.
    #[must_use]
    pub fn percentile(&self, member: &str) -> Option<f64> {
        self.board.percentile(member).map(|share| share.percentile)
    }

    /// The competition rank in percent of all; `undefined` for who is not ranked.
    #[must_use]
    #[wasm_bindgen(js_name = topPercent)]
    pub fn top_percent(&self, member: &str) -> Option<f64> {
        self.board.percentile(member).map(|share| share.top)
    }

    /// The score at a percentile, or `null`.
    ///
    /// # Errors
    /// None; the signature is that of the other answers.
    #[wasm_bindgen(js_name = scoreAtPercentile)]
    pub fn score_at_percentile(&self, percentile: f64) -> Result<JsValue, JsValue> {
        let points = self.board.score_at_percentile(percentile);
        points.map_or(Ok(JsValue::NULL), |points| self.answers(None).score(&points))
    }

    /// How many members have a score from `min` to `max`.
    ///
    /// # Errors
    /// `invalid_score`.
    #[wasm_bindgen(js_name = countBetween)]
    pub fn count_between(&self, min: JsValue, max: JsValue) -> Result<usize, JsValue> {
        let decimals = self.board.terms().columns.all()[0].decimals;
        let units = |value| -> Result<i64, JsValue> {
            Ok(given::amount(value)?
                .units(decimals)
                .map_err(BoardError::from)
                .map_err(Refusal::from)?)
        };
        Ok(self.board.count_between(units(min)?, units(max)?))
    }

    /// The bars of a histogram.
    ///
    /// # Errors
    /// None; the signature is that of the other answers.
    pub fn histogram(&self, buckets: f64) -> Result<JsValue, JsValue> {
        self.answers(None).histogram(self.board.histogram(buckets as u32))
    }

    /// What the scores look like.
    ///
    /// # Errors
    /// None; the signature is that of the other answers.
    pub fn stats(&self, buckets: f64) -> Result<JsValue, JsValue> {
        self.answers(None).stats(self.board.stats(buckets as u32))
    }

    /// Forgets a member; `false` where there was none.
    ///
    /// # Errors
    /// What the board refuses.
    pub fn remove(&mut self, member: String, now: f64) -> Result<bool, JsValue> {
        self.obey(member, Change::Remove, now)
    }

    /// Hides a member; `false` where he was hidden.
    ///
    /// # Errors
    /// What the board refuses.
    pub fn ban(&mut self, member: String, now: f64) -> Result<bool, JsValue> {
        self.obey(member, Change::Ban, now)
    }

    /// Shows a member again; `false` where he was not hidden.
    ///
    /// # Errors
    /// What the board refuses.
    pub fn unban(&mut self, member: String, now: f64) -> Result<bool, JsValue> {
        self.obey(member, Change::Unban, now)
    }

    /// Replaces the metadata of a member: JSON, or `undefined` for none.
    ///
    /// # Errors
    /// What the board refuses.
    #[wasm_bindgen(js_name = setMetadata)]
    pub fn set_metadata(
        &mut self,
        member: String,
        metadata: Option<String>,
        now: f64,
    ) -> Result<bool, JsValue> {
        self.obey(member, Change::Metadata(metadata.map(String::into_boxed_str)), now)
    }

    /// Gives the board other rules.
    ///
    /// # Errors
    /// `config_conflict`, `invalid_request`.
    #[wasm_bindgen(js_name = setRules)]
    pub fn set_rules(&mut self, rules: JsValue, migrate: bool, now: f64) -> Result<(), JsValue> {
        let (terms, now) = (terms(rules)?, timestamp(now)?);
        Ok(self.board.set_terms(terms, migrate, now).map_err(Refusal::from)?)
    }

    /// Members who are banned.
    #[must_use]
    pub fn banned(&self) -> Array {
        self.board.banned().map(JsValue::from).collect()
    }
}

impl Leaderboard {
    fn obey(&mut self, member: String, change: Change, now: f64) -> Result<bool, JsValue> {
        let (version, now) = (self.board.version(), timestamp(now)?);
        let outcome = self.board.apply(Command { member, change }, now).map_err(Refusal::from)?;
        Ok(outcome.version > version)
    }

    fn answers(&self, kind: Option<RankKind>) -> Answers<'_> {
        Answers::new(&self.board, kind)
    }
}

fn terms(rules: JsValue) -> Result<Terms, JsValue> {
    let rules: Rules = given::read(rules, "rules")?;
    Ok(rules.terms().map_err(|error| Refusal::new(error.code(), error))?)
}

fn bounds(starts_at: f64, ends_at: f64) -> Result<Option<Bounds>, JsValue> {
    if starts_at.is_nan() || ends_at.is_nan() {
        return Ok(None);
    }
    Ok(Some(Bounds { start: timestamp(starts_at)?, end: timestamp(ends_at)? }))
}

fn rank_kind(word: Option<String>) -> Result<Option<RankKind>, Refusal> {
    let refused = |word: &String| {
        let kinds = "ordinal, competition, dense, modified";
        Refusal::new("invalid_request", alloc::format!("kind must be one of {kinds}: {word:.40}"))
    };
    word.map(|word| RankKind::parse(&word).ok_or_else(|| refused(&word))).transpose()
}
