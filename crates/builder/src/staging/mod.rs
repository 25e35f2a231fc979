//! The staging file, a SQLite file next to the result: several sources become one set of places
//! in bounded memory, and both databases are written from it.

mod divisions;
mod merge;
mod postal;
mod regions;

use std::cell::RefCell;
use std::path::Path;

use milepost_aside::{Aside, Claim};
use milepost_text::{name_key, name_key_with_vowels, postcode_key};
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, OptionalExtension, Params, params};

use crate::error::BuildError;
use crate::place::{Place, Places, PostalCity, id_range};
use crate::shard::read_only_uri;

pub(crate) use self::postal::names_a_settlement;

/// Added to the ids of every other source if Who's On First is among them, whose ids stay as published (below
/// 10^10).
const BESIDE_WHOS_ON_FIRST: i64 = 10_000_000_000;

/// Cache of the connection that fills the file, KiB.
const CACHE_KIB: i64 = 128 * 1024;

pub(crate) struct Staging {
    connection: Connection,
    file: Aside,
    offset: i64,
    /// The ids of the gazetteer that the sources extend; they stay, and are below those of the sources.
    lies_over: Option<Ids>,
    newest_day: RefCell<Option<String>>,
}

/// Ids of a gazetteer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ids {
    /// Those of GeoNames, and our ranges above them.
    Own,
    WhosOnFirst,
}

#[derive(Debug, Default)]
pub(crate) struct PostalRow {
    pub(crate) country: String,
    pub(crate) postcode: String,
    pub(crate) place: String,
    /// Name of the first-level division, and its code in the table.
    pub(crate) state: String,
    pub(crate) state_code: String,
    pub(crate) county_code: String,
    /// Wider names: second- and third-level divisions.
    pub(crate) around: Vec<String>,
    pub(crate) lat: f64,
    pub(crate) lon: f64,
}

impl Staging {
    /// An empty file next to the claimed database, removed when dropped. `beside_wof` shifts ids out of Who's On First's range.
    pub(crate) fn create(claim: &Claim, beside_wof: bool) -> Result<Staging, BuildError> {
        let file = claim.aside()?;
        let schema = format!(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE;
             PRAGMA cache_size = -{CACHE_KIB};
             {}
             BEGIN;",
            include_str!("../../sql/staging/staging_schema.sql")
        );
        let connection = Connection::open(file.path())
            .and_then(|connection| {
                connection.execute_batch(&schema)?;
                add_name_keys(&connection)?;
                Ok(connection)
            })
            .map_err(|source| BuildError::Database { path: file.path().to_owned(), source })?;
        connection.set_prepared_statement_cache_capacity(64);
        Ok(Staging {
            file,
            connection,
            offset: if beside_wof { BESIDE_WHOS_ON_FIRST } else { 0 },
            lies_over: None,
            newest_day: RefCell::default(),
        })
    }

    /// The same for a database that extends a gazetteer.
    pub(crate) fn over(claim: &Claim, ids: Ids) -> Result<Staging, BuildError> {
        Ok(Staging { lies_over: Some(ids), ..Staging::create(claim, false)? })
    }

    pub(crate) fn lies_over_another(&self) -> bool {
        self.lies_over.is_some()
    }

    /// Runs statements with the database at `path` attached as `base`.
    pub(crate) fn with_attached(&self, path: &Path, sql: &str) -> Result<(), BuildError> {
        self.query(|connection| {
            connection.execute_batch("COMMIT;")?;
            connection.execute("ATTACH ?1 AS base", [read_only_uri(path)])?;
            connection.execute_batch(&format!("BEGIN; {sql} COMMIT; DETACH base; BEGIN;"))
        })
    }

    /// The file, to write a database from it.
    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Records the day a row was last changed.
    pub(crate) fn note_day(&self, day: Option<&str>) {
        let mut newest = self.newest_day.borrow_mut();
        if day > newest.as_deref() {
            *newest = day.map(str::to_owned);
        }
    }

    /// The latest day a row was changed (`2026-10-31`), if the sources have one.
    pub(crate) fn newest_day(&self) -> Option<String> {
        self.newest_day.borrow().clone()
    }

    /// The id in this file of a source's id.
    pub(crate) fn id(&self, id: i64) -> i64 {
        id + self.offset
    }

    /// Adds the places of the starter sources, whose hierarchy is complete.
    pub(crate) fn add_starter(&mut self, places: &Places, pairs: &[PostalCity]) -> Result<(), BuildError> {
        for place in &places.all {
            self.add_place(place, None)?;
        }
        for pair in pairs {
            let name = places.get(pair.place).map_or("", |place| place.name.as_str());
            self.run(
                "INSERT INTO pair VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0)",
                params![pair.name_key, pair.postcode, self.id(pair.place), name, pair.lat, pair.lon],
            )?;
        }
        Ok(())
    }

