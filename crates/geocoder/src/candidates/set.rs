//! The places that each part of an address can mean, kept to a number that can be combined.

use milepost_gazetteer::{Gazetteer, Place, PostalCity};
use milepost_text::name_key;

use crate::Result;
use crate::candidates::divisions;
use crate::candidates::namesakes::Namesakes;
use crate::candidates::places::{is_in_one, is_like, is_near, lies_in};
use crate::candidates::{Candidate, Scope, WrittenAs, localities, postcodes};
use crate::query::Query;

/// Candidates that go into combinations.
const COMBINED_LOCALITIES: usize = 24;
const POSTCODES: usize = 8;

/// What the parts of one address can mean.
#[derive(Debug, Default)]
pub(crate) struct CandidateSet {
    pub(crate) countries: Vec<Place>,
    pub(crate) regions: Vec<Place>,
    pub(crate) regions_written_as: WrittenAs,
    pub(crate) localities: Vec<Candidate>,
    pub(crate) postcodes: Vec<Candidate>,
    /// Whether a locality is written, or a part of one in its place.
    pub(crate) is_locality_typed: bool,
    /// Ids of regions by two letters whose countries write postcodes or streets otherwise.
    pub(crate) foreign_regions: Vec<i64>,
    /// What the postcode register gives for postcode and locality.
    pub(crate) postal_city: Option<PostalCity>,
    /// Ids of localities that have a postcode of their own within a typo of the typed one.
    pub(crate) mistyped_for: Vec<i64>,
    /// Ids of localities, each the only one of its name in its country, to which the typed code of their country is too far to be theirs.
    pub(crate) with_code_of_others: Vec<i64>,
    /// Ids of localities whose own name differs from the typed one but is much like it.
    pub(crate) alike: Vec<i64>,
    /// How localities of one name relate to each other.
    pub(crate) namesakes: Namesakes,
}

impl CandidateSet {
    /// Whether a place is in a typed country, or none is typed.
    pub(crate) fn is_in_country(&self, place: &Place) -> bool {
        self.countries.is_empty() || self.countries.iter().any(|country| country.country == place.country)
    }

    /// Whether a locality is in a typed country, or none is typed.
    pub(crate) fn has_town_in_country(&self) -> bool {
        self.localities.iter().any(|candidate| self.is_in_country(&candidate.place))
    }

    /// Whether the postcode register gives this place for the typed postcode and name.
    pub(crate) fn is_postal_city(&self, place: &Place) -> bool {
        self.postal_city.as_ref().is_some_and(|city| city.id == place.id)
    }

    /// Whether to follow the typed regions.
    pub(crate) fn has_regions(&self) -> bool {
        self.regions_written_as != WrittenAs::PartOfTown && self.known_regions().next().is_some()
    }

    /// The regions known by more than a code, those of a typed country if there is one.
    pub(crate) fn known_regions(&self) -> impl Iterator<Item = &Place> {
        let is_known =
            |region: &&Place| !self.foreign_regions.contains(&region.id) && self.is_in_country(region);
        self.regions.iter().filter(is_known)
    }

    /// Whether the localities are corrections of an unknown name.
    pub(crate) fn are_typos(&self) -> bool {
        self.localities.first().is_some_and(Candidate::is_typo)
    }

    /// Whether the typed postcode is known, not only its neighbours.
    pub(crate) fn is_postcode_known(&self) -> bool {
        self.postcodes.iter().any(|postcode| !postcode.is_nearest())
    }

    /// Generates the candidates of a query, those that the rest of the address points to first.
    pub(crate) fn read(scope: Scope<'_>, query: &Query<'_>) -> Result<CandidateSet> {
        let mut divisions = divisions::read(scope, query)?;
        if divisions.is_elsewhere {
            return Ok(CandidateSet::default());
        }
        let codes = postcodes::exact(scope, query)?;
        let found = localities::read(scope, query, &mut divisions, &codes)?;
        let mut set = CandidateSet {
            countries: divisions.countries,
            regions: divisions.regions,
            regions_written_as: divisions.written_as,
            localities: found.localities,
            is_locality_typed: query.locality.is_some() || query.part.is_some() && codes.is_empty(),
            postcodes: codes,
            postal_city: found.postal_city,
            ..CandidateSet::default()
        };
        set.add_regions_by_code(scope.gazetteer, divisions.by_code)?;
        set.add_nearest_postcodes(scope, query)?;
        set.mistyped_for = postcodes::mistyped_for(scope, query, &set)?;
        set.put_likely_localities_first(scope)?;
        set.localities.truncate(COMBINED_LOCALITIES);
        set.namesakes = Namesakes::of(&set.localities, &set.countries);
        set.note_alike(query);
        set.note_foreign_regions(scope.gazetteer, query)?;
        set.with_code_of_others = postcodes::of_others(scope, &set);
        set.put_likely_codes_first(query);
        set.postcodes.truncate(POSTCODES);
        Ok(set)
    }

