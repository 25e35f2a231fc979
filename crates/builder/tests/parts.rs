//! Shards that are added to, written anew, and taken apart again.
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

#[path = "common/command.rs"]
#[allow(dead_code, reason = "not every test uses all of it")]
mod command;

use std::path::{Path, PathBuf};

use command::{Folder, built, gz, messages, rows, run};
use milepost_gazetteer::Shards;
use milepost_store::checksums;
use rusqlite::Connection;
use serde_json::{Value, json};

const ELM: &str = "number,street,city,postcode,lat,lon\n12,Elm St,Reno,89501,39.5,-119.8\n14,Elm St,Reno,89501,39.6,-119.8\n";
const OAK: &str = "number,street,city,postcode,lat,lon\n14,Elm Street,Reno,89501,39.7,-119.8\n3,Oak St,Reno,89501,39.8,-119.8\n";

/// A list of parts as `milepost data add` passes it on.
fn list(folder: &Folder, parts: &[(&str, &Path, Value)], without: &[&str]) -> PathBuf {
    let parts: Vec<Value> = parts
        .iter()
        .map(|(code, file, table)| {
            json!({ "code": code, "publisher": "Register", "licence": "CC0-1.0", "attribution": format!("Register of {code}"),
                    "release": "2026-11", "files": [file], "table": table })
        })
        .collect();
    folder.write("parts.json", json!({ "parts": parts, "without": without }).to_string())
}

