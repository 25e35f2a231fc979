//! Which shards open, what is said of those that do not, and that a damaged one is a tier that misses.
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

use std::fs;
use std::path::{Path, PathBuf};

use milepost_gazetteer::{ALL_STREETS, Scope, Shards, Side, schema, write_street_index};
use rusqlite::Connection;
use tempfile::TempDir;

const POINT: &str = "INSERT INTO address_point VALUES
  ('main street', 'main street', '12', NULL, '21013', 'baldwin', 'MAIN ST', 39.5, -76.5, NULL, NULL)";

/// A data root with one shard of address points.
fn root(prelude: &str) -> (TempDir, PathBuf) {
    let root = TempDir::new().unwrap();
    let folder = root.path().join("address-points");
    fs::create_dir(&folder).unwrap();
    let path = folder.join("address-points-us-md.db");
    let connection = Connection::open(&path).unwrap();
    connection
        .execute_batch(&format!(
            "{prelude}; {}; {POINT}; {}",
            schema::ADDRESS_POINTS,
            schema::ADDRESS_POINT_INDEXES
        ))
        .unwrap();
    connection.close().unwrap();
    (root, path)
}

fn houses(shards: &Shards) -> usize {
    let points = shards.address_points("us-md").unwrap();
    shards.or_miss(points.of_number(Some(Scope::Postcode("21013")), "main street", &["12"])).len()
}

/// The reason the only shard is left out for.
fn refusal(root: &Path) -> String {
    let shards = Shards::open(root);
    assert!(shards.is_empty());
    assert_eq!(shards.skipped().len(), 1, "{:?}", shards.skipped());
    shards.skipped()[0].to_string()
}

#[test]
fn a_shard_is_found_by_its_name() {
    let (root, _) = root("");
    let shards = Shards::open(root.path());
    assert_eq!(shards.counts(), [1, 0, 0]);
    assert_eq!(houses(&shards), 1);
    let points = shards.address_points("us-md").unwrap();
    assert_eq!(points.of_key(Scope::Postcode("21013"), "main street").unwrap()[0].number, "12");
    assert!(shards.address_points("us-va").is_none());
}

#[test]
fn a_published_register_answers_exact_names_without_an_index_of_words() {
    let root = TempDir::new().unwrap();
    let folder = root.path().join("address-points");
    fs::create_dir(&folder).unwrap();
    let connection = Connection::open(folder.join("address-points-us-md.db")).unwrap();
    // The indexes that published registers have, without those our builders add.
    connection
        .execute_batch(&format!(
            "{}; {POINT};
             CREATE INDEX a ON address_point (postcode, street_norm, number);
             CREATE INDEX b ON address_point (locality_norm, street_norm, number);
             CREATE INDEX c ON address_point (postcode, street_key);
             CREATE INDEX d ON address_point (street_norm, number);",
            schema::ADDRESS_POINTS,
        ))
        .unwrap();
    connection.close().unwrap();
    let shards = Shards::open(root.path());
    let points = shards.address_points("us-md").unwrap();
    assert!(points.street_index().is_none());
    assert_eq!(points.of_street(Some(Scope::Postcode("21013")), "main street", 10).unwrap().len(), 1);
    assert!(shards.covers("us") && !shards.covers("u") && !shards.covers("fr"));
}

#[test]
fn an_index_of_words_finds_a_street_by_its_words_in_its_place() {
    let root = TempDir::new().unwrap();
    let folder = root.path().join("address-points");
    fs::create_dir(&folder).unwrap();
    let connection = Connection::open(folder.join("address-points-us-md.db")).unwrap();
    connection.execute_batch(&format!("{}; {POINT};", schema::ADDRESS_POINTS)).unwrap();
    write_street_index(&connection, "us").unwrap();
    connection.close().unwrap();
    let shards = Shards::open(root.path());
    let index = shards.address_points("us-md").unwrap().street_index().unwrap();
    let places = index.places(&Scope::Locality("baldwin").into()).unwrap();
    let ids = index.of_word(places[0].id, "main", 8).unwrap();
    assert_eq!(index.streets(&ids).unwrap()[0].norm, "main street");
    assert_eq!(index.of_word(ALL_STREETS, "main", 8).unwrap(), ids);
    assert_eq!(index.words(places[0].id, "ma", 8).unwrap(), ["main"]);
    assert_eq!(index.frequency("main").unwrap(), 1);
    assert!(index.places(&Scope::Locality("towson").into()).unwrap().is_empty());
    assert_eq!(index.postcodes("210", 8).unwrap()[0].name, "21013");
}

