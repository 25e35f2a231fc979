//! Streets that begin with what was typed, with their town, and the house on them.

use milepost_gazetteer::prefix::{CompleteOptions, Completion};
use milepost_gazetteer::{AddressPoint, AddressPoints, Gazetteer, Scope, Shards, distance_m};
use milepost_text::{locality_key, postcode_key, street_keys, us_state_code};

use super::question::Question;
use crate::GeocoderError;

/// Towns a typed place may mean that are looked in.
const TOWNS: usize = 3;
/// Streets of a town, and shards without a town, that are looked at.
const STREETS: usize = 8;
const SHARDS: usize = 8;
/// Towns a street is given in where none was named.
const TOWNS_OF_A_STREET: usize = 4;
/// Rows of one street of one town lie within this, metres; a farther row is another street of the name.
const ONE_STREET_M: f64 = 10_000.0;

/// Completions that are streets or addresses.
pub(super) fn complete(
    gazetteer: &Gazetteer,
    shards: &Shards,
    question: &Question,
    options: &CompleteOptions,
) -> Result<Vec<Completion>, GeocoderError> {
    let mut found = Vec::new();
    if question.place.is_empty() && question.postcode.is_none() {
        for area in shards.areas().into_iter().take(SHARDS) {
            add(shards, area, None, question, None, &mut found);
        }
    } else {
        for town in towns(gazetteer, question, options)? {
            let named = town.city.as_deref().unwrap_or(&town.name);
            let (locality, code) = (locality_key(named), question.postcode.as_deref().map(postcode_key));
            let scope = match &code {
                Some(code) if town.placetype == "postalcode" => Scope::Postcode(code),
                _ => Scope::Locality(&locality),
            };
            for area in areas(&town) {
                add(shards, &area, Some(scope), question, Some(&town), &mut found);
            }
        }
    }
    if let Some((lat, lon)) = options.near {
        found.sort_by(|a, b| {
            distance_m(lat, lon, a.lat, a.lon).total_cmp(&distance_m(lat, lon, b.lat, b.lon))
        });
    }
    // Houses before streets: the number was typed.
    found.sort_by_key(|completion| completion.house_number.is_none());
    Ok(found)
}

/// The towns or postcodes the typed place may become.
fn towns(
    gazetteer: &Gazetteer,
    question: &Question,
    options: &CompleteOptions,
) -> Result<Vec<Completion>, GeocoderError> {
    let typed = match &question.postcode {
        Some(postcode) => postcode,
        None => &question.place,
    };
    let mut towns = gazetteer.complete(typed, &CompleteOptions { limit: 4 * TOWNS, ..*options })?;
    towns.retain(|town| town.city.is_some() || town.placetype == "postalcode");
    towns.truncate(TOWNS);
    Ok(towns)
}

/// Areas of shards that may hold a town's streets, the narrowest first.
fn areas(town: &Completion) -> Vec<String> {
    let Some(country) = town.country_code.as_deref() else { return Vec::new() };
    let state = town.state.as_deref().and_then(us_state_code).filter(|_| country == "us");
    state.map(|state| format!("us-{state}")).into_iter().chain([country.to_owned()]).collect()
}

/// Adds the streets of an area that begin with the typed one.
fn add(
    shards: &Shards,
    area: &str,
    scope: Option<Scope<'_>>,
    question: &Question,
    town: Option<&Completion>,
    found: &mut Vec<Completion>,
) {
    let Some(points) = shards.address_points(area) else { return };
    let country = area.split('-').next().unwrap_or(area);
    let mut norms: Vec<String> = Vec::new();
    for prefix in prefixes(&question.street, country) {
        for norm in shards.or_miss(points.norms(scope, &prefix, STREETS)) {
            if !norms.contains(&norm) {
                norms.push(norm);
            }
        }
    }
    for norm in norms.into_iter().take(STREETS) {
        let houses = houses(shards, points, scope, &norm, question);
        let is_house = !houses.is_empty();
        let rows = if is_house { houses } else { shards.or_miss(points.few_of_street(scope, &norm)) };
        for street in by_town(rows, is_house) {
            found.extend(completion(area, &street, town, is_house));
        }
    }
}

/// Beginnings of the names a typed street may be filed under: its abbreviations written out, and the last word as it was typed,
/// which may be the beginning of another one.
fn prefixes(street: &str, country: &str) -> Vec<String> {
    let mut prefixes = vec![street_keys(street, country).norm];
    if let Some((before, last)) = street.trim().rsplit_once(' ') {
        let last = milepost_text::name_key(last);
        let raw = format!("{} {last}", street_keys(before, country).norm);
        if !prefixes.contains(&raw) {
            prefixes.push(raw);
        }
    }
    prefixes.retain(|prefix| !prefix.trim().is_empty());
    prefixes
}

