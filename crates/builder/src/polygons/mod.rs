//! `polygons`: the polygon file of an administrative database, from GeoJSON and shapefiles.

mod features;
mod owner;
mod places;
mod shapefile;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use milepost_aside::Claim;
use milepost_gazetteer::build_info::SEPARATOR;
use milepost_gazetteer::reverse::geojson;
use milepost_gazetteer::schema;
use milepost_store::polygon::{self, Bounds};
use rusqlite::{Connection, params};
use serde_json::Value;

use crate::error::BuildError;
use crate::input::BadRows;
use crate::origin::{attribution_in, write_attribution};
use crate::place::id_range;
use crate::streets::is_database;
use crate::write_aside;
pub(crate) use features::Feature;
use owner::Owners;

/// Properties that name a place, best first.
const NAMES: [&str; 7] = ["wof:name", "name", "nom", "NAME", "NAMELSAD", "NAME_LATN", "NUTS_NAME"];
/// Properties that hold its code or id, best first.
const CODES: [&str; 7] = ["wof:id", "insee", "code", "GEOID", "geoid", "NUTS_ID", "id"];
const COUNTRIES: [&str; 5] = ["wof:country", "iso_a2", "ISO_A2", "country_code", "CNTR_CODE"];

/// Length of the part of a code that names the division: the département of an INSEE code, the state of a FIPS code.
const DIVISION_OF_CODE: usize = 2;

/// Options of the command.
#[derive(Default, clap::Args)]
pub(crate) struct PolygonOptions {
    /// GeoJSON (collections, or one feature per line; plain or gzip) or zipped shapefiles in degrees.
    #[arg(required = true)]
    sources: Vec<PathBuf>,
    /// Administrative database of the places.
    #[arg(long)]
    admin: PathBuf,
    /// Polygon file to write.
    #[arg(long)]
    out: PathBuf,
    /// Kind of the places, unless there is a property `wof:placetype`.
    #[arg(long, default_value = "locality")]
    placetype: String,
    /// ISO 3166-1 alpha-2 code of places without a property for it.
    #[arg(long, default_value = "")]
    country: String,
    /// Property that holds the name.
    #[arg(long)]
    name: Option<String>,
    /// Property that holds the code; a number that is an id of the administrative database counts as that id.
    #[arg(long)]
    code: Option<String>,
    /// Source and licence of the polygons; shown with answers.
    #[arg(long, default_value = "")]
    attribution: String,
    /// Stop at the first feature that cannot be used.
    #[arg(long)]
    strict: bool,
}

impl PolygonOptions {
    /// Those for files of places over an administrative database.
    pub(crate) fn of_places(sources: Vec<PathBuf>, admin: PathBuf, out: PathBuf) -> PolygonOptions {
        PolygonOptions { sources, admin, out, ..PolygonOptions::default() }
    }
}

pub(crate) fn build(options: &PolygonOptions) -> Result<Vec<String>, BuildError> {
    let claim = Claim::on(&options.out)?;
    let owners = Owners::open(&options.admin)?;
    let attribution = attribution_of(options)?;
    let mut bad = BadRows::new(options.strict);
    let mut tally = Tally::default();
    let size = write_aside::filled(&claim, "polygons", |connection| {
        connection
            .execute_batch(schema::POLYGONS)
            .and_then(|()| write_attribution(connection, &attribution))
            .map_err(|source| BuildError::Database { path: options.out.clone(), source })?;
        let mut writer = Writer { connection, owners: &owners, options, tally: &mut tally };
        for path in &options.sources {
            if is_database(path) {
                places::each(path, &mut |area| writer.add_area(&area))?;
                continue;
            }
            each_feature(path, &mut bad, &mut |feature, bad| writer.add(feature, bad))?;
        }
        writer.adopt()
    })?;
    let mut lines = bad.summary();
    lines.push(format!(
        "{}: {} polygons of places of {}, {} of places it lacks, {:.1} MB",
        options.out.display(),
        tally.known,
        options.admin.display(),
        tally.own,
        size as f64 / 1e6
    ));
    Ok(lines)
}

/// The owner of the polygons, by option or by the files of `data add`.
fn attribution_of(options: &PolygonOptions) -> Result<String, BuildError> {
    let mut credits: Vec<String> = Vec::new();
    credits.extend(Some(options.attribution.clone()).filter(|credit| !credit.is_empty()));
    for path in options.sources.iter().filter(|path| is_database(path)) {
        credits.extend(attribution_in(path)?.filter(|credit| !credits.contains(credit)));
    }
    Ok(credits.join(SEPARATOR))
}

