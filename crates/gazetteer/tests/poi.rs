//! Points of interest in a real database.
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

use milepost_gazetteer::poi::{INDEXES, PoiSubject, PointsOfInterest, SCHEMA, cell};
use rusqlite::{Connection, params};
use tempfile::TempDir;

/// Name, brand and place of each, along a meridian.
const CAFES: [(&str, Option<&str>, f64, f64); 4] = [
    ("Bean", None, 39.53, -119.81),
    ("Mega Beans", Some("Mega Beans"), 39.54, -119.81),
    ("Mega Beans", Some("Mega Beans"), 39.70, -119.81),
    ("Far Bean", None, 41.0, -119.81),
];

fn open(folder: &TempDir) -> PointsOfInterest {
    let path = folder.path().join("poi.db");
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch(SCHEMA).unwrap();
    for (name, brand, lat, lon) in CAFES {
        let key = name.to_lowercase();
        connection
            .execute(
                "INSERT INTO poi VALUES (?1, ?2, 'cafe', ?3, NULL, ?4, ?5, 'US', 0.9, NULL, ?6, NULL)",
                params![name, key, brand.map(str::to_lowercase), lat, lon, cell(lat, lon)],
            )
            .unwrap();
    }
    connection
        .execute_batch("INSERT INTO poi_phrase VALUES ('cafe', 'cafe', 4); INSERT INTO poi_brand VALUES ('mega beans', 'Mega Beans', 'Q7');")
        .unwrap();
    connection.execute_batch(INDEXES).unwrap();
    PointsOfInterest::open(&path).unwrap()
}

fn names(
    points: &PointsOfInterest,
    subject: &PoiSubject,
    within: Option<[f64; 4]>,
    limit: usize,
) -> Vec<String> {
    let found = points.nearest(subject, (39.53, -119.81), within, limit).unwrap();
    assert!(found.windows(2).all(|pair| pair[0].1 <= pair[1].1), "nearest first");
    found.into_iter().filter_map(|(poi, _)| poi.name).collect()
}

#[test]
fn phrases_mean_what_the_database_holds() {
    let folder = TempDir::new().unwrap();
    let points = open(&folder);
    assert_eq!(points.subject("Cafés").unwrap(), Some(PoiSubject::Category { id: "cafe".into() }));
    let brand = PoiSubject::Brand { name: "Mega Beans".into(), wikidata: Some("Q7".into()) };
    assert_eq!(points.subject("MEGA  BEANS").unwrap(), Some(brand));
    assert_eq!(points.subject("bean").unwrap(), Some(PoiSubject::Name("bean".into())));
    for nothing in ["tea", "", " ", "'; DROP TABLE poi; --"] {
        assert_eq!(points.subject(nothing).unwrap(), None, "{nothing}");
    }
}

#[test]
fn the_nearest_come_first_and_far_ones_not_at_all() {
    let folder = TempDir::new().unwrap();
    let points = open(&folder);
    let cafes = PoiSubject::Category { id: "cafe".into() };
    assert_eq!(names(&points, &cafes, None, 10), ["Bean", "Mega Beans", "Mega Beans"], "163 km is too far");
    assert_eq!(names(&points, &cafes, None, 1), ["Bean"]);
    assert_eq!(names(&points, &cafes, Some([39.5, -120.0, 39.6, -119.0]), 10), ["Bean", "Mega Beans"]);
    assert_eq!(names(&points, &PoiSubject::Name("Bean".into()), None, 10), ["Bean"]);
    assert_eq!(points.named("far bean", 10).unwrap().len(), 1, "a name is found anywhere");
}

#[test]
fn another_database_is_refused_by_name() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("other.db");
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE other (id)").unwrap();
    let refused = PointsOfInterest::open(&path).err().unwrap().to_string();
    assert!(refused.contains("other.db") && refused.contains("`poi`"), "{refused}");
    assert!(PointsOfInterest::open(&folder.path().join("nowhere.db")).is_err());
}
