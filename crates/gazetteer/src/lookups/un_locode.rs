//! Codes of the United Nations for places of trade and transport.

use std::path::Path;

use milepost_store::{box_around, distance_m};
use milepost_text::name_key;
use rusqlite::Params;

use crate::GazetteerError;
use crate::database::Database;

/// Greatest distance of a neighbouring place whose code stands in for a missing one, metres.
const NEAREST_M: f64 = 25_000.0;

/// An open UN/LOCODE database. Threads can share it.
pub struct UnLocodes {
    pub(super) database: Database,
}

impl UnLocodes {
    /// Opens a database read-only.
    pub fn open(path: &Path) -> Result<UnLocodes, GazetteerError> {
        Ok(UnLocodes { database: super::open(path, "un_locode")? })
    }

    /// The code (`US NYC`) of a place: that of its name in the country (alpha-2) nearest to the point, else that of the
    /// nearest place of the country within 25 km.
    pub fn of(
        &self,
        country: &str,
        name: Option<&str>,
        lat: f64,
        lon: f64,
    ) -> Result<Option<String>, GazetteerError> {
        let country = country.to_uppercase();
        if let Some(name) = name {
            let sql = include_str!("../../sql/areas/un_locodes_of_a_name.sql");
            let named = self.rows(sql, (&country, name_key(name)), lat, lon)?;
            // A name without a point counts as the farthest.
            let distance = |of: &(String, Option<f64>)| of.1.unwrap_or(f64::MAX);
            let best = named.into_iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
            if let Some((code, _)) = best {
                return Ok(Some(format!("{country} {code}")));
            }
        }
        let [south, west, north, east] = box_around(lat, lon, NEAREST_M);
        let sql = include_str!("../../sql/areas/un_locodes_near.sql");
        let near = self.rows(sql, (&country, south, north, west, east), lat, lon)?;
        let nearest = near
            .into_iter()
            .filter_map(|(code, distance)| Some((distance.filter(|distance| *distance <= NEAREST_M)?, code)))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        Ok(nearest.map(|(_, code)| format!("{country} {code}")))
    }

    /// Codes with their distance from a point, metres; none of a place without a point.
    fn rows(
        &self,
        sql: &str,
        values: impl Params,
        lat: f64,
        lon: f64,
    ) -> Result<Vec<(String, Option<f64>)>, GazetteerError> {
        self.database.all(sql, values, |row| {
            let point = row.get::<_, Option<f64>>(1)?.zip(row.get::<_, Option<f64>>(2)?);
            Ok((row.get(0)?, point.map(|(lat_of, lon_of)| distance_m(lat_of, lon_of, lat, lon))))
        })
    }
}
