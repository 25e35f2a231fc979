//! Which files open as a candidate gazetteer, and what is said of those that do not.
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

use std::path::{Path, PathBuf};

use milepost_gazetteer::lookups::Timezones;
use milepost_gazetteer::poi::PointsOfInterest;
use milepost_gazetteer::reverse::Reverse;
use milepost_gazetteer::{Gazetteer, GazetteerError, Placetype, prefix, schema};
use rusqlite::Connection;
use tempfile::TempDir;

const PARIS: &str = "INSERT INTO country_codes VALUES (1, 'FR');
     INSERT INTO placetype_codes VALUES (1, 'locality');
     INSERT INTO candidate VALUES ('paris', 1, 0, 1, -6.3, 7, 'Paris', 48.85, 2.35, 2100000, 1, NULL, NULL, NULL, NULL, NULL, NULL),
       ('nowhere', 1, 0, 1, -1.0, 8, 'Nowhere', 0.0, 0.0, 9, 1, NULL, NULL, NULL, NULL, NULL, NULL);";

fn database(folder: &TempDir, sql: &str) -> PathBuf {
    let path = folder.path().join("candidate.db");
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    path
}

fn population_of_paris(path: &Path) -> i64 {
    Gazetteer::open(path).unwrap().places("Paris", &[Placetype::Locality], 5).unwrap()[0].population
}

#[test]
fn only_the_three_tables_of_names_are_needed() {
    let folder = TempDir::new().unwrap();
    let path = database(&folder, &format!("{}{PARIS}", schema::CANDIDATE));
    Connection::open(&path)
        .unwrap()
        .execute_batch(
            "DROP TABLE candidate_ancestor; DROP TABLE postal_city_candidate; DROP TABLE build_info;",
        )
        .unwrap();
    assert_eq!(population_of_paris(&path), 2_100_000);
    let gazetteer = Gazetteer::open(&path).unwrap();
    assert_eq!(gazetteer.place_id(7), "wof:7");
    assert!(gazetteer.ancestors(7).unwrap().is_empty());
    assert_eq!(gazetteer.city_of_postcode("Paris", "75001").unwrap(), None);
}

/// What lies above a place: as published databases have it, a table of every level, and as our builders write it, a view of parents.
#[test]
fn chains_read_alike_from_a_table_and_from_a_view() {
    let france = "INSERT INTO placetype_codes VALUES (2, 'country');
        INSERT INTO candidate VALUES ('france', 1, 0, 2, -7.8, 9, 'France', 46.0, 2.0, 67000000, 1, NULL, NULL, NULL, NULL, NULL, NULL);";
    let table = "INSERT INTO candidate_ancestor VALUES (7, 1, 9, 2, 'France', 'france');";
    let view = "INSERT INTO place_parent VALUES (7, 1); INSERT INTO parent_place VALUES (1, 9, 2, 'France', 'france');";
    let ours =
        [schema::CANDIDATE_WITH_PARENTS, schema::CANDIDATE_EXTENT_COLUMNS, schema::CANDIDATE_UNSET_COLUMNS]
            .concat();
    for (tables, rows) in [(schema::CANDIDATE, table), (ours.as_str(), view)] {
        let folder = TempDir::new().unwrap();
        let path = database(&folder, &format!("{tables}{PARIS}{france}{rows}"));
        let above = Gazetteer::open(&path).unwrap().ancestors(7).unwrap();
        let names: Vec<&str> = above.iter().map(|place| &*place.name).collect();
        assert_eq!(names, ["France"]);
    }
}

/// Mistyped names are found by the index of names, without it by the trigrams of a published database, else not.
#[test]
fn mistyped_names_are_found_by_index_or_trigrams() {
    let sql = format!("{}{PARIS}", schema::CANDIDATE).replace("'paris'", "'springfield'");
    for (prepared, found) in [("", 0), (schema::CANDIDATE_FTS, 1), ("index", 1)] {
        let folder = TempDir::new().unwrap();
        let path = database(&folder, &sql);
        match prepared {
            "index" => drop(prefix::build_index(&path).unwrap()),
            tables => Connection::open(&path).unwrap().execute_batch(tables).unwrap(),
        }
        let gazetteer = Gazetteer::open(&path).unwrap();
        for mistyped in ["Springfeild", "springfild", "Sprinngfield"] {
            let places = gazetteer.similar(mistyped, &[Placetype::Locality], 5).unwrap();
            assert_eq!(places.len(), found, "{mistyped} {prepared}");
        }
        assert!(gazetteer.similar("Ringfield", &[Placetype::Locality], 5).unwrap().is_empty());
    }
}

