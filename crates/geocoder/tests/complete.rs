//! Completion of streets and addresses, by cases anyone can add to (`cases/complete.txt`), over the rows in `data/points.tsv`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed expectation is a failed test")]

mod common;

use common::shards::data_root;
use common::{read, starter};
use milepost_geocoder::{CompleteOptions, Geocoder, Near};

const ASKED: CompleteOptions = CompleteOptions { limit: 10, near: None };

#[test]
fn the_cases_complete_as_written() {
    let root = data_root();
    let geocoder = Geocoder::open(&starter("candidate.db"), Some(root.path())).unwrap();
    let mut wrong = Vec::new();
    for case in
        include_str!("cases/complete.txt").lines().filter(|line| !line.is_empty() && !line.starts_with("//"))
    {
        let (components, expected) = case.split_once(" -> ").unwrap();
        let (raw, _) = read(components);
        let found = geocoder.complete(&raw, &ASKED).unwrap();
        let streets: Vec<String> = found
            .iter()
            .filter(|completion| completion.street.is_some())
            .map(|completion| {
                assert_eq!(completion.placetype == "address", completion.house_number.is_some());
                let city = completion.city.as_deref().unwrap_or_default();
                format!("{}, {city} {}", completion.name, completion.postcode.as_deref().unwrap_or("-"))
            })
            .collect();
        let expected: Vec<&str> = expected.split("; ").filter(|text| *text != "nothing").collect();
        let right = if expected.is_empty() {
            streets.is_empty()
        } else {
            streets.starts_with(&expected.iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        if !right {
            wrong.push(format!("{case}\n  found {}", streets.join("; ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn towns_are_completed_without_streets() {
    let root = data_root();
    let geocoder = Geocoder::open(&starter("candidate.db"), Some(root.path())).unwrap();
    let found = geocoder.complete("tows", &ASKED).unwrap();
    assert_eq!(found[0].name, "Towson");
    let places = Geocoder::open(&starter("candidate.db"), None).unwrap();
    places.complete("8 elm st towson", &ASKED).unwrap();
    assert!(
        !geocoder.complete("12 main st paris", &ASKED).unwrap().iter().any(|found| found.street.is_some())
    );
}

/// The completions of a query over the rows in `data/points.tsv`, without a parser.
fn found(query: &str) -> Vec<String> {
    let root = data_root();
    let geocoder = Geocoder::open(&starter("candidate.db"), Some(root.path())).unwrap();
    let found = geocoder.complete(query, &ASKED).unwrap();
    let described = |found: milepost_geocoder::Completion| {
        let [city, state, country] = [found.city, found.state, found.country].map(Option::unwrap_or_default);
        format!("{}, {city}, {state}, {country}", found.name)
    };
    found.into_iter().filter(|found| found.street.is_some()).map(described).collect()
}

#[test]
fn a_number_or_a_town_stands_beside_an_unfinished_street() {
    let carroll = "Carroll Manor Rd, Baldwin, Maryland, United States of America";
    for query in ["4717 carr", "4717 carroll manor rd bal"] {
        assert_eq!(found(query)[0], format!("4717 {carroll}"), "{query}");
    }
    for query in
        ["carroll manor bald", "carroll manor baldwin", "baldwin md carroll man", "carroll manor rd 21013"]
    {
        assert_eq!(found(query), [carroll], "{query}");
    }
    // The first word of the street may be left out, and the number may follow the street.
    assert_eq!(found("30 calvert")[0], "30 N Calvert St, Towson, Maryland, United States of America");
    assert_eq!(found("calvert st 30")[0], "30 N Calvert St, Towson, Maryland, United States of America");
    assert_eq!(found("21013 carroll"), [carroll]);
}

/// Streets of Réunion are in the register of France, and its towns have a country code of their own.
#[test]
fn a_street_overseas_has_the_town_and_the_country_it_lies_in() {
    let expected = "7 Rue du Corail Bleu, La Possession, Reunion, Reunion";
    for query in
        ["7 rue du corail bl", "7 rue du corail bleu la poss", "7 rue du corail bleu la possession reunion"]
    {
        assert_eq!(found(query), [expected], "{query}");
    }
}

/// Country, code and point of `cases/postcodes.txt`.
fn codes_of_the_world() -> impl Iterator<Item = (&'static str, String, (f64, f64))> {
    let lines = include_str!("cases/postcodes.txt").lines().filter(|line| !line.starts_with("//"));
    lines.map(|line| {
        let [country, code, lat, lon] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        (country, code.replace('_', " "), (lat.parse().unwrap(), lon.parse().unwrap()))
    })
}

/// Whether a completion is a postcode of the country.
fn is_of(found: &milepost_geocoder::Completion, country: &str) -> bool {
    found.placetype == "postalcode" && found.country_code.as_deref() == Some(&country.to_lowercase())
}

/// A foreign postcode completed to nothing: the index has those of two countries.
#[test]
fn a_postcode_of_any_country_completes_to_its_place() {
    let geocoder = Geocoder::open(&starter("candidate.db"), None).unwrap();
    let mut wrong = Vec::new();
    let mut countries = 0;
    for (country, code, near) in codes_of_the_world() {
        countries += 1;
        let everywhere = CompleteOptions { limit: 50, near: None };
        let around = CompleteOptions { limit: 50, near: Some(Near::at(near.0, near.1)) };
        let found = geocoder.complete(&code, &everywhere).unwrap();
        if !found.iter().any(|found| is_of(found, country)) {
            wrong.push(format!("{country} {code}: not there"));
        }
        let found = geocoder.complete(&code, &around).unwrap();
        // The Vatican has a code of the city around it.
        let first = if country == "VA" { 2 } else { 1 };
        if !found.iter().take(first).any(|found| is_of(found, country)) {
            wrong.push(format!("{country} {code}, asked there: {:?}", found.first()));
        }
        let begun = &code[..code.len() - 1];
        let found = geocoder.complete(begun, &around).unwrap();
        let is_long = begun.bytes().filter(u8::is_ascii_alphanumeric).count() > 2;
        if is_long
            && code.bytes().any(|sign| sign.is_ascii_digit())
            && !found.iter().any(|found| is_of(found, country))
        {
            wrong.push(format!("{country} {begun}, asked there: the beginning finds nothing"));
        }
    }
    assert_eq!(countries, 117);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_code_of_several_countries_is_reported_with_each_and_the_nearest_first() {
    let geocoder = Geocoder::open(&starter("candidate.db"), None).unwrap();
    let countries = |near| {
        let found = geocoder.complete("1010", &CompleteOptions { limit: 50, near }).unwrap();
        found.into_iter().filter_map(|found| found.country_code).collect::<Vec<_>>()
    };
    let anywhere = countries(None);
    for country in ["au", "at", "ch", "nz"] {
        assert!(anywhere.iter().any(|found| found == country), "{country} of {anywhere:?}");
    }
    assert_eq!(countries(Some(Near::at(48.2, 16.37)))[0], "at");
    assert_eq!(countries(Some(Near::at(46.52, 6.63)))[0], "ch");
}

#[test]
fn words_beside_a_code_say_where_it_is() {
    let geocoder = Geocoder::open(&starter("candidate.db"), None).unwrap();
    let first = |query| geocoder.complete(query, &ASKED).unwrap().into_iter().next().unwrap();
    for (query, id) in [
        ("80331", "DE-80331"),
        ("80331 mün", "DE-80331"),
        ("80331 ukraine", "UA-80331"),
        ("london sw1", "GB-SW1E"),
        ("SW1A 2AA", "GB-SW1A"),
        ("3750-011", "PT-3750-011"),
        ("00950 finl", "FI-00950"),
    ] {
        assert_eq!(first(query).id, id, "{query}");
    }
    // The codes of the index stay where they were.
    assert_eq!(first("75008").city.as_deref(), Some("Paris"));
    assert_eq!(first("96801").city.as_deref(), Some("Honolulu"));
    assert!(geocoder.complete("80331 reno", &ASKED).unwrap().is_empty());
}
