//! What a board goes by: its rules, checked and in the form in which they are applied.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::leaderboard::amount::Amount;
use crate::leaderboard::columns::{Columns, MAX_COLUMNS, Points};
use crate::leaderboard::decimal::{Decimals, ScoreError};
use crate::leaderboard::error::BoardError;
use crate::leaderboard::roster::TieRule;
use crate::leaderboard::rules::{OnFull, Operator, OutOfRange, RankKind, SortOrder, Tie};
use crate::time::DAY_MS;

/// The rules of a board as it applies them; made by [`Rules::terms`](super::Rules::terms).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// What a submission does.
    pub op: Operator,
    /// What a score is made of.
    pub columns: Columns,
    /// The smallest and the largest score, of boards with one column.
    pub bounds: Bounds,
    /// What decides between equal scores.
    pub tie: Tie,
    /// The kind of rank that answers carry.
    pub rank_kind: RankKind,
    /// The most members that the board keeps.
    pub max_members: Option<u32>,
    /// What happens to a new member of a full board.
    pub on_full: OnFull,
    /// The longest name of a member, in bytes.
    pub max_member_bytes: u16,
    /// How long event ids are known, in ms.
    pub id_window_ms: u64,
}

/// A score as it was sent: a number, or one for each column by name.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// The score of a board without columns.
    One(Amount),
    /// The values of columns, in any order.
    Many(Vec<(String, Amount)>),
}

/// The range in which scores stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// The smallest score, in units.
    pub min: Option<i64>,
    /// The largest score, in units.
    pub max: Option<i64>,
    /// What happens to a score outside.
    pub out_of_range: OutOfRange,
}

impl Bounds {
    /// Returns the nearest score inside.
    pub(super) fn clamp(&self, units: i64) -> i64 {
        let raised = self.min.map_or(units, |min| units.max(min));
        self.max.map_or(raised, |max| raised.min(max))
    }
}

impl Terms {
    /// Returns the terms of a board with one column and defaults for the rest.
    #[must_use]
    pub fn new(order: SortOrder, op: Operator) -> Self {
        Self {
            op,
            columns: Columns::single(order, Decimals::default()),
            bounds: Bounds::default(),
            tie: Tie::default(),
            rank_kind: RankKind::default(),
            max_members: None,
            on_full: OnFull::default(),
            max_member_bytes: 64,
            id_window_ms: 30 * DAY_MS,
        }
    }

    /// Returns the exact score of what was sent.
    ///
    /// # Errors
    /// [`BoardError::Score`] for what is no score of this board.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::leaderboard::{Amount, Given, SortOrder, Terms};
    ///
    /// let terms = Terms::from(SortOrder::Desc);
    /// let given = |text: &str| Given::One(Amount::Text(text.into()));
    /// assert_eq!(terms.points(&given("30"))?.units(), [30]);
    /// assert_eq!(terms.points(&given("0.5")).unwrap_err().code(), "too_many_decimals");
    /// # Ok::<(), edgeboard::leaderboard::BoardError>(())
    /// ```
    pub fn points(&self, given: &Given) -> Result<Points, BoardError> {
        let invalid = |text: String| BoardError::from(ScoreError::Unfit(text));
        let columns = self.columns.all();
        let has_names = !columns[0].name.is_empty();
        match given {
            Given::One(amount) if !has_names => Ok(amount.units(columns[0].decimals)?.into()),
            Given::One(_) => Err(invalid("a number for each column is needed, by name".into())),
            Given::Many(_) if !has_names => {
                Err(invalid("this board has one score and no columns".into()))
            }
            Given::Many(amounts) => {
                let mut units = [0; MAX_COLUMNS];
                for (column, units) in columns.iter().zip(&mut units) {
                    let given = amounts.iter().find(|(name, _)| **name == *column.name);
                    let (_, amount) =
                        given.ok_or_else(|| invalid(format!("'{}' is missing", column.name)))?;
                    *units = amount.units(column.decimals)?;
                }
                let is_known = |name: &str| columns.iter().any(|column| *column.name == *name);
                if let Some((name, _)) = amounts.iter().find(|(name, _)| !is_known(name)) {
                    return Err(invalid(format!("the board has no column '{name}'")));
                }
                let points = Points::new(&units[..columns.len()]);
                points.ok_or_else(|| invalid("a score has one to four columns".into()))
            }
        }
    }

    /// Returns what decides between equal scores.
    pub(super) fn tie_rule(&self) -> TieRule {
        match (self.tie, self.columns.all()[0].order) {
            (Tie::Earliest, _) => TieRule::Reached,
            (Tie::Member, SortOrder::Asc) => TieRule::Names,
            (Tie::Member, SortOrder::Desc) => TieRule::NamesReversed,
        }
    }

    /// Returns a score as text, a number for each column.
    #[must_use]
    pub fn format(&self, points: &Points) -> Vec<String> {
        let columns = self.columns.all().iter().zip(points.units());
        columns.map(|(column, &units)| column.decimals.format(units)).collect()
    }
}

impl From<SortOrder> for Terms {
    fn from(order: SortOrder) -> Self {
        Self::new(order, Operator::Sum)
    }
}
