//! `milepost build osm` and `milepost build photon`: files of OpenStreetMap, or of a program that has read them, to houses, ranges of
//! house numbers, streets, places and points of interest.
//!
//! The databases lie in a folder of their own, `<data root>/osm`, because their licence is the ODbL: they can be passed on or removed
//! without those of other publishers, and a register of the same country stays beside them.

mod context;
mod gazetteer;
mod geometry;
mod houses;
mod importance;
mod locations;
mod object;
mod object_db;
mod pbf;
mod photon;
mod places;
mod poi;
mod progress;
mod ranges;
mod read;
mod report;
mod space;
mod spool;
mod streets;
mod towns;
mod unaddressed;
mod wanted;
mod write;

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use self::read::Source;
use self::report::Report;
use crate::error::BuildError;
use crate::summary::Summary;

/// Folder below the data root.
const FOLDER: &str = "osm";

/// Options of `milepost build osm`.
#[derive(Debug, clap::Args)]
pub(crate) struct OsmOptions {
    /// Files in PBF format (.osm.pbf); `-` is standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    target: TargetOptions,
    /// Memory for the places of nodes, MB. What exceeds it goes into temporary files in the data root.
    #[arg(long, default_value_t = 512)]
    memory: u64,
    /// Threads that decode.
    #[arg(long)]
    threads: Option<NonZero<usize>>,
}

/// Options of `milepost build photon`.
#[derive(Debug, clap::Args)]
pub(crate) struct PhotonOptions {
    /// Dumps of Photon (.jsonl, also with zstd, gzip or bzip2); `-` is standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    target: TargetOptions,
}

/// The databases to write, and where.
#[derive(Debug, clap::Args)]
struct TargetOptions {
    /// Data root to write into: `osm/address-points-<cc>.db`, `osm/interpolation-<cc>.db`, `osm/street-centroids-<cc>.db`,
    /// `osm/places-<cc>.db`, `osm/objects-<cc>.db`, `osm/poi.db`.
    #[arg(long)]
    out: PathBuf,
    /// Country of objects that lie in no national boundary of the files, ISO 3166-1 alpha-2.
    #[arg(long)]
    country: Option<String>,
    /// Leave out what lies in another country than `--country`.
    #[arg(long, requires = "country")]
    only: bool,
    /// Write a report as JSON to standard output.
    #[arg(long, hide = true)]
    json: bool,
    /// Folder of a gazetteer (`candidate.db`, `admin-global-priority.db`) that the places are laid over; the result is `db/wof` of the data
    /// root.
    #[arg(long)]
    gazetteer: Option<PathBuf>,
}

pub(crate) fn build(options: &OsmOptions) -> Result<Summary, BuildError> {
    let threads =
        options.threads.or(std::thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN);
    options
        .target
        .write(|folder, report| read::read(&options.files, folder, options.memory << 20, threads, report))
}

pub(crate) fn build_photon(options: &PhotonOptions) -> Result<Summary, BuildError> {
    options.target.write(|folder, report| photon::read(&options.files, folder, report))
}

impl TargetOptions {
    /// Writes what `read` finds; it may make temporary files in the folder that it is given.
    fn write(
        &self,
        read: impl FnOnce(&Path, &mut Report) -> Result<Source, BuildError>,
    ) -> Result<Summary, BuildError> {
        let folder = self.out.join(FOLDER);
        fs::create_dir_all(&folder).map_err(|source| BuildError::Write { path: folder.clone(), source })?;
        raise_limit_of_files();
        let mut report = Report::default();
        let source = read(&folder, &mut report)?;
        let country = self.country.as_deref().map(str::to_lowercase);
        let mut summary = write::write(source, &folder, country, self.only, report)?;
        if let Some(base) = &self.gazetteer {
            summary.lines.extend(gazetteer::lay(&self.out, &folder, base)?);
        }
        Ok(summary.with_report(self.json))
    }
}

/// Lets the process open as many files as the system allows: a file of the world has databases of 250 countries open at once.
fn raise_limit_of_files() {
    let limit = getrlimit(Resource::Nofile);
    // Where the system refuses, the usual limit does for most files.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

/// Reads a file of any bytes as one of OpenStreetMap; returns whether it is one.
pub(crate) fn read_any(bytes: &[u8]) -> bool {
    let Ok(folder) = tempfile::tempdir() else { return false };
    let file = folder.path().join("any.osm.pbf");
    let threads = NonZero::<usize>::MIN;
    fs::write(&file, bytes).is_ok()
        && read::read(&[file], folder.path(), 1 << 20, threads, &mut Report::default()).is_ok()
}

#[cfg(test)]
#[path = "../../../../fuzz/checks/replay.rs"]
mod replay;

#[cfg(test)]
mod tests {
    #[test]
    fn seeds_of_the_fuzz_target_are_read_without_a_panic() {
        super::replay::replay("osm", super::read_any);
    }
}
