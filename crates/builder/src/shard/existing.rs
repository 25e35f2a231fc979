//! An existing shard: refused, extended, or replaced.

use std::path::Path;

use rusqlite::Connection;

use super::Layout;
use crate::error::BuildError;

/// Flags of the builders of shards.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct ExistingOptions {
    /// Add to an existing database; rows with a number, street and place that it already has are skipped.
    #[arg(long, conflicts_with = "replace")]
    pub(crate) append: bool,
    /// Overwrite an existing database.
    #[arg(long)]
    pub(crate) replace: bool,
}

/// What happens to an existing file.
#[derive(Debug, Clone)]
pub(crate) enum Existing {
    /// It stays, and the build is refused.
    Refused,
    Replaced,
    /// It is extended, after parts with these codes are removed.
    Kept {
        without: Vec<String>,
    },
}

impl Existing {
    /// From the flags, with the codes of parts to remove first.
    pub(crate) fn of(options: &ExistingOptions, without: Vec<String>) -> Existing {
        match options {
            ExistingOptions { replace: true, .. } => Existing::Replaced,
            ExistingOptions { append: true, .. } => Existing::Kept { without },
            ExistingOptions { .. } => Existing::Refused,
        }
    }

    /// Whether rows of the file at `path` are kept; fails if there is one and no flag decides about it.
    pub(super) fn keeps(&self, path: &Path) -> Result<bool, BuildError> {
        match self {
            _ if !path.exists() => Ok(false),
            Existing::Refused => Err(BuildError::Exists { path: path.into() }),
            Existing::Replaced => Ok(false),
            Existing::Kept { .. } => Ok(true),
        }
    }

    pub(super) fn without(&self) -> &[String] {
        match self {
            Existing::Kept { without } => without,
            Existing::Refused | Existing::Replaced => &[],
        }
    }
}

/// Copies the rows of the file at `path`, except those of the parts `without`; returns whether it has parts.
pub(super) fn copy(
    connection: &Connection,
    path: &Path,
    layout: &Layout,
    without: &[String],
) -> rusqlite::Result<bool> {
    let table = layout.table;
    connection.execute("ATTACH ?1 AS before", [read_only_uri(path)])?;
    let has_parts = super::in_place::has_parts(connection, "before", table)?;
    let names = super::column_names(connection, table)?;
    let (part, stays) = if has_parts {
        connection.execute_batch(crate::parts::SCHEMA)?;
        // New parts have numbers already; existing ones come after them.
        let last: i64 =
            connection.query_row("SELECT coalesce(max(id), 0) FROM main.part", [], |row| row.get(0))?;
        connection.execute(
            "INSERT INTO main.part (id, code, publisher, licence, attribution, release, url, added, rows)
             SELECT id + ?1, code, publisher, licence, attribution, release, url, added, rows FROM before.part
             WHERE code NOT IN (SELECT value FROM json_each(?2))",
            rusqlite::params![last, serde_json::json!(without).to_string()],
        )?;
        let stays = format!("WHERE part IS NULL OR part + {last} IN (SELECT id FROM main.part)");
        (format!("part + {last}"), stays)
    } else {
        ("NULL".to_owned(), String::new())
    };
    connection.execute_batch(&format!(
        "INSERT INTO temp.incoming SELECT {names}, {part}, 0 FROM before.{table} {stays};"
    ))?;
    let calibrated =
        "SELECT count(*) = 2 FROM (SELECT 1 FROM main.sqlite_schema WHERE name = 'interp_calibration'
         UNION ALL SELECT 1 FROM before.sqlite_schema WHERE name = 'interp_calibration')";
    if connection.query_row(calibrated, [], |row| row.get(0))? {
        connection
            .execute_batch("INSERT INTO main.interp_calibration SELECT * FROM before.interp_calibration;")?;
    }
    connection.execute_batch("DETACH before;")?;
    Ok(has_parts)
}

/// The file as a read-only URI of SQLite.
pub(crate) fn read_only_uri(path: &Path) -> String {
    let path = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{path}?mode=ro")
}
