//! Time zones by polygon.

use std::path::Path;

use crate::GazetteerError;
use crate::database::Database;

/// An open time zone database. Threads can share it.
pub struct Timezones {
    pub(super) database: Database,
}

impl Timezones {
    /// Opens a database read-only.
    ///
    /// # Errors
    /// When the file is missing, not a database, or of another kind.
    pub fn open(path: &Path) -> Result<Timezones, GazetteerError> {
        Ok(Timezones { database: super::open(path, "timezone_polygons")? })
    }

    /// IANA name of the zone at a point in degrees; of several that overlap, the one of the smallest box.
    ///
    /// # Errors
    /// When the database fails.
    pub fn at(&self, lat: f64, lon: f64) -> Result<Option<String>, GazetteerError> {
        let sql = include_str!("../../sql/areas/timezones_around.sql");
        super::innermost(&self.database, sql, lat, lon)
    }
}
