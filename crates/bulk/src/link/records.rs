//! The rows of tables as addresses: each distinct text once, parsed and packed.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use milepost::{
    Cancellation, Engine, EngineError, Hints, InputMode, MatchAddress, MatchPoint, Pool, Tag, guarded,
    match_address,
};

use super::options::Linking;
use super::saved::{Parsed, Saved};
use crate::columns::{choose_address, column, subject};
use crate::error::BulkError;
use crate::fields::{Addressed, Subject};
use crate::options::TableOptions;
use crate::parts::Pieces;
use crate::progress::{Before, Progress};
use crate::run::{Plan, SAMPLE};
use crate::summary::Counts;
use crate::tell_of;

/// Separates the components of a packed parse. Texts cannot contain it: addresses have no control characters.
const SEPARATOR: char = '\u{1f}';

/// Stands before the point of a packed parse, in place of a tag.
const POINT: char = '@';

/// The record of a row without an address.
const NONE: u32 = u32::MAX;

/// One distinct address text.
struct Record {
    text: Box<str>,
    /// Its components: for each the letter of its tag and its text.
    components: Box<str>,
}

/// The rows of all tables that were read.
pub(super) struct Records<'a> {
    engine: &'a Engine,
    pub(super) pool: &'a Pool,
    pub(super) cancellation: &'a Cancellation,
    linking: Linking<'a>,
    /// Keeps the parses for a next run, if this one is interrupted.
    pub(super) saved: Option<Saved>,
    records: Vec<Record>,
    /// For each text of the table that is read its record.
    known: HashMap<Box<str>, u32>,
    /// For each record where its blocking keys end in `keys`.
    ends: Vec<usize>,
    /// The upper halves of the keys: those of a few different ones are equal, which costs a comparison.
    keys: Vec<u32>,
    /// For each row of all tables its record, or `NONE`.
    of_row: Vec<u32>,
    /// For each row what the caller identifies it by; none for its number.
    ids: Vec<Option<Box<str>>>,
    /// Index of the first row of each table.
    first_rows: Vec<usize>,
    /// Why a row is not compared; none for a row without a value.
    pub(super) faults: HashMap<usize, String>,
    /// Invalid records of the input.
    pub(super) rejected: u64,
}

