//! The rules of a board.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize, Serializer};

use crate::leaderboard::amount::Amount;
use crate::leaderboard::columns::{Column, Columns, MAX_COLUMNS};
use crate::leaderboard::decimal::Decimals;
use crate::leaderboard::hybrid::{self, HybridBoard};
use crate::leaderboard::terms::{Bounds, Terms};
use crate::period::{Calendars, Period, PeriodError, PeriodKind, PeriodRule, ZoneName, Zones};
use crate::time::{DAY_MS, Timestamp};

/// The longest name of a member that a rule can allow, in bytes.
pub const MAX_MEMBER_BYTES: u16 = 512;

/// Which scores are better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SortOrder {
    /// The higher score is better.
    #[default]
    Desc,
    /// The lower score is better.
    Asc,
}

/// What a submission does to the score that is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Operator {
    /// Adds a signed delta.
    #[default]
    Sum,
    /// Keeps the better of the two.
    Best,
    /// Keeps the newer of the two.
    Latest,
}

/// What happens to a score outside the bounds of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutOfRange {
    /// It is refused.
    #[default]
    Reject,
    /// It stops at the bound.
    Clamp,
}

/// What decides between equal scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tie {
    /// Who reached the score first is ahead.
    #[default]
    Earliest,
    /// The order of the names' bytes, as in Redis: ascending where less is better, descending
    /// where more is.
    Member,
}

/// How equal scores are counted: the ranks of 50 50 30 30 10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RankKind {
    /// 1 2 3 4 5: a place for everybody.
    #[default]
    Ordinal,
    /// 1 1 3 3 5: one more than are better.
    Competition,
    /// 1 1 2 2 3: one more than scores that are better.
    Dense,
    /// 2 2 4 4 5: as many as are not worse.
    Modified,
}

impl RankKind {
    /// Returns the kind of a word, as rules and reads spell it.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "ordinal" => Some(Self::Ordinal),
            "competition" => Some(Self::Competition),
            "dense" => Some(Self::Dense),
            "modified" => Some(Self::Modified),
            _ => None,
        }
    }
}

/// What happens to a new member of a full board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnFull {
    /// He is refused.
    #[default]
    Refuse,
    /// The worst member goes.
    Trim,
}

/// A column of a board, in the form in which users write it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColumnRule {
    /// Its name.
    pub name: String,
    /// Which values are better.
    #[serde(default)]
    pub order: SortOrder,
    /// Digits behind the decimal point.
    #[serde(default)]
    pub decimals: u8,
    /// The smallest value; the smallest that 64 bits hold if absent.
    #[serde(default)]
    pub min: Option<Amount>,
    /// The largest value; the largest that 64 bits hold if absent.
    #[serde(default)]
    pub max: Option<Amount>,
}

/// The rules of a board, in the form in which users write them; everything is optional.
///
/// Deserialisation checks the form. [`Rules::check`] decides whether this version can run a board
/// by them: a rule that is documented but not built yet is refused, never ignored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Rules {
    /// Which scores are better.
    pub order: SortOrder,
    /// What a submission does.
    pub op: Operator,
    /// Digits behind the decimal point, 0 to 9.
    pub decimals: u8,
    /// The smallest score.
    pub min: Option<Amount>,
    /// The largest score.
    pub max: Option<Amount>,
    /// What happens to a score outside.
    pub out_of_range: OutOfRange,
    /// What decides between equal scores.
    pub tie: Tie,
    /// How equal scores are counted where a read does not say it.
    pub rank_kind: RankKind,
    /// What a score is made of, if of more than one number.
    pub columns: Option<Vec<ColumnRule>>,
    /// The periods in which every event counts, each kind at most once.
    pub periods: Vec<PeriodRule>,
    time_zone: String,
    grace_seconds: u32,
    /// The most members.
    pub max_members: Option<u32>,
    /// The longest name of a member, in bytes of UTF-8.
    pub max_member_bytes: u16,
    /// What happens to a new member of a full board.
    pub on_full: OnFull,
    /// How many of the best a hybrid board knows exactly; `None` for a board that has all members.
    pub exact_head: Option<u32>,
    shards: u32,
    idempotency_days: u32,
    max_ids: u64,
    #[serde(serialize_with = "as_null")]
    review: Option<IgnoredAny>,
    read: String,
    redis_score: String,
}

