//! Other places that a text may mean as well as the one that is taken, and how far they reach.

use milepost_gazetteer::{Place, Placetype};

use super::candidate::{Candidate, Source};
use super::combination::{Combination, Meanings};
use super::places::{distance_beyond_extent_m, is_division, log_population};
use super::query::is_code;
use super::{DOMINANCE, SAME_PLACE_M, WELL_KNOWN};
use crate::Result;
use crate::finding::Finding;

/// How far a county must be ahead of its namesakes to be meant without its state, in log10 of inhabitants: Cook County of Chicago is.
const COUNTY_DOMINANCE: f64 = 1.0;
/// How far ahead a city must be that may be meant by one of its other names, in log10 of inhabitants.
const FAR_LARGER: f64 = 1.0;
/// The same of a town whose name is cut short.
const CUT_DOMINANCE: f64 = 1.0;
/// How far a part of a town must be ahead of a town of its name.
const PART_DOMINANCE: f64 = 1.0;
/// The same of a town in one of the divisions that a code stands for.
const CODE_DOMINANCE: f64 = 1.0;
/// The country whose divisions have the letters of postcodes: few write those alone, so any town of the name counts beside it.
const BY_POSTCODE_AREA: &str = "GB";
/// Inhabitants of a city whose parts are named behind a comma without it.
const CITY_WITH_PARTS: i64 = 500_000;
/// Inhabitants from which a town is known by its own name, however many share it.
const NOT_A_PART: i64 = 2_000;
/// Most places of a name that is not common.
const FEW_NAMESAKES: usize = 2;

impl Meanings<'_> {
    /// Reports other places that fit the text nearly as well, and how far they reach.
    pub(super) fn ambiguity(&self, combination: Combination) -> Result<Option<(Finding, f64)>> {
        let Some(candidate) = self.locality(combination) else {
            return Ok(self.shared_postcode(combination).or_else(|| self.shared_region(combination)));
        };
        if combination.postcode.is_some() || candidate.is_twin() {
            return Ok(None);
        }
        let place = &candidate.place;
        if candidate.is_one_of_several() {
            let above = self.gazetteer.ancestors(place.id)?;
            return Ok(Some((
                namesakes(place),
                above.first().map_or(0.0, |division| reach_m(place, division)),
            )));
        }
        if combination.region.is_some()
            && let Some(city) = self.city_far_from(place)?
        {
            return Ok(Some((namesakes(place), reach_m(place, &city))));
        }
        let own = self.worth_of_locality(candidate);
        let is_meant_as_well = |rival: &Place, worth: f64| {
            // A city and its own division count as one place.
            let is_same =
                rival.country == place.country && distance_beyond_extent_m(rival, place) < SAME_PLACE_M;
            let is_like = own - worth < lead_over(place, rival)
                || self.query.is_lone_name && is_far_larger(place, rival)
                || candidate.source == Source::CutShort && is_cut_as_well(place, rival)
                || is_namesake_county(place, rival)
                || is_larger_division(place, rival);
            !is_same && is_like
        };
        let rivals = self.rivals(combination);
        let rivals = rivals.filter(|rival| is_meant_as_well(&rival.place, self.worth_of_locality(rival)));
        let abroad = self.towns_of_the_code_abroad(combination, place);
        let reach = farthest_m(place, rivals.chain(abroad).map(|rival| &rival.place));
        Ok(reach.map(|reach| (namesakes(place), reach)))
    }

    /// The towns of the name in a division abroad that the same letters stand for: `Keswick CA` is in Canada and, by its postcode, in Cumbria.
    fn towns_of_the_code_abroad(
        &self,
        combination: Combination,
        place: &Place,
    ) -> impl Iterator<Item = &Candidate> {
        let is_coded =
            combination.region.is_some() && self.query.region.or(self.query.country).is_some_and(is_code);
        let rivals = self.set.localities.iter().enumerate().filter(move |_| is_coded);
        let dominance = if place.country == BY_POSTCODE_AREA { f64::INFINITY } else { CODE_DOMINANCE };
        let is_rival = move |(index, rival): &(usize, &Candidate)| {
            let rival = &rival.place;
            rival.is_primary
                && matches!(rival.placetype.level(), Placetype::Locality | Placetype::Neighbourhood)
                && rival.country != place.country
                && log_population(place) - log_population(rival) < dominance
                && self.lies_in_a_division(*index)
        };
        rivals.filter(is_rival).map(|(_, rival)| rival)
    }

    /// The city after which the division of a hamlet with a common name, or of a town with another one, is called, if it is far from there: a
    /// part of it may be meant: `Miraflores, Lima`, `Central Park, New York`.
    fn city_far_from(&self, hamlet: &Place) -> Result<Option<Place>> {
        let is_common = self.set.localities.len() > FEW_NAMESAKES;
        if !is_common || hamlet.is_primary && hamlet.ranking_population() >= NOT_A_PART {
            return Ok(None);
        }
        let city = self.city_of_region(&hamlet.country)?;
        Ok(city.filter(|city| distance_beyond_extent_m(hamlet, city) > SAME_PLACE_M))
    }

    /// The city of a country after which the typed region is called, if it is so large that its parts are named behind a comma without it.
    pub(super) fn city_of_region(&self, country: &str) -> Result<Option<Place>> {
        let Some(region) = self.query.region else { return Ok(None) };
        let cities = self.gazetteer.places(region, &[Placetype::Locality], 1)?;
        Ok(cities.into_iter().find(|city| city.population >= CITY_WITH_PARTS && city.country == country))
    }

    /// A postcode that is the whole text and that several countries have, and how far theirs reach.
    fn shared_postcode(&self, combination: Combination) -> Option<(Finding, f64)> {
        let code = &self.postcode(combination)?.place;
        if self.set.is_locality_typed || combination.region.is_some() || !self.set.countries.is_empty() {
            return None;
        }
        let rivals = self.set.postcodes.iter().map(|rival| &rival.place);
        let reach = farthest_m(code, rivals.filter(|rival| rival.country != code.country))?;
        let (name, country) = (code.name.to_string(), code.country.to_string());
        Some((Finding::SharedPostcode { name, country }, reach))
    }

    /// A division that shares its name with one of another country, if it is the whole text (`Georgia`), or a county with one of another
    /// state, if no state is written (`Jackson County, USA`), and how far those reach. Two letters are a code in every country.
    fn shared_region(&self, combination: Combination) -> Option<(Finding, f64)> {
        let place = self.region(combination).filter(|_| combination.postcode.is_none())?;
        let is_code = self.query.region.is_some_and(is_code);
        let is_rival = |rival: &&Place| {
            is_namesake_county(place, rival) || self.query.is_lone_name && is_namesake_abroad(place, rival)
        };
        let rivals = self.set.regions.iter().filter(|_| !is_code).filter(is_rival);
        farthest_m(place, rivals).map(|reach| (namesakes(place), reach))
    }
}

