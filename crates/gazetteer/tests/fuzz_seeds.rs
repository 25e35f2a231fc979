//! The seeds of the fuzz targets (`fuzz/corpus`).
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

#[path = "../../../fuzz/checks/prefix.rs"]
mod prefix;
#[path = "../../../fuzz/checks/register.rs"]
mod register;
#[path = "../../../fuzz/checks/replay.rs"]
mod replay;

use std::fs;
use std::ops::Range;
use std::path::Path;

use milepost_aside::Claim;
use milepost_gazetteer::prefix::{build_index, index_path};
use milepost_gazetteer::{index_names, schema};
use milepost_store::register::{RegisterRow, register_path, write_register};
use replay::replay;
use rusqlite::Connection;
use tempfile::TempDir;

#[test]
fn seeds_of_the_fuzz_targets_are_read_without_a_panic() {
    replay("prefix", prefix::check);
    replay("register", register::check);
}

#[test]
#[ignore = "writes the seeds, after a change of a format: cargo test -p milepost-gazetteer --test fuzz_seeds -- --ignored"]
fn write_the_seeds() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("candidate.db");
    let connection = Connection::open(&database).unwrap();
    connection.execute_batch(schema::CANDIDATE).unwrap();
    connection
        .execute_batch(
            "INSERT INTO country_codes VALUES (1, 'XX');
             INSERT INTO placetype_codes VALUES (1, 'postalcode'), (2, 'locality'), (3, 'region'), (4, 'country');
             INSERT INTO candidate (name_key, country_id, region_id, placetype_id, neg_rank, spr_id, name, latitude, longitude, population,
               is_primary) VALUES
             ('nowhereland', 1, 0, 4, -7.0, 9, 'Nowhereland', 50.0, 9.0, 10000000, 1),
             ('vane', 1, 7, 3, -5.9, 7, 'Vane', 50.1, 9.1, 800000, 1),
             ('saint vaneville', 1, 7, 2, -4.0, 2, 'Saint-Vaneville', 50.2, 9.2, 10000, 1),
             ('vaneville', 1, 7, 2, -5.1, 1, 'Vaneville', 50.0, 9.0, 116751, 1),
             ('vanopolis', 1, 7, 2, -5.1, 1, 'Vaneville', 50.0, 9.0, 116751, 0),
             ('10115', 1, 7, 1, 0, 3, '10115', 50.0, 9.01, 0, 1);",
        )
        .unwrap();
    drop(connection);
    build_index(&database).unwrap();
    let index = fs::read(index_path(&database)).unwrap();
    write_variants("prefix", &index);
    let mut wide = index.clone();
    wide[section(&index, PLACES).start] = 9;
    write("prefix", "damaged-width", &wide);
    let mut long = index.clone();
    let end = section(&index, LISTS).end;
    long[end - 4..end].copy_from_slice(&u32::MAX.to_le_bytes());
    write("prefix", "damaged-lists", &long);

    let row = |country: &str, postcode: &str, place: &str, lat, lon| RegisterRow {
        country: country.into(),
        postcode: postcode.into(),
        place: place.into(),
        division: "Vane".into(),
        lat,
        lon,
    };
    let mut rows = vec![
        row("LV", "LV-1001", "Vaneville", 56.95, 24.1),
        row("LV", "LV-1002", "Vaneville", 56.96, 24.2),
        row("PT", "3750-011", "Saint-Vaneville", 40.6, -8.5),
        row("PT", "3750-012", "Saint-Vaneville", 40.7, -8.6),
    ];
    // More codes than a block has.
    rows.extend(
        (0..20).map(|n| row("CH", &(1060 + n).to_string(), "Vaneville", 46.0 + f64::from(n) / 100.0, 6.73)),
    );
    let path = register_path(&database);
    let claim = Claim::on(&path).unwrap();
    write_register(&claim, "Vane (CC0)", rows).unwrap();
    index_names(&claim, &path, None).unwrap();
    let register = fs::read(&path).unwrap();
    write_variants("register", &register);
    for (name, from, to) in [
        ("damaged-bits", "\"bits\":", "\"bits\":9"),
        ("damaged-entries", "\"entries\":", "\"entries\":99999999"),
        ("damaged-first", "\"first_code\":0", "\"first_code\":4294967295"),
        ("damaged-order", "\"first_town\":0", "\"first_town\":9"),
        ("damaged-section", "\"at\":0", "\"at\":18446744073709551615"),
        ("damaged-shape", "\"####\"", "\"####################\""),
        ("damaged-towns", "\"towns\":", "\"towns\":99999999"),
    ] {
        write("register", name, &with_directory(&register, from, to));
    }
}

/// Positions of sections in the table of an index (`prefix/format.rs`).
const PLACES: usize = 5;
const LISTS: usize = 9;

fn number(file: &[u8], at: usize) -> usize {
    u64::from_le_bytes(file[at..at + 8].try_into().unwrap()) as usize
}

/// The bytes of a section of an index.
fn section(index: &[u8], position: usize) -> Range<usize> {
    let row = 64 + 16 * position;
    number(index, row)..number(index, row) + number(index, row + 8)
}

/// A register with a text of its directory replaced.
fn with_directory(register: &[u8], from: &str, to: &str) -> Vec<u8> {
    let end = 32 + number(register, 24);
    let directory = std::str::from_utf8(&register[32..end]).unwrap();
    assert!(directory.contains(from), "{directory}");
    let directory = directory.replace(from, to);
    let size = (directory.len() as u64).to_le_bytes();
    [&register[..24], &size, directory.as_bytes(), &register[end..]].concat()
}

fn write(target: &str, name: &str, file: &[u8]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(name), file).unwrap();
}

/// Writes a file, its first two thirds, and the file with a byte changed in each hundred.
fn write_variants(target: &str, file: &[u8]) {
    write(target, "valid", file);
    write(target, "truncated", &file[..file.len() * 2 / 3]);
    let mut corrupted = file.to_vec();
    corrupted.iter_mut().skip(50).step_by(100).for_each(|byte| *byte ^= 0x55);
    write(target, "corrupted", &corrupted);
}
