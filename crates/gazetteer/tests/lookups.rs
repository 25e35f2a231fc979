//! The lookup databases of a data root, in the schemas of published files, with GeoJSON text.
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

use std::fs;
use std::path::{Path, PathBuf};

use milepost_gazetteer::lookups::{
    FailedLookups, LookupAnswers, Lookups, NUTS_SCHEMA, NutsCodes, TIMEZONE_SCHEMA, UN_LOCODE_SCHEMA,
};
use rusqlite::Connection;
use tempfile::TempDir;

/// A square of one degree at 48° N 2° E.
const SQUARE: &str = r#"{"type":"MultiPolygon","coordinates":[[[[2,48],[3,48],[3,49],[2,49],[2,48]]]]}"#;

fn database(root: &Path, name: &str, sql: &str) -> PathBuf {
    let folder = root.join(name);
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.db"));
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    path
}

fn everything(root: &Path) {
    let timezones = format!(
        "{TIMEZONE_SCHEMA} INSERT INTO timezone_polygons VALUES ('Europe/Paris', 48, 49, 2, 3, '{SQUARE}');"
    );
    let nuts = format!(
        "{NUTS_SCHEMA} INSERT INTO nuts_regions VALUES ('FR101', 3, 48, 49, 2, 3, '{SQUARE}'), ('FR1', 1, 48, 49, 2, 3, '{SQUARE}');"
    );
    let codes = format!(
        "{UN_LOCODE_SCHEMA} INSERT INTO un_locode VALUES ('FR', 'PAR', 'Paris', 'paris', 48.85, 2.35), ('FR', 'VIY', 'Vitry', 'vitry', 48.78, 2.4);"
    );
    database(root, "timezone", &timezones);
    database(root, "nuts", &nuts);
    database(root, "un-locode", &codes);
}

#[test]
fn every_database_answers() {
    let root = TempDir::new().unwrap();
    everything(root.path());
    let lookups = Lookups::open(root.path());
    assert_eq!(lookups.skipped(), &[] as &[String]);
    let answers = |lat, lon, country, name| lookups.at(lat, lon, country, name);
    let here = answers(48.79, 2.39, Some("fr"), Some("Paris"));
    assert_eq!(here.timezone.as_deref(), Some("Europe/Paris"));
    assert_eq!(here.un_locode.as_deref(), Some("FR PAR"));
    let codes =
        NutsCodes { nuts1: Some("FR1".into()), nuts2: Some("FR10".into()), nuts3: Some("FR101".into()) };
    assert_eq!(here.nuts, Some(codes));
    assert_eq!(answers(48.79, 2.39, Some("FR"), None).un_locode.as_deref(), Some("FR VIY"), "the nearest");
    assert_eq!(answers(48.79, 2.39, None, Some("Paris")).un_locode, None, "a code belongs to a country");
    assert_eq!(answers(0.0, 0.0, Some("FR"), None), LookupAnswers::default());
}

#[test]
fn a_data_root_without_them_answers_nothing() {
    let root = TempDir::new().unwrap();
    let lookups = Lookups::open(root.path());
    assert!(lookups.is_empty());
    assert!(lookups.skipped().is_empty());
    assert_eq!(lookups.at(48.5, 2.5, Some("FR"), None), LookupAnswers::default());
}

#[test]
fn a_file_that_is_none_is_named_and_the_others_answer() {
    let root = TempDir::new().unwrap();
    everything(root.path());
    fs::write(root.path().join("nuts/nuts.db"), "no database").unwrap();
    database(&root.path().join("elsewhere"), "timezone", "CREATE TABLE other (a);");
    fs::rename(root.path().join("elsewhere/timezone/timezone.db"), root.path().join("timezone/timezone.db"))
        .unwrap();
    let lookups = Lookups::open(root.path());
    assert_eq!(lookups.skipped().len(), 2, "{:?}", lookups.skipped());
    assert!(lookups.skipped()[0].contains("timezone/timezone.db"), "{:?}", lookups.skipped());
    assert!(lookups.skipped()[1].contains("nuts/nuts.db"), "{:?}", lookups.skipped());
    let found = lookups.at(48.5, 2.5, Some("FR"), Some("Paris"));
    assert_eq!((found.timezone, found.un_locode.as_deref()), (None, Some("FR PAR")));
}

#[cfg(unix)]
#[test]
fn a_link_to_nowhere_is_named() {
    let root = TempDir::new().unwrap();
    fs::create_dir(root.path().join("nuts")).unwrap();
    std::os::unix::fs::symlink("/nowhere/nuts.db", root.path().join("nuts/nuts.db")).unwrap();
    let lookups = Lookups::open(root.path());
    assert!(lookups.is_empty());
    assert_eq!(lookups.skipped().len(), 1);
}

#[test]
fn a_lookup_that_fails_is_reported_and_the_others_answer() {
    let root = TempDir::new().unwrap();
    everything(root.path());
    // It has the table, and none of the columns.
    fs::remove_file(root.path().join("nuts/nuts.db")).unwrap();
    database(root.path(), "nuts", "CREATE TABLE nuts_regions (other);");
    let found = Lookups::open(root.path()).at(48.5, 2.5, Some("FR"), Some("Paris"));
    assert_eq!(found.timezone.as_deref(), Some("Europe/Paris"));
    assert_eq!(found.un_locode.as_deref(), Some("FR PAR"));
    let FailedLookups { timezone, un_locode, nuts } = found.failed;
    assert_eq!((timezone, un_locode), (None, None));
    assert!(nuts.unwrap().contains("nuts/nuts.db"));
}
