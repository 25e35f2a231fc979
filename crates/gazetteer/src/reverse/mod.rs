//! Reverse lookup: the place at a point and the chain above it.
//!
//! A polygon that contains the point decides. Without one the nearest settlement answers if it is within the reach of a
//! place of its size. A point out at sea has no place.

mod admin;
pub mod cells;
pub mod geojson;
mod nearest;
mod polygons;

use std::path::Path;

use admin::Admin;
use milepost_store::distance_m;
use polygons::Polygons;

use crate::{DatabaseFile, GazetteerError, Placetype};

/// Search radius for settlements inside a polygon of something larger, metres.
const DESCENT_M: f64 = 25_000.0;

/// Greatest distance from a settlement at which its region or country answers for a point without a nearer one, metres:
/// the middle of a desert, and beyond the coast about the territorial sea.
const COUNTRYSIDE_M: f64 = 45_000.0;

/// Settlements in all four directions within this distance, metres, put a point inland.
const INLAND_M: f64 = 250_000.0;

/// A part of a city answers up to this distance from its centre, metres.
const PART_M: f64 = 1_500.0;

/// How a place was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matched {
    /// Its polygon contains the point.
    Polygon,
    /// Its centre is the nearest.
    Nearest,
}

/// A place of the chain.
#[derive(Debug, Clone, PartialEq)]
pub struct ReversePlace {
    /// Identifier inside its database.
    pub id: i64,
    /// Its main name.
    pub name: String,
    /// The database's own name of its kind: `locality`, `county`.
    pub placetype: String,
    /// ISO 3166-1 alpha-2, upper case; empty if unknown.
    pub country: String,
    /// Latitude of its centre, degrees.
    pub lat: f64,
    /// Longitude of its centre, degrees.
    pub lon: f64,
    /// South, west, north, east, degrees; all equal to the centre when its extent is unknown.
    pub bbox: [f64; 4],
    /// Id of the place that contains it; below 1 if unknown.
    pub(crate) parent: i64,
}

impl ReversePlace {
    /// Its kind, as far as lookups distinguish kinds.
    pub fn kind(&self) -> Placetype {
        Placetype::from_name(&self.placetype)
    }

    fn distance_m(&self, lat: f64, lon: f64) -> f64 {
        distance_m(self.lat, self.lon, lat, lon)
    }
}

/// What lies at a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Reversed {
    /// The deepest place first, its country last.
    pub places: Vec<ReversePlace>,
    /// How the deepest place was found.
    pub matched: Matched,
    /// From the point to the centre of the deepest place, metres.
    pub distance_m: f64,
}

impl Reversed {
    fn of(places: Vec<ReversePlace>, matched: Matched, lat: f64, lon: f64) -> Reversed {
        let distance_m = places.first().map_or(0.0, |place| place.distance_m(lat, lon));
        Reversed { places, matched, distance_m }
    }
}

/// The language of the name that people use at the place, where its publisher says which one that is.
pub const LOCAL_NAME: &str = "x-local";

/// The name in a language: `pt-BR` is also looked up as `pt`, and `zh` is any of its scripts.
fn name_of<'a>(names: &'a [(String, String)], wanted: &str) -> Option<&'a str> {
    let base = |language: &str| language.split(['-', '_']).next().unwrap_or_default().to_lowercase();
    let is_local = wanted == LOCAL_NAME;
    let same = |language: &str| language.eq_ignore_ascii_case(wanted);
    let wide = |language: &str| language.eq_ignore_ascii_case(&base(wanted));
    let script = |language: &str| base(language) == base(wanted);
    let tests: [&dyn Fn(&str) -> bool; 3] = [&same, &wide, &script];
    let most = if is_local { 1 } else { tests.len() };
    tests[..most]
        .iter()
        .find_map(|is_it| names.iter().find(|(language, _)| is_it(language)).map(|(_, name)| name.as_str()))
}

/// An open administrative database, with polygons when there are any. Threads can share it.
pub struct Reverse {
    admin: Admin,
    polygons: Option<Polygons>,
}

impl Reverse {
    /// Opens an administrative database read-only, and a polygon file next to it.
    pub fn open(admin: &Path, polygons: Option<&Path>) -> Result<Reverse, GazetteerError> {
        let mut admin = Admin::open(admin)?;
        let polygons = polygons.map(Polygons::open).transpose()?;
        if let Some(polygons) = &polygons {
            admin.info.credit(&polygons.attribution()?);
        }
        Ok(Reverse { admin, polygons })
    }

    /// The object of OpenStreetMap that a place was merged with, as `R1155955`; none without one.
    pub fn osm_object(&self, id: i64) -> Result<Option<String>, GazetteerError> {
        if !self.admin.has_objects {
            return Ok(None);
        }
        let sql = include_str!("../../sql/objects/object_of_a_place.sql");
        self.admin.database.first(sql, [id], |row| row.get(0))
    }

