//! Polygons of a file of `milepost build places`.

use std::path::Path;

use milepost_store::polygon::Bounds;
use rusqlite::{Connection, OpenFlags, Row};

use crate::error::BuildError;

pub(super) struct Area {
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) placetype: String,
    pub(super) country: String,
    pub(super) lat: f64,
    pub(super) lon: f64,
    pub(super) geometry: Vec<u8>,
    pub(super) bounds: Bounds,
}

const AREAS: &str = "SELECT id, name, placetype, country, latitude, longitude, geom, south, west, north, east
   FROM area JOIN spr USING (id) ORDER BY id";

pub(super) fn each(
    path: &Path,
    take: &mut dyn FnMut(Area) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    let failed = |source| BuildError::Query { path: path.into(), source };
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(failed)?;
    let mut areas = connection.prepare(AREAS).map_err(failed)?;
    let area = |row: &Row<'_>| {
        let bounds = Bounds { south: row.get(7)?, west: row.get(8)?, north: row.get(9)?, east: row.get(10)? };
        Ok(Area {
            id: row.get(0)?,
            name: row.get(1)?,
            placetype: row.get(2)?,
            country: row.get(3)?,
            lat: row.get(4)?,
            lon: row.get(5)?,
            geometry: row.get(6)?,
            bounds,
        })
    };
    for area in areas.query_map([], area).map_err(failed)? {
        take(area.map_err(failed)?)?;
    }
    Ok(())
}
