//! Columns: how the numbers of a score become the one that is compared.
//!
//! ```text
//! bit 127                                                  0
//!     | column 1     | column 2  | … | zeros                |
//! ```
//!
//! A column takes the bits of its range, and is stored as its distance from the better end of
//! that: `max - v` where more is better, `v - min` where less is. The first column lies in the
//! highest bits. So the smaller number is the better tuple, for all values in range and without a
//! float on the way; equal numbers are equal tuples.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use serde::{Deserialize, Serialize};

use crate::leaderboard::decimal::Decimals;
use crate::leaderboard::rules::{RuleError, SortOrder};

/// The most columns of a board.
pub const MAX_COLUMNS: usize = 4;

/// The bits that all columns of a board have together.
pub const COLUMN_BITS: u32 = u128::BITS;

/// The longest name of a column, in bytes.
pub const MAX_COLUMN_NAME_BYTES: usize = 64;

/// A score in exact units: one number for each column of the board.
///
/// # Examples
/// ```
/// use edgeboard::leaderboard::Points;
///
/// assert_eq!(Points::from(30).units(), [30]);
/// assert_eq!(Points::new(&[10, 15, 900]).map(|points| points.first()), Some(10));
/// assert_eq!(Points::new(&[]), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<i64>", into = "Vec<i64>")]
pub struct Points {
    units: [i64; MAX_COLUMNS],
    len: u8,
}

impl Points {
    /// Returns the points of these columns; `None` for none and for more than [`MAX_COLUMNS`].
    #[must_use]
    pub fn new(units: &[i64]) -> Option<Self> {
        let mut points = Self { units: [0; MAX_COLUMNS], len: units.len() as u8 };
        points.units.get_mut(..units.len())?.copy_from_slice(units);
        (!units.is_empty()).then_some(points)
    }

    /// Returns the units, one for each column.
    #[must_use]
    pub fn units(&self) -> &[i64] {
        &self.units[..usize::from(self.len)]
    }

    /// Returns the units of the first column.
    #[must_use]
    pub const fn first(&self) -> i64 {
        self.units[0]
    }

    /// Returns the sum of each column; `None` past 64 bits.
    pub(super) fn checked_add(&self, delta: &Self) -> Option<Self> {
        let sums = self.saturating_add(delta);
        let is_exact = |at: usize| self.units[at].checked_add(delta.units[at]).is_some();
        (0..usize::from(self.len)).all(is_exact).then_some(sums)
    }

    /// Returns the sum of each column, or the end of 64 bits that it would pass.
    pub(super) fn saturating_add(&self, delta: &Self) -> Self {
        self.each(|at, units| units.saturating_add(delta.units[at]))
    }

    /// Returns points of the same columns, each made by `change` from its place and its units.
    pub(super) fn each(&self, mut change: impl FnMut(usize, i64) -> i64) -> Self {
        let mut points = *self;
        for (at, units) in points.units[..usize::from(self.len)].iter_mut().enumerate() {
            *units = change(at, *units);
        }
        points
    }
}

impl From<i64> for Points {
    fn from(units: i64) -> Self {
        Self { units: [units, 0, 0, 0], len: 1 }
    }
}

impl From<Points> for Vec<i64> {
    fn from(points: Points) -> Self {
        points.units().to_vec()
    }
}

impl TryFrom<Vec<i64>> for Points {
    type Error = &'static str;

    fn try_from(units: Vec<i64>) -> Result<Self, Self::Error> {
        Self::new(&units).ok_or("a score has one to four columns")
    }
}

impl fmt::Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.units()).finish()
    }
}

/// One column of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Its name; empty for the only column of a board without names.
    pub name: Box<str>,
    /// Which values are better.
    pub order: SortOrder,
    /// How its values are written.
    pub decimals: Decimals,
    /// The smallest value, in units.
    pub min: i64,
    /// The largest value, in units.
    pub max: i64,
}

impl Column {
    /// Returns the bits that values of this column take.
    #[must_use]
    pub const fn bits(&self) -> u32 {
        // Of two's complement, so the distance is right whatever the signs.
        u64::BITS - (self.max.wrapping_sub(self.min) as u64).leading_zeros()
    }

    /// The distance of a value in range from the better end.
    const fn distance(&self, units: i64) -> u64 {
        match self.order {
            SortOrder::Asc => units.wrapping_sub(self.min) as u64,
            SortOrder::Desc => self.max.wrapping_sub(units) as u64,
        }
    }

    const fn units(&self, distance: u64) -> i64 {
        match self.order {
            SortOrder::Asc => self.min.wrapping_add(distance as i64),
            SortOrder::Desc => self.max.wrapping_sub(distance as i64),
        }
    }
}

/// The columns of a board, in the order of their weight.
///
/// # Examples
/// ```
/// use edgeboard::leaderboard::{Column, Columns, Decimals, Points, SortOrder};
///
/// let column = |name: &str, order, max| Column {
///     name: name.into(), order, decimals: Decimals::default(), min: 0, max,
/// };
/// let columns = Columns::new(vec![
///     column("score", SortOrder::Desc, i64::MAX),
///     column("ranking", SortOrder::Desc, 999),
///     column("time", SortOrder::Asc, 99_999),
/// ])?;
/// let encode = |units: [i64; 3]| columns.encode(&Points::new(&units).unwrap());
/// assert!(encode([10, 15, 900])? < encode([10, 15, 1000])?, "less time is better");
/// assert!(encode([99, 0, 1000])? < encode([10, 999, 0])?, "the first column decides");
/// let error = encode([10, 1000, 1000]).unwrap_err();
/// assert_eq!(error.to_string(), "column 'ranking' is 1000, outside 0 to 999");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Columns {
    columns: Vec<Column>,
}

