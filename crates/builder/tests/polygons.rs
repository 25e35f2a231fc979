//! The polygon builder: features matched to places, places of their own, rows that cannot be used.
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use milepost_gazetteer::reverse::{Matched, Reverse};
use tempfile::TempDir;

const PLACES: &str = "\
3017382\tFrance\tFrance\t\t46.0\t2.0\tA\tPCLI\tFR\t\t00\t\t\t\t64768389\t\t\tEurope/Paris\t2024-01-01
3012874\tIsère\tIsere\t\t45.2\t5.6\tA\tADM1\tFR\t\t38\t\t\t\t1200000\t\t\tEurope/Paris\t2024-01-01
1\tLe Touvet\tLe Touvet\t\t45.35\t5.95\tP\tPPL\tFR\t\t38\t\t\t\t3000\t\t\tEurope/Paris\t2024-01-01
";

fn feature(code: &str, name: &str, west: f64, south: f64, size: f64) -> String {
    let (east, north) = (west + size, south + size);
    format!(
        r#"{{"type":"Feature","properties":{{"insee":"{code}","name":"{name}"}},"geometry":{{"type":"Polygon","coordinates":[[[{west},{south}],[{east},{south}],[{east},{north}],[{west},{north}],[{west},{south}]]]}}}}"#
    )
}

fn run(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_milepost-build")).args(arguments).current_dir(folder).output().unwrap()
}

#[test]
fn polygons_find_their_place_and_bring_those_the_database_lacks() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("FR.txt"), PLACES).unwrap();
    let touvet = feature("38511", "Le-Touvet", 5.9, 45.3, 0.1);
    let village = feature("38395", "Le Petit Village", 6.0, 45.3, 0.1);
    let point = r#"{"type":"Feature","properties":{"name":"Point"},"geometry":{"type":"Point","coordinates":[5.9,45.3]}}"#;
    let nameless = feature("38000", "", 7.0, 45.3, 0.1);
    // A collection over several lines, and the same features one a line.
    let collection = format!(
        "{{\"type\":\"FeatureCollection\",\"features\":[\n{touvet},\n{village},\n{point},\n{nameless}\n]}}\n"
    );
    let sequence = format!("{touvet}\n\u{1e}{village}\n{point}\n{nameless}\n");
    assert!(run(&["admin", "FR.txt", "--out", "admin.db"], folder.path()).status.success());
    for content in [collection, sequence] {
        fs::write(folder.path().join("communes.geojson"), content).unwrap();
        let output = run(
            &[
                "polygons",
                "communes.geojson",
                "--admin",
                "admin.db",
                "--country",
                "fr",
                "--out",
                "polygons.db",
            ],
            folder.path(),
        );
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        assert!(said.contains("communes.geojson:") && said.contains("no polygon"), "{said}");
        assert!(said.contains("2 rows left out"), "{said}");
        assert!(said.contains("1 polygons of places") && said.contains("1 of places it lacks"), "{said}");

        let reverse =
            Reverse::open(&folder.path().join("admin.db"), Some(&folder.path().join("polygons.db"))).unwrap();
        let chain = |lat: f64, lon: f64| {
            let found = reverse.at(lat, lon).unwrap().unwrap();
            assert_eq!(found.matched, Matched::Polygon);
            found.places.into_iter().map(|place| (place.id, place.name)).collect::<Vec<_>>()
        };
        assert_eq!(chain(45.39, 5.99)[0], (1, "Le Touvet".to_owned()));
        let village = chain(45.31, 6.01);
        assert_eq!(
            village[0],
            (400_000_000 + i64::from_str_radix("38395", 36).unwrap(), "Le Petit Village".into())
        );
        assert_eq!(
            village.iter().map(|place| place.1.as_str()).collect::<Vec<_>>()[1..],
            ["Isère", "France"]
        );
    }
    let output = run(
        &["polygons", "communes.geojson", "--admin", "admin.db", "--out", "polygons.db", "--strict"],
        folder.path(),
    );
    assert!(!output.status.success());
    fs::write(folder.path().join("broken.geojson"), "{\"type\":\"FeatureCollection\",\"features\":[{")
        .unwrap();
    let output =
        run(&["polygons", "broken.geojson", "--admin", "admin.db", "--out", "other.db"], folder.path());
    assert!(String::from_utf8_lossy(&output.stderr).contains("broken.geojson"));
    assert!(!output.status.success() && !folder.path().join("other.db").exists());
}

