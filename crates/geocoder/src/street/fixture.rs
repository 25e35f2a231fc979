//! Registers of a few invented streets in the towns of the gazetteer's fixture (`fixture/*.tsv`), which the street-level stages are
//! tested on.

#[path = "../../tests/common/shards.rs"]
#[allow(dead_code, reason = "the tests of whole addresses have rows of their own")]
mod shards;

use std::path::Path;
use std::sync::LazyLock;

use milepost_address::{ResolutionTier, Tree};
use milepost_gazetteer::{AddressPoint, Shards, schema, write_street_index};
use milepost_store::street_line;
use milepost_text::{street_key_variants, street_keys, street_norms};
use rusqlite::{Connection, params};
use tempfile::TempDir;

use super::cascade::Cascade;
use super::located::Located;
use super::query::StreetQuery;
use super::registers::Registers;
use crate::Geocoder;
use crate::answer::{Answer, Asked, places_above};
use crate::fixture::{gazetteer, parsed, resolved, scope};
use crate::interpretations::Interpretation;
use crate::resolver;

/// Whose houses of Oregon these are.
pub(crate) const REGISTER: &str = "Register of Oregon (CC0)";

/// A data root with the rows of the tables.
pub(crate) fn data_root() -> &'static Path {
    static ROOT: LazyLock<TempDir> = LazyLock::new(|| {
        let root = shards::root_of(&shards::Tables {
            points: include_str!("fixture/points.tsv"),
            segments: include_str!("fixture/segments.tsv"),
            centroids: include_str!("fixture/centroids.tsv"),
        });
        let houses = Connection::open(root.path().join("address-points/address-points-us-or.db")).unwrap();
        houses.execute("UPDATE address_point SET source = ?1", [REGISTER]).unwrap();
        root
    });
    ROOT.path()
}

/// The data root with shards of OpenStreetMap beside its registers: points as the tables have them, and streets with a line.
pub(crate) fn map_of(points: &'static str, lines: &[(&str, &[[i32; 2]])]) -> TempDir {
    let root = TempDir::new().unwrap();
    let folder = |name: &str| {
        let folder = root.path().join(name);
        std::fs::create_dir(&folder).unwrap();
        folder
    };
    let (own, osm) = (folder("address-points"), folder("osm"));
    let file = "address-points-us-or.db";
    std::fs::copy(data_root().join("address-points").join(file), own.join(file)).unwrap();
    let map = shards::root_of(&shards::Tables { points, segments: "", centroids: "" });
    std::fs::copy(map.path().join("address-points").join(file), osm.join(file)).unwrap();
    let streets = Connection::open(osm.join("street-centroids-us-or.db")).unwrap();
    streets.execute_batch(schema::STREET_CENTROIDS_OF_OSM).unwrap();
    for (street, line) in lines {
        let (keys, [lat, lon]) = (street_keys(street, "us"), line[0].map(|units| f64::from(units) / 1e7));
        let row =
            "INSERT INTO street_centroid VALUES (?1, ?2, NULL, NULL, ?3, ?4, ?5, ?4, ?5, ?4, ?5, 1, NULL)";
        streets.execute(row, params![keys.norm, keys.key, street, lat, lon]).unwrap();
        let line = street_line::encode(line);
        streets.execute("INSERT INTO street_line VALUES (?1, NULL, ?2)", params![keys.norm, line]).unwrap();
    }
    streets.execute_batch(schema::STREET_CENTROID_INDEXES_OF_OSM).unwrap();
    write_street_index(&streets, "us").unwrap();
    root
}

/// The shards of the data root.
pub(crate) fn open_shards() -> &'static Shards {
    static OPEN: LazyLock<Shards> = LazyLock::new(|| Shards::open(data_root()));
    &OPEN
}

/// The registers of an area.
pub(crate) fn registers(area: &str) -> Registers<'static> {
    Registers::of(open_shards(), area)
}

/// The cascade over the shards.
pub(crate) fn cascade() -> Cascade<'static> {
    Cascade { shards: open_shards() }
}

/// The geocoder of the gazetteer's fixture, over these registers or none.
pub(crate) fn geocoder(data_root: Option<&Path>) -> Geocoder {
    Geocoder::open(gazetteer().file().path(), data_root).unwrap()
}

/// An address with its places in the gazetteer's fixture.
pub(crate) fn asked(address: &str) -> Answer<'static> {
    let (interpretation, resolved) = (Interpretation::of_parse(parsed(address)), resolved(address));
    let above = places_above(gazetteer(), &resolved).unwrap();
    Answer { interpretation, resolved, above, located: None, probability: None }
}

/// The answer to a parse `tag=text; tag=text`, which has no alternatives.
pub(crate) fn answered(address: &str) -> Answer<'static> {
    with_others(parsed(address), 0).0
}

/// The answer to a parse, and at most so many others.
pub(crate) fn with_others(tree: &Tree, most: usize) -> (Answer<'_>, Vec<Answer<'_>>) {
    resolver::answers(Asked { scope: scope(), cascade: cascade(), tree }, Vec::new, most).unwrap()
}

/// The street part of an address.
pub(crate) fn query(address: &str) -> StreetQuery {
    StreetQuery::of(asked(address).address()).unwrap()
}

/// A street of Portland.
pub(crate) fn street_of_portland(street: &str) -> StreetQuery {
    StreetQuery {
        norms: street_norms(street, "us"),
        keys: street_key_variants(street, "us"),
        street: street.to_owned(),
        ..query("street=Oak St; locality=Portland; region=OR; postcode=97201")
    }
}

/// A house of an invented street.
pub(crate) fn house(number: &str, lat: f64, lon: f64) -> AddressPoint {
    AddressPoint {
        rowid: 1,
        street_norm: "yew street".to_owned(),
        number: number.to_owned(),
        unit: None,
        postcode: Some("97201".to_owned()),
        locality: Some("portland".to_owned()),
        street: "YEW ST".to_owned(),
        lat,
        lon,
    }
}

/// An answer on that street.
pub(crate) fn answer(tier: ResolutionTier, lat: f64, lon: f64) -> Located {
    Located::by_row(tier, (lat, lon), 15.0, &house("1", lat, lon))
}

/// The codes of what an answer reports.
pub(crate) fn codes(located: &Located) -> Vec<&'static str> {
    located.findings.iter().map(crate::finding::Finding::code).collect()
}
