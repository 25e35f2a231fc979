//! Parts of a shard: the rows that one code of `milepost data add` put there. A list of parts replaces files on the command line, and the
//! database stores the owner of each part, so it can be credited, updated and removed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

use crate::error::BuildError;
use crate::input::TableLayout;
use crate::packages::read_json;

/// Beyond the published schema: the source of each row. `part` of a row is the id of one of these, and null if it is unknown.
pub(crate) const SCHEMA: &str = "CREATE TABLE IF NOT EXISTS main.part (
   id INTEGER PRIMARY KEY,
   code TEXT NOT NULL UNIQUE,            -- what was asked for: fr-38
   publisher TEXT NOT NULL,
   licence TEXT NOT NULL,
   attribution TEXT NOT NULL,            -- the line that is to be shown
   release TEXT,                         -- as the publisher names it, or the day its file was changed
   url TEXT,
   added TEXT,                           -- day, ISO 8601
   rows INTEGER NOT NULL DEFAULT 0
 );";

/// The sources of one part and their owner.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    /// `fr-38`.
    pub(crate) code: String,
    pub(crate) publisher: String,
    pub(crate) licence: String,
    pub(crate) attribution: String,
    #[serde(default)]
    pub(crate) release: Option<String>,
    #[serde(default)]
    pub(crate) url: Option<String>,
    #[serde(default)]
    pub(crate) added: Option<String>,
    pub(crate) files: Vec<PathBuf>,
    /// How to read them; none for the published layouts, which their headers identify.
    #[serde(default)]
    pub(crate) table: Option<TableLayout>,
}

/// What `--parts` names: a JSON file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PartList {
    /// Parts to add; a part replaces the existing one of its code.
    #[serde(default)]
    pub(crate) parts: Vec<Part>,
    /// Codes of parts to remove.
    #[serde(default)]
    pub(crate) without: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct PartRows {
    pub(crate) code: String,
    pub(crate) rows: u64,
    /// The attribution, with the sources that the rows name.
    pub(crate) attribution: String,
}

impl PartList {
    pub(crate) fn read(path: &Path) -> Result<PartList, BuildError> {
        read_json(path)
    }

    /// Codes whose existing rows are dropped.
    pub(crate) fn replaced(&self) -> Vec<String> {
        self.parts.iter().map(|part| &part.code).chain(&self.without).cloned().collect()
    }
}

/// Writes the description of a part; returns its id.
pub(crate) fn write(connection: &Connection, part: &Part) -> rusqlite::Result<i64> {
    connection.execute_batch(SCHEMA)?;
    connection.execute(
        "INSERT INTO main.part (code, publisher, licence, attribution, release, url, added) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            part.code,
            part.publisher,
            part.licence,
            part.attribution,
            part.release,
            part.url,
            part.added
        ],
    )?;
    Ok(connection.last_insert_rowid())
}

/// Most sources that an attribution names. States of the United States have hundreds of counties.
const MOST_CREDITS: usize = 30;

/// Names the sources of a part whose publisher merges data of others.
pub(crate) fn credit(
    connection: &Connection,
    code: &str,
    credits: &BTreeSet<String>,
) -> rusqlite::Result<()> {
    if credits.is_empty() {
        return Ok(());
    }
    // The separator of attributions cannot be part of one.
    let mut named: Vec<String> =
        credits.iter().take(MOST_CREDITS).map(|name| name.replace("; ", ", ")).collect();
    if credits.len() > MOST_CREDITS {
        named.push(format!("{} more", credits.len() - MOST_CREDITS));
    }
    connection.execute(
        "UPDATE main.part SET attribution = attribution || ': ' || ?2 WHERE code = ?1",
        params![code, named.join(", ")],
    )?;
    Ok(())
}

/// Counts the rows of each part of `table`, keeps the counts in the database, and returns them.
pub(crate) fn count(connection: &Connection, table: &str) -> rusqlite::Result<Vec<PartRows>> {
    connection.execute_batch(&format!(
        "UPDATE main.part SET rows = 0;
         UPDATE main.part SET rows = counted.rows
         FROM (SELECT part, count(*) AS rows FROM main.{table} GROUP BY part) AS counted WHERE counted.part = id;"
    ))?;
    rows_by_part(connection, "main")
}

/// Like [`count`], for a table of a single part, whose rows do not name it.
pub(crate) fn count_all(connection: &Connection, table: &str) -> rusqlite::Result<Vec<PartRows>> {
    connection.execute(&format!("UPDATE main.part SET rows = (SELECT count(*) FROM main.{table})"), [])?;
    rows_by_part(connection, "main")
}

/// The rows of each part, as counted in the database of this name.
pub(crate) fn rows_by_part(connection: &Connection, database: &str) -> rusqlite::Result<Vec<PartRows>> {
    let sql = format!("SELECT code, rows, attribution FROM {database}.part ORDER BY code");
    let mut counts = connection.prepare(&sql)?;
    let rows = counts.query_map([], |row| {
        let rows: i64 = row.get(1)?;
        Ok(PartRows { code: row.get(0)?, rows: rows.unsigned_abs(), attribution: row.get(2)? })
    })?;
    rows.collect()
}
