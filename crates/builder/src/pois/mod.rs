//! `milepost build poi`: the database of points of interest.

mod existing;
mod phrases;
mod row;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use milepost_aside::Claim;
use milepost_gazetteer::poi;
use milepost_text::name_key;
use rusqlite::{Connection, params};

pub(crate) use self::row::PoiRow;
use crate::error::BuildError;
use crate::input::{BadRows, overture_places};
use crate::origin::write_attribution;
use crate::parts::{self, Part, PartList};
use crate::points::row::{filled, point_of};
use crate::shard::{Finished, Prepared};
use crate::summary::Summary;
use crate::write_aside;

/// Options of the command.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct PoiOptions {
    /// Source files: places of Overture Maps as GeoJSON, one feature per line, or tables with a header (name, category, brand,
    /// brand_wikidata, lat, lon, country, confidence, id); .gz and .zip directly.
    #[arg(required_unless_present = "parts")]
    sources: Vec<PathBuf>,
    /// A list of sources in JSON instead of files, as `milepost data add` passes it.
    #[arg(long, conflicts_with_all = ["sources", "attribution"])]
    parts: Option<PathBuf>,
    /// Keep the rows of an existing database.
    #[arg(long)]
    append: bool,
    /// The database to write; a server finds it at <data root>/poi/poi.db.
    #[arg(long)]
    out: PathBuf,
    /// Country of rows without one, ISO 3166-1 alpha-2.
    #[arg(long)]
    country: Option<String>,
    /// Category of rows without one.
    #[arg(long)]
    category: Option<String>,
    /// Source and licence of the data; shown with answers.
    #[arg(long, default_value = "")]
    attribution: String,
    /// Stop at the first row that cannot be used.
    #[arg(long)]
    strict: bool,
}

impl PoiOptions {
    pub(crate) fn asks_for_report(&self) -> bool {
        self.parts.is_some()
    }
}

/// Rows of one part, as a publisher's importer gives them: it calls its argument with each row.
pub(crate) type Rows<'a> =
    dyn FnMut(&mut dyn FnMut(PoiRow) -> Result<(), BuildError>) -> Result<(), BuildError> + 'a;

/// Writes the rows of a part beside the database at `path`, whose other parts it has too.
pub(crate) fn write_part(path: &Path, part: &Part, rows: &mut Rows<'_>) -> Result<Prepared, BuildError> {
    let claim = Claim::on(path)?;
    let options = PoiOptions { out: path.into(), append: true, ..PoiOptions::default() };
    let before = Some(path).filter(|path| path.exists());
    let (mut seen, mut bad, mut part_rows) = (Seen::default(), BadRows::new(false), Vec::new());
    let ready = write_aside::ready_from(claim, "poi", before, |connection| {
        let failed = |source| BuildError::Database { path: path.into(), source };
        begin(connection, before, std::slice::from_ref(&part.code), &mut seen).map_err(failed)?;
        let id = parts::write(connection, part).map_err(failed)?;
        let mut writer = Writer { connection, options: &options, seen: &mut seen, part: Some(id) };
        rows(&mut |row| writer.add(row, 0, &mut bad))?;
        part_rows = parts::count(connection, "poi").map_err(failed)?;
        write_meanings(connection, &seen).map_err(failed)
    })?;
    Prepared::of(ready, seen.rows, 0, part_rows)
}

/// Makes the tables, with the rows of the database `before`, attached as `staging`, except those of the parts `without`.
fn begin(
    connection: &Connection,
    before: Option<&Path>,
    without: &[String],
    seen: &mut Seen,
) -> rusqlite::Result<()> {
    connection.execute_batch(poi::SCHEMA)?;
    if before.is_some() {
        existing::keep(connection, without)?;
        seen.take(connection)?;
    }
    Ok(())
}

#[derive(Default)]
struct Seen {
    rows: u64,
    categories: BTreeMap<String, i64>,
    /// Key to name and Wikidata item.
    brands: BTreeMap<String, (String, Option<String>)>,
}