/// Writes a rule that can only be `null` in this version.
fn as_null<S: Serializer>(_: &Option<IgnoredAny>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_none()
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            order: SortOrder::Desc,
            op: Operator::Sum,
            decimals: 0,
            min: None,
            max: None,
            out_of_range: OutOfRange::Reject,
            tie: Tie::Earliest,
            rank_kind: RankKind::Ordinal,
            columns: None,
            periods: vec![PeriodKind::All.into()],
            time_zone: "UTC".to_owned(),
            grace_seconds: 60,
            max_members: None,
            max_member_bytes: 64,
            on_full: OnFull::Refuse,
            exact_head: None,
            shards: 1,
            idempotency_days: 30,
            max_ids: 100_000_000,
            review: None,
            read: "public".to_owned(),
            redis_score: "points".to_owned(),
        }
    }
}

impl Rules {
    /// Checks that this version can run a board by these rules, as far as the rules alone tell;
    /// [`Rules::calendars`] looks at the zones.
    ///
    /// # Errors
    /// [`RuleError`] names the first rule that it cannot, with its value.
    pub fn check(&self) -> Result<(), RuleError> {
        self.check_values()?;
        self.check_periods()?;
        self.check_not_built()
    }

    /// Returns the rules as a board applies them.
    ///
    /// # Errors
    /// [`RuleError`] names the first rule that makes no sense, with its value, and `exactHead`,
    /// which is for [`Rules::hybrid`].
    ///
    /// # Examples
    /// ```
    /// use edgeboard::leaderboard::{Operator, Rules};
    ///
    /// let mut rules = Rules::default();
    /// (rules.op, rules.decimals) = (Operator::Best, 2);
    /// assert_eq!(rules.terms()?.op, Operator::Best);
    /// rules.decimals = 10;
    /// assert_eq!(rules.terms().unwrap_err().rule(), "decimals");
    /// # Ok::<(), edgeboard::leaderboard::RuleError>(())
    /// ```
    pub fn terms(&self) -> Result<Terms, RuleError> {
        if self.exact_head.is_some() {
            let reason = "this board has no store of all members, which that needs".to_owned();
            return Err(RuleError::new("exactHead", reason));
        }
        self.applied()
    }

    /// Returns an empty board that knows the best [`exact_head`](Self::exact_head) exactly and the
    /// rest by estimates.
    ///
    /// # Errors
    /// [`RuleError`] names the first rule that makes no sense, with its value, and `exactHead`
    /// where there is none.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::leaderboard::{RankKind, Rules};
    ///
    /// let mut rules = Rules::default();
    /// rules.exact_head = Some(10_000);
    /// assert_eq!(rules.hybrid()?.exact_head(), 10_000);
    /// assert_eq!(rules.terms().unwrap_err().rule(), "exactHead");
    /// rules.rank_kind = RankKind::Dense;
    /// assert_eq!(rules.hybrid().unwrap_err().rule(), "exactHead");
    /// # Ok::<(), edgeboard::leaderboard::RuleError>(())
    /// ```
    pub fn hybrid(&self) -> Result<HybridBoard, RuleError> {
        let Some(rows) = self.exact_head else {
            return Err(RuleError::new("exactHead", "null: the board is no hybrid".to_owned()));
        };
        HybridBoard::new(self.applied()?, rows)
    }