/// The polygon of a French commune took the place of Yemen whose GeoNames id is the commune's INSEE code.
#[test]
fn a_code_that_is_the_id_of_a_place_elsewhere_is_no_match() {
    let folder = TempDir::new().unwrap();
    let yemen =
        "71136\tAl Qaryah\tAl Qaryah\t\t14.5\t44.2\tP\tPPL\tYE\t\t11\t\t\t\t900\t\t\tAsia/Aden\t2024-01-01\n";
    fs::write(folder.path().join("both.txt"), format!("{PLACES}{yemen}")).unwrap();
    let commune = feature("71136", "Commune du Clocher", 5.5, 45.3, 0.1);
    fs::write(folder.path().join("communes.geojson"), commune).unwrap();
    assert!(run(&["admin", "both.txt", "--out", "admin.db"], folder.path()).status.success());
    let arguments = ["polygons", "communes.geojson", "--admin", "admin.db", "--country", "fr"];
    let output = run(&[&arguments[..], &["--code", "insee", "--out", "polygons.db"]].concat(), folder.path());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let reverse =
        Reverse::open(&folder.path().join("admin.db"), Some(&folder.path().join("polygons.db"))).unwrap();
    let places = reverse.at(45.35, 5.55).unwrap().unwrap().places;
    assert_eq!(places[0].name, "Commune du Clocher");
    assert!(places.iter().all(|place| place.country == "FR"), "{places:?}");
}

#[test]
fn shapefiles_are_read_out_of_their_zip() {
    let folder = TempDir::new().unwrap();
    let table = shapefile::dbase::TableWriterBuilder::new()
        .add_character_field("GEOID".try_into().unwrap(), 5)
        .add_character_field("NAME".try_into().unwrap(), 40);
    let mut writer = shapefile::Writer::from_path(folder.path().join("places.shp"), table).unwrap();
    for (code, name, west) in [("38511", "Le Touvet", 5.9), ("38395", "Village", 6.0)] {
        let corners = [(0.0, 0.0), (0.0, 0.1), (0.1, 0.1), (0.1, 0.0), (0.0, 0.0)];
        let ring = corners.iter().map(|(x, y)| shapefile::Point::new(west + x, 45.3 + y)).collect();
        let shape = shapefile::Polygon::new(shapefile::PolygonRing::Outer(ring));
        let mut record = shapefile::dbase::Record::default();
        record.insert("GEOID".into(), shapefile::dbase::FieldValue::Character(Some(code.into())));
        record.insert("NAME".into(), shapefile::dbase::FieldValue::Character(Some(name.into())));
        writer.write_shape_and_record(&shape, &record).unwrap();
    }
    drop(writer);
    let mut archive = zip::ZipWriter::new(fs::File::create(folder.path().join("places.zip")).unwrap());
    for name in ["places.shp", "places.dbf"] {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        std::io::Write::write_all(&mut archive, &fs::read(folder.path().join(name)).unwrap()).unwrap();
    }
    archive.finish().unwrap();
    fs::write(folder.path().join("FR.txt"), PLACES).unwrap();
    assert!(run(&["admin", "FR.txt", "--out", "admin.db"], folder.path()).status.success());
    let output =
        run(&["polygons", "places.zip", "--admin", "admin.db", "--out", "polygons.db"], folder.path());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("1 polygons of places") && said.contains("1 of places it lacks"), "{said}");
    let reverse =
        Reverse::open(&folder.path().join("admin.db"), Some(&folder.path().join("polygons.db"))).unwrap();
    assert_eq!(reverse.at(45.39, 6.01).unwrap().unwrap().places[0].name, "Village");
}
