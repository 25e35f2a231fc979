//! The streets of a shard by the words of their names. Each lookup reads a bounded number of rows.

use milepost_store::{box_around, distance_m};
use rusqlite::Row;

use super::Scope;
use crate::GazetteerError;
use crate::database::{self, Database};

/// A street in one locality and postcode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexedStreet {
    /// Number of the street in the index.
    pub id: i64,
    /// The street, normalised: the key of its rows.
    pub norm: String,
    /// The street as the register writes it.
    pub street: String,
    /// Key of the locality.
    pub locality: Option<String>,
    /// Key of the postcode.
    pub postcode: Option<String>,
}

/// A place with streets, to be asked for them.
#[derive(Debug, Clone, PartialEq)]
pub struct StreetPlace {
    /// Number of the place in the index.
    pub id: i64,
    /// Key of the locality or postcode.
    pub name: String,
    /// Mean of its streets, degrees.
    pub lat: f64,
    /// Mean of its streets, degrees.
    pub lon: f64,
}

/// A postcode or the sound of a locality, by which an index has its places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceSound {
    is_postcode: bool,
    sound: String,
}

impl From<Scope<'_>> for PlaceSound {
    fn from(scope: Scope<'_>) -> PlaceSound {
        match scope {
            Scope::Postcode(code) => PlaceSound { is_postcode: true, sound: code.to_owned() },
            Scope::Locality(name) => {
                PlaceSound { is_postcode: false, sound: milepost_text::place_sound(name) }
            }
        }
    }
}

/// The place of all streets of a shard.
pub const ALL_STREETS: i64 = 0;

/// The streets of an open shard by words.
#[derive(Clone, Copy)]
pub struct StreetIndex<'a> {
    pub(super) database: &'a Database,
    /// Whether it has other names of localities.
    pub(super) has_aliases: bool,
}

impl StreetIndex<'_> {
    /// The places of a scope: a postcode, or localities of the same sound.
    pub fn places(&self, of: &PlaceSound) -> Result<Vec<StreetPlace>, GazetteerError> {
        let sql = include_str!("../../sql/street_index/street_places_of_a_sound.sql");
        let mut places = self.database.all(sql, (of.is_postcode, &of.sound), place)?;
        if self.has_aliases && !of.is_postcode {
            let sql = include_str!("../../sql/street_index/street_places_of_an_alias.sql");
            for place in self.database.all(sql, [&of.sound], place)? {
                if !places.contains(&place) {
                    places.push(place);
                }
            }
        }
        Ok(places)
    }

    /// Localities whose sound begins as that of a name, in order, at most `limit`.
    pub fn localities(&self, beginning: &str, limit: u32) -> Result<Vec<StreetPlace>, GazetteerError> {
        self.beginning_with(false, &milepost_text::place_sound(beginning), limit)
    }

    /// Postcodes that begin with a key, in order, at most `limit`.
    pub fn postcodes(&self, beginning: &str, limit: u32) -> Result<Vec<StreetPlace>, GazetteerError> {
        self.beginning_with(true, beginning, limit)
    }

    fn beginning_with(
        &self,
        is_postcode: bool,
        beginning: &str,
        limit: u32,
    ) -> Result<Vec<StreetPlace>, GazetteerError> {
        let end = format!("{beginning}{}", char::MAX);
        let sql = include_str!("../../sql/street_index/street_places_of_a_beginning.sql");
        self.database.all(sql, (is_postcode, beginning, end, limit), place)
    }

    /// Localities whose streets lie around a point, none farther than `within_m`, nearest first.
    pub fn places_around(
        &self,
        lat: f64,
        lon: f64,
        within_m: f64,
    ) -> Result<Vec<StreetPlace>, GazetteerError> {
        let [south, west, north, east] = box_around(lat, lon, within_m);
        let off = |place: &StreetPlace| distance_m(lat, lon, place.lat, place.lon);
        let sql = include_str!("../../sql/street_index/street_places_around.sql");
        let mut places = self.database.all(sql, [south, north, west, east], place)?;
        places.retain(|place| off(place) <= within_m);
        places.sort_by(|a, b| off(a).total_cmp(&off(b)));
        Ok(places)
    }

    /// Numbers of the streets of a place with a word or key, at most `limit`.
    pub fn of_word(&self, place: i64, word: &str, limit: u32) -> Result<Vec<i64>, GazetteerError> {
        let sql = include_str!("../../sql/street_index/streets_of_a_word.sql");
        self.database.all(sql, (place, word, limit), |row| row.get(0))
    }

    /// Words and keys of the streets of a place that begin with `beginning`, in order, at most `limit`.
    pub fn words(&self, place: i64, beginning: &str, limit: u32) -> Result<Vec<String>, GazetteerError> {
        let end = format!("{beginning}{}", char::MAX);
        let sql = include_str!("../../sql/street_index/words_of_a_beginning.sql");
        self.database.all(sql, (place, beginning, end, limit), |row| row.get(0))
    }

    /// Streets of localities with a word.
    pub fn frequency(&self, word: &str) -> Result<u32, GazetteerError> {
        let sql = include_str!("../../sql/street_index/frequency_of_a_word.sql");
        Ok(self.database.first(sql, [word], |row| row.get(0))?.unwrap_or(0))
    }

    /// The streets of some numbers.
    pub fn streets(&self, ids: &[i64]) -> Result<Vec<IndexedStreet>, GazetteerError> {
        self.database.with(|connection| {
            let mut select =
                connection.prepare_cached(include_str!("../../sql/street_index/street_of_an_id.sql"))?;
            let mut streets = Vec::with_capacity(ids.len());
            for id in ids {
                let mut rows = select.query([id])?;
                if let Some(row) = rows.next()? {
                    streets.extend(connection.usable(street(row))?);
                }
            }
            Ok(streets)
        })
    }
}

fn place(row: &Row<'_>) -> rusqlite::Result<StreetPlace> {
    let (lat, lon) = database::point(row, 2, 3, 1.0)?;
    Ok(StreetPlace { id: row.get(0)?, name: row.get(1)?, lat, lon })
}

fn street(row: &Row<'_>) -> rusqlite::Result<IndexedStreet> {
    Ok(IndexedStreet {
        id: row.get(0)?,
        norm: row.get(1)?,
        street: row.get(2)?,
        locality: row.get(3)?,
        postcode: row.get(4)?,
    })
}
