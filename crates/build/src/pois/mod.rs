//! `milepost build poi`: the database of points of interest.

mod phrases;
mod row;

use std::collections::BTreeMap;
use std::path::PathBuf;

use milepost_aside::Claim;
use milepost_gazetteer::poi;
use milepost_text::name_key;
use rusqlite::params;

use self::row::PoiRow;
use crate::error::BuildError;
use crate::input::BadRows;
use crate::points::row::{filled, point_of};
use crate::write_aside;

/// Options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct PoiOptions {
    /// Source files: places of Overture Maps as GeoJSON, a feature a line, or tables with a header (name, category, brand,
    /// brand_wikidata, lat, lon, country, confidence, id); .gz and .zip as they are.
    #[arg(required = true)]
    sources: Vec<PathBuf>,
    /// The database to write; a server finds it at <data root>/poi/poi.db.
    #[arg(long)]
    out: PathBuf,
    /// Country of rows that do not say it, ISO 3166-1 alpha-2.
    #[arg(long)]
    country: Option<String>,
    /// Category of rows that do not say it.
    #[arg(long)]
    category: Option<String>,
    /// Stop at the first row that cannot be used.
    #[arg(long)]
    strict: bool,
}

/// What is counted while rows are written.
#[derive(Default)]
struct Seen {
    rows: u64,
    categories: BTreeMap<String, i64>,
    /// Key to name and Wikidata item.
    brands: BTreeMap<String, (String, Option<String>)>,
}

/// Builds the database; returns the lines of the summary.
pub(crate) fn build(options: &PoiOptions) -> Result<Vec<String>, BuildError> {
    let claim = Claim::on(&options.out)?;
    let mut bad = BadRows::new(options.strict);
    let mut seen = Seen::default();
    let size = write_aside::filled(&claim, "poi", |connection| {
        let failed = |source| BuildError::Database { path: options.out.clone(), source };
        connection.execute_batch(poi::SCHEMA).map_err(failed)?;
        let mut insert = connection
            .prepare("INSERT INTO poi VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")
            .map_err(failed)?;
        for source in &options.sources {
            row::read(source, &mut bad, |row, line, bad| {
                let point = match Point::of(row, options) {
                    Ok(point) => point,
                    Err(problem) => return bad.note(line, problem),
                };
                let cell = poi::cell(point.lat, point.lon);
                insert
                    .execute(params![
                        point.name,
                        point.name.as_deref().map(name_key),
                        point.category,
                        point.brand.as_deref().map(name_key),
                        point.wikidata,
                        point.lat,
                        point.lon,
                        point.country,
                        point.confidence,
                        point.gers_id,
                        cell,
                    ])
                    .map_err(failed)?;
                seen.add(point);
                Ok(())
            })?;
        }
        let mut phrase = connection.prepare("INSERT INTO poi_phrase VALUES (?1, ?2, ?3)").map_err(failed)?;
        for (key, category) in phrases::of_categories(&seen.categories) {
            phrase.execute(params![key, category, seen.categories[category]]).map_err(failed)?;
        }
        let mut brand = connection.prepare("INSERT INTO poi_brand VALUES (?1, ?2, ?3)").map_err(failed)?;
        for (key, (name, wikidata)) in &seen.brands {
            brand.execute(params![key, name, wikidata]).map_err(failed)?;
        }
        connection.execute_batch(poi::INDEXES).map_err(failed)
    })?;
    let mut lines = bad.summary();
    lines.push(format!(
        "{}: {} points of interest, {} categories, {} brands, {:.1} MB",
        options.out.display(),
        seen.rows,
        seen.categories.len(),
        seen.brands.len(),
        size as f64 / 1e6
    ));
    Ok(lines)
}

/// A row of the table.
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
}

impl Point {
    /// # Errors
    /// What is missing or wrong, in words for the summary.
    fn of(row: PoiRow, options: &PoiOptions) -> Result<Point, String> {
        let (lat, lon) = point_of(&row.lat, &row.lon)?;
        let or = |text: String, other: &Option<String>| filled(text).or_else(|| other.clone());
        let country = or(row.country, &options.country).unwrap_or_default().to_uppercase();
        if country.len() != 2 {
            return Err(format!("`{country}` is no country; give it with --country"));
        }
        let (name, category) = (filled(row.name), or(row.category, &options.category));
        if name.is_none() && category.is_none() {
            return Err("neither name nor category".to_owned());
        }
        let confidence = match row.confidence.trim() {
            "" => None,
            text => Some(text.parse().map_err(|_| format!("confidence `{text}` is no number"))?),
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
        })
    }
}

impl Seen {
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
