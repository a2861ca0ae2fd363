//! The rows of a period's board: its charter, its entries and the records that made them.

use edgeboard::leaderboard::{BoardKey, Leaderboard, Reason, SortOrder};
use edgeboard::ledger::{Charter, Plan, View};
use worker::{Error, Result, Storage};

use crate::store::sql::{Row, Sql, count, from_key, integer, json, key, text, to_json};

/// The version of the tables; a newer one than this is not touched.
const SCHEMA: u64 = 1;

/// `records` keeps what each record did, so that a repeated event is answered as it was.
const TABLES: &str = "
    CREATE TABLE charter (
        one INTEGER PRIMARY KEY CHECK (one = 1), schema INTEGER NOT NULL, charter TEXT NOT NULL,
        version INTEGER NOT NULL);
    CREATE TABLE entries (member TEXT PRIMARY KEY, key BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE records (
        version INTEGER PRIMARY KEY, reason TEXT NOT NULL, before BLOB, after BLOB NOT NULL);
";

/// How many entries are read at a time while a board is loaded.
const LOAD_ROWS: u64 = 10_000;

/// The storage of one period of a board.
pub struct BoardStore {
    sql: Sql,
}

/// What a record did, as it is kept.
pub struct Kept {
    /// Why.
    pub reason: Reason,
    /// The member's key before it.
    pub before: Option<BoardKey>,
    /// The member's key after it.
    pub after: BoardKey,
}

impl BoardStore {
    /// Returns the storage of a board.
    pub fn new(storage: Storage) -> Self {
        Self { sql: Sql::new(storage) }
    }

    /// Restores the view of the board from its rows; `None` when nothing is stored yet.
    pub fn load(&self) -> Result<Option<(Charter, View)>> {
        if !self.sql.has_table("charter")? {
            return Ok(None);
        }
        let found = "SELECT schema, charter, version FROM charter";
        let Some(row) = self.sql.row(found, vec![])? else { return Ok(None) };
        let [schema, charter, version] = row.columns()?;
        if integer(schema)? > SCHEMA {
            return Err(Error::from("the board was written by a newer version"));
        }
        let charter: Charter = json(charter)?;
        let board = self.load_entries(charter.rules.order)?;
        Ok(Some((charter, View::new(board, integer(version)?))))
    }

    fn load_entries(&self, order: SortOrder) -> Result<Leaderboard> {
        let page = "SELECT member, key FROM entries WHERE member > ? ORDER BY member LIMIT ?";
        let mut board = Leaderboard::new(order);
        // No member is empty, so the first page starts before them all.
        let mut after = String::new();
        loop {
            let rows = self.sql.rows(page, vec![after.as_str().into(), count(LOAD_ROWS)?])?;
            let full = rows.len() as u64 == LOAD_ROWS;
            for row in rows {
                let [member, stored] = row.columns()?;
                let member = text(member)?;
                board.put(&member, key(stored)?);
                after = member;
            }
            if !full {
                return Ok(board);
            }
        }
    }

    /// Stores what a run of records does: entries, records and version in one transaction.
    pub fn store(&self, charter: &Charter, plan: &Plan) -> Result<()> {
        self.sql.transaction(|sql| {
            if !sql.has_table("charter")? {
                sql.run(TABLES, vec![])?;
            }
            for update in plan.updates() {
                // A ledger sends submissions only, and these leave a row.
                let Some(after) = update.after else { continue };
                let before = update.before.map(from_key).into();
                sql.run(
                    "INSERT INTO records VALUES (?, ?, ?, ?)",
                    vec![count(update.version)?, to_json(&update.reason)?, before, from_key(after)],
                )?;
                if update.is_applied() {
                    sql.run(
                        "INSERT OR REPLACE INTO entries VALUES (?, ?)",
                        vec![update.member.as_str().into(), from_key(after)],
                    )?;
                }
            }
            sql.run(
                "INSERT OR REPLACE INTO charter VALUES (1, ?, ?, ?)",
                vec![count(SCHEMA)?, to_json(charter)?, count(plan.version())?],
            )
        })
    }

    /// Returns what a record did; `None` when it is not kept.
    pub fn kept(&self, version: u64) -> Result<Option<Kept>> {
        if !self.sql.has_table("charter")? {
            return Ok(None);
        }
        let found = "SELECT reason, before, after FROM records WHERE version = ?";
        self.sql.row(found, vec![count(version)?])?.map(kept).transpose()
    }
}

fn kept(row: Row) -> Result<Kept> {
    let [reason, before, after] = row.columns()?;
    let before = match before {
        crate::store::sql::Value::Null => None,
        stored => Some(key(stored)?),
    };
    Ok(Kept { reason: json(reason)?, before, after: key(after)? })
}
