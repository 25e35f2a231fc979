//! The database of points of interest: the meaning of a phrase, and the nearest places of a kind.

mod cells;

use std::path::Path;

use milepost_store::{box_around, distance_m};
use milepost_text::name_key;
use rusqlite::Row;

use crate::DatabaseFile;
use crate::GazetteerError;
use crate::build_info;
use crate::database::{self, Database};
use crate::shards::publishers;

pub use cells::cell;

/// Tables of the database.
pub const SCHEMA: &str = include_str!("../../sql/pois/poi_schema.sql");
/// Its indexes. Made after the rows.
pub const INDEXES: &str = include_str!("../../sql/pois/poi_indexes.sql");

/// Search radii, metres, tried in order until there are enough places: a city answers from the first, the
/// country from the last.
const REACHES_M: [f64; 4] = [1_000.0, 5_000.0, 20_000.0, 50_000.0];

/// Distance at which nearness is half of what it is at the user, metres.
const NEAR_M: f64 = 30_000.0;

/// What to look for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PoiSubject {
    /// A kind of place.
    Category {
        /// Identifier of the category, as the source names it: `coffee_shop`.
        id: String,
    },
    /// The places of a chain.
    Brand {
        /// As the database writes it.
        name: String,
        /// Wikidata item.
        wikidata: Option<String>,
    },
    /// Places of this name.
    Name(String),
}

/// A point of interest.
#[derive(Debug, Clone, PartialEq)]
pub struct Poi {
    /// As the source writes it.
    pub name: Option<String>,
    /// Identifier of its category.
    pub category_id: Option<String>,
    /// Wikidata item of its brand.
    pub brand_wikidata: Option<String>,
    /// Degrees.
    pub lat: f64,
    /// Degrees.
    pub lon: f64,
    /// ISO 3166-1 alpha-2, upper case.
    pub country: String,
    /// The source's confidence that it exists, 0 to 1.
    pub confidence: Option<f64>,
    /// Identifier in the Global Entity Reference System.
    pub gers_id: Option<String>,
    /// Number of the row in its file.
    pub rowid: i64,
}

/// An open database. Threads can share it.
pub struct PointsOfInterest {
    database: Database,
    attribution: String,
    /// Whether it has other names and objects of OpenStreetMap, as files of earlier versions have not.
    has_aliases: bool,
}

impl PointsOfInterest {
    /// Opens a database read-only.
    pub fn open(path: &Path) -> Result<PointsOfInterest, GazetteerError> {
        let database = Database::open(path)?;
        database.require(&["poi", "poi_phrase", "poi_brand"], "a database of points of interest", "poi")?;
        let has_aliases = database.has_table("poi_alias")?;
        let parts = publishers::of(&database, "poi")?;
        let said = build_info::value(&database, "attribution")?.filter(|said| !said.is_empty());
        let attribution: Vec<String> = said.into_iter().chain(parts).collect();
        let attribution = attribution.join(build_info::SEPARATOR);
        Ok(PointsOfInterest { database, attribution, has_aliases })
    }

    /// Sources and licences of its data, parted by [`build_info::SEPARATOR`]; empty if it names none.
    pub fn attribution(&self) -> &str {
        &self.attribution
    }

    /// The file, to be verified while it is in use.
    pub fn file(&self) -> &DatabaseFile {
        self.database.file()
    }

    /// The meaning of a phrase: a category, otherwise a brand, otherwise the name of a place; none if the database knows none of them.
    pub fn subject(&self, phrase: &str) -> Result<Option<PoiSubject>, GazetteerError> {
        for key in forms(phrase) {
            let sql = include_str!("../../sql/pois/poi_category_of_a_phrase.sql");
            if let Some(id) = self.database.first(sql, [&key], |row| row.get(0))? {
                return Ok(Some(PoiSubject::Category { id }));
            }
        }
        let key = name_key(phrase);
        if key.is_empty() {
            return Ok(None);
        }
        let sql = include_str!("../../sql/pois/poi_brand_of_a_name.sql");
        let brand = self
            .database
            .first(sql, [&key], |row| Ok(PoiSubject::Brand { name: row.get(0)?, wikidata: row.get(1)? }))?;
        if brand.is_some() {
            return Ok(brand);
        }
        for sql in self.forms_of([
            include_str!("../../sql/pois/poi_name_exists.sql"),
            include_str!("../../sql/pois/poi_alias_exists.sql"),
        ]) {
            if self.database.exists(sql, [&key])? {
                return Ok(Some(PoiSubject::Name(phrase.to_owned())));
            }
        }
        Ok(None)
    }

    /// The places of a subject nearest to a point in degrees, within a box (south, west, north, east) or within 50 km; each with
    /// its distance in metres, nearest first, at most `limit`.
    pub fn nearest(
        &self,
        subject: &PoiSubject,
        (lat, lon): (f64, f64),
        within: Option<[f64; 4]>,
        limit: usize,
    ) -> Result<Vec<(Poi, f64)>, GazetteerError> {
        let mut near: Vec<(Poi, f64)> = Vec::new();
        for reach_m in REACHES_M {
            let found = self.in_box(subject, box_around(lat, lon, reach_m))?;
            near = found
                .into_iter()
                .filter(|poi| within.is_none_or(|area| contains(area, poi)))
                .map(|poi| (distance_m(lat, lon, poi.lat, poi.lon), poi))
                .filter(|&(distance, _)| distance <= reach_m)
                .map(|(distance, poi)| (poi, distance))
                .collect();
            if near.len() >= limit {
                break;
            }
        }
        near.sort_by(|a, b| a.1.total_cmp(&b.1));
        near.truncate(limit);
        Ok(near)
    }