impl Columns {
    /// Returns the only column of a board without names: every signed 64-bit number.
    #[must_use]
    pub fn single(order: SortOrder, decimals: Decimals) -> Self {
        let column = Column { name: Box::from(""), order, decimals, min: i64::MIN, max: i64::MAX };
        Self { columns: alloc::vec![column] }
    }

    /// Returns columns in the order of their weight.
    ///
    /// # Errors
    /// [`RuleError`] for no column and for more than [`MAX_COLUMNS`], for a name that is empty,
    /// too long or given twice, for a range that is empty, and for ranges that need more than
    /// [`COLUMN_BITS`] together.
    pub fn new(columns: Vec<Column>) -> Result<Self, RuleError> {
        let refuse = |reason| Err(RuleError::new("columns", reason));
        if columns.is_empty() || columns.len() > MAX_COLUMNS {
            return refuse(format!("{} columns: a board has 1 to {MAX_COLUMNS}", columns.len()));
        }
        for (at, column) in columns.iter().enumerate() {
            let name = &column.name;
            if name.is_empty() || name.len() > MAX_COLUMN_NAME_BYTES {
                let limit = "a name has 1 to 64 bytes";
                return refuse(format!("the name of column {} is not one: {limit}", at + 1));
            }
            if columns[..at].iter().any(|other| other.name == *name) {
                return refuse(format!("'{name}' is listed twice"));
            }
            if column.min > column.max {
                return refuse(format!("min of '{name}' is above its max"));
            }
        }
        let bits: u32 = columns.iter().map(Column::bits).sum();
        if bits > COLUMN_BITS {
            return refuse(format!("their ranges need {bits} bits, more than {COLUMN_BITS}"));
        }
        Ok(Self { columns })
    }

    /// Returns the columns.
    #[must_use]
    pub fn all(&self) -> &[Column] {
        &self.columns
    }

    /// Returns how many columns there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.columns.len()
    }

    /// Returns whether scores of this board need more than 64 bits.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        self.columns.iter().map(Column::bits).sum::<u32>() > u64::BITS
    }

    /// Returns the number that stands for a score: the smaller, the better.
    ///
    /// Computes in **O(1)** time.
    ///
    /// # Errors
    /// [`ColumnError`] names the first column whose value is out of its range.
    pub fn encode(&self, points: &Points) -> Result<u128, ColumnError> {
        self.check(points)?;
        Ok(self.pack(points))
    }

    /// Checks that every value lies in the range of its column.
    ///
    /// # Errors
    /// [`ColumnError`] names the first one that does not.
    pub fn check(&self, points: &Points) -> Result<(), ColumnError> {
        for (column, &units) in self.columns.iter().zip(points.units()) {
            if !(column.min..=column.max).contains(&units) {
                return Err(ColumnError::new(column, units));
            }
        }
        Ok(())
    }

    /// Returns the score with each value that is out of range at the nearer end.
    pub(super) fn clamp(&self, points: &Points) -> Points {
        points.each(|at, units| {
            self.columns.get(at).map_or(units, |column| units.clamp(column.min, column.max))
        })
    }

    /// The number of a score whose values are in range.
    pub(super) fn pack(&self, points: &Points) -> u128 {
        let (mut packed, mut free) = (0u128, COLUMN_BITS);
        for (column, &units) in self.columns.iter().zip(points.units()) {
            free -= column.bits();
            packed |= u128::from(column.distance(units)).checked_shl(free).unwrap_or(0);
        }
        packed
    }

    /// Returns the best and the worst number of scores whose first column has a value in range.
    pub(super) fn ends_of_first(&self, units: i64) -> (u128, u128) {
        let first = &self.columns[0];
        let free = COLUMN_BITS - first.bits();
        let best = u128::from(first.distance(units)).checked_shl(free).unwrap_or(0);
        (best, best | u128::MAX.checked_shr(first.bits()).unwrap_or(0))
    }

    /// Returns the score of a number that [`Columns::encode`] returned.
    ///
    /// Computes in **O(1)** time.
    #[must_use]
    pub fn decode(&self, packed: u128) -> Points {
        let (mut free, mut units) = (COLUMN_BITS, [0; MAX_COLUMNS]);
        for (column, units) in self.columns.iter().zip(&mut units) {
            let bits = column.bits();
            free -= bits;
            let mask = u64::MAX.checked_shr(u64::BITS - bits).unwrap_or(0);
            let distance = packed.checked_shr(free).unwrap_or(0) as u64 & mask;
            *units = column.units(distance);
        }
        Points { units, len: self.columns.len() as u8 }
    }
}

/// A value out of the range of its column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnError {
    column: Box<str>,
    value: Box<str>,
    range: [Box<str>; 2],
}

impl ColumnError {
    fn new(column: &Column, units: i64) -> Self {
        let text = |units| column.decimals.format(units).into_boxed_str();
        Self {
            column: column.name.to_owned(),
            value: text(units),
            range: [text(column.min), text(column.max)],
        }
    }

    /// Returns the stable code of this error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        "column_out_of_range"
    }
}

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self { column, value, range: [min, max] }, is_named) = (self, !self.column.is_empty());
        if is_named {
            write!(f, "column '{column}' is {value}, outside {min} to {max}")
        } else {
            write!(f, "the score is {value}, outside {min} to {max}")
        }
    }
}

impl core::error::Error for ColumnError {}
