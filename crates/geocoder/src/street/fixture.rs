//! Registers of a few invented streets in the towns of the gazetteer's fixture (`fixture/*.tsv`), which the street-level stages are
//! tested on.

#[path = "../../tests/common/shards.rs"]
#[allow(dead_code, reason = "the tests of whole addresses have rows of their own")]
mod shards;

use std::path::Path;
use std::sync::{Arc, LazyLock};

use milepost_address::ResolutionTier;
use milepost_gazetteer::{AddressPoint, Place, Shards};
use milepost_text::{street_key_variants, street_norms};
use rusqlite::Connection;
use tempfile::TempDir;

use super::cascade::Cascade;
use super::located::Located;
use super::query::{Addressed, StreetQuery};
use super::registers::Registers;
use crate::Geocoder;
use crate::admin::fixture::{components, gazetteer};
use crate::admin::scope::Scope;
use crate::admin::{Resolved, resolve};
use crate::answer::geocode_result;
use crate::bounds::AnswerBounds;
use crate::parse::components::Components;

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

/// The shards of the data root.
pub(crate) fn open_shards() -> &'static Shards {
    static OPEN: LazyLock<Shards> = LazyLock::new(|| Shards::open(data_root()));
    &OPEN
}

/// The registers of an area.
pub(crate) fn registers(area: &str) -> Registers<'static> {
    Registers::of(open_shards(), area)
}

/// The cascade over the shards, its houses 10 m from their centrelines.
pub(crate) fn cascade() -> Cascade<'static> {
    Cascade { shards: open_shards(), setback_m: 10.0 }
}

/// The geocoder of the gazetteer's fixture, over these registers or none.
pub(crate) fn geocoder(data_root: Option<&Path>) -> Geocoder {
    Geocoder::open(gazetteer().file().path(), data_root).unwrap()
}

/// An address with its places.
pub(crate) struct Asked {
    pub(crate) components: Components<'static>,
    pub(crate) resolved: Resolved,
    pub(crate) above: Arc<[Place]>,
}

impl Asked {
    pub(crate) fn address(&self) -> Addressed<'_> {
        Addressed { components: &self.components, resolved: &self.resolved, above: &self.above }
    }
}

/// The address `tag=text; tag=text` with its places in the gazetteer's fixture.
pub(crate) fn asked(address: &'static str) -> Asked {
    let components = components(address);
    let resolved = resolve(Scope::new(gazetteer(), AnswerBounds::NONE), &components).unwrap();
    let above = geocode_result::base(&resolved)
        .map_or_else(|| Arc::from([]), |place| gazetteer().ancestors(place.id).unwrap());
    Asked { components, resolved, above }
}

/// The street part of an address.
pub(crate) fn query(address: &'static str) -> StreetQuery {
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