    /// Places of a name anywhere, the surest first, at most `limit`.
    pub fn named(&self, name: &str, limit: usize) -> Result<Vec<Poi>, GazetteerError> {
        let mut found = Vec::new();
        for sql in self.forms_of([
            include_str!("../../sql/pois/pois_of_a_name.sql"),
            include_str!("../../sql/pois/pois_of_an_alias.sql"),
        ]) {
            found.extend(self.database.all(sql, (name_key(name), limit as i64), poi)?);
        }
        found.truncate(limit);
        Ok(found)
    }

    /// The object of OpenStreetMap of a row: four times its number plus its kind; none of another publisher.
    pub fn osm_object(&self, rowid: i64) -> Result<Option<i64>, GazetteerError> {
        if !self.has_aliases {
            return Ok(None);
        }
        self.database.first(include_str!("../../sql/objects/object_of_a_poi.sql"), [rowid], |row| row.get(0))
    }

    /// The statement for names, and that for other names where the database has them.
    fn forms_of(&self, [names, aliases]: [&'static str; 2]) -> impl Iterator<Item = &'static str> {
        std::iter::once(names).chain(self.has_aliases.then_some(aliases))
    }

    /// Places whose name begins with a text, at most `limit`: those near a given point in degrees first, then the most certain. If the
    /// text begins more than 512 names, only the first ones in order are compared.
    pub fn beginning(
        &self,
        text: &str,
        near: Option<(f64, f64)>,
        limit: usize,
    ) -> Result<Vec<Poi>, GazetteerError> {
        let from = name_key(text);
        if from.is_empty() {
            return Ok(Vec::new());
        }
        let to = format!("{from}{}", char::MAX);
        let sql = include_str!("../../sql/pois/pois_of_a_beginning.sql");
        let mut found: Vec<Poi> = self.database.all(sql, (&from, &to), poi)?;
        let worth = |poi: &Poi| {
            let nearness =
                near.map_or(0.0, |(lat, lon)| NEAR_M / (NEAR_M + distance_m(lat, lon, poi.lat, poi.lon)));
            (nearness, poi.confidence.unwrap_or(0.0))
        };
        found.sort_by(|a, b| {
            let (a, b) = (worth(a), worth(b));
            b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        found.truncate(limit);
        Ok(found)
    }

    fn in_box(&self, subject: &PoiSubject, area: [f64; 4]) -> Result<Vec<Poi>, GazetteerError> {
        let (sql, key) = match subject {
            PoiSubject::Category { id } => {
                (vec![include_str!("../../sql/pois/pois_of_a_category_in_cells.sql")], id.clone())
            }
            PoiSubject::Brand { name, .. } => {
                (vec![include_str!("../../sql/pois/pois_of_a_brand_in_cells.sql")], name_key(name))
            }
            PoiSubject::Name(name) => {
                let both = self.forms_of([
                    include_str!("../../sql/pois/pois_of_a_name_in_cells.sql"),
                    include_str!("../../sql/pois/pois_of_an_alias_in_cells.sql"),
                ]);
                (both.collect(), name_key(name))
            }
        };
        self.database.with(|connection| {
            let mut found = Vec::new();
            for sql in sql {
                let mut statement = connection.prepare_cached(sql)?;
                for cells in cells::cells(area) {
                    for row in statement.query_map((&key, cells.start(), cells.end()), poi)? {
                        found.extend(connection.usable(row)?);
                    }
                }
            }
            Ok(found)
        })
    }
}

fn poi(row: &Row<'_>) -> rusqlite::Result<Poi> {
    let (lat, lon) = database::point(row, 3, 4, 1.0)?;
    Ok(Poi {
        name: row.get(0)?,
        category_id: row.get(1)?,
        brand_wikidata: row.get(2)?,
        lat,
        lon,
        country: row.get(5)?,
        confidence: row.get(6)?,
        gers_id: row.get(7)?,
        rowid: row.get(8)?,
    })
}

fn contains([south, west, north, east]: [f64; 4], poi: &Poi) -> bool {
    (south..=north).contains(&poi.lat) && (west..=east).contains(&poi.lon)
}

/// A phrase as it may be filed: as it is, without the ending of a plural, and with one.
fn forms(phrase: &str) -> Vec<String> {
    let key = name_key(phrase);
    let plural = match key.strip_suffix('y') {
        Some(stem) => Some(format!("{stem}ies")),
        None => (!key.is_empty() && !key.ends_with('s')).then(|| format!("{key}s")),
    };
    let singulars = [("ies", "y"), ("es", ""), ("s", "")]
        .map(|(ending, instead)| key.strip_suffix(ending).map(|stem| format!("{stem}{instead}")));
    let others: Vec<String> = singulars.into_iter().flatten().chain(plural).collect();
    let mut forms = [vec![key], others].concat();
    forms.retain(|form| !form.is_empty());
    forms
}

#[cfg(test)]
mod tests {
    use super::forms;

    #[test]
    fn a_phrase_is_tried_in_the_singular_and_in_the_plural() {
        assert_eq!(forms("Bakeries"), ["bakeries", "bakery", "bakeri", "bakerie"]);
        assert_eq!(forms("Cafés"), ["cafes", "caf", "cafe"]);
        assert_eq!(forms("pharmacy"), ["pharmacy", "pharmacies"]);
        assert_eq!(forms("pharmacie"), ["pharmacie", "pharmacies"]);
        assert_eq!(forms(" "), Vec::<String>::new());
    }
}
