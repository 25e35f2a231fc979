//! Writes the register from the rows of a postcode table.

use std::collections::{BTreeMap, HashMap};

use fsst::Compressor;
use milepost_aside::Claim;

use super::bytes::steps;
use super::layout::{CODES_OF_A_BLOCK, Country, Directory, Group, NAMES_OF_A_BLOCK, Sections};
use super::shape;
use crate::StoreError;
use crate::sphere::{EMPTY_BOX, widened};
use crate::varint::{put, zigzag};

/// Steps between a row and the point of its place within which they share the point: as far as rounding moves it.
const SAME_STEPS: u16 = 2;

/// A row of a table: a code and a place it serves.
#[derive(Debug, Clone)]
pub struct RegisterRow {
    /// ISO 3166-1 alpha-2, upper case.
    pub country: String,
    /// The code as written in its country.
    pub postcode: String,
    /// The place; empty where the table names none.
    pub place: String,
    /// Name of the division it lies in; empty if the table does not say.
    pub division: String,
    /// Latitude, degrees.
    pub lat: f64,
    /// Longitude, degrees.
    pub lon: f64,
}

/// The counts of a written register.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RegisterReport {
    /// Countries.
    pub countries: usize,
    /// Codes.
    pub codes: usize,
    /// Places they serve.
    pub towns: usize,
    /// Rows left out because their code has no number.
    pub left_out: usize,
}

/// Writes the register that is claimed.
///
/// # Errors
/// When the file cannot be written.
pub fn write_register(
    claim: &Claim,
    attribution: &str,
    rows: Vec<RegisterRow>,
) -> Result<RegisterReport, StoreError> {
    let mut by_country: BTreeMap<String, Vec<RegisterRow>> = BTreeMap::new();
    for row in rows {
        by_country.entry(row.country.clone()).or_default().push(row);
    }
    let mut sections = Sections::default();
    let mut report = RegisterReport::default();
    let mut directory = Directory { attribution: attribution.to_owned(), ..Directory::default() };
    for (code, rows) in by_country {
        let country = country(code, rows, &mut report, &mut sections);
        directory.countries.push(country);
    }
    directory.countries.retain(|country| country.towns > 0);
    report.countries = directory.countries.len();
    let target = claim.target();
    let unwritten = |source| StoreError::Write { path: target.into(), source };
    let file = sections.file(&directory).map_err(|error| unwritten(error.into()))?;
    claim.write(&file)?;
    Ok(report)
}

/// Rows of one code.
#[derive(Default)]
struct Rows {
    division: usize,
    /// Places with where the code has them.
    towns: Vec<(usize, [u16; 2])>,
}

/// The places of a country in the order in which its codes first name them: next codes are mostly of the same or the next place.
#[derive(Default)]
struct Towns {
    numbers: HashMap<(String, usize), usize>,
    names: Vec<String>,
    divisions: Vec<usize>,
    points: Vec<[u16; 2]>,
}

impl Towns {
    fn number(&mut self, name: String, division: usize, point: [u16; 2]) -> usize {
        *self.numbers.entry((name, division)).or_insert_with_key(|(name, _)| {
            self.names.push(name.clone());
            self.divisions.push(division);
            self.points.push(point);
            self.points.len() - 1
        })
    }
}

fn country(
    code: String,
    rows: Vec<RegisterRow>,
    report: &mut RegisterReport,
    sections: &mut Sections,
) -> Country {
    let bbox = rows.iter().fold(EMPTY_BOX, |bbox, row| widened(bbox, row.lat, row.lon));
    let mut shapes: BTreeMap<String, Vec<RegisterRow>> = BTreeMap::new();
    for row in rows {
        match shape::of_code(&row.postcode) {
            Some(shape) => shapes.entry(shape).or_default().push(row),
            None => report.left_out += 1,
        }
    }
    let mut divisions: Vec<String> = Vec::new();
    let mut towns = Towns::default();
    let mut groups = Vec::new();
    let first_code = report.codes as u32;
    for (shape, rows) in shapes {
        let shape = shape::with_common_letters(&shape, rows.iter().map(|row| row.postcode.as_str()));
        let mut codes: BTreeMap<u64, Vec<RegisterRow>> = BTreeMap::new();
        for row in rows {
            let number = shape::number(&shape, &row.postcode).unwrap_or_default();
            codes.entry(number).or_default().push(row);
        }
        let codes: Vec<(u64, Rows)> = codes
            .into_iter()
            .map(|(number, rows)| (number, rows_of_code(rows, bbox, &mut divisions, &mut towns)))
            .collect();
        groups.push(group(shape, (report.codes as u32) - first_code, &codes, &towns, sections));
        report.codes += codes.len();
    }
    let points: Vec<u8> = towns.points.iter().flatten().flat_map(|step| step.to_le_bytes()).collect();
    let first_town = report.towns as u32;
    report.towns += towns.names.len();
    let mut country = Country {
        code,
        bbox,
        divisions,
        first_code,
        first_town,
        towns: towns.names.len() as u32,
        points: sections.add(&points),
        groups,
        ..Country::default()
    };
    add_names(&mut country, &towns, sections);
    country
}

