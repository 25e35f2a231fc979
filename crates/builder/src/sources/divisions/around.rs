//! The town or division that a point lies in, for places other than settlements: that of the nearest town.

use milepost_store::distance_m;

use super::Codes;
use crate::place::{Place, Places};

/// A point lies in the division of a town within this distance, metres, with at least the population `TOWN`.
const NEAR_M: f64 = 60_000.0;
const TOWN: i64 = 15_000;
/// Radius of a town, metres per square root of its population: six kilometres for Paris.
const REACH_M: f64 = 4.0;

/// Towns with their divisions.
pub(crate) struct DivisionsAround<'a> {
    codes: &'a Codes,
    towns: Vec<Place>,
}

impl<'a> DivisionsAround<'a> {
    /// Reads the towns of all places so far.
    pub(crate) fn read(codes: &'a Codes, places: &Places) -> DivisionsAround<'a> {
        let is_town = |place: &&Place| place.placetype == "locality" && place.population >= TOWN;
        DivisionsAround { codes, towns: places.all.iter().filter(is_town).cloned().collect() }
    }

    /// The id of the division around a point of a country, in degrees; the country itself where no town is near.
    pub(crate) fn at(&self, country: &str, lat: f64, lon: f64) -> Option<i64> {
        let town = self.nearest(country, lat, lon);
        town.and_then(|(_, town)| town.parent).or_else(|| self.codes.get(country).copied())
    }

    /// The id of the town that reaches as far as a point; else that of the division around it.
    pub(crate) fn town_at(&self, country: &str, lat: f64, lon: f64) -> Option<i64> {
        let town = self.nearest(country, lat, lon).filter(|(beyond_m, _)| *beyond_m <= 0.0);
        town.map(|(_, town)| town.id).or_else(|| self.at(country, lat, lon))
    }

    /// The nearest town, and how far beyond its reach the point is, metres.
    fn nearest(&self, country: &str, lat: f64, lon: f64) -> Option<(f64, &Place)> {
        let towns = self.towns.iter().filter(|town| town.country == country);
        let distances = towns.map(|town| (distance_m(lat, lon, town.lat, town.lon), town));
        let near = distances.filter(|(distance, _)| *distance <= NEAR_M);
        let reach_m = |town: &Place| REACH_M * (town.population as f64).sqrt();
        let beyond = near.map(|(distance, town)| (distance - reach_m(town), town));
        beyond.min_by(|a, b| a.0.total_cmp(&b.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The Eiffel Tower is nearer to the middle of Neuilly than to that of Paris.
    #[test]
    fn a_point_lies_in_the_town_that_reaches_it_and_else_in_the_division_of_the_nearest() {
        let mut places = Places::default();
        for (id, name, point, population) in
            [(1, "Paris", (48.8534, 2.3488), 2_138_551), (2, "Neuilly", (48.8846, 2.2696), 60_501)]
        {
            places.add(Place { parent: Some(id + 10), ..Place::town(id, name, "FR", point, population) });
        }
        let codes = Codes::from([("FR".to_owned(), 9)]);
        let around = DivisionsAround::read(&codes, &places);
        assert_eq!(around.town_at("FR", 48.8584, 2.2945), Some(1));
        assert_eq!(
            [around.at("FR", 48.8584, 2.2945), around.at("FR", 48.8850, 2.2600)],
            [Some(11), Some(12)]
        );
        assert_eq!(around.town_at("FR", 48.80, 2.12), Some(11), "beside both");
        assert_eq!((around.at("FR", 43.3, 5.4), around.at("XX", 48.85, 2.35)), (Some(9), None));
    }
}