/// Calls `take` with every feature of a file, whichever its format.
pub(crate) fn each_feature(
    path: &Path,
    bad: &mut BadRows,
    take: &mut dyn FnMut(Feature, &mut BadRows) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip")) {
        shapefile::each(path, bad, take)
    } else {
        features::each(path, bad, take)
    }
}

#[derive(Default)]
struct Tally {
    known: usize,
    own: usize,
    /// Parents of known places by division of their code.
    parents: HashMap<String, HashMap<i64, usize>>,
    /// Own places by division of their code.
    orphans: Vec<(i64, String)>,
}

struct Writer<'a> {
    connection: &'a Connection,
    owners: &'a Owners,
    options: &'a PolygonOptions,
    tally: &'a mut Tally,
}

impl Writer<'_> {
    fn add(&mut self, feature: Feature, bad: &mut BadRows) -> Result<(), BuildError> {
        let line = feature.line;
        let Some(rings) = geojson::rings(&feature.geometry) else { return bad.note(line, "no polygon") };
        let (bytes, bounds) = match encoded(&rings) {
            Ok(polygon) => polygon,
            Err(problem) => return bad.note(line, problem),
        };
        let property = |chosen: &Option<String>, usual: &[&str]| match chosen {
            Some(name) => text(feature.properties.get(name)),
            None => usual.iter().find_map(|name| text(feature.properties.get(*name))),
        };
        let Some(name) = property(&self.options.name, &NAMES) else { return bad.note(line, "no name") };
        let code = property(&self.options.code, &CODES).unwrap_or_default();
        let placetype =
            text(feature.properties.get("wof:placetype")).unwrap_or_else(|| self.options.placetype.clone());
        let division: String = code.chars().take(DIVISION_OF_CODE).collect();

        let by_id = code
            .parse()
            .ok()
            .filter(|_| self.options.code.is_some() || feature.properties.contains_key("wof:id"));
        let owner = match by_id.map(|id| self.owners.by_id(id, &bounds)).transpose()?.flatten() {
            Some(owner) => Some(owner),
            None => self.owners.by_name(&name, &placetype, &bytes, &bounds)?,
        };
        let id = match &owner {
            Some(owner) => owner.id,
            None => own_id(&code, by_id.filter(|_| feature.properties.contains_key("wof:id")), line),
        };
        if !self.add_polygon(id, &bytes, &bounds)? {
            return bad.note(line, format!("a second polygon of {name}"));
        }
        match owner {
            Some(owner) => {
                self.tally.known += 1;
                *self.tally.parents.entry(division).or_default().entry(owner.parent).or_default() += 1;
                Ok(())
            }
            None => {
                self.tally.own += 1;
                self.tally.orphans.push((id, division));
                let country =
                    property(&None, &COUNTRIES).unwrap_or_else(|| self.options.country.to_uppercase());
                self.add_place(id, &name, &placetype, &country, centroid(&rings), bounds)
            }
        }
    }

    /// Adds the polygon of a place of `data add`. A second polygon of a place is from another publisher; the first counts.
    fn add_area(&mut self, area: &places::Area) -> Result<(), BuildError> {
        let places::Area { id, name, placetype, geometry, bounds, .. } = area;
        let owner = match self.owners.by_part(*id)? {
            Some(owner) => Some(owner),
            None => self.owners.by_name(name, placetype, geometry, bounds)?.map(|owner| owner.id),
        };
        if !self.add_polygon(owner.unwrap_or(*id), geometry, bounds)? {
            return Ok(());
        }
        if owner.is_some() {
            self.tally.known += 1;
            return Ok(());
        }
        self.tally.own += 1;
        self.tally.orphans.push((*id, String::new()));
        self.add_place(*id, name, placetype, &area.country, (area.lat, area.lon), *bounds)
    }

    /// Whether it is the first polygon of its place.
    fn add_polygon(&self, id: i64, bytes: &[u8], bounds: &Bounds) -> Result<bool, BuildError> {
        if self.run("INSERT OR IGNORE INTO polygons VALUES (?1, ?2)", params![id, bytes])? == 0 {
            return Ok(false);
        }
        let Bounds { south, west, north, east } = *bounds;
        self.run(
            "INSERT INTO polygon_bbox VALUES (?1, ?2, ?3, ?4, ?5)",
            params![id, south, north, west, east],
        )?;
        Ok(true)
    }

    fn add_place(
        &self,
        id: i64,
        name: &str,
        placetype: &str,
        country: &str,
        (lat, lon): (f64, f64),
        bounds: Bounds,
    ) -> Result<(), BuildError> {
        let Bounds { south, west, north, east } = bounds;
        self.run(
            "INSERT INTO spr VALUES (?1, -1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            params![id, name, placetype, country, lat, lon, south, west, north, east],
        )
        .map(|_| ())
    }

    /// Gives new places the parent that most places of their division have, otherwise that of the nearest settlement.
    fn adopt(&mut self) -> Result<(), BuildError> {
        for (id, division) in std::mem::take(&mut self.tally.orphans) {
            let votes = self.tally.parents.get(&division).filter(|_| division.len() == DIVISION_OF_CODE);
            let parent = match votes.and_then(|votes| votes.iter().max_by_key(|(id, count)| (**count, **id)))
            {
                Some((parent, _)) => *parent,
                None => {
                    let (lat, lon, country): (f64, f64, String) = self
                        .connection
                        .query_row(
                            "SELECT latitude, longitude, country FROM spr WHERE id = ?1",
                            [id],
                            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
                        )
                        .map_err(|source| self.failed(source))?;
                    self.owners.parent_at(lat, lon, &country)?
                }
            };
            self.run("UPDATE spr SET parent_id = ?2 WHERE id = ?1", params![id, parent])?;
        }
        Ok(())
    }

    fn run(&self, sql: &str, values: impl rusqlite::Params) -> Result<usize, BuildError> {
        self.connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.execute(values))
            .map_err(|source| self.failed(source))
    }

    fn failed(&self, source: rusqlite::Error) -> BuildError {
        BuildError::Database { path: self.options.out.clone(), source }
    }
}