impl<'a> Records<'a> {
    pub(super) fn new(
        engine: &'a Engine,
        pool: &'a Pool,
        linking: Linking<'a>,
        cancellation: &'a Cancellation,
    ) -> Records<'a> {
        Records {
            engine,
            pool,
            cancellation,
            linking,
            saved: None,
            records: Vec::new(),
            known: HashMap::new(),
            ends: Vec::new(),
            keys: Vec::new(),
            of_row: Vec::new(),
            ids: Vec::new(),
            first_rows: Vec::new(),
            faults: HashMap::new(),
            rejected: 0,
        }
    }

    /// Reads the table of a file for a command, which messages name.
    pub(super) fn read(
        &mut self,
        command: &'static str,
        plan: &Plan,
        table: &TableOptions,
        id: Option<&str>,
    ) -> Result<(), BulkError> {
        let taken = Arc::default();
        let mut input = plan.input(&taken)?;
        let (pieces, notes) = choose_address(table, input.columns(), &input.sample(SAMPLE))?;
        let id = id.map(|name| column(input.columns(), name)).transpose()?;
        if !table.quiet {
            notes.iter().for_each(|note| tell_of(command, &format!("{}: {note}", plan.sources[0].name)));
        }
        self.start_table();
        let mut progress = Progress::new(command, plan.length, table.quiet, Before::default());
        let mut counts = Counts::default();
        while let Some(window) = input.window(plan.window)? {
            input.warnings().iter().for_each(|warning| tell_of(command, warning));
            for rejected in &window.rejected {
                tell_of(command, &format!("{}:{}: {}", rejected.file, rejected.line, rejected.why));
            }
            self.rejected += window.rejected.len() as u64;
            for row in &window.rows {
                self.ids.push(id.and_then(|id| row.cells.get(id)).map(|cell| cell.text().into()));
            }
            let subjects: Vec<Subject> = window.rows.iter().map(|row| address(&pieces, row)).collect();
            self.add(&subjects)?;
            counts.rows += subjects.len() as u64;
            progress.tell(&counts, taken.load(Ordering::Relaxed));
        }
        progress.end();
        Ok(())
    }

    /// Starts a table; its records follow those of the tables before.
    pub(super) fn start_table(&mut self) {
        self.first_rows.push(self.of_row.len());
        self.known.clear();
    }

    /// Adds rows to the last table. The fault of a row without a value is empty.
    ///
    /// # Errors
    /// If a text cannot be parsed, or if it is cancelled.
    pub(super) fn add(&mut self, subjects: &[Subject]) -> Result<(), BulkError> {
        let mut new: Vec<Box<str>> = Vec::new();
        for subject in subjects {
            if let Subject::Address(Addressed { text, .. }) = subject
                && !self.known.contains_key(text.as_str())
            {
                self.known.insert(text.as_str().into(), (self.records.len() + new.len()) as u32);
                new.push(text.as_str().into());
            }
        }
        let parsed = self.parses(&new)?;
        for (text, Parsed { components, keys }) in new.into_iter().zip(parsed) {
            self.keys.extend(keys);
            self.ends.push(self.keys.len());
            self.records.push(Record { text, components });
        }
        for subject in subjects {
            let row = self.of_row.len();
            let (record, fault) = match subject {
                Subject::Fault(why) => (NONE, why.clone()),
                Subject::Address(Addressed { text, .. }) => match self.known.get(text.as_str()) {
                    Some(&record) if !self.keys(record).is_empty() => (record, String::new()),
                    _ => (NONE, "no street, number, box or building to compare".to_owned()),
                },
                Subject::Point(..) => (NONE, "address is required".to_owned()),
            };
            self.of_row.push(record);
            if record == NONE && !fault.is_empty() {
                self.faults.insert(row, fault);
            }
        }
        Ok(())
    }

    /// The parses of new texts, those of an interrupted run if it had read the same.
    fn parses(&mut self, texts: &[Box<str>]) -> Result<Vec<Parsed>, BulkError> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        if let Some(known) = self.saved.as_mut().map(|saved| saved.take(texts)).transpose()?.flatten() {
            return Ok(known);
        }
        let parsed = self.pool.each_share(texts, |share| self.parsed(share));
        let parsed = parsed.into_iter().collect::<Result<Vec<_>, _>>()?;
        match &mut self.saved {
            Some(saved) => saved.add(texts, parsed),
            None => Ok(parsed),
        }
    }

    fn parsed(&self, texts: &[Box<str>]) -> Vec<Result<Parsed, BulkError>> {
        if self.cancellation.is_cancelled() {
            return texts.iter().map(|_| Err(EngineError::Cancelled.into())).collect();
        }
        let hints = Hints::from(InputMode::Auto);
        let together: Vec<(&str, Hints)> = texts.iter().map(|text| (&**text, hints)).collect();
        let engine = self.engine.having_parsed(&together);
        let parsed = |text: &str| {
            let (tree, point) = guarded(|| match self.linking.geocode {
                true => engine.parse_and_point(text, self.linking.key_country),
                false => Ok((engine.parse(text, hints)?, None)),
            })?;
            let components: Vec<(Tag, &str)> = tree.components().collect();
            let address = match_address(&components, self.linking.key_country).at(point);
            Ok(Parsed { components: packed(&components, point), keys: halves(&address.blocking_keys()) })
        };
        texts.iter().map(|text| parsed(text)).collect()
    }

    /// How many distinct texts there are.
    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    pub(super) fn row_count(&self) -> usize {
        self.of_row.len()
    }

    /// The record of a row.
    pub(super) fn record_of(&self, row: usize) -> Option<u32> {
        self.of_row.get(row).copied().filter(|record| *record != NONE)
    }

    /// The rows of each record.
    pub(super) fn rows(&self) -> Rows {
        let compared = || self.of_row.iter().enumerate().filter(|(_, record)| **record != NONE);
        let mut begins = vec![0; self.records.len() + 1];
        compared().for_each(|(_, record)| begins[*record as usize + 1] += 1);
        for record in 1..begins.len() {
            begins[record] += begins[record - 1];
        }
        let mut free = begins.clone();
        let mut rows = vec![0; compared().count()];
        for (row, record) in compared() {
            let at = &mut free[*record as usize];
            rows[*at] = row as u32;
            *at += 1;
        }
        Rows { begins, rows }
    }

    /// The number of a row in its table, from 1.
    pub(super) fn number(&self, row: usize) -> usize {
        let first = self.first_rows.iter().rev().find(|first| **first <= row).copied().unwrap_or(0);
        row - first + 1
    }

    /// What identifies a row: its cell of the column of ids, otherwise its number.
    pub(super) fn id(&self, row: usize) -> String {
        let id = self.ids.get(row).and_then(Option::as_deref);
        id.map_or_else(|| self.number(row).to_string(), str::to_owned)
    }

    pub(super) fn text(&self, record: u32) -> &str {
        &self.records[record as usize].text
    }

    /// The blocking keys of a record, in ascending order.
    pub(super) fn keys(&self, record: u32) -> &[u32] {
        let record = record as usize;
        let begin = record.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.keys[begin..self.ends[record]]
    }

    /// The packed components of a record.
    pub(super) fn components(&self, record: u32) -> &str {
        &self.records[record as usize].components
    }

    /// The address of a record, prepared for comparisons.
    pub(super) fn address(&self, record: u32) -> MatchAddress {
        address_of(self.components(record), self.linking.key_country)
    }
}

