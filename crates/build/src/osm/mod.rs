//! `milepost build osm`: files of OpenStreetMap to houses, ranges of house numbers, and streets.
//!
//! The databases lie in a folder of their own, `<data root>/osm`, because their licence is the ODbL: they can be passed on or removed
//! without those of other publishers, and a register of the same country stays beside them.

mod gazetteer;
mod geometry;
mod houses;
mod importance;
mod locations;
mod object;
mod pbf;
mod places;
mod poi;
mod ranges;
mod read;
mod report;
mod spool;
mod streets;
mod towns;
mod wanted;
mod write;

use std::fs;
use std::num::NonZero;
use std::path::PathBuf;

use self::report::Report;
use crate::error::BuildError;
use crate::summary::Summary;

/// Folder below the data root.
const FOLDER: &str = "osm";

/// Options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct OsmOptions {
    /// Files in PBF format (.osm.pbf); `-` is standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Data root to write into: `osm/address-points-<cc>.db`, `osm/interpolation-<cc>.db`, `osm/street-centroids-<cc>.db`,
    /// `osm/places-<cc>.db`, `osm/poi.db`.
    #[arg(long)]
    out: PathBuf,
    /// Country of objects that lie in no national boundary of the files, ISO 3166-1 alpha-2.
    #[arg(long)]
    country: Option<String>,
    /// Leave out what lies in the national boundary of another country than `--country`.
    #[arg(long, requires = "country")]
    only: bool,
    /// Write a report as JSON to standard output.
    #[arg(long, hide = true)]
    json: bool,
    /// Folder of a gazetteer (`candidate.db`, `admin-global-priority.db`) that the places are laid over; the result is `db/wof` of the data
    /// root.
    #[arg(long)]
    gazetteer: Option<PathBuf>,
    /// Memory for the places of nodes, MB. What exceeds it goes into temporary files in the data root.
    #[arg(long, default_value_t = 1024)]
    memory: u64,
    /// Threads that decode.
    #[arg(long)]
    threads: Option<NonZero<usize>>,
}

/// Builds the databases.
pub(crate) fn build(options: &OsmOptions) -> Result<Summary, BuildError> {
    let folder = options.out.join(FOLDER);
    fs::create_dir_all(&folder).map_err(|source| BuildError::Write { path: folder.clone(), source })?;
    let threads =
        options.threads.or(std::thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN);
    let mut report = Report::default();
    let source = read::read(&options.files, &folder, options.memory << 20, threads, &mut report)?;
    let country = options.country.as_deref().map(str::to_lowercase);
    let mut summary = write::write(source, &folder, write::Area { country, only: options.only }, report)?;
    if let Some(base) = &options.gazetteer {
        summary.lines.extend(gazetteer::lay(&options.out, &folder, base)?);
    }
    Ok(summary.with_report(options.json))
}
