//! `milepost build streets`: a street's middle and box, from address points.

use std::path::PathBuf;

use milepost_gazetteer::schema;
use rusqlite::params;

use crate::error::BuildError;
use crate::input::BadRows;
use crate::points::source::PointSource;
use crate::shard::{Layout, Shard};

/// Options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct StreetOptions {
    /// Address points, in any format `points` reads.
    #[arg(required = true)]
    pub(crate) sources: Vec<PathBuf>,
    /// The file to write.
    #[arg(long)]
    pub(crate) out: PathBuf,
    /// Country of the rows, ISO 3166-1 alpha-2.
    #[arg(long, default_value = "us")]
    pub(crate) country: String,
    /// Columns of each field, as for `points`.
    #[arg(long)]
    pub(crate) columns: Option<String>,
    /// Stop at the first row that cannot be used.
    #[arg(long)]
    pub(crate) strict: bool,
}

static LAYOUT: Layout = Layout {
    table: "street_centroid",
    schema: schema::STREET_CENTROIDS,
    indexes: schema::STREET_CENTROID_INDEXES,
    order: "postcode, street_key, locality_norm",
    columns: 12,
};

/// One row a street, postcode and locality, in place of the points that came in.
const GROUP: &str = "CREATE TEMP TABLE grouped AS
   SELECT street_norm, street_key, postcode, locality_norm, min(street_raw) AS street_raw, avg(lat) AS lat, avg(lon) AS lon,
          min(lat) AS min_lat, min(lon) AS min_lon, max(lat) AS max_lat, max(lon) AS max_lon, count(*) AS points
   FROM temp.incoming GROUP BY street_norm, street_key, postcode, locality_norm;
   DELETE FROM temp.incoming;
   INSERT INTO temp.incoming SELECT * FROM temp.grouped;
   DROP TABLE temp.grouped;";

/// Builds the file; returns the lines of the summary.
pub(crate) fn build(options: &StreetOptions) -> Result<Vec<String>, BuildError> {
    let country = options.country.to_lowercase();
    let mut bad = BadRows::new(options.strict);
    let mut shard = Shard::create(&options.out, &LAYOUT)?;
    let source = PointSource { files: options.sources.clone(), columns: options.columns.clone() };
    source.read(&mut bad, |row, line, bad| match row.point(&country) {
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
    shard.with(|connection| connection.execute_batch(GROUP))?;
    let streets: i64 = shard.with(|connection| {
        connection.query_row("SELECT count(*) FROM temp.incoming", [], |row| row.get(0))
    })?;
    let (name, points) = (options.out.display().to_string(), shard.rows);
    let size = shard.finish()?;
    let mut lines = bad.summary();
    lines.push(format!("{name}: {streets} streets of {points} points, {:.1} MB", size as f64 / 1e6));
    Ok(lines)
}
