//! Address points of a table whose layout is described.

use std::io::{BufReader, Read};
use std::path::Path;

use csv::StringRecord;
use milepost_bulk::Projection;

use super::encoding::Decoded;
use super::table_layout::{Resolved, TableLayout};
use super::template::Field;
use super::{BadRows, Delimited, geopackage, geoparquet, stream};
use crate::error::BuildError;
use crate::points::row::PointRow;

const BUFFER: usize = 256 * 1024;

/// Calls `take` with every point of the file and its line.
pub(crate) fn points(
    path: &Path,
    layout: &TableLayout,
    bad: &mut BadRows,
    take: &mut dyn FnMut(PointRow, u64, &mut BadRows) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    if let Some(wanted) = &layout.overture {
        return geoparquet::points(path, wanted, bad, take);
    }
    let described = |problem| BuildError::Row { path: path.into(), line: 1, problem };
    let projection = layout.epsg.map_or(Ok(None), Projection::of).map_err(described)?;
    if let Some(layer) = &layout.layer {
        let mut rows = geopackage::Rows::open(path, layer)?;
        let columns = layout.resolve(&rows.header).map_err(described)?;
        return rows.each(&mut |row, number| {
            if columns.is_used(row) {
                one(&columns, projection.as_ref(), row, number, bad, take)?;
            }
            Ok(())
        });
    }
    stream::each_table(path, layout.entries.as_deref(), &mut |table| {
        read(path, table, layout, projection.as_ref(), bad, take)
    })
}

fn read(
    path: &Path,
    table: &mut dyn Read,
    layout: &TableLayout,
    projection: Option<&Projection>,
    bad: &mut BadRows,
    take: &mut dyn FnMut(PointRow, u64, &mut BadRows) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    let text = BufReader::with_capacity(BUFFER, Decoded::new(table, layout.encoding));
    let table = Delimited::of(text, layout.delimiter, layout.header.as_deref())
        .map_err(|source| BuildError::Read { path: path.into(), source })?;
    let columns = layout.resolve(&table.header).map_err(|problem| BuildError::Row {
        path: path.into(),
        line: 1,
        problem,
    })?;
    table.each(path, bad, |row, line, bad| {
        if columns.is_used(row) {
            one(&columns, projection, row, line, bad, take)?;
        }
        Ok(())
    })
}

fn one(
    columns: &Resolved,
    projection: Option<&Projection>,
    row: &StringRecord,
    line: u64,
    bad: &mut BadRows,
    take: &mut dyn FnMut(PointRow, u64, &mut BadRows) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    let get = |field| columns.get(field, row);
    let (mut lat, mut lon) = (get(Field::Lat), get(Field::Lon));
    if lat.is_empty() || lon.is_empty() {
        return bad.note(line, "no coordinates");
    }
    if lat.contains(',') {
        (lat, lon) = (lat.replace(',', "."), lon.replace(',', "."));
    }
    if let Some(projection) = projection {
        match grid(projection, &lat, &lon) {
            Ok(point) => (lat, lon) = point,
            Err(problem) => return bad.note(line, problem),
        }
    }
    let point = PointRow {
        number: get(Field::Number),
        street: get(Field::Street),
        unit: get(Field::Unit),
        locality: get(Field::Locality),
        region: get(Field::Region),
        postcode: get(Field::Postcode),
        lat,
        lon,
        credit: None,
    };
    take(point, line, bad)
}

fn grid(projection: &Projection, northing: &str, easting: &str) -> Result<(String, String), String> {
    let number = |text: &str| text.trim().parse::<f64>().map_err(|_| format!("`{text}` is not a coordinate"));
    let (lat, lon) = projection.degrees(number(easting)?, number(northing)?)?;
    Ok((lat.to_string(), lon.to_string()))
}
