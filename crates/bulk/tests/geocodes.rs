//! Tables that are geocoded with the starter data.
#![allow(clippy::panic, clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{asked, geocoded, parsed, records, text};

#[test]
fn each_row_without_coordinates_says_why() {
    let table = "address\nasdf qwer\nXyzzyville\n12 Main St\nReno\n\"\"\n\"Xyzzyville, Qwertzland\"\n";
    let rows = geocoded(table, &["--fields", "country_code"]);
    let errors: Vec<&str> = rows.iter().map(|row| row[1].as_str()).collect();
    assert_eq!(
        errors[..5],
        [
            "nothing that looks like an address",
            "unknown town `Xyzzyville`",
            "no town, postcode or region",
            "",
            "address is required"
        ]
    );
    assert!(errors[5].contains("Xyzzyville"), "{}", errors[5]);
    assert!(rows.iter().all(|row| row[0].is_empty() != row[1].is_empty()), "{rows:?}");
}

#[test]
fn a_text_that_parses_into_nothing_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
    std::fs::write(&from, "address\nasdf qwer\nReno\n").unwrap();
    parsed(&[text(&from), "--out", text(&to)]);
    let errors = |rows: Vec<Vec<String>>| -> Vec<String> {
        rows.into_iter().skip(1).map(|row| row[row.len() - 1].clone()).collect()
    };
    assert_eq!(errors(records(&to, b',')), ["nothing that looks like an address", ""]);
    asked(&[text(&from), "--out", text(&to), "--only", "key", "--replace"]).unwrap();
    assert_eq!(errors(records(&to, b',')), ["nothing that looks like an address", ""]);
}

#[test]
fn a_column_of_countries_bounds_each_answer() {
    let table = "address,country\n\"Hauptstr 5, Atlantis\",DE\n\"San Juan, PR\",US\nParis,France\nParis,\nParis,USA\n,FR\nWien,Erewhon\n";
    let rows = geocoded(table, &["--fields", "country_code"]);
    let countries: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(countries, ["", "PR", "FR", "FR", "US", "FR", "AT"]);
    assert!(rows[0][1].starts_with("nothing that fits the text is known in the countries"), "{:?}", rows[0]);
}

#[test]
fn countries_a_point_and_a_box_bound_all_answers() {
    let country = |words: &[&str], table: &str| -> Vec<String> {
        let mut all = vec!["--fields", "country_code,region"];
        all.extend(words);
        geocoded(table, &all).into_iter().map(|row| format!("{}{}", row[0], row[2])).collect()
    };
    let towns = "address,id\nParis,1\n\"Paris, France\",2\n";
    assert_eq!(country(&["--country", "us,ca"], towns)[0], "US");
    assert!(country(&["--country", "us"], towns)[1].starts_with("nothing that fits"));
    assert_eq!(country(&["--near", "33.6,-95.5"], "address\nParis\n"), ["US"]);
    assert_eq!(country(&["--bounds", "33,-97,34,-95"], "address\nParis\n"), ["US"]);
    let both = "address,country\nWien,AT\nBern,CH\n";
    let rows = country(&["--country", "at"], both);
    assert_eq!(rows, ["AT", "the country CH is not one of those asked for: AT"]);
    // A column comes before a code.
    assert_eq!(country(&["--address", "town", "--country", "at"], "town,at\nParis,US\n"), ["US"]);
}

#[test]
fn bounds_that_make_no_sense_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let from = folder.path().join("in.csv");
    std::fs::write(&from, "address\nReno\n").unwrap();
    let error = |words: &[&str]| {
        let mut all = vec![text(&from), "--dry-run"];
        all.extend(words);
        asked(&all).unwrap_err().to_string()
    };
    assert!(error(&["--only", "parse", "--country", "us"]).contains("need --only geocode"));
    let why = error(&["--missing", "SERVICE_DATA_ROOT is /none, which does not exist"]);
    assert!(why.starts_with("SERVICE_DATA_ROOT is /none, which does not exist; no gazetteer"), "{why}");
    assert!(error(&["--country", "germany"]).contains("there is no column `germany`"));
}

#[test]
fn a_region_and_a_postcode_bound_the_answer_of_their_row() {
    let table = "street,city,region,postcode,country\n\
        Hauptstr 5,Neustadt,Bayern,,DE\n\
        1 Main St,Springfield,,97477,US\n\
        Rue X 12,Lyon,Île-de-France,,FR\n\
        1 Main St,Houston,,10001,US\n\
        1 Main St,Paris,Texas,,US\n";
    let rows = geocoded(table, &["--fields", "hierarchy,doubts"]);
    let places: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert!(places[0].contains("Bavaria"), "{places:?}");
    assert!(places[1].contains("Oregon"), "{places:?}");
    // Lyon lies elsewhere, so the region is left.
    assert!(places[2].contains("Île-de-France") && !places[2].contains("Lyon"), "{places:?}");
    // No Houston has this postcode: the town stays, and the row says so.
    assert!(places[3].contains("Texas") && rows[3][1].contains("postcode_contradicts"), "{rows:?}");
    assert!(places[4].contains("Texas"), "{places:?}");
}
