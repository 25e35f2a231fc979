//! Codes of the United Nations for places of trade and transport.

use std::path::Path;

use milepost_store::distance_m;
use milepost_text::name_key;

use crate::GazetteerError;
use crate::database::Database;

/// Greatest distance of a neighbouring place whose code stands in for a missing one, metres.
const NEAREST_M: f64 = 25_000.0;

/// Metres of a degree of latitude.
const DEGREE_M: f64 = 111_195.0;

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
            let named = self
                .rows(include_str!("../../sql/areas/un_locodes_of_a_name.sql"), (&country, name_key(name)))?;
            // A name without a point is taken as it is.
            let distance = |point: &Option<(f64, f64)>| {
                point.map_or(f64::MAX, |(lat_of, lon_of)| distance_m(lat_of, lon_of, lat, lon))
            };
            let best = named.into_iter().min_by(|a, b| distance(&a.1).total_cmp(&distance(&b.1)));
            if let Some((code, _)) = best {
                return Ok(Some(format!("{country} {code}")));
            }
        }
        let half = NEAREST_M / DEGREE_M;
        let half_lon = (half / lat.to_radians().cos().max(1e-6)).min(360.0);
        let window = (&country, lat - half, lat + half, lon - half_lon, lon + half_lon);
        let near = self.rows(include_str!("../../sql/areas/un_locodes_near.sql"), window)?;
        let nearest = near
            .into_iter()
            .filter_map(|(code, point)| {
                point.map(|(lat_of, lon_of)| (distance_m(lat_of, lon_of, lat, lon), code))
            })
            .filter(|(distance, _)| *distance <= NEAREST_M)
            .min_by(|a, b| a.0.total_cmp(&b.0));
        Ok(nearest.map(|(_, code)| format!("{country} {code}")))
    }

    #[expect(clippy::type_complexity, reason = "a code and its point, if it has one")]
    fn rows(
        &self,
        sql: &str,
        values: impl rusqlite::Params,
    ) -> Result<Vec<(String, Option<(f64, f64)>)>, GazetteerError> {
        self.database.all(sql, values, |row| {
            let (lat, lon): (Option<f64>, Option<f64>) = (row.get(1)?, row.get(2)?);
            Ok((row.get(0)?, lat.zip(lon)))
        })
    }
}
