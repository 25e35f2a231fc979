//! GeoNames cities500: places with a population of at least 500, and seats of administration.

use std::collections::HashMap;

use super::geonames_row::{PlaceRow, placetype};
use super::names::alternate::aliases;
use crate::error::BuildError;
use crate::packages::Package;
use crate::place::Places;

/// A city with the codes of the divisions it lies in.
#[derive(Default)]
pub(crate) struct City {
    pub(crate) id: i64,
    pub(crate) country: String,
    /// GeoNames first-level code; a state's postal code in the US, the INSEE region in France.
    pub(crate) admin1: String,
    /// GeoNames second-level code; county FIPS in the US, the département in France.
    pub(crate) admin2: String,
    /// The key of the district in Germany.
    pub(crate) admin3: String,
    /// The INSEE code in France.
    pub(crate) admin4: String,
}

/// Reads the file, and the day of its newest row; the places have no parent yet.
pub(crate) fn read(
    package: &Package,
    places: &mut Places,
) -> Result<(Vec<City>, Option<String>), BuildError> {
    const FILE: &str = "dist/cities500.txt";
    let text = package.text(FILE)?;
    let (mut cities, mut newest) = (Vec::new(), None);
    for (index, line) in text.lines().enumerate() {
        let wrong = |problem: String| BuildError::Row { path: package.file(FILE), line: index + 1, problem };
        let row = PlaceRow::parse(line).map_err(wrong)?;
        let Some(placetype) = placetype(row.feature) else { continue };
        newest = newest.max(row.modified);
        places.add(row.place(placetype, aliases(&row)));
        cities.push(City {
            id: row.id,
            country: row.country.to_owned(),
            admin1: row.admin[0].to_owned(),
            admin2: row.admin[1].to_owned(),
            admin3: row.admin[2].to_owned(),
            admin4: row.admin[3].to_owned(),
        });
    }
    Ok((cities, newest.map(str::to_owned)))
}

/// French cities by INSEE code, overseas included: GeoNames keeps the code on the fourth level, and on the first in
/// Mayotte and Saint-Pierre-et-Miquelon.
pub(crate) fn by_insee(cities: &[City], places: &Places) -> HashMap<String, i64> {
    let mut found: HashMap<String, i64> = HashMap::new();
    let population = |id: i64| places.get(id).map_or(0, |place| place.population);
    for city in cities {
        let insee = match city.country.as_str() {
            "FR" | "GP" | "MQ" | "GF" | "RE" => &city.admin4,
            "YT" | "PM" => &city.admin1,
            _ => continue,
        };
        let better = found.get(insee).is_none_or(|&known| population(known) < population(city.id));
        if !insee.is_empty()
            && better
            && places.get(city.id).is_some_and(|place| place.placetype == "locality")
        {
            found.insert(insee.clone(), city.id);
        }
    }
    found
}
