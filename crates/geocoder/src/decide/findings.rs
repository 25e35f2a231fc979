//! How sure the best combination of an address is, and what it leaves out.

use milepost_gazetteer::Placetype;

use crate::Result;
use crate::candidates::places::{distance_beyond_extent_m, is_division, is_near};
use crate::candidates::{Candidate, Source, WrittenAs, localities};
use crate::finding::{Finding, Part};
use crate::query::Query;
use crate::search::combinations::{Combination, Combinations};

impl Combinations<'_> {
    /// Whether nothing decides between the countries that have the postcode beside an unknown town: none is typed, and the
    /// street is as likely in another or speaks against it.
    pub(crate) fn is_postcode_shared(&self, combination: Combination) -> bool {
        let Some(code) = self.postcode(combination) else { return false };
        let weight = |candidate: &Candidate| self.query.evidence.weight(&candidate.place.country);
        let is_as_likely = |other: &Candidate| {
            other.place.country != code.place.country
                && (code.is_nearest() || !other.is_nearest())
                && weight(other) >= weight(code)
        };
        let is_against = self.query.evidence.speaks_against(&code.place.country);
        self.set.is_locality_typed
            && self.set.countries.is_empty()
            && (is_against || self.set.postcodes.iter().any(is_as_likely))
    }

    /// Whether a typed postcode is not part of the answer because the country of its locality has no register: no code of it is known,
    /// whatever other countries have it.
    fn has_no_register(&self, combination: Combination) -> Result<bool> {
        match (self.query.postcode, self.postcode(combination), self.locality(combination)) {
            (Some(_), None, Some(Candidate { place, .. })) if !self.is_foreign_postcode_to(place) => {
                Ok(!self.gazetteer.has_postcodes_of(&place.country)?)
            }
            _ => Ok(false),
        }
    }

    /// Whether a known postcode, region or locality that was typed (or its neighbour) is not part of the answer, or the postcode of the
    /// answer is far from its locality.
    pub(crate) fn leaves_out(&self, combination: Combination) -> Result<bool> {
        let pair = self.locality(combination).zip(self.postcode(combination));
        let is_apart = pair.is_some_and(|(locality, postcode)| {
            !is_division(&locality.place)
                && !self.set.is_postal_city(&locality.place)
                && !is_near(&postcode.place, &locality.place)
                && distance_beyond_extent_m(&postcode.place, &locality.place) > postcode.reach_m()
        });
        let is_code_left_out = combination.postcode.is_none() && !self.set.postcodes.is_empty();
        Ok(is_apart
            || is_code_left_out && !self.has_no_register(combination)?
            || combination.region.is_none() && self.set.has_regions()
            || combination.locality.is_none() && self.set.has_town_in_country())
    }

    /// What a combination leaves out or corrects.
    pub(crate) fn findings(&self, combination: Combination) -> Result<Vec<Finding>> {
        let (query, set) = (&self.query, &self.set);
        let (locality, postcode) = (self.locality(combination), self.postcode(combination));
        let has_no_register = self.has_no_register(combination)?;
        let is_code_left_out = postcode.is_none() && set.is_postcode_known() && !has_no_register;
        let is_region_left_out = combination.region.is_none() && set.has_regions();
        let is_town_known = set.has_town_in_country();
        let is_town_left_out = locality.is_none() && is_town_known;
        let is_country_contradicted = self.is_country_contradicted(combination);
        let left_out = [
            (Part::Postcode, query.postcode.filter(|_| is_code_left_out)),
            (Part::Region, query.region.or(query.subregion).or(query.country).filter(|_| is_region_left_out)),
            (Part::Region, query.country.filter(|_| is_country_contradicted)),
            (Part::Locality, query.locality.filter(|_| is_town_left_out)),
        ];
        let is_country_unknown = set.countries.is_empty();
        let country = query.country.filter(|_| is_country_unknown);
        let region = query.region.or(query.subregion).or(country);
        // A code next to it may agree, but the typed one is in no register.
        let is_replaced = postcode.is_some_and(Candidate::is_nearest) || !set.is_postcode_known();
        let is_code_unknown =
            set.postcodes.is_empty() || has_no_register || locality.is_some() && is_replaced;
        let missing = [
            (Part::Region, region.filter(|_| set.known_regions().next().is_none())),
            (Part::Region, query.subregion.filter(|_| self.is_county_unknown())),
            (Part::Locality, query.locality.filter(|_| locality.is_none() && !is_town_known)),
            (Part::Postcode, query.postcode.filter(|_| is_code_unknown)),
        ];
        let contradicts = |(part, text): (Part, Option<&str>)| {
            let text = text?.to_owned();
            Some(Finding::Contradicts { part, text })
        };
        let mut findings: Vec<Finding> = left_out.into_iter().filter_map(contradicts).collect();
        findings.extend(missing.into_iter().filter_map(unknown));
        findings.extend(match (locality, postcode) {
            (Some(locality), _) => localities::findings(locality),
            (None, Some(Candidate { place, source: Source::NearestPostcode { .. } })) => {
                Some(Finding::PostcodeNearest { name: place.name.to_string() })
            }
            _ => None,
        });
        Ok(findings)
    }

    /// Whether a county is the finest typed part, and its state has no county of that name: the state answers.
    fn is_county_unknown(&self) -> bool {
        let Query { region, locality, postcode, .. } = &self.query;
        region.is_some()
            && locality.is_none()
            && postcode.is_none()
            && self.set.regions.iter().all(|region| region.placetype.level() != Placetype::County)
    }

    /// Typed parts that no register knows, if nothing but the country is left of an address.
    pub(crate) fn all_unknown(&self) -> Vec<Finding> {
        let parts = [
            (Part::Locality, self.query.locality),
            (Part::Region, self.query.region.or(self.query.subregion)),
            (Part::Postcode, self.query.postcode),
        ];
        parts.into_iter().filter_map(unknown).collect()
    }

    /// Whether the regions may be part of a town, so that no town is known.
    pub(crate) fn is_region_of_part(&self, combination: Combination) -> bool {
        self.set.regions_written_as == WrittenAs::PartOfTown && combination.region.is_some()
    }
}

