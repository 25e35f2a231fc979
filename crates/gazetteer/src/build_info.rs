//! What a database says about itself in its table `build_info`. Published databases have none.

use crate::GazetteerError;
use crate::database::Database;

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
    /// Reads the table, if there is one.
    pub(crate) fn read(database: &Database) -> Result<BuildInfo, GazetteerError> {
        let id_prefix = value(database, "id_prefix")?.unwrap_or_else(|| DEFAULT_ID_PREFIX.to_owned());
        let attribution = match value(database, "attribution")? {
            Some(attribution) => attribution,
            None if id_prefix == DEFAULT_ID_PREFIX => DEFAULT_ATTRIBUTION.to_owned(),
            None => String::new(),
        };
        let is_micro = value(database, COORDINATES)?.as_deref() == Some(MICRODEGREES);
        let data_updated = value(database, "data_updated")?;
        Ok(BuildInfo {
            id_prefix,
            attribution,
            data_updated,
            units_of_degree: if is_micro { 1e6 } else { 1.0 },
        })
    }

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

/// A value of the table; none without the table.
pub(crate) fn value(database: &Database, key: &str) -> Result<Option<String>, GazetteerError> {
    if !database.has_table("build_info")? {
        return Ok(None);
    }
    database.first(include_str!("../sql/candidates/build_info.sql"), [key], |row| row.get(0))
}
