//! The small databases of annotations: which time zone, NUTS regions and UN/LOCODE belong to a point.

mod data_root;
mod nuts;
mod timezone;
mod un_locode;

pub use data_root::{FailedLookups, LookupAnswers, Lookups};
pub use nuts::{Nuts, NutsCodes};
pub use timezone::Timezones;
pub use un_locode::UnLocodes;

use std::path::Path;

use milepost_store::polygon;
use rusqlite::types::ValueRef;

use crate::GazetteerError;
use crate::database::Database;

use crate::reverse::geojson;

/// Tables of a time zone database.
pub const TIMEZONE_SCHEMA: &str = include_str!("../../sql/areas/timezone_schema.sql");
/// Tables of a NUTS database.
pub const NUTS_SCHEMA: &str = include_str!("../../sql/areas/nuts_schema.sql");
/// Tables of a UN/LOCODE database.
pub const UN_LOCODE_SCHEMA: &str = include_str!("../../sql/areas/un_locode_schema.sql");

/// Opens a database that must have `table`.
fn open(path: &Path, table: &'static str) -> Result<Database, GazetteerError> {
    let database = Database::open_with_geometry(path)?;
    let found = database.with(|connection| {
        connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?1")?.exists([table])
    })?;
    if found {
        Ok(database)
    } else {
        Err(GazetteerError::NotALookupDatabase { path: path.to_owned(), table })
    }
}

/// Whether a geometry contains a point: the bytes that `milepost build` writes, or the GeoJSON of published files.
pub(crate) fn holds(geometry: ValueRef<'_>, lat: f64, lon: f64) -> bool {
    match geometry {
        ValueRef::Blob(bytes) => polygon::contains(bytes, lat, lon),
        ValueRef::Text(text) => serde_json::from_slice(text)
            .ok()
            .and_then(|value| geojson::rings(&value))
            .and_then(|rings| polygon::encode(&rings))
            .is_some_and(|(bytes, _)| polygon::contains(&bytes, lat, lon)),
        _ => false,
    }
}
