//! The administrative tier: which places the parse names, decided together.
//!
//! Each component alone is ambiguous: `20500` is a ZIP code and a village's postcode elsewhere, `Paris` is in France and
//! in Texas. So candidates of postcode, locality and region are scored as combinations, and the combination that
//! agrees wins over the most populous reading of each word. Where typed components contradict each other, the
//! contradicted one is left out of the answer rather than followed.

mod ambiguity;
mod candidate;
mod candidate_set;
mod combination;
mod decision;
#[cfg(test)]
pub(crate) mod fixture;
mod generate;
mod military;
mod neighbourhood;
mod places;
mod query;
pub(crate) mod scope;
pub(crate) mod second_town;
pub(crate) mod unread_code;
mod wrong_state;

use milepost_gazetteer::Place;

use self::candidate::Candidate;
use self::combination::{Combination, Meanings, Scored};
use self::places::distance_beyond_extent_m;
use self::scope::Scope;
use crate::Result;
use crate::finding::Finding;
use crate::parse::components::Components;
use crate::ranking::Meaning;

pub(crate) use self::generate::LOCALITIES;
pub(crate) use self::generate::abbreviated::is_cut_short;
pub(crate) use self::neighbourhood::{part_of, quarter};
pub(crate) use self::places::{is_in_another_script, is_like};
pub(crate) use self::query::is_number_of_district;

/// A postcode belongs to a locality if its point is no farther from the locality's than this, beyond both radii.
/// The farthest ZIP of a large US city is some 40 km from the city's centre.
const SAME_PLACE_M: f64 = 25_000.0;
/// Beyond this distance postcode and locality contradict each other. A contradicted postcode never moves the answer:
/// a postcode is wrong as often as a name, and then by up to the width of a country.
const CONTRADICTION_M: f64 = 100_000.0;
/// The same for places that are not cities: villages share their names with others two valleys away.
const VILLAGE_CONTRADICTION_M: f64 = 45_000.0;

/// The most prominent place of a name is taken without reporting ambiguity if it is this far ahead of the next, in log10 of inhabitants.
const DOMINANCE: f64 = 0.5;

/// The margin of an answer without a rival, and the largest margin that counts.
pub(crate) const NO_RIVAL: f64 = 10.0;
/// Places this far apart are two answers, metres.
const ELSEWHERE_M: f64 = 50_000.0;

/// Two answers are at least this far apart beyond their extents, metres.
const APART_M: f64 = 5_000.0;

/// A place with this many inhabitants is accepted by its name alone.
pub(crate) const WELL_KNOWN: i64 = 100_000;

/// The places an address names; any may be missing.
#[derive(Debug, Default)]
pub(crate) struct Resolved {
    pub(crate) country: Option<Place>,
    /// Whether the typed country is not followed, because postcode and locality agree in another one.
    pub(crate) is_country_contradicted: bool,
    pub(crate) region: Option<Place>,
    pub(crate) locality: Option<Place>,
    /// The part of the locality: an arrondissement, a neighbourhood, a village of the commune.
    pub(crate) part: Option<Place>,
    pub(crate) postcode: Option<Place>,
    /// The point of the postcode within the locality, from the register of postcodes, degrees.
    pub(crate) shared_point: Option<(f64, f64)>,
    /// Other places considered for the deciding component, best first.
    pub(crate) runners_up: Vec<Place>,
    /// Whether the gazetteer knows the typed region, even if the answer leaves it out.
    pub(crate) region_known: bool,
    /// Whether the gazetteer knows the typed postcode, even if the answer leaves it out.
    pub(crate) postcode_known: bool,
    /// Whether the postcode is not the typed one but its nearest known number.
    pub(crate) postcode_is_near: bool,
    /// How far the area reaches that stands for the postcode, metres from its point; 0 if the gazetteer has the whole code.
    pub(crate) postcode_reach_m: f64,
    /// Whether nothing says which country is meant of those that have the postcode, which is all that is known.
    pub(crate) is_postcode_shared: bool,
    /// How far the answer is ahead of the best meaning elsewhere, in log10 of inhabitants; [`NO_RIVAL`] if there is no other meaning.
    pub(crate) margin: f64,
    /// Whether the answer leaves out something typed that the gazetteer knows.
    pub(crate) leaves_out: bool,
    /// How far the places reach that fit the text nearly as well, metres from the point of the answer; 0 if there are none.
    pub(crate) others_reach_m: f64,
    /// Findings so far.
    pub(crate) findings: Vec<Finding>,
}

impl Resolved {
    /// The places but the part of the town, the one that says most about the country first.
    pub(crate) fn places(&self) -> impl Iterator<Item = &Place> {
        [&self.locality, &self.postcode, &self.region, &self.country].into_iter().flatten()
    }

    /// Whether there is more than divisions.
    pub(crate) fn has_town_or_postcode(&self) -> bool {
        self.locality.is_some() || self.postcode.is_some()
    }

    /// Whether postcode, region or country say which place of its name the locality is.
    pub(crate) fn is_locality_confirmed(&self) -> bool {
        self.postcode.is_some() || self.region.is_some() || self.country.is_some()
    }

    /// Whether the postcode is the typed one.
    pub(crate) fn has_typed_postcode(&self) -> bool {
        self.postcode.is_some() && !self.postcode_is_near
    }

    /// Whether it is told that other places have the name.
    pub(crate) fn is_ambiguous(&self) -> bool {
        self.findings.iter().any(|finding| matches!(finding, Finding::Namesakes { .. }))
    }

