//! Files whose rows or views are not what lookups expect: bad rows are skipped and counted, and no query runs or grows without end.
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use milepost_gazetteer::reverse::Reverse;
use milepost_gazetteer::{Gazetteer, GazetteerError, Place, Placetype, Scope, Shards, schema};
use rusqlite::Connection;
use tempfile::TempDir;

/// Cells that are not a number.
const NO_NUMBERS: [&str; 4] = ["'abc'", "x'00ff'", "NULL", "9e999"];

/// Longest time of a lookup that is stopped, on a busy machine.
const LONGEST: Duration = Duration::from_secs(30);

const VIEW: &str = "ALTER TABLE TABLE_NAME RENAME TO rows;
CREATE VIEW TABLE_NAME AS WITH RECURSIVE r(x) AS (SELECT 1 UNION SELECT x + 1 FROM r) SELECT rows.* FROM rows, r WHERE x < 0";

/// A candidate database without constraints, with the settlements Reno (1) and Reno (2).
fn candidates(change: &str) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("candidate.db");
    let connection = Connection::open(&path).unwrap();
    let tables = "CREATE TABLE country_codes (id INTEGER PRIMARY KEY, code TEXT);
        CREATE TABLE placetype_codes (id INTEGER PRIMARY KEY, placetype TEXT);
        CREATE TABLE candidate (name_key, country_id, region_id, placetype_id, neg_rank, spr_id, name, latitude, longitude, population,
          is_primary, min_lat, min_lon, max_lat, max_lon, importance);
        INSERT INTO country_codes VALUES (1, 'US');
        INSERT INTO placetype_codes VALUES (1, 'locality');
        INSERT INTO candidate VALUES
          ('reno', 1, 0, 1, -2, 1, 'Reno', 39.5, -119.8, 250000, 1, NULL, NULL, NULL, NULL, NULL),
          ('reno', 1, 0, 1, -1, 2, 'Reno', 33.0, -97.6, 3000, 1, NULL, NULL, NULL, NULL, NULL)";
    connection.execute_batch(tables).unwrap();
    connection.execute_batch(change).unwrap();
    (folder, path)
}

fn found(gazetteer: &Gazetteer) -> Vec<i64> {
    let places = gazetteer.places("Reno", &[Placetype::Locality], 10).unwrap();
    places.into_iter().map(|Place { id, .. }| id).collect()
}

#[test]
fn a_row_of_the_gazetteer_with_a_cell_of_another_type_is_skipped_and_counted() {
    for column in [
        "latitude",
        "longitude",
        "population",
        "spr_id",
        "placetype_id",
        "country_id",
        "is_primary",
        "importance",
    ] {
        for cell in NO_NUMBERS {
            // An infinite importance counts as 1.
            if matches!((column, cell), ("population" | "importance", "NULL") | ("importance", "9e999")) {
                continue;
            }
            let (_folder, path) =
                candidates(&format!("UPDATE candidate SET {column} = {cell} WHERE spr_id = 1"));
            let gazetteer = Gazetteer::open(&path).unwrap();
            assert_eq!(found(&gazetteer), [2], "{column} = {cell}");
            assert_eq!(gazetteer.file().skipped_rows(), 1, "{column} = {cell}");
        }
    }
    for (column, cell) in
        [("name", "x'ff00'"), ("name", "NULL"), ("latitude", "90.5"), ("longitude", "-1e300")]
    {
        let (_folder, path) = candidates(&format!("UPDATE candidate SET {column} = {cell} WHERE spr_id = 1"));
        let gazetteer = Gazetteer::open(&path).unwrap();
        assert_eq!((found(&gazetteer), gazetteer.file().skipped_rows()), (vec![2], 1), "{column} = {cell}");
    }
}

#[test]
fn huge_names_are_skipped() {
    for bytes in [5_000, 2_000_000] {
        let name =
            format!("UPDATE candidate SET name = replace(hex(zeroblob({bytes})), '0', 'x') WHERE spr_id = 2");
        let (_folder, path) = candidates(&name);
        let gazetteer = Gazetteer::open(&path).unwrap();
        assert_eq!((found(&gazetteer), gazetteer.file().skipped_rows()), (vec![1], 1), "{bytes}");
    }
}

#[test]
fn a_view_without_end_is_an_error_that_names_the_file() {
    let (_folder, path) = candidates(&VIEW.replace("TABLE_NAME", "candidate"));
    let gazetteer = Gazetteer::open(&path).unwrap();
    let begun = Instant::now();
    let error = gazetteer.places("Reno", &[Placetype::Locality], 10).unwrap_err();
    assert!(begun.elapsed() < LONGEST, "{:?}", begun.elapsed());
    assert!(matches!(&error, GazetteerError::TooManySteps { path: at, .. } if *at == path), "{error}");
    assert!(found_after(&gazetteer), "a stopped lookup leaves its connection usable");
}