    /// Adds the divisions by typed letters that the gazetteer does not have, where one of the localities lies in them: `São Paulo - SP`,
    /// `Truro TR`.
    fn add_regions_by_code(&mut self, gazetteer: &Gazetteer, by_code: Vec<Place>) -> Result<()> {
        for division in by_code {
            let mut is_typed = self.regions.iter().any(|region| region.id == division.id);
            for Candidate { place, .. } in &self.localities {
                is_typed = is_typed || lies_in(gazetteer, place, &division)?;
            }
            if is_typed && self.regions.iter().all(|region| region.id != division.id) {
                self.regions.push(division);
            }
        }
        Ok(())
    }

    /// Notes the divisions of two letters whose countries write postcodes or streets otherwise, unless a town lies there: `AG` behind five
    /// digits ends the name of a company and is not Aargau.
    fn note_foreign_regions(&mut self, gazetteer: &Gazetteer, query: &Query<'_>) -> Result<()> {
        let Some(typed) = query.code.filter(|_| self.regions_written_as == WrittenAs::Code) else {
            return Ok(());
        };
        for region in &self.regions {
            let mut is_typed =
                !typed.is_foreign_to(&region.country) && query.evidence.allows(&region.country);
            for candidate in &self.localities {
                is_typed = is_typed || lies_in(gazetteer, &candidate.place, region)?;
            }
            if !is_typed {
                self.foreign_regions.push(region.id);
            }
        }
        Ok(())
    }

    /// If no place of the name has the typed postcode, the nearest codes are candidates too; a part of the name may be a town at one of them.
    fn add_nearest_postcodes(&mut self, scope: Scope<'_>, query: &Query<'_>) -> Result<()> {
        if query.postcode.is_none() || postcodes::is_of_a_locality(query, self) {
            return Ok(());
        }
        let nearest = postcodes::nearest(scope, query, self)?;
        let has_nearest = !nearest.is_empty();
        self.postcodes.extend(nearest);
        if has_nearest && (self.localities.is_empty() || self.are_typos()) {
            let parts = localities::part_of_name(scope, query, &self.postcodes)?;
            if !parts.is_empty() {
                self.localities = parts;
            }
        }
        Ok(())
    }

    /// If there are more localities than combinations can hold, those in the typed regions and near the postcodes or the point come first.
    fn put_likely_localities_first(&mut self, scope: Scope<'_>) -> Result<()> {
        if self.localities.len() <= COMBINED_LOCALITIES {
            return Ok(());
        }
        let mut first = Vec::new();
        let mut rest = Vec::new();
        for candidate in std::mem::take(&mut self.localities) {
            let place = &candidate.place;
            let is_likely = !self.countries.is_empty() && self.is_in_country(place)
                || self.is_postal_city(place)
                || scope.options.is_near(place.lat, place.lon)
                || self.postcodes.iter().any(|postcode| is_near(&postcode.place, place))
                || is_in_one(scope.gazetteer, place, &self.regions)?;
            if is_likely { first.push(candidate) } else { rest.push(candidate) }
        }
        first.extend(rest);
        self.localities = first;
        Ok(())
    }

    /// Marks the localities whose name differs from the typed one but is much like it.
    fn note_alike(&mut self, query: &Query<'_>) {
        let Some(typed) = query.locality.map(name_key) else { return };
        let others =
            self.localities.iter().map(|candidate| &candidate.place).filter(|place| !place.is_primary);
        self.alike = others.filter(|place| is_like(&typed, &place.name)).map(|place| place.id).collect();
    }

    /// Thirty countries have postcodes of four digits. Of more than combinations can hold, those near one of the localities come first, then
    /// those of the countries that the address points to.
    fn put_likely_codes_first(&mut self, query: &Query<'_>) {
        if self.postcodes.len() <= POSTCODES {
            return;
        }
        let CandidateSet { countries, localities, postcodes, .. } = self;
        postcodes.sort_by_cached_key(|postcode| {
            let is_near = localities.iter().any(|candidate| is_near(&postcode.place, &candidate.place));
            let is_in_country = countries.iter().any(|country| country.country == postcode.place.country);
            let weight = (query.evidence.weight(&postcode.place.country) * 10.0) as i64;
            let is_of_others =
                query.code.is_some_and(|typed| typed.is_spelled_otherwise_in(&postcode.place.country));
            (
                is_of_others,
                !is_in_country,
                !is_near,
                -weight,
                postcode.is_nearest(),
                -(postcode.density() as i64),
            )
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::combinations;

    fn ids(candidates: &[Candidate]) -> Vec<i64> {
        candidates.iter().map(|candidate| candidate.place.id).collect()
    }

    #[test]
    fn a_code_that_a_locality_has_is_looked_up_alone() {
        let set = combinations("postcode=97477; locality=Springfield").set;
        assert_eq!(ids(&set.postcodes), [31]);
        assert!(set.is_postcode_known());
    }

    #[test]
    fn the_nearest_number_stands_for_an_unknown_code() {
        let set = combinations("postcode=97478; locality=Springfield; region=OR").set;
        assert_eq!(ids(&set.postcodes), [31]);
        assert!(!set.is_postcode_known() && set.postcodes[0].is_nearest());
    }

    #[test]
    fn a_part_of_a_town_is_its_locality_where_no_town_is_written() {
        let set = combinations("dependent_locality=Croix-Rousse").set;
        assert!(set.is_locality_typed);
        assert_eq!(ids(&set.localities), [18]);
    }
}
