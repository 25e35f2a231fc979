//! Divisions of Overture Maps: places with their names in many languages, and their areas, in GeoParquet. Schema: OvertureMaps/schema 1.18,
//! `divisions/division` and `divisions/division_area`.

use std::path::Path;

use parquet::record::{Field, Row};

use super::geoparquet::{self, Wanted, text_at};
use super::well_known::well_known_rings;
use crate::error::BuildError;
use milepost_bulk::well_known_point;

/// Class of an area at sea, which has no addresses.
const MARITIME: &str = "maritime";

pub(crate) enum DivisionRow {
    Division(Division),
    Area {
        /// Identifier of the place.
        of: String,
        /// None if the geometry is not a polygon.
        rings: Option<Vec<Vec<[f64; 2]>>>,
    },
}

#[derive(Debug)]
pub(crate) struct Division {
    /// Identifier in the Global Entity Reference System.
    pub(crate) id: String,
    pub(crate) parent: String,
    /// `locality`, in the words of Who's On First.
    pub(crate) placetype: String,
    pub(crate) name: String,
    /// Language and name; the language is empty if unknown.
    pub(crate) names: Vec<(String, String)>,
    /// Longitude and latitude, degrees.
    pub(crate) point: Option<(f64, f64)>,
    pub(crate) population: i64,
}

/// Calls `take` with every division and area of the country, its credit, and its number among the rows that were read.
pub(crate) fn divisions(
    path: &Path,
    wanted: &Wanted,
    take: &mut dyn FnMut(DivisionRow, Option<String>, u64) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    geoparquet::rows(path, wanted, &mut |row, number| {
        let Some((row, credit)) = read(row, &wanted.country) else { return Ok(()) };
        take(row, credit, number)
    })
}

fn read(row: &Row, country: &str) -> Option<(DivisionRow, Option<String>)> {
    let text = |name: &str| text_at(row, &[name]);
    if text("country") != country || text("class") == MARITIME {
        return None;
    }
    let (of, geometry) = (text("division_id"), geoparquet::geometry(row));
    let read = if of.is_empty() {
        DivisionRow::Division(Division {
            id: text("id"),
            parent: text("parent_division_id"),
            placetype: placetype(text("subtype")),
            name: text_at(row, &["names", "primary"]),
            names: names(row),
            point: well_known_point(geometry),
            population: match geoparquet::at(row, &["population"]) {
                Some(Field::Int(number)) => i64::from(*number),
                Some(Field::Long(number)) => *number,
                _ => 0,
            },
        })
    } else {
        DivisionRow::Area { of, rings: well_known_rings(geometry) }
    };
    Some((read, geoparquet::credit(row)))
}

/// The kind by its name in Who's On First; one differs.
fn placetype(subtype: String) -> String {
    if subtype == "neighborhood" { "neighbourhood".to_owned() } else { subtype }
}

/// All names of `struct<primary, common map, rules list>` but the main one, with their languages.
fn names(row: &Row) -> Vec<(String, String)> {
    let mut names = Vec::new();
    if let Some(Field::MapInternal(common)) = geoparquet::at(row, &["names", "common"]) {
        let texts = |(language, name): &(Field, Field)| (geoparquet::text(language), geoparquet::text(name));
        names.extend(common.entries().iter().map(texts));
    }
    if let Some(Field::ListInternal(rules)) = geoparquet::at(row, &["names", "rules"]) {
        let texts = |rule: &Field| (geoparquet::member(rule, "language"), geoparquet::member(rule, "value"));
        names.extend(rules.elements().iter().map(texts));
    }
    names.retain(|(_, name)| !name.is_empty());
    names
}
