//! The country of a point, by the settlement nearest to it.

use std::cmp::Reverse;

use super::budget::Budget;
use super::index::PrefixIndex;
use super::places::{Filed, List, micro};
use crate::{Gazetteer, GazetteerError, Place, Placetype};

/// Greatest distance of a settlement that decides the country of a point, metres.
const REACH_M: f64 = 50_000.0;

impl PrefixIndex {
    /// Settlements within reach with their metres from the point, from the cells around it. Each entry of a cell is a step.
    fn settlements(&self, lat: f64, lon: f64, budget: &Budget) -> impl Iterator<Item = (f64, Filed)> {
        List::around(micro(lat), micro(lon))
            .flat_map(move |cell| self.listed_places(cell, budget))
            .filter(|place| self.kind(place) == Placetype::Locality)
            .map(move |place| (place.distance_m(lat, lon), place))
            .filter(|(distance, _)| *distance <= REACH_M)
    }

    /// The nearest settlement within reach.
    fn settlement_near(&self, lat: f64, lon: f64, budget: &Budget) -> Option<Filed> {
        let nearest = self.settlements(lat, lon, budget).min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map(|(_, place)| place)
    }

    /// Code of the country (ISO 3166-1 alpha-2, upper case) of the settlement nearest to a point in degrees.
    pub(super) fn country_code_at(&self, lat: f64, lon: f64, budget: &Budget) -> Option<String> {
        let settlement = self.settlement_near(lat, lon, budget)?;
        self.country(settlement.country).0.map(str::to_uppercase)
    }
}

impl Gazetteer {
    /// Settlements within 50 km of a point in degrees: the nearest ones, then the largest of the others. None without the index of names.
    pub fn settlements_near(
        &self,
        lat: f64,
        lon: f64,
        nearest: usize,
        largest: usize,
        budget: &Budget,
    ) -> Result<Vec<Place>, GazetteerError> {
        let Ok(index) = &self.index else { return Ok(Vec::new()) };
        let mut within: Vec<(f64, Filed)> = index.settlements(lat, lon, budget).collect();
        within.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut others = within.split_off(nearest.min(within.len()));
        others.sort_by_key(|(_, place)| Reverse(place.population));
        let mut places = Vec::new();
        for (_, settlement) in within.into_iter().chain(others.into_iter().take(largest)) {
            let named = self.places(index.text(settlement.name), &[Placetype::Locality], usize::MAX)?;
            places.extend(named.into_iter().find(|place| place.id == settlement.id));
        }
        Ok(places)
    }

    /// The country of the settlement nearest to a point in degrees; none at sea, and without the index of names.
    pub fn country_at(&self, lat: f64, lon: f64) -> Result<Option<Place>, GazetteerError> {
        let Ok(index) = &self.index else { return Ok(None) };
        let Some(settlement) = index.settlement_near(lat, lon, &Budget::unlimited()) else { return Ok(None) };
        let (Some(code), Some(name)) = index.country(settlement.country) else { return Ok(None) };
        let countries = self.places(name, &[Placetype::Country], usize::MAX)?;
        Ok(countries.into_iter().find(|country| country.country.eq_ignore_ascii_case(code)))
    }
}
