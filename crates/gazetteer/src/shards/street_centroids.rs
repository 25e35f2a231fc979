//! Street centroids: a street's middle and box, where points themselves are too many to ship.

use milepost_store::street_line;
use rusqlite::Row;

use super::Scope;
use super::held::{Opened, Shard};
use super::street_index::StreetIndex;
use crate::GazetteerError;
use crate::database;

/// A street of a postcode and locality.
#[derive(Debug, Clone, PartialEq)]
pub struct StreetCentroid {
    /// The street, normalised.
    pub street_norm: String,
    /// Key of the postcode.
    pub postcode: Option<String>,
    /// Key of the locality.
    pub locality: Option<String>,
    /// The street as the source writes it.
    pub street: String,
    /// Latitude of the middle, degrees.
    pub lat: f64,
    /// Longitude of the middle, degrees.
    pub lon: f64,
    /// South, west, north, east, degrees.
    pub bbox: [f64; 4],
    /// Number of the row in its file.
    pub rowid: i64,
}

/// A shard of street centroids. Threads can share it.
pub struct StreetCentroids {
    opened: Opened,
    has_lines: bool,
}

impl Shard for StreetCentroids {
    const TABLE: &str = "street_centroid";
    const COLUMNS: &str = "street_norm, street_key, postcode, locality_norm, street_raw, lat, lon, min_lat, min_lon, max_lat, max_lon";

    fn new(opened: Opened) -> Result<StreetCentroids, GazetteerError> {
        Ok(StreetCentroids { has_lines: opened.database.has_table("street_line")?, opened })
    }

    fn opened(&self) -> &Opened {
        &self.opened
    }
}

impl StreetCentroids {
    /// The streets by their words; none in a shard without the index, as earlier versions built it.
    pub fn street_index(&self) -> Option<StreetIndex<'_>> {
        self.opened.street_index()
    }

    /// Lines of a street in a locality, or anywhere in the shard, at most 2,000; none in a shard without lines. Vertices are latitude and
    /// longitude in units of 10⁻⁷ degrees, as their source has them, so that crossing streets share one.
    pub fn lines(
        &self,
        street_norm: &str,
        locality: Option<&str>,
    ) -> Result<Vec<Vec<[i32; 2]>>, GazetteerError> {
        if !self.has_lines {
            return Ok(Vec::new());
        }
        let sql = match locality {
            Some(_) => include_str!("../../sql/streets/lines_of_a_street_by_locality.sql"),
            None => include_str!("../../sql/streets/lines_of_a_street.sql"),
        };
        let line = |row: &Row<'_>| Ok(street_line::decode(row.get_ref(0)?.as_blob()?));
        self.opened.database.all(sql, (street_norm, locality), line)
    }

    /// Streets of a name anywhere in the shard, at most 1,000; none in a shard without lines, which has no index for it.
    pub fn of_norm(&self, street_norm: &str) -> Result<Vec<StreetCentroid>, GazetteerError> {
        if !self.has_lines {
            return Ok(Vec::new());
        }
        let sql = include_str!("../../sql/streets/centroids_of_a_street.sql");
        self.opened.database.all(sql, [street_norm], centroid)
    }

    /// The object of OpenStreetMap of a row, the longest way of the street: four times its number plus its kind; none in a shard without
    /// lines, which is of another publisher.
    pub fn osm_object(&self, rowid: i64) -> Result<Option<i64>, GazetteerError> {
        if !self.has_lines {
            return Ok(None);
        }
        let sql = include_str!("../../sql/objects/object_of_a_street.sql");
        Ok(self.opened.database.first(sql, [rowid], |row| row.get(0))?.flatten())
    }

    /// Streets of a key within `scope`.
    pub fn of_key(&self, scope: Scope<'_>, street_key: &str) -> Result<Vec<StreetCentroid>, GazetteerError> {
        let (sql, area) = match scope {
            Scope::Postcode(code) => (include_str!("../../sql/streets/centroids_by_postcode.sql"), code),
            Scope::Locality(name) => (include_str!("../../sql/streets/centroids_by_locality.sql"), name),
        };
        self.opened.database.all(sql, [area, street_key], centroid)
    }
}

fn centroid(row: &Row<'_>) -> rusqlite::Result<StreetCentroid> {
    let (lat, lon) = database::point(row, 4, 5, 1.0)?;
    Ok(StreetCentroid {
        street_norm: row.get(0)?,
        postcode: row.get(1)?,
        locality: row.get(2)?,
        street: row.get(3)?,
        lat,
        lon,
        bbox: [row.get(6)?, row.get(7)?, row.get(8)?, row.get(9)?],
        rowid: row.get(10)?,
    })
}
