//! Places each part of an address can mean, kept to a number that can be combined.

use milepost_gazetteer::{Gazetteer, Place, Placetype, PostalCity};
use milepost_text::name_key;

use crate::Result;
use crate::candidates::candidate::{Candidate, Source};
use crate::candidates::divisions::{self, WrittenAs};
use crate::candidates::places::{is_in_one, is_like, is_near, lies_in};
use crate::candidates::scope::Scope;
use crate::candidates::{localities, postcodes};
use crate::country::postcode_shape::TypedCode;
use crate::country::territory::is_territory_of;
use crate::decide::wrong_state::KNOWN_IN_ANY_TERRITORY;
use crate::query::Query;

/// Candidates that go into combinations.
const COMBINED_LOCALITIES: usize = 24;
const POSTCODES: usize = 8;

/// What the parts of one address can mean.
#[derive(Debug, Default)]
pub(crate) struct CandidateSet {
    pub(crate) countries: Vec<Place>,
    /// Whether the typed country is not followed, because postcode and locality agree in another one.
    pub(crate) is_country_contradicted: bool,
    pub(crate) regions: Vec<Place>,
    pub(crate) regions_written_as: WrittenAs,
    pub(crate) localities: Vec<Candidate>,
    pub(crate) postcodes: Vec<Candidate>,
    /// Whether a locality is written, or a part of one in its place.
    pub(crate) is_locality_typed: bool,
    /// What the postcode register gives for postcode and locality.
    pub(crate) postal_city: Option<PostalCity>,
    /// Ids of localities that have a postcode of their own within a typo of the typed one.
    pub(crate) mistyped_for: Vec<i64>,
    /// Ids of localities, each the only one of its name in its country, to which the typed code of their country is too far to be theirs.
    pub(crate) with_code_of_others: Vec<i64>,
    /// Ids of localities whose own name differs from the typed one but is much like it.
    pub(crate) alike: Vec<i64>,
}

