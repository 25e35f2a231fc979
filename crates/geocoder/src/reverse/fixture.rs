//! An administrative database of a few places around those of the gazetteer's fixture, with checksums.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use milepost_gazetteer::schema;
use milepost_store::checksums;
use rusqlite::Connection;
use tempfile::TempDir;

use super::ReverseGeocoder;
use crate::street::fixture;

/// Whose places these are.
pub(crate) const SOURCE: &str = "Places of Vane (CC0)";
/// Day of their newest row.
pub(crate) const UPDATED: &str = "2026-03-01";

/// The places: id, parent, name, kind, country, point and population.
const PLACES: &str = "
    INSERT INTO spr VALUES (1, -1, 'United States', 'country', 'US', 39.8, -98.6, 331000000),
      (5, 1, 'Oregon', 'region', 'US', 44.0, -120.5, 4200000),
      (13, 5, 'Portland', 'locality', 'US', 45.52, -122.68, 650000),
      (20, 5, 'Salem', 'locality', 'US', 44.94, -123.03, 175000),
      (2, -1, 'France', 'country', 'FR', 46.6, 2.4, 67000000),
      (14, 2, 'Lyon', 'locality', 'FR', 45.76, 4.84, 520000);";

/// Writes a database with checksums.
pub(crate) fn write_checked(path: &Path, sql: &str) {
    let connection = Connection::open(path).unwrap();
    connection.execute_batch("PRAGMA page_size = 4096; PRAGMA journal_mode = OFF").unwrap();
    checksums::reserve(&connection).unwrap();
    connection.execute_batch(sql).unwrap();
    connection.close().unwrap();
    checksums::write(path).unwrap();
}

/// Changes a letter of a text that a file holds.
pub(crate) fn damage(path: &Path, text: &str) {
    let mut bytes = fs::read(path).unwrap();
    let at = bytes.windows(text.len()).position(|window| window == text.as_bytes()).unwrap();
    bytes[at] ^= 1;
    fs::write(path, bytes).unwrap();
}

/// Writes the administrative database into a folder.
pub(crate) fn write_admin(folder: &Path) -> PathBuf {
    let path = folder.join("admin.db");
    let sql = format!(
        "{}{}{PLACES}{}{}
         INSERT INTO place_bbox SELECT id, latitude, latitude, longitude, longitude FROM spr WHERE placetype = 'locality';
         INSERT INTO build_info VALUES ('attribution', '{SOURCE}'), ('data_updated', '{UPDATED}'), ('id_prefix', 'mp');",
        schema::ADMIN_PLACES,
        schema::ADMIN,
        schema::ADMIN_EXTENT_COLUMNS,
        schema::ADMIN_STATE_COLUMNS,
    );
    write_checked(&path, &sql);
    path
}

/// Reverse lookups in the administrative database and the registers of the streets' fixture.
pub(crate) fn reverse() -> &'static ReverseGeocoder {
    static OPEN: LazyLock<(TempDir, ReverseGeocoder)> = LazyLock::new(|| {
        let folder = TempDir::new().unwrap();
        let admin = write_admin(folder.path());
        let reverse = ReverseGeocoder::open(&admin, None, None, Some(fixture::data_root())).unwrap();
        (folder, reverse)
    });
    &OPEN.1
}
