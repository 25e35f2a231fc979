//! What a database says of itself in its table `build_info`. Published databases have none.

use rusqlite::{Connection, OptionalExtension};

use crate::GazetteerError;
use crate::database::Database;

/// Prefix of ids on the wire when a database does not name its own: the reference's id space.
const DEFAULT_ID_PREFIX: &str = "wof";

/// Whose data a database without a word about it holds, when its ids are the reference's.
const DEFAULT_ATTRIBUTION: &str = "Who's On First";

/// Stands between the sources of an attribution.
pub const SEPARATOR: &str = "; ";

/// What is read once, at opening.
#[derive(Debug, Clone)]
pub(crate) struct BuildInfo {
    /// Prefix of ids on the wire.
    pub(crate) id_prefix: String,
    /// Whose data it holds and under which licences, parted by [`SEPARATOR`]; empty when it does not say.
    pub(crate) attribution: String,
    /// Day of the newest row (`2026-10-31`); none when it does not say.
    pub(crate) data_updated: Option<String>,
}

impl BuildInfo {
    /// Reads the table; `exists` says whether the database has one.
    pub(crate) fn read(database: &Database, exists: bool) -> Result<BuildInfo, GazetteerError> {
        let (id_prefix, attribution, data_updated) = database.with(|connection| {
            let said = |key| if exists { value(connection, key) } else { Ok(None) };
            Ok((id_prefix(connection, exists)?, said("attribution")?, said("data_updated")?))
        })?;
        let attribution = match attribution {
            Some(attribution) => attribution,
            None if id_prefix == DEFAULT_ID_PREFIX => DEFAULT_ATTRIBUTION.to_owned(),
            None => String::new(),
        };
        Ok(BuildInfo { id_prefix, attribution, data_updated })
    }
}

impl BuildInfo {
    /// Names a source of what lies beside the database, unless it is named.
    pub(crate) fn credit(&mut self, source: &str) {
        if source.is_empty() || self.attribution.split(SEPARATOR).any(|known| known == source) {
            return;
        }
        if !self.attribution.is_empty() {
            self.attribution.push_str(SEPARATOR);
        }
        self.attribution.push_str(source);
    }
}

/// The prefix of ids on the wire; `exists` says whether the database has the table.
pub(crate) fn id_prefix(connection: &Connection, exists: bool) -> rusqlite::Result<String> {
    let named = if exists { value(connection, "id_prefix")? } else { None };
    Ok(named.unwrap_or_else(|| DEFAULT_ID_PREFIX.to_owned()))
}

fn value(connection: &Connection, key: &str) -> rusqlite::Result<Option<String>> {
    connection.query_row(include_str!("../sql/build_info.sql"), [key], |row| row.get(0)).optional()
}