    fn applied(&self) -> Result<Terms, RuleError> {
        self.check_values()?;
        Ok(Terms {
            op: self.op,
            columns: self.columns()?,
            bounds: self.bounds()?,
            tie: self.tie,
            rank_kind: self.rank_kind,
            max_members: self.max_members,
            on_full: self.on_full,
            max_member_bytes: self.max_member_bytes,
            id_window_ms: u64::from(self.idempotency_days) * DAY_MS,
        })
    }

    fn columns(&self) -> Result<Columns, RuleError> {
        let Some(columns) = &self.columns else {
            return Ok(Columns::single(self.order, self.decimals()));
        };
        if columns.len() > MAX_COLUMNS {
            let reason = format!("{} columns: a board has 1 to {MAX_COLUMNS}", columns.len());
            return Err(RuleError::new("columns", reason));
        }
        let whole = [
            ("decimals", self.decimals == 0),
            ("min", self.min.is_none()),
            ("max", self.max.is_none()),
        ];
        if let Some((name, _)) = whole.into_iter().find(|(_, is_default)| !is_default) {
            return Err(RuleError::new(name, "each of the columns has its own".to_owned()));
        }
        Columns::new(columns.iter().map(ColumnRule::column).collect::<Result<_, _>>()?)
    }

    fn bounds(&self) -> Result<Bounds, RuleError> {
        let decimals = self.decimals();
        let read = |name, amount: &Option<Amount>| {
            let units = amount.as_ref().map(|amount| amount.units(decimals)).transpose();
            units.map_err(|error| RuleError::new(name, format!("{error}")))
        };
        let (min, max) = (read("min", &self.min)?, read("max", &self.max)?);
        if min.zip(max).is_some_and(|(min, max)| min > max) {
            return Err(RuleError::new("min", "it is above max".to_owned()));
        }
        Ok(Bounds { min, max, out_of_range: self.out_of_range })
    }

    fn check_values(&self) -> Result<(), RuleError> {
        if self.max_members == Some(0) {
            return Err(RuleError::new("maxMembers", "0: a board has room for 1".to_owned()));
        }
        if Decimals::new(self.decimals).is_err() {
            return Err(RuleError::new("decimals", format!("{} is not 0 to 9", self.decimals)));
        }
        if !(1..=MAX_MEMBER_BYTES).contains(&self.max_member_bytes) {
            let reason = format!("{} is not 1 to {MAX_MEMBER_BYTES}", self.max_member_bytes);
            return Err(RuleError::new("maxMemberBytes", reason));
        }
        if let Some(rows) = self.exact_head {
            hybrid::check(rows, self.rank_kind, self.max_members, self.on_full)?;
        }
        Ok(())
    }

    fn check_periods(&self) -> Result<(), RuleError> {
        if self.periods.is_empty() {
            return Err(RuleError::new("periods", "a board needs at least one".into()));
        }
        for (at, rule) in self.periods.iter().enumerate() {
            rule.check()?;
            let kind = rule.kind;
            let refused = if kind == PeriodKind::Season {
                "is not supported yet as a rule of a board"
            } else if rule.keep.is_some() {
                "cannot have 'keep' yet: periods are kept for ever in this version"
            } else if self.periods[..at].iter().any(|other| other.kind == kind) {
                "is listed twice"
            } else {
                continue;
            };
            return Err(RuleError::new("periods", format!("'{kind}' {refused}")));
        }
        self.zone().map(|_| ())
    }

    /// The zone of the periods that name none.
    fn zone(&self) -> Result<ZoneName, RuleError> {
        ZoneName::parse(&self.time_zone)
            .map_err(|error| RuleError { rule: "timeZone", ..error.into() })
    }

