//! The polygon file next to an administrative database.

use std::path::Path;

use rusqlite::Row;

use super::ReversePlace;
use super::admin::{self, Admin};
use crate::GazetteerError;
use crate::build_info;
use crate::database::Database;
use crate::lookups::holds;

/// An open polygon file. Only the table `polygons` is required. Without boxes in the file, those of the administrative database show
/// which polygons to test, as for polygon files that are published alone.
pub(super) struct Polygons {
    pub(super) database: Database,
    has_boxes: bool,
    has_places: bool,
}

impl Polygons {
    pub(super) fn open(path: &Path) -> Result<Polygons, GazetteerError> {
        let database = Database::open_with_geometry(path)?;
        database.require(&["polygons"], "an administrative database", "admin")?;
        let (has_boxes, has_places) = (database.has_table("polygon_bbox")?, database.has_table("spr")?);
        Ok(Polygons { database, has_boxes, has_places })
    }

    /// Sources of its polygons; empty if it names none.
    pub(super) fn attribution(&self) -> Result<String, GazetteerError> {
        Ok(build_info::value(&self.database, "attribution")?.unwrap_or_default())
    }

    /// The place of the smallest polygon that contains a point.
    pub(super) fn smallest_around(
        &self,
        admin: &Admin,
        lat: f64,
        lon: f64,
    ) -> Result<Option<ReversePlace>, GazetteerError> {
        let ids = if self.has_boxes {
            let sql = include_str!("../../sql/reverse/polygons_around.sql");
            let id = |row: &Row<'_>| holds(row.get_ref(0)?, lat, lon).then(|| row.get(1)).transpose();
            self.database.all(sql, [lat, lon], id)?.into_iter().flatten().collect()
        } else {
            let sql = include_str!("../../sql/reverse/polygon_of_a_place.sql");
            let mut ids: Vec<i64> = Vec::new();
            for id in admin.boxes_around(lat, lon)? {
                let is_inside = |row: &Row<'_>| Ok(holds(row.get_ref(0)?, lat, lon));
                ids.extend(self.database.first(sql, [id], is_inside)?.filter(|&inside| inside).map(|_| id));
            }
            ids
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
        let sql = include_str!("../../sql/reverse/reverse_place.sql");
        self.database.first(sql, [id], |row| admin::place(row, true))
    }
}
