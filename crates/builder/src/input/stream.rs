//! A source file as a stream: gzip, bzip2, zstd and single-file zip archives are decompressed on the way, and a terminal shows a
//! progress bar.

use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal, Read, stderr};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};

use super::limits::{Budget, ShortLines};
use crate::error::BuildError;

pub(crate) type Stream = BufReader<Box<dyn Read + Send>>;

const BUFFER: usize = 256 * 1024;

/// Opens a file of lines, none of which is longer than memory should hold.
pub(crate) fn open_lines(path: &Path) -> Result<Stream, BuildError> {
    Ok(lines_of(open(path)?))
}

fn lines_of(stream: Stream) -> Stream {
    BufReader::with_capacity(BUFFER, Box::new(ShortLines::of(stream)))
}

/// Opens `path`; the bar shows the bytes read from disk.
pub(crate) fn open(path: &Path) -> Result<Stream, BuildError> {
    open_with(path, |bytes| progress(path, bytes))
}

/// Opens a file of lines; the hidden bar counts the bytes read from disk for the caller's own progress.
pub(crate) fn open_counted(path: &Path) -> Result<(Stream, ProgressBar), BuildError> {
    let taken = ProgressBar::hidden();
    Ok((lines_of(open_with(path, |_| taken.clone())?), taken))
}

/// Opens and decompresses a file; `bar` is made for its bytes on disk.
fn open_with(path: &Path, bar: impl FnOnce(u64) -> ProgressBar) -> Result<Stream, BuildError> {
    let unreadable = |source| BuildError::Read { path: path.into(), source };
    let file = File::open(path).map_err(unreadable)?;
    let metadata = file.metadata().map_err(unreadable)?;
    let budget = if metadata.is_file() { Budget::of(metadata.len()) } else { Budget::unlimited() };
    let file = bar(metadata.len()).wrap_read(file);
    let mut raw = BufReader::with_capacity(BUFFER, file);
    let magic = raw.fill_buf().map_err(unreadable)?;
    let reader: Box<dyn Read + Send> = if magic.starts_with(&[0x1f, 0x8b]) {
        Box::new(budget.into_reader(MultiGzDecoder::new(raw)))
    } else if magic.starts_with(b"BZh") {
        Box::new(budget.into_reader(MultiBzDecoder::new(raw)))
    } else if magic.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        let decoder = zstd::stream::read::Decoder::with_buffer(raw).map_err(unreadable)?;
        Box::new(budget.into_reader(decoder))
    } else if magic.starts_with(b"PK\x03\x04") {
        Box::new(largest_entry(path, budget)?)
    } else {
        Box::new(raw)
    };
    Ok(BufReader::with_capacity(BUFFER, reader))
}

/// Calls `take` with each table of `path`: of an archive, the files whose names end with `ending`, or by default its largest file;
/// otherwise the file itself. Nothing is unpacked to the disk.
pub(crate) fn each_table(
    path: &Path,
    ending: Option<&str>,
    take: &mut dyn FnMut(&mut dyn Read) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    let unreadable = |source: std::io::Error| BuildError::Read { path: path.into(), source };
    let zipped = |error: zip::result::ZipError| unreadable(std::io::Error::other(error));
    // A pipe can be read only once.
    if !path.is_file() {
        return take(&mut open_lines(path)?);
    }
    let mut magic = [0; 4];
    let mut file = File::open(path).map_err(unreadable)?;
    let is_archive = file.read_exact(&mut magic).is_ok() && &magic == b"PK\x03\x04";
    if !is_archive {
        return take(&mut open_lines(path)?);
    }
    std::io::Seek::rewind(&mut file).map_err(unreadable)?;
    let mut archive = zip::ZipArchive::new(BufReader::with_capacity(BUFFER, file)).map_err(zipped)?;
    let mut entries = Vec::new();
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index).map_err(zipped)?;
        let name = entry.name().map(|name| name.to_lowercase()).unwrap_or_default();
        if entry.is_file() && ending.is_none_or(|ending| name.ends_with(&ending.to_lowercase())) {
            entries.push((index, entry.size(), entry.compressed_size()));
        }
    }
    if ending.is_none() {
        entries = entries.into_iter().max_by_key(|(_, size, _)| *size).into_iter().collect();
    }
    if entries.is_empty() {
        let problem = format!("no file of the archive ends with `{}`", ending.unwrap_or_default());
        return Err(unreadable(std::io::Error::other(problem)));
    }
    let mut budget = Budget::of(path.metadata().map_err(unreadable)?.len());
    let bar = progress(path, entries.iter().map(|(.., packed)| packed).sum());
    for (index, _, packed) in entries {
        let entry = archive.by_index(index).map_err(zipped)?;
        take(&mut ShortLines::of(budget.reader(entry)))?;
        bar.inc(packed);
    }
    bar.finish_and_clear();
    Ok(())
}

/// The largest file of an archive in a temporary file: the table, not its read-me.
fn largest_entry(path: &Path, budget: Budget) -> Result<File, BuildError> {
    let unreadable = |source: std::io::Error| BuildError::Read { path: path.into(), source };
    let mut archive = zip::ZipArchive::new(File::open(path).map_err(unreadable)?)
        .map_err(|error| unreadable(std::io::Error::other(error)))?;
    // A link has no content of its own.
    let size = |entry: zip::read::ZipFile<'_, File>| if entry.is_file() { entry.size() } else { 0 };
    let sizes: Vec<u64> =
        (0..archive.len()).map(|index| archive.by_index_raw(index).map_or(0, size)).collect();
    let largest = (0..sizes.len()).max_by_key(|&index| sizes[index]).unwrap_or_default();
    let entry = archive.by_index(largest).map_err(|error| unreadable(std::io::Error::other(error)))?;
    let mut unpacked = tempfile::tempfile().map_err(unreadable)?;
    std::io::copy(&mut budget.into_reader(entry), &mut unpacked).map_err(unreadable)?;
    std::io::Seek::rewind(&mut unpacked).map_err(unreadable)?;
    Ok(unpacked)
}

/// Rows that this process has taken, for the bars.
static ROWS: AtomicU64 = AtomicU64::new(0);

pub(crate) fn count_row() {
    ROWS.fetch_add(1, Ordering::Relaxed);
}

/// A bar over `bytes` bytes with the rows taken so far, invisible unless standard error is a terminal.
fn progress(path: &Path, bytes: u64) -> ProgressBar {
    bar(path, bytes, "{msg} {bar:30} {bytes}/{total_bytes} {taken} rows {eta}")
}

/// The same with a total of `rows` rows.
pub(crate) fn progress_of_rows(path: &Path, rows: u64) -> ProgressBar {
    bar(path, rows, "{msg} {bar:30} {human_pos}/{human_len} rows {eta}")
}

fn bar(path: &Path, length: u64, template: &str) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template(template) {
        let taken = |_: &ProgressState, out: &mut dyn std::fmt::Write| {
            // A bar that cannot be drawn does not stop the build.
            let _ = write!(out, "{}", HumanCount(ROWS.load(Ordering::Relaxed)));
        };
        bar.set_style(style.with_key("taken", taken));
    }
    bar.set_message(path.file_name().unwrap_or_default().to_string_lossy().into_owned());
    bar
}

/// Whether a file holds GeoJSON, by its name.
pub(crate) fn is_geojson(path: &Path) -> bool {
    let name = path.to_string_lossy().to_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    [".geojson", ".geojsonl", ".geojsons", ".ndjson", ".json"].iter().any(|ending| name.ends_with(ending))
}