/// Builds points of a list of parts; returns what is reported.
fn add(out: &Path, list: &Path) -> Value {
    let [out, list] = [out, list].map(|path| path.to_str().unwrap());
    let output = run(&["points", "--append", "--country", "us", "--out", out, "--parts", list], &[]);
    assert!(output.status.success(), "{}", messages(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

const HOUSES: &str = "SELECT number || ' ' || street_raw || ' ' || lat FROM address_point ORDER BY rowid";

#[test]
fn a_shard_that_is_there_is_added_to_or_written_anew_and_never_lost() {
    let folder = Folder::new();
    let (elm, oak) = (folder.write("elm.csv", ELM), folder.write("oak.csv", OAK));
    let out = folder.path("address-points-us-nv.db");
    let out_text = out.to_str().unwrap();
    built(&["points", "--country", "us", "--out", out_text], &[&elm]);
    let refused = run(&["points", "--country", "us", "--out", out_text], &[&oak]);
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(
        messages(&refused),
        format!("milepost build: {out_text} exists: --append adds to it, --replace overwrites it\n")
    );
    assert_eq!(rows(&out, HOUSES), ["12 Elm St 39.5", "14 Elm St 39.6"]);
    let messages = built(&["points", "--country", "us", "--append", "--out", out_text], &[&oak]);
    assert!(
        messages.contains("3 rows, ") && messages.contains("1 rows left out that another source has"),
        "{messages}"
    );
    assert_eq!(rows(&out, HOUSES), ["12 Elm St 39.5", "14 Elm St 39.6", "3 Oak St 39.8"]);
    assert_eq!(checksums::verify(&out, |_| true).unwrap(), checksums::Checked::Whole);
    built(&["points", "--country", "us", "--replace", "--out", out_text], &[&oak]);
    assert_eq!(rows(&out, HOUSES), ["14 Elm Street 39.7", "3 Oak St 39.8"]);
}

#[test]
fn several_sources_in_one_command_give_a_house_once() {
    let folder = Folder::new();
    let (elm, oak) = (folder.write("elm.csv", ELM), folder.write("oak.csv", OAK));
    let out = folder.path("out.db");
    built(&["points", "--country", "us", "--out", out.to_str().unwrap()], &[&elm, &oak]);
    assert_eq!(rows(&out, HOUSES), ["12 Elm St 39.5", "14 Elm St 39.6", "3 Oak St 39.8"]);
    // What one source says twice stays: it may be two entrances.
    let twice = folder.write("twice.csv", format!("{ELM}12,Elm St,Reno,89501,39.9,-119.8\n"));
    built(&["points", "--country", "us", "--replace", "--out", out.to_str().unwrap()], &[&twice]);
    assert_eq!(rows(&out, HOUSES).len(), 3);
}

#[test]
fn without_a_source_nothing_is_written() {
    let folder = Folder::new();
    let out = folder.path("out.db");
    let out_text = out.to_str().unwrap();
    for kind in ["points", "ranges", "streets", "candidate", "admin", "postcodes"] {
        let output = run(&[kind, "--out", out_text], &[]);
        assert_eq!(output.status.code(), Some(2), "{kind}: {}", messages(&output));
        assert!(!out.exists(), "{kind}");
    }
    let empty = folder.write("empty.csv", "number,street,lat,lon\n,,,\n");
    for kind in ["points", "streets"] {
        let output = run(&[kind, "--out", out_text], &[&empty]);
        assert_eq!(output.status.code(), Some(1));
        assert!(
            messages(&output).contains("out.db was not written: of its sources no row can be used"),
            "{kind}"
        );
        assert!(!out.exists());
    }
}

#[test]
fn parts_are_added_brought_up_to_date_and_taken_out() {
    let folder = Folder::new();
    let (elm, oak) = (folder.write("elm.csv", ELM), folder.write("oak.csv", OAK));
    let table = json!({ "fields": { "number": ["{number}"], "street": ["{street}"], "locality": ["{city}"], "postcode": ["{postcode}"],
                                    "lat": ["{lat}"], "lon": ["{lon}"] } });
    let root = folder.path("root");
    let out = root.join("address-points/address-points-us-nv.db");
    let report = add(&out, &list(&folder, &[("us-nv-a", &elm, table.clone())], &[]));
    assert_eq!(
        report["files"][0]["parts"],
        json!([{ "code": "us-nv-a", "rows": 2, "attribution": "Register of us-nv-a" }])
    );
    let report = add(&out, &list(&folder, &[("us-nv-b", &oak, table.clone())], &[]));
    assert_eq!(
        report["files"][0]["parts"],
        json!([{ "code": "us-nv-a", "rows": 2, "attribution": "Register of us-nv-a" }, { "code": "us-nv-b", "rows": 1, "attribution": "Register of us-nv-b" }])
    );
    assert_eq!(report["files"][0]["duplicates"], 1);
    // The database and the report name the source of the rows.
    assert_eq!(
        rows(&out, "SELECT attribution || ', ' || licence || ', ' || release FROM part ORDER BY id").len(),
        2
    );
    let both = ["Register of us-nv-a (CC0-1.0)", "Register of us-nv-b (CC0-1.0)"];
    let streets = root.join("street-centroids/street-centroids-us-nv.db");
    built(&["streets", "--country", "us", "--out", streets.to_str().unwrap()], &[&out]);
    for credit in Shards::open(&root).credits() {
        assert_eq!((credit.area, credit.sources), ("us-nv", &both.map(str::to_owned)[..]));
    }
    // A newer one takes the place of the older.
    let newer = folder.write("newer.csv", ELM.replace("39.5", "39.4"));
    add(&out, &list(&folder, &[("us-nv-a", &newer, table)], &[]));
    assert_eq!(rows(&out, HOUSES), ["12 Elm St 39.4", "14 Elm St 39.6", "3 Oak St 39.8"]);
    add(&out, &list(&folder, &[], &["us-nv-a"]));
    assert_eq!(rows(&out, HOUSES), ["3 Oak St 39.8"]);
    let report = add(&out, &list(&folder, &[], &["us-nv-b"]));
    assert_eq!(report["files"][0]["bytes"], 0);
    assert!(!out.exists(), "nothing is left of it");
}

#[test]
fn what_nobody_said_the_part_of_stays() {
    let folder = Folder::new();
    let (elm, oak) = (folder.write("elm.csv", ELM), folder.write("oak.csv", OAK));
    let out = folder.path("out.db");
    built(&["points", "--country", "us", "--source", "My own", "--out", out.to_str().unwrap()], &[&elm]);
    add(&out, &list(&folder, &[("us-nv", &oak, Value::Null)], &[]));
    assert_eq!(rows(&out, HOUSES).len(), 3);
    add(&out, &list(&folder, &[], &["us-nv"]));
    assert_eq!(rows(&out, HOUSES), ["12 Elm St 39.5", "14 Elm St 39.6"]);
    assert_eq!(rows(&out, "SELECT DISTINCT source FROM address_point"), ["My own"]);
}

#[test]
fn streets_come_from_a_shard_of_points() {
    let folder = Folder::new();
    let (elm, oak) = (folder.write("elm.csv", ELM), folder.write("oak.csv", OAK));
    let (points, streets) = (folder.path("points.db"), folder.path("streets.db"));
    built(&["points", "--country", "us", "--out", points.to_str().unwrap()], &[&elm, &oak]);
    built(&["streets", "--country", "us", "--out", streets.to_str().unwrap()], &[&points]);
    let query = "SELECT street_norm || ' ' || round(lat, 6) || ' ' || points FROM street_centroid ORDER BY street_norm";
    assert_eq!(rows(&streets, query), ["elm street 39.55 2", "oak street 39.8 1"]);
    // Those of a file before weigh as many houses as they stand for.
    let more =
        folder.write("more.csv", "number,street,city,postcode,lat,lon\n1,Elm St,Reno,89501,39.85,-119.8\n");
    built(&["streets", "--country", "us", "--append", "--out", streets.to_str().unwrap()], &[&more]);
    assert_eq!(rows(&streets, query), ["elm street 39.65 3", "oak street 39.8 1"]);
}

#[test]
fn a_described_table_is_read_as_the_publisher_writes_it() {
    let folder = Folder::new();
    // A code page, a number of two columns, a village without streets, coordinates of a national grid.
    let czech = folder.write(
        "adr.csv",
        b"N\xe1zev obce;N\xe1zev ulice;\xc8\xedslo domovn\xed;\xc8\xedslo orienta\xe8n\xed;PS\xc8;Sou\xf8adnice Y;Sou\xf8adnice X;Stav\nPraha;P\xf8\xedkop\xec;681;14;11000;742500,12;1043200,50;a\nLhota;;7;;25164;742600;1043300;a\nLhota;;8;;25164;742600;1043300;z\n",
    );
    let table = json!({
        "encoding": "cp1250", "delimiter": ";", "epsg": 5514, "keep": { "Stav": "a" },
        "fields": {
            "number": ["{Číslo domovní}/{Číslo orientační}", "{Číslo domovní}"],
            "street": ["{Název ulice}", "{Název obce}"], "locality": ["{Název obce}"], "postcode": ["{PSČ}"],
            "lat": ["{Souřadnice X}"], "lon": ["{Souřadnice Y}"] }
    });
    let out = folder.path("out.db");
    let list = list(&folder, &[("cz", &czech, table)], &[]);
    built(&["points", "--append", "--country", "cz", "--out", out.to_str().unwrap(), "--parts"], &[&list]);
    let query = "SELECT number || ' ' || street_raw || ' ' || round(lat, 1) || ' ' || round(lon, 1) FROM address_point ORDER BY postcode";
    assert_eq!(rows(&out, query), ["681/14 Příkopě 50.1 14.4", "7 Lhota 50.1 14.4"]);
}

#[test]
fn a_column_that_the_publisher_renamed_is_named() {
    let folder = Folder::new();
    let elm = folder.write("elm.csv", ELM);
    let table = json!({ "fields": { "number": ["{numero}"] } });
    let list = list(&folder, &[("us-nv", &elm, table)], &[]);
    let out = folder.path("out.db");
    let output = run(&["points", "--country", "us", "--out", out.to_str().unwrap(), "--parts"], &[&list]);
    assert!(
        messages(&output).contains("elm.csv:1: no column `numero`; there are number, street"),
        "{}",
        messages(&output)
    );
    assert!(!out.exists());
}

/// Houses 1, 3, 5 ... of a street.
fn street(name: &str, postcode: &str, houses: usize) -> String {
    let row = |index: usize| format!("{},{name},Reno,{postcode},39.{},-119.8\n", index * 2 + 1, 1000 + index);
    "number,street,city,postcode,lat,lon\n".to_owned() + &(0..houses).map(row).collect::<String>()
}

#[test]
fn a_small_part_is_added_and_taken_out_without_ordering_the_rest_anew() {
    let folder = Folder::new();
    let table = json!({ "fields": { "number": ["{number}"], "street": ["{street}"], "locality": ["{city}"], "postcode": ["{postcode}"],
                                    "lat": ["{lat}"], "lon": ["{lon}"] } });
    let large = folder.write("large.csv", street("Elm St", "89502", 400));
    // One house of it is there already.
    let small =
        folder.write("small.csv", street("Ash St", "89501", 20) + "1,Elm Street,Reno,89502,39.1,-119.8\n");
    let out = folder.path("address-points-us-nv.db");
    let (of_large, of_small) = ("us-nv-large", "us-nv-small");
    add(&out, &list(&folder, &[(of_large, &large, table.clone())], &[]));
    let before = rows(&out, HOUSES);
    let held = |report: &Value| report["files"][0]["parts"].to_string();
    let is_whole = || {
        assert_eq!(checksums::verify(&out, |_| true).unwrap(), checksums::Checked::Whole);
        assert_eq!(rows(&out, "SELECT integrity_check FROM pragma_integrity_check"), ["ok"]);
    };

    let report = add(&out, &list(&folder, &[(of_small, &small, table.clone())], &[]));
    assert_eq!((&report["files"][0]["rows"], &report["files"][0]["duplicates"]), (&json!(420), &json!(1)));
    assert_eq!(
        held(&report),
        json!([{ "code": of_large, "rows": 400, "attribution": "Register of us-nv-large" },
               { "code": of_small, "rows": 20, "attribution": "Register of us-nv-small" }])
        .to_string()
    );
    // Its postcode is the lower one, and yet its rows lie behind: those of before were not touched.
    let houses = rows(&out, HOUSES);
    assert_eq!(houses[..400], before);
    assert_eq!(houses[400], "1 Ash St 39.1");
    is_whole();

    // A newer state of it takes its place, and nothing of the other part's.
    let newer = folder.write("newer.csv", street("Ash St", "89501", 10));
    let report = add(&out, &list(&folder, &[(of_small, &newer, table.clone())], &[of_small]));
    assert_eq!(report["files"][0]["rows"], 410);
    assert_eq!(rows(&out, HOUSES)[..400], before);
    is_whole();

    let report = add(&out, &list(&folder, &[], &[of_small]));
    assert_eq!(
        held(&report),
        json!([{ "code": of_large, "rows": 400, "attribution": "Register of us-nv-large" }]).to_string()
    );
    assert_eq!(rows(&out, HOUSES), before);
    is_whole();

    // A part above the limit of small parts is sorted together with the others.
    let other = folder.write("other.csv", street("Ash St", "89501", 300));
    let report = add(&out, &list(&folder, &[(of_small, &other, table)], &[]));
    assert_eq!(report["files"][0]["rows"], 700);
    assert_eq!(rows(&out, HOUSES)[0], "1 Ash St 39.1");
    let of_parts = "SELECT code || ' ' || count(*) FROM address_point JOIN part ON part.id = part GROUP BY code ORDER BY code";
    assert_eq!(rows(&out, of_parts), ["us-nv-large 400", "us-nv-small 300"]);
    is_whole();
}

/// All of a file of streets, part by its code, in an order that does not depend on how it was built.
const STREETS: &str = "SELECT street_raw || '|' || ifnull(postcode, '') || '|' || ifnull(locality_norm, '') || '|' || round(lat, 6) || '|' || round(min_lat, 6)
   || '|' || round(max_lat, 6) || '|' || points || '|' || ifnull((SELECT code FROM part WHERE id = part), 'several')
   FROM street_centroid ORDER BY 1";

#[test]
fn streets_of_a_part_are_brought_up_to_date_and_those_of_the_others_are_not_made_anew() {
    let folder = Folder::new();
    let many: String = (0..60)
        .map(|index| {
            street(&format!("Street {index}"), "89502", 4)
                .replace("number,street,city,postcode,lat,lon\n", "")
        })
        .collect();
    let large = folder.write(
        "large.csv",
        "number,street,city,postcode,lat,lon\n".to_owned() + &many + "1,No Code Rd,Reno,,39.3,-119.8\n",
    );
    // A street of its own, one that the other part has too, with and without a postcode.
    let shared = "9,Street 3,Reno,89502,39.9,-119.8\n3,No Code Rd,Reno,,39.5,-119.8\n";
    let small = folder.write("small.csv", street("Ash St", "89501", 2) + shared);
    let newer = folder.write("newer.csv", street("Beech St", "89501", 2) + &shared.replace("39.9", "39.8"));
    let (points, streets, anew) =
        (folder.path("points.db"), folder.path("streets.db"), folder.path("anew.db"));
    add(&points, &list(&folder, &[("us-nv-large", &large, Value::Null)], &[]));
    built(&["streets", "--country", "us", "--out", streets.to_str().unwrap()], &[&points]);
    // A mark on a street that nothing touches shows whether it was made anew.
    let mark = |name: &str| {
        let connection = Connection::open(&streets).unwrap();
        connection
            .execute("UPDATE street_centroid SET street_raw = ?1 WHERE street_raw LIKE 'Street 40%'", [name])
            .unwrap();
    };
    let unmarked = |rows: Vec<String>| -> Vec<String> {
        rows.iter().map(|row| row.replace("Street 40, marked", "Street 40")).collect()
    };
    let made_like_all_anew = |changed: &str| {
        mark("Street 40, marked");
        built(
            &["streets", "--replace", "--changed", changed, "--out", streets.to_str().unwrap()],
            &[&points],
        );
        built(&["streets", "--country", "us", "--replace", "--out", anew.to_str().unwrap()], &[&points]);
        let made = rows(&streets, STREETS);
        assert!(made.iter().any(|row| row.starts_with("Street 40, marked|")), "made anew: {made:#?}");
        assert_eq!(unmarked(made), rows(&anew, STREETS));
        let whose = "SELECT code || ' ' || rows || ' ' || attribution FROM part ORDER BY code";
        assert_eq!(rows(&streets, whose), rows(&anew, whose));
        assert_eq!(rows(&streets, "SELECT integrity_check FROM pragma_integrity_check"), ["ok"]);
        assert_eq!(checksums::verify(&streets, |_| true).unwrap(), checksums::Checked::Whole);
    };

    add(&points, &list(&folder, &[("us-nv-small", &small, Value::Null)], &[]));
    made_like_all_anew("us-nv-small");
    assert!(
        rows(&streets, STREETS).contains(&"Street 3|89502|reno|39.26012|39.1|39.9|5|several".to_owned()),
        "{:#?}",
        rows(&streets, STREETS)
    );
    add(&points, &list(&folder, &[("us-nv-small", &newer, Value::Null)], &[]));
    made_like_all_anew("us-nv-small");
    add(&points, &list(&folder, &[], &["us-nv-small"]));
    made_like_all_anew("us-nv-small");
    // Points that were changed by a run that did not come as far as the streets: all of them are made anew.
    add(&points, &list(&folder, &[("us-nv-small", &small, Value::Null)], &[]));
    mark("Street 40, marked");
    built(
        &["streets", "--replace", "--changed", "us-nv-other", "--out", streets.to_str().unwrap()],
        &[&points],
    );
    built(&["streets", "--country", "us", "--replace", "--out", anew.to_str().unwrap()], &[&points]);
    assert_eq!(rows(&streets, STREETS), rows(&anew, STREETS));
}

#[test]
fn damaged_files_are_distinguished_from_whole_ones() {
    let folder = Folder::new();
    let zipped = {
        let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        writer.start_file("table.csv", zip::write::SimpleFileOptions::default()).unwrap();
        std::io::Write::write_all(&mut writer, ELM.as_bytes()).unwrap();
        writer.finish().unwrap().into_inner()
    };
    let flipped = |bytes: &[u8], at: usize| {
        let mut bytes = bytes.to_vec();
        bytes[at] ^= 1;
        bytes
    };
    let whole = [
        folder.write("whole.csv.gz", [gz(ELM), gz(OAK)].concat()),
        folder.write("whole.zip", &zipped),
        folder.write("whole.csv", ELM),
    ];
    let damaged = [
        folder.write("cut.csv.gz", &gz(ELM)[..40]),
        folder.write("flipped.csv.gz", flipped(&gz(ELM), 40)),
        folder.write("cut.zip", &zipped[..zipped.len() / 2]),
        folder.write("flipped.zip", flipped(&zipped, 60)),
        folder.write("page.zip", "<html>"),
        folder.write("cut.parquet", "PAR1"),
    ];
    let all: Vec<&Path> = whole.iter().chain(&damaged).map(PathBuf::as_path).collect();
    let output = run(&["damaged"], &all);
    assert!(output.status.success(), "{}", messages(&output));
    assert_eq!(serde_json::from_slice::<Value>(&output.stdout).unwrap(), json!({ "damaged": damaged }));
}
