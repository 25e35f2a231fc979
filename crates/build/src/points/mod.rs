//! `milepost build points`: address-point shards.

pub(crate) mod layouts;
pub(crate) mod row;
pub(crate) mod source;

use std::collections::BTreeMap;
use std::path::PathBuf;

use milepost_gazetteer::schema;
use milepost_text::us_state_code;
use rusqlite::params;

use self::row::Point;
use self::source::PointSource;
use crate::error::BuildError;
use crate::input::BadRows;
use crate::shard::{Layout, Shard};

/// Options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct PointOptions {
    /// Source files: OpenAddresses CSV or GeoJSON, BAN CSV, NAD text, or any table with a header; .gz and .zip as they are.
    #[arg(required = true)]
    pub(crate) sources: Vec<PathBuf>,
    /// The shard to write. Without it, shards are written below --data-root by country and state.
    #[arg(long, conflicts_with = "data_root", required_unless_present = "data_root")]
    pub(crate) out: Option<PathBuf>,
    /// Data root to write `address-points/address-points-<cc>[-<state>].db` into, rows of the United States by their state.
    #[arg(long)]
    pub(crate) data_root: Option<PathBuf>,
    /// Country of the rows, ISO 3166-1 alpha-2; streets are normalised as they are written there.
    #[arg(long, default_value = "us")]
    pub(crate) country: String,
    /// State of rows that do not say it.
    #[arg(long)]
    pub(crate) region: Option<String>,
    /// Columns of each field, joined in order: number=number+suffix,street=predir+name+type,locality=city,lat=lat,lon=lon.
    #[arg(long)]
    pub(crate) columns: Option<String>,
    /// Name of the source, kept with each row.
    #[arg(long)]
    pub(crate) source: Option<String>,
    /// Release of the source, kept with each row.
    #[arg(long)]
    pub(crate) release: Option<String>,
    /// Stop at the first row that cannot be used.
    #[arg(long)]
    pub(crate) strict: bool,
}

static LAYOUT: Layout = Layout {
    table: "address_point",
    schema: schema::ADDRESS_POINTS,
    indexes: schema::ADDRESS_POINT_INDEXES,
    order: "postcode, street_norm, locality_norm, CAST(number AS INTEGER), number, unit, lat, lon",
    columns: 11,
};

/// Builds the shards; returns the lines of the summary.
pub(crate) fn build(options: &PointOptions) -> Result<Vec<String>, BuildError> {
    let country = options.country.to_lowercase();
    let mut bad = BadRows::new(options.strict);
    let mut shards: BTreeMap<PathBuf, Shard> = BTreeMap::new();
    let source = PointSource { files: options.sources.clone(), columns: options.columns.clone() };
    source.read(&mut bad, |row, line, bad| {
        let point = match row.point(&country) {
            Ok(point) => point,
            Err(problem) => return bad.note(line, problem),
        };
        let path = match shard_of(options, &country, &row.region) {
            Ok(path) => path,
            Err(problem) => return bad.note(line, problem),
        };
        if !shards.contains_key(&path) {
            shards.insert(path.clone(), Shard::create(&path, &LAYOUT)?);
        }
        match shards.get_mut(&path) {
            Some(shard) => add(shard, &point, options),
            None => Ok(()),
        }
    })?;
    let mut lines = bad.summary();
    for shard in shards.into_values() {
        let line = shard.to_string();
        lines.push(format!("{line}, {:.1} MB", shard.finish()? as f64 / 1e6));
    }
    Ok(lines)
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
        options.source,
        options.release,
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
        us_state_code(region).ok_or_else(|| format!("`{region}` is no state; give it with --region"))?;
    Ok(folder.join(format!("address-points-us-{state}.db")))
}
