//! Address points: a register's own point for a house number.

use milepost_store::{box_around, distance_m};
use rusqlite::{Row, ToSql, params_from_iter};

use super::held::{Opened, Shard};
use super::street_index::StreetIndex;
use crate::GazetteerError;
use crate::database;

/// Spellings of a number a statement has room for.
const NUMBERS: usize = 12;

/// Table that only shards of OpenStreetMap have.
const OSM_TABLE: &str = "house";
/// Numbers of a row of cells; more than its 360,000 cells.
const CELLS_OF_A_ROW: i64 = 1_000_000;

/// Number of the cell a coordinate is in, `offset` making it positive: as the index counts.
fn cell(degrees: f64, offset: f64) -> i64 {
    ((degrees + offset) * 1000.0) as i64
}

/// Where rows are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope<'a> {
    /// Rows of a postcode, by its key.
    Postcode(&'a str),
    /// Rows of a locality, by its key.
    Locality(&'a str),
}

impl<'a> Scope<'a> {
    fn key(self) -> &'a str {
        let (Scope::Postcode(key) | Scope::Locality(key)) = self;
        key
    }
}

/// A row of a register.
#[derive(Debug, Clone, PartialEq)]
pub struct AddressPoint {
    /// Number of the row in its file.
    pub rowid: i64,
    /// The street, normalised.
    pub street_norm: String,
    /// The house number as filed.
    pub number: String,
    /// Unit; none on the row of the house itself.
    pub unit: Option<String>,
    /// Key of the postcode, when the register has one.
    pub postcode: Option<String>,
    /// Key of the locality, when the register has one.
    pub locality: Option<String>,
    /// The street as the register writes it.
    pub street: String,
    /// Latitude, degrees.
    pub lat: f64,
    /// Longitude, degrees.
    pub lon: f64,
}

/// A shard of address points. Threads can share it.
pub struct AddressPoints {
    opened: Opened,
    has_locality_keys: bool,
    has_cells: bool,
    is_of_osm: bool,
}

impl Shard for AddressPoints {
    const TABLE: &str = "address_point";
    const COLUMNS: &str =
        "street_norm, street_key, number, unit, postcode, locality_norm, street_raw, lat, lon";

    fn new(opened: Opened) -> Result<AddressPoints, GazetteerError> {
        let database = &opened.database;
        Ok(AddressPoints {
            has_locality_keys: database.exists(include_str!("../../sql/points/has_locality_keys.sql"), [])?,
            has_cells: database.exists(include_str!("../../sql/points/has_cells.sql"), [])?,
            is_of_osm: database.has_table(OSM_TABLE)?,
            opened,
        })
    }

    fn opened(&self) -> &Opened {
        &self.opened
    }
}

