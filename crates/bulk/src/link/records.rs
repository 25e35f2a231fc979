//! The rows of tables as addresses: each distinct text once, parsed and packed.

use std::collections::HashMap;

use milepost::{Engine, Hints, InputMode, MatchAddress, Pool, Tag, guarded, match_address};

use crate::columns::{Pieces, choose_address, column, subject};
use crate::error::BulkError;
use crate::fields::{Addressed, Subject};
use crate::options::TableOptions;
use crate::run::{Plan, SAMPLE};
use crate::tell_of;

/// Separates the components of a packed parse. Texts cannot have it: it is no character of an address.
const SEPARATOR: char = '\u{1f}';

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
    pool: &'a Pool,
    table: &'a TableOptions,
    /// The command that messages name.
    command: &'static str,
    records: Vec<Record>,
    /// For each record where its blocking keys end in `keys`.
    ends: Vec<usize>,
    keys: Vec<u64>,
    /// For each row of all tables its record, or `NONE`.
    of_row: Vec<u32>,
    /// For each record its rows.
    rows: Vec<Vec<usize>>,
    /// For each row what the caller identifies it by; none for its number.
    ids: Vec<Option<Box<str>>>,
    /// Number of the first row of the table that is read.
    first_rows: Vec<usize>,
    faults: HashMap<usize, String>,
    /// Records of the input that are no rows.
    pub(super) rejected: u64,
}

/// A text that was parsed.
struct Parsed {
    components: Box<str>,
    keys: Vec<u64>,
}

