//! The candidates of a result: places that were considered for it, or complete answers if the caller asks for several.

use milepost_address::{Candidate, PlaceTag, ResolutionTier, Tag};
use milepost_gazetteer::{Gazetteer, Place};

use crate::answer::Answer;
use crate::degrees::rounded;
use crate::level_and_radius;
use crate::named_places::Resolved;
use crate::result::hierarchy::{chain, place_tag, tag_of};
use crate::street::{Located, cased};

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
    let place = resolved.point();
    let candidate = match (located, &place) {
        (Some(located), _) => of_street(located, (located.lat, located.lon), place.as_ref()),
        (None, Some(place)) => of_place(gazetteer, place),
        (None, None) => return None,
    };
    let (match_level, accuracy_m) = level_and_radius::of(located.as_ref(), place.as_ref(), 0.0);
    let names = chain(resolved, above).into_iter().map(|(_, place)| place.name.to_string());
    let within = names.filter(|name| located.is_some() || *name != candidate.name).collect();
    Some(Candidate {
        resolution_tier: Some(located.as_ref().map_or(ResolutionTier::Admin, |located| located.tier)),
        match_level,
        accuracy_m,
        within: Some(within),
        ..candidate
    })
}

fn of_street(located: &Located, point: (f64, f64), place: Option<&Place>) -> Candidate {
    candidate(cased(&located.street), PlaceTag::Component(Tag::Street), point, place)
}

fn of_place(gazetteer: &Gazetteer, place: &Place) -> Candidate {
    let point = (place.lat, place.lon);
    let tag = place_tag(tag_of(place.placetype), place.placetype);
    let candidate = candidate(place.name.to_string(), tag, point, Some(place));
    Candidate { place_id: Some(gazetteer.place_id(place.id)), ..candidate }
}

/// A candidate that is, or lies in, a place.
fn candidate(name: String, tag: PlaceTag, (lat, lon): (f64, f64), place: Option<&Place>) -> Candidate {
    Candidate {
        name,
        tag,
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

#[cfg(test)]
mod tests {
    use milepost_gazetteer::Placetype;

    use super::*;
    use crate::fixture::{gazetteer, place};
    use crate::street::fixture::answer;

    #[test]
    fn a_street_stands_before_its_place_with_its_nearest_rivals() {
        let portland = place("Portland", Placetype::Locality);
        let mut located = answer(ResolutionTier::AddressPoint, 45.5, -122.6);
        located.others = (1..=9).map(|step| (45.5 + f64::from(step) / 100.0, -122.6)).collect();
        let found = considered(gazetteer(), Some(&portland), &Resolved::default(), Some(&located));
        let tags: Vec<PlaceTag> = found.iter().map(|candidate| candidate.tag).collect();
        let streets = 1 + RIVALS;
        assert_eq!(tags[..streets], vec![PlaceTag::Component(Tag::Street); streets]);
        assert_eq!(tags[streets..], [PlaceTag::Component(Tag::Locality)]);
        assert_eq!((found[0].name.as_str(), found[0].country_code.as_deref()), ("Yew St", Some("US")));
    }

    #[test]
    fn a_place_that_was_considered_under_two_ids_is_reported_once() {
        let portland = place("Portland", Placetype::Locality);
        let twin = Place { id: 900, lat: portland.lat + 0.000_05, ..portland.clone() };
        let salem = place("Salem", Placetype::Locality);
        let resolved = Resolved { runners_up: vec![twin, salem], ..Resolved::default() };
        let found = considered(gazetteer(), Some(&portland), &resolved, None);
        let names: Vec<&str> = found.iter().map(|candidate| candidate.name.as_str()).collect();
        assert_eq!(names, ["Portland", "Salem"]);
        assert!(considered(gazetteer(), None, &resolved, None).is_empty(), "nothing was chosen");
    }
}