pub(crate) fn build(options: &PoiOptions) -> Result<Summary, BuildError> {
    let claim = Claim::on(&options.out)?;
    let list = options.parts.as_deref().map(PartList::read).transpose()?;
    let before = Some(options.out.as_path()).filter(|path| options.append && path.exists());
    let mut bad = BadRows::new(options.strict);
    let mut seen = Seen::default();
    let mut parts = Vec::new();
    let size = write_aside::filled_from(&claim, "poi", before, |connection| {
        let failed = |source| BuildError::Database { path: options.out.clone(), source };
        let without = list.as_ref().map(PartList::replaced).unwrap_or_default();
        begin(connection, before, &without, &mut seen).map_err(failed)?;
        let mut writer = Writer { connection, options, seen: &mut seen, part: None };
        match &list {
            Some(list) => {
                for part in &list.parts {
                    writer.add_part(part, &mut bad)?;
                }
                connection.execute_batch(parts::SCHEMA).map_err(failed)?;
                parts = parts::count(connection, "poi").map_err(failed)?;
            }
            None => {
                for source in &options.sources {
                    row::read(source, &mut bad, |row, line, bad| writer.add(row, line, bad))?;
                }
                write_attribution(connection, &options.attribution).map_err(failed)?;
            }
        }
        write_meanings(connection, &seen).map_err(failed)
    })?;
    let mut summary = Summary::of(bad.summary());
    if seen.rows == 0 && options.append {
        // Its last part was removed.
        std::fs::remove_file(&options.out)
            .map_err(|source| BuildError::Write { path: options.out.clone(), source })?;
        summary.finished(&options.out, Finished::default());
        return Ok(summary);
    }
    summary.finished(&options.out, Finished { bytes: size, rows: seen.rows, duplicates: 0, parts });
    summary.lines.push(format!("{} categories, {} brands", seen.categories.len(), seen.brands.len()));
    Ok(summary)
}

struct Writer<'a> {
    connection: &'a Connection,
    options: &'a PoiOptions,
    seen: &'a mut Seen,
    /// Id of the part of the rows.
    part: Option<i64>,
}

impl Writer<'_> {
    fn add(&mut self, row: PoiRow, line: u64, bad: &mut BadRows) -> Result<(), BuildError> {
        let point = match Point::of(row, self.options) {
            Ok(point) => point,
            Err(problem) => return bad.note(line, problem),
        };
        self.put(&point).map_err(|source| BuildError::Database { path: self.options.out.clone(), source })?;
        self.seen.add(point);
        Ok(())
    }

    fn add_part(&mut self, part: &Part, bad: &mut BadRows) -> Result<(), BuildError> {
        let (connection, options) = (self.connection, self.options);
        let failed = |source| BuildError::Database { path: options.out.clone(), source };
        self.part = Some(parts::write(connection, part).map_err(failed)?);
        let mut credits: BTreeSet<String> = BTreeSet::new();
        for file in &part.files {
            bad.in_file(file);
            match part.table.as_ref().and_then(|table| table.overture.as_ref()) {
                None => row::read(file, bad, |row, line, bad| self.add(row, line, bad))?,
                Some(wanted) => overture_places(file, wanted, &mut |row, credit, number| {
                    credits.extend(credit);
                    self.add(row, number, bad)
                })?,
            }
        }
        parts::credit(connection, &part.code, &credits).map_err(failed)
    }

    /// Writes the row with its other names and its object.
    fn put(&self, point: &Point) -> rusqlite::Result<()> {
        let cell = poi::cell(point.lat, point.lon);
        let key = point.name.as_deref().map(name_key);
        let insert = "INSERT INTO poi VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
        self.connection.prepare_cached(insert)?.execute(params![
            point.name,
            key,
            point.category,
            point.brand.as_deref().map(name_key),
            point.wikidata,
            point.lat,
            point.lon,
            point.country,
            point.confidence,
            point.gers_id,
            cell,
            self.part,
        ])?;
        let row = self.connection.last_insert_rowid();
        if let Some(osm) = point.osm {
            self.connection.prepare_cached("INSERT INTO poi_object VALUES (?1, ?2)")?.execute([row, osm])?;
        }
        for alias in point.aliases.iter().map(|name| name_key(name)) {
            if !alias.is_empty() && key.as_ref() != Some(&alias) {
                self.connection
                    .prepare_cached("INSERT OR IGNORE INTO poi_alias VALUES (?1, ?2, ?3)")?
                    .execute(params![alias, cell, row])?;
            }
        }
        Ok(())
    }
}

