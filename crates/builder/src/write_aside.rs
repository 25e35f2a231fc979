//! A database is written next to its final name by the one build that has claimed it. It gets the name after it is closed, synced to
//! disk, and read back.

use std::path::Path;

use milepost_aside::{Aside, Claim};
use milepost_store::checksums::{self, Checked};
use rusqlite::{Connection, OpenFlags};

use crate::error::BuildError;

/// Cache of a building connection, KiB.
const CACHE_KIB: i64 = 64 * 1024;

/// Opens an empty file to be filled.
pub(crate) fn open(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    // No process reads the file yet and a failed build starts over, so no journal is needed.
    connection.execute_batch(&format!(
        "PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE;
         PRAGMA cache_size = -{CACHE_KIB};",
    ))?;
    checksums::reserve(&connection)?;
    Ok(connection)
}

/// A whole database that does not have its name yet. If it is dropped, it is removed.
#[derive(Debug)]
pub(crate) struct Ready {
    // Before the claim: it is removed before others may write.
    aside: Aside,
    claim: Claim,
}

impl Ready {
    /// A closed database in `aside`, whose `table` has `rows` rows.
    pub(crate) fn of(
        aside: Aside,
        claim: Claim,
        table: &'static str,
        rows: u64,
    ) -> Result<Ready, BuildError> {
        seal(&aside, &claim, table, rows)?;
        Ok(Ready { aside, claim })
    }

    /// Where it is until it is installed.
    pub(crate) fn path(&self) -> &Path {
        self.aside.path()
    }

    pub(crate) fn bytes(&self) -> Result<u64, BuildError> {
        let metadata = std::fs::metadata(self.path());
        metadata
            .map(|metadata| metadata.len())
            .map_err(|source| BuildError::Read { path: self.claim.target().into(), source })
    }

    pub(crate) fn install(self) -> Result<u64, BuildError> {
        Ok(self.aside.install(&self.claim)?)
    }
}

/// Runs `fill` on a fresh database and, on success, gives it the claimed name; returns its length in bytes. The tables of
/// the database `from`, if any, are attached as `staging`. The rows of `table` are counted.
pub(crate) fn database(
    claim: &Claim,
    table: &'static str,
    from: Option<&Path>,
    fill: impl FnOnce(&Connection) -> rusqlite::Result<()>,
) -> Result<u64, BuildError> {
    let failed = |source| BuildError::Database { path: claim.target().into(), source };
    filled_from(claim, table, from, |connection| fill(connection).map_err(failed))
}

/// The same if filling can fail for other reasons.
pub(crate) fn filled(
    claim: &Claim,
    table: &'static str,
    fill: impl FnOnce(&Connection) -> Result<(), BuildError>,
) -> Result<u64, BuildError> {
    filled_from(claim, table, None, fill)
}

/// The same, with the tables of the database `from`, if any, attached as `staging`.
pub(crate) fn filled_from(
    claim: &Claim,
    table: &'static str,
    from: Option<&Path>,
    fill: impl FnOnce(&Connection) -> Result<(), BuildError>,
) -> Result<u64, BuildError> {
    Ok(written(claim, table, from, fill)?.install(claim)?)
}

/// The same without the name.
pub(crate) fn ready_from(
    claim: Claim,
    table: &'static str,
    from: Option<&Path>,
    fill: impl FnOnce(&Connection) -> Result<(), BuildError>,
) -> Result<Ready, BuildError> {
    Ok(Ready { aside: written(&claim, table, from, fill)?, claim })
}

/// Runs `fill` on a fresh database and seals it.
fn written(
    claim: &Claim,
    table: &'static str,
    from: Option<&Path>,
    fill: impl FnOnce(&Connection) -> Result<(), BuildError>,
) -> Result<Aside, BuildError> {
    let failed = |source| BuildError::Database { path: claim.target().into(), source };
    let aside = claim.aside()?;
    let connection = open(aside.path()).map_err(failed)?;
    if let Some(from) = from {
        connection.execute("ATTACH ?1 AS staging", [from.to_string_lossy()]).map_err(failed)?;
    }
    connection.execute_batch("BEGIN;").map_err(failed)?;
    fill(&connection)?;
    let rows = count(&connection, table).map_err(failed)?;
    let detach = if from.is_some() { "DETACH staging;" } else { "" };
    connection.execute_batch(&format!("COMMIT; {detach} ANALYZE; VACUUM;")).map_err(failed)?;
    connection.close().map_err(|(_, source)| failed(source))?;
    seal(&aside, claim, table, rows)?;
    Ok(aside)
}

/// Gives a closed database its checksums and reads it back. `table` has `rows` rows.
fn seal(aside: &Aside, claim: &Claim, table: &'static str, rows: u64) -> Result<(), BuildError> {
    let (path, target) = (aside.path(), claim.target());
    checksums::write(path).map_err(|source| BuildError::Write { path: target.into(), source })?;
    let found = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
        .and_then(|connection| count(&connection, table))
        .map_err(|source| BuildError::Database { path: target.into(), source })?;
    if found != rows {
        return Err(BuildError::Lost { path: target.into(), table, written: rows, found });
    }
    match checksums::verify(path, |_| true)? {
        Checked::Whole => Ok(()),
        Checked::Damaged(damage) => {
            Err(BuildError::NotWhole { path: target.into(), problem: damage.to_string() })
        }
        _ => Err(BuildError::NotWhole { path: target.into(), problem: "it has no checksums".into() }),
    }
}

pub(crate) fn count(connection: &Connection, table: &str) -> rusqlite::Result<u64> {
    let count: i64 = connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?;
    Ok(count.unsigned_abs())
}
