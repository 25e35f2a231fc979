//! The country of a point, by the settlement nearest to it.

use super::index::PrefixIndex;
use super::places::{Filed, List, degrees, micro};
use crate::{Gazetteer, GazetteerError, Place, Placetype, distance_m};

/// A settlement farther away than this tells nothing of a point, metres.
const REACH_M: f64 = 50_000.0;

impl PrefixIndex {
    /// The nearest settlement within reach, looked for in the cells around the point.
    fn settlement_near(&self, lat: f64, lon: f64) -> Option<Filed> {
        let mut nearest: Option<(f64, Filed)> = None;
        for cell in List::around(micro(lat), micro(lon)) {
            for place in self.listed_places(cell).filter(|place| self.kind(place) == Placetype::Locality) {
                let distance = distance_m(lat, lon, degrees(place.lat), degrees(place.lon));
                if distance <= REACH_M && nearest.as_ref().is_none_or(|(least, _)| distance < *least) {
                    nearest = Some((distance, place));
                }
            }
        }
        nearest.map(|(_, place)| place)
    }
}

impl Gazetteer {
    /// The country of the settlement nearest to a point in degrees; none at sea, and without the index of names.
    ///
    /// # Errors
    /// When the database fails.
    pub fn country_at(&self, lat: f64, lon: f64) -> Result<Option<Place>, GazetteerError> {
        let Ok(index) = &self.index else { return Ok(None) };
        let Some(settlement) = index.settlement_near(lat, lon) else { return Ok(None) };
        let (Some(code), Some(name)) = index.country(settlement.country) else { return Ok(None) };
        let countries = self.places(name, &[Placetype::Country], usize::MAX)?;
        Ok(countries.into_iter().find(|country| country.country.eq_ignore_ascii_case(code)))
    }
}
