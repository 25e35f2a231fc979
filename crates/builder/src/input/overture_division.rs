//! Divisions of Overture Maps: places with their names in many languages, and their areas, in GeoParquet. Schema: OvertureMaps/schema 1.18,
//! `divisions/division` and `divisions/division_area`.

use std::path::Path;
use std::rc::Rc;

use parquet::data_type::AsBytes;
use parquet::record::{Field, Row};

use super::geoparquet::{self, Credits, Wanted};
use super::overture_columns::SOURCES;
use super::well_known::well_known_rings;
use crate::error::BuildError;
use milepost_bulk::well_known_point;

/// Class of an area at sea, which has no addresses.
const MARITIME: &str = "maritime";

/// A row of either file.
pub(crate) enum DivisionRow {
    Division(Division),
    Area(DivisionArea),
}

/// A place.
#[derive(Debug, Default, PartialEq)]
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

/// Its area.
#[derive(Debug, PartialEq)]
pub(crate) struct DivisionArea {
    /// Identifier of the place.
    pub(crate) of: String,
    /// None if the geometry is not a polygon.
    pub(crate) rings: Option<Vec<Vec<[f64; 2]>>>,
}

/// Calls `take` with every division and area of the country, its credit, and its number among the rows that were read.
pub(crate) fn divisions(
    path: &Path,
    wanted: &Wanted,
    take: &mut dyn FnMut(DivisionRow, Option<Rc<str>>, u64) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    let mut credits = Credits::default();
    geoparquet::rows(path, wanted, &mut |row, number| {
        let Some((row, credit)) = read(row, &wanted.country) else { return Ok(()) };
        take(row, credits.shared(&credit), number)
    })
}

/// A row of the country with its credit.
fn read(row: &Row, country: &str) -> Option<(DivisionRow, String)> {
    let mut division = Division::default();
    let (mut of, mut class, mut own_country, mut credit) = Default::default();
    let mut geometry: &[u8] = &[];
    for (name, field) in row.get_column_iter() {
        match name.as_str() {
            "id" => division.id = geoparquet::text(field),
            "division_id" => of = geoparquet::text(field),
            "parent_division_id" => division.parent = geoparquet::text(field),
            "subtype" => division.placetype = placetype(geoparquet::text(field)),
            "class" => class = geoparquet::text(field),
            "country" => own_country = geoparquet::text(field),
            "population" => division.population = whole(field),
            "names" => (division.name, division.names) = names(field),
            "geometry" => {
                if let Field::Bytes(bytes) = field {
                    geometry = bytes.as_bytes();
                }
            }
            SOURCES => credit = geoparquet::credit(field),
            _ => {}
        }
    }
    let (of, class, own_country): (String, String, String) = (of, class, own_country);
    if own_country != country || class == MARITIME {
        return None;
    }
    let row = if of.is_empty() {
        division.point = well_known_point(geometry);
        DivisionRow::Division(division)
    } else {
        DivisionRow::Area(DivisionArea { of, rings: well_known_rings(geometry) })
    };
    Some((row, credit))
}

/// The kind by its name in Who's On First; one differs.
fn placetype(subtype: String) -> String {
    if subtype == "neighborhood" { "neighbourhood".to_owned() } else { subtype }
}

fn whole(field: &Field) -> i64 {
    match field {
        Field::Int(number) => i64::from(*number),
        Field::Long(number) => *number,
        _ => 0,
    }
}

/// The main name of `struct<primary, common map, rules list>`, and all names with their languages.
fn names(field: &Field) -> (String, Vec<(String, String)>) {
    let Field::Group(group) = field else { return Default::default() };
    let mut primary = String::new();
    let mut names = Vec::new();
    for (name, field) in group.get_column_iter() {
        match (name.as_str(), field) {
            ("primary", field) => primary = geoparquet::text(field),
            ("common", Field::MapInternal(map)) => names.extend(
                map.entries()
                    .iter()
                    .map(|(language, name)| (geoparquet::text(language), geoparquet::text(name))),
            ),
            ("rules", Field::ListInternal(rules)) => names.extend(rules.elements().iter().map(rule)),
            _ => {}
        }
    }
    names.retain(|(_, name)| !name.is_empty());
    (primary, names)
}

fn rule(field: &Field) -> (String, String) {
    let Field::Group(rule) = field else { return Default::default() };
    let of = |wanted: &str| {
        rule.get_column_iter()
            .find(|(name, _)| name.as_str() == wanted)
            .map_or_else(String::new, |(_, value)| geoparquet::text(value))
    };
    (of("language"), of("value"))
}