fn namesakes(place: &Place) -> Finding {
    Finding::Namesakes { name: place.name.to_string(), country: place.country.to_string() }
}

/// How far another place reaches, metres from a place's point.
fn reach_m(place: &Place, other: &Place) -> f64 {
    place.distance_m(other.lat, other.lon) + other.radius_m()
}

/// How far the farthest of other places reaches; none if there are none.
fn farthest_m<'a>(place: &Place, others: impl Iterator<Item = &'a Place>) -> Option<f64> {
    others.map(|other| reach_m(place, other)).reduce(f64::max)
}

/// How far ahead of a rival a place must be. A part of a town is seldom written without it, so a town of its name is close by.
fn lead_over(place: &Place, rival: &Place) -> f64 {
    match (place.placetype.level(), rival.placetype.level()) {
        (Placetype::Neighbourhood, Placetype::Locality) => PART_DOMINANCE,
        _ => DOMINANCE,
    }
}

fn is_namesake_abroad(place: &Place, rival: &Place) -> bool {
    rival.country != place.country && log_population(place) - log_population(rival) < DOMINANCE
}

/// Whether the other name of a city is that of a place far smaller: `Ginebra` is Geneva in Spanish, and a town of Colombia.
fn is_far_larger(place: &Place, rival: &Place) -> bool {
    rival.ranking_population() >= WELL_KNOWN && log_population(rival) - log_population(place) > FAR_LARGER
}

/// Whether a name that is cut short may stand for that of another town as well: `East B.`.
fn is_cut_as_well(place: &Place, rival: &Place) -> bool {
    place.name != rival.name && log_population(place) - log_population(rival) < CUT_DOMINANCE
}

/// Whether both are counties of one country. People know few counties by their size, so a rival may be much smaller.
fn is_namesake_county(place: &Place, rival: &Place) -> bool {
    let is_county = |place: &Place| place.placetype.level() == Placetype::County;
    is_county(place)
        && is_county(rival)
        && rival.id != place.id
        && rival.country == place.country
        && log_population(place) - log_population(rival) < COUNTY_DOMINANCE
}

/// Whether the name is also that of a country, or the own name of a first-level division, with more inhabitants (`Bali` in India, `Yukon` in
/// Oklahoma, `Líbano` in Colombia), or about as many as a county: `Limburg` is one of Belgium and a province of the Netherlands.
fn is_larger_division(place: &Place, rival: &Place) -> bool {
    let is_named = rival.is_primary || rival.placetype == Placetype::Country;
    let lead = if place.placetype.level() == Placetype::County { DOMINANCE } else { 0.0 };
    is_division(rival) && is_named && log_population(rival) + lead > log_population(place)
}

#[cfg(test)]
mod tests {
    use super::super::answer;
    use super::super::fixture::{best, codes, with_meanings};

    #[test]
    fn namesakes_of_like_size_are_told_until_the_state_is_written() {
        assert_eq!(codes("locality=Springfield"), ["declared_ambiguity"]);
        assert!(codes("locality=Springfield; region=OR").is_empty());
        // Salem in Oregon is four times as large as the other.
        assert!(codes("locality=Salem").is_empty());
    }

    #[test]
    fn a_county_of_several_states_is_told_until_the_state_is_written() {
        assert_eq!(codes("subregion=Vane County"), ["declared_ambiguity"]);
        assert_eq!(codes("subregion=Vane County; country=USA"), ["declared_ambiguity"]);
        assert_eq!(codes("locality=Vane County"), ["declared_ambiguity"]);
        assert!(codes("subregion=Vane County; region=OR").is_empty());
    }

    #[test]
    fn one_of_several_villages_of_a_name_is_ambiguous() {
        assert_eq!(codes("locality=Deux Vanes; country=France"), ["declared_ambiguity"]);
        assert!(codes("locality=Vaneville; country=France").is_empty());
    }

    #[test]
    fn places_that_may_be_meant_as_well_reach_as_far_as_the_farthest() {
        let reach = |address| {
            with_meanings(address, |meanings| answer(meanings, best(meanings), 0.0).unwrap().others_reach_m)
        };
        // From Massachusetts to Oregon.
        assert!((3_900_000.0..4_200_000.0).contains(&reach("locality=Springfield")));
        assert_eq!(reach("locality=Portland"), 0.0);
    }
}