fn found_after(gazetteer: &Gazetteer) -> bool {
    gazetteer.has_postcodes_of("US").is_ok_and(|has| !has)
}

#[test]
fn a_view_that_doubles_at_each_level_is_an_error() {
    let mut views = String::from("ALTER TABLE candidate RENAME TO v0;");
    for level in 1..40 {
        let below = level - 1;
        views += &format!("CREATE VIEW v{level} AS SELECT * FROM v{below} UNION ALL SELECT * FROM v{below};");
    }
    views += "CREATE VIEW candidate AS SELECT * FROM v39";
    let (_folder, path) = candidates(&views);
    let begun = Instant::now();
    let answer =
        Gazetteer::open(&path).and_then(|gazetteer| gazetteer.places("Reno", &[Placetype::Locality], 10));
    assert!(answer.is_err() && begun.elapsed() < LONGEST, "{:?}", begun.elapsed());
}

#[test]
fn rows_of_the_administrative_database_are_skipped_and_counted() {
    for (column, cell) in [("latitude", "'abc'"), ("name", "x'ff'"), ("placetype", "7"), ("country", "x'01'")]
    {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("admin.db");
        let tables = format!(
            "CREATE TABLE spr (id INTEGER PRIMARY KEY, parent_id, name, placetype, country, latitude, longitude, min_latitude,
               min_longitude, max_latitude, max_longitude, is_current, is_deprecated, is_ceased, is_superseded);
             CREATE VIRTUAL TABLE place_bbox USING rtree (id, min_lat, max_lat, min_lon, max_lon);
             INSERT INTO spr VALUES
               (1, -1, 'Reno', 'locality', 'US', 39.53, -119.81, NULL, NULL, NULL, NULL, 1, 0, 0, 0),
               (2, -1, 'Sparks', 'locality', 'US', 39.54, -119.80, NULL, NULL, NULL, NULL, 1, 0, 0, 0);
             INSERT INTO place_bbox VALUES (1, 39.53, 39.53, -119.81, -119.81), (2, 39.54, 39.54, -119.80, -119.80);
             UPDATE spr SET {column} = {cell} WHERE id = 1"
        );
        Connection::open(&path).unwrap().execute_batch(&tables).unwrap();
        let reverse = Reverse::open(&path, None).unwrap();
        let chain = reverse.at(39.53, -119.81).unwrap().unwrap();
        assert_eq!(chain.places[0].name, "Sparks", "{column} = {cell}");
        assert_eq!(reverse.by_id(1).unwrap(), None, "{column} = {cell}");
        assert!(reverse.files()[0].skipped_rows() >= 2, "{column} = {cell}");
    }
}

/// A data root with a shard of the houses 12 and 14.
fn houses(change: &str) -> (TempDir, Shards) {
    let root = TempDir::new().unwrap();
    fs::create_dir(root.path().join("address-points")).unwrap();
    let connection = Connection::open(root.path().join("address-points/address-points-us-md.db")).unwrap();
    let house = |number, lat| {
        format!(
            "('main street', 'main street', '{number}', NULL, '21013', 'baldwin', 'MAIN ST', {lat}, -76.5, NULL, NULL)"
        )
    };
    let rows = format!("INSERT INTO address_point VALUES {}, {}", house(12, "39.5"), house(14, "39.6"));
    let schema = schema::ADDRESS_POINTS.replace(" NOT NULL", "");
    let indexes = schema::ADDRESS_POINT_INDEXES;
    connection.execute_batch(&format!("{schema}; {rows}; {indexes}; {change}")).unwrap();
    drop(connection);
    let shards = Shards::open(root.path());
    (root, shards)
}

#[test]
fn rows_of_a_shard_are_skipped_and_counted() {
    for (column, cell) in
        [("lat", "'abc'"), ("lon", "x'00'"), ("lat", "91"), ("street_raw", "x'ff'"), ("number", "x'ff'")]
    {
        let (_root, shards) =
            houses(&format!("UPDATE address_point SET {column} = {cell} WHERE lat < 39.55"));
        let points = shards.address_points("us-md").unwrap();
        let found = points.of_street(Some(Scope::Postcode("21013")), "main street", 10).unwrap();
        assert_eq!(found.len(), 1, "{column} = {cell}");
        assert_eq!((found[0].number.as_str(), shards.faults()), ("14", 1), "{column} = {cell}");
    }
}

#[test]
fn a_shard_whose_lookup_is_stopped_is_left_out() {
    let (_root, shards) = houses(&VIEW.replace("TABLE_NAME", "address_point"));
    let Some(points) = shards.address_points("us-md") else {
        assert!(shards.skipped()[0].to_string().contains("stopped"), "{:?}", shards.skipped());
        return;
    };
    let found = shards.or_miss(points.of_street(Some(Scope::Postcode("21013")), "main street", 10));
    assert!(found.is_empty() && shards.address_points("us-md").is_none());
    assert!(shards.skipped()[0].to_string().contains("stopped after"), "{:?}", shards.skipped());
}
