//! `milepost build damaged`: which of the files that `milepost data add` has fetched are not what their publisher sent, by the checksums
//! that archives carry. Such a file is fetched anew.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;

use crate::error::BuildError;
use crate::input::{Wanted, reads_as_geoparquet};
use crate::summary::Summary;

/// Options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct DamagedOptions {
    /// Files; their names say what they are.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// What of GeoParquet files is there, in JSON: country, region, boxes.
    #[arg(long)]
    wanted: Option<String>,
}

/// Tells the damaged files.
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

/// Whether a file can be read from end to end. One without checksums is taken for whole.
fn is_whole(path: &Path, wanted: Option<&Wanted>) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
    match ending.as_str() {
        "gz" => File::open(path).is_ok_and(|file| reads(MultiGzDecoder::new(BufReader::new(file)))),
        "bz2" => File::open(path).is_ok_and(|file| reads(MultiBzDecoder::new(BufReader::new(file)))),
        "zip" => entries_read(path).unwrap_or(false),
        "parquet" => reads_as_geoparquet(path, wanted),
        _ => true,
    }
}

fn entries_read(path: &Path) -> io::Result<bool> {
    let mut archive = zip::ZipArchive::new(BufReader::new(File::open(path)?)).map_err(io::Error::other)?;
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(io::Error::other)?;
        if !reads(entry) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Reads to the end, where checksums are compared.
fn reads(mut from: impl Read) -> bool {
    io::copy(&mut from, &mut io::sink()).is_ok()
}
