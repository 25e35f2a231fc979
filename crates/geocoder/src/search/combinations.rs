//! What one interpretation can mean: the combinations of its candidates, each with its features.

use milepost_gazetteer::{Gazetteer, Place, Placetype};

use crate::Result;
use crate::candidates::places::{distance_beyond_extent_m, is_division, lies_in, log_population, prominence};
use crate::candidates::{Candidate, CandidateSet, Parts, Scope, Source, WrittenAs};
use crate::components::Components;
use crate::country::codes::is_territory_of;
use crate::model::{Feature, score, weight};
use crate::named_places::{CONTRADICTION_M, SAME_PLACE_M, VILLAGE_CONTRADICTION_M, WELL_KNOWN};
use crate::query::Query;

/// Above this population, assume the named town and not an unlisted hamlet in the country of the code.
const NO_HAMLET: i64 = 1_000;

/// Indexes of the chosen candidates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Combination {
    pub(crate) locality: Option<usize>,
    pub(crate) postcode: Option<usize>,
    pub(crate) region: Option<usize>,
    pub(crate) part: Option<usize>,
}

impl Combination {
    /// Whether it has every part of the address that another one has.
    pub(crate) fn has_parts_of(self, other: Combination) -> bool {
        self.locality.is_some() >= other.locality.is_some()
            && self.postcode.is_some() >= other.postcode.is_some()
            && self.region.is_some() >= other.region.is_some()
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Scored {
    pub(crate) combination: Combination,
    pub(crate) score: f64,
}

/// What an address can mean: its candidates with what their features need of the gazetteer.
pub(crate) struct Combinations<'a> {
    pub(crate) gazetteer: &'a Gazetteer,
    pub(crate) query: Query<'a>,
    pub(crate) set: CandidateSet,
    /// For each region: which localities and which postcodes lie in it.
    in_region: Vec<[Vec<bool>; 2]>,
    parts: Vec<Place>,
    /// The best combination for every choice of locality and postcode, every region alone, and the typed country alone, best first.
    pub(crate) ranked: Vec<Scored>,
}

impl<'a> Combinations<'a> {
    pub(crate) fn read(scope: Scope<'a>, components: &Components<'a>) -> Result<Combinations<'a>> {
        let gazetteer = scope.gazetteer;
        let query = Query::of(components, scope.options);
        let set = CandidateSet::read(scope, &query)?;
        Combinations::weighed(gazetteer, query, set)
    }

