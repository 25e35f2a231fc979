//! Islands, regions, mountains, lakes and parks that are no division of today: `Mallorca`, `Alsace`, `Lake Tahoe`. Addresses and searches name
//! them all the same. They are counties of their country that hold what lies in their box; no place has one as its parent, so reverse lookups
//! do not answer with them.

use milepost_gazetteer::FIRST_AREA_ID;

use super::divisions::Codes;
use crate::place::{Extent, Place, Places};

/// Name, other names, country, and the box.
const TABLE: &str = include_str!("../../data/areas.tsv");

/// Fewest inhabitants of an area: a mountain without a town is as well known as a city.
const KNOWN_LIKE: i64 = 100_000;

/// A row of the table.
struct Area {
    name: &'static str,
    others: Vec<&'static str>,
    country: &'static str,
    extent: Extent,
}

fn areas() -> impl Iterator<Item = Area> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let [name, others, country, south, west, north, east] =
            line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        let extent = Extent {
            south: south.parse().ok()?,
            west: west.parse().ok()?,
            north: north.parse().ok()?,
            east: east.parse().ok()?,
        };
        let others = others.split('|').filter(|other| !other.is_empty()).collect();
        Some(Area { name, others, country, extent })
    })
}

/// Adds the areas, each with the inhabitants of the towns of its country in its box.
pub(crate) fn add(codes: &Codes, places: &mut Places) {
    for (Area { name, others, country, extent }, id) in areas().zip(FIRST_AREA_ID..) {
        let is_inside = |place: &&Place| {
            place.placetype == "locality"
                && place.country == country
                && (extent.south..=extent.north).contains(&place.lat)
                && (extent.west..=extent.east).contains(&place.lon)
        };
        let inhabitants: i64 = places.all.iter().filter(is_inside).map(|place| place.population).sum();
        places.add(Place {
            id,
            name: name.to_owned(),
            placetype: "county",
            country: country.to_owned(),
            parent: codes.get(country).copied(),
            lat: (extent.south + extent.north) / 2.0,
            lon: (extent.west + extent.east) / 2.0,
            extent,
            population: inhabitants.max(KNOWN_LIKE),
            aliases: others.into_iter().map(str::to_owned).collect(),
            names: Vec::new(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_an_area_with_a_box() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(areas().count(), lines);
        for Area { name, country, extent: Extent { south, west, north, east }, .. } in areas() {
            assert!(country.len() == 2 && south < north && west < east, "{name}");
            assert!(south >= -90.0 && north <= 90.0 && west >= -180.0 && east <= 180.0, "{name}");
        }
    }

    #[test]
    fn an_area_has_the_inhabitants_of_its_towns() {
        let mut places = Places::default();
        places.add(Place::town(1, "Palma", "ES", (39.57, 2.65), 400_000));
        places.add(Place::town(2, "Son Vane", "ES", (39.60, 3.38), 40));
        places.add(Place::town(3, "Vane del Mar", "ES", (41.40, 2.17), 5_000));
        add(&Codes::from([("ES".to_owned(), 9)]), &mut places);
        let mallorca = places.all.iter().find(|place| place.name == "Mallorca").unwrap();
        assert_eq!((mallorca.population, mallorca.parent), (400_040, Some(9)));
        let everest = places.all.iter().find(|place| place.name == "Mount Everest").unwrap();
        assert_eq!(everest.population, KNOWN_LIKE, "nobody lives there");
    }
}