/// The rows of one code, whose new divisions and towns get the next numbers.
fn rows_of_code(
    mut rows: Vec<RegisterRow>,
    bbox: [f64; 4],
    divisions: &mut Vec<String>,
    towns: &mut Towns,
) -> Rows {
    rows.sort_by(|a, b| a.place.cmp(&b.place));
    rows.dedup_by(|a, b| a.place == b.place && a.lat == b.lat && a.lon == b.lon);
    let mut of_code = Rows::default();
    for row in rows {
        let known = divisions.iter().position(|name| *name == row.division);
        of_code.division = known.unwrap_or_else(|| {
            divisions.push(row.division);
            divisions.len() - 1
        });
        let point = steps(bbox, row.lat, row.lon);
        of_code.towns.push((towns.number(row.place, of_code.division, point), point));
    }
    of_code
}

fn group(shape: String, first: u32, codes: &[(u64, Rows)], towns: &Towns, sections: &mut Sections) -> Group {
    let (mut heads, mut blocks, mut data) = (Vec::new(), Vec::new(), Vec::new());
    for block in codes.chunks(CODES_OF_A_BLOCK) {
        let mut number = block[0].0;
        heads.extend_from_slice(&number.to_le_bytes());
        blocks.extend_from_slice(&(data.len() as u32).to_le_bytes());
        let (mut division, mut last) = (0, 0i64);
        for (next, rows) in block {
            put(&mut data, next - number);
            number = *next;
            let is_new = rows.division != division;
            put(&mut data, (rows.towns.len() as u64) << 1 | u64::from(is_new));
            if is_new {
                division = rows.division;
                put(&mut data, division as u64);
            }
            for &(town, point) in &rows.towns {
                let of_town = towns.points[town];
                let is_apart = point.iter().zip(of_town).any(|(own, other)| own.abs_diff(other) > SAME_STEPS);
                put(&mut data, zigzag(town as i64 - last) << 1 | u64::from(is_apart));
                last = town as i64;
                if is_apart {
                    data.extend(point.iter().flat_map(|step| step.to_le_bytes()));
                }
            }
        }
    }
    Group {
        shape,
        first,
        codes: codes.len() as u32,
        heads: sections.add(&heads),
        blocks: sections.add(&blocks),
        data: sections.add(&data),
    }
}

/// The names, each after its length and, where it is another one than before, its division, in symbols of their own table.
fn add_names(country: &mut Country, towns: &Towns, sections: &mut Sections) {
    let texts: Vec<&[u8]> = towns.names.iter().map(String::as_bytes).collect();
    let compressor = Compressor::train(&texts);
    let (mut bytes, mut blocks, mut division) = (Vec::new(), Vec::new(), 0);
    for (index, (text, &own)) in texts.iter().zip(&towns.divisions).enumerate() {
        if index % NAMES_OF_A_BLOCK == 0 {
            blocks.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
            division = 0;
        }
        let codes = compressor.compress(text);
        put(&mut bytes, (codes.len() as u64) << 1 | u64::from(own != division));
        if own != division {
            division = own;
            put(&mut bytes, division as u64);
        }
        bytes.extend_from_slice(&codes);
    }
    let symbols: Vec<u8> =
        compressor.symbol_table().iter().flat_map(|symbol| symbol.to_u64().to_le_bytes()).collect();
    country.name_blocks = sections.add(&blocks);
    country.names = sections.add(&bytes);
    country.symbols = sections.add(&symbols);
    country.symbol_lengths = sections.add(compressor.symbol_lengths());
}