impl AddressPoints {
    /// The streets by their words; none in a shard without the index, as earlier versions built it.
    pub fn street_index(&self) -> Option<StreetIndex<'_>> {
        self.opened.street_index()
    }

    /// The point nearest to a place on earth and its distance in metres, none farther than `within_m`. The house itself comes before
    /// its units. None where the shard has no index of cells, as published ones: without it every row would be read.
    pub fn nearest(
        &self,
        lat: f64,
        lon: f64,
        within_m: f64,
    ) -> Result<Option<(AddressPoint, f64)>, GazetteerError> {
        if !self.has_cells {
            return Ok(None);
        }
        let [south, west, north, east] = box_around(lat, lon, within_m);
        let (first, last) = (cell(south, 90.0), cell(north, 90.0));
        let (from, to) = (cell(west, 180.0), cell(east, 180.0));
        self.opened.database.with(|connection| {
            let mut select = connection.prepare_cached(match self.is_of_osm {
                true => include_str!("../../sql/points/houses_of_cells.sql"),
                false => include_str!("../../sql/points/points_of_cells.sql"),
            })?;
            let mut nearest: Option<(AddressPoint, f64)> = None;
            for row_of_cells in first..=last {
                let row_of_cells = row_of_cells * CELLS_OF_A_ROW;
                let mut rows = select.query([row_of_cells + from, row_of_cells + to])?;
                while let Some(row) = rows.next()? {
                    let Some((point_lat, point_lon)) = connection.usable(database::point(row, 7, 8, 1.0))?
                    else {
                        continue;
                    };
                    let distance = distance_m(lat, lon, point_lat, point_lon);
                    let nearer = |known: &(AddressPoint, f64)| {
                        let is_unit =
                            row.get_ref(3).is_ok_and(|unit| unit.as_str().is_ok_and(|unit| !unit.is_empty()));
                        (distance, is_unit) < (known.1, known.0.unit.is_some())
                    };
                    if distance <= within_m && nearest.as_ref().is_none_or(nearer) {
                        nearest = connection.usable(point(row))?.map(|point| (point, distance)).or(nearest);
                    }
                }
            }
            Ok(nearest)
        })
    }

    /// Rows of a street and number within `scope`, or anywhere in the shard, at most 256; the number in any of its spellings, of which the
    /// first twelve count.
    pub fn of_number(
        &self,
        scope: Option<Scope<'_>>,
        street_norm: &str,
        numbers: &[&str],
    ) -> Result<Vec<AddressPoint>, GazetteerError> {
        let sql = match scope {
            None => include_str!("../../sql/points/points_of_a_number.sql"),
            Some(Scope::Postcode(_)) => include_str!("../../sql/points/points_of_a_number_by_postcode.sql"),
            Some(Scope::Locality(_)) => include_str!("../../sql/points/points_of_a_number_by_locality.sql"),
        };
        let Some(first) = numbers.first() else { return Ok(Vec::new()) };
        // Places that no spelling is left for repeat the first.
        let spellings = numbers.iter().chain(std::iter::repeat(first)).take(NUMBERS);
        let area = scope.map(Scope::key);
        self.rows(sql, area.iter().chain([&street_norm]).chain(spellings).map(|text| text as &dyn ToSql))
    }

    /// Rows of a street within `scope`, or anywhere in the shard, at most `most`.
    pub fn of_street(
        &self,
        scope: Option<Scope<'_>>,
        street_norm: &str,
        most: u32,
    ) -> Result<Vec<AddressPoint>, GazetteerError> {
        let sql = match scope {
            None => include_str!("../../sql/points/points_of_a_street.sql"),
            Some(Scope::Postcode(_)) => include_str!("../../sql/points/points_of_a_street_by_postcode.sql"),
            Some(Scope::Locality(_)) => include_str!("../../sql/points/points_of_a_street_by_locality.sql"),
        };
        let area = scope.map(Scope::key);
        let texts = area.iter().chain([&street_norm]).map(|text| text as &dyn ToSql);
        self.rows(sql, texts.chain([&most as &dyn ToSql]))
    }

    /// Whether a locality has rows.
    pub fn has_locality(&self, locality: &str) -> Result<bool, GazetteerError> {
        self.opened.database.exists(include_str!("../../sql/points/has_locality.sql"), [locality])
    }

    /// Rows of a postcode, at most 512.
    pub fn of_postcode(&self, postcode: &str) -> Result<Vec<AddressPoint>, GazetteerError> {
        self.rows(include_str!("../../sql/points/points_of_a_postcode.sql"), [&postcode as &dyn ToSql])
    }

    /// Rows of a street's key within `scope`, at most 2,000; none for a locality where the shard has no index for it.
    pub fn of_key(&self, scope: Scope<'_>, street_key: &str) -> Result<Vec<AddressPoint>, GazetteerError> {
        let sql = match scope {
            Scope::Postcode(_) => include_str!("../../sql/points/points_of_a_key_by_postcode.sql"),
            Scope::Locality(_) if self.has_locality_keys => {
                include_str!("../../sql/points/points_of_a_key_by_locality.sql")
            }
            Scope::Locality(_) => return Ok(Vec::new()),
        };
        self.rows(sql, [&scope.key() as &dyn ToSql, &street_key])
    }

    /// The object of OpenStreetMap of a row: four times its number plus its kind; none in a shard of another publisher.
    pub fn osm_object(&self, rowid: i64) -> Result<Option<i64>, GazetteerError> {
        if !self.is_of_osm {
            return Ok(None);
        }
        let sql = include_str!("../../sql/objects/object_of_a_point.sql");
        Ok(self.opened.database.first(sql, [rowid], |row| row.get(0))?.flatten())
    }

    fn rows<'a>(
        &self,
        sql: &str,
        values: impl IntoIterator<Item = &'a dyn ToSql>,
    ) -> Result<Vec<AddressPoint>, GazetteerError> {
        self.opened.database.all(sql, params_from_iter(values), point)
    }
}

fn point(row: &Row<'_>) -> rusqlite::Result<AddressPoint> {
    let filled = |index: usize| {
        Ok::<_, rusqlite::Error>(row.get::<_, Option<String>>(index)?.filter(|text| !text.is_empty()))
    };
    let (lat, lon) = database::point(row, 7, 8, 1.0)?;
    Ok(AddressPoint {
        rowid: row.get(0)?,
        street_norm: row.get(1)?,
        number: row.get::<_, Option<String>>(2)?.unwrap_or_default(),
        unit: filled(3)?,
        postcode: filled(4)?,
        locality: filled(5)?,
        street: row.get::<_, Option<String>>(6)?.unwrap_or_default(),
        lat,
        lon,
    })
}
