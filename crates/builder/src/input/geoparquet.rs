//! Addresses of Overture Maps in GeoParquet. Rows are sorted by place, so a country is a few row groups of the files of the world.
//!
//! [`needed`] lists the byte ranges needed of a file, from the end of the file alone. A file with those ranges and holes elsewhere is
//! read like a whole one ([`points`]). Schema: OvertureMaps/schema 1.18, `addresses/address`. Columns are found by name.

use std::collections::HashMap;
use std::fs::File;
use std::path::Path;
use std::rc::Rc;
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

/// The rows to read.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    /// Contents of the files.
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
    let mut credits = Credits::default();
    rows(path, wanted, &mut |row, number| {
        let row = Address::of(row);
        if row.country != wanted.country {
            return Ok(());
        }
        if wanted
            .region
            .as_deref()
            .is_some_and(|region| row.levels.first().map(String::as_str) != Some(region))
        {
            return Ok(());
        }
        let credit = credits.shared(&row.credit);
        take(PointRow { credit, ..row.point() }, number, bad)
    })
}

/// Names of sources, each stored once.
#[derive(Default)]
pub(super) struct Credits(HashMap<String, Rc<str>>);

impl Credits {
    /// The stored name; none if it is empty.
    pub(super) fn shared(&mut self, credit: &str) -> Option<Rc<str>> {
        (!credit.is_empty())
            .then(|| Rc::clone(self.0.entry(credit.to_owned()).or_insert_with(|| credit.into())))
    }
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

/// A copy of a group with other fields.
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

/// A row of Overture.
#[derive(Debug, Default)]
struct Address {
    point: Option<(f64, f64)>,
    country: String,
    postcode: String,
    street: String,
    number: String,
    unit: String,
    postal_city: String,
    /// From broad to fine; a missing one is empty.
    levels: Vec<String>,
    /// Data set and terms of its first source.
    credit: String,
}

impl Address {
    fn of(row: &Row) -> Address {
        let mut address = Address::default();
        for (name, field) in row.get_column_iter() {
            match name.as_str() {
                "geometry" => {
                    if let Field::Bytes(bytes) = field {
                        address.point = well_known_point(bytes.as_bytes());
                    }
                }
                "country" => address.country = text(field),
                "postcode" => address.postcode = text(field),
                "street" => address.street = text(field),
                "number" => address.number = text(field),
                "unit" => address.unit = text(field),
                "postal_city" => address.postal_city = text(field),
                "address_levels" => address.levels = levels(field),
                SOURCES => address.credit = credit(field),
                _ => {}
            }
        }
        address
    }

    fn point(self) -> PointRow {
        let locality = self.locality().to_owned();
        let has_region = self.country == "US" || self.levels.len() > 1;
        let region = self.levels.first().filter(|_| has_region).cloned().unwrap_or_default();
        // In Japan the digit of the coordinate zone follows the lot.
        let number = match self.number.rsplit_once('-') {
            Some((lot, zone)) if self.country == "JP" && zone.len() <= 2 => lot.to_owned(),
            _ => self.number,
        };
        let coordinate = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
        PointRow {
            number,
            street: self.street,
            unit: self.unit,
            locality,
            region,
            postcode: self.postcode,
            lat: coordinate(self.point.map(|(_, y)| y)),
            lon: coordinate(self.point.map(|(x, _)| x)),
            credit: None,
        }
    }

    /// The town: its postal name, otherwise the finest level. Austria has the municipality first; a state alone does not count as a town.
    fn locality(&self) -> &str {
        if !self.postal_city.is_empty() {
            return &self.postal_city;
        }
        let levels = match self.country.as_str() {
            "AT" => self.levels.get(..1),
            "US" => self.levels.get(1..),
            _ => Some(self.levels.as_slice()),
        };
        levels.unwrap_or_default().iter().rev().find(|level| !level.is_empty()).map_or("", String::as_str)
    }
}

pub(super) fn text(field: &Field) -> String {
    match field {
        Field::Str(text) => text.trim().to_owned(),
        Field::Bytes(bytes) => String::from_utf8_lossy(bytes.as_bytes()).trim().to_owned(),
        _ => String::new(),
    }
}

/// The first entry of `list<struct<dataset, license>>`.
pub(super) fn credit(field: &Field) -> String {
    let Field::ListInternal(list) = field else { return String::new() };
    let Some(Field::Group(source)) = list.elements().first() else { return String::new() };
    let of = |wanted: &str| {
        source
            .get_column_iter()
            .find(|(name, _)| name.as_str() == wanted)
            .map_or_else(String::new, |(_, value)| text(value))
    };
    match (of("dataset"), of("license")) {
        (dataset, licence) if licence.is_empty() => dataset,
        (dataset, licence) => format!("{dataset} ({licence})"),
    }
}

/// The values of `list<struct<value>>`.
fn levels(field: &Field) -> Vec<String> {
    let Field::ListInternal(list) = field else { return Vec::new() };
    let value = |level: &Field| match level {
        Field::Group(level) => level
            .get_column_iter()
            .find(|(name, _)| name.as_str() == "value")
            .map_or_else(String::new, |(_, value)| text(value)),
        other => text(other),
    };
    list.elements().iter().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(country: &str, number: &str, postal_city: &str, levels: &[&str]) -> PointRow {
        Address {
            country: country.into(),
            number: number.into(),
            postal_city: postal_city.into(),
            levels: levels.iter().map(|level| (*level).to_owned()).collect(),
            ..Address::default()
        }
        .point()
    }

    #[test]
    fn the_town_is_the_finest_level_but_where_it_is_not() {
        assert_eq!(address("NZ", "1", "", &["Otago", "Dunedin", ""]).locality, "Dunedin");
        assert_eq!(address("AT", "1", "", &["Wien", "Innere Stadt"]).locality, "Wien");
        assert_eq!(address("US", "1", "Newton Centre", &["MA", "NEWTON"]).locality, "Newton Centre");
        assert_eq!(address("US", "1", "", &["MA", "NEWTON"]).locality, "NEWTON");
        assert_eq!(address("US", "1", "", &["MA"]).locality, "", "a state does not count as a town");
        assert_eq!(address("NL", "1", "", &["Utrecht"]).locality, "Utrecht");
    }

    #[test]
    fn a_lot_of_japan_loses_the_digit_of_its_zone() {
        assert_eq!(address("JP", "362-9", "", &[]).number, "362");
        assert_eq!(address("US", "203-06", "", &["NY", "Queens"]).number, "203-06");
    }
}