#[test]
fn a_data_root_without_shards_is_no_fault() {
    let shards = Shards::open(Path::new("/nonexistent"));
    assert!(shards.is_empty() && shards.skipped().is_empty());
}

#[test]
fn a_write_ahead_shard_needs_its_siblings() {
    let (root, path) = root("PRAGMA journal_mode = WAL");
    assert!(refusal(root.path()).contains("-wal"), "no siblings at all");
    // A reader that stays keeps both siblings in place.
    let keeper = Connection::open(&path).unwrap();
    keeper.execute_batch("INSERT INTO address_point SELECT * FROM address_point").unwrap();
    let shards = Shards::open(root.path());
    assert_eq!(houses(&shards), 2, "rows of the log are read");
    drop(shards);
    let copy = TempDir::new().unwrap();
    let folder = copy.path().join("address-points");
    fs::create_dir(&folder).unwrap();
    for ending in ["", "-wal"] {
        let name = format!("address-points-us-md.db{ending}");
        fs::copy(path.with_file_name(&name), folder.join(&name)).unwrap();
    }
    assert!(refusal(copy.path()).contains("-shm"), "one of two");
}

#[test]
fn what_is_no_shard_is_left_out_with_its_reason() {
    let (root, path) = root("");
    let whole = fs::read(&path).unwrap();
    fs::write(&path, "").unwrap();
    assert!(refusal(root.path()).contains("empty"));
    fs::write(&path, "text, no database ".repeat(40)).unwrap();
    assert!(refusal(root.path()).contains("not an SQLite database"));
    fs::write(&path, &whole[..60]).unwrap();
    assert!(refusal(root.path()).contains("header"));
    fs::write(&path, &whole[..whole.len() - 5000]).unwrap();
    assert!(refusal(root.path()).contains("truncated"));
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(refusal(root.path()).contains("directory"));
    fs::remove_dir(&path).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    assert!(refusal(root.path()).contains("named pipe"));
    fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink("/nonexistent/host/path.db", &path).unwrap();
    assert!(refusal(root.path()).contains("link"));
    fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE address_point (street TEXT)").unwrap();
    let refusal = refusal(root.path());
    assert!(refusal.contains("address_point") && refusal.contains("address-points-us-md.db"), "{refusal}");
}

#[test]
fn a_shard_damaged_while_open_is_a_miss_that_is_counted() {
    let (root, path) = root("");
    let shards = Shards::open(root.path());
    let length = fs::metadata(&path).unwrap().len();
    let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(0).unwrap();
    file.set_len(length).unwrap();
    assert_eq!(houses(&shards), 0);
    assert_eq!(shards.faults(), 1);
}

#[test]
fn a_shard_on_a_read_only_mount_opens() {
    let (root, path) = root("");
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    assert_eq!(houses(&Shards::open(root.path())), 1);
}

#[test]
fn published_shards_without_calibration_open() {
    let root = TempDir::new().unwrap();
    let folder = root.path().join("interpolation");
    fs::create_dir(&folder).unwrap();
    Connection::open(folder.join("interpolation-us-mt-TIGER2023.db"))
        .unwrap()
        .execute_batch(&format!(
            "{}; DROP TABLE interp_calibration;
             INSERT INTO street_segment VALUES
               ('state route 360', 'L', 1199, 1101, 1101, 1199, 'odd', '59645', '30059', 'State Hwy 360', '[[-110.9,46.5],[-110.8,46.5]]', NULL, NULL),
               ('state route 360', 'R', 1100, 1198, 1100, 1198, 'even', '59645', '30059', 'State Hwy 360', 'broken', NULL, NULL)",
            schema::STREET_SEGMENTS
        ))
        .unwrap();
    let shards = Shards::open(root.path());
    let segments = shards.segments("us-mt").unwrap();
    assert!(segments.calibration().is_none());
    let found = segments.of_number(Some("59645"), "state route 360", 1151).unwrap();
    assert_eq!(found.len(), 1, "a row whose line cannot be read is not there");
    assert_eq!((found[0].side, found[0].from, found[0].parity), (Side::Left, 1199, Some(1)));
    assert!(segments.of_number(None, "state route 360", 1300).unwrap().is_empty());
}