impl<'a> Records<'a> {
    pub(super) fn new(
        engine: &'a Engine,
        pool: &'a Pool,
        table: &'a TableOptions,
        command: &'static str,
    ) -> Records<'a> {
        Records {
            engine,
            pool,
            table,
            command,
            records: Vec::new(),
            ends: Vec::new(),
            keys: Vec::new(),
            of_row: Vec::new(),
            rows: Vec::new(),
            ids: Vec::new(),
            first_rows: Vec::new(),
            faults: HashMap::new(),
            rejected: 0,
        }
    }

    /// Reads a table; its records follow those of the tables before.
    pub(super) fn read(&mut self, plan: &Plan, id: Option<&str>) -> Result<(), BulkError> {
        let mut input = plan.input()?;
        let (pieces, notes) = choose_address(self.table, input.columns(), &input.sample(SAMPLE))?;
        let id = id.map(|name| column(input.columns(), name)).transpose()?;
        if !self.table.quiet {
            notes.iter().for_each(|note| tell_of(self.command, &format!("{}: {note}", plan.sources[0].name)));
        }
        self.first_rows.push(self.of_row.len());
        let mut known: HashMap<Box<str>, u32> = HashMap::new();
        while let Some(window) = input.window(plan.window)? {
            input.warnings().iter().for_each(|warning| tell_of(self.command, warning));
            for rejected in &window.rejected {
                tell_of(self.command, &format!("{}:{}: {}", rejected.file, rejected.line, rejected.why));
            }
            self.rejected += window.rejected.len() as u64;
            for row in &window.rows {
                self.ids.push(id.and_then(|id| row.cells.get(id)).map(|cell| cell.text().into()));
            }
            let subjects: Vec<Subject> = window.rows.iter().map(|row| address(&pieces, row)).collect();
            self.add(&subjects, &mut known)?;
        }
        Ok(())
    }

    fn add(&mut self, subjects: &[Subject], known: &mut HashMap<Box<str>, u32>) -> Result<(), BulkError> {
        let mut new: Vec<Box<str>> = Vec::new();
        for subject in subjects {
            if let Subject::Address(Addressed { text, .. }) = subject
                && !known.contains_key(text.as_str())
            {
                known.insert(text.as_str().into(), (self.records.len() + new.len()) as u32);
                new.push(text.as_str().into());
            }
        }
        let parsed = self.pool.each_share(&new, |share| self.parsed(share));
        for (text, parsed) in new.into_iter().zip(parsed) {
            let Parsed { components, keys } = parsed?;
            self.keys.extend(keys);
            self.ends.push(self.keys.len());
            self.records.push(Record { text, components });
            self.rows.push(Vec::new());
        }
        for subject in subjects {
            let row = self.of_row.len();
            let (record, fault) = match subject {
                Subject::Fault(why) => (NONE, why.clone()),
                Subject::Address(Addressed { text, .. }) => match known.get(text.as_str()) {
                    Some(&record) if !self.keys(record).is_empty() => (record, String::new()),
                    _ => (NONE, "no street, number, box or building to compare".to_owned()),
                },
                Subject::Point(..) => (NONE, "address is required".to_owned()),
            };
            self.of_row.push(record);
            match record {
                NONE => drop(self.faults.insert(row, fault)),
                record => self.rows[record as usize].push(row),
            }
        }
        Ok(())
    }

    fn parsed(&self, texts: &[Box<str>]) -> Vec<Result<Parsed, BulkError>> {
        let hints = Hints::from(InputMode::Auto);
        let together: Vec<(&str, Hints)> = texts.iter().map(|text| (&**text, hints)).collect();
        let engine = self.engine.having_parsed(&together);
        let parsed = |text: &str| {
            let tree = guarded(|| engine.parse(text, hints))?;
            let components: Vec<(Tag, &str)> = tree.components().collect();
            let address = match_address(&components, self.country());
            Ok(Parsed { components: packed(&components), keys: address.blocking_keys() })
        };
        texts.iter().map(|text| parsed(text)).collect()
    }

    fn country(&self) -> &str {
        self.table.key_country.as_deref().unwrap_or_default()
    }

    /// How many distinct texts there are.
    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    pub(super) fn row_count(&self) -> usize {
        self.of_row.len()
    }

    pub(super) fn fault_count(&self) -> usize {
        self.faults.len()
    }

    /// Why a row is not compared.
    pub(super) fn fault(&self, row: usize) -> &str {
        self.faults.get(&row).map_or("", String::as_str)
    }

    /// The record of a row.
    pub(super) fn record_of(&self, row: usize) -> Option<u32> {
        self.of_row.get(row).copied().filter(|record| *record != NONE)
    }

    /// The rows of a record, as indices over all tables.
    pub(super) fn rows(&self, record: u32) -> &[usize] {
        &self.rows[record as usize]
    }

    /// What identifies a row: its cell of the column of ids, otherwise its number in its table, from 1.
    pub(super) fn id(&self, row: usize) -> String {
        let first = self.first_rows.iter().rev().find(|first| **first <= row).copied().unwrap_or(0);
        self.ids[row].as_deref().map_or_else(|| (row - first + 1).to_string(), str::to_owned)
    }

    pub(super) fn text(&self, record: u32) -> &str {
        &self.records[record as usize].text
    }

    /// The blocking keys of a record, in ascending order.
    pub(super) fn keys(&self, record: u32) -> &[u64] {
        let record = record as usize;
        let begin = record.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.keys[begin..self.ends[record]]
    }

    /// The address of a record, prepared for comparisons.
    pub(super) fn address(&self, record: u32) -> MatchAddress {
        match_address(&unpacked(&self.records[record as usize].components), self.country())
    }
}

fn address(pieces: &Pieces, row: &crate::value::InputRow) -> Subject {
    match &row.fault {
        Some(fault) => Subject::Fault(fault.clone()),
        None => subject(pieces, &row.cells, false),
    }
}

fn packed(components: &[(Tag, &str)]) -> Box<str> {
    let mut packed = String::new();
    for (tag, text) in components {
        packed.push((b'A' + *tag as u8) as char);
        packed.extend(text.chars().filter(|letter| *letter != SEPARATOR));
        packed.push(SEPARATOR);
    }
    packed.into()
}

fn unpacked(packed: &str) -> Vec<(Tag, &str)> {
    let component = |part: &'_ str| {
        let letter = *part.as_bytes().first()?;
        Some(*Tag::ALL.get(usize::from(letter - b'A'))?)
    };
    packed.split_terminator(SEPARATOR).filter_map(|part| Some((component(part)?, &part[1..]))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_as_before_they_were_packed() {
        let components = [(Tag::HouseNumber, "12"), (Tag::Street, "ул. Мира"), (Tag::BuildingName, "")];
        assert_eq!(unpacked(&packed(&components)), components);
        assert_eq!(unpacked(&packed(&[])), []);
    }
}
