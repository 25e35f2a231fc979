//! Places of Overture Maps: points of interest in GeoParquet. Schema: OvertureMaps/schema 1.18 and 2.0, `places/place`; the latter has
//! `taxonomy` in place of `categories`.

use std::path::Path;

use parquet::record::Field;

use super::geoparquet::{self, Wanted, text_at};
use crate::error::BuildError;
use crate::pois::PoiRow;

/// State of a place that is closed for good.
const CLOSED: &str = "permanently_closed";

/// Calls `take` with every place of `wanted` in the file that is not closed for good, its credit, and its number among the rows that were
/// read.
pub(crate) fn places(
    path: &Path,
    wanted: &Wanted,
    take: &mut dyn FnMut(PoiRow, Option<String>, u64) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    geoparquet::rows(path, wanted, &mut |row, number| {
        let addresses = geoparquet::list(row, "addresses").iter();
        let country = first(addresses.map(|address| geoparquet::member(address, "country")));
        if country != wanted.country || text_at(row, &["operating_status"]) == CLOSED {
            return Ok(());
        }
        // The older field, the newer ones.
        let categories: [&[&str]; 3] =
            [&["categories", "primary"], &["taxonomy", "primary"], &["basic_category"]];
        let (lat, lon) = geoparquet::lat_lon(row);
        let place = PoiRow {
            name: text_at(row, &["names", "primary"]),
            category: first(categories.iter().map(|path| text_at(row, path))),
            brand: text_at(row, &["brand", "names", "primary"]),
            wikidata: text_at(row, &["brand", "wikidata"]),
            lat,
            lon,
            country,
            confidence: match geoparquet::at(row, &["confidence"]) {
                Some(Field::Double(confidence)) => confidence.to_string(),
                _ => String::new(),
            },
            gers_id: text_at(row, &["id"]),
            ..PoiRow::default()
        };
        take(place, geoparquet::credit(row), number)
    })
}

fn first(mut texts: impl Iterator<Item = String>) -> String {
    texts.find(|text| !text.is_empty()).unwrap_or_default()
}