    /// Whether the locality is a correction of the typed name.
    pub(crate) fn is_corrected(&self) -> bool {
        self.findings.iter().any(|finding| matches!(finding, Finding::LocalityCorrected { .. }))
    }
}

/// Resolves the administrative components of a parse within a scope.
pub(crate) fn resolve(scope: Scope<'_>, components: &Components<'_>) -> Result<Resolved> {
    if military::is_military(components) {
        return military::resolve(scope, components);
    }
    let meanings = Meanings::read(scope, components)?;
    let Some((best, margin)) = decide(&meanings)? else {
        return Ok(country_alone(&meanings, meanings.all_unknown()));
    };
    answer(&meanings, best, margin)
}

/// The best meaning, and how far it is ahead of the best one elsewhere.
fn decide(meanings: &Meanings<'_>) -> Result<Option<(Combination, f64)>> {
    let ranked = meanings.ranked();
    let first = meanings.city_behind_a_region(&ranked)?.unwrap_or(0);
    let ranked = &ranked[first..];
    Ok(ranked.first().map(|best| (best.combination, meanings.margin(ranked))))
}

/// The typed country, where no other place is known or sure.
fn country_alone(meanings: &Meanings<'_>, findings: Vec<Finding>) -> Resolved {
    Resolved { country: meanings.set.countries.first().cloned(), findings, ..Resolved::default() }
}

/// The places of a meaning.
fn answer(meanings: &Meanings<'_>, best: Combination, margin: f64) -> Result<Resolved> {
    let (query, set) = (&meanings.query, &meanings.set);
    let (place, locality) = (meanings.place(best), meanings.locality(best));
    let is_nearest = meanings.postcode(best).is_some_and(Candidate::is_nearest);
    // A substitute for the postcode is no finer than a locality.
    let postcode = meanings.postcode(best).filter(|_| !is_nearest || locality.is_none());
    let is_around = |country: &&Place| place.is_none_or(|place| place.country == country.country);
    let pool = if locality.is_some() { &set.localities } else { &set.postcodes };
    let is_other = |rival: &&Place| place.is_none_or(|place| place.id != rival.id);
    let others = pool.iter().map(|rival| &rival.place).filter(is_other);
    let part = match (locality, query.locality, query.part) {
        (Some(Candidate { place, .. }), Some(city), Some(part)) if !meanings.is_region_of_part(best) => {
            neighbourhood::part_of(meanings.gazetteer, place, city, part)?
        }
        _ => None,
    };
    let pair = locality.filter(|locality| postcode.is_some() && set.is_postal_city(&locality.place));
    let mut findings = meanings.told(best)?;
    let (ambiguity, others_reach_m) = meanings.ambiguity(best)?.unzip();
    findings.extend(ambiguity);
    let place_of = |candidate: &Candidate| candidate.place.clone();
    Ok(Resolved {
        country: set.countries.iter().find(is_around).cloned(),
        is_country_contradicted: set.is_country_contradicted,
        region: meanings.region(best).cloned(),
        locality: locality.map(place_of),
        part,
        postcode: postcode.map(place_of),
        shared_point: set.postal_city.as_ref().filter(|_| pair.is_some()).map(|city| (city.lat, city.lon)),
        runners_up: others.take(4).cloned().collect(),
        region_known: !set.regions.is_empty(),
        postcode_known: set.is_postcode_known(),
        postcode_is_near: is_nearest,
        postcode_reach_m: meanings.postcode(best).map_or(0.0, Candidate::reach_m),
        is_postcode_shared: locality.is_none() && meanings.is_postcode_shared(best),
        margin,
        leaves_out: meanings.leaves_out(best)?,
        others_reach_m: others_reach_m.unwrap_or(0.0),
        findings,
    })
}

/// Other places that the address can mean, at most so many, likeliest first. Each has all parts of the address that the best meaning
/// has, and none lies where `taken` or another one does.
pub(crate) fn alternatives(
    scope: Scope<'_>,
    components: &Components<'_>,
    taken: &Place,
    most: usize,
) -> Result<Vec<Resolved>> {
    if military::is_military(components) {
        return Ok(Vec::new());
    }
    let meanings = Meanings::read(scope, components)?;
    let ranked = meanings.ranked();
    let mut places = vec![taken];
    let mut others = Vec::new();
    for Scored { combination, .. } in &ranked {
        let Some(place) = meanings.place(*combination) else { continue };
        let is_apart =
            |other: &&Place| other.id != place.id && distance_beyond_extent_m(place, other) > APART_M;
        if others.len() < most
            && combination.has_parts_of(ranked[0].combination)
            && places.iter().all(is_apart)
        {
            places.push(place);
            others.push(answer(&meanings, *combination, 0.0)?);
        }
    }
    Ok(others)
}

/// Every meaning that a query can have, best first. The weights are fitted on these.
pub(crate) fn meanings(scope: Scope<'_>, components: &Components<'_>) -> Result<Vec<Meaning>> {
    let meanings = Meanings::read(scope, components)?;
    let meaning = |scored: Scored| {
        let mut features: Vec<(&'static str, f64)> = Vec::new();
        meanings.visit(scored.combination, &mut |feature, value| {
            let name: &str = feature.into();
            match features.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += value,
                None => features.push((name, value)),
            }
        });
        meanings.place(scored.combination).map(|place| Meaning {
            features,
            score: scored.score,
            lat: place.lat,
            lon: place.lon,
            country: place.country.to_string(),
        })
    };
    Ok(meanings.ranked().into_iter().filter_map(meaning).collect())
}
