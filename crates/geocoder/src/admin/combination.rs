//! Which combination of candidates is meant: the one whose parts agree.

use milepost_gazetteer::{Gazetteer, GazetteerError, Place, Placetype};

use super::candidates::Candidates;
use super::places::{
    distance_beyond_extent_m, is_division, lies_in, of_default_country, prominence, prominence_by, standing,
};
use super::{CONTRADICTION_M, DOMINANCE, SAME_PLACE_M, VILLAGE_CONTRADICTION_M, WELL_KNOWN};

/// Scores, in units of log10 inhabitants: agreement must beat any difference in population (7.5), and leaving out a
/// typed component must cost less than contradicting another.
mod score {
    /// Postcode and locality agree.
    pub(super) const POSTCODE_AGREES: f64 = 9.0;
    /// What it takes from their agreement that the locality is a state or country: many a village is called like one.
    pub(super) const WITHIN_DIVISION: f64 = -3.0;
    /// Postcode and locality are far apart.
    pub(super) const POSTCODE_CONTRADICTS: f64 = -14.0;
    /// Locality (or postcode) lies in the region.
    pub(super) const REGION_AGREES: f64 = 9.0;
    /// Locality (or postcode) lies outside the region.
    pub(super) const REGION_CONTRADICTS: f64 = -14.0;
    /// Locality lies where postcodes begin like the one that is not known.
    pub(super) const POSTCODE_AREA_AGREES: f64 = 5.0;
    /// Locality was found by correcting a typing error.
    pub(super) const MISTYPED: f64 = -4.0;
    /// The locality lies near the number next to the typed postcode, which is not known.
    pub(super) const STAND_IN_AGREES: f64 = 7.0;
    /// The locality is far from the number next to the typed postcode.
    pub(super) const STAND_IN_CONTRADICTS: f64 = -8.0;
    /// The number next to the typed postcode is all there is of it.
    pub(super) const STAND_IN: f64 = -0.5;
    /// What each of the ten numbers beside the typed one is worth that the country has.
    pub(super) const NUMBER_BESIDE: f64 = 0.05;
    /// A typed locality is left out.
    pub(super) const WITHOUT_LOCALITY: f64 = -3.0;
    /// A typed postcode is left out.
    pub(super) const WITHOUT_POSTCODE: f64 = -2.0;
    /// A typed postcode is left out for a place of a country that has it elsewhere.
    pub(super) const POSTCODE_IS_ELSEWHERE: f64 = -5.0;
    /// A typed postcode is left out for a place whose country has no such postcodes.
    pub(super) const FOREIGN_POSTCODE: f64 = -6.0;
    /// A typed region is left out: dearer than leaving out the locality, so that a city the region does not have is
    /// answered by the region and not by its namesake elsewhere.
    pub(super) const WITHOUT_REGION: f64 = -11.0;
    /// A typed region is left out for a city, and two letters are all that was typed of it: `Belo Horizonte MG` is not in Madagascar.
    pub(super) const WITHOUT_CODE: f64 = -4.0;
    /// A typed region is left out for a place of its country that the register of postcodes gives for locality and postcode: that both
    /// fit by chance is rare, that another state has a village of the name is not.
    pub(super) const WITHOUT_REGION_OF_PAIR: f64 = -7.5;
    /// A state or country stands where a locality was read: `Texas`, `Portugal`.
    pub(super) const DIVISION_AS_LOCALITY: f64 = -2.0;
    /// The same where the name is all that was typed.
    pub(super) const COUNTRY_ALONE: f64 = -0.5;
    pub(super) const REGION_ALONE: f64 = -1.5;
    /// A country stands where a region was read; more than any difference in population within the tenth that counts,
    /// so that `TN` alone is Tennessee and not Tunisia.
    pub(super) const COUNTRY_AS_REGION: f64 = -2.0;
    /// The register of postcodes itself gives the locality for the postcode.
    pub(super) const POSTAL_CITY: f64 = 2.0;
}