#[test]
fn zero_zero_is_no_coordinate() {
    let folder = TempDir::new().unwrap();
    let path = database(&folder, &format!("{}{PARIS}", schema::CANDIDATE));
    let gazetteer = Gazetteer::open(&path).unwrap();
    assert!(gazetteer.places("Nowhere", &[Placetype::Locality], 5).unwrap().is_empty());
}

#[test]
fn readers_do_not_keep_each_other_out_whatever_the_journal() {
    for journal in ["delete", "wal"] {
        let folder = TempDir::new().unwrap();
        let path =
            database(&folder, &format!("PRAGMA journal_mode = {journal};{}{PARIS}", schema::CANDIDATE));
        // The last connection that is closed takes the log with it.
        let keeper = Connection::open(&path).unwrap();
        keeper.execute_batch("UPDATE candidate SET population = 2200000 WHERE name_key = 'paris'").unwrap();
        let first = Gazetteer::open(&path).unwrap();
        assert_eq!(first.places("paris", &[Placetype::Locality], 5).unwrap().len(), 1, "{journal}");
        assert_eq!(population_of_paris(&path), 2_200_000, "{journal}: rows of the log are read");
    }
}

/// It opened, without the rows of the log that was not copied with it.
#[test]
fn a_write_ahead_gazetteer_needs_its_siblings() {
    let folder = TempDir::new().unwrap();
    let path = database(&folder, &format!("PRAGMA journal_mode = WAL;{}{PARIS}", schema::CANDIDATE));
    let error = Gazetteer::open(&path).err().unwrap().to_string();
    assert!(error.contains("candidate.db") && error.contains("`-wal` file is missing"), "{error}");
    assert!(Reverse::open(&path, None).err().unwrap().to_string().contains("-wal"));
    assert!(PointsOfInterest::open(&path).err().unwrap().to_string().contains("-wal"));
    assert!(Timezones::open(&path).err().unwrap().to_string().contains("-wal"));
    Connection::open(&path).unwrap().execute_batch("PRAGMA journal_mode = DELETE").unwrap();
    assert_eq!(population_of_paris(&path), 2_100_000);
}

/// Opening one waited for somebody who writes into it, for ever.
#[test]
fn a_named_pipe_is_refused_in_the_place_of_any_file() {
    let folder = TempDir::new().unwrap();
    let candidate = database(&folder, &format!("{}{PARIS}", schema::CANDIDATE));
    let pipe = folder.path().join("pipe.db");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let refusals = [
        Gazetteer::open(&pipe).err(),
        Reverse::open(&pipe, None).err(),
        PointsOfInterest::open(&pipe).err(),
        Timezones::open(&pipe).err(),
        milepost_gazetteer::deep_check(&pipe).err(),
        prefix::build_index(&pipe).err(),
    ];
    for refusal in refusals {
        let refusal = refusal.unwrap().to_string();
        assert!(refusal.contains("pipe.db") && refusal.contains("named pipe"), "{refusal}");
    }
    std::fs::rename(&pipe, prefix::index_path(&candidate)).unwrap();
    let problem = Gazetteer::open(&candidate).unwrap().index_problem().unwrap();
    assert!(problem.contains("candidate.prefix") && problem.contains("named pipe"), "{problem}");
}

#[test]
fn refusals_name_the_file_and_what_it_lacks() {
    let folder = TempDir::new().unwrap();
    let path = database(&folder, "CREATE TABLE candidate (name_key TEXT); CREATE TABLE country_codes (id);");
    let error = Gazetteer::open(&path).err().unwrap();
    assert!(
        matches!(
            error,
            GazetteerError::OtherKind { kind: "a candidate gazetteer", table: "placetype_codes", .. }
        ),
        "{error}"
    );
    assert!(error.to_string().contains("candidate.db"), "{error}");

    let missing = folder.path().join("missing.db");
    let error = Gazetteer::open(&missing).err().unwrap();
    assert!(error.to_string().contains("missing.db"), "{error}");
    assert!(!missing.exists(), "opening must not create the file");

    let text = folder.path().join("text.db");
    std::fs::write(
        &text,
        "these are not the tables you are looking for, and no database at all\n".repeat(20),
    )
    .unwrap();
    assert!(matches!(Gazetteer::open(&text), Err(GazetteerError::Open { .. })));
}
