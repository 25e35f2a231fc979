//! The candidate gazetteer: places by name.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use foldhash::fast::FixedState;
use milepost_text::{name_key, name_key_with_vowels};
use rusqlite::Row;
use rusqlite::types::ValueRef;

use crate::airport_name;
use crate::approximate_lru::ApproximateLru;
use crate::build_info::BuildInfo;
use crate::database::{self, Database};
use crate::digraphs;
use crate::division_words::{bare_division, bare_town};
use crate::kind_words;
use crate::postcode_keys::postcode_variants;
use crate::prefix::{PrefixIndex, index_path};
use crate::register::{Code, Division, FIRST_ID, Register, Served, register_path};
use crate::registered::wire_id;
use crate::{CountryCode, DatabaseFile, GazetteerError, Place, Placetype};

const REQUIRED_TABLES: [&str; 3] = ["candidate", "country_codes", "placetype_codes"];

/// Levels above a place at most (the schema's bound).
const DEEPEST_CHAIN: usize = 8;

/// An open candidate gazetteer. Threads can share it.
pub struct Gazetteer {
    pub(crate) database: Database,
    pub(crate) has_trigrams: bool,
    pub(crate) index: Result<PrefixIndex, GazetteerError>,
    register: Option<Result<Register, GazetteerError>>,
    info: BuildInfo,
    has_ancestors: bool,
    pub(crate) has_postal_cities: bool,
    /// Country codes and kinds by their ids in the file: joining two tables of a few hundred rows costs more than reading
    /// the place.
    pub(crate) countries: HashMap<i64, CountryCode, FixedState>,
    pub(crate) placetypes: HashMap<i64, Placetype, FixedState>,
    named: ApproximateLru<String, [Place]>,
    above: ApproximateLru<i64, [Place]>,
    parents: ApproximateLru<i64, [Place]>,
    /// Divisions of the register as the database has them, its codes by key, and what they serve by name and code.
    pub(crate) divisions: ApproximateLru<Division, [Place]>,
    pub(crate) codes: ApproximateLru<String, [Code]>,
    pub(crate) served: ApproximateLru<String, [(Place, Served)]>,
    /// Countries whose postcodes the file has, determined at the first use.
    pub(crate) countries_with_postcodes: OnceLock<Vec<CountryCode>>,
}

/// The place a postcode serves under a name.
#[derive(Debug, Clone, PartialEq)]
pub struct PostalCity {
    /// Id of the place.
    pub id: i64,
    /// Its name.
    pub name: Arc<str>,
    /// Latitude, degrees.
    pub lat: f64,
    /// Longitude, degrees.
    pub lon: f64,
}

impl Gazetteer {
    /// Opens a candidate database read-only. Tables other than the three required ones may be missing, and so may the index
    /// of names and the register of postcodes next to it.
    ///
    /// # Errors
    /// When the file is missing, not a database, or of another kind.
    pub fn open(path: &Path) -> Result<Gazetteer, GazetteerError> {
        Gazetteer::open_with_register(path, &register_path(path))
    }

    /// The same with a register of postcodes that lies elsewhere; it may be missing.
    ///
    /// # Errors
    /// As [`Gazetteer::open`].
    pub fn open_with_register(path: &Path, register: &Path) -> Result<Gazetteer, GazetteerError> {
        // The database first: its index is compared with it, and a file that must not be opened must not be read either.
        let gazetteer = Gazetteer::open_without_index(path)?;
        let path_of_register = register.to_owned();
        let register = path_of_register.exists().then(|| {
            Register::open(&path_of_register)
                .map_err(|problem| GazetteerError::Register { path: path_of_register, problem })
        });
        let mut info = gazetteer.info.clone();
        if let Some(Ok(register)) = &register {
            info.credit(register.attribution());
        }
        Ok(Gazetteer { index: PrefixIndex::open(path), register, info, ..gazetteer })
    }