    /// A place's identifier on the wire, `<prefix>:<id>`.
    pub fn place_id(&self, id: i64) -> String {
        format!("{}:{id}", self.admin.info.id_prefix)
    }

    /// Whose data it answers with and under which licences, parted by [`crate::build_info::SEPARATOR`]; empty if the file does
    /// not say.
    pub fn attribution(&self) -> &str {
        &self.admin.info.attribution
    }

    /// Day of its newest row (`2026-10-31`); none if the file does not say.
    pub fn data_updated(&self) -> Option<&str> {
        self.admin.info.data_updated.as_deref()
    }

    /// Population of a place; 0 if unknown.
    pub fn population(&self, id: i64) -> Result<i64, GazetteerError> {
        if !self.admin.has_population {
            return Ok(0);
        }
        Ok(self.admin.database.first(admin::POPULATION, [id], |row| row.get(0))?.unwrap_or(0))
    }

    /// The name of a place in the first of the languages (BCP 47) that has one, else in the local one. None if the database has neither, so
    /// that the main name stays, which is an English or Latin one where the two differ.
    pub fn name_in(&self, id: i64, languages: &[String]) -> Result<Option<String>, GazetteerError> {
        if !self.admin.has_names {
            return Ok(None);
        }
        let sql = include_str!("../../sql/reverse/reverse_names.sql");
        let names = self.admin.database.all(sql, [id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let wanted = languages.iter().map(String::as_str).chain([LOCAL_NAME]);
        Ok(wanted.into_iter().find_map(|wanted| name_of(&names, wanted)).map(str::to_owned))
    }

    /// The open files, for verification while they are in use.
    pub fn files(&self) -> Vec<DatabaseFile> {
        let databases =
            [Some(&self.admin.database), self.polygons.as_ref().map(|polygons| &polygons.database)];
        databases.into_iter().flatten().map(|database| database.file().clone()).collect()
    }

    /// The administrative database.
    pub fn path(&self) -> &Path {
        self.admin.database.path()
    }

    /// A place by its id in the database, with the places that contain it, the country last; none if the id is unknown.
    pub fn by_id(&self, id: i64) -> Result<Option<Vec<ReversePlace>>, GazetteerError> {
        self.place(id)?.map(|place| self.chain(place)).transpose()
    }

    /// The place at a point in degrees; nothing at sea, or when a coordinate is out of range.
    pub fn at(&self, lat: f64, lon: f64) -> Result<Option<Reversed>, GazetteerError> {
        if !(-90.0..=90.0).contains(&lat) || !(-180.0..=180.0).contains(&lon) {
            return Ok(None);
        }
        let container = match &self.polygons {
            Some(polygons) => polygons.smallest_around(&self.admin, lat, lon)?,
            None => None,
        };
        match container {
            Some(place) => self.below(place, lat, lon).map(Some),
            None => self.nearest(lat, lon),
        }
    }

    /// The chain of a container. If it is larger than a settlement, the nearest settlement in it comes first.
    fn below(&self, container: ReversePlace, lat: f64, lon: f64) -> Result<Reversed, GazetteerError> {
        let settled = matches!(container.kind(), Placetype::Locality | Placetype::Neighbourhood);
        let above = self.chain(container.clone())?;
        if settled {
            return Ok(Reversed::of(above, Matched::Polygon, lat, lon));
        }
        let near = self.admin.near(lat, lon, DESCENT_M)?;
        for place in nearest::by_rank(near, lat, lon) {
            if place.reaches {
                let chain = self.chain(place.place)?;
                if chain.iter().any(|above| above.id == container.id) {
                    return Ok(Reversed::of(chain, Matched::Nearest, lat, lon));
                }
            }
        }
        Ok(Reversed::of(above, Matched::Polygon, lat, lon))
    }

    /// The nearest settlement, or the place above it if the point is too far from the settlement itself.
    fn nearest(&self, lat: f64, lon: f64) -> Result<Option<Reversed>, GazetteerError> {
        let mut ranked = Vec::new();
        for reach in [nearest::USUAL_REACH_M, COUNTRYSIDE_M] {
            ranked = nearest::by_rank(self.admin.near(lat, lon, reach)?, lat, lon);
            if ranked.iter().any(|place| place.reaches) {
                break;
            }
        }
        if let Some(at) = ranked.iter().position(|place| place.reaches) {
            let mut chain = self.chain(ranked.swap_remove(at).place)?;
            self.add_part(&mut chain, ranked, lat, lon);
            return Ok(Some(Reversed::of(chain, Matched::Nearest, lat, lon)));
        }
        // Too far from any settlement to be in it, and on land as far as the data show.
        let closest = ranked
            .into_iter()
            .filter(|place| place.distance_m <= COUNTRYSIDE_M)
            .min_by(|a, b| a.distance_m.total_cmp(&b.distance_m));
        let Some(closest) = closest else { return self.inland(lat, lon) };
        let mut chain = self.chain(closest.place)?;
        chain.retain(|place| !matches!(place.kind(), Placetype::Locality | Placetype::Neighbourhood));
        Ok((!chain.is_empty()).then(|| Reversed::of(chain, Matched::Nearest, lat, lon)))
    }

    /// What the nearest settlements in all four directions have in common: far inland the region or country is certain, at
    /// sea one direction is empty or another country's.
    fn inland(&self, lat: f64, lon: f64) -> Result<Option<Reversed>, GazetteerError> {
        let mut directions: [Option<nearest::Ranked>; 4] = Default::default();
        for place in nearest::by_rank(self.admin.near(lat, lon, INLAND_M)?, lat, lon) {
            let east = (place.place.lon - lon + 540.0).rem_euclid(360.0) >= 180.0;
            let direction = &mut directions[usize::from(place.place.lat >= lat) * 2 + usize::from(east)];
            if direction.as_ref().is_none_or(|known| place.distance_m < known.distance_m) {
                *direction = Some(place);
            }
        }
        let mut common: Option<Vec<ReversePlace>> = None;
        for direction in directions {
            let Some(place) = direction else { return Ok(None) };
            let chain = self.chain(place.place)?;
            match &mut common {
                None => common = Some(chain),
                Some(common) => common.retain(|place| chain.iter().any(|other| other.id == place.id)),
            }
        }
        let places = common.unwrap_or_default();
        Ok((!places.is_empty()).then(|| Reversed::of(places, Matched::Nearest, lat, lon)))
    }

    /// Puts the part of the city in front, when the point is close to one that is not in another settlement.
    fn add_part(&self, chain: &mut Vec<ReversePlace>, others: Vec<nearest::Ranked>, lat: f64, lon: f64) {
        let Some(city) = chain.first() else { return };
        if city.kind() != Placetype::Locality {
            return;
        }
        let beside = |place: &ReversePlace| place.parent == city.id || place.parent == city.parent;
        let part = others
            .into_iter()
            .filter(|other| other.place.kind() == Placetype::Neighbourhood && other.distance_m <= PART_M)
            .filter(|other| beside(&other.place) && other.distance_m < city.distance_m(lat, lon))
            .min_by(|a, b| a.distance_m.total_cmp(&b.distance_m));
        if let Some(part) = part {
            chain.insert(0, part.place);
        }
    }

    /// A place and everything above it, deepest first. Databases keep the whole chain as ancestors or only each place's
    /// parent; both are read.
    fn chain(&self, place: ReversePlace) -> Result<Vec<ReversePlace>, GazetteerError> {
        let mut chain = vec![place];
        while let Some(last) = chain.last() {
            let (id, parent) = (last.id, last.parent);
            let above = match self.place(parent)? {
                Some(above) if admin::level(&above.placetype).is_none() => Vec::new(),
                Some(above) if chain.iter().all(|known| known.id != above.id) => vec![above],
                // No parent: `-4` means that there are several, listed among the ancestors.
                None if last.kind() != Placetype::Country => self.admin.ancestors(id)?,
                _ => Vec::new(),
            };
            let several = above.len() != 1;
            chain.extend(above);
            if several || chain.len() > admin::DEEPEST_CHAIN {
                break;
            }
        }
        Ok(chain)
    }

    fn place(&self, id: i64) -> Result<Option<ReversePlace>, GazetteerError> {
        if id < 1 {
            return Ok(None);
        }
        match self.admin.place(id)? {
            Some(place) => Ok(Some(place)),
            None => self.polygons.as_ref().map_or(Ok(None), |polygons| polygons.place(id)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_in_the_language_or_in_one_that_is_wider_or_narrower() {
        let names = [("de", "Genf"), ("zh-Hans", "日内瓦"), (LOCAL_NAME, "Genève"), ("en", "Geneva")];
        let names = names.map(|(language, name)| (language.to_owned(), name.to_owned()));
        assert_eq!(name_of(&names, "de-AT"), Some("Genf"));
        assert_eq!(name_of(&names, "zh"), Some("日内瓦"));
        assert_eq!(name_of(&names, "EN"), Some("Geneva"));
        assert_eq!(name_of(&names, "fr"), None);
        assert_eq!(name_of(&names, LOCAL_NAME), Some("Genève"));
    }
}
