//! Of the places that bear a name as it is written, those that can be meant: not the country where its capital is, not a village where the
//! county is, and no code that is a word.

use std::ops::RangeInclusive;

use milepost_gazetteer::{CountryCode, Place, Placetype};
use milepost_text::name_key;

use crate::candidates::places::{distance_beyond_extent_m, is_division};
use crate::resolved::{SAME_PLACE_M, WELL_KNOWN};

/// Inhabitants from which a place may be called a city.
const CITY: i64 = 15_000;
/// Letters of the code of a country, a division or an airport.
const CODE: RangeInclusive<usize> = 2..=3;
/// How many times as many people a county has as a village of its name, if the county is meant.
const TIMES_A_VILLAGE: i64 = 100;

/// Of a division, its country and its town that share a name, the one that is meant in the written countries, if there are any.
pub(crate) fn keep_to_own_divisions(places: &mut Vec<Place>, written: &[Place]) {
    let countries_of = |is_meant: &dyn Fn(&Place) -> bool| -> Vec<CountryCode> {
        places.iter().filter(|place| is_meant(place)).map(|place| place.country).collect()
    };
    // `Scotland` is a country of the United Kingdom and also an alternate name of it: the part that bears the name is meant.
    // Some languages give a country the name of its capital: `Tunis` is the city.
    let with_part_or_city = countries_of(&|place| match place.placetype {
        Placetype::Region => place.is_primary,
        Placetype::Locality => place.is_primary && place.population >= WELL_KNOWN,
        _ => false,
    });
    let is_written = |country: &CountryCode| written.iter().any(|place| place.country == *country);
    let mut named = countries_of(&|place| place.placetype == Placetype::Country);
    named.retain(|country| written.is_empty() || is_written(country));
    let has_counties = places.iter().any(|place| place.placetype.level() == Placetype::County);
    let towns = places.iter().filter(|place| has_counties && place.placetype == Placetype::Locality);
    let towns = towns.filter(|place| place.is_primary || place.population >= WELL_KNOWN);
    let towns: Vec<Place> = towns.cloned().collect();
    // Counties have the names of their towns, and the town is meant: `Valencia`. A village is not: `Landes`.
    let is_of_town = |county: &Place| {
        towns.iter().any(|town| {
            town.country == county.country
                && town.population.saturating_mul(TIMES_A_VILLAGE) >= county.ranking_population()
                // Mount Rainier is far from the town that has its name.
                && (!county.is_area() || distance_beyond_extent_m(county, town) < SAME_PLACE_M)
        })
    };
    places.retain(|place| match place.placetype.level() {
        Placetype::Country => place.is_primary || !with_part_or_city.contains(&place.country),
        // Nor is a county abroad meant: `Luxembourg` is one of Belgium.
        Placetype::County => named.iter().all(|country| *country == place.country) && !is_of_town(place),
        _ => true,
    });
}

/// Leaves out what is too small for the `City` that is typed behind its name: `Raccoon City` is no hamlet of Kentucky.
pub(crate) fn keep_cities(places: &mut Vec<Place>, typed: &str) {
    let typed = name_key(typed);
    if let Some(bare) = typed.strip_suffix(" city") {
        places.retain(|place| place.ranking_population() >= CITY || name_key(&place.name) != bare);
    }
}

/// Whether a word of two or three small letters, the whole text, is a place's code and nothing that its name says: `sea` is no Seattle, but
/// `nyc` is New York City and `rio` is Rio de Janeiro.
pub(crate) fn is_code_of_letters(typed: &str, place: &Place) -> bool {
    if place.is_primary
        || !CODE.contains(&typed.len())
        || !typed.bytes().any(|letter| letter.is_ascii_lowercase())
    {
        return false;
    }
    let (typed, name) = (name_key(typed), name_key(&place.name));
    let words = || name.split([' ', '-']);
    let initials: String =
        words().filter(|word| *word != "of").filter_map(|word| word.chars().next()).collect();
    let is_short_for = initials.len() > 1 && (typed.starts_with(&initials) || initials.starts_with(&typed));
    !is_short_for && words().all(|word| word != typed)
}

/// If a country bears the name, the whole text, no town abroad is meant that only those who live there know: `San Marino`, `Palau`.
pub(crate) fn keep_to_country(places: &mut Vec<Place>) {
    let is_country = |place: &&Place| place.placetype == Placetype::Country && place.is_primary;
    let named: Vec<CountryCode> = places.iter().filter(is_country).map(|place| place.country).collect();
    places.retain(|place| {
        let is_known = is_division(place) || place.ranking_population() >= WELL_KNOWN;
        named.is_empty() || is_known || named.contains(&place.country)
    });
}

#[cfg(test)]
mod tests {

    use crate::fixture::gazetteer;

    use super::*;

    fn place() -> Place {
        gazetteer().places("Portland", &[Placetype::Locality], 1).unwrap().swap_remove(0)
    }

    /// `the` was Teresina, and `sea` was Seattle.
    #[test]
    fn a_code_in_small_letters_is_a_word() {
        let city = |name: &str| Place { name: name.into(), is_primary: false, ..place() };
        let is_code = |typed, name| is_code_of_letters(typed, &city(name));
        assert!(is_code("sea", "Seattle") && is_code("the", "Teresina") && is_code("and", "Andorra"));
        assert!(!is_code("SEA", "Seattle"));
        assert!(!is_code("nyc", "New York City") && !is_code("lax", "Los Angeles"));
        assert!(!is_code("usa", "United States of America") && !is_code("us", "United States of America"));
        assert!(is_code("or", "Oregon") && !is_code("dc", "District of Columbia"));
        assert!(!is_code("Rio", "Rio de Janeiro"));
    }

    /// `Lussemburgo` is the country in Italian, also where a province of Belgium has the name; in Belgium it is the province.
    #[test]
    fn a_country_comes_before_a_county_abroad_unless_that_is_written() {
        let named = |placetype, country: &str| Place {
            placetype,
            country: CountryCode::of(country),
            is_primary: false,
            ..place()
        };
        let county = named(Placetype::County, "BE");
        let kept = |written: &[Place]| {
            let mut places = vec![county.clone(), named(Placetype::Country, "LU")];
            keep_to_own_divisions(&mut places, written);
            places.contains(&county)
        };
        assert!(!kept(&[]));
        assert!(kept(&[named(Placetype::Country, "BE")]));
    }

    /// `Mount Rainier` was a suburb of Washington; `Ibiza` is the town on the island.
    #[test]
    fn an_area_is_meant_beside_a_town_of_its_name_that_lies_elsewhere() {
        let area = Place {
            id: 390_000_000,
            placetype: Placetype::NaturalFeature,
            population: 0,
            prominence: 100_000,
            ..place()
        };
        let kept = |lat| {
            let mut places = vec![Place { lat, population: 8_000, ..place() }, area.clone()];
            keep_to_own_divisions(&mut places, &[]);
            places.contains(&area)
        };
        assert!(kept(area.lat - 8.0) && !kept(area.lat));
    }

    /// `Gotham City` was a village in England.
    #[test]
    fn a_village_is_no_city() {
        let kept = |population| {
            let mut places = vec![Place { population, ..place() }];
            keep_cities(&mut places, "Portland City");
            places.len()
        };
        assert_eq!((kept(500), kept(600_000)), (0, 1));
    }
}