    /// The same without the index.
    pub(crate) fn open_without_index(path: &Path) -> Result<Gazetteer, GazetteerError> {
        let database = Database::open(path)?;
        let tables: Vec<String> = database.with(|connection| {
            let mut statement =
                connection.prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")?;
            connection.all(statement.query_map([], |row| row.get(0))?)
        })?;
        let has = |table: &str| tables.iter().any(|name| name == table);
        if let Some(table) = REQUIRED_TABLES.into_iter().find(|table| !has(table)) {
            return Err(GazetteerError::NotACandidateDatabase { path: path.to_owned(), table });
        }
        Ok(Gazetteer {
            info: BuildInfo::read(&database, has("build_info"))?,
            has_trigrams: has("candidate_fts"),
            index: Err(GazetteerError::NoIndex { path: index_path(path) }),
            register: None,
            has_ancestors: has("candidate_ancestor"),
            has_postal_cities: has("postal_city_candidate"),
            countries: database.with(|connection| {
                let mut codes = connection.prepare(include_str!("../sql/country_codes.sql"))?;
                let code = |row: &Row<'_>| Ok((row.get(0)?, CountryCode::of(&row.get::<_, String>(1)?)));
                connection.all(codes.query_map([], code)?)
            })?,
            placetypes: database.with(|connection| {
                let mut codes = connection.prepare(include_str!("../sql/placetype_codes.sql"))?;
                let kind = |row: &Row<'_>| Ok((row.get(0)?, Placetype::from_name(&row.get::<_, String>(1)?)));
                connection.all(codes.query_map([], kind)?)
            })?,
            named: ApproximateLru::new(),
            above: ApproximateLru::new(),
            parents: ApproximateLru::new(),
            divisions: ApproximateLru::new(),
            codes: ApproximateLru::new(),
            served: ApproximateLru::new(),
            countries_with_postcodes: OnceLock::new(),
            database,
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.database.path()
    }

    /// The file, for verification while it is in use.
    pub fn file(&self) -> &DatabaseFile {
        self.database.file()
    }

    /// A place's identifier on the wire, `<prefix>:<id>`; for a code or village of the register `mp:` and its name.
    pub fn place_id(&self, id: i64) -> String {
        match self.register().filter(|_| id >= FIRST_ID).and_then(|register| wire_id(register, id)) {
            Some(name) => format!("mp:{name}"),
            None => format!("{}:{id}", self.info.id_prefix),
        }
    }

    /// The register of postcodes next to the database.
    pub(crate) fn register(&self) -> Option<&Register> {
        self.register.as_ref()?.as_ref().ok()
    }

    /// Why the register of postcodes next to the database is not used; none if it is used or does not exist.
    pub fn register_problem(&self) -> Option<&GazetteerError> {
        self.register.as_ref()?.as_ref().err()
    }

    /// Sources and licences of its data, parted by [`crate::build_info::SEPARATOR`]; empty if the file does not
    /// say.
    pub fn attribution(&self) -> &str {
        &self.info.attribution
    }

    /// Day of its newest row (`2026-10-31`); none if the file does not say.
    pub fn data_updated(&self) -> Option<&str> {
        self.info.data_updated.as_deref()
    }

    /// Places with the name `name`, of the kinds in `kinds`, most populous first; a place with several spellings of
    /// the name occurs once. At most `limit`.
    ///
    /// # Errors
    /// When the database fails.
    pub fn places(
        &self,
        name: &str,
        kinds: &[Placetype],
        limit: usize,
    ) -> Result<Vec<Place>, GazetteerError> {
        let mut found: Vec<Place> = Vec::new();
        if let Some(key) = name_key_with_vowels(name)
            && !self.by_key(&key)?.is_empty()
        {
            // Without their vowel signs several names are one, and the builder has told them apart.
            self.add_places(&key, kinds, &mut found)?;
            by_prominence(&mut found);
            found.truncate(limit);
            return Ok(found);
        }
        let variants = name_variants(name);
        for key in &variants {
            self.add_places(key, kinds, &mut found)?;
        }
        let key = variants.first().map_or("", String::as_str);
        let is_only = found.iter().all(|place| !place.is_primary);
        for reading in readings_of(&variants) {
            self.add_where(&reading, kinds, |place| digraphs::is_meant(place, key, is_only), &mut found)?;
        }
        if found.is_empty() {
            // A database may keep hyphenated names only as written: `saint denis` for `Saint-Denis`.
            self.add_places(&key.replace(' ', "-"), kinds, &mut found)?;
        }
        if found.is_empty() {
            for part in names_of_two(name) {
                self.add_places(&name_key(part), kinds, &mut found)?;
            }
        }
        if found.is_empty() {
            for bare in kind_words::bare_names(name) {
                self.add_places(&bare, kinds, &mut found)?;
            }
        }
        if found.is_empty()
            && let Some(bare) = bare_town(name)
        {
            self.add_places(&name_key(bare), kinds, &mut found)?;
        }
        if found.is_empty()
            && let Some(bare) = bare_division(name)
        {
            let is_division = |place: &Place| {
                matches!(place.placetype, Placetype::Region | Placetype::County | Placetype::Country)
            };
            self.add_where(&name_key(bare), kinds, is_division, &mut found)?;
        }
        if found.is_empty()
            && let Some(town) = airport_name::airport_town(key)
        {
            let named = self.places(&town, &[Placetype::Locality], 1)?;
            for town in std::iter::once(town).chain(named.iter().map(|place| name_key(&place.name))) {
                self.add_places(&format!("{town} airport"), kinds, &mut found)?;
            }
        }
        by_prominence(&mut found);
        found.truncate(limit);
        Ok(found)
    }

    /// Places of a postcode, one per country that has it. A ZIP+4 is looked up by its first five digits; an unknown code of Great Britain,
    /// Canada, Ireland or the Netherlands by its outward half.
    ///
    /// # Errors
    /// When the database fails.
    pub fn postcodes(&self, postcode: &str) -> Result<Vec<Place>, GazetteerError> {
        for (key, country) in postcode_variants(postcode) {
            let named = self.by_key(&key)?;
            let is_postcode = |place: &&Place| {
                place.placetype == Placetype::Postcode
                    && place.has_point()
                    && country.is_none_or(|country| place.country == country)
            };
            let mut places: Vec<Place> = named.iter().filter(is_postcode).cloned().collect();
            if !places.is_empty() {
                by_prominence(&mut places);
                return Ok(places);
            }
        }
        Ok(Vec::new())
    }

    /// The place `postcode` serves under the name `city`.
    ///
    /// # Errors
    /// When the database fails.
    pub fn city_of_postcode(&self, city: &str, postcode: &str) -> Result<Option<PostalCity>, GazetteerError> {
        for (key, _) in postcode_variants(postcode).into_iter().filter(|_| self.has_postal_cities) {
            for name in with_readings(name_variants(city)) {
                let hit = self.database.with(|connection| {
                    let mut statement =
                        connection.prepare_cached(include_str!("../sql/city_of_a_postcode.sql"))?;
                    connection.first(statement.query_row((&name, &key), |row| {
                        let (lat, lon) = database::point(row, 2, 3, self.info.units_of_degree)?;
                        Ok(PostalCity { id: row.get(0)?, name: database::name(row, 1)?.into(), lat, lon })
                    }))
                })?;
                if hit.is_some() {
                    return Ok(hit);
                }
            }
        }
        self.registered_city(city, postcode)
    }

    /// The places above a place, nearest first. A database may keep the whole chain with each place or only the
    /// direct parent; both read alike.
    ///
    /// # Errors
    /// When the database fails.
    pub fn ancestors(&self, id: i64) -> Result<Arc<[Place]>, GazetteerError> {
        self.chain(id, DEEPEST_CHAIN)
    }

    /// The places above a place, at most so many; those above its parent, which its neighbours share, come from the cache.
    fn chain(&self, id: i64, most: usize) -> Result<Arc<[Place]>, GazetteerError> {
        self.above.get(&id, || {
            let above = if id < FIRST_ID { self.read_ancestors(id, most) } else { self.above_registered(id) };
            Ok(above?.into())
        })
    }

    fn read_ancestors(&self, id: i64, most: usize) -> Result<Vec<Place>, GazetteerError> {
        if !self.has_ancestors {
            return Ok(Vec::new());
        }
        let parents: Vec<(i64, String)> = self.database.with(|connection| {
            let mut statement = connection.prepare_cached(include_str!("../sql/parents_of_a_place.sql"))?;
            connection.all(statement.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?)
        })?;
        let mut chain = Vec::with_capacity(most);
        for (parent, key) in parents {
            chain.extend(self.parent(parent, &key)?.iter().cloned());
        }
        let left = most.saturating_sub(chain.len());
        if let Some(last) = chain.last()
            && last.placetype != Placetype::Country
            && last.id != id
            && left > 0
        {
            let above = self.chain(last.id, left)?;
            chain.extend(above.iter().cloned());
        }
        Ok(chain)
    }

    /// The place of an id and the key of its main name, if the database has it: thousands of places share their parent.
    fn parent(&self, id: i64, key: &str) -> Result<Arc<[Place]>, GazetteerError> {
        self.parents.get(&id, || {
            self.database.with(|connection| {
                let mut statement =
                    connection.prepare_cached(include_str!("../sql/place_of_a_name_and_id.sql"))?;
                connection.all(statement.query_map((key, id), |row| self.place(row))?)
            })
        })
    }

    fn add_places(
        &self,
        key: &str,
        kinds: &[Placetype],
        found: &mut Vec<Place>,
    ) -> Result<(), GazetteerError> {
        self.add_where(key, kinds, |_| true, found)
    }

    /// Adds the places of a key that are meant. One that was found by an alternate name is now known by its main one.
    fn add_where(
        &self,
        key: &str,
        kinds: &[Placetype],
        is_meant: impl Fn(&Place) -> bool,
        found: &mut Vec<Place>,
    ) -> Result<(), GazetteerError> {
        for place in self.by_key(key)?.iter() {
            if !kinds.contains(&place.placetype) || !place.has_point() || !is_meant(place) {
                continue;
            }
            match found.iter_mut().find(|known| known.id == place.id) {
                Some(known) => known.is_primary |= place.is_primary,
                None => found.push(place.clone()),
            }
        }
        Ok(())
    }

    pub(crate) fn by_key(&self, key: &str) -> Result<Arc<[Place]>, GazetteerError> {
        self.named.get(key, || Ok(self.read_by_key(key)?.into()))
    }

    /// Rows of a key, through the cache.
    fn read_by_key(&self, key: &str) -> Result<Vec<Place>, GazetteerError> {
        let mut places = self.read_own(key)?;
        places.extend(self.registered_anywhere(key, &places)?);
        Ok(places)
    }

    /// Rows of a key, of the register's codes only those of the wanted countries.
    pub(crate) fn read_by_key_in(
        &self,
        key: &str,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<Place>, GazetteerError> {
        let mut places = self.read_own(key)?;
        places.extend(self.registered(key, &places, is_wanted)?);
        Ok(places)
    }

    /// Rows of a key in the database.
    fn read_own(&self, key: &str) -> Result<Vec<Place>, GazetteerError> {
        // No row has a longer name, and the database refuses to look for one.
        if key.len() > database::LONGEST_NAME {
            return Ok(Vec::new());
        }
        self.database.with(|connection| {
            let mut statement = connection.prepare_cached(include_str!("../sql/places_of_a_name.sql"))?;
            connection.all(statement.query_map([key], |row| self.place(row))?)
        })
    }

    pub(crate) fn place(&self, row: &Row<'_>) -> rusqlite::Result<Place> {
        let (lat, lon) = database::point(row, 5, 6, self.info.units_of_degree)?;
        let edge = |index: usize, point: f64| {
            let edge: Option<f64> = row.get(index)?;
            Ok::<_, rusqlite::Error>(edge.map_or(point, |edge| edge / self.info.units_of_degree))
        };
        // Nearly every row has all four edges or none.
        let bbox = match row.get_ref(7)? {
            ValueRef::Null => [lat, lon, lat, lon],
            _ => [edge(7, lat)?, edge(8, lon)?, edge(9, lat)?, edge(10, lon)?],
        };
        Ok(Place {
            id: row.get(0)?,
            name: database::name(row, 1)?.into(),
            placetype: self.placetypes.get(&row.get(2)?).copied().unwrap_or(Placetype::Other),
            country: self.countries.get(&row.get(3)?).copied().unwrap_or_default(),
            region_id: row.get::<_, Option<i64>>(4)?.unwrap_or(0),
            lat,
            lon,
            bbox,
            population: row.get::<_, Option<i64>>(11)?.unwrap_or(0),
            is_primary: row.get(12)?,
            importance: row.get(13)?,
        })
    }
}

/// Puts the most prominent first; of equal ones the lower id, so that the order is stable.
pub(crate) fn by_prominence(places: &mut [Place]) {
    places.sort_by_key(|place| (Reverse(prominence(place)), place.id));
}

/// Its inhabitants; a place found by an alternate name must have ten times as many, unless it is an area.
fn prominence(place: &Place) -> i64 {
    let times = if place.is_primary || place.is_area() { 10 } else { 1 };
    place.population.max(0).saturating_add(1).saturating_mul(times)
}

/// Keys under which a name is looked up: as written; with hyphens as spaces, also those between spaces (`Castilla - La Mancha`); with the
/// abbreviations of place names expanded.
pub(crate) fn name_variants(name: &str) -> Vec<String> {
    let mut variants = vec![name_key(name)];
    let spaced = variants[0].replace(" - ", " ").replace('-', " ");
    let in_full = spaced
        .split(' ')
        .map(|word| match word {
            "st" => "saint",
            "ste" => "sainte",
            "mt" => "mount",
            "ft" => "fort",
            other => other,
        })
        .collect::<Vec<_>>()
        .join(" ");
    let abbreviated =
        if spaced.starts_with("saint ") { spaced.replacen("saint ", "st ", 1) } else { String::new() };
    for variant in [spaced, in_full, abbreviated] {
        if !variant.is_empty() && !variants.contains(&variant) {
            variants.push(variant);
        }
    }
    variants.retain(|variant| !variant.is_empty());
    variants
}

/// Further keys under which a name is looked up: with one letter for two that may stand for it, as written and with hyphens.
pub(crate) fn readings_of(variants: &[String]) -> Vec<String> {
    let mut readings: Vec<String> = Vec::new();
    for reading in variants.iter().flat_map(|variant| digraphs::readings(variant)) {
        let hyphened = reading.replace(' ', "-");
        for key in [reading, hyphened] {
            if !readings.contains(&key) {
                readings.push(key);
            }
        }
    }
    readings
}

/// Keys of a name, and its further ones.
pub(crate) fn with_readings(mut variants: Vec<String>) -> Vec<String> {
    variants.extend(readings_of(&variants));
    variants
}

/// The names of a text that is more than one: a town in two languages, `Piran/Pirano`, `Izola - Isola`, or two towns. None if it is one, or
/// if a slash stands for letters that are left out: `Boulogne s/Mer`.
pub fn names_of_two(text: &str) -> impl Iterator<Item = &str> {
    let is_one = |name: &&str| name.len() < text.len();
    let is_cut_short = text.split('/').any(|part| {
        let ends = [part.split_whitespace().next(), part.split_whitespace().next_back()];
        part.len() < text.len() && ends.into_iter().flatten().any(|word| word.chars().count() == 1)
    });
    let parts = text.split('/').filter(move |_| !is_cut_short);
    parts.flat_map(|part| part.split(" - ")).map(str::trim).filter(is_one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_tried_in_the_spellings_people_use() {
        assert_eq!(name_variants("St-Étienne"), ["st-etienne", "st etienne", "saint etienne"]);
        assert_eq!(name_variants("Saint Louis"), ["saint louis", "st louis"]);
        assert_eq!(name_variants("Castilla - La Mancha")[1], "castilla la mancha");
        assert_eq!(name_variants(" . "), Vec::<String>::new());
    }
}