/// The rows of each record, as indices over all tables.
pub(super) struct Rows {
    /// Where the rows of each record begin; last, where those of the last end.
    begins: Vec<usize>,
    rows: Vec<u32>,
}

impl Rows {
    pub(super) fn of(&self, record: u32) -> &[u32] {
        let record = record as usize;
        &self.rows[self.begins[record]..self.begins[record + 1]]
    }
}

/// The upper halves of blocking keys, in ascending order.
fn halves(keys: &[u64]) -> Vec<u32> {
    let mut halves: Vec<u32> = keys.iter().map(|key| (key >> 32) as u32).collect();
    halves.dedup();
    halves
}

/// The address of packed components, prepared for comparisons.
pub(super) fn address_of(packed: &str, key_country: &str) -> MatchAddress {
    match_address(&unpacked(packed), key_country).at(unpacked_point(packed))
}

fn address(pieces: &Pieces, row: &crate::value::InputRow) -> Subject {
    match &row.fault {
        Some(fault) => Subject::Fault(fault.clone()),
        None => subject(pieces, &row.cells, false),
    }
}

fn packed(components: &[(Tag, &str)], point: Option<MatchPoint>) -> Box<str> {
    let mut packed = String::new();
    for (tag, text) in components {
        packed.push((b'A' + *tag as u8) as char);
        packed.extend(text.chars().filter(|letter| *letter != SEPARATOR));
        packed.push(SEPARATOR);
    }
    if let Some(MatchPoint { lat, lon, accuracy_m }) = point {
        packed.push_str(&format!("{POINT}{lat:.6},{lon:.6},{accuracy_m:.0}{SEPARATOR}"));
    }
    packed.into()
}

fn unpacked(packed: &str) -> Vec<(Tag, &str)> {
    let component = |part: &'_ str| {
        let letter = *part.as_bytes().first()?;
        Some(*Tag::ALL.get(usize::from(letter.checked_sub(b'A')?))?)
    };
    packed.split_terminator(SEPARATOR).filter_map(|part| Some((component(part)?, part.get(1..)?))).collect()
}

fn unpacked_point(packed: &str) -> Option<MatchPoint> {
    let point = packed.split_terminator(SEPARATOR).next_back()?.strip_prefix(POINT)?;
    let numbers: Vec<f64> = point.split(',').filter_map(|number| number.parse().ok()).collect();
    let [lat, lon, accuracy_m] = numbers[..] else { return None };
    Some(MatchPoint { lat, lon, accuracy_m })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_as_before_they_were_packed() {
        let components = [(Tag::HouseNumber, "12"), (Tag::Street, "ул. Мира"), (Tag::BuildingName, "")];
        let point = MatchPoint { lat: -39.5, lon: 119.812_345, accuracy_m: 25.0 };
        assert_eq!(unpacked(&packed(&components, None)), components);
        assert_eq!(unpacked_point(&packed(&components, None)), None);
        assert_eq!(unpacked(&packed(&components, Some(point))), components);
        assert_eq!(unpacked_point(&packed(&components, Some(point))), Some(point));
        assert_eq!(unpacked(&packed(&[], None)), []);
    }
}
