//! Addresses of Overture Maps in GeoParquet. Rows are sorted by place, so a country is a few row groups of the files of the world.
//!
//! [`needed`] lists the byte ranges needed of a file, from the end of the file alone. A file with those ranges and holes elsewhere is
//! read like a whole one ([`points`]). Schema: OvertureMaps/schema 1.18, `addresses/address`. Columns are found by name.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use parquet::data_type::AsBytes;
use parquet::errors::ParquetError;
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::statistics::Statistics;
use parquet::record::{Field, Row};
use parquet::schema::types::{Type, TypePtr};
use serde::{Deserialize, Serialize};

use super::BadRows;
use super::overture_columns::{SOURCES, Theme};
use super::stream::progress_of_rows;
use crate::error::BuildError;
use crate::points::row::PointRow;
use milepost_bulk::well_known_point;

/// Error of the bounds of a row's box, which have 32 bits, degrees.
const ROUNDING: f64 = 0.0001;

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    #[serde(default)]
    pub(crate) theme: Theme,
    /// ISO 3166-1 alpha-2, upper case.
    pub(crate) country: String,
    /// First address level that the rows must have: the state, in the United States.
    #[serde(default)]
    pub(crate) region: Option<String>,
    /// West, south, east, north, degrees; several if the country crosses the antimeridian.
    pub(crate) boxes: Vec<[f64; 4]>,
}

/// The part of a file to download.
#[derive(Debug, Serialize)]
pub(crate) struct Needed {
    /// First byte, and the byte after the last.
    pub(crate) ranges: Vec<[u64; 2]>,
    pub(crate) row_groups: usize,
    /// Rows of those groups, of all countries.
    pub(crate) rows: i64,
}

/// Byte ranges of the row groups that may hold rows of `wanted`.
pub(crate) fn needed(path: &Path, wanted: &Wanted) -> Result<Needed, BuildError> {
    let reader = open(path)?;
    let mut needed = Needed { ranges: Vec::new(), row_groups: 0, rows: 0 };
    for group in reader.metadata().row_groups().iter().filter(|group| may_hold(group, wanted)) {
        needed.row_groups += 1;
        needed.rows += group.num_rows();
        let columns =
            group.columns().iter().filter(|column| wanted.theme.reads(column.column_path().parts()));
        needed.ranges.extend(columns.map(|column| {
            let (start, length) = column.byte_range();
            [start, start + length]
        }));
    }
    needed.ranges.sort_unstable();
    Ok(needed)
}

/// Calls `take` with every point of `wanted` in the file, and its number among the rows that were read.
pub(crate) fn points(
    path: &Path,
    wanted: &Wanted,
    bad: &mut BadRows,
    take: &mut dyn FnMut(PointRow, u64, &mut BadRows) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    rows(path, wanted, &mut |row, number| {
        let country = wanted.country.as_str();
        let levels: Vec<String> =
            list(row, "address_levels").iter().map(|level| member(level, "value")).collect();
        let is_elsewhere = wanted.region.as_ref().is_some_and(|region| levels.first() != Some(region));
        if text_at(row, &["country"]) != country || is_elsewhere {
            return Ok(());
        }
        let has_region = country == "US" || levels.len() > 1;
        let (lat, lon) = lat_lon(row);
        let point = PointRow {
            number: lot(country, text_at(row, &["number"])),
            street: text_at(row, &["street"]),
            unit: text_at(row, &["unit"]),
            locality: locality(country, text_at(row, &["postal_city"]), &levels),
            region: levels.first().filter(|_| has_region).cloned().unwrap_or_default(),
            postcode: text_at(row, &["postcode"]),
            lat,
            lon,
            credit: credit(row),
        };
        take(point, number, bad)
    })
}

/// The house number: in Japan the digit of the coordinate zone follows the lot.
fn lot(country: &str, number: String) -> String {
    match number.rsplit_once('-') {
        Some((lot, zone)) if country == "JP" && zone.len() <= 2 => lot.to_owned(),
        _ => number,
    }
}

