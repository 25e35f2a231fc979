//! Time zones and statistical regions of the European Union by polygon.

use std::path::Path;

use super::{innermost, open};
use crate::GazetteerError;
use crate::database::Database;

/// Codes of the regions at a point; an inner level is known only with the outer ones.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct NutsCodes {
    /// `FRK`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nuts1: Option<String>,
    /// `FRK2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nuts2: Option<String>,
    /// `FRK24`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nuts3: Option<String>,
}

/// An open NUTS database. Threads can share it.
pub struct Nuts {
    pub(super) database: Database,
}

impl Nuts {
    /// Opens a database read-only.
    pub fn open(path: &Path) -> Result<Nuts, GazetteerError> {
        Ok(Nuts { database: open(path, "nuts_regions")? })
    }

    /// Codes at a point in degrees. The deepest region found gives the levels above it: codes are nested.
    pub fn at(&self, lat: f64, lon: f64) -> Result<Option<NutsCodes>, GazetteerError> {
        let sql = include_str!("../../sql/areas/nuts_around.sql");
        let deepest = innermost(&self.database, sql, lat, lon)?;
        // Two letters of the country, then a character a level.
        let level = |code: &str, length: usize| code.get(..length).map(str::to_owned);
        Ok(deepest.map(|code| NutsCodes {
            nuts1: level(&code, 3),
            nuts2: level(&code, 4),
            nuts3: level(&code, 5),
        }))
    }
}

/// An open time zone database. Threads can share it.
pub struct Timezones {
    pub(super) database: Database,
}

impl Timezones {
    /// Opens a database read-only.
    pub fn open(path: &Path) -> Result<Timezones, GazetteerError> {
        Ok(Timezones { database: open(path, "timezone_polygons")? })
    }

    /// IANA name of the zone at a point in degrees; of several that overlap, the one of the smallest box.
    pub fn at(&self, lat: f64, lon: f64) -> Result<Option<String>, GazetteerError> {
        let sql = include_str!("../../sql/areas/timezones_around.sql");
        innermost(&self.database, sql, lat, lon)
    }
}
