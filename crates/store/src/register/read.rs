//! Queries to the open register.

use std::cmp::Ordering;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use milepost_text::names::{Reading, ReadingKind};

use super::bytes::{decompress, point, take, take_number, take_step};
use super::layout::{
    CODES_OF_A_BLOCK, Country, Directory, FORMAT, Group, Mapped, NAMES_OF_A_BLOCK, number_at,
};
use super::shape;
use super::shapes::Shapes;
use crate::sphere::{EMPTY_BOX, distance_m, widened};
use crate::varint::unzigzag;
use crate::{CountryCode, StoreError, mapped_bytes, partition};

/// Ids of the codes and places of the register of postcodes begin here, above those of any gazetteer.
pub const FIRST_ID: i64 = 1 << 40;
pub(super) const FIRST_TOWN: i64 = 1 << 41;

/// Most codes of an area that are read: a thousand numbers after a dash.
const MOST_OF_AN_AREA: usize = 1000;

/// An opened register. Threads can share it.
pub struct Register {
    pub(super) file: Mapped,
    pub(super) directory: Directory,
    shapes: Shapes,
    /// Of each country, once asked for.
    spacings: Vec<OnceLock<f64>>,
}

/// A code of a country, or the area of several.
#[derive(Debug, Clone, PartialEq)]
pub struct Code {
    /// Its id.
    pub id: i64,
    /// ISO 3166-1 alpha-2.
    pub country: CountryCode,
    /// As written in its country.
    pub written: Arc<str>,
    /// Latitude of the mean of its rows, degrees.
    pub lat: f64,
    /// Longitude of it.
    pub lon: f64,
    /// South, west, north, east of its rows, degrees.
    pub bbox: [f64; 4],
    /// The division it lies in.
    pub division: Division,
    /// The places it serves.
    pub served: Vec<Served>,
}

/// A place that a code serves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Served {
    /// Id of the place.
    pub id: i64,
    /// Latitude of the point of the code within it, degrees.
    pub lat: f64,
    /// Longitude of it.
    pub lon: f64,
}

/// A division, by the number of its country and its own number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Division {
    country: u32,
    index: u32,
}

/// A place of the register.
#[derive(Debug, Clone, PartialEq)]
pub struct Town<'a> {
    /// Its id.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// ISO 3166-1 alpha-2.
    pub country: &'a str,
    /// The division it lies in.
    pub division: Division,
    /// Latitude of its first postcode, degrees.
    pub lat: f64,
    /// Longitude of it.
    pub lon: f64,
}

/// A row of a block.
struct Record {
    number: u64,
    /// Position within the group.
    index: usize,
    division: usize,
    served: Vec<Served>,
}

impl Register {
    /// Opens the register at `path`.
    ///
    /// # Errors
    /// When it cannot be used.
    pub fn open(path: &Path) -> Result<Register, StoreError> {
        let opened = FORMAT.map(path).and_then(Mapped::of).map(Register::of);
        opened.map_err(|problem| StoreError::Register { path: path.to_owned(), problem })
    }

    /// The register of a file whose directory is read.
    fn of((file, directory): (Mapped, Directory)) -> Register {
        let shapes = Shapes::of(&directory);
        let spacings = directory.countries.iter().map(|_| OnceLock::new()).collect();
        Register { file, directory, shapes, spacings }
    }

    /// Whether `bytes` are a register. Looks up `key` as a postcode and as a name, and reads all codes and places.
    pub(super) fn read_any(bytes: &[u8], key: &str) -> bool {
        let Some(register) = mapped_bytes(bytes).and_then(|map| Mapped::of(map).ok()).map(Register::of)
        else {
            return false;
        };
        register.codes_beginning(key, |_| 2);
        for code in register.codes(key, |_| true) {
            register.division(code.division);
            register.gap_m(code.id);
            register.code(code.id);
        }
        for country in &register.directory.countries {
            register.spacing_m(&country.code);
        }
        register.each_served(|served| {
            register.town(served.id);
        });
        let name = Reading { name: key.to_owned(), kind: ReadingKind::AsWritten };
        register.towns_of_name(&[name], |_| true);
        true
    }

    /// Country (ISO 3166-1 alpha-2) and name of a division; the name is empty if the source does not say.
    pub fn division(&self, Division { country, index }: Division) -> (&str, &str) {
        let Some(country) = self.directory.countries.get(country as usize) else { return ("", "") };
        (&country.code, country.divisions.get(index as usize).map_or("", String::as_str))
    }