/// How far a correction must be ahead of other places it could be in the typed state, or in the typed country, in log10 of inhabitants:
/// twice and ten times as many, a city three times.
const AHEAD_IN_REGION: f64 = 0.3;
const AHEAD_IN_COUNTRY: f64 = 1.0;
const AHEAD_IN_COUNTRY_CITY: f64 = DOMINANCE;
/// Inhabitants a village may have.
const VILLAGE: i64 = 1_000;
/// Inhabitants of a city.
const CITY: i64 = 50_000;

/// Indexes of the chosen candidates.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Combination {
    pub(super) locality: Option<usize>,
    pub(super) postcode: Option<usize>,
    pub(super) region: Option<usize>,
}

/// What does not depend on the combination.
struct Tables<'a> {
    /// For each region: which localities and which postcodes lie in it.
    in_region: &'a [[Vec<bool>; 2]],
    /// Agreement of each locality with each postcode.
    agreements: &'a [Vec<f64>],
    /// [`Candidates::prominence`] of each locality.
    prominences: &'a [f64],
}

impl Candidates {
    /// The best combination; none when there is nothing to combine.
    pub(super) fn best(&self, gazetteer: &Gazetteer) -> Result<Option<Combination>, GazetteerError> {
        let in_region = self.containment(gazetteer)?;
        let agreements = self.agreements();
        let prominences: Vec<f64> = self.localities.iter().map(|place| self.prominence(place)).collect();
        let tables = Tables { in_region: &in_region, agreements: &agreements, prominences: &prominences };
        let choices = |places: &[Place]| (0..places.len()).map(Some).chain([None]).collect::<Vec<_>>();
        let mut best: Option<(f64, Combination)> = None;
        for &locality in &choices(&self.localities) {
            for &postcode in &choices(&self.postcodes) {
                for &region in &choices(&self.regions) {
                    let combination = Combination { locality, postcode, region };
                    if locality.is_none() && postcode.is_none() && region.is_none() {
                        continue;
                    }
                    let score = self.score(combination, &tables);
                    if best.is_none_or(|(highest, _)| score > highest) {
                        best = Some((score, combination));
                    }
                }
            }
        }
        Ok(best.map(|(_, combination)| combination))
    }

