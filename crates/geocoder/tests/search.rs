//! Searches in one country and their chains, against the starter gazetteer; houses near a point, against a register of a few.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed expectation is a failed test")]

mod common;

use std::fs;

use common::{starter, tree};
use milepost_address::{Around, FoundHouse, ResolutionTier, SearchResult, Tree};
use milepost_gazetteer::schema;
use milepost_geocoder::{
    AnswerBounds, Credit, Geocoder, Gives, Open, ReverseGeocoder, credits, sources, sources_of,
};
use milepost_store::distance_m;
use rusqlite::{Connection, params};
use tempfile::TempDir;

fn names(result: &SearchResult) -> Vec<&str> {
    result.places.iter().map(|place| place.name.as_str()).collect()
}

#[test]
fn a_search_answers_with_the_chain_it_lies_in() {
    let geocoder = Geocoder::open(&starter("candidate.db"), None).unwrap();
    let found = geocoder.search(&tree("locality=Reno; region=NV"), None).unwrap().unwrap();
    assert_eq!(names(&found), ["Reno", "Washoe County", "Nevada", "United States of America"]);
    assert_eq!(found.place.as_ref(), found.places.first());
    assert_eq!(found.resolution_tier, ResolutionTier::Admin);
    let reno = &found.places[0];
    assert_eq!((reno.placetype.as_str(), reno.country_code.as_str()), ("locality", "US"));
    assert!(reno.population > 200_000);
    let [west, south, east, north] = found.bbox;
    assert!(west < found.lon && found.lon < east && south < found.lat && found.lat < north);
    assert!(geocoder.search(&tree("locality=Qwertyuiopville"), None).unwrap().is_none());
}

#[test]
fn a_country_is_a_bound_that_nothing_crosses() {
    let geocoder = Geocoder::open(&starter("candidate.db"), None).unwrap();
    let search = |components: &str, country| geocoder.search(&tree(components), Some(country)).unwrap();
    for (components, country, found) in [
        ("locality=Paris", "FR", Some("Paris")),
        ("locality=Paris", "us", Some("Paris")),
        ("locality=Albuquerque; region=NM", "FR", None),
        ("locality=Paris; country=France", "US", None),
        ("postcode=20500", "US", Some("20500")),
        ("postcode=75008", "US", None),
        ("region=DE", "DE", Some("Germany")),
        ("region=DE", "US", Some("Delaware")),
        ("locality=Paris", "ZZ", None),
    ] {
        let result = search(components, country);
        let place = result.and_then(|result| result.place);
        assert_eq!(place.as_ref().map(|place| place.name.as_str()), found, "{components} in {country}");
        assert!(place.is_none_or(|place| place.country_code.eq_ignore_ascii_case(country)));
    }
}

/// `Paris TX 75460` was the same point five times, in France, Canada and Henry County.
#[test]
fn every_answer_of_a_list_is_another_place_in_its_own_country() {
    let geocoder = Geocoder::open(&starter("candidate.db"), None).unwrap();
    let options = AnswerBounds { limit: Some(10), ..AnswerBounds::default() };
    for components in [
        "locality=Springfield",
        "locality=San José",
        "locality=Paris; region=TX; postcode=75460",
        "locality=Newport; region=Gwent; country=Wales",
        "locality=Georgia",
        "postcode=1010",
    ] {
        let found = geocoder.search_within(&tree(components), &options, Vec::new).unwrap();
        for (index, answer) in found.iter().enumerate() {
            let place = answer.place.as_ref().unwrap();
            let country = answer.places.last().unwrap();
            assert_eq!(place.country_code, country.country_code, "{components}: {place:?}");
            let same = |other: &&SearchResult| (other.lat, other.lon) == (answer.lat, answer.lon);
            assert!(!found[..index].iter().any(|other| same(&other)), "{components}: {place:?}");
        }
    }
}

/// A plus code says where it is; the settlement nearest to it, in which country. At sea no settlement is near.
#[test]
fn a_plus_code_lies_in_the_country_of_the_nearest_settlement() {
    let geocoder = Geocoder::open(&starter("candidate.db"), None).unwrap();
    let search = |code: &str, country| geocoder.search(&Tree::from_spans(code, Vec::new()), country).unwrap();
    for (code, country) in [("8FW4V75V+8Q", "FR"), ("87G8Q2JM+VW", "US"), ("8FVC9G8F+6X", "CH")] {
        let found = search(code, None).unwrap();
        assert_eq!(found.resolution_tier, ResolutionTier::PlusCode, "{code}");
        assert_eq!(found.place.map(|place| place.country_code).as_deref(), Some(country), "{code}");
    }
    let paris = search("8FW4V75V+8Q", Some("fr")).unwrap();
    assert_eq!(paris.place.unwrap().name, "France");
    assert!(search("8FW4V75V+8Q", Some("us")).is_none());
    let at_sea = search("6C33GG22+22", None).unwrap();
    assert_eq!((at_sea.resolution_tier, at_sea.place), (ResolutionTier::PlusCode, None));
    assert!(search("6C33GG22+22", Some("fr")).is_none());
}

