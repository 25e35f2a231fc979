//! The gazetteer builders on small sources in the published formats.
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use milepost_gazetteer::{Gazetteer, Placetype};
use rusqlite::Connection;
use tempfile::TempDir;

/// Paris, a quarter of it, the region and the country, one village without coordinates, one river.
const PLACES: &str = "\
3017382\tFrance\tFrance\t\t46.0\t2.0\tA\tPCLI\tFR\t\t00\t\t\t\t64768389\t\t\tEurope/Paris\t2024-01-01
3012874\tÎle-de-France\tIle-de-France\t\t48.5\t2.5\tA\tADM1\tFR\t\t11\t\t\t\t12000000\t\t\tEurope/Paris\t2024-01-01
2988507\tParis\tParis\tLutece,Париж\t48.85341\t2.3488\tP\tPPLC\tFR\t\t11\t75\t751\t75056\t2138551\t\t42\tEurope/Paris\t2024-01-01
2970777\tVersailles\tVersailles\t\t48.8\t2.13\tP\tPPL\tFR\t\t11\t78\t786\t78646\t85000\t\t42\tEurope/Paris\t2024-01-01
2988508\tNulle-Part\tNulle-Part\t\t\t\tP\tPPL\tFR\t\t11\t75\t751\t\t10\t\t42\tEurope/Paris\t2024-01-01
2988509\tSeine\tSeine\t\t48.8\t2.3\tH\tSTM\tFR\t\t11\t\t\t\t0\t\t42\tEurope/Paris\t2024-01-01
";

const NAMES: &str = "\
1\t2988507\tit\tParigi\t1\t\t\t\t\t
2\t2988507\tla\tLutetia\t\t\t\t1\t\t
3\t2988507\tlink\thttps://example.org/Paris\t\t\t\t\t\t
4\t99\ten\tNobody\t\t\t\t\t\t
";

const POSTCODES: &str = "\
country_code,zipcode,place,state,state_code,province,province_code,community,community_code,latitude,longitude
FR,75001,Paris 01,Île-de-France,11,Paris,75,Paris,751,48.8592,2.3417
FR,75384 CEDEX 08,Paris,Île-de-France,11,Paris,75,Paris,751,48.8704,2.3154
PT,3750-011,Alcafaz,Aveiro,02,Águeda,0101,Agadão,010101,40.5755,-8.3247
PT,3750-012,Caselho,Aveiro,02,Águeda,0101,Agadão,010101,40.5619,-8.3228
PT,9999-999,Longe,Aveiro,02,Longe,0101,Longe,010101,140.5619,-8.3228
";

struct Sources {
    folder: TempDir,
}

