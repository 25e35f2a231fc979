//! Where the places of a database come from.

use milepost_gazetteer::build_info::SEPARATOR;
use std::path::Path;

use rusqlite::{Connection, OpenFlags, OptionalExtension};

use crate::error::BuildError;

/// Written into `build_info`.
pub(crate) struct Origin {
    id_prefix: String,
    attribution: String,
    data_updated: Option<String>,
}

impl Origin {
    /// `id_prefix` stands before ids on the wire; `sources` are names with their licences, of which each is kept once.
    /// `updated` is the day of the newest row, if the sources have one.
    pub(crate) fn new<'a>(
        id_prefix: &str,
        sources: impl IntoIterator<Item = &'a str>,
        updated: Option<String>,
    ) -> Origin {
        let mut kept: Vec<&str> = Vec::new();
        for source in sources {
            if !kept.contains(&source) {
                kept.push(source);
            }
        }
        Origin { id_prefix: id_prefix.to_owned(), attribution: kept.join(SEPARATOR), data_updated: updated }
    }

    pub(crate) fn write(&self, connection: &Connection) -> rusqlite::Result<()> {
        let mut insert = connection.prepare("INSERT INTO build_info VALUES (?1, ?2)")?;
        insert.execute(["id_prefix", self.id_prefix.as_str()])?;
        write_attribution(connection, &self.attribution)?;
        if let Some(day) = &self.data_updated {
            insert.execute(["data_updated", day])?;
        }
        Ok(())
    }
}

/// Writes the sources of a database into its `build_info`; nothing if there are none.
pub(crate) fn write_attribution(connection: &Connection, attribution: &str) -> rusqlite::Result<()> {
    if !attribution.is_empty() {
        connection.execute("INSERT INTO build_info VALUES ('attribution', ?1)", [attribution])?;
    }
    Ok(())
}

/// The attribution that a database has in `build_info`, if any.
pub(crate) fn attribution_in(path: &Path) -> Result<Option<String>, BuildError> {
    Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
        .and_then(|connection| {
            connection
                .query_row("SELECT value FROM build_info WHERE key = 'attribution'", [], |row| row.get(0))
                .optional()
        })
        .map_err(|source| BuildError::Query { path: path.into(), source })
}
