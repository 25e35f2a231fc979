//! `milepost build points`: address-point shards.

pub(crate) mod country;
pub(crate) mod layouts;
pub(crate) mod row;
pub(crate) mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use milepost_gazetteer::schema;
use milepost_text::us_state_code;
use rusqlite::params;

use self::row::{Point, PointRow};
use self::source::{PointSource, PointTable, ReadingOptions};
use crate::error::BuildError;
use crate::input::BadRows;
use crate::parts::{self, Part, PartList};
use crate::shard::{
    Existing, ExistingOptions, Layout, OriginOptions, RowOptions, RowParts, Shard, street_index,
};
use crate::summary::Summary;
use crate::terminal;

/// Options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct PointOptions {
    /// Source files: OpenAddresses CSV or GeoJSON, BAN CSV, NAD text, or any table with a header, GeoJSON, GeoPackage, Shapefile or
    /// Parquet; .gz, .zst, .bz2 and .zip directly. `-` is standard input.
    #[arg(required_unless_present = "parts")]
    pub(crate) sources: Vec<PathBuf>,
    /// A list of sources in JSON instead of files and columns, as `milepost data add` passes it.
    #[arg(long, conflicts_with_all = ["sources", "columns", "source", "release"])]
    pub(crate) parts: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) existing: ExistingOptions,
    /// The shard to write. Without it, shards are written below --data-root by country and state.
    #[arg(long, conflicts_with = "data_root", required_unless_present = "data_root")]
    pub(crate) out: Option<PathBuf>,
    /// Data root to write `address-points/address-points-<cc>[-<state>].db` into, rows of the United States by their state.
    #[arg(long)]
    pub(crate) data_root: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) rows: RowOptions,
    /// State of rows without one.
    #[arg(long)]
    pub(crate) region: Option<String>,
    /// Columns of each field, joined in order: number=number+suffix,street=predir+name+type,locality=city,lat=lat,lon=lon.
    #[arg(long)]
    pub(crate) columns: Option<String>,
    #[command(flatten)]
    pub(crate) reading: ReadingOptions,
    #[command(flatten)]
    pub(crate) origin: OriginOptions,
}

pub(crate) static LAYOUT: Layout = Layout {
    table: "address_point",
    schema: schema::ADDRESS_POINTS,
    indexes: schema::ADDRESS_POINT_INDEXES,
    order: "postcode, street_norm, locality_norm, CAST(number AS INTEGER), number, unit, lat, lon",
    identity: "postcode, street_norm, locality_norm, number, unit",
    columns: 11,
    parts: RowParts::Counted,
};

pub(crate) fn build(options: &PointOptions) -> Result<Summary, BuildError> {
    let mut bad = BadRows::new(options.rows.strict);
    let list = options.parts.as_deref().map(PartList::read).transpose()?;
    let without = list.as_ref().map(PartList::replaced).unwrap_or_default();
    let existing = Existing::of(&options.existing, without);
    match &list {
        Some(list) => {
            let mut shards = ByPath::of(options, options.rows.country(), existing);
            if list.parts.is_empty() {
                shards.of_one_file()?;
            }
            for part in &list.parts {
                let source = PointSource {
                    files: part.files.clone(),
                    table: part.table.clone(),
                    ..PointSource::default()
                };
                shards.read(Some(part), &mut bad, |bad, take| source.read(bad, take))?;
            }
            finish(shards, &bad)
        }
        // File by file, so a house in two of them is added once.
        None => {
            let source = PointSource {
                columns: options.columns.clone(),
                reading: options.reading.clone(),
                ..PointSource::default()
            };
            let files = options.sources.iter();
            let mut tables = files.map(|file| source.open(file).map(|table| (file, table))).peekable();
            let (country, note) = match tables.peek() {
                Some(Ok((_, table))) => country_of(table, &options.rows)?,
                _ => (options.rows.country(), None),
            };
            note.iter().for_each(|line| terminal::tell(line));
            let mut shards = ByPath::of(options, country, existing);
            for table in tables {
                let (file, table) = table?;
                bad.in_file(file);
                shards.read(None, &mut bad, |bad, take| table.read(bad, take))?;
            }
            finish(shards, &bad).map(|summary| summary.with_rejected(bad.count()))
        }
    }
}