/// The finding for a part that no register knows, if it is typed.
fn unknown((part, text): (Part, Option<&str>)) -> Option<Finding> {
    Some(Finding::Unknown { part, text: text?.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{best, codes, combinations};

    #[test]
    fn an_unknown_country_is_reported() {
        assert_eq!(codes("locality=Portland; country=Vanistan"), ["region_unknown"]);
        assert!(codes("locality=Portland; country=USA").is_empty());
    }

    #[test]
    fn what_is_left_out_or_unknown_is_reported() {
        assert_eq!(codes("locality=Portland; region=MA; postcode=97201"), ["region_contradicts"]);
        assert_eq!(codes("locality=Nowhere; region=Oregon"), ["locality_unknown"]);
        assert_eq!(codes("locality=Portland; region=Wessex"), ["region_unknown"]);
    }

    /// The state answered in silence.
    #[test]
    fn a_county_that_its_state_lacks_is_reported() {
        assert_eq!(codes("subregion=Nowhere County; region=OR"), ["region_unknown"]);
        assert!(codes("subregion=Vane County; region=OR").is_empty());
    }

    /// The message named the country.
    #[test]
    fn the_county_that_is_left_out_is_named() {
        let county = combinations("locality=Portland; subregion=Vane County; postcode=97201; country=USA");
        let findings = county.findings(best(&county)).unwrap();
        assert_eq!(findings, [Finding::Contradicts { part: Part::Region, text: "Vane County".to_owned() }]);
    }

    #[test]
    fn a_code_of_no_register_is_reported_and_the_town_is_followed() {
        // 69004 is next to 69003 of Lyon.
        assert_eq!(codes("postcode=69004; locality=Lyon"), ["postcode_unknown"]);
        // The nearest code is far from the village of the name, which is spelled right.
        let village = combinations("postcode=01002; locality=Hauterive-la-Vane; country=France");
        assert_eq!(&*village.place(best(&village)).unwrap().name, "Hauterive-la-Vane");
    }

    #[test]
    fn an_answer_without_the_typed_region_leaves_it_out() {
        let leaves_out = |address| {
            let combinations = combinations(address);
            combinations.leaves_out(best(&combinations)).unwrap()
        };
        assert!(leaves_out("locality=Portland; region=MA; postcode=97201"));
        assert!(!leaves_out("locality=Portland; region=OR; postcode=97201"));
    }
}
