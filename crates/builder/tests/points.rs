//! Address points from the files that people have: GeoJSON, other encodings and delimiters, grids, standard input.
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use rusqlite::Connection;
use tempfile::TempDir;

struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(TempDir::new().unwrap())
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, content).unwrap();
        path
    }

    fn out(&self) -> PathBuf {
        self.0.path().join("out.db")
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_milepost-build"));
        command.args(["points", "--replace", "--out"]).arg(self.out()).args(words);
        command
    }

    fn build(&self, source: &Path, words: &[&str]) -> Output {
        self.command(words).arg(source).output().unwrap()
    }

    /// Number, street, town, postcode and point of each row.
    fn rows(&self) -> Vec<String> {
        let database = Connection::open(self.out()).unwrap();
        let sql = "SELECT number || ' ' || street_raw || ', ' || ifnull(postcode, '-') || ' ' || ifnull(locality_norm, '-')
                     || ' ' || round(lat, 3) || ' ' || round(lon, 3) FROM address_point ORDER BY rowid";
        let mut statement = database.prepare(sql).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
    }
}

fn messages(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn admin() -> String {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm/starter-data/db/wof/admin-global-priority.db");
    path.to_string_lossy().into_owned()
}

#[test]
fn a_standard_feature_collection_with_german_properties_is_read() {
    let folder = Folder::new();
    let source = folder.write(
        "houses.geojson",
        r#"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::25832"}},
            "features":[{"type":"Feature","properties":{"Straße":"Domkloster","Hausnummer":4,"PLZ":"50667","Ort":"Köln"},
            "geometry":{"type":"Point","coordinates":[356270.123,5645100.456]}}]}"#,
    );
    let output = folder.build(&source, &["--country", "de"]);
    assert!(output.status.success(), "{}", messages(&output));
    assert_eq!(folder.rows(), ["4 Domkloster, 50667 koln 50.94 6.954"]);
}

#[test]
fn the_country_is_that_of_the_coordinates() {
    let folder = Folder::new();
    let source =
        folder.write("a.csv", "strasse;hausnr;plz;ort;breite;laenge\nDomkloster;4;50667;Köln;50,94;6,954\n");
    let output = folder.build(&source, &["--admin-db", &admin()]);
    assert!(output.status.success(), "{}", messages(&output));
    assert!(messages(&output).contains("the coordinates lie in DE (--country)"), "{}", messages(&output));
    assert_eq!(folder.rows(), ["4 Domkloster, 50667 koln 50.94 6.954"]);
    let output = folder.build(&source, &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(messages(&output).contains("--country"), "{}", messages(&output));
    let several = folder.write("b.csv", "number,street,lat,lon\n1,A,50.94,6.95\n2,B,48.85,2.35\n");
    let output = folder.build(&several, &["--admin-db", &admin()]);
    assert!(!output.status.success() && messages(&output).contains("de and fr"), "{}", messages(&output));
}

#[test]
fn rows_of_latin_1_are_rows() {
    let folder = Folder::new();
    let mut table = b"number,street,city,lat,lon\n".to_vec();
    for number in 1..=30 {
        table.extend(format!("{number},").bytes());
        table.extend(b"Stra\xdfe,K\xf6ln,50.94,6.95\n");
    }
    let output = folder.build(&folder.write("a.csv", table), &["--country", "de"]);
    assert!(output.status.success(), "{}", messages(&output));
    assert_eq!(folder.rows().len(), 30);
    assert!(folder.rows()[0].starts_with("1 Straße, - koln"), "{:?}", folder.rows()[0]);
}

#[test]
fn standard_input_and_a_grid_are_read() {
    let folder = Folder::new();
    let mut command = folder.command(&["--country", "de", "--crs", "EPSG:25832", "-"]);
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let table = "number|street|y|x\n4|Domkloster|5645100,456|356270,123\n";
    child.stdin.take().unwrap().write_all(table.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", messages(&output));
    assert_eq!(folder.rows(), ["4 Domkloster, - - 50.94 6.954"]);
}

#[test]
fn rows_that_cannot_be_used_end_the_program_with_3() {
    let folder = Folder::new();
    let source =
        folder.write("a.csv", "number,street,lat,lon\n1,Elm St,39.5,-119.8\n2,Elm St,north,-119.8\n");
    let output = folder.build(&source, &["--country", "us"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(messages(&output).contains("a.csv:3: latitude `north`"), "{}", messages(&output));
    assert!(messages(&output).contains("1 rows left out"), "{}", messages(&output));
    assert_eq!(folder.rows().len(), 1);
}
