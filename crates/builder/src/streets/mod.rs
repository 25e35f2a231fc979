//! `milepost build streets`: a street's middle and box, from address points.

mod changed;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use milepost_aside::Claim;
use milepost_gazetteer::schema;
use rusqlite::{Connection, params};

use crate::error::BuildError;
use crate::input::BadRows;
use crate::parts;
use crate::points::country_of;
use crate::points::source::{PointSource, ReadingOptions};
use crate::shard::{
    Existing, ExistingOptions, Layout, RowOptions, RowParts, Shard, read_only_uri, street_index,
};
use crate::summary::Summary;

/// Options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct StreetOptions {
    /// Address points: a shard that `points` wrote, or any format it reads.
    #[arg(required = true)]
    pub(crate) sources: Vec<PathBuf>,
    /// The file to write.
    #[arg(long)]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) rows: RowOptions,
    /// Columns of each field, as for `points`.
    #[arg(long)]
    pub(crate) columns: Option<String>,
    #[command(flatten)]
    pub(crate) reading: ReadingOptions,
    #[command(flatten)]
    pub(crate) existing: ExistingOptions,
    /// Codes of the parts of the shard of points that changed since --out was built; the streets of other parts stay unchanged.
    #[arg(long, value_delimiter = ',', requires = "replace")]
    pub(crate) changed: Vec<String>,
}

pub(crate) static LAYOUT: Layout = Layout {
    table: "street_centroid",
    schema: schema::STREET_CENTROIDS,
    indexes: schema::STREET_CENTROID_INDEXES,
    order: "postcode, street_key, locality_norm",
    identity: "postcode, street_norm, street_key, locality_norm",
    columns: 12,
    parts: RowParts::Named,
};

/// One row per street, postcode and locality, from the points; rows of an existing file count as many points as they represent.
const GROUP: &str = "CREATE TEMP TABLE grouped AS
   SELECT street_norm, street_key, postcode, locality_norm, min(street_raw) AS street_raw,
          sum(lat * points) / sum(points) AS lat, sum(lon * points) / sum(points) AS lon,
          min(min_lat) AS min_lat, min(min_lon) AS min_lon, max(max_lat) AS max_lat, max(max_lon) AS max_lon, sum(points) AS points,
          CASE WHEN min(part) = max(part) AND count(part) = count(*) THEN min(part) END AS part, 0 AS origin
   FROM temp.incoming GROUP BY street_norm, street_key, postcode, locality_norm;
   DELETE FROM temp.incoming;
   INSERT INTO temp.incoming SELECT * FROM temp.grouped;
   DROP TABLE temp.grouped;";

/// The streets of a shard of address points; `{part}` is the part of all of a street's houses.
const OF_SHARD: &str = "INSERT INTO temp.incoming
   SELECT street_norm, street_key, postcode, locality_norm, min(street_raw), avg(lat), avg(lon),
          min(lat), min(lon), max(lat), max(lon), count(*), {part}, 1
   FROM points.address_point AS house GROUP BY street_norm, street_key, postcode, locality_norm";

/// The part, in the database `into`, of all houses of a street; null if there are several or none.
const PART_OF_HOUSES: &str = "CASE WHEN min(house.part) = max(house.part) AND count(house.part) = count(*) THEN
     (SELECT own.id FROM {into}.part AS own JOIN points.part AS theirs USING (code) WHERE theirs.id = house.part) END";

/// The parts of the houses; counts are of houses.
const PARTS_OF_SHARD: &str =
    "INSERT OR IGNORE INTO {into}.part (code, publisher, licence, attribution, release, url, added, rows)
   SELECT code, publisher, licence, attribution, release, url, added, rows FROM points.part";

pub(crate) fn build(options: &StreetOptions) -> Result<Summary, BuildError> {
    if let ([points], false) = (options.sources.as_slice(), options.changed.is_empty())
        && let Some(finished) = changed::change(Claim::on(&options.out)?, points, &options.changed)?
    {
        let mut summary = Summary::default();
        summary.finished(&options.out, finished);
        return Ok(summary);
    }
    let mut bad = BadRows::new(options.rows.strict);
    let (shards, tables): (Vec<PathBuf>, Vec<PathBuf>) =
        options.sources.iter().cloned().partition(|path| is_database(path) && !is_geopackage(path));
    let existing = Existing::of(&options.existing, Vec::new());
    let source = PointSource {
        columns: options.columns.clone(),
        reading: options.reading.clone(),
        ..PointSource::default()
    };
    let mut tables = tables.into_iter().map(|file| source.open(&file).map(|table| (file, table))).peekable();
    let country = match tables.peek() {
        Some(Ok((_, table))) => country_of(table, &options.rows)?.0,
        _ => options.rows.country(),
    };
    let mut shard = Shard::create(&options.out, &LAYOUT, &existing)?;
    shard.next_source(None)?;
    for path in &shards {
        shard.rows += add_shard(&mut shard, path)?;
    }
    for table in tables {
        let (file, table) = table?;
        bad.in_file(&file);
        table.read(&mut bad, |row, line, bad| match row.point(&country) {
            Ok(point) => shard.add(params![
                point.keys.norm,
                point.keys.key,
                point.postcode,
                point.locality,
                point.street,
                point.lat,
                point.lon,
                point.lat,
                point.lon,
                point.lat,
                point.lon,
                1
            ]),
            Err(problem) => bad.note(line, problem),
        })?;
    }
    shard.take_before()?;
    shard.with(|connection| connection.execute_batch(GROUP))?;
    let mut summary = Summary::of(bad.summary());
    summary.finished(&options.out, shard.finish_with(|file| street_index::write(file, &country))?);
    Ok(summary)
}

/// Whether a database is a table of points in the format of GIS programs.
fn is_geopackage(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gpkg"))
}

/// Adds the streets of a shard of points; returns how many there are.
fn add_shard(shard: &mut Shard, path: &Path) -> Result<u64, BuildError> {
    let (added, has_parts) = shard.outside_transaction(|connection| {
        connection.execute("ATTACH ?1 AS points", [read_only_uri(path)])?;
        let has_parts = has_column(connection, "points", "address_point", "part")?;
        let part = if has_parts {
            connection.execute_batch(parts::SCHEMA)?;
            connection.execute_batch(&PARTS_OF_SHARD.replace("{into}", "main"))?;
            PART_OF_HOUSES.replace("{into}", "main")
        } else {
            "NULL".to_owned()
        };
        let added = connection.execute(&OF_SHARD.replace("{part}", &part), [])?;
        connection.execute_batch("DETACH points;")?;
        Ok((added as u64, has_parts))
    })?;
    if has_parts {
        shard.says_parts();
    }
    Ok(added)
}

/// Whether a table of an attached database has a column.
fn has_column(connection: &Connection, database: &str, table: &str, column: &str) -> rusqlite::Result<bool> {
    connection
        .prepare("SELECT 1 FROM pragma_table_info(?1, ?2) WHERE name = ?3")?
        .exists([table, database, column])
}

/// Only for files, because a pipe can be read only once.
pub(crate) fn is_database(path: &Path) -> bool {
    let mut magic = [0; 16];
    path.is_file()
        && File::open(path).and_then(|mut file| file.read_exact(&mut magic)).is_ok()
        && &magic == b"SQLite format 3\0"
}