impl Sources {
    fn new(files: &[(&str, &str)]) -> Sources {
        let folder = TempDir::new().unwrap();
        for (name, content) in files {
            fs::write(folder.path().join(name), content).unwrap();
        }
        Sources { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn build(&self, kind: &str, sources: &[&str], options: &[&str]) -> (PathBuf, Output) {
        let out = self.path("out.db");
        let output = Command::new(env!("CARGO_BIN_EXE_milepost-build"))
            .arg(kind)
            .args(sources.iter().map(|name| self.path(name)))
            .arg("--out")
            .arg(&out)
            .args(options)
            .output()
            .unwrap();
        (out, output)
    }
}

fn summary(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn one<T: rusqlite::types::FromSql>(database: &Path, sql: &str) -> T {
    Connection::open(database).unwrap().query_row(sql, [], |row| row.get(0)).unwrap()
}

fn all_sources() -> Sources {
    Sources::new(&[("FR.txt", PLACES), ("alternateNamesV2.txt", NAMES), ("postcodes.csv", POSTCODES)])
}

#[test]
fn geonames_and_a_postcode_table_make_one_gazetteer() {
    let sources = all_sources();
    // The order of the arguments does not matter.
    let (out, output) = sources.build("candidate", &["postcodes.csv", "alternateNamesV2.txt", "FR.txt"], &[]);
    assert!(output.status.success(), "{}", summary(&output));
    let gazetteer = Gazetteer::open(&out).unwrap();

    let paris = &gazetteer.places("Parigi", &[Placetype::Locality], 5).unwrap()[0];
    assert_eq!((paris.id, &*paris.name, paris.is_primary), (2988507, "Paris", false));
    assert!(gazetteer.places("Lutetia", &[Placetype::Locality], 5).unwrap().is_empty(), "a historic name");
    let chain: Vec<String> =
        gazetteer.ancestors(paris.id).unwrap().iter().map(|above| above.name.to_string()).collect();
    assert_eq!(chain, ["Île-de-France", "France"]);
    assert_eq!(gazetteer.place_id(paris.id), "mp:2988507");

    // A CEDEX code is a code; what it serves is the city GeoNames has.
    let cedex = &gazetteer.postcodes("75384").unwrap()[0];
    assert_eq!((cedex.country.as_str(), cedex.lat), ("FR", 48.8704));
    let city = gazetteer.city_of_postcode("Paris", "75384").unwrap().unwrap();
    assert_eq!((city.id, &*city.name, city.lat), (2988507, "Paris", 48.8704));
    // The wider name of the row leads to the city as well.
    assert_eq!(gazetteer.city_of_postcode("Paris", "75001").unwrap().unwrap().id, 2988507);

    // Villages, country and division only the table knows.
    let village = &gazetteer.places("Alcafaz", &[Placetype::Locality], 5).unwrap()[0];
    let chain: Vec<String> =
        gazetteer.ancestors(village.id).unwrap().iter().map(|above| above.name.to_string()).collect();
    assert_eq!(chain, ["Aveiro", "Portugal"]);
    // `3750` is the delivery area of both codes.
    let area = &gazetteer.postcodes("3750").unwrap()[0];
    assert!((area.lat - (40.5755 + 40.5619) / 2.0).abs() < 1e-9);
    assert!(gazetteer.city_of_postcode("Águeda", "3750-012").unwrap().is_some());
}

/// Two towns whose names in Hindi differ in their vowel signs alone, and one with a name of its own.
const OF_INDIA: &str = "\
1\tMysore\tMysore\tमैसूर\t12.3\t76.64\tP\tPPL\tIN\t\t19\t\t\t\t868313\t\t\tAsia/Kolkata\t2024-01-01
2\tVane\tVane\tमिसर\t26.9\t75.8\tP\tPPL\tIN\t\t24\t\t\t\t2711758\t\t\tAsia/Kolkata\t2024-01-01
3\tJaipur\tJaipur\tजयपुर\t26.9\t75.8\tP\tPPL\tIN\t\t24\t\t\t\t2711758\t\t\tAsia/Kolkata\t2024-01-01
";

/// `मैसूर` was Egypt, `मिस्र`.
#[test]
fn names_that_only_vowel_signs_tell_apart_are_those_of_their_places() {
    let sources = Sources::new(&[("IN.txt", OF_INDIA)]);
    let (out, output) = sources.build("candidate", &["IN.txt"], &[]);
    assert!(output.status.success(), "{}", summary(&output));
    let gazetteer = Gazetteer::open(&out).unwrap();
    let ids = |name: &str| {
        let places = gazetteer.places(name, &[Placetype::Locality], 5).unwrap();
        places.iter().map(|place| place.id).collect::<Vec<_>>()
    };
    assert_eq!((ids("मैसूर"), ids("मिसर")), (vec![1], vec![2]));
    assert_eq!(ids("मसर"), [2, 1], "without the signs it is either");
    assert_eq!(ids("जयपूर"), [3], "a name of one place has any signs");
    let keys: i64 = one(&out, "SELECT count(*) FROM candidate WHERE spr_id = 3");
    assert_eq!(keys, 2, "its own name and the other one");
}

/// Three towns of a province, which the table of postcodes numbers and calls otherwise; and one of another, under its own name.
const PROVINCES: &str = "\
3115609\tNavarre\tNavarre\t\t42.7\t-1.6\tA\tADM1\tES\t\t32\t\t\t\t637471\t\t\tEurope/Madrid\t2024-01-01
3336897\tLa Rioja\tLa Rioja\t\t42.2\t-2.5\tA\tADM1\tES\t\t27\t\t\t\t306806\t\t\tEurope/Madrid\t2024-01-01
1\tPamplona\tPamplona\t\t42.82\t-1.64\tP\tPPLA\tES\t\t32\tNA\t\t\t198491\t\t42\tEurope/Madrid\t2024-01-01
2\tTudela\tTudela\t\t42.06\t-1.60\tP\tPPL\tES\t\t32\tNA\t\t\t32802\t\t42\tEurope/Madrid\t2024-01-01
3\tBera\tBera\t\t43.28\t-1.68\tP\tPPL\tES\t\t32\tNA\t\t\t3724\t\t42\tEurope/Madrid\t2024-01-01
4\tViana\tViana\t\t42.51\t-2.37\tP\tPPL\tES\t\t32\tNA\t\t\t4261\t\t42\tEurope/Madrid\t2024-01-01
5\tRoncal\tRoncal\t\t42.80\t-0.95\tP\tPPL\tES\t\t32\tNA\t\t\t220\t\t42\tEurope/Madrid\t2024-01-01
6\tHaro\tHaro\t\t42.57\t-2.84\tP\tPPL\tES\t\t27\tLO\t\t\t11713\t\t42\tEurope/Madrid\t2024-01-01
";

const CODES_OF_PROVINCES: &str = "\
country_code,zipcode,place,state,state_code,province,province_code,community,community_code,latitude,longitude
ES,31001,Pamplona,Navarra,NC,Navarra,NA,,,42.81,-1.64
ES,31500,Tudela,Navarra,NC,Navarra,NA,,,42.06,-1.60
ES,31780,Bera,Navarra,NC,Navarra,NA,,,43.28,-1.68
ES,31230,Viana,Navarra,NC,Navarra,NA,,,42.51,-2.40
ES,31415,Roncal,Navarra,NC,Navarra,NA,,,42.80,-0.95
ES,26200,Haro,La Rioja,RI,La Rioja,LO,,,42.57,-2.84
ES,35001,Las Palmas,Canarias,CN,Las Palmas,GC,,,28.10,-15.41
";

/// A division that a table calls and numbers otherwise than the towns' source was there twice: the towns in one, their postcodes in the other.
#[test]
fn a_division_of_two_names_is_there_once() {
    let sources = Sources::new(&[("ES.txt", PROVINCES), ("postcodes.csv", CODES_OF_PROVINCES)]);
    let (out, output) = sources.build("candidate", &["ES.txt", "postcodes.csv"], &[]);
    assert!(output.status.success(), "{}", summary(&output));
    let gazetteer = Gazetteer::open(&out).unwrap();
    for (name, id) in [("Navarra", 3115609), ("Navarre", 3115609), ("La Rioja", 3336897)] {
        let found = gazetteer.places(name, &[Placetype::Region], 5).unwrap();
        assert_eq!(found.iter().map(|place| place.id).collect::<Vec<_>>(), [id], "{name}");
    }
    let above = gazetteer.ancestors(gazetteer.postcodes("31500").unwrap()[0].id).unwrap();
    assert_eq!(above[0].id, 3115609, "the postcodes lie in it");
    let own = &gazetteer.places("Canarias", &[Placetype::Region], 5).unwrap()[0];
    assert_eq!(&*own.name, "Canarias", "a division no other source has keeps its row");
}

#[test]
fn rows_that_cannot_be_used_are_named_and_fatal_only_when_strict() {
    let sources = all_sources();
    let (out, output) = sources.build("candidate", &["FR.txt", "postcodes.csv"], &[]);
    let said = summary(&output);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("FR.txt:5: the latitude `` is not a number"), "{said}");
    assert!(said.contains("postcodes.csv:6: the latitude 140.5619 is out of range"), "{said}");
    assert!(said.contains("2 rows left out"), "{said}");
    assert!(out.exists());

    let before = fs::read(&out).unwrap();
    let (_, output) = sources.build("candidate", &["FR.txt"], &["--strict"]);
    assert!(!output.status.success());
    assert!(summary(&output).contains("FR.txt:5"), "{}", summary(&output));
    assert_eq!(fs::read(&out).unwrap(), before, "a failed build leaves the old file");
    let left: Vec<_> = fs::read_dir(sources.folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with('.') || name.ends_with(".part"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_file_that_is_no_source_is_refused_by_name() {
    let sources = Sources::new(&[("notes.txt", "nothing of use\n")]);
    let (out, output) = sources.build("candidate", &["notes.txt"], &[]);
    assert!(!output.status.success() && !out.exists());
    assert!(summary(&output).contains("notes.txt is not a source of places"), "{}", summary(&output));
}

/// A distribution of the columns as published.
fn distribution(path: &Path) {
    Connection::open(path)
        .unwrap()
        .execute_batch(
            "CREATE TABLE spr (id INTEGER NOT NULL PRIMARY KEY, parent_id INTEGER, name TEXT, placetype TEXT, inception TEXT,
               cessation TEXT, country TEXT, repo TEXT, latitude REAL, longitude REAL, min_latitude REAL, min_longitude REAL,
               max_latitude REAL, max_longitude REAL, is_current INTEGER, is_deprecated INTEGER, is_ceased INTEGER,
               is_superseded INTEGER, is_superseding INTEGER, superseded_by TEXT, supersedes TEXT, lastmodified INTEGER);
             INSERT INTO spr VALUES
               (85633147, 102191581, 'France', 'country', '', '', 'FR', '', 46.6, 2.4, 41.3, -5.1, 51.1, 9.6, 1, 0, 0, 0, 0, '', '', 0),
               (85683497, 404227465, 'Ile-of-France', 'macroregion', '', '', 'FR', '', 48.7, 2.5, 48.1, 1.4, 49.2, 3.6, -1, 0, 0, 0, 0, '', '', 0),
               (101751119, -4, 'Paris', 'locality', '', '', 'FR', '', 48.8566, 2.3429, 48.81, 2.22, 48.9, 2.47, 1, 0, 0, 0, 0, '', '', 0),
               (5, 85633147, 'Gone', 'locality', '', '', 'FR', '', 48.0, 2.0, 48.0, 2.0, 48.0, 2.0, 0, 1, 0, 0, 0, '', '', 0),
               (6, 85633147, 'Café', 'venue', '', '', 'FR', '', 48.0, 2.0, 48.0, 2.0, 48.0, 2.0, 1, 0, 0, 0, 0, '', '', 0),
               (7, 85633147, 'Null Island', 'locality', '', '', 'FR', '', 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1, 0, 0, 0, 0, '', '', 0);
             CREATE TABLE names (id INTEGER, placetype TEXT, country TEXT, language TEXT, privateuse TEXT, name TEXT, lastmodified INTEGER);
             INSERT INTO names VALUES (101751119, 'locality', 'FR', 'eng', 'x_preferred', 'Paris', 0), (101751119, 'locality', 'FR', 'fin', 'x_preferred', 'Pariisi', 0), (5, 'locality', 'FR', 'eng', 'x_preferred', 'Gone', 0);
             CREATE TABLE ancestors (id INTEGER, ancestor_id INTEGER, ancestor_placetype TEXT, lastmodified INTEGER);
             INSERT INTO ancestors VALUES (101751119, 85633147, 'country', 0), (101751119, 85683497, 'macroregion', 0), (85683497, 85633147, 'country', 0);
             CREATE TABLE concordances (id INTEGER, other_id TEXT, other_source TEXT, lastmodified INTEGER);
             INSERT INTO concordances VALUES (101751119, '2988507', 'gn:id', 0);
             CREATE TABLE geojson (id INTEGER, body TEXT, source TEXT, is_alt INTEGER, lastmodified INTEGER);
             INSERT INTO geojson VALUES (101751119, '{\"properties\": {\"gn:population\": 2138551}}', '', 0, 0);",
        )
        .unwrap();
}

#[test]
fn a_whos_on_first_distribution_keeps_its_ids_and_its_hierarchy() {
    let sources = Sources::new(&[]);
    distribution(&sources.path("whosonfirst.db"));
    let (out, output) = sources.build("candidate", &["whosonfirst.db"], &[]);
    assert!(output.status.success(), "{}", summary(&output));
    assert!(summary(&output).contains("whosonfirst.db:7: 0, 0 is not a coordinate"), "{}", summary(&output));
    let gazetteer = Gazetteer::open(&out).unwrap();
    let paris = &gazetteer.places("Pariisi", &[Placetype::Locality], 5).unwrap()[0];
    assert_eq!((gazetteer.place_id(paris.id).as_str(), paris.population), ("wof:101751119", 2138551));
    assert_eq!(paris.bbox, [48.81, 2.22, 48.9, 2.47]);
    let chain: Vec<i64> = gazetteer.ancestors(paris.id).unwrap().iter().map(|above| above.id).collect();
    assert_eq!(chain, [85683497, 85633147]);
    assert!(gazetteer.places("Gone", &[Placetype::Locality], 5).unwrap().is_empty());

    let (out, _) = sources.build("admin", &["whosonfirst.db"], &[]);
    assert_eq!(one::<i64>(&out, "SELECT count(*) FROM spr"), 3);
    assert_eq!(one::<i64>(&out, "SELECT parent_id FROM spr WHERE id = 101751119"), 85683497);
    assert_eq!(one::<String>(&out, "SELECT name FROM names WHERE language = 'fin'"), "Pariisi");
    assert_eq!(one::<i64>(&out, "SELECT count(*) FROM concordances"), 1);
}

#[test]
fn a_place_of_two_sources_is_there_once_with_the_names_of_both() {
    let sources = all_sources();
    distribution(&sources.path("whosonfirst.db"));
    let (out, output) = sources.build(
        "candidate",
        &["FR.txt", "whosonfirst.db", "alternateNamesV2.txt", "postcodes.csv"],
        &[],
    );
    assert!(output.status.success(), "{}", summary(&output));
    let gazetteer = Gazetteer::open(&out).unwrap();
    for name in ["Paris", "Pariisi", "Parigi"] {
        let found = gazetteer.places(name, &[Placetype::Locality], 5).unwrap();
        assert_eq!(found.iter().map(|place| place.id).collect::<Vec<_>>(), [101751119], "{name}");
    }
    assert_eq!(gazetteer.places("France", &[Placetype::Country], 5).unwrap().len(), 1);
    // Places that only GeoNames lists belong to the same tree, under a unique id.
    let versailles = &gazetteer.places("Versailles", &[Placetype::Locality], 5).unwrap()[0];
    assert_eq!(versailles.id, 10_002_970_777);
    assert_eq!(gazetteer.ancestors(versailles.id).unwrap().last().unwrap().id, 85633147);
    assert_eq!(gazetteer.city_of_postcode("Paris", "75384").unwrap().unwrap().id, 101751119);
}