/// The town: its postal name, otherwise the finest level. Austria has the municipality first; a state alone does not count as a town.
fn locality(country: &str, postal_city: String, levels: &[String]) -> String {
    let levels = match country {
        _ if !postal_city.is_empty() => return postal_city,
        "AT" => levels.get(..1),
        "US" => levels.get(1..),
        _ => Some(levels),
    };
    levels.unwrap_or_default().iter().rev().find(|level| !level.is_empty()).cloned().unwrap_or_default()
}

/// Calls `take` with every row of the groups that may hold wanted rows, and its number among them.
pub(super) fn rows(
    path: &Path,
    wanted: &Wanted,
    take: &mut dyn FnMut(&Row, u64) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    let reader = open(path)?;
    let schema = reader.metadata().file_metadata().schema();
    let projection = schema
        .get_fields()
        .iter()
        .filter_map(|field| narrowed(field, &mut Vec::new(), wanted.theme).transpose())
        .collect::<Result<Vec<_>, _>>()
        .and_then(|fields| Type::group_type_builder(schema.name()).with_fields(fields).build())
        .map_err(|error| unreadable(path, error))?;
    let mut number = 0;
    let groups: Vec<usize> = (0..reader.num_row_groups())
        .filter(|&index| may_hold(reader.metadata().row_group(index), wanted))
        .collect();
    let held = |index: &usize| u64::try_from(reader.metadata().row_group(*index).num_rows()).unwrap_or(0);
    let bar = progress_of_rows(path, groups.iter().map(held).sum());
    for index in groups {
        let group = reader.get_row_group(index).map_err(|error| unreadable(path, error))?;
        let rows = group.get_row_iter(Some(projection.clone())).map_err(|error| unreadable(path, error))?;
        for row in rows {
            number += 1;
            bar.inc(1);
            take(&row.map_err(|error| unreadable(path, error))?, number)?;
        }
    }
    Ok(())
}

/// Whether the rows of `wanted` can be read; without it whether the description at the end of the file can be.
pub(crate) fn reads(path: &Path, wanted: Option<&Wanted>) -> bool {
    match wanted {
        Some(wanted) => rows(path, wanted, &mut |_, _| Ok(())).is_ok(),
        None => open(path).is_ok(),
    }
}

/// A type reduced to the columns in use; none if it lacks all of them. `above` is its path.
fn narrowed(field: &TypePtr, above: &mut Vec<String>, theme: Theme) -> Result<Option<TypePtr>, ParquetError> {
    above.push(field.name().to_owned());
    let kept = if field.is_primitive() {
        Ok(theme.reads(above).then(|| Arc::clone(field)))
    } else {
        let fields = field
            .get_fields()
            .iter()
            .filter_map(|inner| narrowed(inner, above, theme).transpose())
            .collect::<Result<Vec<_>, _>>();
        fields.and_then(|fields| if fields.is_empty() { Ok(None) } else { group_of(field, fields).map(Some) })
    };
    above.pop();
    kept
}

fn group_of(field: &TypePtr, fields: Vec<TypePtr>) -> Result<TypePtr, ParquetError> {
    let info = field.get_basic_info();
    let mut builder = Type::group_type_builder(field.name())
        .with_converted_type(info.converted_type())
        .with_logical_type(info.logical_type_ref().cloned())
        .with_fields(fields);
    if info.has_repetition() {
        builder = builder.with_repetition(info.repetition());
    }
    builder.build().map(Arc::new)
}

fn open(path: &Path) -> Result<SerializedFileReader<File>, BuildError> {
    let file = File::open(path).map_err(|source| BuildError::Read { path: path.into(), source })?;
    SerializedFileReader::new(file).map_err(|error| unreadable(path, error))
}

fn unreadable(path: &Path, error: ParquetError) -> BuildError {
    BuildError::Read { path: path.into(), source: std::io::Error::other(error) }
}

/// Whether the group may have rows of the country within its boxes, by its statistics. A group without statistics may.
fn may_hold(group: &RowGroupMetaData, wanted: &Wanted) -> bool {
    let statistics = |path: &[&str]| {
        let column = group
            .columns()
            .iter()
            .find(|column| column.column_path().parts().iter().map(String::as_str).eq(path.iter().copied()));
        column.and_then(|column| column.statistics())
    };
    if let Some((Some(least), Some(most))) =
        statistics(&["country"]).map(|found| (found.min_bytes_opt(), found.max_bytes_opt()))
    {
        let country = wanted.country.as_bytes();
        if country < least || country > most {
            return false;
        }
    }
    let bounds = |side| statistics(&["bbox", side]).and_then(bounds_of);
    let (Some(west), Some(east), Some(south), Some(north)) =
        (bounds("xmin"), bounds("xmax"), bounds("ymin"), bounds("ymax"))
    else {
        return true;
    };
    wanted.boxes.iter().any(|&[w, s, e, n]| {
        west.0 - ROUNDING <= e && east.1 + ROUNDING >= w && south.0 - ROUNDING <= n && north.1 + ROUNDING >= s
    })
}

