//! The opened index: what lies where in the file, as questions.

use std::ops::Range;
use std::path::Path;

use fst::raw::Fst;
use milepost_store::{MappedProblem, partition};

use super::DEEPEST;
use super::budget::Budget;
use super::format::{Mapped, Names, Section, i32_at, u16_at, u32_at};
use super::names::{Begins, begins_with};
use super::places::{Filed, List, NOTHING, degrees};
use super::score::{NameKind, unfiled};
use super::top::Scores;
use super::{KIND_BITS, index_path, packed};
use crate::{GazetteerError, Placetype};

/// Steps of the binary searches for a list and for a range of entries in it.
const STEPS_TO_A_LIST: usize = 32;

/// An opened index of names. Threads can share it.
pub(crate) struct PrefixIndex {
    file: Mapped,
    names: Fst<Names>,
    entries: u32,
    kinds: Vec<(String, Placetype)>,
    id_prefix: String,
}

/// An entry with its filed score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Hit {
    pub(super) entry: u32,
    pub(super) score: f32,
}

impl PrefixIndex {
    /// Opens the index of a candidate database.
    pub(crate) fn open(database: &Path) -> Result<PrefixIndex, GazetteerError> {
        let path = index_path(database);
        if !path.exists() {
            return Err(GazetteerError::NoIndex { path });
        }
        Mapped::open(&path, database)
            .and_then(Self::of)
            .map_err(|problem| GazetteerError::Index { path, problem })
    }

    /// The index of a file whose sections are known.
    pub(super) fn of(file: Mapped) -> Result<PrefixIndex, MappedProblem> {
        let names = Fst::new(Names(file.clone()))
            .map_err(|_| MappedProblem::Damaged("its automaton cannot be read"))?;
        let size = |section| file.section(section).len();
        let entries = packed::count(file.section(Section::EntryPlaces));
        if size(Section::EntryScores) != 2 * entries || !packed::is_whole(file.section(Section::ListEntries))
        {
            return Err(MappedProblem::Damaged("its sections do not fit each other"));
        }
        let mut index = PrefixIndex {
            names,
            entries: entries as u32,
            kinds: Vec::new(),
            id_prefix: String::from_utf8_lossy(file.section(Section::IdPrefix)).into_owned(),
            file,
        };
        let kinds = size_of_numbers(index.file.section(Section::Kinds));
        index.kinds = (0..kinds)
            .map(|number| {
                let name = index.text(u32_at(index.file.section(Section::Kinds), number)).to_owned();
                let kind = Placetype::from_name(&name);
                (name, kind)
            })
            .collect();
        Ok(index)
    }

    pub(super) fn names(&self) -> &Fst<Names> {
        &self.names
    }

    pub(super) fn entries(&self) -> u32 {
        self.entries
    }

    /// Entries whose name begins with a text in the compared form.
    pub(super) fn begins(&self, text: &str) -> Option<Begins> {
        begins_with(&self.names, self.entries, text)
    }

    /// The best entries of a range, best first.
    pub(super) fn best(
        &self,
        entries: &Range<u32>,
        count: usize,
        budget: &Budget,
    ) -> impl Iterator<Item = Hit> + use<> {
        let range = entries.start as usize..entries.end as usize;
        let scores = self.file.section(Section::EntryScores);
        let entries = Scores {
            score: |at| u16_at(scores, at),
            fine: self.file.section(Section::EntryFine),
            coarse: self.file.section(Section::EntryCoarse),
        };
        entries
            .best(range, count, budget)
            .into_iter()
            .map(|(score, entry)| Hit { entry: entry as u32, score: unfiled(score) })
    }

    /// The best entries of a list that lie in a range, best first.
    pub(super) fn best_of(
        &self,
        list: List,
        entries: &Range<u32>,
        count: usize,
        budget: &Budget,
    ) -> Vec<Hit> {
        budget.take(STEPS_TO_A_LIST);
        let Some(range) = self.list(list) else { return Vec::new() };
        let start = partition(range.clone(), |at| self.listed(at) < entries.start);
        let end = partition(start..range.end, |at| self.listed(at) < entries.end);
        let scores = self.file.section(Section::EntryScores);
        let listed = Scores {
            score: |at| u16_at(scores, self.listed(at) as usize),
            fine: self.file.section(Section::ListFine),
            coarse: self.file.section(Section::ListCoarse),
        };
        listed
            .best(start..end, count, budget)
            .into_iter()
            .map(|(score, at)| Hit { entry: self.listed(at), score: unfiled(score) })
            .collect()
    }

