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
