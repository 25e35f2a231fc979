//! The street-level tiers, by cases anyone can add to (`cases/streets.txt`), over the rows in `data/`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed expectation is a failed test")]

mod common;

use std::fs;

use common::shards::data_root;
use common::{starter, tree};
use milepost_geocoder::Geocoder;
use milepost_store::distance_m;
use tempfile::TempDir;

#[test]
fn the_cases_resolve_as_written() {
    let root = data_root();
    let geocoder = Geocoder::open(&starter("candidate.db"), Some(root.path())).unwrap();
    let report = geocoder.shards();
    assert_eq!((report.address_points, report.interpolation, report.street_centroids), (3, 1, 2));
    assert_eq!((report.situs_states, report.interpolation_states), (1, 1), "France is not a state");
    let mut wrong = Vec::new();
    for case in
        include_str!("cases/streets.txt").lines().filter(|line| !line.is_empty() && !line.starts_with("//"))
    {
        let (components, expected) = case.split_once(" -> ").unwrap();
        let result = geocoder.geocode(&tree(components)).unwrap();
        let tier = serde_json::to_value(result.resolution_tier).unwrap();
        let codes: Vec<&str> = result.intent_markers.iter().map(|marker| marker.code).collect();
        let expected: Vec<&str> = expected.split(' ').collect();
        let right = match expected[..] {
            ["nothing"] => result.lat.is_none(),
            [wanted, metres, lat, lon, markers] => {
                let number = |text: &str| text.parse::<f64>().unwrap();
                let near = result.lat.zip(result.lon).is_some_and(|(found_lat, found_lon)| {
                    distance_m(found_lat, found_lon, number(lat), number(lon)) <= number(metres)
                });
                let marked = if markers == "-" { codes.is_empty() } else { codes.join("+") == markers };
                tier == wanted && near && marked && result.uncertainty_m.is_none() == (wanted == "admin")
            }
            _ => panic!("malformed case: {case}"),
        };
        if !right {
            wrong.push(format!(
                "{case}\n  found {tier} {:?} {:?} {codes:?} {:?}",
                result.lat, result.lon, result.uncertainty_m
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_result_tells_what_the_register_says() {
    let root = data_root();
    let geocoder = Geocoder::open(&starter("candidate.db"), Some(root.path())).unwrap();
    let result = geocoder
        .geocode(&tree("house_number=8; street=Elm; street_suffix=St; locality=Towson; region=MD"))
        .unwrap();
    let body = serde_json::to_value(&result).unwrap();
    assert_eq!(body["resolution_tier"], "address_point");
    assert_eq!(body["epistemic_status"], "observed");
    assert_eq!(body["rooftop"]["localityNorm"], "towson");
    assert_eq!(body["candidates"][0]["name"], "Elm St");
    assert_eq!(body["candidates"][1]["name"], "Elm St", "the other street is reported");
    assert!(body["uncertainty_m"].as_f64().unwrap() > 3000.0, "two places: the radius holds both");
    assert_eq!(body["hierarchy"][0]["name"], "Towson");
    assert_eq!(body["admin_coherence"]["region"], "confirmed");
    assert_eq!(body["admin_coherence"]["postcode"], "unstated");
}

#[test]
fn the_radius_of_a_house_is_as_wide_as_its_rows_are_apart() {
    let root = data_root();
    let geocoder = Geocoder::open(&starter("candidate.db"), Some(root.path())).unwrap();
    let located = |house: &str| {
        let address = format!(
            "{house}; street=Oak; street_suffix=Ln; locality=Reisterstown; region=MD; postcode=21136"
        );
        let result = geocoder.geocode(&tree(&address)).unwrap();
        assert!(result.intent_markers.is_empty(), "one house: {:?}", result.intent_markers);
        (result.lat.unwrap(), result.uncertainty_m.unwrap())
    };
    assert_eq!(located("house_number=1"), (39.461, 15.0), "entrances 5 m apart: the middle one");
    let (lat, radius) = located("house_number=2");
    assert!(lat == 39.46408 && (120.0..=150.0).contains(&radius), "three rows 120 m apart: {lat} {radius}");
    let (lat, radius) = located("house_number=3");
    assert!(lat == 39.466 && (60.0..=100.0).contains(&radius), "the house and its units: {lat} {radius}");
    assert_eq!(located("house_number=3; unit=b"), (39.4665, 15.0), "the unit that was asked for");
    let (lat, radius) = located("house_number=3; unit=C");
    assert!(lat == 39.466 && radius > 60.0, "an unknown unit is somewhere in the house: {lat} {radius}");
}

#[test]
fn a_street_that_the_place_lacks_is_reported_with_the_nearest_of_its_name() {
    let root = data_root();
    let geocoder = Geocoder::open(&starter("candidate.db"), Some(root.path())).unwrap();
    let message_for = |address: &str| {
        let result = geocoder.geocode(&tree(address)).unwrap();
        let marker = result.intent_markers.iter().find(|marker| marker.code == "street_unknown").unwrap();
        marker.message.clone()
    };
    let mairie = message_for(
        "house_number=1; street_prefix=Rue; street=de la Mairie; locality=Bouaye; postcode=44830",
    );
    assert!(mairie.ends_with("the nearest street of that name is in Brains"), "{mairie}");
    let elm = message_for(
        "house_number=8; street=Elm; street_suffix=St; locality=Essex; region=MD; postcode=21221",
    );
    assert!(elm.ends_with("the nearest street of that name is in Towson"), "{elm}");
    let nowhere = message_for(
        "house_number=8; street=Quarry; street_suffix=Loop; locality=Essex; region=MD; postcode=21221",
    );
    assert!(nowhere.ends_with("the answer is the place"), "{nowhere}");
    let far = message_for(
        "house_number=3; street_prefix=Rue; street=Jeanne d'Arc; locality=Bouaye; postcode=44830",
    );
    assert!(far.ends_with("the answer is the place"), "a street 600 km away does not count: {far}");
}

#[test]
fn another_reading_finds_the_street_as_it_is_written_and_no_other() {
    let root = data_root();
    let geocoder = Geocoder::open(&starter("candidate.db"), Some(root.path())).unwrap();
    let tier = |street: &str| {
        let first = tree(&format!("house_number=100; street={street} St Reisterstown; region=MD"));
        let other =
            format!("house_number=100; street={street}; street_suffix=St; locality=Reisterstown; region=MD");
        assert_eq!(geocoder.geocode(&first).unwrap().rooftop, None);
        let result = geocoder.geocode_with(&first, || vec![tree(&other)]).unwrap();
        assert_eq!(result.locality.as_deref(), Some("Reisterstown"));
        serde_json::to_value(result.resolution_tier).unwrap()
    };
    assert_eq!(tier("Main"), "address_point");
    assert_eq!(tier("Mian"), "admin", "one guess a text is enough");
}

#[test]
fn a_missing_shard_is_the_next_tier() {
    let root = TempDir::new().unwrap();
    fs::create_dir(root.path().join("address-points")).unwrap();
    fs::write(root.path().join("address-points/address-points-us-md.db"), "").unwrap();
    let geocoder = Geocoder::open(&starter("candidate.db"), Some(root.path())).unwrap();
    let report = geocoder.shards();
    assert_eq!((report.address_points, report.skipped.len()), (0, 1));
    let address = tree("house_number=100; street=Main St; locality=Reisterstown; region=MD; postcode=21136");
    let body = serde_json::to_value(geocoder.geocode(&address).unwrap()).unwrap();
    assert_eq!(body["resolution_tier"], "admin");
    assert!(body["lat"].is_number() && body["uncertainty_m"].is_null());
}

#[test]
fn a_centroid_answers_with_the_radius_of_its_street() {
    let root = data_root();
    let geocoder = Geocoder::open(&starter("candidate.db"), Some(root.path())).unwrap();
    let address = tree("street=Joppa; street_suffix=Road; locality=Towson; region=MD; postcode=21204");
    let result = geocoder.geocode(&address).unwrap();
    let half = distance_m(39.4040, -76.6200, 39.4060, -76.6000) / 2.0;
    let beside = 15.0;
    assert!((result.uncertainty_m.unwrap() - half - beside).abs() < 1.0, "{:?}", result.uncertainty_m);
    assert_eq!(result.candidates[0].name, "Joppa Rd");
}
