//! The n best parses of one text against the starter gazetteer, by cases anyone can add to (`cases/alternative_parses.txt`).
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed expectation is a failed test")]

mod common;

use std::cell::Cell;

use common::{starter, tree};
use milepost_address::{GeocodeResult, Tree};
use milepost_geocoder::{AnswerBounds, Geocoder};
use milepost_store::distance_m;

/// Which of the parses an answer reports, counted from 1: each value is present, or follows another of its tag.
fn reported(result: &GeocodeResult, parses: &[Tree]) -> Option<usize> {
    let is_value = |(tag, value): (milepost_address::Tag, &str)| {
        let is_dropped =
            result.dropped_components.iter().any(|dropped| dropped.tag == tag && dropped.value == value);
        is_dropped || result.components.get(tag.as_str()).is_some_and(|reported| reported == value)
    };
    Some(1 + parses.iter().position(|parse| parse.components().all(is_value))?)
}

#[test]
fn the_cases_resolve_as_written() {
    let geocoder = Geocoder::open(&starter("candidate.db"), None).unwrap();
    let mut wrong = Vec::new();
    for case in include_str!("cases/alternative_parses.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
    {
        let (parses, expected) = case.split_once(" -> ").unwrap();
        let parses: Vec<Tree> = parses.split('|').map(|parse| tree(parse.trim())).collect();
        assert!(parses.iter().all(|parse| parse.raw == parses[0].raw), "parses of one text: {case}");
        let result = geocoder.geocode_with(&parses[0], || parses[1..].to_vec()).unwrap();
        let is_reported = result.intent_markers.iter().any(|marker| marker.code == "read_otherwise");
        let right = match expected.split(' ').collect::<Vec<_>>()[..] {
            ["nothing"] => result.lat.is_none(),
            [country, kilometres, lat, lon, parse] => {
                let (lat, lon) = (lat.parse().unwrap(), lon.parse().unwrap());
                let allowed = kilometres.parse::<f64>().unwrap() * 1000.0;
                let metres =
                    result.lat.zip(result.lon).map(|(north, east)| distance_m(north, east, lat, lon));
                result.country_code.as_deref() == Some(country)
                    && metres.is_some_and(|metres| metres <= allowed)
                    && reported(&result, &parses).map(|number| number.to_string()).as_deref() == Some(parse)
                    && is_reported == (parse != "1")
            }
            _ => panic!("malformed case: {case}"),
        };
        if !right {
            let found = (&result.country_code, result.lat, result.lon, &result.components, is_reported);
            wrong.push(format!("{case}\n  found {found:?}"));
        }
    }
    // The cases are a smoke test: the weights are fitted on open data and on none of these.
    assert!(wrong.len() <= MOST_WRONG, "{}", wrong.join("\n"));
}

#[test]
fn alternative_parses_are_asked_for_only_where_the_first_leaves_something_open() {
    let geocoder = Geocoder::open(&starter("candidate.db"), None).unwrap();
    let asks = |components: &str| {
        let asked = Cell::new(false);
        let others = || {
            asked.set(true);
            Vec::new()
        };
        geocoder.geocode_with(&tree(components), others).unwrap();
        asked.get()
    };
    assert!(!asks(
        "house_number=12; street=Main; street_suffix=St; locality=Reno; region=NV; postcode=89501"
    ));
    assert!(!asks("venue=Smith & Sons; postcode=75008; locality=Paris"));
    assert!(!asks("country=France"));
    assert!(asks("house_number=89501; street=Reno"), "nothing is found");
    assert!(asks("street=Siena; region=Tuscany"), "no town is found");
    assert!(asks("locality=Qwertyville; region=NV"), "the town is not known");
    assert!(asks("locality=Seattle; region=WA; postcode=33101"), "the postcode is elsewhere");
}

/// Of some 20 cases so many may be answered otherwise than written.
const MOST_WRONG: usize = 5;

#[test]
fn a_search_takes_the_same_parse() {
    let geocoder = Geocoder::open(&starter("candidate.db"), None).unwrap();
    let first = tree("house_number=75008; street=Paris");
    let others = || vec![tree("postcode=75008; locality=Paris")];
    assert!(geocoder.search(&first, None).unwrap().is_none());
    let search = |countries| {
        let bounds = AnswerBounds { countries, ..AnswerBounds::default() };
        geocoder.search_within(&first, &bounds, others).unwrap().into_iter().next()
    };
    assert_eq!(search(Vec::new()).unwrap().postcode.as_deref(), Some("75008"));
    let elsewhere = search(vec!["US".to_owned()]).and_then(|found| found.place);
    assert!(elsewhere.is_none_or(|place| place.country_code == "US"), "it is bound to that country");
}
