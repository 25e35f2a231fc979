//! A bit that changes in a finished database is found, wherever it is.
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

use std::fs;
use std::path::{Path, PathBuf};

use milepost_gazetteer::deep_check;
use milepost_store::checksums::{self, Checked, Damage};
use rusqlite::Connection;
use tempfile::TempDir;

/// A database of some hundred pages, and its bytes.
fn database(folder: &TempDir, with_sums: bool) -> (PathBuf, Vec<u8>) {
    let path = folder.path().join("some.db");
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch("PRAGMA page_size = 4096; PRAGMA journal_mode = OFF").unwrap();
    if with_sums {
        checksums::reserve(&connection).unwrap();
    }
    connection
        .execute_batch(
            "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT);
             WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
             INSERT INTO t SELECT i, printf('%020d', i * 7919) FROM n;
             CREATE INDEX b ON t (b);",
        )
        .unwrap();
    connection.close().unwrap();
    if with_sums {
        checksums::write(&path).unwrap();
    }
    let bytes = fs::read(&path).unwrap();
    assert!(bytes.len() > 50 * 4096, "{}", bytes.len());
    (path, bytes)
}

fn checked(path: &Path) -> Checked {
    checksums::verify(path, |_| true).unwrap()
}

/// Numbers that look random and are the same each time.
fn numbers() -> impl Iterator<Item = usize> {
    std::iter::successors(Some(0x9e37_79b9_7f4a_7c15_u64), |&last| {
        let next = last ^ last << 13;
        let next = next ^ next >> 7;
        Some(next ^ next << 17)
    })
    .map(|number| (number >> 8) as usize)
}

#[test]
fn any_flipped_bit_is_found_and_its_page_named() {
    let folder = TempDir::new().unwrap();
    let (path, whole) = database(&folder, true);
    assert_eq!(checked(&path), Checked::Whole);
    assert_eq!(deep_check(&path).unwrap().problems, Vec::<String>::new());
    // Every bit of the header, which says that there are checksums at all, and some anywhere.
    let anywhere = numbers().take(600).map(|number| number % (8 * whole.len()));
    for bit in (0..800).chain(anywhere) {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &bytes).unwrap();
        let first_page = (bit / 8 / 4096 + 1) as u64;
        assert_eq!(checked(&path), Checked::Damaged(Damage { first_page, pages: 1 }), "bit {bit}");
    }
}

#[test]
fn lost_blocks_and_cut_files_are_found() {
    let folder = TempDir::new().unwrap();
    let (path, whole) = database(&folder, true);
    let mut lost = whole.clone();
    lost[40 * 4096..48 * 4096].fill(0);
    fs::write(&path, &lost).unwrap();
    assert_eq!(checked(&path), Checked::Damaged(Damage { first_page: 41, pages: 8 }));
    fs::write(&path, &whole[..whole.len() - 100]).unwrap();
    assert!(matches!(checked(&path), Checked::Damaged(_)));
    let problems = deep_check(&path).unwrap().problems.concat();
    assert!(problems.contains("does not fit its checksum"), "{problems}");
}

#[test]
fn a_database_without_checksums_is_not_misread() {
    let folder = TempDir::new().unwrap();
    let (path, mut bytes) = database(&folder, false);
    assert_eq!(checked(&path), Checked::WithoutChecksums);
    assert!(checksums::write(&path).is_err(), "the file lacks room for checksums");
    // Somebody else may reserve as many bytes for something else, or use the number of the application.
    bytes[20] = 8;
    fs::write(&path, &bytes).unwrap();
    assert_eq!(checked(&path), Checked::WithoutChecksums);
    fs::write(&path, "").unwrap();
    assert_eq!(checked(&path), Checked::WithoutChecksums);
}

#[test]
fn a_database_that_sqlite_changed_is_not_called_damaged() {
    let folder = TempDir::new().unwrap();
    let (path, _) = database(&folder, true);
    for change in ["UPDATE t SET b = 'other' WHERE a = 500", "INSERT INTO t (b) VALUES ('more')", "VACUUM"] {
        Connection::open(&path).unwrap().execute_batch(change).unwrap();
        assert_eq!(checked(&path), Checked::ChangedSince, "{change}");
    }
    assert_eq!(deep_check(&path).unwrap().problems, Vec::<String>::new());
}

#[test]
fn reading_ends_when_the_callback_returns_false() {
    let folder = TempDir::new().unwrap();
    let (path, _) = database(&folder, true);
    assert_eq!(checksums::verify(&path, |_| false).unwrap(), Checked::Stopped);
}