    fn weighed(gazetteer: &'a Gazetteer, query: Query<'a>, set: CandidateSet) -> Result<Combinations<'a>> {
        let within = |candidates: &[Candidate], region: &Place| {
            let lies_in = |candidate: &Candidate| lies_in(gazetteer, &candidate.place, region);
            candidates.iter().map(lies_in).collect::<Result<Vec<_>, _>>()
        };
        let in_region = set
            .regions
            .iter()
            .map(|region| Ok([within(&set.localities, region)?, within(&set.postcodes, region)?]))
            .collect::<Result<_>>()?;
        let mut combinations =
            Combinations { gazetteer, query, set, in_region, parts: Vec::new(), ranked: Vec::new() };
        combinations.rank();
        combinations.add_parts()?;
        Ok(combinations)
    }

    pub(crate) fn part(&self, combination: Combination) -> Option<&Place> {
        combination.part.map(|index| &self.parts[index])
    }

    /// The typed town and the typed part of it; none if the part may be the division.
    fn town_and_part(&self) -> Option<(&'a str, &'a str)> {
        self.query.locality.zip(self.query.part)
    }

    /// Adds the part of the town to the combinations whose town has it.
    fn add_parts(&mut self) -> Result<()> {
        let Some((town, part)) = self.town_and_part() else { return Ok(()) };
        let is_of_a_town =
            |country: &str| self.set.localities.iter().any(|candidate| candidate.place.country == *country);
        let named = Parts::named(self.gazetteer, town, part, is_of_a_town)?;
        for index in 0..self.ranked.len() {
            let Scored { combination, score } = self.ranked[index];
            let is_division = self.is_region_of_part(combination);
            let Some(locality) = self.locality(combination).filter(|_| !is_division) else { continue };
            let Some(found) = named.of(&locality.place) else { continue };
            let added = if found.is_added() { weight(Feature::PartAdded) } else { 0.0 };
            self.parts.push(found.clone());
            let combination = Combination { part: Some(self.parts.len() - 1), ..combination };
            let [with, without] = [Feature::PartFound, Feature::PartLeftOut].map(weight);
            self.ranked[index] = Scored { combination, score: score + with - without + added };
        }
        self.ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
        Ok(())
    }

    pub(crate) fn locality(&self, combination: Combination) -> Option<&Candidate> {
        combination.locality.map(|index| &self.set.localities[index])
    }

    pub(crate) fn postcode(&self, combination: Combination) -> Option<&Candidate> {
        combination.postcode.map(|index| &self.set.postcodes[index])
    }

    pub(crate) fn region(&self, combination: Combination) -> Option<&Place> {
        combination.region.map(|index| &self.set.regions[index])
    }

    /// The place that gives the point of a combination.
    pub(crate) fn place(&self, combination: Combination) -> Option<&Place> {
        let candidate = self.locality(combination).or(self.postcode(combination));
        let division = || self.region(combination).or(self.set.countries.first());
        candidate.map(|candidate| &candidate.place).or_else(division)
    }

    /// The typed country that the place of a combination is in.
    pub(crate) fn country(&self, combination: Combination) -> Option<&Place> {
        let place = self.place(combination)?;
        self.set.countries.iter().find(|country| country.country == place.country)
    }

    /// Whether a country is typed, and the place of a combination is in another one.
    pub(crate) fn is_country_contradicted(&self, combination: Combination) -> bool {
        self.place(combination)
            .is_some_and(|place| !self.set.is_in_country(place) && !self.is_in_territory(place))
    }

    /// Whether a place is in a territory of the typed state.
    fn is_in_territory(&self, place: &Place) -> bool {
        self.set.countries.iter().any(|country| is_territory_of(&place.country, &country.country))
    }

    fn rank(&mut self) {
        let choices = |count: usize| (0..count).map(Some).chain([None]);
        let mut ranked: Vec<Scored> = Vec::new();
        for locality in choices(self.set.localities.len()) {
            let alone = Combination { locality, ..Combination::default() };
            let of_locality = score(|visit| self.visit_locality(alone, visit));
            for postcode in choices(self.set.postcodes.len()) {
                let pair = Combination { postcode, ..alone };
                let of_pair = of_locality + score(|visit| self.visit_pair(pair, visit));
                let of_regions = choices(self.set.regions.len())
                    .map(|region| Combination { region, ..pair })
                    .filter(|combination| {
                        *combination != Combination::default() || !self.set.countries.is_empty()
                    })
                    .map(|combination| Scored {
                        combination,
                        score: of_pair + score(|visit| self.visit_region(combination, visit)),
                    });
                if pair == Combination::default() {
                    // A region alone is a combination too.
                    ranked.extend(of_regions);
                } else {
                    let better =
                        |best: Scored, next: Scored| if next.score > best.score { next } else { best };
                    ranked.extend(of_regions.reduce(better));
                }
            }
        }
        // Of equal scores the lower id, so that the order of the candidates says nothing.
        let id = |scored: &Scored| self.place(scored.combination).map(|place| place.id);
        ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| id(a).cmp(&id(b))));
        self.ranked = ranked;
    }

    /// Whether the code is wrong and the name is right. Either the code only replaces an unknown one, and a place of the name lies in its
    /// country, or in another that the rest of the address fits no less. Or it is a known one, and the only town of the name in its country,
    /// or in another that the address fits no less, is too far from it. Or the code is one of another country, the name is nowhere but in its
    /// own, and the street speaks for that one, or for both if it is larger than a hamlet.
    fn is_behind_a_name(&self, combination: Combination) -> bool {
        let Some(postcode) = self.postcode(combination) else { return false };
        let country = &postcode.place.country;
        let evidence = &self.query.evidence;
        self.set.localities.iter().enumerate().any(|(index, candidate)| {
            let place = &candidate.place;
            let is_named = matches!(candidate.source, Source::Exact | Source::Registered { .. });
            let has_code_of_others = self.has_code_of_others(place);
            let own = match has_code_of_others {
                true => evidence.weight_of_words(&place.country),
                false => evidence.weight(&place.country),
            };
            let fits = place.country == *country || own >= evidence.weight(country);
            let is_wrong = postcode.is_nearest()
                || has_code_of_others && self.is_in_its_region(index)
                || own > 0.0
                    && (own > evidence.weight(country) || place.ranking_population() >= NO_HAMLET)
                    && self.is_nowhere_else(candidate);
            is_named && fits && is_wrong
        })
    }

    /// Whether the only country with a place of the typed name is that of a locality, and it has not the typed code.
    pub(crate) fn is_nowhere_else(&self, candidate: &Candidate) -> bool {
        let country = &candidate.place.country;
        let mut others = self.set.localities.iter();
        candidate.place.is_primary
            && others.all(|other| other.place.country == *country)
            && self.set.postcodes.iter().all(|code| code.place.country != *country)
    }

    /// Whether a locality lies in one of the typed regions, if there are any.
    fn is_in_its_region(&self, locality: usize) -> bool {
        !self.set.has_regions() || self.in_region.iter().any(|[localities, _]| localities[locality])
    }

    /// Whether the typed code is too far to be that of a locality, which is the only one of its name in its country.
    fn has_code_of_others(&self, place: &Place) -> bool {
        self.set.with_code_of_others.contains(&place.id)
    }

    pub(crate) fn visit(&self, combination: Combination, visit: &mut dyn FnMut(Feature, f64)) {
        self.visit_locality(combination, visit);
        self.visit_pair(combination, visit);
        self.visit_region(combination, visit);
    }

    /// Typed parts that have no candidates: the same for every combination, and not for every interpretation.
    pub(crate) fn visit_unknown(&self, visit: &mut dyn FnMut(Feature, f64)) {
        let Query { country, region, subregion, postcode, .. } = self.query;
        let set = &self.set;
        if country.is_some() && set.countries.is_empty() && set.regions.is_empty() {
            visit(Feature::CountryUnknown, 1.0);
        }
        if region.or(subregion).is_some() && set.regions.is_empty() {
            visit(Feature::RegionUnknown, 1.0);
        }
        if postcode.is_some() && set.postcodes.is_empty() {
            visit(Feature::PostcodeUnknown, 1.0);
        }
    }

    fn visit_locality(&self, combination: Combination, visit: &mut dyn FnMut(Feature, f64)) {
        if let Some(candidate) = self.locality(combination) {
            self.visit_candidate(candidate, visit);
        } else if self.set.is_locality_typed {
            visit(Feature::LocalityLeftOut, 1.0);
        }
        if self.town_and_part().is_some() {
            visit(if combination.part.is_some() { Feature::PartFound } else { Feature::PartLeftOut }, 1.0);
        }
        if self.part(combination).is_some_and(Place::is_added) {
            visit(Feature::PartAdded, 1.0);
        }
    }

    /// How prominent a locality is under the name it was found by, and what speaks for its country.
    fn visit_candidate(&self, candidate: &Candidate, visit: &mut dyn FnMut(Feature, f64)) {
        let place = &candidate.place;
        visit(Feature::LogPopulation, log_population(place));
        if place.ranking_population() == 0 && place.importance.is_none() {
            visit(Feature::PopulationUnknown, 1.0);
        }
        self.visit_country(place, visit);
        if place.is_added() {
            visit(Feature::Added, 1.0);
        }
        self.visit_nearness(place, visit);
        self.set.namesakes.visit(place, visit);
        let is_lone = self.query.is_lone_name;
        match place.placetype {
            Placetype::Country | Placetype::Region if is_lone => {
                let is_country = place.placetype == Placetype::Country;
                visit(if is_country { Feature::CountryAlone } else { Feature::RegionAlone }, 1.0);
                if !place.is_primary {
                    visit(Feature::RegionOtherName, 1.0);
                }
            }
            Placetype::County if place.is_primary && !place.is_area() => {
                visit(Feature::CountyAsLocality, 1.0)
            }
            Placetype::Country | Placetype::Region => {
                visit(Feature::DivisionAsLocality, 1.0);
                if !place.is_primary {
                    visit(Feature::OtherName, 1.0);
                }
            }
            _ if place.is_primary || place.is_area() => {}
            _ if self.query.locality.is_none() || candidate.is_typo() => visit(Feature::OtherName, 1.0),
            _ if !self.set.alike.contains(&place.id) => visit(Feature::OtherNameUnlike, 1.0),
            _ if place.ranking_population() >= WELL_KNOWN => visit(Feature::OtherNameOfCity, 1.0),
            _ => visit(Feature::OtherName, 1.0),
        }
        if candidate.is_typo() {
            visit(Feature::Typo, 1.0);
        }
        self.query.evidence.visit(&place.country, visit);
    }

    /// Whether a place is in the typed country. A territory is written like a state, and a state like its territories.
    fn visit_country(&self, place: &Place, visit: &mut dyn FnMut(Feature, f64)) {
        if self.set.is_in_country(place) {
            return;
        }
        let is_of_state = |country: &Place| is_territory_of(&country.country, &place.country);
        let is_related = self.is_in_territory(place) || self.set.countries.iter().any(is_of_state);
        visit(if is_related { Feature::TerritoryContradicts } else { Feature::CountryContradicts }, 1.0);
    }

    fn visit_nearness(&self, place: &Place, visit: &mut dyn FnMut(Feature, f64)) {
        let nearness = self.query.options.nearness(place.lat, place.lon);
        if nearness > 0.0 {
            visit(Feature::Nearness, nearness);
        }
    }

    /// The features of locality and postcode together, and of the postcode alone.
    fn visit_pair(&self, pair: Combination, visit: &mut dyn FnMut(Feature, f64)) {
        if let Some(postcode) = self.postcode(pair)
            && self.query.code.is_some_and(|typed| typed.is_spelled_otherwise_in(&postcode.place.country))
        {
            visit(Feature::PostcodeSpelledAbroad, 1.0);
        }
        match (self.locality(pair).map(|candidate| &candidate.place), self.postcode(pair)) {
            (Some(locality), Some(postcode)) => {
                if self.set.is_postal_city(locality) {
                    visit(Feature::PostalCity, 1.0);
                }
                self.visit_agreement(locality, postcode, visit);
            }
            (None, Some(postcode)) => {
                self.visit_country(&postcode.place, visit);
                if self.is_behind_a_name(pair) {
                    visit(Feature::CodeBehindName, 1.0);
                }
                self.visit_postcode(postcode, visit);
            }
            (Some(locality), None) if self.is_foreign_postcode_to(locality) => {
                visit(Feature::PostcodeForeign, 1.0);
            }
            (Some(locality), None) if self.has_its_postcode_elsewhere(locality) => {
                visit(Feature::PostcodeElsewhere, 1.0);
            }
            (_, None) if !self.set.postcodes.is_empty() => visit(Feature::PostcodeLeftOut, 1.0),
            (_, None) => {}
        }
    }

    fn visit_agreement(&self, locality: &Place, postcode: &Candidate, visit: &mut dyn FnMut(Feature, f64)) {
        let [agrees, contradicts] = match postcode.is_nearest() {
            true => [Feature::NearestAgrees, Feature::NearestContradicts],
            false => [Feature::PostcodeAgrees, Feature::PostcodeContradicts],
        };
        if postcode.place.country != locality.country || self.has_code_of_others(locality) {
            return visit(Feature::PostcodeContradicts, 1.0);
        }
        if is_division(locality) {
            if distance_beyond_extent_m(&postcode.place, locality) > VILLAGE_CONTRADICTION_M {
                return visit(contradicts, 1.0);
            }
            visit(agrees, 1.0);
            return visit(Feature::PostcodeInDivision, 1.0);
        }
        let distance = (distance_beyond_extent_m(&postcode.place, locality) - postcode.reach_m()).max(0.0);
        let contradiction = match locality.ranking_population() {
            WELL_KNOWN.. => CONTRADICTION_M,
            _ => VILLAGE_CONTRADICTION_M,
        };
        let contradiction = contradiction.max(postcode.reach_m());
        if self.set.is_postal_city(locality) || distance <= SAME_PLACE_M {
            visit(agrees, 1.0);
        } else if distance <= contradiction {
            // Neither confirmed nor contradicted: the score falls with distance.
            visit(agrees, 1.0 - 2.0 * (distance - SAME_PLACE_M) / (contradiction - SAME_PLACE_M));
        } else {
            visit(contradicts, 1.0);
        }
    }

    /// A postcode that is all there is. If the locality is unknown, the words of the address decide the country, not the population
    /// behind the code: the postcode scores at least as well as any with less evidence.
    fn visit_postcode(&self, postcode: &Candidate, visit: &mut dyn FnMut(Feature, f64)) {
        let place = &postcode.place;
        let mut population = prominence(place);
        if self.set.is_locality_typed {
            let own = self.score_of_country(postcode);
            let behind = self.set.postcodes.iter().filter(|other| self.score_of_country(other) < own);
            population = behind.map(|other| prominence(&other.place)).fold(population, f64::max);
        }
        visit(Feature::PostcodeLogPopulation, population);
        if place.importance.is_some() {
            visit(Feature::PostcodeAdded, 1.0);
        }
        self.visit_nearness(place, visit);
        self.visit_country_of(postcode, visit);
    }

    /// Evidence for the country of a postcode: the words of the address and, for a code it lacks, how many codes near it the country has.
    fn visit_country_of(&self, postcode: &Candidate, visit: &mut dyn FnMut(Feature, f64)) {
        self.query.evidence.visit(&postcode.place.country, visit);
        if postcode.is_nearest() {
            visit(Feature::NearestAlone, 1.0);
        }
    }

    fn score_of_country(&self, postcode: &Candidate) -> f64 {
        score(|visit| self.visit_country_of(postcode, visit))
    }

    fn visit_region(&self, combination: Combination, visit: &mut dyn FnMut(Feature, f64)) {
        let Combination { locality, postcode, region, .. } = combination;
        let Some(region) = region else {
            if self.set.has_regions() {
                visit(self.region_left_out(combination), 1.0);
                if self.has_namesake_in_region(combination) {
                    visit(Feature::NamesakeInRegion, 1.0);
                }
            }
            if let Some(country) =
                self.set.countries.first().filter(|_| combination == Combination::default())
            {
                match self.query.is_lone_name {
                    true => self.visit_lone_division(country, visit),
                    false => visit(Feature::CountryOnly, 1.0),
                }
            }
            return;
        };
        let [localities, postcodes] = &self.in_region[region];
        let inside = [locality.map(|index| localities[index]), postcode.map(|index| postcodes[index])];
        for inside in inside.into_iter().flatten() {
            visit(if inside { Feature::RegionAgrees } else { Feature::RegionContradicts }, 1.0);
        }
        let place = &self.set.regions[region];
        if locality.is_none() && postcode.is_none() {
            self.visit_nearness(place, visit);
            self.visit_country(place, visit);
            if self.query.is_lone_name {
                self.visit_lone_division(place, visit);
            }
        }
        if self.set.foreign_regions.contains(&place.id) {
            visit(Feature::RegionForeign, 1.0);
        }
        if !place.is_primary {
            visit(Feature::RegionOtherName, 1.0);
        }
        if place.placetype == Placetype::Country {
            visit(Feature::CountryAsRegion, 1.0);
        }
    }

    /// How prominent a division is that is the whole text, as if it stood where a locality was read.
    fn visit_lone_division(&self, place: &Place, visit: &mut dyn FnMut(Feature, f64)) {
        visit(Feature::LogPopulation, log_population(place));
        match place.placetype {
            Placetype::Country => visit(Feature::CountryAlone, 1.0),
            Placetype::Region => visit(Feature::RegionAlone, 1.0),
            _ => visit(Feature::CountyAsLocality, 1.0),
        }
    }

    /// What it costs to leave out the typed region.
    fn region_left_out(&self, combination: Combination) -> Feature {
        let Some(Candidate { place, .. }) = self.locality(combination) else { return Feature::RegionLeftOut };
        if self.set.regions_written_as == WrittenAs::Code && place.ranking_population() >= WELL_KNOWN {
            // `Belo Horizonte MG` is not in Madagascar.
            return Feature::RegionCodeLeftOut;
        }
        if self.set.known_regions().all(|region| region.country != place.country) {
            return Feature::RegionLeftOutAbroad;
        }
        Feature::RegionLeftOut
    }

    /// Whether another place of the typed name lies in the typed region, `Phoenix, MD`: then the region is probably right.
    fn has_namesake_in_region(&self, combination: Combination) -> bool {
        let is_namesake = |(index, candidate): (usize, &Candidate)| {
            combination.locality != Some(index)
                && candidate.place.is_primary
                && !candidate.is_typo()
                && self.in_region.iter().any(|[localities, _]| localities[index])
        };
        combination.locality.is_some() && self.set.localities.iter().enumerate().any(is_namesake)
    }

    /// Whether the typed postcode is not one of the place's country.
    pub(crate) fn is_foreign_postcode_to(&self, place: &Place) -> bool {
        self.query.code.is_some_and(|typed| typed.is_foreign_to(&place.country))
    }

    /// Whether the typed postcode, which is not the place's, is known in the country of `place`, or in one that the street fits better.
    fn has_its_postcode_elsewhere(&self, place: &Place) -> bool {
        let evidence = &self.query.evidence;
        let own = evidence.weight(&place.country);
        let is_elsewhere = |postcode: &Candidate| {
            let weight = evidence.weight(&postcode.place.country);
            postcode.place.country == place.country || !postcode.is_nearest() && weight > own.max(0.0)
        };
        // Streets in the United States have names of every language, so a city there is accepted by its name, but not together with a
        // postcode that its own country has elsewhere.
        (place.ranking_population() < WELL_KNOWN || evidence.speaks_against(&place.country))
            && !self.set.mistyped_for.contains(&place.id)
            && self.set.postcodes.iter().any(is_elsewhere)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::AnswerBounds;
    use crate::fixture::{best, combinations, components, gazetteer, scope};

    /// Ids of locality, postcode and region of the best combination.
    fn chosen(address: &str) -> [Option<i64>; 3] {
        let combinations = combinations(address);
        let best = best(&combinations);
        let candidates = [combinations.locality(best), combinations.postcode(best)];
        let [locality, postcode] = candidates.map(|candidate| candidate.map(|candidate| candidate.place.id));
        [locality, postcode, combinations.region(best).map(|place| place.id)]
    }

    /// The finest place of the best combination with the candidates in another order.
    fn chosen_of(address: &'static str, reorder: fn(&mut CandidateSet)) -> Option<i64> {
        let components = components(address);
        let query = Query::of(&components, AnswerBounds::NONE);
        let mut set = CandidateSet::read(scope(), &query).unwrap();
        reorder(&mut set);
        let combinations = Combinations::weighed(gazetteer(), query, set).unwrap();
        combinations.ranked.first().and_then(|best| Some(combinations.place(best.combination)?.id))
    }

    #[test]
    fn the_answer_does_not_depend_on_the_order_of_candidates() {
        for address in [
            "locality=Springfield",
            "locality=Lyon",
            "subregion=Vane County",
            "locality=Salem; region=OR",
            "postcode=97477; locality=Springfield",
            "postcode=01001; locality=Springfield; region=MA",
            "locality=Saint Helens; country=USA",
        ] {
            let as_read = chosen_of(address, |_| {});
            let reversed = chosen_of(address, |set| {
                set.localities.reverse();
                set.postcodes.reverse();
                set.regions.reverse();
            });
            let rotated = chosen_of(address, |set| {
                let (towns, codes) = (set.localities.len().min(1), set.postcodes.len().min(1));
                set.localities.rotate_left(towns);
                set.postcodes.rotate_left(codes);
            });
            assert_eq!([reversed, rotated], [as_read; 2], "{address}");
        }
    }

    #[test]
    fn what_agrees_outweighs_population() {
        for (address, expected) in [
            ("locality=Springfield", [Some(11), None, None]),
            ("locality=Lyon", [Some(14), None, None]),
            ("region=Oregon", [None, None, Some(5)]),
            ("locality=Springfield; region=OR", [Some(12), None, Some(5)]),
            ("locality=Springfield; region=Illinois", [Some(10), None, Some(3)]),
            ("postcode=62701; locality=Springfield", [Some(10), Some(30), None]),
            // What contradicts town and code is left out.
            ("locality=Portland; region=MA; postcode=97201", [Some(13), Some(32), None]),
            // A city outweighs the middle of a state that lacks it.
            ("locality=Portland; region=MA", [Some(13), None, None]),
            // A county of Virginia beside its ZIP code was the namesake in Maine: the code is filed under the county next to it.
            ("subregion=Vane County", [None, None, Some(7)]),
            ("subregion=Vane County; postcode=97739", [None, Some(37), Some(8)]),
            // A typed country is followed unless town and code agree in another.
            ("postcode=97477; locality=Springfield; country=France", [Some(12), Some(31), None]),
            // The postcode of another French place does not move the answer to France.
            ("postcode=69003; locality=Springfield; country=France", [None, Some(33), None]),
        ] {
            assert_eq!(chosen(address), expected, "{address}");
        }
        assert_eq!(chosen("locality=Lyon; country=USA")[0], Some(16));
        assert_eq!(chosen("locality=Lyon; country=France")[0], Some(14));
        assert_eq!(chosen("locality=Sainte-Vane; country=Guadeloupe")[0], Some(27));
    }
}
