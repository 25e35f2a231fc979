//! Polygons of a shapefile in a zip, in degrees, as statistical offices publish them.

use std::path::Path;

use dbase::FieldValue;
use serde_json::{Map, Value, json};
use shapefile::{PolygonRing, Shape};

use super::features::Feature;
use crate::error::BuildError;
use crate::input::{BadRows, open_shapefile};

/// Calls `take` with every polygon of the archive; its line is the number of its record.
pub(crate) fn each(
    path: &Path,
    bad: &mut BadRows,
    take: &mut dyn FnMut(Feature, &mut BadRows) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    bad.in_file(path);
    let (mut reader, _) = open_shapefile(path)?;
    for (record, row) in (1..).zip(reader.iter_shapes_and_records()) {
        let (shape, attributes) = match row {
            Ok(row) => row,
            Err(error) => {
                bad.note(record, error.to_string())?;
                continue;
            }
        };
        let rings: Vec<Vec<[f64; 2]>> = match shape {
            Shape::Polygon(polygon) => rings(polygon.rings(), |point| [point.x, point.y]),
            Shape::PolygonM(polygon) => rings(polygon.rings(), |point| [point.x, point.y]),
            Shape::PolygonZ(polygon) => rings(polygon.rings(), |point| [point.x, point.y]),
            other => {
                bad.note(record, format!("a {} is not a polygon", other.shapetype()))?;
                continue;
            }
        };
        let properties: Map<String, Value> =
            attributes.into_iter().map(|(name, value)| (name, property(value))).collect();
        take(Feature { line: record, properties, geometry: json!(rings) }, bad)?;
    }
    Ok(())
}

fn rings<P>(rings: &[PolygonRing<P>], position: impl Fn(&P) -> [f64; 2]) -> Vec<Vec<[f64; 2]>> {
    rings.iter().map(|ring| ring.points().iter().map(&position).collect()).collect()
}

fn property(value: FieldValue) -> Value {
    match value {
        FieldValue::Character(Some(text)) => json!(text.trim()),
        FieldValue::Numeric(Some(number)) if number.fract() == 0.0 => json!(number as i64),
        FieldValue::Numeric(Some(number)) => json!(number),
        FieldValue::Integer(number) => json!(number),
        _ => Value::Null,
    }
}