/// Rows of the typed house number on a street.
fn houses(
    shards: &Shards,
    points: &AddressPoints,
    scope: Option<Scope<'_>>,
    norm: &str,
    question: &Question,
) -> Vec<AddressPoint> {
    let Some(number) = &question.number else { return Vec::new() };
    let number = number.text();
    shards.or_miss(match scope {
        Some(scope) => points.of_number(scope, norm, &[number]),
        None => points.of_number_anywhere(norm, &[number]),
    })
}

/// Rows of one street, a list a town; a house of another postcode is another one.
fn by_town(rows: Vec<AddressPoint>, are_houses: bool) -> Vec<Vec<AddressPoint>> {
    let mut towns: Vec<Vec<AddressPoint>> = Vec::new();
    for row in rows {
        let town = towns.iter().position(|town| {
            town[0].locality == row.locality
                && (!are_houses || town[0].postcode == row.postcode)
                && distance_m(town[0].lat, town[0].lon, row.lat, row.lon) < ONE_STREET_M
        });
        match town {
            Some(town) => towns[town].push(row),
            None if towns.len() < TOWNS_OF_A_STREET => towns.push(vec![row]),
            None => {}
        }
    }
    towns
}

fn completion(
    area: &str,
    rows: &[AddressPoint],
    town: Option<&Completion>,
    is_house: bool,
) -> Option<Completion> {
    let first = rows.first()?;
    // The point nearest to the middle, so that it lies on the street.
    let count = rows.len() as f64;
    let (lat, lon) = (
        rows.iter().map(|row| row.lat).sum::<f64>() / count,
        rows.iter().map(|row| row.lon).sum::<f64>() / count,
    );
    let from_middle = |row: &&AddressPoint| distance_m(lat, lon, row.lat, row.lon);
    let row = rows.iter().min_by(|a, b| from_middle(a).total_cmp(&from_middle(b)))?;
    let country = area.split('-').next().unwrap_or(area);
    let one_postcode = rows.iter().all(|row| row.postcode == first.postcode);
    let locality = first.locality.as_deref().unwrap_or_default();
    let street = cased(&first.street);
    let house_number = is_house.then(|| first.number.to_uppercase());
    Some(Completion {
        id: match &house_number {
            Some(number) => {
                let code = first.postcode.as_deref().unwrap_or_default();
                format!("{area}:{locality}:{code}:{}:{number}", first.street_norm).replace(' ', "-")
            }
            None => format!("{area}:{}:{}", locality, first.street_norm).replace(' ', "-"),
        },
        name: house_number.as_ref().map_or_else(|| street.clone(), |number| format!("{number} {street}")),
        placetype: if is_house { "address" } else { "street" }.to_owned(),
        lat: row.lat,
        lon: row.lon,
        country_code: Some(country.to_owned()),
        country: town.and_then(|town| town.country.clone()),
        state: town.and_then(|town| town.state.clone()),
        county: town.and_then(|town| town.county.clone()),
        city: town.and_then(|town| town.city.clone()).or_else(|| first.locality.as_deref().map(cased)),
        postcode: first.postcode.clone().filter(|_| one_postcode).map(|code| code.to_uppercase()),
        street: Some(street),
        house_number,
        population: None,
        bbox: None,
    })
}

/// A name in the case people write; registers keep many in capitals, keys are in small letters.
fn cased(name: &str) -> String {
    if name.chars().any(char::is_lowercase) && name.chars().any(char::is_uppercase) {
        return name.to_owned();
    }
    let word = |word: &str| {
        let mut letters = word.chars();
        let first: String = letters.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
        first + &letters.as_str().to_lowercase()
    };
    name.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_street_is_looked_up_as_written_out_and_as_begun() {
        assert_eq!(prefixes("Pennsylvania Av", "us"), ["pennsylvania avenue", "pennsylvania av"]);
        assert_eq!(prefixes("Main S", "us"), ["main south", "main s"]);
        assert_eq!(prefixes("rue de riv", "fr"), ["rue de riv"]);
    }

    #[test]
    fn capitals_become_a_name() {
        assert_eq!(cased("N MAIN ST"), "N Main St");
        assert_eq!(cased("rue de Rivoli"), "rue de Rivoli");
        assert_eq!(cased("baldwin"), "Baldwin");
    }
}
