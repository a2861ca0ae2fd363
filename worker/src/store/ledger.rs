//! The rows of a ledger: rules, events under their ids, totals and streams.

use edgeboard::leaderboard::{Change, Record, Rules};
use edgeboard::ledger::{
    Acceptance, Digest, Event, Fate, Ledger, Place, Seen, Span, Stream, Total,
};
use edgeboard::period::{Calendars, Period};
use edgeboard::time::Timestamp;
use worker::{Error, Result, Storage};

use crate::store::sql::{Row, Sql, count, digest, from_units, integer, json, text, to_json, units};

/// The version of the tables; a newer one than this is not touched.
const SCHEMA: u64 = 1;

/// `log` holds what counted, `ids` what was decided under each id, `streams` and `places` which
/// event has which version in which period. Scores are BLOBs, since SQLite's numbers come back as
/// doubles.
const TABLES: &str = "
    CREATE TABLE deed (
        one INTEGER PRIMARY KEY CHECK (one = 1), schema INTEGER NOT NULL, board TEXT NOT NULL,
        generation INTEGER NOT NULL, created INTEGER NOT NULL, rules TEXT NOT NULL,
        registered INTEGER NOT NULL);
    CREATE TABLE log (
        sequence INTEGER PRIMARY KEY, stamp INTEGER NOT NULL, member TEXT NOT NULL,
        delta BLOB NOT NULL);
    CREATE TABLE ids (
        id BLOB PRIMARY KEY, body BLOB NOT NULL, stamp INTEGER NOT NULL, fate TEXT NOT NULL
        ) WITHOUT ROWID;
    CREATE TABLE totals (
        period TEXT NOT NULL, member TEXT NOT NULL, total BLOB NOT NULL,
        PRIMARY KEY (period, member)) WITHOUT ROWID;
    CREATE TABLE streams (
        id TEXT PRIMARY KEY, period TEXT NOT NULL, last INTEGER NOT NULL,
        acknowledged INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE places (
        period TEXT NOT NULL, version INTEGER NOT NULL, sequence INTEGER NOT NULL,
        PRIMARY KEY (period, version)) WITHOUT ROWID;
";

/// The storage of one ledger.
pub struct LedgerStore {
    sql: Sql,
}

/// What a ledger knows of its board.
#[derive(Clone, Debug, PartialEq)]
pub struct Deed {
    /// The name of the board.
    pub board: String,
    /// Which board of that name.
    pub generation: u64,
    /// When it was created.
    pub created: Timestamp,
    /// The rules.
    pub rules: Rules,
    /// Whether the registry is known to list it.
    pub registered: bool,
}

impl LedgerStore {
    /// Returns the storage of a ledger.
    pub fn new(storage: Storage) -> Self {
        Self { sql: Sql::new(storage) }
    }

    /// Returns what is stored of the board; `None` when there is none. Writes nothing, so that
    /// asking for unknown boards leaves no traces.
    pub fn deed(&self) -> Result<Option<Deed>> {
        if !self.sql.has_table("deed")? {
            return Ok(None);
        }
        let found = "SELECT schema, board, generation, created, rules, registered FROM deed";
        let Some(row) = self.sql.row(found, vec![])? else { return Ok(None) };
        let [schema, board, generation, created, rules, registered] = row.columns()?;
        if integer(schema)? > SCHEMA {
            return Err(Error::from("the ledger was written by a newer version"));
        }
        Ok(Some(Deed {
            board: text(board)?,
            generation: integer(generation)?,
            created: timestamp(integer(created)?)?,
            rules: json(rules)?,
            registered: integer(registered)? == 1,
        }))
    }

    /// Creates the board.
    pub fn create(&self, deed: &Deed) -> Result<()> {
        self.sql.transaction(|sql| {
            sql.run(TABLES, vec![])?;
            sql.run(
                "INSERT INTO deed VALUES (1, ?, ?, ?, ?, ?, 0)",
                vec![
                    count(SCHEMA)?,
                    deed.board.as_str().into(),
                    count(deed.generation)?,
                    count(deed.created.ms())?,
                    to_json(&deed.rules)?,
                ],
            )
        })
    }

    /// Notes that the registry lists the board.
    pub fn set_registered(&self) -> Result<()> {
        self.sql.run("UPDATE deed SET registered = 1", vec![])
    }

    /// Restores the ledger from its rows.
    pub fn load(&self, rules: Rules, calendars: Calendars) -> Result<Ledger> {
        let newest = "SELECT sequence, stamp FROM log ORDER BY sequence DESC LIMIT 1";
        let newest = match self.sql.row(newest, vec![])? {
            None => (Timestamp::EPOCH, 0),
            Some(row) => {
                let [sequence, stamp] = row.columns()?;
                (timestamp(integer(stamp)?)?, integer(sequence)?)
            }
        };
        let streams = self.sql.rows("SELECT period, last, acknowledged FROM streams", vec![])?;
        let streams = streams.into_iter().map(|row| {
            let [period, last, acknowledged] = row.columns()?;
            Ok(Stream::restore(json(period)?, integer(last)?, integer(acknowledged)?))
        });
        Ok(Ledger::restore(rules, calendars, 0, newest, streams.collect::<Result<Vec<_>>>()?))
    }

    /// Returns what was decided under an id.
    pub fn seen(&self, id: Digest) -> Result<Option<Seen>> {
        let found = "SELECT body, stamp, fate FROM ids WHERE id = ?";
        let Some(row) = self.sql.row(found, vec![id.0.to_vec().into()])? else { return Ok(None) };
        let [body, stamp, fate] = row.columns()?;
        let stamp = timestamp(integer(stamp)?)?;
        Ok(Some(Seen { digest: digest(body)?, stamp, fate: json(fate)? }))
    }

    /// Returns the total of a member in a period.
    pub fn total(&self, period: &Period, member: &str) -> Result<Option<i64>> {
        let found = "SELECT total FROM totals WHERE period = ? AND member = ?";
        let row = self.sql.row(found, vec![period.id.as_str().into(), member.into()])?;
        row.map(|row| row.columns().and_then(|[total]| units(total))).transpose()
    }

    /// Stores an event that counts: id, log, total and places in one transaction.
    ///
    /// What was acknowledged so far goes along: the rows are written anyway, and an older figure
    /// only means that records are sent again.
    pub fn accept(&self, event: &Event, acceptance: &Acceptance, ledger: &Ledger) -> Result<()> {
        let Acceptance { stamp, sequence, places, total } = acceptance;
        let fate = Fate::Counted(places.clone());
        self.sql.transaction(|sql| {
            insert_id(sql, event, *stamp, &fate)?;
            let member = event.body.member.as_str();
            sql.run(
                "INSERT INTO log VALUES (?, ?, ?, ?)",
                vec![
                    count(*sequence)?,
                    count(stamp.ms())?,
                    member.into(),
                    from_units(event.body.delta),
                ],
            )?;
            let Total { period, units } = total;
            sql.run(
                "INSERT OR REPLACE INTO totals VALUES (?, ?, ?)",
                vec![period.as_str().into(), member.into(), from_units(*units)],
            )?;
            for place in places {
                insert_place(sql, place, *sequence, ledger.stream(&place.period.id))?;
            }
            Ok(())
        })
    }

    /// Stores that an event was refused for good.
    pub fn refuse(&self, event: &Event, seen: &Seen) -> Result<()> {
        self.sql.transaction(|sql| insert_id(sql, event, seen.stamp, &seen.fate))
    }

    /// Returns the records of a period's stream in a span.
    pub fn records(&self, period: &str, span: Span, shard: u16) -> Result<Vec<Record>> {
        let found = "SELECT version, sequence, stamp, member, delta
            FROM places JOIN log USING (sequence)
            WHERE period = ? AND version > ? AND version <= ? ORDER BY version";
        let parameters = vec![period.into(), count(span.after)?, count(span.through)?];
        let rows = self.sql.rows(found, parameters)?;
        rows.into_iter().map(|row| record(row, shard)).collect()
    }
}

fn record(row: Row, shard: u16) -> Result<Record> {
    let [version, sequence, stamp, member, delta] = row.columns()?;
    Ok(Record {
        version: integer(version)?,
        shard,
        sequence: integer(sequence)?,
        stamp: timestamp(integer(stamp)?)?,
        member: text(member)?,
        change: Change::submit(units(delta)?),
    })
}

fn insert_id(sql: &Sql, event: &Event, stamp: Timestamp, fate: &Fate) -> Result<()> {
    let Event { id, digest, .. } = event;
    sql.run(
        "INSERT INTO ids VALUES (?, ?, ?, ?)",
        vec![id.0.to_vec().into(), digest.0.to_vec().into(), count(stamp.ms())?, to_json(fate)?],
    )
}

fn insert_place(sql: &Sql, place: &Place, sequence: u64, stream: Option<&Stream>) -> Result<()> {
    let Place { period, version } = place;
    sql.run(
        "INSERT INTO places VALUES (?, ?, ?)",
        vec![period.id.as_str().into(), count(*version)?, count(sequence)?],
    )?;
    let acknowledged = stream.map_or(0, Stream::acknowledged);
    sql.run(
        "INSERT INTO streams VALUES (?, ?, ?, ?) ON CONFLICT (id)
            DO UPDATE SET last = excluded.last, acknowledged = excluded.acknowledged",
        vec![period.id.as_str().into(), to_json(period)?, count(*version)?, count(acknowledged)?],
    )
}

fn timestamp(ms: u64) -> Result<Timestamp> {
    Timestamp::from_ms(ms).map_err(|error| Error::from(error.to_string()))
}