    /// Whether something typed beside the locality agrees with its correction. A state or a country alone has many names that are nearly
    /// alike: there the correction must stand out among them.
    pub(super) fn corroborates_correction(
        &self,
        gazetteer: &Gazetteer,
        best: Combination,
    ) -> Result<bool, GazetteerError> {
        let Some(place) = best.locality.map(|index| &self.localities[index]) else { return Ok(false) };
        if best.postcode.is_some_and(|index| !self.is_stand_in(&self.postcodes[index])) {
            // The street may speak more for another country that has the code as well.
            let weight = self.evidence.weight(&place.country);
            let is_likelier = |other: &Place| self.evidence.weight(&other.country) > weight;
            return Ok(!self.postcodes.iter().any(|other| !self.is_stand_in(other) && is_likelier(other)));
        }
        let region = best.region.map(|index| &self.regions[index]);
        if region.is_none() && self.countries.is_empty() {
            return Ok(false);
        }
        // A county is small, but the village is beside its postcode and not anywhere in it.
        let is_county = region.is_some_and(|region| region.placetype == Placetype::County);
        if is_county && self.postcodes.iter().any(|postcode| postcode.country == place.country) {
            return Ok(false);
        }
        let ahead = match (region, place.population) {
            (Some(_), _) => AHEAD_IN_REGION,
            (None, CITY..) => AHEAD_IN_COUNTRY_CITY,
            (None, _) => AHEAD_IN_COUNTRY,
        };
        for rival in self.localities.iter().filter(|rival| rival.id != place.id) {
            // How small a village is nobody tells: in a whole country it counts as one of a thousand.
            let least = if region.is_none() { VILLAGE } else { 0 };
            let rival_at_least = Place { population: rival.population.max(least), ..rival.clone() };
            let is_near_it = prominence(place) - prominence(&rival_at_least) < ahead;
            let is_beside = match region {
                Some(region) if is_near_it => lies_in(gazetteer, rival, region)?,
                _ => true,
            };
            if is_near_it && is_beside {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// For each region: which localities and which postcodes lie in it.
    fn containment(&self, gazetteer: &Gazetteer) -> Result<Vec<[Vec<bool>; 2]>, GazetteerError> {
        let within = |places: &[Place], region: &Place| {
            places.iter().map(|place| lies_in(gazetteer, place, region)).collect::<Result<Vec<_>, _>>()
        };
        self.regions
            .iter()
            .map(|region| Ok([within(&self.localities, region)?, within(&self.postcodes, region)?]))
            .collect()
    }

    /// Agreement of each locality with each postcode.
    fn agreements(&self) -> Vec<Vec<f64>> {
        let of_locality = |locality: &Place| {
            self.postcodes.iter().map(|postcode| self.agreement(postcode, locality)).collect()
        };
        self.localities.iter().map(of_locality).collect()
    }

    fn score(&self, combination: Combination, tables: &Tables<'_>) -> f64 {
        let Combination { locality, postcode, region } = combination;
        let Tables { in_region, agreements, prominences } = tables;
        let mut score = 0.0;
        match locality {
            Some(index) => {
                score += prominences[index];
                if self.mistyped {
                    score += score::MISTYPED;
                }
                if self.postcode_areas.iter().any(|area| {
                    area.country == self.localities[index].country
                        && distance_beyond_extent_m(area, &self.localities[index]) < SAME_PLACE_M
                }) {
                    score += score::POSTCODE_AREA_AGREES;
                }
                if self.is_postal_city(&self.localities[index]) && postcode.is_some() {
                    score += score::POSTAL_CITY;
                }
            }
            None if self.locality_typed => score += score::WITHOUT_LOCALITY,
            None => {}
        }
        let answer = locality.map(|index| &self.localities[index]);
        if let Some(place) = answer.or(postcode.map(|index| &self.postcodes[index])) {
            score += self.evidence.weight(&place.country);
        }
        match (postcode, locality) {
            (Some(postcode), Some(locality)) => score += agreements[locality][postcode],
            (Some(postcode), None) => {
                let place = &self.postcodes[postcode];
                score += self.standing(place) + of_default_country(place) + self.stand_in_weight(place);
            }
            (None, Some(locality)) if self.is_foreign_postcode_to(&self.localities[locality]) => {
                score += score::FOREIGN_POSTCODE;
            }
            (None, Some(locality)) if self.has_its_postcode_elsewhere(&self.localities[locality]) => {
                score += score::POSTCODE_IS_ELSEWHERE;
            }
            (None, _) if !self.postcodes.is_empty() => score += score::WITHOUT_POSTCODE,
            (None, _) => {}
        }
        if let Some(region) = region {
            let [localities, postcodes] = &in_region[region];
            let agreement =
                |inside: bool| if inside { score::REGION_AGREES } else { score::REGION_CONTRADICTS };
            score += locality.map_or(0.0, |index| agreement(localities[index]));
            score += postcode.map_or(0.0, |index| agreement(postcodes[index]));
            score += prominence(&self.regions[region]) / 10.0;
            if self.regions[region].placetype == Placetype::Country {
                score += score::COUNTRY_AS_REGION;
            }
        } else if !self.regions.is_empty() && !self.regions_are_doubtful {
            score += self.without_region(locality, postcode, in_region);
        }
        score
    }

    /// log10 of the inhabitants of a locality, less what it costs to be known by another name than its own, or to be a division.
    pub(super) fn prominence(&self, place: &Place) -> f64 {
        match (place.placetype, &self.locality) {
            // The names of divisions in other languages are no worse than their own.
            (Placetype::Country, _) if self.is_lone_name => standing(place) + score::COUNTRY_ALONE,
            (Placetype::Region, _) if self.is_lone_name => standing(place) + score::REGION_ALONE,
            (Placetype::Country | Placetype::Region, _) => prominence(place) + score::DIVISION_AS_LOCALITY,
            (_, Some(_)) if !self.mistyped => prominence_by(place, self.alike.contains(&place.id)),
            _ => prominence(place),
        }
    }

    /// What it costs to leave out the typed region.
    fn without_region(
        &self,
        locality: Option<usize>,
        postcode: Option<usize>,
        in_region: &[[Vec<bool>; 2]],
    ) -> f64 {
        let Some(place) = locality.map(|index| &self.localities[index]) else { return score::WITHOUT_REGION };
        if self.regions_are_of_code && place.population >= WELL_KNOWN {
            return score::WITHOUT_CODE;
        }
        let Some(postcode) = postcode.map(|index| &self.postcodes[index]) else {
            return score::WITHOUT_REGION;
        };
        // Across the border of the state is no contradiction worth the name.
        let is_inside = |index: usize| in_region.iter().any(|[localities, _]| localities[index]);
        let is_next_door = self.localities.iter().enumerate().any(|(index, other)| {
            is_inside(index) && postcode.distance_m(other.lat, other.lon) < CONTRADICTION_M
        });
        let is_of_country = self.regions.iter().any(|region| region.country == place.country);
        match self.is_postal_city(place) && !self.is_stand_in(postcode) && is_of_country && !is_next_door {
            true => score::WITHOUT_REGION_OF_PAIR,
            false => score::WITHOUT_REGION,
        }
    }

    /// What a postcode counts that is all there is. Beside a locality nobody knows it is the words that tell which country's is meant
    /// and not who has more inhabitants behind it: no less than any that less speaks for.
    fn standing(&self, postcode: &Place) -> f64 {
        if !self.locality_typed {
            return prominence(postcode);
        }
        let spoken_for = |place: &Place| self.evidence.weight(&place.country) + self.stand_in_weight(place);
        let own = spoken_for(postcode);
        let behind = self.postcodes.iter().filter(|place| spoken_for(place) < own);
        behind.map(prominence).fold(prominence(postcode), f64::max)
    }

    /// What it costs a postcode to be the typed one's neighbour; less where its country numbers densely.
    fn stand_in_weight(&self, postcode: &Place) -> f64 {
        match self.is_stand_in(postcode) {
            true => score::STAND_IN + score::NUMBER_BESIDE * self.beside(postcode) as f64,
            false => 0.0,
        }
    }

    fn agreement(&self, postcode: &Place, locality: &Place) -> f64 {
        let [agrees, contradicts] = match self.is_stand_in(postcode) {
            true => [score::STAND_IN_AGREES, score::STAND_IN_CONTRADICTS],
            false => [score::POSTCODE_AGREES, score::POSTCODE_CONTRADICTS],
        };
        if postcode.country != locality.country {
            return score::POSTCODE_CONTRADICTS;
        }
        if is_division(locality) {
            return agrees + score::WITHIN_DIVISION;
        }
        let distance = distance_beyond_extent_m(postcode, locality);
        let contradiction = match locality.population {
            WELL_KNOWN.. => CONTRADICTION_M,
            _ => VILLAGE_CONTRADICTION_M,
        };
        if self.is_postal_city(locality) || distance <= SAME_PLACE_M {
            agrees
        } else if distance <= contradiction {
            // Neither confirmed nor contradicted: falls off with distance.
            agrees * (1.0 - 2.0 * (distance - SAME_PLACE_M) / (contradiction - SAME_PLACE_M))
        } else {
            contradicts
        }
    }
}
