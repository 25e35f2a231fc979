//! A point of interest as sources write it.

use std::io::BufRead;
use std::path::Path;

use serde::Deserialize;

use crate::error::BuildError;
use crate::input::{BadRows, Columns, Delimited, is_geojson, open_lines};

/// The fields of a source; absent ones are empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct PoiRow {
    pub(crate) name: String,
    /// `coffee_shop`.
    pub(crate) category: String,
    pub(crate) brand: String,
    /// Wikidata item of the brand.
    pub(crate) wikidata: String,
    pub(crate) lat: String,
    pub(crate) lon: String,
    pub(crate) country: String,
    pub(crate) confidence: String,
    pub(crate) gers_id: String,
    pub(crate) aliases: Vec<String>,
    /// Object of OpenStreetMap: four times its number plus its kind.
    pub(crate) osm: Option<i64>,
}

const LAYOUT: &[(&str, &[&str])] = &[
    ("name", &["name", "nom"]),
    ("category", &["category", "category_id", "type", "amenity", "shop"]),
    ("brand", &["brand"]),
    ("wikidata", &["brand_wikidata", "brand:wikidata"]),
    ("lat", &["lat", "latitude", "y"]),
    ("lon", &["lon", "lng", "longitude", "x"]),
    ("country", &["country", "country_code"]),
    ("confidence", &["confidence"]),
    ("gers_id", &["gers_id", "id"]),
];

/// Calls `take` with every row of a table with a header, or with every place of Overture Maps as GeoJSON, one feature per line.
pub(super) fn read(
    path: &Path,
    bad: &mut BadRows,
    take: impl FnMut(PoiRow, u64, &mut BadRows) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    bad.in_file(path);
    if is_geojson(path) { features(path, bad, take) } else { table(path, bad, take) }
}

fn table(
    path: &Path,
    bad: &mut BadRows,
    mut take: impl FnMut(PoiRow, u64, &mut BadRows) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    let table = Delimited::open(path)?;
    let columns = Columns::of_layout(LAYOUT, &table.header);
    if let Some(missing) = ["lat", "lon"].into_iter().find(|field| !columns.has(field)) {
        let problem = format!("no column for `{missing}` among {}", table.header.join(", "));
        return Err(BuildError::Row { path: path.into(), line: 1, problem });
    }
    table.each(path, bad, |row, line, bad| {
        let get = |field: &str| columns.first(field, row);
        let row = PoiRow {
            name: get("name"),
            category: get("category"),
            brand: get("brand"),
            wikidata: get("wikidata"),
            lat: get("lat"),
            lon: get("lon"),
            country: get("country"),
            confidence: get("confidence"),
            gers_id: get("gers_id"),
            ..PoiRow::default()
        };
        take(row, line, bad)
    })
}

#[derive(Deserialize)]
struct Feature {
    id: Option<String>,
    geometry: Option<Geometry>,
    properties: Properties,
}

#[derive(Deserialize)]
struct Geometry {
    coordinates: Vec<f64>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Properties {
    id: Option<String>,
    names: Option<Names>,
    categories: Option<Names>,
    brand: Option<Brand>,
    confidence: Option<f64>,
    addresses: Option<Vec<Address>>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Names {
    primary: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Brand {
    names: Option<Names>,
    wikidata: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Address {
    country: Option<String>,
}

fn features(
    path: &Path,
    bad: &mut BadRows,
    mut take: impl FnMut(PoiRow, u64, &mut BadRows) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    let unreadable = |source| BuildError::Read { path: path.into(), source };
    for (index, line) in open_lines(path)?.lines().enumerate() {
        let line = line.map_err(unreadable)?;
        let number = index as u64 + 1;
        // A feature collection has one feature per line between an opening and a closing line.
        let feature = line.trim().trim_end_matches(',').trim_start_matches('\u{1e}');
        if !feature.contains("\"Feature\"") {
            continue;
        }
        match serde_json::from_str::<Feature>(feature) {
            Ok(feature) => take(of_feature(feature), number, bad)?,
            Err(error) => bad.note(number, error.to_string())?,
        }
    }
    Ok(())
}

fn of_feature(Feature { id, geometry, properties }: Feature) -> PoiRow {
    let point = geometry.map(|geometry| geometry.coordinates).unwrap_or_default();
    let coordinate = |index: usize| point.get(index).map_or_else(String::new, f64::to_string);
    let primary = |names: Option<Names>| names.and_then(|names| names.primary).unwrap_or_default();
    let brand = properties.brand.unwrap_or_default();
    let country = properties.addresses.and_then(|addresses| addresses.into_iter().find_map(|at| at.country));
    PoiRow {
        name: primary(properties.names),
        category: primary(properties.categories),
        brand: primary(brand.names),
        wikidata: brand.wikidata.unwrap_or_default(),
        lat: coordinate(1),
        lon: coordinate(0),
        country: country.unwrap_or_default(),
        confidence: properties.confidence.as_ref().map_or_else(String::new, f64::to_string),
        gers_id: id.or(properties.id).unwrap_or_default(),
        ..PoiRow::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_of_overture_is_read() {
        let text = r#"{"type":"Feature","id":"08f2","geometry":{"type":"Point","coordinates":[-119.81,39.53]},
            "properties":{"names":{"primary":"Bean"},"categories":{"primary":"coffee_shop","alternate":null},
            "brand":{"wikidata":"Q1","names":{"primary":"Beans Inc"}},"confidence":0.9,"addresses":[{"country":"US"}]}}"#;
        let row = of_feature(serde_json::from_str(text).unwrap());
        let text = |text: &str| text.to_owned();
        let expected = PoiRow {
            name: text("Bean"),
            category: text("coffee_shop"),
            brand: text("Beans Inc"),
            wikidata: text("Q1"),
            lat: text("39.53"),
            lon: text("-119.81"),
            country: text("US"),
            confidence: text("0.9"),
            gers_id: text("08f2"),
            ..PoiRow::default()
        };
        assert_eq!(row, expected);
    }
}
