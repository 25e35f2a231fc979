//! Rows of postcode tables: postcodes at the mean of their rows, and the places they serve, which are settlements of
//! the other sources if one of that name is near.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use milepost_text::name_key;
use rusqlite::{OptionalExtension, params};

use super::Staging;
use crate::error::BuildError;
use crate::place::{Cluster, Place, id_range};

/// A row belongs to a settlement of its name no farther away than this, degrees; the largest cities reach 0.4 degrees
/// from their centre.
const SAME_PLACE_DEGREES: f64 = 0.4;

/// Rows of one name no farther apart than this are one place, degrees.
const ONE_CLUSTER_DEGREES: f64 = 0.25;

/// A division's code counts if the row is at most this far outside its extent, degrees: tables number
/// divisions in their own schemes.
const OUTSIDE_DEGREES: f64 = 0.3;

/// Countries whose tables have streets in the column of places.
const STREETS_FOR_PLACES: [&str; 1] = ["SG"];

/// Words of company names: in Germany large recipients have their own postcodes.
const COMPANIES: [&str; 9] = ["gmbh", "ag", "kg", "mbh", "ev", "co", "se", "ohg", "kgaa"];

struct Row {
    country: String,
    key: String,
    place: String,
    place_key: String,
    around: String,
    state: String,
    codes: String,
    lat: f64,
    lon: f64,
}

/// A known settlement: its id and its point.
type Known = (i64, f64, f64);

/// Turns the rows into postcodes, places and pairs.
pub(super) fn resolve(staging: &Staging) -> Result<(), BuildError> {
    staging.batch(
        "CREATE TEMP TABLE served (country TEXT, postcode TEXT, place INTEGER, parent INTEGER);
         CREATE INDEX postal_by_name ON postal (country, place_key, lat, lon);",
    )?;
    let mut resolver = Resolver { staging, regions: HashMap::new(), around: HashMap::new(), made: 0 };
    staging.query(|connection| {
        let mut select = connection.prepare(
            "SELECT country, key, place, place_key, around, state, codes, lat, lon FROM postal
             ORDER BY country, place_key, lat, lon",
        )?;
        let mut rows = select.query([])?;
        let mut group: Vec<Row> = Vec::new();
        while let Some(row) = rows.next()? {
            let row = Row {
                country: row.get(0)?,
                key: row.get(1)?,
                place: row.get(2)?,
                place_key: row.get(3)?,
                around: row.get(4)?,
                state: row.get(5)?,
                codes: row.get(6)?,
                lat: row.get(7)?,
                lon: row.get(8)?,
            };
            let same = group
                .first()
                .is_some_and(|first| first.country == row.country && first.place_key == row.place_key);
            if !same {
                resolver.place_rows(&group)?;
                group.clear();
            }
            group.push(row);
        }
        resolver.place_rows(&group)
    })?;
    staging.batch(include_str!("../../sql/staging/postcodes.sql"))?;
    staging.batch(&format!(
        "INSERT INTO place SELECT {} + number, postcode, 'postalcode', country, parent, 0, NULL, lat, lon,
             CASE WHEN extended THEN south END, CASE WHEN extended THEN west END, CASE WHEN extended THEN north END,
             CASE WHEN extended THEN east END, population, 0, 0 FROM new_postcode;
         INSERT INTO name_key SELECT {} + number, key, 1 FROM new_postcode_key;
         DROP TABLE new_postcode; DROP TABLE new_postcode_key;",
        staging.id(id_range::POSTCODE),
        staging.id(id_range::POSTCODE)
    ))?;
    // Pairs without a settlement mean the postcode itself.
    staging.batch(include_str!("../../sql/staging/pairs_of_postcodes.sql"))
}

struct Resolver<'a> {
    staging: &'a Staging,
    /// Divisions by country and name.
    regions: HashMap<(String, String), Option<i64>>,
    /// Settlements by country and key of a wider name.
    around: HashMap<(String, String), Vec<Known>>,
    made: i64,
}

