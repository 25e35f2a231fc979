//! Places of Overture Maps: points of interest in GeoParquet. Schema: OvertureMaps/schema 1.18 and 2.0, `places/place`; the latter has
//! `taxonomy` in place of `categories`.

use std::path::Path;
use std::rc::Rc;

use parquet::data_type::AsBytes;
use parquet::record::{Field, Row};

use super::geoparquet::{self, Credits, Wanted};
use super::overture_columns::SOURCES;
use crate::error::BuildError;
use milepost_bulk::well_known_point;

/// State of a place that is closed for good.
const CLOSED: &str = "permanently_closed";

/// A point of interest of Overture; absent values are empty.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct OverturePlace {
    /// Identifier in the Global Entity Reference System.
    pub(crate) id: String,
    pub(crate) name: String,
    /// `coffee_shop`.
    pub(crate) category: String,
    pub(crate) brand: String,
    /// Wikidata item of the brand.
    pub(crate) wikidata: String,
    /// Longitude and latitude, degrees.
    pub(crate) point: Option<(f64, f64)>,
    /// The first one among its addresses.
    pub(crate) country: String,
    pub(crate) confidence: Option<f64>,
    status: String,
    credit: String,
}

/// Calls `take` with every place of `wanted` in the file that is not closed for good, its credit, and its number among the rows that were
/// read.
pub(crate) fn places(
    path: &Path,
    wanted: &Wanted,
    take: &mut dyn FnMut(OverturePlace, Option<Rc<str>>, u64) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    let mut credits = Credits::default();
    geoparquet::rows(path, wanted, &mut |row, number| {
        let place = OverturePlace::of(row);
        if place.country != wanted.country || place.status == CLOSED {
            return Ok(());
        }
        let credit = credits.shared(&place.credit);
        take(place, credit, number)
    })
}

impl OverturePlace {
    fn of(row: &Row) -> OverturePlace {
        let mut place = OverturePlace::default();
        // The older field, the newer ones.
        let mut categories = [String::new(), String::new(), String::new()];
        for (name, field) in row.get_column_iter() {
            match name.as_str() {
                "id" => place.id = geoparquet::text(field),
                "geometry" => {
                    if let Field::Bytes(bytes) = field {
                        place.point = well_known_point(bytes.as_bytes());
                    }
                }
                "names" => place.name = at(field, &["primary"]),
                "categories" => categories[0] = at(field, &["primary"]),
                "taxonomy" => categories[1] = at(field, &["primary"]),
                "basic_category" => categories[2] = geoparquet::text(field),
                "brand" => {
                    place.brand = at(field, &["names", "primary"]);
                    place.wikidata = at(field, &["wikidata"]);
                }
                "addresses" => place.country = country(field),
                "confidence" => {
                    if let Field::Double(confidence) = field {
                        place.confidence = Some(*confidence);
                    }
                }
                "operating_status" => place.status = geoparquet::text(field),
                SOURCES => place.credit = geoparquet::credit(field),
                _ => {}
            }
        }
        place.category = categories.into_iter().find(|category| !category.is_empty()).unwrap_or_default();
        place
    }
}

/// The text at a path below a group.
fn at(field: &Field, path: &[&str]) -> String {
    let Some((first, rest)) = path.split_first() else { return geoparquet::text(field) };
    let Field::Group(group) = field else { return String::new() };
    let inner = group.get_column_iter().find(|(name, _)| name.as_str() == *first);
    inner.map_or_else(String::new, |(_, inner)| at(inner, rest))
}

/// The first country given in `list<struct<country>>`.
fn country(field: &Field) -> String {
    let Field::ListInternal(list) = field else { return String::new() };
    let mut countries = list.elements().iter().map(|address| at(address, &["country"]));
    countries.find(|country| !country.is_empty()).unwrap_or_default()
}
