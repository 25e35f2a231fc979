//! How the places of one name relate to each other: a country and its capital, a country and the towns abroad.

use std::ops::RangeInclusive;

use milepost_gazetteer::{Place, Placetype};
use milepost_text::name_key;

use crate::candidates::Candidate;
use crate::candidates::places::{is_division, log_population};
use crate::model::Feature;

/// Population from which a place may be called a city.
const CITY: i64 = 15_000;
/// Letters of the code of a country, a division or an airport.
const CODE: RangeInclusive<usize> = 2..=3;

/// The candidates whose name another candidate has with more right, by id.
#[derive(Debug, Default)]
pub(crate) struct Namesakes {
    /// Countries by another name that is the own name of a part of them, with the log10 of its population as a share of theirs: `Scotland` is
    /// a country of the United Kingdom and one of its names, and some languages give a country the name of its capital, `Tunis`.
    of_part: Vec<(i64, f64)>,
    /// Counties and towns abroad with the name of a country, with the log10 of its population as a share of theirs, at most 1: `Luxembourg` is a
    /// province of Belgium, `Lebanon` a town in Tennessee. Norfolk in England has five hundred times the people of Norfolk Island.
    of_country: Vec<(i64, f64)>,
}

impl Namesakes {
    /// The relations of the candidates of a name, in the written countries if there are any.
    pub(crate) fn of(candidates: &[Candidate], written: &[Place]) -> Namesakes {
        let places = || candidates.iter().map(|candidate| &candidate.place);
        let is_written = |country: &Place| {
            written.is_empty() || written.iter().any(|place| place.country == country.country)
        };
        let countries: Vec<&Place> = places().filter(|place| place.placetype == Placetype::Country).collect();
        let mut namesakes = Namesakes::default();
        for place in places() {
            if place.placetype == Placetype::Country && !place.is_primary {
                let own = places().filter(|other| other.country == place.country && other.is_primary);
                let parts =
                    own.filter(|part| matches!(part.placetype, Placetype::Region | Placetype::Locality));
                if let Some(largest) = parts.map(log_population).max_by(f64::total_cmp) {
                    namesakes.of_part.push((place.id, largest / log_population(place).max(1.0)));
                }
            }
            let abroad = countries.iter().filter(|country| is_written(country));
            if !is_division(place)
                && countries.iter().all(|country| country.country != place.country)
                && let Some(largest) = abroad.map(|country| log_population(country)).max_by(f64::total_cmp)
            {
                namesakes.of_country.push((place.id, (largest / log_population(place).max(1.0)).min(1.0)));
            }
        }
        namesakes
    }

    pub(crate) fn visit(&self, place: &Place, visit: &mut dyn FnMut(Feature, f64)) {
        if let Some((_, share)) = self.of_part.iter().find(|(id, _)| *id == place.id) {
            visit(Feature::CountryOfPart, *share);
        }
        if let Some((_, share)) = self.of_country.iter().find(|(id, _)| *id == place.id) {
            let is_county = place.placetype.level() == Placetype::County;
            visit(if is_county { Feature::CountyOfCountry } else { Feature::TownOfCountry }, *share);
        }
    }
}

/// Drops places too small for a typed `City` after the name: `Raccoon City` cannot be a hamlet of Kentucky.
pub(crate) fn keep_cities(places: &mut Vec<Place>, typed: &str) {
    let typed = name_key(typed);
    if let Some(bare) = typed.strip_suffix(" city") {
        places.retain(|place| place.ranking_population() >= CITY || name_key(&place.name) != bare);
    }
}

/// Whether a word of two or three small letters, the whole text, is a place's code and not part of its name: `sea` does not match
/// Seattle, but `nyc` is New York City and `rio` is Rio de Janeiro.
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

#[cfg(test)]
mod tests {
    use milepost_store::CountryCode;

    use super::*;
    use crate::candidates::Source;
    use crate::fixture;

    fn place() -> Place {
        fixture::place("Portland", Placetype::Locality)
    }

    fn named(id: i64, placetype: Placetype, country: &str, is_primary: bool) -> Place {
        Place { id, placetype, country: CountryCode::of(country), is_primary, ..place() }
    }

    fn of(places: &[&Place], written: &[Place]) -> Namesakes {
        Namesakes::of(
            &Candidate::all(Source::Exact, places.iter().map(|&place| place.clone()).collect()),
            written,
        )
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
    fn a_county_abroad_has_the_name_of_a_country_unless_its_own_is_written() {
        let county = named(1, Placetype::County, "BE", false);
        let country = Place { population: 9_999_999, ..named(2, Placetype::Country, "LU", false) };
        assert_eq!(of(&[&county, &country], &[]).of_country, [(1, 1.0)]);
        let belgium = named(3, Placetype::Country, "BE", true);
        assert!(of(&[&county, &country], &[belgium]).of_country.is_empty());
        let (county, island) =
            (Place { population: 999_999, ..county }, Place { population: 999, ..country });
        assert_eq!(of(&[&county, &island], &[]).of_country, [(1, 0.5)], "Norfolk is not an island");
    }

    /// `Scotland` is a country of the United Kingdom and a name of it.
    #[test]
    fn a_country_by_the_name_of_a_part_of_it_gives_way_by_the_size_of_the_part() {
        let country = Place { population: 99_999_999, ..named(1, Placetype::Country, "GB", false) };
        let part = Place { population: 9_999, ..named(2, Placetype::Region, "GB", true) };
        assert_eq!(of(&[&country, &part], &[]).of_part, [(1, 0.5)]);
        let own = Place { is_primary: true, ..country };
        assert!(of(&[&own, &part], &[]).of_part.is_empty());
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
