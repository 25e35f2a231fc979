//! The candidate gazetteer: places by name.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use foldhash::fast::FixedState;
use milepost_store::CountryCode;
use milepost_store::postcode_variants;
use milepost_store::register::{Code, Division, FIRST_ID, Register, Served, register_path};
use milepost_text::name_key;
use milepost_text::names::{Reading, ReadingKind, is_called, readings, spellings};
use rusqlite::Row;
use rusqlite::types::ValueRef;

use crate::build_info::BuildInfo;
use crate::database::{self, Database};
use crate::lookup_cache::ApproximateLru;
use crate::postcode_register::wire_id;
use crate::prefix::{PrefixIndex, index_path};
use crate::{DatabaseFile, GazetteerError, Place, Placetype};

/// Levels above a place at most (the schema's bound).
const DEEPEST_CHAIN: usize = 8;

/// Fewest letters of the name of a country or division with one letter for two that is not its main one: `Aare` is no `ARE`.
const AREA: usize = 6;

/// An open candidate gazetteer. Threads can share it.
pub struct Gazetteer {
    pub(crate) database: Database,
    pub(crate) has_trigrams: bool,
    pub(crate) index: Result<PrefixIndex, GazetteerError>,
    register: Option<Result<Register, GazetteerError>>,
    pub(crate) info: BuildInfo,
    pub(crate) has_ancestors: bool,
    pub(crate) has_postal_cities: bool,
    /// Country codes and kinds by their ids in the file: joining two tables of a few hundred rows costs more than reading
    /// the place.
    pub(crate) countries: HashMap<i64, CountryCode, FixedState>,
    pub(crate) placetypes: HashMap<i64, Placetype, FixedState>,
    pub(crate) has_prominence: bool,
    pub(crate) statements: Statements,
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

/// Statements that read places, in the columns that the database has.
pub(crate) struct Statements {
    places_of_a_name: String,
    place_of_a_name_and_id: String,
    pub(crate) best_of_a_prefix: String,
}

/// A statement that selects the prominence, or null in its place if the candidate table has no such column: databases of other builders
/// and of earlier versions.
pub(crate) fn with_prominence(sql: &str, has_prominence: bool) -> String {
    if has_prominence { sql.to_owned() } else { sql.replace("prominence", "NULL") }
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
    pub fn open(path: &Path) -> Result<Gazetteer, GazetteerError> {
        Gazetteer::open_with_register(path, &register_path(path))
    }

    /// The same with a register of postcodes that lies elsewhere; it may be missing.
    pub fn open_with_register(path: &Path, register: &Path) -> Result<Gazetteer, GazetteerError> {
        // The database first: its index is compared with it, and a file that must not be opened must not be read either.
        let gazetteer = Gazetteer::open_without_index(path)?;
        let register = register.exists().then(|| Ok(Register::open(register)?));
        let mut info = gazetteer.info.clone();
        if let Some(Ok(register)) = &register {
            info.credit(register.attribution());
        }
        Ok(Gazetteer { index: PrefixIndex::open(path), register, info, ..gazetteer })
    }

    /// The same without the index.
    pub(crate) fn open_without_index(path: &Path) -> Result<Gazetteer, GazetteerError> {
        let database = Database::open(path)?;
        database.require(
            &["candidate", "country_codes", "placetype_codes"],
            "a candidate gazetteer",
            "candidate",
        )?;
        let countries = database.all(include_str!("../sql/candidates/country_codes.sql"), [], |row| {
            Ok((row.get(0)?, CountryCode::of(&row.get::<_, String>(1)?)))
        })?;
        let placetypes = database.all(include_str!("../sql/candidates/placetype_codes.sql"), [], |row| {
            Ok((row.get(0)?, Placetype::from_name(&row.get::<_, String>(1)?)))
        })?;
        let has_prominence = database
            .with(|connection| Ok(connection.prepare("SELECT prominence FROM candidate LIMIT 0").is_ok()))?;
        let statement = |sql| with_prominence(sql, has_prominence);
        Ok(Gazetteer {
            info: BuildInfo::read(&database)?,
            has_trigrams: database.has_table("candidate_fts")?,
            index: Err(GazetteerError::NoIndex { path: index_path(path) }),
            register: None,
            has_ancestors: database.has_table("candidate_ancestor")?,
            has_postal_cities: database.has_table("postal_city_candidate")?,
            countries: countries.into_iter().collect(),
            placetypes: placetypes.into_iter().collect(),
            has_prominence,
            statements: Statements {
                places_of_a_name: statement(include_str!("../sql/candidates/places_of_a_name.sql")),
                place_of_a_name_and_id: statement(include_str!(
                    "../sql/candidates/place_of_a_name_and_id.sql"
                )),
                best_of_a_prefix: statement(include_str!("../sql/candidates/best_of_a_prefix.sql")),
            },
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
    /// the name occurs once. At most `limit`. If no place has the name, those of its cheapest reading that some place has;
    /// [`Place::reading`] says which.
    pub fn places(
        &self,
        name: &str,
        kinds: &[Placetype],
        limit: usize,
    ) -> Result<Vec<Place>, GazetteerError> {
        let mut found: Vec<Place> = Vec::new();
        for group in readings(name) {
            let mut is_answered = false;
            for reading in &group {
                let named = self.by_key(&reading.name)?;
                // Without vowel signs several names share a key; the builder has distinguished them.
                is_answered |= reading.kind == ReadingKind::WithVowels && !named.is_empty();
                add_places(&named, kinds, reading, &group[0].name, &mut found);
                if reading.kind == ReadingKind::Airport {
                    // Its town in the language of the gazetteer: `munich airport` of `munchen airport`.
                    let town = reading.name.trim_end_matches(" airport");
                    for town in self.places(town, &[Placetype::Locality], 1)? {
                        let named = self.by_key(&format!("{} airport", name_key(&town.name)))?;
                        add_places(&named, kinds, reading, "", &mut found);
                    }
                }
            }
            if is_answered || !found.is_empty() {
                break;
            }
        }
        by_prominence(&mut found);
        found.truncate(limit);
        Ok(found)
    }

    /// Places of a postcode, one per country that has it. A ZIP+4 is looked up by its first five digits; an unknown code of Great Britain,
    /// Canada, Ireland or the Netherlands by its outward half.
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
    pub fn city_of_postcode(&self, city: &str, postcode: &str) -> Result<Option<PostalCity>, GazetteerError> {
        for (key, _) in postcode_variants(postcode).into_iter().filter(|_| self.has_postal_cities) {
            for Reading { name, .. } in spellings(city) {
                let sql = include_str!("../sql/candidates/city_of_a_postcode.sql");
                let hit = self.database.first(sql, (&name, &key), |row| {
                    let (lat, lon) = database::point(row, 2, 3, self.info.units_of_degree)?;
                    Ok(PostalCity { id: row.get(0)?, name: database::name(row, 1)?.into(), lat, lon })
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
        let sql = include_str!("../sql/candidates/parents_of_a_place.sql");
        let parents: Vec<(i64, String)> =
            self.database.all(sql, [id], |row| Ok((row.get(0)?, row.get(1)?)))?;
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
            let sql = &self.statements.place_of_a_name_and_id;
            Ok(self.database.all(sql, (key, id), |row| self.place(row))?.into())
        })
    }

    /// Rows of a key, through the cache.
    pub(crate) fn by_key(&self, key: &str) -> Result<Arc<[Place]>, GazetteerError> {
        self.named.get(key, || Ok(self.read_by_key(key, None)?.into()))
    }

    /// Rows of a key; of the register's codes only those of the wanted countries, if some are.
    pub(crate) fn read_by_key(
        &self,
        key: &str,
        is_wanted: Option<&dyn Fn(&str) -> bool>,
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
        self.database.all(&self.statements.places_of_a_name, [key], |row| self.place(row))
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
            reading: ReadingKind::AsWritten,
            prominence: row.get::<_, Option<i64>>(13)?.unwrap_or(0),
            importance: row.get(14)?,
        })
    }
}

/// Puts the most prominent first; of equal ones the lower id, so that the order is stable.
pub(crate) fn by_prominence(places: &mut [Place]) {
    places.sort_by_key(|place| (Reverse(prominence(place)), place.id));
}

/// What ranks it; a place found by an alternate name must have ten times as much, unless it is an area.
fn prominence(place: &Place) -> i64 {
    let times = if place.is_primary || place.is_area() { 10 } else { 1 };
    place.ranking_population().max(0).saturating_add(1).saturating_mul(times)
}

/// Adds the places of a key that `reading` allows. One that was found by an alternate name is now known by its main one.
fn add_places(named: &[Place], kinds: &[Placetype], reading: &Reading, typed: &str, found: &mut Vec<Place>) {
    let is_written = |place: &&Place| place.reading < ReadingKind::SingleLetter;
    let is_only = || found.iter().filter(is_written).all(|place| !place.is_primary);
    let has_other_letters = reading.kind == ReadingKind::SingleLetter && is_only();
    for place in named.iter().filter(|place| kinds.contains(&place.placetype) && place.has_point()) {
        let is_area = matches!(place.placetype, Placetype::Country | Placetype::Region | Placetype::County);
        let is_accepted = match reading.kind {
            // Areas are also found by names in other languages, which cannot be looked at; those count if this is the only way to read
            // the name as a main one, and the text is too long for a code.
            ReadingKind::SingleLetter => {
                is_called(&place.name, typed) || has_other_letters && is_area && typed.len() >= AREA
            }
            ReadingKind::WithoutDivisionWord => is_area,
            _ => true,
        };
        if !is_accepted {
            continue;
        }
        match found.iter_mut().find(|known| known.id == place.id) {
            Some(known) => known.is_primary |= place.is_primary,
            None => found.push(Place { reading: reading.kind, ..place.clone() }),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use rusqlite::{Connection, params};
    use tempfile::TempDir;

    use super::*;
    use crate::schema;

    /// A gazetteer of places: key, name, country (1 CH, 2 BE), kind (1 locality, 2 county, 3 neighbourhood, 4 postalcode). Their ids count
    /// from 0, and each lies a hundredth of a degree east of the one before.
    pub(crate) fn gazetteer(places: &[(&str, &str, i64, i64)]) -> (TempDir, Gazetteer) {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("candidate.db");
        let database = Connection::open(&path).unwrap();
        database.execute_batch(schema::CANDIDATE).unwrap();
        let codes = "INSERT INTO country_codes VALUES (1, 'CH'), (2, 'BE');
             INSERT INTO placetype_codes VALUES (1, 'locality'), (2, 'county'), (3, 'neighbourhood'), (4, 'postalcode');";
        database.execute_batch(codes).unwrap();
        for (id, (key, name, country, kind)) in places.iter().enumerate() {
            let row = "INSERT INTO candidate (name_key, country_id, region_id, placetype_id, neg_rank, spr_id, name, latitude, longitude,
                       population, is_primary) VALUES (?1, ?2, 0, ?3, 0, ?4, ?5, 46.7, ?6, 0, 1)";
            let values = params![key, country, kind, id as i64, name, 6.0 + id as f64 / 100.0];
            database.execute(row, values).unwrap();
        }
        let gazetteer = Gazetteer::open(&path).unwrap();
        (folder, gazetteer)
    }

    #[test]
    fn the_cheapest_reading_that_some_place_has_finds_it() {
        let (_folder, gazetteer) = gazetteer(&[
            ("oslo", "Oslo", 1, 1),
            ("saint louis", "Saint Louis", 1, 1),
            ("saint-denis", "Saint-Denis", 1, 1),
            ("konigsbronn", "Königsbronn", 1, 1),
            ("roun", "Roun", 1, 1),
            ("kerry", "Kerry", 1, 1),
            ("kerry", "Kerry", 1, 2),
            ("munchen", "Munich", 1, 1),
            ("munich airport", "Munich Airport", 1, 3),
        ]);
        let kinds = [Placetype::Locality, Placetype::County, Placetype::Neighbourhood];
        for (name, expected) in [
            ("Oslo", &[(0, ReadingKind::AsWritten)][..]),
            ("St. Louis", &[(1, ReadingKind::InFull)]),
            ("Saint Denis", &[(2, ReadingKind::SpacesAsHyphens)]),
            ("Koenigsbronn", &[(3, ReadingKind::SingleLetter)]),
            ("Rouen", &[]),
            ("Oslo/Roun", &[(0, ReadingKind::OneOfTwo), (4, ReadingKind::OneOfTwo)]),
            ("Oslo kommune", &[(0, ReadingKind::WithoutKind)]),
            ("Kerry", &[(5, ReadingKind::AsWritten), (6, ReadingKind::AsWritten)]),
            ("County Kerry", &[(6, ReadingKind::WithoutDivisionWord)]),
            ("Flughafen München", &[(8, ReadingKind::Airport)]),
        ] {
            let found = gazetteer.places(name, &kinds, 9).unwrap();
            let found: Vec<_> = found.iter().map(|place| (place.id, place.reading)).collect();
            assert_eq!(found, expected, "{name}");
        }
    }
}
