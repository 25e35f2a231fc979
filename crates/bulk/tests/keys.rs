//! `--only key`: one column, by which tables are joined and duplicates found.
#![allow(clippy::panic, clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::fs;

use common::{asked, text};
use milepost_bulk::{BulkError, Outcome};

/// What `--only key` writes of a table with these flags. It opens the weights alone.
fn keyed(table: &str, flags: &[&str]) -> Result<String, BulkError> {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
    fs::write(&from, table).unwrap();
    match asked(&[&["--only", "key", text(&from), "--out", text(&to)], flags].concat())? {
        Outcome::Written(summary) => {
            assert_eq!(summary.counts.rows as usize, table.lines().count() - 1);
            Ok(fs::read_to_string(&to).unwrap())
        }
        Outcome::Text(text) => Ok(text),
    }
}

#[test]
fn spellings_of_one_address_have_one_key() {
    let table = "id,address\n\
        1,\"350 5th Ave Apt 4B, New York, NY 10118\"\n\
        2,\"350 FIFTH AVENUE APARTMENT 4-B, New York, New York 10118\"\n\
        3,\n";
    let written = keyed(table, &[]).unwrap();
    let lines: Vec<&str> = written.lines().collect();
    let key = "mp2|350|5 avenue|apartment 4b|new york|new york|10118";
    assert_eq!(lines[0], "id,address,geo_key,geo_error");
    assert!(lines[1].ends_with(&format!(",{key},")), "{}", lines[1]);
    assert!(lines[2].ends_with(&format!(",{key},")), "{}", lines[2]);
    assert_eq!(lines[3], "3,,,address is required");
}

#[test]
fn rules_are_those_of_the_country_that_the_row_or_the_flag_names() {
    let table =
        "address,country\n\"3 bd. St-Michel, 75005 Paris\",\n\"3 bd. St-Michel, 75005 Paris\",France\n";
    let written =
        keyed(table, &["--address", "address", "--country", "country", "--key-country", "FR"]).unwrap();
    let rows: Vec<&str> = written.lines().skip(1).collect();
    assert!(rows[0].ends_with(",mp2|3|boulevard saint michel|paris|75005|fr,"), "{}", rows[0]);
    assert!(rows[1].ends_with(",mp2|3|boulevard saint michel|paris|75005|fr,"), "{}", rows[1]);
    let unnamed = keyed(table, &["--address", "address", "--country", "country"]).unwrap();
    let rows: Vec<&str> = unnamed.lines().skip(1).collect();
    assert!(rows[1].ends_with(",mp2|3|boulevard saint michel|paris|75005|fr,"), "{}", rows[1]);
    assert!(!rows[0].contains("boulevard"), "{}", rows[0]);
}

#[test]
fn fields_are_key_and_error() {
    assert_eq!(keyed("address\n", &["--fields", "help"]).unwrap(), "key\nerror\n");
    let written = keyed("address\nReno\n", &["--fields", "key", "--prefix", ""]).unwrap();
    assert_eq!(written, "address,key,error\nReno,mp2|reno,\n");
    let error = keyed("address\nReno\n", &["--fields", "locality"]).unwrap_err();
    assert!(error.to_string().contains("no field `locality`; there are: key,error"), "{error}");
}
