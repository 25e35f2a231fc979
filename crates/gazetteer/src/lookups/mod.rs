//! The small databases of annotations: which time zone, NUTS regions and UN/LOCODE belong to a point.

mod areas;
mod data_root;
mod un_locode;

pub use areas::{Nuts, NutsCodes, Timezones};
pub use data_root::{FailedLookups, LookupAnswers, Lookups};
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
pub(crate) fn open(path: &Path, table: &'static str) -> Result<Database, GazetteerError> {
    let database = Database::open_with_geometry(path)?;
    database.require(&[table], "a lookup database", "lookup")?;
    Ok(database)
}

/// The first text of the rows around a point whose geometry, the second column, contains it.
fn innermost(database: &Database, sql: &str, lat: f64, lon: f64) -> Result<Option<String>, GazetteerError> {
    database.with(|connection| {
        let mut select = connection.prepare_cached(sql)?;
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
