//! Shards of streets and houses from tables of rows.

use std::fs;
use std::path::Path;

use milepost_gazetteer::{schema, write_street_index};
use milepost_text::{HouseNumber, locality_key, street_keys};
use rusqlite::{Connection, params};
use tempfile::TempDir;

fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().skip(1).map(|line| line.split('\t').collect())
}

/// Opens the shard of an area, its tables made when it is new.
fn shard(root: &Path, family: &str, area: &str, tables: &str) -> Connection {
    let folder = root.join(family);
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{family}-{area}.db"));
    let new = !path.exists();
    let connection = Connection::open(path).unwrap();
    if new {
        connection.execute_batch(tables).unwrap();
    }
    connection
}

/// The rows of each family of shards, a line each behind a line of names.
pub(crate) struct Tables {
    pub(crate) points: &'static str,
    pub(crate) segments: &'static str,
    pub(crate) centroids: &'static str,
}

/// Shards with the rows in `data/`.
pub(crate) fn data_root() -> TempDir {
    root_of(&Tables {
        points: include_str!("../data/points.tsv"),
        segments: include_str!("../data/segments.tsv"),
        centroids: include_str!("../data/centroids.tsv"),
    })
}

/// A data root of shards with the rows of some tables.
pub(crate) fn root_of(of: &Tables) -> TempDir {
    let root = TempDir::new().unwrap();
    let tables = format!("{}{}", schema::ADDRESS_POINTS, schema::ADDRESS_POINT_INDEXES);
    for row in rows(of.points) {
        let [area, number, street, unit, postcode, locality, lat, lon] = row[..] else { panic!("{row:?}") };
        let keys = street_keys(street, &area[..2]);
        shard(root.path(), "address-points", area, &tables)
            .execute(
                "INSERT INTO address_point VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, NULL, NULL)",
                params![
                    keys.norm,
                    keys.key,
                    HouseNumber::parse(number).unwrap().text(),
                    Some(unit).filter(|unit| !unit.is_empty()),
                    postcode,
                    locality_key(locality),
                    street,
                    lat,
                    lon
                ],
            )
            .unwrap();
    }
    let tables = format!("{}{}", schema::STREET_SEGMENTS, schema::STREET_SEGMENT_INDEXES);
    for row in rows(of.segments) {
        let [area, street, side, from, to, parity, postcode, line] = row[..] else { panic!("{row:?}") };
        let (from, to): (i64, i64) = (from.parse().unwrap(), to.parse().unwrap());
        let key = street_keys(street, &area[..2]).key;
        shard(root.path(), "interpolation", area, &tables)
            .execute(
                "INSERT INTO street_segment VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, NULL, ?9, ?10, NULL, NULL)",
                params![key, side, from, to, from.min(to), from.max(to), parity, postcode, street, line],
            )
            .unwrap();
    }
    let tables = format!("{}{}", schema::STREET_CENTROIDS, schema::STREET_CENTROID_INDEXES);
    for row in rows(of.centroids) {
        let [area, street, postcode, locality, lat, lon, south, west, north, east] = row[..] else {
            panic!("{row:?}")
        };
        let keys = street_keys(street, &area[..2]);
        shard(root.path(), "street-centroids", area, &tables)
            .execute(
                "INSERT INTO street_centroid VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 12)",
                params![
                    keys.norm,
                    keys.key,
                    postcode,
                    locality_key(locality),
                    street,
                    lat,
                    lon,
                    south,
                    west,
                    north,
                    east
                ],
            )
            .unwrap();
    }
    for family in ["address-points", "interpolation", "street-centroids"] {
        for file in root.path().join(family).read_dir().into_iter().flatten() {
            let path = file.unwrap().path();
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap();
            let area = name.strip_prefix(family).unwrap().trim_start_matches('-');
            write_street_index(&Connection::open(&path).unwrap(), &area[..2]).unwrap();
        }
    }
    root
}
