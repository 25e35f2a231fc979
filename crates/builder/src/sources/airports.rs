//! Large airports, because people often look for them by name although they are not settlements. They are found by their names; reverse
//! lookups do not answer with them.

use std::collections::HashSet;

use milepost_store::distance_m;
use milepost_text::name_key;
use milepost_text::names::airport_town;

use super::divisions::Codes;
use super::divisions::around::DivisionsAround;
use super::tsv::rows;
use crate::place::{Extent, Place, Places, id_range};

/// Code, country, point and names of OurAirports (public domain), by `scripts/tables/airports.ts`.
const TABLE: &str = include_str!("../../data/airports.tsv");
/// Half the length of a large airport, degrees of latitude: two kilometres.
const HALF: f64 = 0.018;
/// A town within this distance may give an airport its name, metres.
const NEAR_M: f64 = 60_000.0;
/// A place within this distance of an airport gives it its name, metres.
const AROUND_M: f64 = 10_000.0;
/// The nearest place within this distance does although the official name lacks it, metres: `Balice Airport`.
const AT_M: f64 = 5_000.0;
/// Degrees of latitude that are farther than any of these distances.
const FAR: f64 = 1.0;
/// Letters of a code.
const CODE: usize = 3;

struct Airport {
    country: &'static str,
    lat: f64,
    lon: f64,
    names: Vec<&'static str>,
}

fn airports() -> impl Iterator<Item = Airport> {
    rows(TABLE).filter_map(|[_, country, lat, lon, names]| {
        let names = names.split('|').collect();
        Some(Airport { country, lat: lat.parse().ok()?, lon: lon.parse().ok()?, names })
    })
}

/// What people call an airport without saying that it is one: `Gatwick` of `London Gatwick Airport` and `Gatwick Airport`, and
/// `OR Tambo International`. Codes are not.
fn short_names<'a>(names: &'a [&'static str]) -> impl Iterator<Item = &'static str> + 'a {
    let without = |name: &'static str| {
        [" International Airport", " Airport"].into_iter().filter_map(|end| name.strip_suffix(end))
    };
    names.iter().flat_map(move |name| without(name)).filter(|short| short.len() > CODE)
}

/// Whether a name is that of a town, or of two that share an airport: `Raleigh-Durham`, `Dallas Fort Worth`.
fn is_of_towns(name: &str, is_town: impl Fn(&str) -> bool) -> bool {
    let mut breaks = name.match_indices([' ', '-', '/']).map(|(at, _)| at);
    is_town(name) || breaks.any(|at| is_town(&name[..at]) && is_town(&name[at + 1..]))
}

fn is_settlement(place: &Place) -> bool {
    matches!(place.placetype, "locality" | "neighbourhood")
}

/// Names of an airport by places: `Köln Airport`, because `Cologne Airport` is one of its names, and `Barajas Airport`, because the official
/// name has that of the quarter around it. In other languages the town is looked up first.
fn names_of_towns(airport: &Airport, places: &Places) -> Vec<String> {
    let keys: Vec<String> = airport.names.iter().map(|name| name_key(name)).collect();
    let is_named = |town: &str| keys.iter().any(|key| key.strip_suffix(" airport") == Some(town));
    let official = keys.first().map(|name| format!(" {} ", name.replace(['–', '-', '/'], " ")));
    let official = official.unwrap_or_default();
    let is_in_official = |name: &str| official.contains(&format!(" {name} "));
    let around = places.all.iter().filter(|place| {
        place.country == airport.country && is_settlement(place) && (place.lat - airport.lat).abs() <= FAR
    });
    let distances = around.map(|place| (distance_m(airport.lat, airport.lon, place.lat, place.lon), place));
    let near: Vec<(f64, &Place)> = distances.filter(|(distance, _)| *distance <= NEAR_M).collect();
    let mut found = Vec::new();
    for (distance, place) in &near {
        if place.all_names().any(|name| is_named(&name_key(name))) {
            found.push(format!("{} Airport", place.name));
        }
        if *distance <= AROUND_M {
            let around =
                place.all_names().filter(|name| name.len() > CODE && is_in_official(&name_key(name)));
            found.extend(around.map(|name| format!("{name} Airport")));
        }
    }
    let at = near.iter().filter(|(distance, _)| *distance <= AT_M);
    let nearest = at.min_by(|one, other| one.0.total_cmp(&other.0));
    found.extend(nearest.map(|(_, place)| format!("{} Airport", place.name)));
    // `Шереметьево Airport`, by which lookups find it in any language.
    found.extend(keys.iter().filter_map(|key| airport_town(key)).map(|town| format!("{town} Airport")));
    found.retain(|name| !keys.contains(&name_key(name)));
    found.sort();
    found.dedup();
    found
}

