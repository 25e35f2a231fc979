//! A database is written beside its final name, synced, and renamed: a reader sees the old file or the new one.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use crate::error::BuildError;

/// Cache of a connection that builds, KiB.
const CACHE_KIB: i64 = 64 * 1024;

/// Runs `fill` on a fresh database and moves it to `path` when it succeeded. The tables of the database `from`, if any,
/// are there as `staging`.
pub(crate) fn database(
    path: &Path,
    from: Option<&Path>,
    fill: impl FnOnce(&Connection) -> rusqlite::Result<()>,
) -> Result<u64, BuildError> {
    let aside = aside(path);
    let unwritten = |source| BuildError::Write { path: path.into(), source };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(unwritten)?;
    }
    remove(&aside).map_err(unwritten)?;
    let filled = Connection::open(&aside).and_then(|connection| {
        // Nobody reads the file yet and a failed build starts over, so no journal is needed.
        connection.execute_batch(&format!(
            "PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE;
             PRAGMA cache_size = -{CACHE_KIB};",
        ))?;
        if let Some(from) = from {
            connection.execute("ATTACH ?1 AS staging", [from.to_string_lossy()])?;
        }
        connection.execute_batch("BEGIN;")?;
        fill(&connection)?;
        connection.execute_batch("COMMIT;")?;
        if from.is_some() {
            connection.execute_batch("DETACH staging;")?;
        }
        connection.execute_batch("ANALYZE; VACUUM;")?;
        connection.close().map_err(|(_, error)| error)
    });
    if let Err(source) = filled {
        // A build that stops leaves nothing behind; what cannot be removed is overwritten by the next.
        let _ = remove(&aside);
        return Err(BuildError::Database { path: path.into(), source });
    }
    File::open(&aside).and_then(|file| file.sync_all()).map_err(unwritten)?;
    let size = fs::metadata(&aside).map_err(unwritten)?.len();
    fs::rename(&aside, path).and_then(|()| sync_folder(path)).map_err(unwritten)?;
    Ok(size)
}

/// The same for a database whose filling can fail for reasons of its own.
pub(crate) fn filled(
    path: &Path,
    fill: impl FnOnce(&Connection) -> Result<(), BuildError>,
) -> Result<u64, BuildError> {
    let mut failed = None;
    let size = database(path, None, |connection| {
        // Any error stops the writing; the reason is told after it.
        fill(connection).map_err(|error| {
            failed = Some(error);
            rusqlite::Error::ExecuteReturnedResults
        })
    });
    failed.map_or(size, Err)
}

/// Makes the rename itself last.
fn sync_folder(path: &Path) -> std::io::Result<()> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => File::open(folder)?.sync_all(),
        _ => File::open(".")?.sync_all(),
    }
}

/// Writes a small file the same way.
pub(crate) fn text(path: &Path, content: &str) -> Result<(), BuildError> {
    let aside = aside(path);
    fs::write(&aside, content)
        .and_then(|()| fs::rename(&aside, path))
        .map_err(|source| BuildError::Write { path: path.into(), source })
}

fn aside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

fn remove(path: &Path) -> std::io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}
