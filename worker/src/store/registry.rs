//! The rows of the registry: the names of the boards.

use worker::{Result, Storage};

use crate::store::sql::{Row, Sql, count, text};

/// The storage of the registry.
pub struct RegistryStore {
    sql: Sql,
}

impl RegistryStore {
    /// Returns the storage of the registry.
    pub fn new(storage: Storage) -> Self {
        Self { sql: Sql::new(storage) }
    }

    /// Lists a board; one that is listed already stays so.
    pub fn add(&self, board: &str) -> Result<()> {
        self.sql.transaction(|sql| {
            sql.run(
                "CREATE TABLE IF NOT EXISTS boards (name TEXT PRIMARY KEY) WITHOUT ROWID",
                vec![],
            )?;
            sql.run("INSERT OR IGNORE INTO boards VALUES (?)", vec![board.into()])
        })
    }

    /// Returns up to `limit` names behind `after`, in the order of their bytes.
    pub fn list(&self, after: &str, limit: u32) -> Result<Vec<String>> {
        if !self.sql.has_table("boards")? {
            return Ok(Vec::new());
        }
        let page = "SELECT name FROM boards WHERE name > ? ORDER BY name LIMIT ?";
        let rows = self.sql.rows(page, vec![after.into(), count(limit.into())?])?;
        let name = |row: Row| row.columns().and_then(|[name]| text(name));
        rows.into_iter().map(name).collect()
    }
}
