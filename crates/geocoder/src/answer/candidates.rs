//! The candidates of a result: places that were considered for it, or complete answers if the caller asks for several.

use milepost_address::{Candidate, ResolutionTier, Tag};
use milepost_gazetteer::{Gazetteer, Place};

use crate::admin::Resolved;
use crate::answer::accuracy;
use crate::answer::geocode_result::{self, rounded, tag_of};
use crate::answer::look_up::Answer;
use crate::street::cased::cased;
use crate::street::located::Located;

/// Most rivals of a street or house that are listed.
const RIVALS: usize = 4;

/// The winner and the places that were considered with it, after the street-level answer and its rivals.
pub(crate) fn considered(
    gazetteer: &Gazetteer,
    winner: Option<&Place>,
    resolved: &Resolved,
    located: Option<&Located>,
) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    if let Some(located) = located {
        let points = std::iter::once((located.lat, located.lon)).chain(located.others.iter().copied());
        candidates.extend(points.take(1 + RIVALS).map(|point| of_street(located, point, winner)));
    }
    let streets = candidates.len();
    for place in winner.into_iter().chain(winner.iter().flat_map(|_| &resolved.runners_up)) {
        // Points that agree in four decimals are one place.
        let is_same =
            |known: &Candidate| (known.lat - place.lat).abs() < 1e-4 && (known.lon - place.lon).abs() < 1e-4;
        if !candidates[streets..].iter().any(is_same) {
            candidates.push(of_place(gazetteer, place));
        }
    }
    candidates
}

/// The answer and its alternatives as candidates with tier, level, radius and the names of the places that contain them.
pub(crate) fn of_answers(
    gazetteer: &Gazetteer,
    first: &Answer<'_>,
    alternatives: &[Answer<'_>],
) -> Vec<Candidate> {
    std::iter::once(first).chain(alternatives).filter_map(|answer| of_answer(gazetteer, answer)).collect()
}

fn of_answer(gazetteer: &Gazetteer, answer: &Answer<'_>) -> Option<Candidate> {
    let Answer { resolved, above, located, .. } = answer;
    let place = geocode_result::point(resolved);
    let candidate = match (located, &place) {
        (Some(located), _) => of_street(located, (located.lat, located.lon), place.as_ref()),
        (None, Some(place)) => of_place(gazetteer, place),
        (None, None) => return None,
    };
    let (match_level, accuracy_m) = accuracy::of(located.as_ref(), place.as_ref());
    let chain = geocode_result::chain(resolved, above).into_iter().map(|(_, place)| place.name.to_string());
    let within = chain.filter(|name| located.is_some() || **name != *candidate.name).collect();
    Some(Candidate {
        resolution_tier: Some(located.as_ref().map_or(ResolutionTier::Admin, |located| located.tier)),
        match_level,
        accuracy_m,
        within: Some(within),
        ..candidate
    })
}

fn of_street(located: &Located, (lat, lon): (f64, f64), place: Option<&Place>) -> Candidate {
    Candidate {
        name: cased(&located.street),
        tag: Tag::Street,
        lat: rounded(lat),
        lon: rounded(lon),
        country_code: place.map(|place| place.country.to_string()),
        place_id: None,
        resolution_tier: None,
        match_level: None,
        accuracy_m: None,
        within: None,
    }
}

fn of_place(gazetteer: &Gazetteer, place: &Place) -> Candidate {
    Candidate {
        name: place.name.to_string(),
        tag: tag_of(place.placetype),
        lat: rounded(place.lat),
        lon: rounded(place.lon),
        country_code: Some(place.country.to_string()),
        place_id: Some(gazetteer.place_id(place.id)),
        resolution_tier: None,
        match_level: None,
        accuracy_m: None,
        within: None,
    }
}
