//! Makes the index of a candidate database.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use fst::raw::Builder;
use milepost_aside::Claim;
use milepost_store::StoreError;
use rusqlite::{Connection, Row};

use super::format::{Section, encode, identity};
use super::places::{Filed, List, NOTHING, contains, degrees, micro};
use super::score::{NameKind, filed, importance};
use super::top::Blocks;
use super::words::{apart, in_full, later_words, normal};
use super::{DEEPEST, KIND_BITS, index_path, packed};
use crate::build_info::BuildInfo;
use crate::gazetteer::{Gazetteer, with_prominence};
use crate::{GazetteerError, Placetype};

/// A postcode belongs to a town no farther from it than this, metres.
const SERVED_M: f64 = 60_000.0;
/// Longest text in the index, bytes.
const TEXT_BYTES: usize = 255;

/// Figures of a new index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexReport {
    /// The file.
    pub path: PathBuf,
    /// Its length, bytes.
    pub bytes: u64,
    /// Places in it.
    pub places: usize,
    /// Names in it, including other names and the ends of names.
    pub names: usize,
}

/// Writes the index of the candidate database at `database` next to it, by rename.
///
/// # Errors
/// If the database is not a candidate gazetteer or fails, another build writes the index, or the file cannot be written.
pub fn build_index(database: &Path) -> Result<IndexReport, GazetteerError> {
    let path = index_path(database);
    let claim = Claim::on(&path).map_err(StoreError::from)?;
    let unwritten = |source| StoreError::Write { path: path.clone(), source };
    let gazetteer = Gazetteer::open_without_index(database)?;
    let identity = identity(database).map_err(unwritten)?;
    let index = gazetteer.database.with_all_steps(|connection| {
        Reading::new(&gazetteer.info, connection)?.read(&gazetteer, connection)
    })?;
    let (places, names) = (index.places.len(), index.entries.len());
    let content =
        encode(&identity, &index.sections().map_err(|error| unwritten(std::io::Error::other(error)))?);
    let bytes = claim.write(&content).map_err(StoreError::from)?;
    Ok(IndexReport { path, bytes, places, names })
}

/// A name of a place.
struct Entry {
    /// Where its text lies among all texts of names.
    at: usize,
    length: usize,
    place: u32,
    kind: NameKind,
}

/// A place while it is read.
struct Found {
    place: Filed,
    kind: Placetype,
    importance: f32,
    region: i64,
}

struct Reading {
    id_prefix: String,
    units_of_degree: f64,
    texts: Texts,
    places: Vec<Found>,
    by_id: HashMap<i64, u32>,
    extents: Vec<[i32; 4]>,
    letters: String,
    entries: Vec<Entry>,
    kinds: Vec<(i64, String)>,
    countries: Vec<(i64, String)>,
    postcodes_of: Vec<(u32, u32)>,
}

/// Texts by where they lie in their section.
#[derive(Default)]
struct Texts {
    section: Vec<u8>,
    known: HashMap<String, u32>,
}

impl Texts {
    fn file(&mut self, text: &str) -> u32 {
        let mut end = text.len().min(TEXT_BYTES);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let text = &text[..end];
        if let Some(&at) = self.known.get(text) {
            return at;
        }
        let at = self.section.len() as u32;
        self.section.push(text.len() as u8);
        self.section.extend_from_slice(text.as_bytes());
        self.known.insert(text.to_owned(), at);
        at
    }
}

impl Reading {
    fn new(info: &BuildInfo, connection: &Connection) -> rusqlite::Result<Reading> {
        let codes = |sql: &str| -> rusqlite::Result<Vec<(i64, String)>> {
            let mut statement = connection.prepare(sql)?;
            let mut codes: Vec<(i64, String)> =
                statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
            codes.sort();
            Ok(codes)
        };
        Ok(Reading {
            id_prefix: info.id_prefix.clone(),
            units_of_degree: info.units_of_degree,
            texts: Texts::default(),
            places: Vec::new(),
            by_id: HashMap::new(),
            extents: Vec::new(),
            letters: String::new(),
            entries: Vec::new(),
            kinds: codes(include_str!("../../sql/candidates/placetype_codes.sql"))?,
            countries: codes(include_str!("../../sql/candidates/country_codes.sql"))?,
            postcodes_of: Vec::new(),
        })
    }

