//! What a caller bounds an answer by beside the text: countries, a point, a box, a number of answers.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed expectation is a failed test")]

mod common;

use common::shards::data_root;
use common::{starter, tree};
use milepost_address::{GeocodeResult, ResolutionTier};
use milepost_geocoder::{AnswerBounds, Bounds, Geocoder};

fn starter_geocoder() -> Geocoder {
    Geocoder::open(&starter("candidate.db"), None).unwrap()
}

fn within(geocoder: &Geocoder, components: &str, options: &AnswerBounds) -> GeocodeResult {
    geocoder.geocode_within(&tree(components), options, Vec::new).unwrap()
}

fn countries(codes: &[&str]) -> AnswerBounds {
    AnswerBounds { countries: codes.iter().map(|code| (*code).to_owned()).collect(), ..Default::default() }
}

fn near(lat: f64, lon: f64) -> AnswerBounds {
    AnswerBounds { near: Some((lat, lon)), ..Default::default() }
}

fn codes(result: &GeocodeResult) -> Vec<&str> {
    result.intent_markers.iter().map(|marker| marker.code).collect()
}

#[test]
fn an_answer_lies_in_one_of_the_countries() {
    let geocoder = starter_geocoder();
    let country = |components: &str, codes: &[&str]| {
        within(&geocoder, components, &countries(codes)).country_code.unwrap_or_default()
    };
    assert_eq!(country("locality=Paris", &["US"]), "US");
    assert_eq!(country("locality=Paris", &["CA", "FR"]), "FR");
    assert_eq!(country("postcode=1050", &["DK"]), "DK");
    assert_eq!(country("postcode=1050", &["AT", "CH"]), "AT");
    assert_eq!(country("locality=Paris; country=France", &["US"]), "", "both bounds hold");
}

#[test]
fn a_point_decides_between_namesakes_and_leaves_nothing_out() {
    let geocoder = starter_geocoder();
    let at = |components: &str, options: &AnswerBounds| {
        let result = within(&geocoder, components, options);
        result.hierarchy.iter().map(|entry| entry.name.clone()).collect::<Vec<_>>()
    };
    let chicago = near(41.88, -87.63);
    let boston = near(42.36, -71.06);
    assert!(at("locality=Springfield", &chicago).contains(&"Illinois".to_owned()));
    assert!(at("locality=Springfield", &boston).contains(&"Massachusetts".to_owned()));
    assert!(at("locality=Springfield; region=MO", &boston).contains(&"Missouri".to_owned()), "the text wins");
    assert!(at("locality=Tokyo", &boston).contains(&"Japan".to_owned()));
    assert_eq!(at("postcode=1050", &near(55.68, 12.58)).last().unwrap(), "Denmark");
    assert_eq!(at("postcode=1050", &near(48.2, 16.37)).last().unwrap(), "Austria");
}

#[test]
fn a_box_bounds_the_answer() {
    let geocoder = starter_geocoder();
    let texas = Bounds { south: 25.8, west: -106.7, north: 36.6, east: -93.5 };
    let options = AnswerBounds { bounds: Some(texas), ..Default::default() };
    let paris = within(&geocoder, "locality=Paris", &options);
    assert_eq!(paris.country_code.as_deref(), Some("US"));
    assert!(texas.contains(paris.lat.unwrap(), paris.lon.unwrap()));
    let oslo = within(&geocoder, "locality=Oslo; country=Norway", &options);
    assert_eq!((oslo.lat, codes(&oslo)), (None, vec!["not_within_bounds"]));
}

#[test]
fn with_a_limit_the_candidates_are_answers() {
    let geocoder = starter_geocoder();
    let options = AnswerBounds { limit: Some(5), ..Default::default() };
    let result = within(&geocoder, "locality=Springfield; country=USA", &options);
    assert_eq!(result.candidates.len(), 5);
    let states: Vec<&str> =
        result.candidates.iter().map(|one| one.within.as_ref().unwrap()[1].as_str()).collect();
    assert!(states.contains(&"Illinois") && states.contains(&"Missouri"), "{states:?}");
    let first = &result.candidates[0];
    assert_eq!((Some(first.lat), Some(first.lon)), (result.lat, result.lon), "the first one is the answer");
    assert!(result.candidates.iter().all(|one| one.resolution_tier == Some(ResolutionTier::Admin)
        && one.accuracy_m.is_some_and(|radius| radius > 0.0)
        && one.country_code.as_deref() == Some("US")));
    let one = AnswerBounds { limit: Some(1), ..Default::default() };
    assert_eq!(within(&geocoder, "locality=Springfield", &one).candidates.len(), 1);
    let plain = within(&geocoder, "locality=Springfield", &AnswerBounds::default());
    assert!(plain.candidates.iter().all(|one| one.resolution_tier.is_none() && one.within.is_none()));
    assert_eq!(plain, geocoder.geocode(&tree("locality=Springfield")).unwrap(), "absent, nothing changes");
}

#[test]
fn each_alternative_is_looked_up_to_its_house() {
    let root = data_root();
    let geocoder = Geocoder::open(&starter("candidate.db"), Some(root.path())).unwrap();
    let options = AnswerBounds { limit: Some(50), ..countries(&["US"]) };
    let result = within(&geocoder, "house_number=8; street=Elm; street_suffix=St; locality=Towson", &options);
    assert_eq!(result.candidates[0].name, "Elm St");
    assert_eq!(result.candidates[0].resolution_tier, Some(ResolutionTier::AddressPoint));
    assert_eq!(result.candidates[0].within.as_ref().unwrap()[0], "Towson");
}

#[test]
fn a_street_without_a_town_is_the_one_near_the_point() {
    let root = data_root();
    let geocoder = Geocoder::open(&starter("candidate.db"), Some(root.path())).unwrap();
    let house = "house_number=1; street_prefix=Rue; street=de la Mairie";
    let found = within(&geocoder, house, &near(47.17, -1.7));
    assert_eq!(found.hierarchy[0].name, "Brains");
    assert_eq!(codes(&found), ["place_unstated"]);
    let anywhere = geocoder.geocode(&tree(house)).unwrap();
    assert_eq!((anywhere.lat, anywhere.lon), (found.lat, found.lon), "one town of all registers has it");
    let bounds = Some(Bounds { south: 47.1, west: -1.8, north: 47.25, east: -1.6 });
    let boxed = within(&geocoder, house, &AnswerBounds { bounds, ..Default::default() });
    assert_eq!((boxed.lat, boxed.lon), (found.lat, found.lon), "the middle of the box serves as well");
}