    /// Maps a division code of GeoNames to its place.
    pub(crate) fn add_code(&self, code: &str, id: i64) -> Result<(), BuildError> {
        self.run("INSERT OR IGNORE INTO code VALUES (?1, ?2)", params![code, self.id(id)]).map(|_| ())
    }

    /// Adds the name of a division that may have no row.
    pub(crate) fn add_division_name(&self, code: &str, name: &str) -> Result<(), BuildError> {
        self.run("INSERT OR IGNORE INTO division_name VALUES (?1, ?2)", params![code, name]).map(|_| ())
    }

    /// Adds a place with the keys of its names; false if the id exists.
    pub(crate) fn add_place(&self, place: &Place, codes: Option<&str>) -> Result<bool, BuildError> {
        // Postcodes, postal cities and communes placed by their neighbours have no point of their own; airports, numbered behind them, have.
        let airports = id_range::AIRPORT..id_range::POSTCODE;
        let answers_reverse = place.id < id_range::COMMUNE || airports.contains(&place.id);
        let moved =
            Place { id: self.id(place.id), parent: place.parent.map(|id| self.id(id)), ..place.clone() };
        self.add_settled(&moved, codes, answers_reverse)
    }

    /// Adds a place whose ids are final.
    pub(crate) fn add_settled(
        &self,
        place: &Place,
        codes: Option<&str>,
        answers_reverse: bool,
    ) -> Result<bool, BuildError> {
        let id = place.id;
        let [south, west, north, east] = place.extent.columns();
        let added = self.run(
            "INSERT OR IGNORE INTO place VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
            params![
                id,
                place.name,
                place.placetype,
                place.country,
                place.parent,
                codes,
                place.lat,
                place.lon,
                south,
                west,
                north,
                east,
                place.population,
                answers_reverse,
                place.prominence
            ],
        )?;
        if added == 0 {
            return Ok(false);
        }
        for (key, is_primary) in keys(place) {
            self.add_key(id, &key, is_primary)?;
        }
        for alias in &place.aliases {
            self.add_spelling(id, None, alias)?;
        }
        for (language, name) in &place.names {
            self.add_spelling(id, Some(language), name)?;
        }
        Ok(true)
    }

    pub(crate) fn add_alias(&self, id: i64, language: Option<&str>, name: &str) -> Result<(), BuildError> {
        let key = name_key(name);
        if key.contains('-') {
            self.add_key(id, &key.replace('-', " "), false)?;
        }
        if !key.is_empty() {
            self.add_key(id, &key, false)?;
        }
        self.add_spelling(id, language, name)
    }

    pub(crate) fn has(&self, id: i64) -> Result<bool, BuildError> {
        self.query(|connection| connection.prepare_cached("SELECT 1 FROM place WHERE id = ?1")?.exists([id]))
    }

    /// Adds a name in a language; without one it only goes into the search index.
    pub(crate) fn add_spelling(&self, id: i64, language: Option<&str>, name: &str) -> Result<(), BuildError> {
        self.run("INSERT INTO spelling VALUES (?1, ?2, ?3)", params![id, language, name]).map(|_| ())
    }

    /// Adds a row of a postcode table, resolved by `settle`.
    pub(crate) fn add_postal(&self, row: &PostalRow) -> Result<(), BuildError> {
        // `75384 CEDEX 08` is the delivery of 75384.
        let postcode = row.postcode.split(" CEDEX").next().unwrap_or_default();
        let codes = format!("{0}.{1}.{2}", row.country, row.state_code, row.county_code);
        if !row.state_code.is_empty() && !row.state.is_empty() {
            self.add_division_name(&format!("{}.{}", row.country, row.state_code), &row.state)?;
        }
        self.run(
            "INSERT INTO postal VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            params![
                row.country,
                postcode,
                postcode_key(postcode),
                row.place,
                name_key(&row.place),
                row.around.join("\t"),
                row.state,
                codes,
                row.lat,
                row.lon
            ],
        )
        .map(|_| ())
    }

    /// Completes the data after all sources: divisions, duplicates among sources, postcodes.
    pub(crate) fn settle(&mut self) -> Result<(), BuildError> {
        self.batch("CREATE INDEX name_key_by_key ON name_key (key);")?;
        divisions::complete(self)?;
        merge::same_places(self)?;
        postal::resolve(self)?;
        regions::fill(self)?;
        self.batch(include_str!("../../sql/staging/tell_vowels_apart.sql"))?;
        self.batch("CREATE INDEX spelling_by_place ON spelling (place); COMMIT; ANALYZE; BEGIN;")
    }

    /// The first-level division of a country that has this name.
    fn region(&self, country: &str, name: &str) -> rusqlite::Result<Option<i64>> {
        self.connection
            .prepare_cached(include_str!("../../sql/staging/region_of_a_name.sql"))?
            .query_row([name_key(name).as_str(), country], |row| row.get(0))
            .optional()
    }

    pub(crate) fn kinds(&self) -> Result<Vec<(String, usize)>, BuildError> {
        self.query(|connection| {
            connection
                .prepare("SELECT placetype, count(*) FROM place GROUP BY placetype ORDER BY placetype")?
                .query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as usize)))?
                .collect()
        })
    }

    pub(crate) fn run(&self, sql: &str, values: impl Params) -> Result<usize, BuildError> {
        self.query(|connection| connection.prepare_cached(sql)?.execute(values))
    }

    pub(crate) fn batch(&self, sql: &str) -> Result<(), BuildError> {
        self.query(|connection| connection.execute_batch(sql))
    }

    pub(crate) fn query<T>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, BuildError> {
        query(&self.connection)
            .map_err(|source| BuildError::Database { path: self.path().to_owned(), source })
    }

    fn add_key(&self, id: i64, key: &str, is_primary: bool) -> Result<(), BuildError> {
        self.run("INSERT INTO name_key VALUES (?1, ?2, ?3)", params![id, key, is_primary]).map(|_| ())
    }
}