impl Resolver<'_> {
    /// Finds or creates the places of rows of one country and name, sorted by latitude.
    fn place_rows(&mut self, rows: &[Row]) -> rusqlite::Result<()> {
        let Some(first) = rows.first() else { return Ok(()) };
        let known = settlements(self.staging, &first.country, &first.place_key)?;
        let mut clusters: Vec<(Cluster, Vec<&Row>)> = Vec::new();
        for row in rows {
            if let Some(place) = nearest(&known, row.lat, row.lon) {
                self.serve(row, Some(place))?;
            } else if names_a_settlement(&row.country, &row.place) {
                let near = |cluster: &(Cluster, Vec<&Row>)| {
                    let (lat, lon) = cluster.0.mean();
                    degrees(lat, lon, row.lat, row.lon) <= ONE_CLUSTER_DEGREES
                };
                match clusters.iter_mut().find(|cluster| near(cluster)) {
                    Some((cluster, members)) => {
                        cluster.include(row.lat, row.lon);
                        members.push(row);
                    }
                    None => clusters.push((Cluster::of_point(row.lat, row.lon), vec![row])),
                }
            } else {
                self.serve(row, None)?;
            }
        }
        for (cluster, members) in clusters {
            let id = self.make(members[0], &cluster)?;
            members.into_iter().try_for_each(|row| self.serve(row, Some(id)))?;
        }
        Ok(())
    }

    /// Records that a postcode serves a place, under the row's name and the names of its areas.
    fn serve(&mut self, row: &Row, place: Option<i64>) -> rusqlite::Result<()> {
        let parent = self.division(row)?;
        let connection = &self.staging.connection;
        connection.prepare_cached("INSERT INTO served VALUES (?1, ?2, ?3, ?4)")?.execute(params![
            row.country,
            row.key,
            place,
            parent
        ])?;
        self.pair(row, &row.place_key, &row.place, place, 0)?;
        for part in super::parts_of_name(&row.place) {
            self.pair(row, &name_key(&part), &row.place, place, 1)?;
        }
        for name in row.around.split('\t').filter(|name| !name.is_empty()) {
            let key = name_key(name);
            if key == row.place_key {
                continue;
            }
            let known = match self.around.entry((row.country.clone(), key.clone())) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(free) => free.insert(settlements(self.staging, &row.country, &key)?),
            };
            let place = nearest(known, row.lat, row.lon);
            self.pair(row, &key, name, place, 1)?;
        }
        Ok(())
    }

    /// A place of -1 means the postcode of that country, which has no id yet.
    fn pair(&self, row: &Row, key: &str, name: &str, place: Option<i64>, part: i64) -> rusqlite::Result<()> {
        let mut insert =
            self.staging.connection.prepare_cached("INSERT INTO pair VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
        let place = place.unwrap_or(-country_number(&row.country));
        insert.execute(params![key, row.key, place, name, row.lat, row.lon, part])?;
        if let Some(area) = area_of(&row.key) {
            insert.execute(params![key, area, place, name, row.lat, row.lon, part + 2])?;
        }
        Ok(())
    }

    /// Creates a settlement that only the table names.
    fn make(&mut self, row: &Row, cluster: &Cluster) -> rusqlite::Result<i64> {
        let id = self.staging.id(id_range::POSTAL_PLACE + self.made);
        self.made += 1;
        let place = Place {
            parent: self.division(row)?,
            extent: cluster.extent(),
            ..Place::new(id, &row.place, "locality", &row.country, cluster.mean())
        };
        self.staging.add_settled(&place, None, false).map_err(|error| match error {
            BuildError::Database { source, .. } => source,
            other => rusqlite::Error::ToSqlConversionFailure(Box::new(other)),
        })?;
        Ok(id)
    }

    /// The division of a row: by its name, otherwise by its code if that is plausible, otherwise the country.
    fn division(&mut self, row: &Row) -> rusqlite::Result<Option<i64>> {
        let staging = self.staging;
        let by_code = |code: &str| {
            let mut select = staging.connection.prepare_cached(
                "SELECT p.id FROM code AS c JOIN place AS p ON p.id = c.place
                 WHERE c.code = ?1 AND ?2 BETWEEN coalesce(p.south, p.lat) - ?4 AND coalesce(p.north, p.lat) + ?4
                   AND ?3 BETWEEN coalesce(p.west, p.lon) - ?4 AND coalesce(p.east, p.lon) + ?4",
            )?;
            let values = params![code, row.lat, row.lon, OUTSIDE_DEGREES];
            select.query_row(values, |row| row.get::<_, i64>(0)).optional()
        };
        let by_code_alone = |code: &str| {
            let mut select = staging.connection.prepare_cached("SELECT place FROM code WHERE code = ?1")?;
            select.query_row([code], |row| row.get(0)).optional()
        };
        if let Some(county) = by_code(&row.codes)? {
            return Ok(Some(county));
        }
        let region = match self.regions.entry((row.country.clone(), row.state.clone())) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(free) => *free.insert(staging.region(&row.country, &row.state)?),
        };
        let state_code = row.codes.rsplit_once('.').map_or("", |(state, _)| state);
        match region {
            Some(region) => Ok(Some(region)),
            None => match by_code(state_code)? {
                Some(region) => Ok(Some(region)),
                None => by_code_alone(&row.country),
            },
        }
    }
}