/// Houses of Reno; the last lies 40 m from the first.
const HOUSES: [(&str, &str, Option<&str>, f64, f64); 4] = [
    ("100", "N VIRGINIA ST", None, 39.527_00, -119.813_00),
    ("100", "N VIRGINIA ST", Some("APT 2"), 39.527_00, -119.813_00),
    ("102", "N VIRGINIA ST", None, 39.527_20, -119.813_00),
    ("7", "COURT ST", None, 39.527_00, -119.813_466),
];

fn data_root(indexes: &str) -> TempDir {
    let root = TempDir::new().unwrap();
    let folder = root.path().join("address-points");
    fs::create_dir(&folder).unwrap();
    let connection = Connection::open(folder.join("address-points-us-nv.db")).unwrap();
    connection.execute_batch(schema::ADDRESS_POINTS).unwrap();
    // The unit first, so that the house is not found by its place in the file.
    for (number, street, unit, lat, lon) in HOUSES.iter().rev() {
        connection
            .execute(
                "INSERT INTO address_point VALUES ('', '', ?1, ?2, '89501', 'reno', ?3, ?4, ?5, 'Register of Reno', NULL)",
                params![number, unit, street, lat, lon],
            )
            .unwrap();
    }
    connection.execute_batch(indexes).unwrap();
    root
}

fn house(reverse: &ReverseGeocoder, lat: f64, lon: f64) -> Option<FoundHouse> {
    let around = reverse.at(lat, lon, true).unwrap()?;
    around.into_iter().find_map(|one| match one {
        Around::House(house) => Some(house),
        Around::Place(_) => None,
    })
}

#[test]
fn the_nearest_house_within_fifty_metres_comes_first() {
    let root = data_root(schema::ADDRESS_POINT_INDEXES);
    let reverse =
        ReverseGeocoder::open(&starter("admin-global-priority.db"), None, None, Some(root.path())).unwrap();
    for (lat, lon, expected) in [
        (39.527_00, -119.813_00, Some(("100", "N Virginia St"))),
        (39.527_15, -119.813_05, Some(("102", "N Virginia St"))),
        (39.527_00, -119.813_40, Some(("7", "Court St"))),
        // 44 m and 56 m north of the northernmost.
        (39.527_60, -119.813_00, Some(("102", "N Virginia St"))),
        (39.527_70, -119.813_00, None),
    ] {
        let found = house(&reverse, lat, lon);
        let named = found.as_ref().map(|house| (house.house_number.as_str(), house.street.as_str()));
        assert_eq!(named, expected, "{lat} {lon}");
        assert!(found.is_none_or(|house| distance_m(lat, lon, house.lat, house.lon) <= 50.0));
    }
    let around = reverse.at(39.527, -119.813, true).unwrap().unwrap();
    assert!(matches!(&around[..], [Around::House(_), Around::Place(_), ..]));
    // The houses are left out unless requested.
    let around = reverse.at(39.527, -119.813, false).unwrap().unwrap();
    assert!(around.iter().all(|one| matches!(one, Around::Place(_))));
}

#[test]
fn a_register_without_cells_names_no_house_by_its_point() {
    let root = data_root("");
    let reverse =
        ReverseGeocoder::open(&starter("admin-global-priority.db"), None, None, Some(root.path())).unwrap();
    assert_eq!(house(&reverse, 39.527, -119.813), None);
    assert!(reverse.at(39.527, -119.813, true).unwrap().is_some());
}

#[test]
fn sources_are_those_of_what_is_open() {
    let root = data_root(schema::ADDRESS_POINT_INDEXES);
    let geocoder = Geocoder::open(&starter("candidate.db"), Some(root.path())).unwrap();
    let reverse =
        ReverseGeocoder::open(&starter("admin-global-priority.db"), None, Some(&geocoder), None).unwrap();
    let starter = ["GeoNames (CC BY 4.0)", "INSEE, La Poste, Ministère de l'Agriculture (Licence Ouverte)"];
    let open = Open { geocoder: Some(&geocoder), reverse: Some(&reverse), ..Open::default() };
    assert_eq!(sources(open), [starter[0], starter[1], "Register of Reno"]);
    assert_eq!(sources(Open { geocoder: None, ..open }), [starter[0], starter[1], "Register of Reno"]);
    assert!(sources(Open::default()).is_empty());
    let houses =
        Credit { gives: Gives::Houses, area: Some("us-nv".into()), sources: vec!["Register of Reno".into()] };
    assert!(credits(open).contains(&houses));
    let of = |gives, country, region| sources_of(open, gives, country, region);
    assert_eq!(of(Gives::Places, "US", Some("Nevada")), starter);
    assert_eq!(of(Gives::Houses, "US", Some("Nevada")), ["Register of Reno"]);
    // A state without a register, and a country without one.
    assert!(of(Gives::Houses, "US", Some("Ohio")).is_empty());
    assert!(of(Gives::Houses, "FR", None).is_empty());
}