/// Rings in degrees as databases hold them, or what is wrong with them.
pub(crate) fn encoded(rings: &[Vec<[f64; 2]>]) -> Result<(Vec<u8>, Bounds), &'static str> {
    let outside = |[lon, lat]: &[f64; 2]| lon.abs() > 540.0 || lat.abs() > 90.0;
    if rings.iter().flatten().any(outside) {
        return Err("coordinates are not degrees");
    }
    polygon::encode(rings).ok_or("a polygon of fewer than three corners")
}

/// A property as text; numbers as text, an empty one as none.
pub(crate) fn text(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The id of a place that the administrative database lacks: its own, that of its INSEE code, or that of its line.
fn own_id(code: &str, by_id: Option<i64>, line: u64) -> i64 {
    match i64::from_str_radix(code, 36) {
        _ if by_id.is_some() => by_id.unwrap_or_default(),
        Ok(number) if code.len() == 5 => id_range::COMMUNE + number,
        _ => id_range::POLYGON + line as i64,
    }
}

/// Latitude and longitude of the middle of the largest ring, degrees.
fn centroid(rings: &[Vec<[f64; 2]>]) -> (f64, f64) {
    let sums = |ring: &Vec<[f64; 2]>| {
        let [x_first, y_first] = ring.first().copied().unwrap_or_default();
        let (mut area, mut x, mut y) = (0.0, 0.0, 0.0);
        for edge in ring.windows(2) {
            let [[x_a, y_a], [x_b, y_b]] =
                [edge[0], edge[1]].map(|[lon, lat]| [lon - x_first, lat - y_first]);
            let cross = x_a * y_b - x_b * y_a;
            area += cross;
            x += (x_a + x_b) * cross;
            y += (y_a + y_b) * cross;
        }
        (area, x_first + x / (3.0 * area), y_first + y / (3.0 * area))
    };
    let largest = rings.iter().map(sums).max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
    match largest {
        Some((area, lon, lat)) if area != 0.0 => (lat, lon),
        _ => rings.first().and_then(|ring| ring.first()).map_or((0.0, 0.0), |&[lon, lat]| (lat, lon)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_that_of_the_largest_ring() {
        let square = |west: f64, size: f64| {
            vec![[west, 0.0], [west + size, 0.0], [west + size, size], [west, size], [west, 0.0]]
        };
        assert_eq!(centroid(&[square(10.0, 1.0), square(0.0, 4.0)]), (2.0, 2.0));
    }
}