    /// Every rule of the documentation that has only its default so far.
    fn check_not_built(&self) -> Result<(), RuleError> {
        let plain = Self::default();
        let rules = [
            ("op", self.op == plain.op),
            ("min", self.min.is_none()),
            ("max", self.max.is_none()),
            ("outOfRange", self.out_of_range == plain.out_of_range),
            ("tie", self.tie == plain.tie),
            ("rankKind", self.rank_kind == plain.rank_kind),
            ("columns", self.columns.is_none()),
            ("graceSeconds", self.grace_seconds == plain.grace_seconds),
            ("maxMembers", self.max_members.is_none()),
            ("onFull", self.on_full == plain.on_full),
            ("exactHead", self.exact_head.is_none()),
            ("shards", self.shards == plain.shards),
            ("idempotencyDays", self.idempotency_days == plain.idempotency_days),
            ("maxIds", self.max_ids == plain.max_ids),
            ("review", self.review.is_none()),
            ("read", self.read == plain.read),
            ("redisScore", self.redis_score == plain.redis_score),
        ];
        match rules.into_iter().find(|(_, is_default)| !is_default) {
            None => Ok(()),
            Some((name, _)) => Err(RuleError::new(
                name,
                "only its default is supported in this version".to_owned(),
            )),
        }
    }

    /// Returns how the board writes its scores.
    #[must_use]
    pub fn decimals(&self) -> Decimals {
        Decimals::new(self.decimals).unwrap_or_default()
    }

    /// Returns the periods of the board: those that name no zone of their own are in `timeZone`.
    ///
    /// # Errors
    /// [`RuleError`] for a zone that the data does not have.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::leaderboard::Rules;
    /// use edgeboard::period::Zones;
    /// use edgeboard::time::Timestamp;
    ///
    /// let now = Timestamp::from_ms(1_791_993_600_000).expect("an instant");
    /// let calendars = Rules::default().calendars(&Zones::default())?;
    /// assert_eq!(calendars.find(None, now).map(|period| period.id).as_deref(), Some("all"));
    /// assert_eq!(calendars.find(Some("day"), now), None, "not among the rules");
    /// # Ok::<(), edgeboard::leaderboard::RuleError>(())
    /// ```
    pub fn calendars(&self, zones: &Zones) -> Result<Calendars, RuleError> {
        Ok(Calendars::new(&self.periods, &self.zone()?, zones)?)
    }

    /// Returns the longest kind that the board lists: the one whose totals judge an event.
    #[must_use]
    pub fn longest_kind(&self) -> PeriodKind {
        self.periods.iter().map(|rule| rule.kind).min().unwrap_or(PeriodKind::All)
    }

    /// Returns until when a period takes events that arrived before its end; `None` for one that
    /// does not end.
    #[must_use]
    pub fn accepts_until(&self, period: &Period) -> Option<Timestamp> {
        let end = period.bounds?.end.ms() + u64::from(self.grace_seconds) * 1_000;
        Some(Timestamp::from_ms(end).unwrap_or(Timestamp::MAX))
    }
}

impl ColumnRule {
    fn column(&self) -> Result<Column, RuleError> {
        let refuse = |reason| RuleError::new("columns", reason);
        let decimals = Decimals::new(self.decimals).map_err(|error| refuse(format!("{error}")))?;
        let units = |amount: &Option<Amount>, end| {
            let units = amount.as_ref().map_or(Ok(end), |amount| amount.units(decimals));
            units.map_err(|error| refuse(format!("'{}': {error}", self.name)))
        };
        Ok(Column {
            name: self.name.as_str().into(),
            order: self.order,
            decimals,
            min: units(&self.min, i64::MIN)?,
            max: units(&self.max, i64::MAX)?,
        })
    }
}

/// A rule that this version cannot run a board by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    rule: &'static str,
    code: &'static str,
    reason: String,
}

impl RuleError {
    pub(super) const fn new(rule: &'static str, reason: String) -> Self {
        Self { rule, code: "invalid_request", reason }
    }

    /// Returns the stable code of this error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// Returns the name of the rule.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        self.rule
    }
}

impl From<PeriodError> for RuleError {
    fn from(error: PeriodError) -> Self {
        Self { rule: "periods", code: error.code(), reason: error.to_string() }
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rule '{}': {}", self.rule, self.reason)
    }
}

impl core::error::Error for RuleError {}
