//! A score as it was sent, before the board says what it is worth.

use alloc::string::String;
use core::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::leaderboard::decimal::{Decimals, ScoreError};

/// A score as it was sent: exact text, or a number that may have been a double on its way.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount {
    /// Exact text.
    Text(String),
    /// A JSON or JavaScript number.
    Number(f64),
}

impl Amount {
    /// Returns the units on a board, or in a column, with these decimals.
    ///
    /// # Errors
    /// As [`Decimals::parse`] and [`Decimals::from_number`].
    pub fn units(&self, decimals: Decimals) -> Result<i64, ScoreError> {
        match self {
            Self::Text(text) => decimals.parse(text),
            Self::Number(number) => decimals.from_number(*number),
        }
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Number(number) => serializer.serialize_f64(*number),
        }
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AmountForm)
    }
}

struct AmountForm;

impl Visitor<'_> for AmountForm {
    type Value = Amount;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a score: a number, or a string of digits")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Amount, E> {
        Ok(Amount::Text(text.into()))
    }

    // An integer past 2^53 becomes a double past 2^53, which is refused as inexact.
    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Amount, E> {
        Ok(Amount::Number(number as f64))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Amount, E> {
        Ok(Amount::Number(number as f64))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Amount, E> {
        Ok(Amount::Number(number))
    }
}
