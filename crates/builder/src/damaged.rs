//! `milepost build damaged` lists downloaded files that are damaged, by the checksums that their archive formats carry.
//! `milepost data add` downloads such a file again.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use rusqlite::{Connection, OpenFlags};

use crate::error::BuildError;
use crate::input::{Budget, Wanted, reads_as_geoparquet};
use crate::summary::Summary;

/// Options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct DamagedOptions {
    /// Files; their names say what they are.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The part of a GeoParquet file that was downloaded, in JSON: country, region, boxes.
    #[arg(long)]
    wanted: Option<String>,
}

/// Reports the damaged files as JSON in the summary.
pub(crate) fn tell(options: &DamagedOptions) -> Result<Summary, BuildError> {
    let wanted = options
        .wanted
        .as_deref()
        .map(serde_json::from_str)
        .transpose()
        .map_err(|source| BuildError::Json { path: "--wanted".into(), source })?;
    let damaged: Vec<&PathBuf> =
        options.files.iter().filter(|path| !is_whole(path, wanted.as_ref())).collect();
    let mut summary = Summary::default();
    summary.report = Some(serde_json::json!({ "damaged": damaged }).to_string());
    Ok(summary)
}

/// Kinds of files with checksums of their own: the ending of the name, the first bytes, and the check.
const KINDS: [(&str, &[u8], Check); 5] = [
    ("gz", b"\x1f\x8b", |path, _| {
        File::open(path)
            .is_ok_and(|file| reads(&mut budget_of(path), MultiGzDecoder::new(BufReader::new(file))))
    }),
    ("bz2", b"BZh", |path, _| {
        File::open(path)
            .is_ok_and(|file| reads(&mut budget_of(path), MultiBzDecoder::new(BufReader::new(file))))
    }),
    ("zip", b"PK\x03\x04", |path, _| entries_read(path).unwrap_or(false)),
    ("parquet", b"PAR1", reads_as_geoparquet),
    ("gpkg", b"SQLite format 3\0", |path, _| pages_hold(path).unwrap_or(false)),
];

/// Whether a file can be read from end to end; of a GeoParquet file the part that is wanted.
type Check = fn(&Path, Option<&Wanted>) -> bool;

/// Whether a file can be read from end to end. A file of a kind without checksums counts as whole. The kind is that of the name's ending or,
/// if that is unknown (`getds.php`), of the first bytes.
fn is_whole(path: &Path, wanted: Option<&Wanted>) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
    let by_content = || {
        let mut start = Vec::new();
        File::open(path).ok()?.take(16).read_to_end(&mut start).ok()?;
        KINDS.into_iter().find(|(_, magic, _)| start.starts_with(magic))
    };
    let kind = KINDS.into_iter().find(|(name, ..)| *name == ending).or_else(by_content);
    kind.is_none_or(|(.., check)| check(path, wanted))
}

/// Whether the pages of a database fit together. Databases of other publishers carry no checksums.
fn pages_hold(path: &Path) -> rusqlite::Result<bool> {
    let database = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let found: String = database.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok(found == "ok")
}

fn entries_read(path: &Path) -> io::Result<bool> {
    let mut archive = zip::ZipArchive::new(BufReader::new(File::open(path)?)).map_err(io::Error::other)?;
    let mut budget = budget_of(path);
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(io::Error::other)?;
        if !reads(&mut budget, entry) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Reads to the end, which makes the decoder compare checksums. An archive that unpacks to too much is whole: a second download is the same.
fn reads(budget: &mut Budget, from: impl Read) -> bool {
    match io::copy(&mut budget.reader(from), &mut io::sink()) {
        Ok(_) => true,
        Err(error) => error.kind() == io::ErrorKind::FileTooLarge,
    }
}

fn budget_of(path: &Path) -> Budget {
    Budget::of(path.metadata().map_or(0, |metadata| metadata.len()))
}
