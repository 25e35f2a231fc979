//! The division that a point lies in, for what is no settlement: that of the nearest town.

use milepost_gazetteer::distance_m;

use super::divisions::Codes;
use crate::place::Places;

/// A point lies in the division of a town within this distance, metres, which has at least so many inhabitants.
const NEAR_M: f64 = 60_000.0;
const TOWN: i64 = 15_000;

/// Towns with their divisions.
pub(super) struct DivisionsAround<'a> {
    codes: &'a Codes,
    towns: Vec<Town>,
}

struct Town {
    country: String,
    lat: f64,
    lon: f64,
    parent: Option<i64>,
}

impl<'a> DivisionsAround<'a> {
    /// Reads the towns of all places so far.
    pub(super) fn read(codes: &'a Codes, places: &Places) -> DivisionsAround<'a> {
        let towns =
            places.all.iter().filter(|place| place.placetype == "locality" && place.population >= TOWN);
        let towns = towns.map(|place| Town {
            country: place.country.clone(),
            lat: place.lat,
            lon: place.lon,
            parent: place.parent,
        });
        DivisionsAround { codes, towns: towns.collect() }
    }

    /// The id of the division around a point of a country, in degrees; the country itself where no town is near.
    pub(super) fn at(&self, country: &str, lat: f64, lon: f64) -> Option<i64> {
        let towns = self.towns.iter().filter(|town| town.country == country);
        let nearest = towns
            .map(|town| (distance_m(lat, lon, town.lat, town.lon), town.parent))
            .filter(|(distance, _)| *distance <= NEAR_M)
            .min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.and_then(|(_, parent)| parent).or_else(|| self.codes.get(country).copied())
    }
}
