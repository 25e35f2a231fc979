//! What a database says about itself in its table `build_info`. Published databases have none.

use crate::GazetteerError;
use crate::database::{Database, Reader};

/// Prefix of ids on the wire when a database does not name its own: published gazetteers of this schema hold Who's On First ids.
const DEFAULT_ID_PREFIX: &str = "wof";

/// Attribution of a database that names none and whose ids are those of Who's On First.
const DEFAULT_ATTRIBUTION: &str = "Who's On First";

/// Separates the sources of an attribution.
pub const SEPARATOR: &str = "; ";

/// Values read once, at opening.
#[derive(Debug, Clone)]
pub(crate) struct BuildInfo {
    /// Prefix of ids on the wire.
    pub(crate) id_prefix: String,
    /// Sources and licences of its data, parted by [`SEPARATOR`]; empty if it names none.
    pub(crate) attribution: String,
    /// Day of the newest row (`2026-10-31`); none if it names none.
    pub(crate) data_updated: Option<String>,
    /// Divisor of its coordinates to get degrees.
    pub(crate) units_of_degree: f64,
}

/// The key under which a candidate database gives the unit of its coordinates, if it is not degrees.
pub const COORDINATES: &str = "coordinates";
/// Whole millionths of a degree: four bytes where a fraction takes eight.
pub const MICRODEGREES: &str = "microdegrees";

impl BuildInfo {
    /// Reads the table; `exists` says whether the database has one.
    pub(crate) fn read(database: &Database, exists: bool) -> Result<BuildInfo, GazetteerError> {
        let (id_prefix, attribution, data_updated, units_of_degree) = database.with(|connection| {
            let said = |key| if exists { value(connection, key) } else { Ok(None) };
            let units = units_of_degree(connection, exists)?;
            Ok((id_prefix(connection, exists)?, said("attribution")?, said("data_updated")?, units))
        })?;
        let attribution = match attribution {
            Some(attribution) => attribution,
            None if id_prefix == DEFAULT_ID_PREFIX => DEFAULT_ATTRIBUTION.to_owned(),
            None => String::new(),
        };
        Ok(BuildInfo { id_prefix, attribution, data_updated, units_of_degree })
    }
}

impl BuildInfo {
    /// Adds the sources of what lies next to the database, separated by [`SEPARATOR`], each unless it is named.
    pub(crate) fn credit(&mut self, sources: &str) {
        for source in sources.split(SEPARATOR) {
            if source.is_empty() || self.attribution.split(SEPARATOR).any(|known| known == source) {
                continue;
            }
            if !self.attribution.is_empty() {
                self.attribution.push_str(SEPARATOR);
            }
            self.attribution.push_str(source);
        }
    }
}

/// The sources that a database names; empty if it names none, or has no `build_info`.
pub(crate) fn attribution(database: &Database) -> Result<String, GazetteerError> {
    let said = database.with(|connection| {
        let exists =
            connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'build_info'")?.exists([])?;
        if exists { value(connection, "attribution") } else { Ok(None) }
    })?;
    Ok(said.unwrap_or_default())
}

/// The prefix of ids on the wire; `exists` says whether the database has the table.
pub(crate) fn id_prefix(connection: &Reader<'_>, exists: bool) -> rusqlite::Result<String> {
    let named = if exists { value(connection, "id_prefix")? } else { None };
    Ok(named.unwrap_or_else(|| DEFAULT_ID_PREFIX.to_owned()))
}

/// What the coordinates of a candidate database are divided by to be degrees; `exists` says whether it has the table.
pub(crate) fn units_of_degree(connection: &Reader<'_>, exists: bool) -> rusqlite::Result<f64> {
    let unit = if exists { value(connection, COORDINATES)? } else { None };
    Ok(if unit.as_deref() == Some(MICRODEGREES) { 1e6 } else { 1.0 })
}

fn value(connection: &Reader<'_>, key: &str) -> rusqlite::Result<Option<String>> {
    connection.first(
        connection.query_row(include_str!("../sql/candidates/build_info.sql"), [key], |row| row.get(0)),
    )
}
