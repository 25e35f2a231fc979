//! `milepost build ranges`: interpolation shards.

mod calibration;
mod centrelines;
mod of_points;
pub(crate) mod segment;
mod tiger;

use std::path::{Path, PathBuf};

use milepost_gazetteer::schema;

use crate::error::BuildError;
use crate::input::BadRows;
use crate::parts::PartList;
use crate::shard::{
    Existing, ExistingOptions, Layout, OriginOptions, RowOptions, RowParts, Shard, street_index,
};
use crate::summary::Summary;

/// Options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct RangeOptions {
    /// Source files: TIGER/Line ADDRFEAT or EDGES zips; centreline tables with ranges and WKT lines; with --from-points, address
    /// points in any format `points` reads.
    #[arg(required_unless_present = "parts")]
    pub(crate) sources: Vec<PathBuf>,
    /// A list of sources in JSON instead of files, as `milepost data add` passes it.
    #[arg(long, conflicts_with_all = ["sources", "columns", "from_points", "truth", "source", "release"])]
    pub(crate) parts: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) existing: ExistingOptions,
    /// The shard to write, `<data root>/interpolation/interpolation-us-<state>.db`.
    #[arg(long)]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) rows: RowOptions,
    /// Take ranges from address points: between neighbours of one parity.
    #[arg(long)]
    pub(crate) from_points: bool,
    /// Columns of each field: street=..., left_from=..., left_to=..., right_from=..., right_to=..., left_postcode=..., geometry=...
    #[arg(long)]
    pub(crate) columns: Option<String>,
    /// Address points that were not used to build the ranges: the 90 % radius is measured on them and stored in the shard.
    #[arg(long)]
    pub(crate) truth: Vec<PathBuf>,
    /// Columns of the truth's fields, as for `points`.
    #[arg(long)]
    pub(crate) truth_columns: Option<String>,
    #[command(flatten)]
    pub(crate) origin: OriginOptions,
}

pub(crate) static LAYOUT: Layout = Layout {
    table: "street_segment",
    schema: schema::STREET_SEGMENTS,
    indexes: schema::STREET_SEGMENT_INDEXES,
    order: "postcode, street_norm, min_hn, side",
    identity: "postcode, street_norm, side, from_hn, to_hn, geometry",
    columns: 13,
    parts: RowParts::Counted,
};

pub(crate) fn build(options: &RangeOptions) -> Result<Summary, BuildError> {
    let mut bad = BadRows::new(options.rows.strict);
    let list = options.parts.as_deref().map(PartList::read).transpose()?;
    let without = list.as_ref().map(PartList::replaced).unwrap_or_default();
    let mut shard = Shard::create(&options.out, &LAYOUT, &Existing::of(&options.existing, without))?;
    if options.from_points {
        shard.next_source(None)?;
        of_points::read(&mut shard, options, &mut bad)?;
    } else if let Some(list) = &list {
        for part in &list.parts {
            shard.next_source(Some(part))?;
            for file in &part.files {
                read(file, &mut shard, options, &mut bad)?;
            }
        }
    } else {
        for file in &options.sources {
            shard.next_source(None)?;
            read(file, &mut shard, options, &mut bad)?;
        }
    }
    let mut summary = Summary::of(bad.summary());
    let mut calibrated = None;
    let finished = shard.finish_with(|aside| {
        street_index::write(aside, &options.rows.country())?;
        if !options.truth.is_empty() {
            calibrated = calibration::measure(aside, options)?;
        }
        Ok(())
    })?;
    summary.finished(&options.out, finished);
    summary.lines.extend(calibrated);
    Ok(summary)
}

fn read(file: &Path, shard: &mut Shard, options: &RangeOptions, bad: &mut BadRows) -> Result<(), BuildError> {
    if is_shapefile(file) {
        tiger::read(file, shard, options, bad)
    } else {
        centrelines::read(file, shard, options, bad)
    }
}

fn is_shapefile(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}
