//! Time zones by polygon.

use std::path::Path;

use super::holds;
use crate::DatabaseFile;
use crate::GazetteerError;
use crate::database::Database;

/// An open time zone database. Threads can share it.
pub struct Timezones {
    database: Database,
}

impl Timezones {
    /// Opens a database read-only.
    ///
    /// # Errors
    /// When the file is missing, not a database, or of another kind.
    pub fn open(path: &Path) -> Result<Timezones, GazetteerError> {
        Ok(Timezones { database: super::open(path, "timezone_polygons")? })
    }

    pub(super) fn file(&self) -> &DatabaseFile {
        self.database.file()
    }

    /// IANA name of the zone at a point in degrees; of several that overlap, the one of the smallest box.
    ///
    /// # Errors
    /// When the database fails.
    pub fn at(&self, lat: f64, lon: f64) -> Result<Option<String>, GazetteerError> {
        self.database.with(|connection| {
            let mut select =
                connection.prepare_cached(include_str!("../../sql/areas/timezones_around.sql"))?;
            let mut rows = select.query([lat, lon])?;
            while let Some(row) = rows.next()? {
                if holds(row.get_ref(1)?, lat, lon)
                    && let Some(code) = connection.usable(row.get(0))?
                {
                    return Ok(Some(code));
                }
            }
            Ok(None)
        })
    }
}
