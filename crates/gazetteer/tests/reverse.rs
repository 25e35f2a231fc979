//! Reverse lookup: on small databases in the schema of published ones, and on the starter data by cases anyone can add to
//! (`cases/reverse.txt`).
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed expectation is a failed test")]

use std::path::{Path, PathBuf};

use milepost_gazetteer::reverse::cells::cell;
use milepost_gazetteer::reverse::{Matched, Reverse, Reversed};
use milepost_gazetteer::{GazetteerError, schema};
use milepost_store::polygon;
use proptest::prelude::*;
use rusqlite::{Connection, params};
use tempfile::TempDir;

fn starter() -> PathBuf {
    let database =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm/starter-data/db/wof/admin-global-priority.db");
    assert!(database.exists(), "no {}; run `npm run build` first", database.display());
    database
}

fn names(found: Option<Reversed>) -> Vec<String> {
    found.map_or_else(Vec::new, |found| found.places.into_iter().map(|place| place.name).collect())
}

#[test]
fn the_cases_answer_as_written() {
    let reverse = Reverse::open(&starter(), None).unwrap();
    let mut wrong = Vec::new();
    for case in
        include_str!("cases/reverse.txt").lines().filter(|line| !line.is_empty() && !line.starts_with("//"))
    {
        let (point, expected) = case.split_once(" -> ").unwrap();
        let (lat, lon) = point.split_once(' ').unwrap();
        let found = names(reverse.at(lat.parse().unwrap(), lon.parse().unwrap()).unwrap());
        let right = match expected {
            "nothing" => found.is_empty(),
            chain => {
                let expected: Vec<&str> = chain.split(" < ").collect();
                // A chain of the case may leave out levels, never change their order.
                let mut rest = found.iter();
                found.first().map(String::as_str) == expected.first().copied()
                    && expected.iter().all(|name| rest.any(|known| known == name))
            }
        };
        if !right {
            wrong.push(format!("{case}\n  found {}", found.join(" < ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A database of the columns of a Who's On First distribution: several parents, a continent among the ancestors.
const WOF: &str = "
    CREATE TABLE spr (id INTEGER PRIMARY KEY, parent_id INTEGER, name TEXT, placetype TEXT, country TEXT, repo TEXT, latitude REAL,
      longitude REAL, min_latitude REAL, min_longitude REAL, max_latitude REAL, max_longitude REAL, is_current INTEGER,
      is_deprecated INTEGER, is_ceased INTEGER, is_superseded INTEGER, is_superseding INTEGER, lastmodified INTEGER);
    INSERT INTO spr VALUES
      (1, -1, 'Europe', 'continent', '', '', 50, 10, 35, -10, 70, 40, 1, 0, 0, 0, 0, 0),
      (2, 1, 'Land', 'country', 'LA', '', 5, 5, 0, 0, 10, 10, 1, 0, 0, 0, 0, 0),
      (3, 2, 'North', 'region', 'LA', '', 7.5, 5, 5, 0, 10, 10, 1, 0, 0, 0, 0, 0),
      (4, -4, 'Town', 'locality', 'LA', '', 6, 4, 5.9, 3.9, 6.1, 4.1, 1, 0, 0, 0, 0, 0),
      (5, 4, 'Quarter', 'neighbourhood', 'LA', '', 6.02, 4.02, 6.01, 4.01, 6.03, 4.03, 1, 0, 0, 0, 0, 0),
      (6, 3, 'Old Town', 'locality', 'LA', '', 6, 4, 5.9, 3.9, 6.1, 4.1, 0, 1, 0, 0, 0, 0),
      (7, 2, 'Sea Town', 'locality', 'LA', '', 1, 179.99, 1, 179.99, 1, 179.99, 1, 0, 0, 0, 0, 0);
    CREATE TABLE ancestors (id INTEGER, ancestor_id INTEGER, ancestor_placetype TEXT, lastmodified INTEGER);
    INSERT INTO ancestors VALUES (4, 1, 'continent', 0), (4, 3, 'region', 0), (4, 2, 'country', 0);
    CREATE VIRTUAL TABLE place_bbox USING rtree(id, min_lat, max_lat, min_lon, max_lon);
    INSERT INTO place_bbox SELECT id, min_latitude, max_latitude, min_longitude, max_longitude FROM spr;";

fn database(folder: &TempDir, name: &str, sql: &str) -> PathBuf {
    let path = folder.path().join(name);
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    path
}

#[test]
fn a_whos_on_first_database_answers_with_its_whole_hierarchy() {
    let folder = TempDir::new().unwrap();
    let reverse = Reverse::open(&database(&folder, "admin.db", WOF), None).unwrap();
    let found = reverse.at(6.0, 4.0).unwrap().unwrap();
    assert_eq!(reverse.place_id(found.places[0].id), "wof:4");
    assert_eq!(found.places.iter().map(|place| place.id).collect::<Vec<_>>(), [4, 3, 2]);
    assert_eq!((found.matched, found.distance_m), (Matched::Nearest, 0.0));
    // In a quarter, the quarter comes first.
    assert_eq!(names(reverse.at(6.021, 4.021).unwrap()), ["Quarter", "Town", "North", "Land"]);
    // Nowhere near anything, and far outside.
    assert_eq!(reverse.at(2.0, 2.0).unwrap(), None);
    assert_eq!(reverse.at(91.0, 0.0).unwrap(), None);
    assert_eq!(reverse.at(f64::NAN, 0.0).unwrap(), None);
}

#[test]
fn the_nearest_place_may_lie_across_the_antimeridian() {
    let folder = TempDir::new().unwrap();
    let reverse = Reverse::open(&database(&folder, "admin.db", WOF), None).unwrap();
    for lon in [179.95, -179.99, 180.0, -180.0] {
        assert_eq!(names(reverse.at(1.0, lon).unwrap()).first().unwrap(), "Sea Town", "{lon}");
    }
}

/// The same places in whole microdegrees, as the starter data keep them: only the country, the region and one town have an extent.
fn compact() -> String {
    format!(
        "{}{}
         INSERT INTO place VALUES (5, 4, 'Quarter', 1, 'LA', 6020000, 4020000, 0), (7, 2, 'Sea Town', 0, 'LA', 1000000, 179990000, 900),
           (8, 3, 'Edge', 0, 'LA', 7000000, 4000000, 50);
         {}
         INSERT INTO place VALUES (2, -1, 'Land', 4, 'LA', 5000000, 5000000, 0, 0, 0, 10000000, 10000000),
           (3, 2, 'North', 3, 'LA', 7500000, 5000000, 0, 5000000, 0, 10000000, 10000000),
           (4, 3, 'Town', 0, 'LA', 6000000, 4000000, 8000, 5900000, 3900000, 6100000, 4100000);
         INSERT INTO place_cell VALUES ({}, 5), ({}, 7), ({}, 8);
         INSERT INTO place_bbox SELECT id, min_latitude, max_latitude, min_longitude, max_longitude FROM spr WHERE min_latitude IS NOT NULL;",
        schema::ADMIN,
        schema::ADMIN_COMPACT_PLACES,
        schema::ADMIN_COMPACT_EXTENT_COLUMNS,
        cell(6_020_000, 4_020_000),
        cell(1_000_000, 179_990_000),
        cell(7_000_000, 4_000_000),
    )
}

#[test]
fn places_without_an_extent_are_found_by_their_cell() {
    let folder = TempDir::new().unwrap();
    let reverse = Reverse::open(&database(&folder, "admin.db", &compact()), None).unwrap();
    assert_eq!(names(reverse.at(6.021, 4.021).unwrap()), ["Quarter", "Town", "North", "Land"]);
    let town = &reverse.by_id(4).unwrap().unwrap()[0];
    assert_eq!((town.lat, town.bbox), (6.0, [5.9, 3.9, 6.1, 4.1]));
    assert_eq!(reverse.population(4).unwrap(), 8000);
    // The cells beside that of the point.
    for (lat, lon) in [(6.99, 3.99), (7.01, 4.01), (6.95, 4.05), (7.05, 3.95)] {
        assert_eq!(names(reverse.at(lat, lon).unwrap()), ["Edge", "North", "Land"], "{lat} {lon}");
    }
    for lon in [179.95, -179.99, 180.0, -180.0] {
        assert_eq!(names(reverse.at(1.0, lon).unwrap()), ["Sea Town", "Land"], "{lon}");
    }
    assert_eq!(reverse.at(2.0, 2.0).unwrap(), None);
}

/// A square with a square hole around its middle.
fn ring(west: f64, south: f64, east: f64, north: f64) -> Vec<[f64; 2]> {
    vec![[west, south], [east, south], [east, north], [west, north], [west, south]]
}

#[test]
fn a_polygon_decides_against_the_nearest_centre() {
    let folder = TempDir::new().unwrap();
    let admin = database(&folder, "admin.db", WOF);
    let path = folder.path().join("polygons.db");
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch(schema::POLYGONS).unwrap();
    let (land, land_box) = polygon::encode(&[ring(0.0, 0.0, 10.0, 10.0), ring(1.9, 1.9, 2.1, 2.1)]).unwrap();
    let (village, village_box) = polygon::encode(&[ring(4.0, 6.0, 4.1, 6.1)]).unwrap();
    for (id, bytes, bounds) in [(2, &land, land_box), (900, &village, village_box)] {
        connection.execute("INSERT INTO polygons VALUES (?1, ?2)", params![id, bytes]).unwrap();
        connection
            .execute(
                "INSERT INTO polygon_bbox VALUES (?1, ?2, ?3, ?4, ?5)",
                params![id, bounds.south, bounds.north, bounds.west, bounds.east],
            )
            .unwrap();
    }
    connection
        .execute(
            "INSERT INTO spr VALUES (900, 3, 'Hamlet', 'locality', 'LA', 6.05, 4.05, 6, 4, 6.1, 4.1)",
            [],
        )
        .unwrap();
    let reverse = Reverse::open(&admin, Some(&path)).unwrap();
    // Town's centre is nearer, but the point lies in a place only the polygon file knows.
    let found = reverse.at(6.01, 4.005).unwrap().unwrap();
    assert_eq!(found.matched, Matched::Polygon);
    assert_eq!(names(Some(found)), ["Hamlet", "North", "Land"]);
    // In the country's polygon alone: the nearest settlement in it, else the country itself.
    assert_eq!(names(reverse.at(5.95, 3.99).unwrap()), ["Town", "North", "Land"]);
    assert_eq!(names(reverse.at(2.5, 2.5).unwrap()), ["Land"]);
    assert_eq!(reverse.at(2.0, 2.0).unwrap(), None, "a hole");
}

#[test]
fn polygons_as_text_are_found_by_the_boxes_of_the_administrative_database() {
    let folder = TempDir::new().unwrap();
    let admin = database(&folder, "admin.db", WOF);
    let polygons = database(
        &folder,
        "polygons.db",
        r#"CREATE TABLE polygons (id INTEGER PRIMARY KEY, geom TEXT);
           INSERT INTO polygons VALUES (3, '{"type":"Polygon","coordinates":[[[0,5],[10,5],[10,10],[0,10],[0,5]]]}'),
             (4, '[[[[3.9,5.9],[4.1,5.9],[4.1,6.0],[3.9,6.0],[3.9,5.9]]]]');"#,
    );
    let reverse = Reverse::open(&admin, Some(&polygons)).unwrap();
    assert_eq!(reverse.at(5.95, 4.0).unwrap().unwrap().matched, Matched::Polygon);
    assert_eq!(names(reverse.at(9.0, 9.0).unwrap()), ["North", "Land"]);
}

#[test]
fn files_of_another_kind_are_refused_by_name() {
    let folder = TempDir::new().unwrap();
    let other = database(&folder, "other.db", "CREATE TABLE spr (id INTEGER);");
    let error = Reverse::open(&other, None).err().unwrap();
    assert!(
        matches!(error, GazetteerError::OtherKind { build: "admin", table: "place_bbox", .. }),
        "{error}"
    );
    let admin = database(&folder, "admin.db", WOF);
    let error = Reverse::open(&admin, Some(&other)).err().unwrap();
    assert!(error.to_string().contains("other.db"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// A convex polygon contains the mean of its corners, and no point beyond its box.
    #[test]
    fn a_polygon_contains_its_middle(lat in -60.0..60.0_f64, lon in -180.0..180.0_f64, size in 0.01..20.0_f64, corners in 3..40_u32) {
        let ring: Vec<[f64; 2]> = (0..corners)
            .map(|corner| {
                let angle = f64::from(corner) / f64::from(corners) * std::f64::consts::TAU;
                // As published data has it: longitudes within 180 degrees, jumping at the antimeridian.
                let east = (lon + size * angle.cos() + 540.0).rem_euclid(360.0) - 180.0;
                [east, lat + size * angle.sin()]
            })
            .collect();
        let (bytes, bounds) = polygon::encode(&[ring]).unwrap();
        prop_assert!(polygon::contains(&bytes, lat, lon));
        prop_assert!(!polygon::contains(&bytes, bounds.north + 0.01, lon));
        let outside = (lon + size + 0.01 + 540.0).rem_euclid(360.0) - 180.0;
        prop_assert!(!polygon::contains(&bytes, lat, outside));
    }

    /// Every point on earth has an answer or none, and never one farther away than the cap.
    #[test]
    fn no_answer_is_farther_than_the_cap(lat in -90.0..=90.0_f64, lon in -180.0..=180.0_f64) {
        let reverse = Reverse::open(&starter(), None).unwrap();
        if let Some(found) = reverse.at(lat, lon).unwrap() {
            let deepest = &found.places[0];
            prop_assert!(deepest.placetype != "locality" || found.distance_m <= 46_000.0, "{} at {}", deepest.name, found.distance_m);
            prop_assert_eq!(&found.places.last().unwrap().placetype, "country");
        }
    }
}
