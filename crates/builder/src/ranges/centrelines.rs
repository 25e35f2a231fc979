//! Centreline tables: a street's line with the ranges left and right of it, or a row a side.

use std::path::Path;

use csv::StringRecord;
use wkt::Wkt;

use super::RangeOptions;
use super::segment::{Segment, Side};
use crate::error::BuildError;
use crate::input::{BadRows, Columns, Delimited};
use crate::shard::Shard;

/// Columns by the names that counties use. Ranges in use come before reserved ones.
const LAYOUT: &[(&str, &[&str])] = &[
    ("street", &["street", "label", "fullname", "full_name", "street_name", "name"]),
    (
        "left_from",
        &[
            "from_left_actual",
            "from_left",
            "left_from",
            "l_from",
            "fromleft",
            "l_f_add",
            "lfromadd",
            "lfromhn",
        ],
    ),
    ("left_to", &["to_left_actual", "to_left", "left_to", "l_to", "toleft", "l_t_add", "ltoadd", "ltohn"]),
    (
        "right_from",
        &[
            "from_right_actual",
            "from_right",
            "right_from",
            "r_from",
            "fromright",
            "r_f_add",
            "rfromadd",
            "rfromhn",
        ],
    ),
    (
        "right_to",
        &["to_right_actual", "to_right", "right_to", "r_to", "toright", "r_t_add", "rtoadd", "rtohn"],
    ),
    ("left_postcode", &["zip_left", "left_zip", "zipl", "l_zip", "postcode", "zip"]),
    ("right_postcode", &["zip_right", "right_zip", "zipr", "r_zip", "postcode", "zip"]),
    ("from", &["from"]),
    ("to", &["to"]),
    ("parity", &["parity", "interpolation"]),
    ("postcode", &["postcode", "zip"]),
    ("geometry", &["wkt", "geometry", "geom", "the_geom"]),
];

pub(crate) fn read(
    path: &Path,
    shard: &mut Shard,
    options: &RangeOptions,
    bad: &mut BadRows,
) -> Result<(), BuildError> {
    bad.in_file(path);
    let table = Delimited::open(path)?;
    let columns = columns(&table.header, options.columns.as_deref()).map_err(|problem| BuildError::Row {
        path: path.into(),
        line: 1,
        problem,
    })?;
    table.each(path, bad, |row, number, bad| {
        let line = match line(&columns.first("geometry", row)) {
            Ok(line) => line,
            Err(problem) => return bad.note(number, problem),
        };
        for segment in segments(&columns, row) {
            if let Err(problem) = segment.write(&line, shard, &options.rows.country(), &options.origin)? {
                bad.note(number, problem)?;
            }
        }
        Ok(())
    })
}

fn columns(header: &[String], map: Option<&str>) -> Result<Columns, String> {
    let columns = match map {
        Some(map) => Columns::parse(map, header)?,
        None => Columns::of_layout(LAYOUT, header),
    };
    let ranges = columns.has("from") || columns.has("left_from") || columns.has("right_from");
    if ranges && columns.has("street") && columns.has("geometry") {
        return Ok(columns);
    }
    Err(format!(
        "needs columns for street, geometry and from/to or left_from/left_to/right_from/right_to; there are {}; name them with --columns",
        header.join(", ")
    ))
}

/// The row's ranges: left and right of a centreline, or one if the line is a side.
fn segments(columns: &Columns, row: &StringRecord) -> Vec<Segment> {
    let first = |field: &str| columns.first(field, row);
    let segment = |side: Side, from: &str, to: &str, postcode: &str| Segment {
        street: first("street"),
        side,
        from: first(from),
        to: first(to),
        parity: first("parity"),
        postcode: first(postcode),
        county_fips: None,
    };
    if columns.has("left_from") || columns.has("right_from") {
        return vec![
            segment(Side::Left, "left_from", "left_to", "left_postcode"),
            segment(Side::Right, "right_from", "right_to", "right_postcode"),
        ];
    }
    vec![segment(Side::Own, "from", "to", "postcode")]
}

/// The points of a WKT line; the parts of a multi-line follow each other.
fn line(text: &str) -> Result<Vec<[f64; 2]>, String> {
    let parts = match text.parse::<Wkt<f64>>() {
        Ok(Wkt::LineString(line)) => vec![line],
        Ok(Wkt::MultiLineString(lines)) => lines.into_inner().0,
        Ok(_) => return Err("the geometry is not a line".into()),
        Err(problem) => return Err(format!("the geometry is not WKT: {problem}")),
    };
    let mut points: Vec<[f64; 2]> = Vec::new();
    for coordinate in parts.iter().flat_map(|part| part.coords()) {
        let point = [coordinate.x, coordinate.y];
        if points.last() != Some(&point) {
            points.push(point);
        }
    }
    Ok(points)
}
