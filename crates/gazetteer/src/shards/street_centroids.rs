//! Street centroids: a street's middle and box, where points themselves are too many to ship.

use super::Scope;
use super::held::Shard;
use super::opening::Columns;
use super::publishers;
use super::street_index::{self, StreetIndex};
use crate::GazetteerError;
use crate::database::{self, Database};

pub(super) const COLUMNS: Columns = Columns {
    table: "street_centroid",
    names: "street_norm, street_key, postcode, locality_norm, street_raw, lat, lon, min_lat, min_lon, max_lat, max_lon",
};

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
}

/// A shard of street centroids. Threads can share it.
pub struct StreetCentroids {
    database: Database,
    sources: Vec<String>,
    has_street_index: bool,
}

impl Shard for StreetCentroids {
    fn database(&self) -> &Database {
        &self.database
    }

    fn sources(&self) -> &[String] {
        &self.sources
    }
}

impl StreetCentroids {
    pub(super) fn new(database: Database) -> Result<StreetCentroids, GazetteerError> {
        let has_street_index = street_index::is_in(&database)?;
        let sources = publishers::of(&database, COLUMNS.table)?;
        Ok(StreetCentroids { has_street_index, database, sources })
    }

    /// The streets by their words; none in a shard without the index, as earlier versions built it.
    pub fn street_index(&self) -> Option<StreetIndex<'_>> {
        self.has_street_index.then_some(StreetIndex { database: &self.database })
    }

    /// Streets of a key within `scope`.
    ///
    /// # Errors
    /// When the database fails.
    pub fn of_key(&self, scope: Scope<'_>, street_key: &str) -> Result<Vec<StreetCentroid>, GazetteerError> {
        let (sql, area) = match scope {
            Scope::Postcode(code) => (include_str!("../../sql/centroids_by_postcode.sql"), code),
            Scope::Locality(name) => (include_str!("../../sql/centroids_by_locality.sql"), name),
        };
        self.database.with(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let rows = statement.query_map([area, street_key], |row| {
                let (lat, lon) = database::point(row, 4, 5, 1.0)?;
                Ok(StreetCentroid {
                    street_norm: row.get(0)?,
                    postcode: row.get(1)?,
                    locality: row.get(2)?,
                    street: row.get(3)?,
                    lat,
                    lon,
                    bbox: [row.get(6)?, row.get(7)?, row.get(8)?, row.get(9)?],
                })
            })?;
            connection.all(rows)
        })
    }
}
