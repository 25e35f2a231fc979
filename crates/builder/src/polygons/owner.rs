//! Finds the place of the administrative database that a polygon belongs to.

use std::collections::HashMap;
use std::path::Path;

use milepost_gazetteer::reverse::Reverse;
use milepost_gazetteer::reverse::cells::CellWindow;
use milepost_store::polygon::{self, Bounds};
use milepost_text::name_key;
use rusqlite::{Connection, OpenFlags, OptionalExtension, ToSql};

use crate::error::BuildError;
use crate::place::PART_ID;

/// Degrees by which the point of a place may lie outside the box of its polygon, because the border is older or rough.
const MARGIN_DEGREES: f64 = 0.2;

fn parts(connection: &Connection) -> rusqlite::Result<HashMap<i64, i64>> {
    if !connection.table_exists(None, "concordances")? {
        return Ok(HashMap::new());
    }
    connection
        .prepare("SELECT CAST(other_id AS INTEGER), id FROM concordances WHERE other_source = ?1")?
        .query_map([PART_ID], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

/// The administrative database polygons are for.
pub(super) struct Owners {
    path: std::path::PathBuf,
    connection: Connection,
    reverse: Reverse,
    has_cells: bool,
    /// Rows of files of `milepost build places` and their places.
    parts: HashMap<i64, i64>,
}

pub(super) struct Owner {
    pub(super) id: i64,
    pub(super) parent: i64,
}

impl Owners {
    pub(super) fn open(path: &Path) -> Result<Owners, BuildError> {
        let failed = |source| BuildError::Query { path: path.into(), source };
        let connection =
            Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(failed)?;
        let reverse = Reverse::open(path, None)?;
        let has_cells = connection.table_exists(None, "place_cell").map_err(failed)?;
        let parts = parts(&connection).map_err(failed)?;
        Ok(Owners { path: path.into(), connection, reverse, has_cells, parts })
    }

    /// The place with this id, if its point fits the polygon. A code may equal the id of a place elsewhere: 71136 is a French commune
    /// for INSEE and a village in Yemen for GeoNames.
    pub(super) fn by_id(&self, id: i64, bounds: &Bounds) -> Result<Option<Owner>, BuildError> {
        let Bounds { south, west, north, east } = *bounds;
        self.query(|connection| {
            connection
                .prepare_cached(include_str!("../../sql/polygons/place_beside.sql"))?
                .query_row(
                    (
                        id,
                        south - MARGIN_DEGREES,
                        north + MARGIN_DEGREES,
                        west - MARGIN_DEGREES,
                        east + MARGIN_DEGREES,
                    ),
                    |row| Ok(Owner { id: row.get(0)?, parent: row.get(1)? }),
                )
                .optional()
        })
    }

    /// The place of a row of a file of `milepost build places`: a new one, or one of the gazetteer.
    pub(super) fn by_part(&self, id: i64) -> Result<Option<i64>, BuildError> {
        if let Some(own) = self.parts.get(&id) {
            return Ok(Some(*own));
        }
        let sql = "SELECT 1 FROM spr WHERE id = ?1";
        let is_own = self.query(|connection| connection.prepare_cached(sql)?.exists([id]))?;
        Ok(is_own.then_some(id))
    }

    /// The most populous place of the kind and name whose point lies in the polygon.
    pub(super) fn by_name(
        &self,
        name: &str,
        placetype: &str,
        geometry: &[u8],
        bounds: &Bounds,
    ) -> Result<Option<Owner>, BuildError> {
        let key = |name: &str| name_key(name).replace('-', " ");
        let wanted = key(name);
        self.query(|connection| {
            let Bounds { south, west, north, east } = *bounds;
            let CellWindow { lines, columns } = CellWindow::around(south, north, west, east);
            let cells = [lines, columns].concat();
            let mut values: Vec<&dyn ToSql> = vec![&south, &north, &west, &east, &placetype];
            let sql = if self.has_cells {
                values.extend(cells.iter().map(|cell| cell as &dyn ToSql));
                include_str!("../../sql/polygons/places_within_cells.sql")
            } else {
                include_str!("../../sql/polygons/places_within.sql")
            };
            let mut select = connection.prepare_cached(sql)?;
            let mut rows = select.query(values.as_slice())?;
            while let Some(row) = rows.next()? {
                let (lat, lon): (f64, f64) = (row.get(3)?, row.get(4)?);
                if key(&row.get::<_, String>(2)?) == wanted && polygon::contains(geometry, lat, lon) {
                    return Ok(Some(Owner { id: row.get(0)?, parent: row.get(1)? }));
                }
            }
            Ok(None)
        })
    }

    /// The parent of the nearest settlement in the polygon's country (ISO 3166-1 alpha-2; none for any). If the nearest settlement is
    /// foreign, the country. -1 without either.
    pub(super) fn parent_at(&self, lat: f64, lon: f64, country: &str) -> Result<i64, BuildError> {
        let found = self.reverse.at(lat, lon)?;
        let above = found.and_then(|found| {
            found.places.into_iter().find(|place| {
                !matches!(place.placetype.as_str(), "locality" | "localadmin" | "borough" | "neighbourhood")
            })
        });
        let is_own = |of: &str| country.is_empty() || of.eq_ignore_ascii_case(country);
        if let Some(place) = above.filter(|place| is_own(&place.country)) {
            return Ok(place.id);
        }
        let own = self.query(|connection| {
            connection
                .prepare_cached("SELECT id FROM spr WHERE placetype = 'country' AND country = ?1")?
                .query_row([country.to_uppercase()], |row| row.get(0))
                .optional()
        })?;
        Ok(own.unwrap_or(-1))
    }

    fn query<T>(&self, query: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, BuildError> {
        query(&self.connection).map_err(|source| BuildError::Query { path: self.path.clone(), source })
    }
}