/// Settlements of the country with this key.
fn settlements(staging: &Staging, country: &str, key: &str) -> rusqlite::Result<Vec<Known>> {
    let mut select = staging.connection.prepare_cached(
        "SELECT DISTINCT p.id, p.lat, p.lon FROM name_key AS k JOIN place AS p ON p.id = k.place
         WHERE k.key = ?1 AND p.country = ?2 AND p.placetype IN ('locality', 'localadmin', 'borough', 'neighbourhood')",
    )?;
    let mut find = |key: &str| {
        select.query_map([key, country], |row| row.try_into())?.collect::<rusqlite::Result<Vec<Known>>>()
    };
    let found = find(key)?;
    if found.is_empty() && key.contains('-') { find(&key.replace('-', " ")) } else { Ok(found) }
}

/// Whether a row of a table of `country` names a settlement.
pub(crate) fn names_a_settlement(country: &str, place: &str) -> bool {
    let key = name_key(place);
    let company = || key.split([' ', '-']).any(|word| COMPANIES.contains(&word));
    !key.is_empty() && !STREETS_FOR_PLACES.contains(&country) && (country != "DE" || !company())
}

/// The nearest settlement within reach.
fn nearest(known: &[Known], lat: f64, lon: f64) -> Option<i64> {
    known
        .iter()
        .map(|&(id, at_lat, at_lon)| (degrees(at_lat, at_lon, lat, lon), id))
        .filter(|(distance, _)| *distance <= SAME_PLACE_DEGREES)
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, id)| id)
}

/// Distance in degrees of latitude.
fn degrees(lat_a: f64, lon_a: f64, lat_b: f64, lon_b: f64) -> f64 {
    (lat_a - lat_b).hypot((lon_a - lon_b) * lat_a.to_radians().cos())
}

/// The delivery area of a long numeric code: `3750` of `3750-011`.
fn area_of(key: &str) -> Option<&str> {
    let (area, rest) = key.split_once('-')?;
    let numeric = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    (area.len() >= 4 && numeric(area) && numeric(rest)).then_some(area)
}

/// A distinct number for each country, from 1.
fn country_number(country: &str) -> i64 {
    country.bytes().fold(0, |number, byte| number * 32 + i64::from(byte & 31))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_codes_have_an_area() {
        assert_eq!(area_of("3750-011"), Some("3750"));
        assert_eq!(area_of("69945-000"), Some("69945"));
        assert_eq!(area_of("00-001"), None);
        assert_eq!(area_of("lv-1001"), None);
    }

    #[test]
    fn countries_have_numbers_of_their_own() {
        assert_ne!(country_number("AB"), country_number("BA"));
        assert!(country_number("AA") > 0);
    }
}