/// Adds the airports, each below the division of the nearest town.
pub(crate) fn add(codes: &Codes, places: &mut Places) {
    let divisions = DivisionsAround::read(codes, places);
    let settlements: HashSet<(String, String)> = places
        .all
        .iter()
        .filter(|place| is_settlement(place))
        .map(|place| (place.country.clone(), name_key(&place.name)))
        .collect();
    let all: Vec<(Airport, i64)> = airports().zip(id_range::AIRPORT..).collect();
    let of_towns: Vec<Vec<String>> = all.iter().map(|(airport, _)| names_of_towns(airport, places)).collect();
    for ((Airport { country, lat, lon, names }, id), of_towns) in all.into_iter().zip(of_towns) {
        let Some((name, others)) = names.split_first() else { continue };
        let is_town = |name: &str| settlements.contains(&(country.to_owned(), name_key(name)));
        let short = short_names(&names).filter(|short| !is_of_towns(short, is_town));
        let extent = Extent { south: lat - HALF, west: lon - HALF, north: lat + HALF, east: lon + HALF };
        places.add(Place {
            parent: divisions.at(country, lat, lon),
            extent,
            aliases: others.iter().copied().chain(short).map(str::to_owned).chain(of_towns).collect(),
            ..Place::new(id, *name, "airport", country, (lat, lon))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_an_airport_with_its_names() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(airports().count(), lines);
        assert!(airports().all(|airport| airport.lat.abs() <= 90.0 && airport.lon.abs() <= 180.0));
        let named = |name: &str| airports().any(|airport| airport.names.contains(&name));
        assert!(named("Heathrow Airport") && named("JFK Airport") && named("Charles de Gaulle Airport"));
    }

    #[test]
    fn an_airport_is_known_without_the_word_unless_that_is_a_town() {
        let short: Vec<&str> =
            short_names(&["London Gatwick Airport", "LGW Airport", "Gatwick Airport"]).collect();
        assert_eq!(short, ["London Gatwick", "Gatwick"]);
        let is_of_towns = |name| is_of_towns(name, |town| ["Dallas", "Fort Worth", "London"].contains(&town));
        assert!(
            is_of_towns("Dallas Fort Worth") && is_of_towns("Dallas-Fort Worth") && is_of_towns("London")
        );
        assert!(!is_of_towns("London Gatwick"));
    }

    #[test]
    fn an_airport_has_the_name_of_its_town_and_that_of_the_quarter_around_it() {
        let mut places = Places::default();
        let aliases = vec!["Munich".to_owned()];
        places.add(Place { aliases, ..Place::town(1, "München", "DE", (48.14, 11.58), 1_500_000) });
        places.add(Place::town(2, "Barajas", "ES", (40.47, -3.58), 40_000));
        places.add(Place::town(3, "Suárez", "ES", (40.0, -3.56), 40_000));
        let names = |code: &str| {
            let mut all =
                airports().filter(|airport| airport.names.iter().any(|name| name.starts_with(code)));
            all.next().map(|airport| names_of_towns(&airport, &places)).unwrap()
        };
        assert_eq!(names("MUC "), ["München Airport", "munchen franz josef strauss Airport"]);
        assert_eq!(names("MAD "), ["Barajas Airport", "madrid barajas Airport"], "the other one is far");
    }

    #[test]
    fn an_airport_hangs_below_the_division_of_its_town() {
        let mut places = Places::default();
        let town = Place { parent: Some(7), ..Place::town(1, "Hounslow", "GB", (51.46, -0.36), 100_000) };
        places.add(town);
        add(&Codes::from([("FR".to_owned(), 9)]), &mut places);
        let parent =
            |name: &str| places.all.iter().find(|place| place.name == name).and_then(|place| place.parent);
        assert_eq!(parent("London Heathrow Airport"), Some(7));
        assert_eq!(parent("Charles de Gaulle International Airport"), Some(9));
    }
}
