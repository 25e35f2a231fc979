//! A town that is known in any state, where the written one has none of its name.

use milepost_gazetteer::{Place, Placetype};

use super::DOMINANCE;
use super::candidate::Source;
use super::combination::{Meanings, Scored};
use super::places::{is_near, log_population};
use crate::Result;

/// Inhabitants from which a town is meant although the typed state has none of its name: a smaller one may have a namesake there that the
/// gazetteer lacks, and the middle of the state is then nearer than the town. A territory is farther from the town than a state.
pub(super) const KNOWN_IN_ANY_TERRITORY: i64 = 25_000;
const KNOWN_IN_ANY_STATE: i64 = 10_000;
/// The same for a part of a city, and for a town that has at least three times as many as any other of its name in the country.
const PART_KNOWN_IN_ANY_STATE: i64 = 25_000;
const KNOWN_BEFORE_OTHERS: i64 = 5_000;

impl Meanings<'_> {
    /// The first combination with a city that is known by its name alone, where the best one is only a region that the city is not in:
    /// a wrong state is a smaller error than the middle of that state, hundreds of kilometres off.
    pub(super) fn city_behind_a_region(&self, ranked: &[Scored]) -> Result<Option<usize>> {
        let Some(best) = ranked.first().map(|best| best.combination) else { return Ok(None) };
        let Some(region) = self.region(best) else { return Ok(None) };
        if best.locality.is_some() || best.postcode.is_some() || self.is_of_a_city(region)? {
            return Ok(None);
        }
        Ok(ranked.iter().position(|scored| {
            self.locality(scored.combination).is_some_and(|candidate| {
                let is_its_name = candidate.place.is_primary || self.set.alike.contains(&candidate.place.id);
                candidate.source == Source::Exact
                    && is_its_name
                    && candidate.place.country == region.country
                    && self.is_known_in_any_state(&candidate.place)
            })
        }))
    }

    /// Whether a typed division is called like its large city, of which the name in front is rather a part than a town elsewhere:
    /// `Belleville, Paris`, `Chaoyang, Beijing`. Americans write the state behind any town.
    fn is_of_a_city(&self, region: &Place) -> Result<bool> {
        Ok(region.country != "US" && self.city_of_region(&region.country)?.is_some())
    }

    /// Whether a town, or a large part of one, is known by its name in a state that it does not lie in.
    fn is_known_in_any_state(&self, place: &Place) -> bool {
        match (place.placetype.level(), place.ranking_population()) {
            (Placetype::Locality, KNOWN_IN_ANY_STATE..)
            | (Placetype::Neighbourhood, PART_KNOWN_IN_ANY_STATE..) => true,
            (Placetype::Locality, KNOWN_BEFORE_OTHERS..) => {
                let mut localities = self.set.localities.iter().map(|candidate| &candidate.place);
                localities.all(|other| {
                    other.country != place.country
                        || is_near(other, place)
                        || log_population(place) - log_population(other) >= DOMINANCE
                })
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::with_meanings;

    #[test]
    fn a_city_in_the_wrong_state_comes_before_the_middle_of_that_state() {
        let city = |address| {
            with_meanings(address, |meanings| {
                let ranked = meanings.ranked();
                let town = meanings.city_behind_a_region(&ranked).unwrap().unwrap_or(0);
                meanings.locality(ranked[town].combination).map(|city| city.place.id)
            })
        };
        assert_eq!(city("locality=Portland; region=MA"), Some(13));
        assert_eq!(city("locality=Portland; region=OR"), Some(13));
        // A smaller town may have a namesake there that is not known, unless it is by far the largest of its name.
        assert_eq!(city("locality=Ashland; region=MA"), Some(19));
        assert_eq!(city("locality=Saint Helens; region=MA"), Some(17), "the other one is a village");
        assert_eq!(city("locality=Rockaway Beach; region=MA"), None);
    }
}