    /// Whose data it holds and under which licence.
    pub fn attribution(&self) -> &str {
        &self.directory.attribution
    }

    /// Whether it has codes of a country (ISO 3166-1 alpha-2).
    pub fn has_country(&self, code: &str) -> bool {
        self.directory.countries.iter().any(|country| country.code == code)
    }

    /// The mean distance between neighbouring places of a country (ISO 3166-1 alpha-2), metres, as if they were spread evenly over the box of
    /// the middle nine tenths of them in each direction: islands far off do not count.
    pub fn spacing_m(&self, code: &str) -> Option<f64> {
        let at = self.directory.countries.iter().position(|country| country.code == code)?;
        Some(*self.spacings.get(at)?.get_or_init(|| self.read_spacing_m(&self.directory.countries[at])))
    }

    fn read_spacing_m(&self, country: &Country) -> f64 {
        let steps = (0..i64::from(country.towns)).map(|town| self.town_step(country, town));
        let (mut lats, mut lons): (Vec<u16>, Vec<u16>) = steps.map(|[lat, lon]| (lat, lon)).unzip();
        let inner = |steps: &mut Vec<u16>| {
            steps.sort_unstable();
            let cut = steps.len() / 20;
            steps.get(cut).copied().zip(steps.iter().nth_back(cut).copied())
        };
        let Some(((south, north), (west, east))) = inner(&mut lats).zip(inner(&mut lons)) else { return 0.0 };
        let (low, high) = (point(country.bbox, [south, west]), point(country.bbox, [north, east]));
        let middle = (low.0 + high.0) / 2.0;
        let area = distance_m(low.0, low.1, high.0, low.1) * distance_m(middle, low.1, middle, high.1);
        (area / (0.9 * f64::from(country.towns))).sqrt()
    }

    /// Codes with the key (lower case, no spaces) in the wanted countries, at most one of each; the key of a delivery area
    /// stands for all codes of it.
    pub fn codes(&self, key: &str, is_wanted: impl Fn(&str) -> bool) -> Vec<Code> {
        let mut codes: Vec<Code> = Vec::new();
        let numbers = |at, group, visit: &mut dyn FnMut(u64)| self.each_number(at, group, visit);
        for (at, group, (first, last)) in self.shapes.groups(key, numbers) {
            let country = &self.directory.countries[at];
            let is_found = codes.last().is_some_and(|code| code.country == country.code);
            if is_found || !is_wanted(&country.code) {
                continue;
            }
            let group = &country.groups[group];
            let records = self.records(country, group, first, last);
            codes.extend(self.merged(at, group, key, records));
        }
        codes
    }

    /// Codes that begin with a key (lower case, no spaces), if they lack no more letters and digits than `missing` says for
    /// their country; those that differ only by a dash are among them.
    pub fn codes_beginning(&self, key: &str, missing: impl Fn(&str) -> usize) -> Vec<Code> {
        let mut codes = Vec::new();
        for (at, country) in self.directory.countries.iter().enumerate() {
            let missing = missing(&country.code);
            for group in &country.groups {
                let Some((first, last)) = shape::beginning(&group.shape, key, missing) else { continue };
                let records = self.records(country, group, first, last).into_iter();
                codes.extend(records.filter_map(|record| self.merged(at, group, "", vec![record])));
            }
        }
        codes
    }

    /// The code with an id.
    pub fn code(&self, id: i64) -> Option<Code> {
        let number = u32::try_from(id.checked_sub(FIRST_ID)?).ok()?;
        let at = self.directory.countries.iter().rposition(|country| country.first_code <= number)?;
        let country = &self.directory.countries[at];
        let within = number - country.first_code;
        let group = country.groups.iter().rev().find(|group| group.first <= within)?;
        let index = (within - group.first) as usize;
        let mut found = Vec::new();
        let here = |_, at: usize| at.cmp(&index);
        self.read_block(country, group, index / CODES_OF_A_BLOCK, &mut found, here);
        self.merged(at, group, "", found)
    }

