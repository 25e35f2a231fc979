//! `milepost build ranges`: interpolation shards.

mod calibration;
mod centrelines;
mod of_points;
mod segment;
mod tiger;

use std::path::{Path, PathBuf};

use milepost_gazetteer::schema;

use crate::error::BuildError;
use crate::input::BadRows;
use crate::shard::{Layout, Shard};

/// Options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct RangeOptions {
    /// Source files: TIGER/Line ADDRFEAT or EDGES zips; centreline tables with ranges and WKT lines; with --from-points, address
    /// points in any format `points` reads.
    #[arg(required = true)]
    pub(crate) sources: Vec<PathBuf>,
    /// The shard to write, `<data root>/interpolation/interpolation-us-<state>.db`.
    #[arg(long)]
    pub(crate) out: PathBuf,
    /// Country of the rows, ISO 3166-1 alpha-2.
    #[arg(long, default_value = "us")]
    pub(crate) country: String,
    /// Take ranges from address points: between neighbours of one parity.
    #[arg(long)]
    pub(crate) from_points: bool,
    /// Columns of each field: street=..., left_from=..., left_to=..., right_from=..., right_to=..., left_postcode=..., geometry=...
    #[arg(long)]
    pub(crate) columns: Option<String>,
    /// Address points that were not used to build the ranges: the 90 % radius is measured on them and kept in the shard.
    #[arg(long)]
    pub(crate) truth: Vec<PathBuf>,
    /// Columns of the truth's fields, as for `points`.
    #[arg(long)]
    pub(crate) truth_columns: Option<String>,
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
    table: "street_segment",
    schema: schema::STREET_SEGMENTS,
    indexes: schema::STREET_SEGMENT_INDEXES,
    order: "postcode, street_norm, min_hn, side",
    columns: 13,
};

/// Builds the shard; returns the lines of the summary.
pub(crate) fn build(options: &RangeOptions) -> Result<Vec<String>, BuildError> {
    let mut bad = BadRows::new(options.strict);
    let mut shard = Shard::create(&options.out, &LAYOUT)?;
    if options.from_points {
        let files: Vec<&Path> = options.sources.iter().map(PathBuf::as_path).collect();
        of_points::read(&files, &mut shard, options, &mut bad)?;
    } else {
        for source in &options.sources {
            if is_shapefile(source) {
                tiger::read(source, &mut shard, options, &mut bad)?;
            } else {
                centrelines::read(source, &mut shard, options, &mut bad)?;
            }
        }
    }
    let mut lines = bad.summary();
    let summary = shard.to_string();
    let mut calibrated = None;
    let size = shard.finish_with(|aside| {
        if !options.truth.is_empty() {
            calibrated = calibration::measure(aside, options)?;
        }
        Ok(())
    })?;
    lines.push(format!("{summary}, {:.1} MB", size as f64 / 1e6));
    lines.extend(calibrated);
    Ok(lines)
}

fn is_shapefile(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}
