//! GeoJSON of address points, one feature per line, as OpenAddresses publishes it.

use std::io::BufRead;
use std::path::Path;

use serde::Deserialize;

use super::{BadRows, stream};
use crate::error::BuildError;
use crate::points::row::PointRow;

#[derive(Deserialize)]
struct Feature {
    properties: Properties,
    geometry: Option<Geometry>,
}

#[derive(Deserialize)]
struct Geometry {
    coordinates: Vec<f64>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Properties {
    number: Option<String>,
    street: Option<String>,
    unit: Option<String>,
    city: Option<String>,
    region: Option<String>,
    postcode: Option<String>,
}

/// Calls `take` with every point of the file and its line.
pub(crate) fn points(
    path: &Path,
    bad: &mut BadRows,
    mut take: impl FnMut(PointRow, u64, &mut BadRows) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    let mut text = stream::open_lines(path)?;
    let (mut line, mut number) = (String::new(), 0);
    loop {
        line.clear();
        number += 1;
        let read =
            text.read_line(&mut line).map_err(|source| BuildError::Read { path: path.into(), source })?;
        if read == 0 {
            return Ok(());
        }
        // A feature collection has one feature per line between an opening and a closing line.
        let feature = line.trim().trim_end_matches(',').trim_start_matches('\u{1e}');
        if feature.is_empty() || !feature.contains("\"Feature\"") {
            continue;
        }
        match serde_json::from_str::<Feature>(feature) {
            Ok(feature) => take(row(feature), number, bad)?,
            Err(error) => bad.note(number, error.to_string())?,
        }
    }
}

fn row(feature: Feature) -> PointRow {
    let Properties { number, street, unit, city, region, postcode } = feature.properties;
    let point = feature.geometry.map(|geometry| geometry.coordinates).unwrap_or_default();
    let coordinate = |index: usize| point.get(index).map_or_else(String::new, f64::to_string);
    PointRow {
        number: number.unwrap_or_default(),
        street: street.unwrap_or_default(),
        unit: unit.unwrap_or_default(),
        locality: city.unwrap_or_default(),
        region: region.unwrap_or_default(),
        postcode: postcode.unwrap_or_default(),
        lat: coordinate(1),
        lon: coordinate(0),
        credit: None,
    }
}