/// Writes what phrases and names mean, from the rows, and the indexes.
fn write_meanings(connection: &Connection, seen: &Seen) -> rusqlite::Result<()> {
    let mut phrase = connection.prepare("INSERT INTO poi_phrase VALUES (?1, ?2, ?3)")?;
    for (key, category) in phrases::of_categories(&seen.categories) {
        phrase.execute(params![key, category, seen.categories[category]])?;
    }
    let mut brand = connection.prepare("INSERT INTO poi_brand VALUES (?1, ?2, ?3)")?;
    for (key, (name, wikidata)) in &seen.brands {
        brand.execute(params![key, name, wikidata])?;
    }
    connection.execute_batch(poi::INDEXES)
}

struct Point {
    name: Option<String>,
    category: Option<String>,
    brand: Option<String>,
    wikidata: Option<String>,
    lat: f64,
    lon: f64,
    country: String,
    confidence: Option<f64>,
    gers_id: Option<String>,
    aliases: Vec<String>,
    osm: Option<i64>,
}

impl Point {
    /// Fails with what is missing or wrong, in words for the summary.
    fn of(row: PoiRow, options: &PoiOptions) -> Result<Point, String> {
        let (lat, lon) = point_of(&row.lat, &row.lon)?;
        let or = |text: String, other: &Option<String>| filled(text).or_else(|| other.clone());
        let country = or(row.country, &options.country).unwrap_or_default().to_uppercase();
        if country.len() != 2 {
            return Err(format!("`{country}` is not a country; give it with --country"));
        }
        let (name, category) = (filled(row.name), or(row.category, &options.category));
        if name.is_none() && category.is_none() {
            return Err("neither name nor category".to_owned());
        }
        let confidence = match row.confidence.trim() {
            "" => None,
            text => Some(text.parse().map_err(|_| format!("confidence `{text}` is not a number"))?),
        };
        Ok(Point {
            name,
            category: category.map(|category| category.trim().to_lowercase().replace([' ', '-'], "_")),
            brand: filled(row.brand),
            wikidata: filled(row.wikidata),
            lat,
            lon,
            country,
            confidence,
            gers_id: filled(row.gers_id),
            aliases: row.aliases,
            osm: row.osm,
        })
    }
}

impl Seen {
    /// Counts the kept rows of the existing database, and reads their brands.
    fn take(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        let mut categories = connection.prepare(
            "SELECT category_id, count(*) FROM main.poi WHERE category_id IS NOT NULL GROUP BY category_id",
        )?;
        let mut rows = categories.query([])?;
        while let Some(row) = rows.next()? {
            self.categories.insert(row.get(0)?, row.get(1)?);
        }
        let mut brands = connection.prepare(
            "SELECT brand_key, name, wikidata FROM staging.poi_brand
             WHERE brand_key IN (SELECT brand_key FROM main.poi)",
        )?;
        let mut rows = brands.query([])?;
        while let Some(row) = rows.next()? {
            self.brands.insert(row.get(0)?, (row.get(1)?, row.get(2)?));
        }
        self.rows = write_aside::count(connection, "main.poi")?;
        Ok(())
    }

    fn add(&mut self, point: Point) {
        self.rows += 1;
        if let Some(category) = point.category {
            *self.categories.entry(category).or_default() += 1;
        }
        if let Some(brand) = point.brand {
            let known = self.brands.entry(name_key(&brand)).or_insert((brand, None));
            known.1 = known.1.take().or(point.wikidata);
        }
    }
}
