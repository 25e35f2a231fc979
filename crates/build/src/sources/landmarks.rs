//! Towers, bridges, palaces, museums and stadiums that the world knows by name: `Eiffel Tower`, `Camp Nou`. They are found by any of their
//! names; reverse lookups do not answer with them.

use milepost_gazetteer::FIRST_LANDMARK_ID;

use super::divisions::Codes;
use super::divisions_around::DivisionsAround;
use crate::place::{Extent, Place, Places};

/// Name, other names, country, latitude and longitude.
const TABLE: &str = include_str!("../../data/landmarks.tsv");
/// Half the length of a landmark, degrees of latitude: three hundred metres.
const HALF: f64 = 0.003;

/// A landmark is as well known as a city with so many inhabitants.
const KNOWN_LIKE: i64 = 100_000;

/// A row of the table.
struct Landmark {
    name: &'static str,
    others: Vec<&'static str>,
    country: &'static str,
    lat: f64,
    lon: f64,
}

fn landmarks() -> impl Iterator<Item = Landmark> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let [name, others, country, lat, lon] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        let others = others.split('|').filter(|other| !other.is_empty()).collect();
        Some(Landmark { name, others, country, lat: lat.parse().ok()?, lon: lon.parse().ok()? })
    })
}

/// Adds the landmarks, each below the town around it or the division of the nearest one.
pub(crate) fn add(codes: &Codes, places: &mut Places) {
    let divisions = DivisionsAround::read(codes, places);
    for (Landmark { name, others, country, lat, lon }, id) in landmarks().zip(FIRST_LANDMARK_ID..) {
        places.add(Place {
            id,
            name: name.to_owned(),
            placetype: "neighbourhood",
            country: country.to_owned(),
            parent: divisions.town_at(country, lat, lon),
            lat,
            lon,
            extent: Extent { south: lat - HALF, west: lon - HALF, north: lat + HALF, east: lon + HALF },
            population: KNOWN_LIKE,
            aliases: others.into_iter().map(str::to_owned).collect(),
            names: Vec::new(),
        });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use milepost_text::name_key;

    use super::*;

    #[test]
    fn every_line_is_a_landmark_with_names_of_its_own() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(landmarks().count(), lines);
        let mut names = HashSet::new();
        for Landmark { name, others, country, lat, lon } in landmarks() {
            assert!(country.len() == 2 && lat.abs() < 90.0 && lon.abs() <= 180.0, "{name}");
            let own: HashSet<String> = std::iter::once(name).chain(others).map(name_key).collect();
            assert!(own.iter().all(|key| names.insert(key.clone())), "{name} has another one's name");
        }
    }

    #[test]
    fn a_landmark_hangs_below_its_town() {
        let mut places = Places::default();
        places.add(Place { parent: Some(7), ..Place::town(1, "Paris", "FR", (48.85, 2.35), 2_000_000) });
        add(&Codes::from([("AU".to_owned(), 9)]), &mut places);
        let parent =
            |name: &str| places.all.iter().find(|place| place.name == name).and_then(|place| place.parent);
        assert_eq!(parent("Eiffel Tower"), Some(1));
        assert_eq!(parent("Sydney Opera House"), Some(9));
    }
}