fn bounds_of(statistics: &Statistics) -> Option<(f64, f64)> {
    match statistics {
        Statistics::Float(bounds) => Some((f64::from(*bounds.min_opt()?), f64::from(*bounds.max_opt()?))),
        Statistics::Double(bounds) => Some((*bounds.min_opt()?, *bounds.max_opt()?)),
        _ => None,
    }
}

/// The field of a row at a path of groups.
pub(super) fn at<'a>(row: &'a Row, path: &[&str]) -> Option<&'a Field> {
    let (name, rest) = path.split_first()?;
    let (_, field) = row.get_column_iter().find(|(known, _)| known.as_str() == *name)?;
    match field {
        _ if rest.is_empty() => Some(field),
        Field::Group(inner) => at(inner, rest),
        _ => None,
    }
}

/// The text at a path of groups; empty without one.
pub(super) fn text_at(row: &Row, path: &[&str]) -> String {
    at(row, path).map_or_else(String::new, text)
}

pub(super) fn text(field: &Field) -> String {
    match field {
        Field::Str(text) => text.trim().to_owned(),
        Field::Bytes(bytes) => String::from_utf8_lossy(bytes.as_bytes()).trim().to_owned(),
        _ => String::new(),
    }
}

/// The elements of a list; none without one.
pub(super) fn list<'a>(row: &'a Row, name: &str) -> &'a [Field] {
    match at(row, &[name]) {
        Some(Field::ListInternal(list)) => list.elements(),
        _ => &[],
    }
}

/// The text of a member of a group, or that of another field.
pub(super) fn member(field: &Field, name: &str) -> String {
    match field {
        Field::Group(group) => text_at(group, &[name]),
        other => text(other),
    }
}

/// The geometry in well-known binary; empty without one.
pub(super) fn geometry(row: &Row) -> &[u8] {
    match at(row, &["geometry"]) {
        Some(Field::Bytes(bytes)) => bytes.as_bytes(),
        _ => &[],
    }
}

/// Latitude and longitude of a point as text; empty without one.
pub(super) fn lat_lon(row: &Row) -> (String, String) {
    well_known_point(geometry(row)).map(|(x, y)| (y.to_string(), x.to_string())).unwrap_or_default()
}

/// Data set and terms of the first source.
pub(super) fn credit(row: &Row) -> Option<String> {
    let Some(Field::Group(source)) = list(row, SOURCES).first() else { return None };
    let (dataset, licence) = (text_at(source, &["dataset"]), text_at(source, &["license"]));
    let credit = if licence.is_empty() { dataset } else { format!("{dataset} ({licence})") };
    Some(credit).filter(|credit| !credit.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_town_is_the_finest_level_but_where_it_is_not() {
        for (country, postal_city, levels, town) in [
            ("NZ", "", &["Otago", "Dunedin", ""][..], "Dunedin"),
            ("AT", "", &["Wien", "Innere Stadt"], "Wien"),
            ("US", "Newton Centre", &["MA", "NEWTON"], "Newton Centre"),
            ("US", "", &["MA", "NEWTON"], "NEWTON"),
            ("US", "", &["MA"], ""),
            ("NL", "", &["Utrecht"], "Utrecht"),
        ] {
            let levels: Vec<String> = levels.iter().map(|&level| level.to_owned()).collect();
            assert_eq!(locality(country, postal_city.to_owned(), &levels), town, "{country} {levels:?}");
        }
    }

    #[test]
    fn a_lot_of_japan_loses_the_digit_of_its_zone() {
        assert_eq!(lot("JP", "362-9".to_owned()), "362");
        assert_eq!(lot("US", "203-06".to_owned()), "203-06");
    }
}
