//! The databases of annotations, built and asked.
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use milepost_gazetteer::lookups::{Nuts, NutsCodes, Timezones, UnLocodes};
use tempfile::TempDir;

fn build(folder: &TempDir, kind: &str, source: &str, content: &str) -> (PathBuf, String) {
    fs::write(folder.path().join(source), content).unwrap();
    let out = folder.path().join("out.db");
    let output = Command::new(env!("CARGO_BIN_EXE_milepost-build"))
        .args(["lookup", kind])
        .arg(folder.path().join(source))
        .arg("--out")
        .arg(&out)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    (out, said)
}

fn feature(properties: &str, west: f64, south: f64, east: f64, north: f64) -> String {
    format!(
        r#"{{"type":"Feature","properties":{{{properties}}},"geometry":{{"type":"MultiPolygon","coordinates":[[[[{west},{south}],[{east},{south}],[{east},{north}],[{west},{north}],[{west},{south}]]]]}}}}"#
    )
}

#[test]
fn a_point_has_the_time_zone_whose_polygon_holds_it() {
    let folder = TempDir::new().unwrap();
    let zones = [
        feature(r#""tzid":"Europe/Paris""#, -5.0, 42.0, 8.0, 51.0),
        feature(r#""tzid":"Europe/Monaco""#, 7.3, 43.7, 7.5, 43.8),
        // Across the antimeridian in one ring.
        feature(r#""tzid":"Pacific/Fiji""#, 176.0, -20.0, 182.0, -15.0),
        feature(r#""name":"no zone""#, 0.0, 0.0, 1.0, 1.0),
    ];
    let (out, said) =
        build(&folder, "timezone", "zones.json", &format!("{{\"features\":[{}]}}", zones.join(",\n")));
    assert!(said.contains("no tzid") && said.contains("1 rows left out"), "{said}");
    let zones = Timezones::open(&out).unwrap();
    for (lat, lon, zone) in [
        (48.85, 2.35, Some("Europe/Paris")),
        (43.74, 7.42, Some("Europe/Monaco")),
        (-17.0, 179.5, Some("Pacific/Fiji")),
        (-17.0, -179.5, Some("Pacific/Fiji")),
        (0.0, -30.0, None),
    ] {
        assert_eq!(zones.at(lat, lon).unwrap().as_deref(), zone, "{lat} {lon}");
    }
    assert!(Nuts::open(&out).is_err());
}

#[test]
fn nuts_codes_come_down_to_the_deepest_level_there_is() {
    let folder = TempDir::new().unwrap();
    let regions = [
        feature(r#""NUTS_ID":"FR","LEVL_CODE":0"#, 0.0, 40.0, 8.0, 50.0),
        feature(r#""NUTS_ID":"FRK","LEVL_CODE":1"#, 4.0, 44.0, 7.0, 47.0),
        feature(r#""NUTS_ID":"FRK2","LEVL_CODE":2"#, 5.0, 44.0, 7.0, 46.0),
        feature(r#""NUTS_ID":"FRK24","LEVL_CODE":3"#, 5.0, 45.0, 6.0, 46.0),
    ];
    let (out, _) = build(&folder, "nuts", "nuts.geojson", &regions.join("\n"));
    let nuts = Nuts::open(&out).unwrap();
    let code = |code: &str| Some(code.to_owned());
    assert_eq!(
        nuts.at(45.5, 5.5).unwrap(),
        Some(NutsCodes { nuts1: code("FRK"), nuts2: code("FRK2"), nuts3: code("FRK24") })
    );
    assert_eq!(nuts.at(46.5, 4.5).unwrap(), Some(NutsCodes { nuts1: code("FRK"), nuts2: None, nuts3: None }));
    assert_eq!(nuts.at(41.0, 1.0).unwrap(), None, "the country alone is not a code");
}

#[test]
fn a_place_has_the_code_of_its_name_else_of_its_neighbour() {
    let folder = TempDir::new().unwrap();
    let (out, said) = build(
        &folder,
        "unlocode",
        "codes.tsv",
        "code\tname\tlat\tlon\tiso3166_2\nUSNYC\tNew York\t40.71\t-74.0\tUS-NY\nUSPOR\tPortland\t43.66\t-70.25\tUS-ME\n\
         USPDX\tPortland\t45.52\t-122.67\tUS-OR\nDEMUC\tMünchen\t48.13\t11.57\tDE-BY\nXX\tNowhere\t1\t1\t\n",
    );
    assert!(said.contains("codes.tsv:6: `XX ` is not a code"), "{said}");
    let codes = UnLocodes::open(&out).unwrap();
    for (country, name, lat, lon, code) in [
        ("US", Some("New York"), 40.7, -74.0, Some("US NYC")),
        ("us", Some("PORTLAND"), 45.5, -122.6, Some("US PDX")),
        ("US", Some("Portland"), 43.6, -70.3, Some("US POR")),
        ("DE", Some("Munchen"), 48.1, 11.5, Some("DE MUC")),
        ("DE", Some("Garching"), 48.25, 11.65, Some("DE MUC")),
        ("DE", None, 50.0, 8.0, None),
        ("FR", Some("New York"), 48.0, 2.0, None),
    ] {
        assert_eq!(codes.of(country, name, lat, lon).unwrap().as_deref(), code, "{country} {name:?}");
    }
}
