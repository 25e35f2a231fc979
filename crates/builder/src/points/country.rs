//! The country of a table without one, by where its points lie.

use std::collections::BTreeMap;
use std::path::Path;

use milepost_gazetteer::reverse::Reverse;

use crate::error::BuildError;

/// Share of the points that lie in one country, from which the others count as errors of the border.
const MOST: f64 = 0.9;

/// The country (ISO 3166-1 alpha-2, lower case) of the points of a table, by an administrative database. Fails without the database, and if the
/// points lie in several countries.
pub(crate) fn of_points(points: &[(f64, f64)], admin_db: Option<&Path>) -> Result<String, BuildError> {
    let Some(admin_db) = admin_db else { return Err(BuildError::CountryUnknown) };
    let reverse = Reverse::open(admin_db, None)?;
    let mut countries: BTreeMap<String, usize> = BTreeMap::new();
    for &(lat, lon) in points {
        let found = reverse.at(lat, lon)?;
        if let Some(place) = found.as_ref().and_then(|found| found.places.last()) {
            *countries.entry(place.country.to_lowercase()).or_default() += 1;
        }
    }
    let mut ranked: Vec<(String, usize)> = countries.into_iter().collect();
    ranked.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let all: usize = ranked.iter().map(|(_, count)| count).sum();
    match ranked.first() {
        None => Err(BuildError::CountryUnknown),
        Some((country, count)) if *count as f64 >= MOST * all as f64 => Ok(country.clone()),
        Some(_) => Err(BuildError::SeveralCountries(
            ranked.into_iter().take(4).map(|(country, _)| country).collect(),
        )),
    }
}
