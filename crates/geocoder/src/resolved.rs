//! The administrative tier: which places the parse names, decided together.
//!
//! Each component alone is ambiguous: `20500` is a ZIP code and a village's postcode elsewhere, `Paris` is in France and
//! in Texas. So candidates of postcode, locality and region are scored as combinations, and the combination that
//! agrees wins over the most populous reading of each word. Where typed components contradict each other, the
//! contradicted one is left out of the answer rather than followed.

use milepost_gazetteer::Place;

use crate::Result;
use crate::candidates::candidate::Candidate;
use crate::finding::Finding;
use crate::search::combinations::{Combination, Combinations};

pub(crate) use crate::candidates::LOCALITIES;
pub(crate) use crate::candidates::places::is_like;

/// A postcode belongs to a locality if its point is at most this far from the locality's, beyond both radii.
/// The farthest ZIP of a large US city is some 40 km from the city's centre.
pub(crate) const SAME_PLACE_M: f64 = 25_000.0;
/// Beyond this distance postcode and locality contradict each other. A contradicted postcode never moves the answer:
/// a postcode is wrong as often as a name, and then by up to the width of a country.
pub(crate) const CONTRADICTION_M: f64 = 100_000.0;
/// The same for places that are not cities: villages share their names with others two valleys away.
pub(crate) const VILLAGE_CONTRADICTION_M: f64 = 45_000.0;

/// The margin of an answer without a rival, and the largest margin that counts.
pub(crate) const NO_RIVAL: f64 = 10.0;
/// Places this far apart are two answers, metres.
pub(crate) const ELSEWHERE_M: f64 = 50_000.0;

/// Two answers are at least this far apart beyond their extents, metres.
pub(crate) const APART_M: f64 = 5_000.0;

/// A place of this population is accepted by its name alone.
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
    /// Whether nothing decides between the countries that have the postcode, which is all that is known.
    pub(crate) is_postcode_shared: bool,
    /// How far the answer is ahead of the best combination elsewhere, in units of the score; [`NO_RIVAL`] without another combination.
    pub(crate) margin: f64,
    /// The probability of the places elsewhere that fit the text, by the scores.
    pub(crate) others_probability: f64,
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

    /// Whether the locality is a correction of the typed name.
    pub(crate) fn is_corrected(&self) -> bool {
        self.findings.iter().any(|finding| matches!(finding, Finding::LocalityCorrected { .. }))
    }
}

/// The places of one combination, before it is compared with others.
pub(crate) fn of(combinations: &Combinations<'_>, chosen: Combination) -> Result<Resolved> {
    let set = &combinations.set;
    let (place, locality) = (combinations.place(chosen), combinations.locality(chosen));
    let is_nearest = combinations.postcode(chosen).is_some_and(Candidate::is_nearest);
    // A substitute for the postcode is not finer than a locality.
    let postcode = combinations.postcode(chosen).filter(|_| !is_nearest || locality.is_none());
    let pool = if locality.is_some() { &set.localities } else { &set.postcodes };
    let is_other = |rival: &&Place| place.is_none_or(|place| place.id != rival.id);
    let others = pool.iter().map(|rival| &rival.place).filter(is_other);
    let pair = locality.filter(|locality| postcode.is_some() && set.is_postal_city(&locality.place));
    let place_of = |candidate: &Candidate| candidate.place.clone();
    Ok(Resolved {
        country: combinations.country(chosen).cloned(),
        is_country_contradicted: combinations.is_country_contradicted(chosen),
        region: combinations.region(chosen).cloned(),
        locality: locality.map(place_of),
        part: combinations.part(chosen).cloned(),
        postcode: postcode.map(place_of),
        shared_point: set.postal_city.as_ref().filter(|_| pair.is_some()).map(|city| (city.lat, city.lon)),
        runners_up: others.take(4).cloned().collect(),
        region_known: set.known_regions().next().is_some(),
        postcode_known: set.is_postcode_known(),
        postcode_is_near: is_nearest,
        postcode_reach_m: combinations.postcode(chosen).map_or(0.0, Candidate::reach_m),
        is_postcode_shared: locality.is_none() && combinations.is_postcode_shared(chosen),
        leaves_out: combinations.leaves_out(chosen)?,
        findings: combinations.findings(chosen)?,
        ..Resolved::default()
    })
}