    fn read(mut self, gazetteer: &Gazetteer, connection: &Connection) -> rusqlite::Result<Reading> {
        let sql = include_str!("../../sql/candidates/prefix_rows.sql");
        let mut statement = connection.prepare(&with_prominence(sql, gazetteer.has_prominence))?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            self.add(row)?;
        }
        self.read_parents(gazetteer, connection)?;
        self.read_postcodes(gazetteer, connection)?;
        let letters = &self.letters;
        let text = |entry: &Entry| &letters[entry.at..entry.at + entry.length];
        self.entries.sort_unstable_by(|a, b| {
            text(a).cmp(text(b)).then(a.place.cmp(&b.place)).then((a.kind as u32).cmp(&(b.kind as u32)))
        });
        self.entries.dedup_by(|later, first| later.place == first.place && text(later) == text(first));
        Ok(self)
    }

    /// A row: its place, and the names it is found by.
    fn add(&mut self, row: &Row<'_>) -> rusqlite::Result<()> {
        let key: String = row.get(0)?;
        let id: i64 = row.get(1)?;
        let name: String = row.get(2)?;
        let number = match self.by_id.get(&id) {
            Some(&number) => number,
            None => self.add_place(id, &name, row)?,
        };
        let is_primary: bool = row.get(13)?;
        let postcode = self.places[number as usize].kind == Placetype::Postcode;
        let (form, main) = (normal(&key), normal(&name));
        let begins_main =
            main.strip_prefix(&form).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
        let kind = if is_primary || begins_main { NameKind::Main } else { NameKind::Other };
        if postcode {
            self.enter(&form.replace(' ', ""), number, kind);
        }
        self.enter_name(&form, number, kind);
        if is_primary && !postcode {
            if let Some(apart) = apart(&name) {
                self.enter_name(&apart, number, kind);
            }
            let full = in_full(&form);
            for end in later_words(full.as_deref().unwrap_or(&form)) {
                self.enter(end, number, NameKind::End);
            }
        }
        Ok(())
    }

    fn add_place(&mut self, id: i64, name: &str, row: &Row<'_>) -> rusqlite::Result<u32> {
        let number = self.places.len() as u32;
        let code = |codes: &[(i64, String)], id: i64| {
            codes
                .iter()
                .position(|(known, _)| *known == id)
                .and_then(|at| u16::try_from(at).ok())
                .unwrap_or(u16::MAX)
        };
        let kind_number = code(&self.kinds, row.get(3)?);
        let kind = self
            .kinds
            .get(usize::from(kind_number))
            .map_or(Placetype::Other, |(_, name)| Placetype::from_name(name));
        let mut edges = [0; 4];
        let mut has_extent = true;
        for (index, edge) in edges.iter_mut().enumerate() {
            match row.get::<_, Option<f64>>(8 + index)? {
                Some(units) => *edge = micro(units / self.units_of_degree),
                None => has_extent = false,
            }
        }
        has_extent &= edges[0] < edges[2] || edges[1] < edges[3];
        if has_extent {
            self.extents.push(edges);
        }
        let population: i64 = row.get::<_, Option<i64>>(12)?.unwrap_or(0);
        let prominence: i64 = row.get::<_, Option<i64>>(15)?.unwrap_or(0);
        self.places.push(Found {
            place: Filed {
                id,
                lat: micro(row.get::<_, f64>(6)? / self.units_of_degree),
                lon: micro(row.get::<_, f64>(7)? / self.units_of_degree),
                name: self.texts.file(name),
                kind: kind_number,
                country: code(&self.countries, row.get(4)?),
                parent: NOTHING,
                population: u32::try_from(population.max(0)).unwrap_or(u32::MAX),
                extent: if has_extent { self.extents.len() as u32 - 1 } else { NOTHING },
            },
            kind,
            importance: importance(population.max(prominence), row.get(14)?, kind),
            region: row.get::<_, Option<i64>>(5)?.unwrap_or(0),
        });
        self.by_id.insert(id, number);
        Ok(number)
    }

    fn enter_name(&mut self, form: &str, place: u32, kind: NameKind) {
        self.enter(form, place, kind);
        if let Some(full) = in_full(form) {
            self.enter(&full, place, kind);
        }
    }

    fn enter(&mut self, form: &str, place: u32, kind: NameKind) {
        if form.is_empty() || form.len() > TEXT_BYTES {
            return;
        }
        let at = self.letters.len();
        self.letters.push_str(form);
        self.entries.push(Entry { at, length: form.len(), place, kind });
    }

    /// The place above each place: the parent that the database names, otherwise the region, otherwise the country.
    fn read_parents(&mut self, gazetteer: &Gazetteer, connection: &Connection) -> rusqlite::Result<()> {
        let mut named: HashMap<u32, u32> = HashMap::new();
        if gazetteer.has_ancestors {
            let mut statement =
                connection.prepare(include_str!("../../sql/candidates/prefix_parents.sql"))?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                if let (Some(&place), Some(&parent)) =
                    (self.by_id.get(&row.get(0)?), self.by_id.get(&row.get(1)?))
                {
                    named.insert(place, parent);
                }
            }
        }
        let mut country_places = vec![NOTHING; self.countries.len()];
        for (number, found) in self.places.iter().enumerate() {
            if let (Placetype::Country, Some(known)) =
                (found.kind, country_places.get_mut(usize::from(found.place.country)))
                && (*known == NOTHING
                    || self.places[*known as usize].place.population < found.place.population)
            {
                *known = number as u32;
            }
        }
        for number in 0..self.places.len() as u32 {
            let found = &self.places[number as usize];
            let region = self.by_id.get(&found.region).copied();
            let country = country_places.get(usize::from(found.place.country)).copied();
            let parent = [named.get(&number).copied(), region, country]
                .into_iter()
                .flatten()
                .find(|&parent| parent != number && parent != NOTHING);
            self.places[number as usize].place.parent = parent.unwrap_or(NOTHING);
        }
        Ok(())
    }

    /// The postcodes of towns, and the town of each postcode, which becomes the place above it.
    fn read_postcodes(&mut self, gazetteer: &Gazetteer, connection: &Connection) -> rusqlite::Result<()> {
        if !gazetteer.has_postal_cities {
            return Ok(());
        }
        let mut codes: HashMap<String, Vec<u32>> = HashMap::new();
        for entry in &self.entries {
            if self.places[entry.place as usize].kind == Placetype::Postcode {
                codes
                    .entry(self.letters[entry.at..entry.at + entry.length].to_owned())
                    .or_default()
                    .push(entry.place);
            }
        }
        let mut towns: HashMap<u32, u32> = HashMap::new();
        let mut statement = connection.prepare(include_str!("../../sql/candidates/prefix_postcodes.sql"))?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let postcode = normal(&row.get::<_, String>(0)?).replace(' ', "");
            let Some(&town) = self.by_id.get(&row.get(1)?) else { continue };
            self.postcodes_of.push((town, self.texts.file(&postcode)));
            for &code in codes.get(&postcode).into_iter().flatten() {
                let (served, place) = (&self.places[town as usize], &self.places[code as usize].place);
                let near = served.place.country == place.country
                    && place.distance_m(degrees(served.place.lat), degrees(served.place.lon)) < SERVED_M;
                if near
                    && served.kind == Placetype::Locality
                    && towns.get(&code).is_none_or(|&known| {
                        self.places[known as usize].place.population < served.place.population
                    })
                {
                    towns.insert(code, town);
                }
            }
        }
        for (code, town) in towns {
            self.places[code as usize].place.parent = town;
        }
        self.postcodes_of.sort_unstable();
        self.postcodes_of.dedup();
        Ok(())
    }

    /// The places above a place, nearest first.
    fn above(&self, place: u32) -> impl Iterator<Item = u32> {
        let parent = |place: u32| {
            self.places
                .get(place as usize)
                .map(|found| found.place.parent)
                .filter(|&parent| parent != NOTHING)
        };
        std::iter::successors(parent(place), move |&above| parent(above)).take(DEEPEST)
    }

    /// The lists, in the order of their keys, with their entries in order.
    fn lists(&self) -> (Vec<(u32, u32)>, Vec<u32>) {
        let mut is_container = vec![false; self.places.len()];
        for number in 0..self.places.len() as u32 {
            for above in self.above(number) {
                is_container[above as usize] = contains(self.places[above as usize].kind);
            }
        }
        let lists_of = |entry: &Entry| {
            let place = &self.places[entry.place as usize].place;
            let itself = is_container[entry.place as usize] && entry.kind != NameKind::End;
            self.above(entry.place)
                .filter(|&above| is_container[above as usize])
                .map(|above| List::Within(above).key())
                .chain(itself.then(|| List::Containers.key()))
                .chain([List::at(place.lat, place.lon).key()])
        };
        let mut counts: std::collections::BTreeMap<u32, u32> = std::collections::BTreeMap::new();
        for key in self.entries.iter().flat_map(lists_of) {
            *counts.entry(key).or_default() += 1;
        }
        let mut directory = Vec::with_capacity(counts.len() + 1);
        let mut next: HashMap<u32, u32> = HashMap::with_capacity(counts.len());
        let mut start = 0;
        for (key, count) in counts {
            directory.push((key, start));
            next.insert(key, start);
            start += count;
        }
        directory.push((u32::MAX, start));
        let mut listed = vec![0; start as usize];
        for (number, entry) in self.entries.iter().enumerate() {
            for key in lists_of(entry) {
                if let Some(at) = next.get_mut(&key) {
                    listed[*at as usize] = number as u32;
                    *at += 1;
                }
            }
        }
        (directory, listed)
    }

    fn sections(mut self) -> Result<[Vec<u8>; Section::COUNT], fst::Error> {
        let mut sections = std::array::from_fn(|_| Vec::new());
        let mut names = Builder::memory();
        let mut last = None;
        let mut scores = Vec::with_capacity(self.entries.len());
        let mut entry_places = Vec::with_capacity(self.entries.len());
        for (number, entry) in self.entries.iter().enumerate() {
            let text = &self.letters[entry.at..entry.at + entry.length];
            if last != Some(text) {
                names.insert(text, number as u64)?;
                last = Some(text);
            }
            scores.push(filed(self.places[entry.place as usize].importance, entry.kind));
            entry_places.push(entry.place << KIND_BITS | entry.kind as u32);
        }
        let (directory, listed) = self.lists();
        let score = |&entry: &u32| scores[entry as usize];
        let places: Vec<Filed> = self.places.iter().map(|found| found.place).collect();
        let of_entries = Blocks::of(scores.iter().copied());
        let of_lists = Blocks::of(listed.iter().map(score));
        let mut set = |section: Section, bytes: Vec<u8>| sections[section as usize] = bytes;
        set(Section::Names, names.into_inner()?);
        set(Section::EntryPlaces, packed::pack(&entry_places));
        set(Section::EntryScores, halves(&scores));
        set(Section::EntryFine, halves(&of_entries.fine));
        set(Section::EntryCoarse, halves(&of_entries.coarse));
        set(Section::Places, Filed::write(&places));
        set(Section::Extents, words(self.extents.iter().flatten().map(|&edge| edge as u32)));
        set(
            Section::PlacePostcodes,
            words(self.postcodes_of.iter().flat_map(|&(place, text)| [place, text])),
        );
        set(Section::Lists, words(directory.iter().flat_map(|&(key, start)| [key, start])));
        set(Section::ListEntries, packed::pack(&listed));
        set(Section::ListFine, halves(&of_lists.fine));
        set(Section::ListCoarse, halves(&of_lists.coarse));
        set(Section::Kinds, words(self.kinds.iter().map(|(_, name)| self.texts.file(name))));
        let country_place = |number: usize| {
            let found = self.places.iter().enumerate().filter(|(_, found)| {
                found.kind == Placetype::Country && usize::from(found.place.country) == number
            });
            found.max_by_key(|(_, found)| found.place.population).map_or(NOTHING, |(place, _)| place as u32)
        };
        let places: Vec<u32> = (0..self.countries.len()).map(country_place).collect();
        let codes = self.countries.iter().map(|(_, code)| self.texts.file(&code.to_lowercase()));
        set(Section::Countries, words(codes.zip(places).flat_map(|(text, place)| [text, place])));
        set(Section::IdPrefix, self.id_prefix.into_bytes());
        set(Section::Texts, self.texts.section);
        Ok(sections)
    }
}

/// Numbers as a section.
fn words(numbers: impl Iterator<Item = u32>) -> Vec<u8> {
    numbers.flat_map(u32::to_le_bytes).collect()
}

fn halves(numbers: &[u16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}
