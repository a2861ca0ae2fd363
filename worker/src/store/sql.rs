//! Statements, rows and transactions over the SQLite storage of an object.

use edgeboard::leaderboard::BoardKey;
use edgeboard::ledger::Digest;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use worker::{Error, Result, SqlStorage, SqlStorageValue, Storage};

/// The SQLite storage of an object.
pub struct Sql {
    storage: Storage,
    sql: SqlStorage,
}

/// One value of a row or of a statement's parameters.
pub type Value = SqlStorageValue;

impl Sql {
    /// Returns the storage of an object.
    pub fn new(storage: Storage) -> Self {
        let sql = storage.sql();
        Self { storage, sql }
    }

    /// Runs a statement and returns its rows.
    ///
    /// This is the only place that touches a cursor: `one()` and `next()` throw without a catch
    /// where there is no row, which would be a trap.
    pub fn rows(&self, statement: &str, parameters: Vec<Value>) -> Result<Vec<Row>> {
        let cursor = self.sql.exec(statement, parameters)?;
        cursor.raw().map(|row| row.map(Row)).collect()
    }

    /// Runs a statement and returns its first row.
    pub fn row(&self, statement: &str, parameters: Vec<Value>) -> Result<Option<Row>> {
        Ok(self.rows(statement, parameters)?.into_iter().next())
    }

    /// Runs a statement that returns no rows.
    pub fn run(&self, statement: &str, parameters: Vec<Value>) -> Result<()> {
        self.rows(statement, parameters).map(|_| ())
    }

    /// Runs `work` in one transaction: all of it is stored, or after an error none of it.
    pub fn transaction<T>(&self, mut work: impl FnMut(&Self) -> Result<T>) -> Result<T> {
        let mut outcome = None;
        let storage: &raw::Storage = self.storage.as_raw().unchecked_ref();
        let committed = storage.transaction_sync(&mut || match work(self) {
            Ok(value) => {
                outcome = Some(value);
                Ok(JsValue::UNDEFINED)
            }
            Err(error) => Err(JsValue::from(error)),
        });
        committed.map_err(Error::from)?;
        outcome.ok_or_else(|| Error::from("the transaction did not run"))
    }

    /// Returns whether the object has stored anything yet.
    pub fn has_table(&self, name: &str) -> Result<bool> {
        let found = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?";
        Ok(self.row(found, vec![name.into()])?.is_some())
    }
}

/// What wasm-bindgen cannot reach through the `worker` crate.
mod raw {
    #![allow(unsafe_code, reason = "the code that wasm-bindgen generates is unsafe; ours is not")]

    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        pub type Storage;

        #[wasm_bindgen(method, catch, js_name = transactionSync)]
        pub fn transaction_sync(
            this: &Storage,
            work: &mut dyn FnMut() -> Result<JsValue, JsValue>,
        ) -> Result<JsValue, JsValue>;
    }
}

/// A row of a result, taken apart from left to right.
pub struct Row(Vec<Value>);

impl Row {
    /// Takes the next `N` columns.
    pub fn columns<const N: usize>(self) -> Result<[Value; N]> {
        self.0.try_into().map_err(|row: Vec<Value>| {
            Error::from(format!("a row has {} columns, not {N}", row.len()))
        })
    }
}

fn damaged(wanted: &str) -> Error {
    Error::from(format!("a stored value is not {wanted}"))
}

/// Reads a whole number that is not negative.
pub fn integer(value: Value) -> Result<u64> {
    match value {
        Value::Integer(number) => u64::try_from(number).map_err(|_| damaged("a count")),
        _ => Err(damaged("a count")),
    }
}

/// Reads text.
pub fn text(value: Value) -> Result<String> {
    match value {
        Value::String(text) => Ok(text),
        _ => Err(damaged("text")),
    }
}

/// Reads bytes.
pub fn blob(value: Value) -> Result<Vec<u8>> {
    match value {
        Value::Blob(bytes) => Ok(bytes),
        _ => Err(damaged("a BLOB")),
    }
}

/// Reads a value that was written by [`to_json`].
pub fn json<T: DeserializeOwned>(value: Value) -> Result<T> {
    serde_json::from_str(&text(value)?).map_err(|error| damaged(&error.to_string()))
}

/// Writes a value as JSON text.
pub fn to_json<T: Serialize>(value: &T) -> Result<Value> {
    let text = serde_json::to_string(value).map_err(|error| Error::from(error.to_string()))?;
    Ok(Value::String(text))
}

/// Writes a number of the ledger or the clock, all of which stay below 2^53.
pub fn count(number: u64) -> Result<Value> {
    Value::try_from_i64(i64::try_from(number).unwrap_or(i64::MAX))
}

/// Reads the key of a board.
pub fn key(value: Value) -> Result<BoardKey> {
    BoardKey::from_bytes(&blob(value)?).ok_or_else(|| damaged("a board key"))
}

/// Writes the key of a board as the BLOB that sorts as it does.
pub fn from_key(key: BoardKey) -> Value {
    Value::Blob(key.to_bytes().to_vec())
}

/// Reads a digest.
pub fn digest(value: Value) -> Result<Digest> {
    let bytes = blob(value)?.try_into().map_err(|_| damaged("a digest"))?;
    Ok(Digest(bytes))
}

/// Reads units, which SQLite must not see as a number: a 64-bit one would come back rounded.
pub fn units(value: Value) -> Result<i64> {
    let bytes: [u8; 8] = blob(value)?.try_into().map_err(|_| damaged("a score"))?;
    Ok((u64::from_be_bytes(bytes) ^ SIGN) as i64)
}

/// Writes units as the big-endian BLOB that sorts as they do.
pub fn from_units(units: i64) -> Value {
    Value::Blob((units as u64 ^ SIGN).to_be_bytes().to_vec())
}

/// Flips the sign bit, which maps the signed order onto the order of bytes.
const SIGN: u64 = 1 << 63;