    /// Metres from a code to the nearer of the two codes beside it by number; none if its country has no other of its shape.
    pub fn gap_m(&self, id: i64) -> Option<f64> {
        let own = self.code(id)?;
        let beside = [id.checked_sub(1), id.checked_add(1)].into_iter().flatten();
        let others = beside.filter_map(|beside| self.code(beside)).filter(|other| {
            other.country == own.country && shape::of_code(&other.written) == shape::of_code(&own.written)
        });
        others.map(|other| distance_m(own.lat, own.lon, other.lat, other.lon)).min_by(f64::total_cmp)
    }

    /// Its places, in the order of their ids.
    pub fn towns(&self) -> impl Iterator<Item = Town<'_>> {
        let end = self.directory.countries.last().map_or(0, |country| country.first_town + country.towns);
        (0..end).filter_map(|number| self.town(FIRST_TOWN + i64::from(number)))
    }

    /// The country of a place, ISO 3166-1 alpha-2.
    pub(super) fn country_of_town(&self, id: i64) -> Option<&str> {
        self.country_and_index(id).map(|(at, _)| self.directory.countries[at].code.as_str())
    }

    /// The number of a place's country, and its position there.
    fn country_and_index(&self, id: i64) -> Option<(usize, usize)> {
        let number = u32::try_from(id.checked_sub(FIRST_TOWN)?).ok()?;
        let behind = self.directory.countries.partition_point(|country| country.first_town <= number);
        let at = behind.checked_sub(1)?;
        let country = self.directory.countries.get(at)?;
        let index = number.checked_sub(country.first_town)?;
        (index < country.towns).then_some((at, index as usize))
    }

    /// Calls `visit` for every place of every code.
    pub(super) fn each_served(&self, mut visit: impl FnMut(Served)) {
        for country in &self.directory.countries {
            for group in &country.groups {
                for block in 0..(group.codes as usize).div_ceil(CODES_OF_A_BLOCK) {
                    let mut records = Vec::new();
                    self.read_block(country, group, block, &mut records, |_, _| Ordering::Equal);
                    records.into_iter().flat_map(|record| record.served).for_each(&mut visit);
                }
            }
        }
    }

    /// Calls `visit` for the number of every code of a group.
    fn each_number(&self, country: usize, group: usize, visit: &mut dyn FnMut(u64)) {
        let country = &self.directory.countries[country];
        let group = &country.groups[group];
        for block in 0..(group.codes as usize).div_ceil(CODES_OF_A_BLOCK) {
            self.read_block(country, group, block, &mut Vec::new(), |number, _| {
                visit(number);
                Ordering::Less
            });
        }
    }

    /// The place with an id.
    pub fn town(&self, id: i64) -> Option<Town<'_>> {
        let (at, index) = self.country_and_index(id)?;
        let country = &self.directory.countries[at];
        let (name, division) = self.compressed_name(country, index);
        let mut letters = Vec::new();
        self.decompress(country, name, &mut letters);
        let (lat, lon) = point(country.bbox, self.town_step(country, index as i64));
        Some(Town {
            id,
            lat,
            lon,
            name: String::from_utf8_lossy(&letters).into_owned(),
            country: &country.code,
            division: Division { country: at as u32, index: division as u32 },
        })
    }

    /// The name of a place if `is_likely` says so of its bytes, which `letters` holds meanwhile.
    pub fn town_name(
        &self,
        id: i64,
        letters: &mut Vec<u8>,
        is_likely: impl FnOnce(&[u8]) -> bool,
    ) -> Option<String> {
        let (at, index) = self.country_and_index(id)?;
        let country = &self.directory.countries[at];
        self.decompress(country, self.compressed_name(country, index).0, letters);
        is_likely(letters).then(|| String::from_utf8_lossy(letters).into_owned())
    }

    /// The name of a place as it is kept, and the number of its division.
    fn compressed_name(&self, country: &Country, index: usize) -> (&[u8], usize) {
        let blocks = self.file.section(&country.name_blocks);
        let begin = number_at(blocks, index / NAMES_OF_A_BLOCK, 4) as usize;
        let mut names = self.file.part(&country.names, begin..usize::MAX);
        let (mut name, mut division): (&[u8], usize) = (&[], 0);
        for _ in 0..=index % NAMES_OF_A_BLOCK {
            let head = take_number(&mut names);
            if head & 1 == 1 {
                division = take_number(&mut names) as usize;
            }
            name = take(&mut names, (head >> 1) as usize);
        }
        (name, division)
    }

    fn decompress(&self, country: &Country, name: &[u8], letters: &mut Vec<u8>) {
        let symbols = self.file.section(&country.symbols);
        let lengths = self.file.section(&country.symbol_lengths);
        decompress(name, symbols, lengths, letters);
    }

    /// Codes of a group from one number to another.
    fn records(&self, country: &Country, group: &Group, first: u64, last: u64) -> Vec<Record> {
        let heads = self.file.section(&group.heads);
        let blocks = (group.codes as usize).div_ceil(CODES_OF_A_BLOCK);
        // The first block that begins behind `first` is one too far.
        let behind = partition(0..blocks, |block| number_at(heads, block, 8) <= first);
        let mut found = Vec::new();
        for block in behind.saturating_sub(1)..blocks {
            if number_at(heads, block, 8) > last || found.len() >= MOST_OF_AN_AREA {
                break;
            }
            let within = |number, _| match (number < first, number > last) {
                (true, _) => Ordering::Less,
                (_, true) => Ordering::Greater,
                _ => Ordering::Equal,
            };
            self.read_block(country, group, block, &mut found, within);
        }
        found
    }

    /// Adds the codes of one block that are wanted, by number and position: those before them are stepped over, and those behind are not
    /// read.
    fn read_block(
        &self,
        country: &Country,
        group: &Group,
        block: usize,
        found: &mut Vec<Record>,
        mut place: impl FnMut(u64, usize) -> Ordering,
    ) {
        let blocks = self.file.section(&group.blocks);
        let begin = number_at(blocks, block, 4) as usize;
        let mut data = self.file.part(&group.data, begin..usize::MAX);
        let mut number = number_at(self.file.section(&group.heads), block, 8);
        let (mut division, mut town) = (0, 0i64);
        let last = (group.codes as usize).min((block + 1) * CODES_OF_A_BLOCK);
        for index in block * CODES_OF_A_BLOCK..last {
            if data.is_empty() {
                return;
            }
            number = number.wrapping_add(take_number(&mut data));
            let head = take_number(&mut data);
            if head & 1 == 1 {
                division = take_number(&mut data) as usize;
            }
            let place = place(number, index);
            if place == Ordering::Greater {
                return;
            }
            let is_wanted = place == Ordering::Equal;
            // A place has a byte at least.
            let places = usize::try_from(head >> 1).unwrap_or_default().min(data.len());
            let mut served = Vec::with_capacity(if is_wanted { places } else { 0 });
            for _ in 0..places {
                let next = take_number(&mut data);
                town = town.wrapping_add(unzigzag(next >> 1));
                let own = (next & 1 == 1).then(|| take_step(&mut data));
                if is_wanted {
                    let (lat, lon) =
                        point(country.bbox, own.unwrap_or_else(|| self.town_step(country, town)));
                    let id = town.wrapping_add(FIRST_TOWN + i64::from(country.first_town));
                    served.push(Served { id, lat, lon });
                }
            }
            if is_wanted {
                found.push(Record { number, index, division, served });
            }
        }
    }

    fn town_step(&self, country: &Country, town: i64) -> [u16; 2] {
        // A place outside the section reads as zeros.
        let at = usize::try_from(town).unwrap_or_default().saturating_mul(4).min(country.points.length());
        take_step(&mut self.file.part(&country.points, at..at + 4))
    }

    /// One code of the records of a key, at the mean of what they serve.
    fn merged(&self, at: usize, group: &Group, key: &str, records: Vec<Record>) -> Option<Code> {
        let country = &self.directory.countries[at];
        let first = records.first()?;
        let written = match records.len() {
            1 => shape::written(&group.shape, first.number),
            _ => key.to_uppercase(),
        };
        let id = FIRST_ID + i64::from(country.first_code + group.first) + first.index as i64;
        let division = Division { country: at as u32, index: first.division as u32 };
        let mut records = records.into_iter();
        let mut served = records.next()?.served;
        served.extend(records.flat_map(|record| record.served));
        let mut bbox = EMPTY_BOX;
        let (mut lat, mut lon) = (0.0, 0.0);
        for place in &served {
            bbox = widened(bbox, place.lat, place.lon);
            lat += place.lat / served.len() as f64;
            lon += place.lon / served.len() as f64;
        }
        (!served.is_empty()).then(|| Code {
            id,
            country: CountryCode::of(&country.code),
            written: written.into(),
            lat,
            lon,
            bbox,
            division,
            served,
        })
    }
}