impl CandidateSet {
    /// Generates the candidates of a query, then leaves out what the rest of the address rules out.
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
        set.add_regions_by_code(scope.gazetteer(), divisions.by_code)?;
        set.keep_to_country_of_shape(query);
        set.leave_out_contradicted_country();
        set.leave_out_territory_of_a_city();
        set.keep_to_typed_country();
        set.keep_to_part_of_country(scope.gazetteer(), &divisions.country_parts)?;
        set.leave_out_foreign_regions(scope.gazetteer(), query)?;
        set.add_nearest_postcodes(scope, query)?;
        set.mistyped_for = postcodes::mistyped_for(scope, query, &set)?;
        set.put_likely_localities_first(scope)?;
        set.localities.truncate(COMBINED_LOCALITIES);
        set.note_alike(query);
        set.with_code_of_others = postcodes::of_others(scope, &set);
        set.leave_out_foreign_codes(query);
        set.keep_to_codes_of_localities(query);
        set.postcodes.truncate(POSTCODES);
        Ok(set)
    }

    /// Whether the postcode register gives this place for the typed postcode and name.
    pub(crate) fn is_postal_city(&self, place: &Place) -> bool {
        self.postal_city.as_ref().is_some_and(|city| city.id == place.id)
    }

    /// Whether to follow the typed regions.
    pub(crate) fn has_regions(&self) -> bool {
        !self.regions.is_empty() && self.regions_written_as != WrittenAs::PartOfTown
    }

    /// Whether the localities are corrections of an unknown name.
    pub(crate) fn are_typos(&self) -> bool {
        self.localities.first().is_some_and(Candidate::is_typo)
    }

    /// Whether the typed postcode is known, not only its neighbours.
    pub(crate) fn is_postcode_known(&self) -> bool {
        self.postcodes.iter().any(|postcode| !postcode.is_nearest())
    }

    /// Adds the divisions by typed letters that the gazetteer does not have, where one of the localities lies in them: `São Paulo - SP`,
    /// `Truro TR`.
    fn add_regions_by_code(&mut self, gazetteer: &Gazetteer, by_code: Vec<Place>) -> Result<()> {
        for division in by_code {
            let mut is_meant = self.regions.iter().any(|region| region.id == division.id);
            for Candidate { place, .. } in &self.localities {
                is_meant = is_meant || lies_in(gazetteer, place, &division)?;
            }
            if is_meant && self.regions.iter().all(|region| region.id != division.id) {
                self.regions.push(division);
            }
        }
        Ok(())
    }

    /// Keeps the localities of the one country that writes postcodes like this, if there are any.
    fn keep_to_country_of_shape(&mut self, query: &Query<'_>) {
        let Some(country) = query.code.and_then(TypedCode::only_country) else { return };
        if self.localities.iter().any(|candidate| candidate.place.country == country) {
            self.localities.retain(|candidate| candidate.place.country == country);
        }
    }

    /// Postcode and locality that agree in another country outweigh the written one, which has no locality of the name: `38000 Grenoble, Spain`
    /// is in France. The regions of the written country go with it.
    fn leave_out_contradicted_country(&mut self) {
        let CandidateSet { countries, regions, localities, postcodes, .. } = self;
        if countries.is_empty() || postcodes.is_empty() {
            return;
        }
        let is_in = |place: &Place| countries.iter().any(|country| country.country == place.country);
        let has_code = |place: &Place| {
            postcodes.iter().any(|code| code.place.country == place.country && is_near(&code.place, place))
        };
        let mut written =
            localities.iter().filter(|candidate| !candidate.is_typo()).map(|candidate| &candidate.place);
        let Some(outside) = written.clone().find(|place| !is_in(place) && has_code(place)) else { return };
        if written.any(is_in) {
            return;
        }
        let is_territory =
            countries.iter().any(|country| is_territory_of(&outside.country, &country.country));
        regions.retain(|region| !is_in(region));
        countries.clear();
        self.is_country_contradicted = !is_territory;
    }

    /// A territory is written like a state, and a city of the state it belongs to outweighs it like a wrong state: `Houston, Puerto Rico` is in
    /// Texas, if the territory has no place of the name.
    fn leave_out_territory_of_a_city(&mut self) {
        let CandidateSet { countries, regions, localities, postcodes, .. } = self;
        if countries.is_empty() {
            return;
        }
        let is_in = |place: &Place| countries.iter().any(|country| country.country == place.country);
        let of_territory =
            |place: &Place| countries.iter().all(|country| is_territory_of(&country.country, &place.country));
        let is_city = |candidate: &Candidate| {
            let place = &candidate.place;
            candidate.source == Source::Exact
                && place.placetype == Placetype::Locality
                && place.is_primary
                && place.population >= KNOWN_IN_ANY_TERRITORY
                && of_territory(place)
        };
        let is_kept = localities.iter().chain(postcodes.iter()).any(|candidate| is_in(&candidate.place));
        if is_kept || !localities.iter().any(is_city) {
            return;
        }
        localities.retain(|candidate| of_territory(&candidate.place));
        regions.retain(|region| !is_in(region));
        countries.clear();
        self.is_country_contradicted = true;
    }

    /// Follows a written country: nothing outside it stays a candidate.
    fn keep_to_typed_country(&mut self) {
        let CandidateSet { countries, regions, localities, postcodes, .. } = self;
        if countries.is_empty() {
            return;
        }
        let is_in = |place: &Place| countries.iter().any(|country| country.country == place.country);
        regions.retain(is_in);
        localities.retain(|candidate| is_in(&candidate.place));
        postcodes.retain(|candidate| is_in(&candidate.place));
    }

    /// Of the places in a country that is written by the name of a part of it, those in the part are meant; a place elsewhere contradicts it.
    fn keep_to_part_of_country(&mut self, gazetteer: &Gazetteer, parts: &[Place]) -> Result<()> {
        if parts.is_empty() || self.localities.is_empty() {
            return Ok(());
        }
        let mut there = Vec::new();
        for candidate in &self.localities {
            if is_in_one(gazetteer, &candidate.place, parts)? {
                there.push(candidate.clone());
            }
        }
        self.is_country_contradicted = there.is_empty();
        if !there.is_empty() {
            self.localities = there;
        }
        Ok(())
    }

    /// Two letters that stand for a division or country whose postcodes or streets look otherwise are no division, unless the town lies there:
    /// `AG` behind five digits ends the name of a company and is not Aargau.
    fn leave_out_foreign_regions(&mut self, gazetteer: &Gazetteer, query: &Query<'_>) -> Result<()> {
        let Some(typed) = query.code.filter(|_| self.regions_written_as == WrittenAs::Code) else {
            return Ok(());
        };
        let mut kept = Vec::new();
        for region in &self.regions {
            let mut is_meant =
                !typed.is_foreign_to(&region.country) && query.evidence.allows(&region.country);
            for candidate in &self.localities {
                is_meant = is_meant || lies_in(gazetteer, &candidate.place, region)?;
            }
            if is_meant {
                kept.push(region.clone());
            }
        }
        self.regions = kept;
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
            let is_likely = self.is_postal_city(place)
                || scope.options().is_near(place.lat, place.lon)
                || self.postcodes.iter().any(|postcode| is_near(&postcode.place, place))
                || is_in_one(scope.gazetteer(), place, &self.regions)?;
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

    /// `968 01` is a code of Slovakia and not `96801` of Honolulu; `01310-100` is no code of France. The written town may still
    /// lie in the other country.
    fn leave_out_foreign_codes(&mut self, query: &Query<'_>) {
        let Some(typed) = query.code.filter(|typed| typed.text.trim().contains([' ', '-'])) else { return };
        let CandidateSet { localities, postcodes, .. } = self;
        // `530-0001` is a code of Japan and not `530` of the Faroe Islands.
        let only = typed
            .only_country()
            .filter(|_| typed.text.trim().starts_with(|digit: char| digit.is_ascii_digit()));
        let is_foreign =
            |country: &str| typed.is_foreign_to(country) || only.is_some_and(|only| only != country);
        postcodes.retain(|postcode| {
            !is_foreign(&postcode.place.country)
                || localities.iter().any(|candidate| is_near(&postcode.place, &candidate.place))
        });
    }

    /// Thirty countries have postcodes of four digits. Those near one of the localities are kept if there are any; otherwise, of more than
    /// combinations can hold, those of the countries that the address points to come first.
    fn keep_to_codes_of_localities(&mut self, query: &Query<'_>) {
        let CandidateSet { localities, postcodes, .. } = self;
        let is_of_locality = |postcode: &Candidate| {
            localities.iter().any(|candidate| is_near(&postcode.place, &candidate.place))
        };
        if postcodes.iter().any(is_of_locality) {
            // If one belongs to a locality, the same digits in other countries do not matter.
            postcodes.retain(is_of_locality);
        }
        if postcodes.len() > POSTCODES {
            postcodes.sort_by_cached_key(|postcode| {
                let weight = (query.evidence.weight(&postcode.place.country) * 10.0) as i64;
                (-weight, postcode.is_nearest(), -(postcode.density() as i64))
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::AnswerBounds;
    use crate::fixture::{components, gazetteer};

    fn set_of(address: &'static str) -> CandidateSet {
        let components = components(address);
        let query = Query::of(&components, AnswerBounds::NONE);
        CandidateSet::read(Scope::new(gazetteer(), AnswerBounds::NONE), &query).unwrap()
    }

    fn ids(candidates: &[Candidate]) -> Vec<i64> {
        candidates.iter().map(|candidate| candidate.place.id).collect()
    }

    #[test]
    fn a_written_country_leaves_the_others_out() {
        assert_eq!(ids(&set_of("locality=Lyon").localities), [14, 16]);
        assert_eq!(ids(&set_of("locality=Lyon; country=France").localities), [14]);
        assert_eq!(ids(&set_of("locality=Lyon; country=USA").localities), [16]);
    }

    #[test]
    fn a_written_country_is_left_out_where_postcode_and_locality_agree_in_another_one() {
        let set = set_of("postcode=97477; locality=Springfield; country=France");
        assert!(set.is_country_contradicted && set.countries.is_empty());
        assert_eq!(ids(&set.postcodes), [31]);
        // A code of another place there, or a town of the name in the written country, is no reason.
        assert!(!set_of("postcode=69003; locality=Springfield; country=France").is_country_contradicted);
        assert!(!set_of("postcode=69003; locality=Lyon; country=USA").is_country_contradicted);
    }

    #[test]
    fn a_written_territory_is_left_out_where_only_its_state_has_the_city() {
        let left_out = |address| set_of(address).is_country_contradicted;
        assert!(left_out("locality=Lyon; country=Guadeloupe"));
        assert_eq!(
            ids(&set_of("locality=Lyon; country=Guadeloupe").localities),
            [14],
            "nor is one abroad meant"
        );
        assert!(!left_out("locality=Sainte-Vane; country=Guadeloupe"), "the territory has one");
        assert!(!left_out("locality=Ardain; country=Guadeloupe"), "a village may have an unknown namesake");
        assert!(!left_out("locality=Portland; country=Guadeloupe"), "it belongs to another state");
    }

    #[test]
    fn a_code_that_a_locality_has_leaves_its_neighbours_out() {
        let set = set_of("postcode=97477; locality=Springfield");
        assert_eq!(ids(&set.postcodes), [31]);
        assert!(set.is_postcode_known());
    }

    #[test]
    fn the_nearest_number_stands_for_an_unknown_code() {
        let set = set_of("postcode=97478; locality=Springfield; region=OR");
        assert_eq!(ids(&set.postcodes), [31]);
        assert!(!set.is_postcode_known() && set.postcodes[0].is_nearest());
    }

    #[test]
    fn a_part_of_a_town_is_its_locality_where_no_town_is_written() {
        let set = set_of("dependent_locality=Croix-Rousse");
        assert!(set.is_locality_typed);
        assert_eq!(ids(&set.localities), [18]);
    }
}