    /// The places of a list's entries; one of several names more than once.
    pub(super) fn listed_places(&self, list: List, budget: &Budget) -> impl Iterator<Item = Filed> + use<'_> {
        let range = self.list(list).filter(|range| budget.take(range.len())).unwrap_or_default();
        range.filter_map(|at| self.place(self.entry(self.listed(at)).0))
    }

    /// The entry at a position among those of all lists.
    fn listed(&self, position: usize) -> u32 {
        packed::get(self.file.section(Section::ListEntries), position)
    }

    /// Positions of a list among the entries of lists.
    fn list(&self, list: List) -> Option<Range<usize>> {
        let directory = self.file.section(Section::Lists);
        let rows = size_of_numbers(directory) / 2;
        let row = partition(0..rows, |row| u32_at(directory, 2 * row) < list.key());
        if row + 1 >= rows || u32_at(directory, 2 * row) != list.key() {
            return None;
        }
        let count = packed::count(self.file.section(Section::ListEntries));
        let position = |at| (u32_at(directory, at) as usize).min(count);
        Some(position(2 * row + 1)..position(2 * row + 3))
    }

    /// The place of an entry, and the kind of name it is.
    pub(super) fn entry(&self, entry: u32) -> (u32, NameKind) {
        let bits = packed::get(self.file.section(Section::EntryPlaces), entry as usize);
        (bits >> KIND_BITS, NameKind::from_bits(bits & ((1 << KIND_BITS) - 1)))
    }

    pub(super) fn place(&self, place: u32) -> Option<Filed> {
        Filed::read(self.file.section(Section::Places), place)
    }

    pub(super) fn kind(&self, place: &Filed) -> Placetype {
        self.kinds.get(usize::from(place.kind)).map_or(Placetype::Other, |(_, kind)| *kind)
    }

    /// The database's own word for a place's kind; of a district that of a county.
    pub(super) fn kind_name(&self, place: &Filed) -> &str {
        match self.kinds.get(usize::from(place.kind)) {
            Some((_, kind @ Placetype::District)) => kind.name(),
            kind => kind.map_or("", |(name, _)| name),
        }
    }

    /// The places above a place, nearest first.
    pub(super) fn above(&self, place: &Filed) -> impl Iterator<Item = (u32, Filed)> + '_ {
        let parent = |place: &Filed| {
            (place.parent != NOTHING)
                .then_some(place.parent)
                .and_then(|number| Some((number, self.place(number)?)))
        };
        std::iter::successors(parent(place), move |(_, above)| parent(above)).take(DEEPEST)
    }

    pub(super) fn text(&self, at: u32) -> &str {
        let texts = self.file.section(Section::Texts);
        let at = at as usize;
        let length = texts.get(at).copied().map_or(0, usize::from);
        texts
            .get(at + 1..at + 1 + length)
            .and_then(|bytes| std::str::from_utf8(bytes).ok())
            .unwrap_or_default()
    }

    /// Code and name of a country by its number.
    pub(super) fn country(&self, number: u16) -> (Option<&str>, Option<&str>) {
        let section = self.file.section(Section::Countries);
        let row = 2 * usize::from(number);
        if row + 1 >= size_of_numbers(section) {
            return (None, None);
        }
        let name = Some(u32_at(section, row + 1))
            .filter(|&place| place != NOTHING)
            .and_then(|place| self.place(place));
        (
            Some(self.text(u32_at(section, row))).filter(|code| !code.is_empty()),
            name.map(|place| self.text(place.name)),
        )
    }

    /// South, west, north, east, degrees.
    pub(super) fn extent(&self, place: &Filed) -> Option<[f64; 4]> {
        let section = self.file.section(Section::Extents);
        (place.extent != NOTHING)
            .then(|| std::array::from_fn(|edge| degrees(i32_at(section, 4 * place.extent as usize + edge))))
    }

    /// The postcodes a place is served by.
    pub(super) fn postcodes(&self, place: u32) -> impl Iterator<Item = &str> {
        let section = self.file.section(Section::PlacePostcodes);
        let rows = size_of_numbers(section) / 2;
        let first = partition(0..rows, |row| u32_at(section, 2 * row) < place);
        (first..rows)
            .take_while(move |&row| u32_at(section, 2 * row) == place)
            .map(move |row| self.text(u32_at(section, 2 * row + 1)))
    }

    /// A place's identifier on the wire.
    pub(super) fn id(&self, place: &Filed) -> String {
        format!("{}:{}", self.id_prefix, place.id)
    }
}

fn size_of_numbers(section: &[u8]) -> usize {
    section.len() / 4
}
