//! The supplement: islands, mountains, lakes, former regions and landmarks that no open table of the starter data has. Its rows were typed by
//! hand; no place has one as its parent, and reverse lookups do not answer with them.

use super::divisions::Codes;
use super::divisions::around::DivisionsAround;
use crate::place::{Extent, Place, Places, id_range};

/// Type, name, other names, country, and a box or a point.
const TABLE: &str = include_str!("../../data/supplement.tsv");
/// Types of its rows, which lie at no level of an address.
pub(crate) const TYPES: [&str; 5] = ["landmark", "airport", "natural_feature", "island", "informal_region"];
/// Half the length of a landmark without a box, degrees of latitude: three hundred metres.
const HALF: f64 = 0.003;

/// Least prominence: a mountain without a town is as well known as a city of so many.
const KNOWN_LIKE: i64 = 100_000;

struct Supplement {
    placetype: &'static str,
    name: &'static str,
    others: Vec<&'static str>,
    country: &'static str,
    extent: Extent,
}

fn rows() -> impl Iterator<Item = Supplement> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let [placetype, name, others, country, edges @ ..] = &line.split('\t').collect::<Vec<_>>()[..] else {
            return None;
        };
        let edges = edges.iter().map(|edge| edge.parse().ok()).collect::<Option<Vec<f64>>>()?;
        let extent = match edges[..] {
            [lat, lon] => Extent { south: lat - HALF, west: lon - HALF, north: lat + HALF, east: lon + HALF },
            [south, west, north, east] => Extent { south, west, north, east },
            _ => return None,
        };
        Some(Supplement {
            placetype: TYPES.into_iter().find(|known| known == placetype)?,
            name,
            others: others.split('|').filter(|other| !other.is_empty()).collect(),
            country,
            extent,
        })
    })
}

/// Adds the rows: landmarks and airports below the town around them or the division of the nearest one, the others below their country. A row
/// ranks like the towns of its country in its box together.
pub(crate) fn add(codes: &Codes, places: &mut Places) {
    let divisions = DivisionsAround::read(codes, places);
    for (Supplement { placetype, name, others, country, extent }, id) in rows().zip(id_range::SUPPLEMENT..) {
        let (lat, lon) = ((extent.south + extent.north) / 2.0, (extent.west + extent.east) / 2.0);
        let is_site = matches!(placetype, "landmark" | "airport");
        let is_inside = |place: &&Place| {
            place.placetype == "locality"
                && place.country == country
                && (extent.south..=extent.north).contains(&place.lat)
                && (extent.west..=extent.east).contains(&place.lon)
        };
        let of_towns = if is_site {
            0
        } else {
            places.all.iter().filter(is_inside).map(|place| place.population).sum::<i64>()
        };
        places.add(Place {
            parent: if is_site { divisions.town_at(country, lat, lon) } else { codes.get(country).copied() },
            extent,
            prominence: of_towns.max(KNOWN_LIKE),
            aliases: others.into_iter().map(str::to_owned).collect(),
            ..Place::new(id, name, placetype, country, (lat, lon))
        });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use milepost_gazetteer::Placetype;
    use milepost_text::name_key;

    use super::*;

    #[test]
    fn every_line_is_a_place_with_a_type_and_a_box() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!((rows().count(), lines), (1_013, 1_013), "no row is added by hand");
        for Supplement { name, country, extent: Extent { south, west, north, east }, .. } in rows() {
            assert!(country.len() == 2 && south < north && west < east, "{name}");
            assert!(south >= -90.0 && north <= 90.0 && west >= -180.0 && east <= 180.0, "{name}");
        }
        assert!(TYPES.iter().all(|kind| Placetype::from_name(kind).name() == *kind));
    }

    #[test]
    fn a_landmark_has_names_of_its_own() {
        let mut names = HashSet::new();
        for Supplement { name, others, .. } in rows().filter(|row| row.placetype == "landmark") {
            let own: HashSet<String> = std::iter::once(name).chain(others).map(name_key).collect();
            assert!(own.iter().all(|key| names.insert(key.clone())), "{name} has another one's name");
        }
    }

    #[test]
    fn an_area_ranks_like_its_towns_and_has_no_population() {
        let mut places = Places::default();
        places.add(Place::town(1, "Palma", "ES", (39.57, 2.65), 400_000));
        places.add(Place::town(2, "Son Vane", "ES", (39.60, 3.38), 40));
        places.add(Place::town(3, "Vane del Mar", "ES", (41.40, 2.17), 5_000));
        add(&Codes::from([("ES".to_owned(), 9)]), &mut places);
        let named = |name: &str| places.all.iter().find(|place| place.name == name).unwrap();
        let mallorca = named("Mallorca");
        assert_eq!((mallorca.placetype, mallorca.parent), ("island", Some(9)));
        assert_eq!((mallorca.population, mallorca.prominence), (0, 400_040));
        let everest = named("Mount Everest");
        assert_eq!((everest.population, everest.prominence), (0, KNOWN_LIKE));
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
