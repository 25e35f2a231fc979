//! United States sources.

mod columns;
mod second_address;
mod units;

use std::path::Path;

use super::table::{Row, read};
use super::{is_held_out, is_held_out_state};
use crate::CorpusError;
use columns::{is_usable, part};
use units::{NumberedRoads, bare_unit};

pub(crate) use columns::may_cross;
pub(crate) use units::{is_bare_number, numbered_roads};

/// One US address as in its source; fields may be empty.
#[derive(Debug, Clone, Default)]
pub(crate) struct UsRecord {
    pub(crate) venue: String,
    pub(crate) attention: String,
    pub(crate) number: String,
    pub(crate) street: String,
    pub(crate) unit: String,
    pub(crate) po_box: String,
    pub(crate) crossing: Option<(String, String)>,
    pub(crate) city: String,
    pub(crate) county: String,
    pub(crate) state: String,
    pub(crate) zip: String,
}

/// Records of one source.
pub(crate) struct UsSource {
    pub(crate) name: &'static str,
    /// Share of US lines drawn from it.
    pub(crate) weight: f64,
    pub(crate) train: Vec<UsRecord>,
    pub(crate) held_out: Vec<UsRecord>,
}

/// Street names with their state, for assembled addresses.
pub(crate) type StreetNames = Vec<(String, String)>;

/// Tables with the columns venue, house_number, street, unit, po_box, rural_route, city, state, zip.
const SPLIT_TABLES: [(&str, f64); 6] = [
    ("organizations", 0.22),
    ("polling_places", 0.12),
    ("stores", 0.14),
    ("committees", 0.06),
    ("breweries", 0.03),
    ("chesapeake_points", 0.01),
];

/// Reads every US source below `<data>/us`.
pub(crate) fn sources(data: &Path, numbered: &NumberedRoads) -> Result<Vec<UsSource>, CorpusError> {
    let source =
        |name, weight, record: &dyn Fn(&Row<'_>) -> UsRecord| source(data, name, weight, numbered, record);
    let mut sources = Vec::new();
    for (name, weight) in SPLIT_TABLES {
        sources.push(source(name, weight, &split_row)?);
    }
    sources.push(source("oa_excerpts", 0.03, &|row| UsRecord {
        number: row.get("number").into(),
        street: row.get("street").into(),
        unit: row.get("unit").into(),
        city: row.get("city").into(),
        state: row.get("state").into(),
        zip: row.get("zip").into(),
        ..UsRecord::default()
    })?);
    sources.push(source("rrad", 0.02, &rrad_row)?);
    sources.push(source("baltimore_points", 0.02, &baltimore_row)?);
    sources.push(source("intersections", 0.035, &|row| UsRecord {
        crossing: Some((row.get("street1").into(), row.get("street2").into())),
        venue: row.get("venue").into(),
        city: row.get("city").into(),
        state: row.get("state").into(),
        zip: row.get("zip").into(),
        ..UsRecord::default()
    })?);
    Ok(sources)
}

fn source(
    data: &Path,
    name: &'static str,
    weight: f64,
    numbered: &NumberedRoads,
    record: &dyn Fn(&Row<'_>) -> UsRecord,
) -> Result<UsSource, CorpusError> {
    let mut source = UsSource { name, weight, train: Vec::new(), held_out: Vec::new() };
    read(data, &format!("us/{name}.tsv.gz"), |row| {
        let mut record = record(&row);
        part(&mut record, numbered);
        if is_usable(&record) {
            // A held-out street name outside the held-out states is in neither split.
            if is_held_out_state(&record.state) {
                source.held_out.push(record);
            } else if !is_held_out(&[&record.street]) || record.street.is_empty() {
                source.train.push(record);
            }
        }
    })?;
    Ok(source)
}

fn split_row(row: &Row<'_>) -> UsRecord {
    let mut record = UsRecord {
        venue: row.get("venue").into(),
        number: row.get("house_number").into(),
        street: row.get("street").into(),
        unit: row.get("unit").into(),
        po_box: row.get("po_box").into(),
        city: row.get("city").into(),
        state: row.get("state").into(),
        zip: row.get("zip").into(),
        ..UsRecord::default()
    };
    if record.po_box.is_empty() {
        record.po_box = row.get("rural_route").into();
    }
    let unit = milepost_text::fold(&record.unit);
    if unit.starts_with("c/o") || unit.starts_with("attn") {
        record.attention = std::mem::take(&mut record.unit);
    }
    record
}

fn rrad_row(row: &Row<'_>) -> UsRecord {
    let (number, street) = row.get("address1").split_once(' ').unwrap_or_default();
    let numbered = number.starts_with(|character: char| character.is_ascii_digit());
    UsRecord {
        number: if numbered { number.into() } else { String::new() },
        street: if numbered { street.into() } else { String::new() },
        unit: row.get("address2").into(),
        city: row.get("city").into(),
        state: row.get("state").into(),
        zip: row.get("zip").into(),
        ..UsRecord::default()
    }
}

fn baltimore_row(row: &Row<'_>) -> UsRecord {
    let words = ["premod", "predir", "pretype", "name", "type", "postdir", "postmod"];
    let street: Vec<&str> = words.iter().map(|&word| row.get(word)).filter(|word| !word.is_empty()).collect();
    UsRecord {
        number: format!("{}{}", row.get("number"), row.get("suffix")),
        street: street.join(" "),
        city: row.get("city").into(),
        state: row.get("state").into(),
        zip: row.get("zip").into(),
        ..UsRecord::default()
    }
}

/// Street names by state, frequent ones up to three times: those of training, and those of the held-out states.
pub(crate) fn street_names(
    data: &Path,
    numbered: &NumberedRoads,
) -> Result<(StreetNames, StreetNames), CorpusError> {
    let (mut names, mut held_out) = (StreetNames::new(), StreetNames::new());
    read(data, "us/street_names.tsv.gz", |row| {
        let (street, state) = (row.get("street"), row.get("state"));
        let (_, unit) = bare_unit(street, state, numbered);
        let usable = street.len() > 3 && street.len() < 40 && !street.contains(',') && unit.is_empty();
        let names = match (is_held_out_state(state), is_held_out(&[street])) {
            (true, _) => &mut held_out,
            (false, false) => &mut names,
            (false, true) => return,
        };
        if usable {
            let times = row.get("count").parse::<u32>().unwrap_or(1).ilog2().clamp(0, 2) + 1;
            for _ in 0..times {
                names.push((street.into(), state.into()));
            }
        }
    })?;
    Ok((names, held_out))
}