/// Functions that statements need: the key of a name, and the one that keeps its vowel signs.
pub(crate) fn add_name_keys(connection: &Connection) -> rusqlite::Result<()> {
    let pure = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection
        .create_scalar_function("name_key", 1, pure, |values| Ok(name_key(values.get_raw(0).as_str()?)))?;
    connection.create_scalar_function("name_key_with_vowels", 1, pure, |values| {
        Ok(name_key_with_vowels(values.get_raw(0).as_str()?))
    })
}

/// Keys of a place and whether each spells its main name: the name, the name with hyphens as spaces, then other names and codes.
/// Lookups read hyphens as spaces too, so that other names need no key with hyphens.
fn keys(place: &Place) -> std::collections::BTreeMap<String, bool> {
    let mut keys = std::collections::BTreeMap::new();
    if place.placetype == "postalcode" {
        let own = postcode_key(&place.name);
        // `LV-1001` is often written `1001`.
        if let Some((letters, digits)) = own.split_once('-')
            && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
        {
            keys.insert(digits.to_owned(), true);
        }
        keys.insert(own, true);
        return keys;
    }
    let own = name_key(&place.name);
    for part in parts_of_name(&place.name) {
        let key = name_key(&part);
        keys.insert(key.replace('-', " "), true);
        keys.insert(key, true);
    }
    for alias in &place.aliases {
        let key = name_key(alias);
        let spaced = key.replace('-', " ");
        let same = spaced == own.replace('-', " ");
        keys.insert(spaced, same);
        if same {
            keys.insert(key, true);
        }
    }
    keys.insert(own.replace('-', " "), true);
    keys.insert(own, true);
    keys.retain(|key, _| !key.is_empty());
    keys
}

/// Everyday names of a place whose name in the table is two names (`Piran/Pirano`), has its area (`Linares (P.Allande)`), its article
/// at the end (`Alamos, Los`), or a postal note (`Celje - dostava`).
fn parts_of_name(name: &str) -> Vec<String> {
    let bare = name.split(" (").next().unwrap_or(name).trim();
    let mut parts: Vec<String> = [" - ", "/"]
        .iter()
        .filter(|mark| bare.contains(**mark))
        .flat_map(|mark| bare.split(*mark).map(|part| part.trim().to_owned()))
        .collect();
    if let Some((rest, article)) = bare.split_once(", ")
        && ["El", "La", "Los", "Las", "O", "A", "Os", "As", "Els", "Les", "L'"].contains(&article)
    {
        parts.push(format!("{article} {rest}").replace("L' ", "L'"));
    }
    if bare != name && parts.is_empty() {
        parts.push(bare.to_owned());
    }
    parts.retain(|part| part.chars().filter(|letter| letter.is_alphabetic()).count() > 2);
    parts
}

#[cfg(test)]
mod tests {
    use super::parts_of_name;

    #[test]
    fn names_of_tables_come_apart() {
        assert_eq!(parts_of_name("Piran/Pirano"), ["Piran", "Pirano"]);
        assert_eq!(parts_of_name("Celje - dostava"), ["Celje", "dostava"]);
        assert_eq!(parts_of_name("Alamos, Los (Urbanizacion)"), ["Los Alamos"]);
        assert_eq!(parts_of_name("Linares (P.Allande)"), ["Linares"]);
        assert_eq!(parts_of_name("Saint-Denis"), Vec::<String>::new());
    }
}
