//! The polygon file next to an administrative database.

use std::path::Path;

use super::ReversePlace;
use super::admin::{self, Admin};
use crate::DatabaseFile;
use crate::GazetteerError;
use crate::build_info;
use crate::database::{Database, Reader};
use crate::lookups::holds;

/// An open polygon file. Only the table `polygons` is required. Without boxes in the file, those of the administrative database show
/// which polygons to test, as for polygon files that are published alone.
pub(super) struct Polygons {
    database: Database,
    has_boxes: bool,
    has_places: bool,
}

impl Polygons {
    pub(super) fn open(path: &Path) -> Result<Polygons, GazetteerError> {
        let database = Database::open_with_geometry(path)?;
        let tables: Vec<String> = database.with(|connection| {
            let mut tables =
                connection.prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")?;
            connection.all(tables.query_map([], |row| row.get(0))?)
        })?;
        let has = |table: &str| tables.iter().any(|name| name == table);
        if !has("polygons") {
            return Err(GazetteerError::NotAnAdminDatabase { path: path.to_owned(), table: "polygons" });
        }
        Ok(Polygons { database, has_boxes: has("polygon_bbox"), has_places: has("spr") })
    }

    /// Sources of its polygons; empty if it names none.
    pub(super) fn attribution(&self) -> Result<String, GazetteerError> {
        build_info::attribution(&self.database)
    }

    pub(super) fn file(&self) -> &DatabaseFile {
        self.database.file()
    }

    /// The place of the smallest polygon that contains a point.
    pub(super) fn smallest_around(
        &self,
        admin: &Admin,
        lat: f64,
        lon: f64,
    ) -> Result<Option<ReversePlace>, GazetteerError> {
        let ids = if self.has_boxes {
            self.database.with(|connection| {
                let mut select =
                    connection.prepare_cached(include_str!("../../sql/reverse/polygons_around.sql"))?;
                let mut rows = select.query([lat, lon])?;
                let mut ids = Vec::new();
                while let Some(row) = rows.next()? {
                    if holds(row.get_ref(0)?, lat, lon) {
                        ids.extend(connection.usable(row.get::<_, i64>(1))?);
                    }
                }
                Ok(ids)
            })?
        } else {
            let boxes = admin.boxes_around(lat, lon)?;
            self.database.with(|connection| tested(connection, boxes, lat, lon))?
        };
        for id in ids {
            if let Some(place) = admin.place(id)?.map_or_else(|| self.place(id), |place| Ok(Some(place)))? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// A place that only this file has.
    pub(super) fn place(&self, id: i64) -> Result<Option<ReversePlace>, GazetteerError> {
        if !self.has_places {
            return Ok(None);
        }
        self.database.with(|connection| {
            let mut select =
                connection.prepare_cached(include_str!("../../sql/reverse/reverse_place.sql"))?;
            connection.first(select.query_row([id], |row| admin::place(row, true)))
        })
    }
}

/// Those of the places whose polygon contains the point.
fn tested(connection: &Reader<'_>, ids: Vec<i64>, lat: f64, lon: f64) -> rusqlite::Result<Vec<i64>> {
    let mut select = connection.prepare_cached(include_str!("../../sql/reverse/polygon_of_a_place.sql"))?;
    let mut found = Vec::new();
    for id in ids {
        let holds = connection.first(select.query_row([id], |row| Ok(holds(row.get_ref(0)?, lat, lon))))?;
        if holds == Some(true) {
            found.push(id);
        }
    }
    Ok(found)
}
