//! Polygons of a shapefile in a zip, in degrees, as statistical offices publish them.

use std::fs::File;
use std::io::{BufReader, Seek};
use std::path::Path;

use dbase::FieldValue;
use serde_json::{Map, Value, json};
use shapefile::{PolygonRing, Reader, Shape, ShapeReader};

use super::features::Feature;
use crate::error::BuildError;
use crate::input::{BadRows, Budget};

/// Calls `take` with every polygon of the archive; its line is the number of its record.
pub(crate) fn each(
    path: &Path,
    bad: &mut BadRows,
    take: &mut dyn FnMut(Feature, &mut BadRows) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    bad.in_file(path);
    let unreadable =
        |error: String| BuildError::Read { path: path.into(), source: std::io::Error::other(error) };
    let mut archive = File::open(path)
        .map_err(|error| unreadable(error.to_string()))
        .and_then(|file| zip::ZipArchive::new(file).map_err(|error| unreadable(error.to_string())))?;
    let mut budget = Budget::of(path.metadata().map_err(|error| unreadable(error.to_string()))?.len());
    let shapes = ShapeReader::new(unpack(&mut archive, ".shp", &mut budget).map_err(unreadable)?)
        .map_err(|error| unreadable(error.to_string()))?;
    let attributes = dbase::Reader::new(unpack(&mut archive, ".dbf", &mut budget).map_err(unreadable)?)
        .map_err(|error| unreadable(error.to_string()))?;
    let mut reader = Reader::new(shapes, attributes);
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
                bad.note(record, format!("a {} is no polygon", other.shapetype()))?;
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

/// The archive's file of an ending, in a temporary file.
fn unpack(
    archive: &mut zip::ZipArchive<File>,
    ending: &str,
    budget: &mut Budget,
) -> Result<BufReader<File>, String> {
    let name = archive
        .file_names()
        .filter_map(|name| name.ok().map(|name| name.into_owned()))
        .find(|name| name.to_lowercase().ends_with(ending))
        .ok_or_else(|| format!("no {ending} in the archive"))?;
    let entry = archive.by_name(&name).map_err(|error| error.to_string())?;
    let mut file = tempfile::tempfile().map_err(|error| error.to_string())?;
    std::io::copy(&mut budget.reader(entry), &mut file)
        .and_then(|_| file.rewind())
        .map_err(|error| error.to_string())?;
    Ok(BufReader::new(file))
}
