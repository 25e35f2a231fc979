//! A gazetteer built by Milepost as a source: its rows come first, and its ids stay.

use std::path::Path;

use milepost_gazetteer::build_info::{COORDINATES, MICRODEGREES};
use rusqlite::{Connection, OptionalExtension};

use crate::error::BuildError;
use crate::staging::{Ids, Staging};

/// A database of a gazetteer. One that extends a gazetteer reads its database of the same kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    Candidate,
    Admin,
}

pub(crate) struct Base {
    pub(crate) id_prefix: String,
    /// Owners of its data, separated as in `build_info`; empty if it names none.
    pub(crate) attribution: String,
    pub(crate) updated: Option<String>,
    /// Whether it has full-text tables; a gazetteer built on it then has them too.
    pub(crate) has_word_search: bool,
    units_of_degree: f64,
    /// Whether its places have a prominence; those of earlier versions lack it.
    has_prominence: bool,
}

/// Prefix of ids of Who's On First, the default if a gazetteer names none.
const WHOS_ON_FIRST: &str = "wof";

impl Base {
    pub(crate) fn of(path: &Path, target: Target) -> Result<Base, BuildError> {
        Connection::open_with_flags(path, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY)
            .and_then(|connection| read(&connection, target))
            .map_err(|source| BuildError::Query { path: path.into(), source })
    }

    pub(crate) fn ids(&self) -> Ids {
        if self.id_prefix == WHOS_ON_FIRST { Ids::WhosOnFirst } else { Ids::Own }
    }
}

/// Adds the rows of the gazetteer at `path`.
pub(crate) fn add(path: &Path, base: &Base, target: Target, staging: &Staging) -> Result<(), BuildError> {
    match target {
        Target::Candidate => {
            let prominence = if base.has_prominence { "coalesce(c.prominence, 0)" } else { "0" };
            let sql =
                include_str!("../../sql/sources/over_candidate.sql").replace("{prominence}", prominence);
            staging.with_attached(path, &sql.replace("{units}", &format!("{:?}", base.units_of_degree)))
        }
        Target::Admin => staging.with_attached(path, include_str!("../../sql/sources/over_admin.sql")),
    }
}

fn read(connection: &Connection, target: Target) -> rusqlite::Result<Base> {
    let has = |name: &str| connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?1")?.exists([name]);
    let says = has("build_info")?;
    let said = |key: &str| -> rusqlite::Result<Option<String>> {
        if !says {
            return Ok(None);
        }
        connection
            .query_row("SELECT value FROM build_info WHERE key = ?1", [key], |row| row.get(0))
            .optional()
    };
    let units_of_degree = if said(COORDINATES)?.as_deref() == Some(MICRODEGREES) { 1e6 } else { 1.0 };
    let words = if target == Target::Candidate { "candidate_fts" } else { "place_search" };
    let id_prefix = said("id_prefix")?.unwrap_or_else(|| WHOS_ON_FIRST.to_owned());
    let usual = if id_prefix == WHOS_ON_FIRST { "Who's On First" } else { "" };
    Ok(Base {
        attribution: said("attribution")?.unwrap_or_else(|| usual.to_owned()),
        updated: said("data_updated")?,
        has_word_search: has(words)?,
        units_of_degree,
        has_prominence: connection.prepare("SELECT prominence FROM candidate LIMIT 0").is_ok(),
        id_prefix,
    })
}
