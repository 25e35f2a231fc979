//! The administrative tier against the starter gazetteer, by cases anyone can add to (`cases/places.txt`).
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed expectation is a failed test")]

mod common;

use common::{starter, tree};
use milepost_address::{EpistemicStatus, GeocodeResult, Tag};
use milepost_geocoder::Geocoder;

fn kilometres(result: &GeocodeResult, lat: f64, lon: f64) -> f64 {
    let (north, east) = (result.lat.unwrap() - lat, (result.lon.unwrap() - lon) * lat.to_radians().cos());
    north.hypot(east) * 111.2
}

#[test]
fn the_cases_resolve_as_written() {
    let geocoder = Geocoder::open(&starter("candidate.db"), None).unwrap();
    let mut wrong = Vec::new();
    for case in
        include_str!("cases/places.txt").lines().filter(|line| !line.is_empty() && !line.starts_with("//"))
    {
        let (components, expected) = case.split_once(" -> ").unwrap();
        let result = geocoder.geocode(&tree(components)).unwrap();
        let expected: Vec<&str> = expected.split(' ').collect();
        let right = match expected[..] {
            ["nothing"] => {
                result.lat.is_none()
                    && result.epistemic_status == EpistemicStatus::Unresolved
                    && result.hierarchy.is_empty()
            }
            [country, allowed, lat, lon] => {
                result.country_code.as_deref() == Some(country)
                    && kilometres(&result, lat.parse().unwrap(), lon.parse().unwrap())
                        <= allowed.parse().unwrap()
            }
            _ => panic!("malformed case: {case}"),
        };
        if !right {
            wrong
                .push(format!("{case}\n  found {:?} {:?} {:?}", result.country_code, result.lat, result.lon));
        }
    }
    // The cases are a smoke test: the weights are fitted on open data and on none of these.
    assert!(wrong.len() <= MOST_WRONG, "{}", wrong.join("\n"));
}

/// Of some 230 cases so many may be answered otherwise than written.
const MOST_WRONG: usize = 8;

#[test]
fn the_hierarchy_is_completed_to_the_country() {
    let geocoder = Geocoder::open(&starter("candidate.db"), None).unwrap();
    let result = geocoder.geocode(&tree("locality=Washington; region=DC; postcode=20500")).unwrap();
    let chain: Vec<String> = result
        .hierarchy
        .iter()
        .map(|entry| format!("{} {} {}", entry.tag, entry.value, entry.name))
        .collect();
    assert_eq!(chain[0], "locality Washington Washington");
    assert!(chain.contains(&"region DC District of Columbia".to_owned()), "{chain:?}");
    assert_eq!(chain.last().unwrap(), "country United States of America United States of America");
    assert!(result.hierarchy.iter().all(|entry| entry.place_id.starts_with("mp:")));
    assert_eq!(result.candidates[0].lat, result.lat.unwrap());
}

#[test]
fn one_value_a_tag_and_the_rest_is_reported() {
    let geocoder = Geocoder::open(&starter("candidate.db"), None).unwrap();
    let result = geocoder
        .geocode(&tree("unit=Apt 1; unit=Bldg 2; street_prefix=SE; street=Main; street_suffix=St NE"))
        .unwrap();
    assert_eq!(result.components["unit"], "Apt 1");
    assert_eq!(
        (result.dropped_components[0].tag, result.dropped_components[0].value.as_str()),
        (Tag::Unit, "Bldg 2")
    );
    assert_eq!(result.street.as_deref(), Some("SE Main St NE"));
    assert_eq!(result.lat, None);
}