/// The country of a table's rows (lower case), and a line about it if it was guessed.
pub(crate) fn country_of(
    table: &PointTable,
    rows: &RowOptions,
) -> Result<(String, Option<String>), BuildError> {
    if let Some(country) = rows.named_country() {
        return Ok((country, None));
    }
    let points = table.sample();
    if points.is_empty() {
        // No row can be used, and the build says why.
        return Ok((String::new(), None));
    }
    let country = country::of_points(&points, rows.admin_db.as_deref())?;
    let note = format!("the coordinates lie in {} (--country)", country.to_uppercase());
    Ok((country, Some(note)))
}

fn finish(shards: ByPath<'_>, bad: &BadRows) -> Result<Summary, BuildError> {
    let options = shards.options;
    let mut summary = Summary::of(bad.summary());
    if shards.shards.is_empty() {
        let path = options.out.clone().or_else(|| options.data_root.clone()).unwrap_or_default();
        return Err(BuildError::Empty { path, named: bad.summary().join("\n") });
    }
    for (path, (shard, _)) in shards.shards {
        let finished = shard.finish_with(|file| street_index::write(file, &shards.country))?;
        summary.finished(&path, finished);
    }
    Ok(summary)
}

/// The shards in progress, each with whether it knows the current source.
struct ByPath<'a> {
    options: &'a PointOptions,
    country: String,
    existing: Existing,
    shards: BTreeMap<PathBuf, (Shard, bool)>,
}

type Take<'a> = &'a mut dyn FnMut(PointRow, u64, &mut BadRows) -> Result<(), BuildError>;

impl<'a> ByPath<'a> {
    fn of(options: &'a PointOptions, country: String, existing: Existing) -> ByPath<'a> {
        ByPath { options, country, existing, shards: BTreeMap::new() }
    }

    fn read(
        &mut self,
        part: Option<&Part>,
        bad: &mut BadRows,
        source: impl FnOnce(&mut BadRows, Take<'_>) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        for (_, has_source) in self.shards.values_mut() {
            *has_source = false;
        }
        let mut credits: BTreeSet<String> = BTreeSet::new();
        source(bad, &mut |row, line, bad| {
            let point = match row.point(&self.country) {
                Ok(point) => point,
                Err(problem) => return bad.note(line, problem),
            };
            let path = match shard_of(self.options, &self.country, &row.region) {
                Ok(path) => path,
                Err(problem) => return bad.note(line, problem),
            };
            if !self.shards.contains_key(&path) {
                self.shards.insert(path.clone(), (Shard::create(&path, &LAYOUT, &self.existing)?, false));
            }
            let Some((shard, has_source)) = self.shards.get_mut(&path) else { return Ok(()) };
            if !*has_source {
                shard.next_source(part)?;
                *has_source = true;
            }
            credits.extend(row.credit);
            add(shard, &point, self.options)
        })?;
        let Some(part) = part else { return Ok(()) };
        for (shard, _) in self.shards.values().filter(|(_, has_source)| *has_source) {
            shard.with(|connection| parts::credit(connection, &part.code, &credits))?;
        }
        Ok(())
    }

    /// Only removes parts.
    fn of_one_file(&mut self) -> Result<(), BuildError> {
        if let Some(path) = &self.options.out {
            self.shards.insert(path.clone(), (Shard::create(path, &LAYOUT, &self.existing)?, false));
        }
        Ok(())
    }
}

fn add(shard: &mut Shard, point: &Point, options: &PointOptions) -> Result<(), BuildError> {
    shard.add(params![
        point.keys.norm,
        point.keys.key,
        point.number.text(),
        point.unit,
        point.postcode,
        point.locality,
        point.street,
        point.lat,
        point.lon,
        options.origin.source,
        options.origin.release,
    ])
}

/// The file a row belongs to.
fn shard_of(options: &PointOptions, country: &str, region: &str) -> Result<PathBuf, String> {
    if let Some(out) = &options.out {
        return Ok(out.clone());
    }
    let folder = options.data_root.clone().unwrap_or_default().join("address-points");
    if country != "us" {
        return Ok(folder.join(format!("address-points-{country}.db")));
    }
    let region = if region.is_empty() { options.region.as_deref().unwrap_or_default() } else { region };
    let state =
        us_state_code(region).ok_or_else(|| format!("`{region}` is not a state; give it with --region"))?;
    Ok(folder.join(format!("address-points-us-{state}.db")))
}
