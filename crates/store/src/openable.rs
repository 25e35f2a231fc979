//! What a file must be to be opened as a database: one cheap rule for all.

use std::fs::{self, File, Metadata};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

use crate::StoreError;

/// Why a file is not opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileProblem {
    /// Opening a named pipe would block until a writer comes.
    #[error("it is a {0}, and a database is a regular file")]
    NotRegular(&'static str),
    /// A broken link.
    #[error("it is a link to a file that does not exist")]
    DanglingLink,
    /// The missing log may hold rows; nothing in the file shows it.
    #[error(
        "it is in write-ahead mode and its `{0}` file is missing; copy it too, or seal the database with `PRAGMA journal_mode = DELETE`"
    )]
    SiblingMissing(&'static str),
}

/// Checks the file at `path`. A missing or unreadable file is left to SQLite, which reports it.
///
/// # Errors
/// If it is not a regular file, or is in write-ahead mode without its log and the index of it.
pub fn check(path: &Path) -> Result<(), StoreError> {
    problem(path).map_or(Ok(()), |problem| Err(StoreError::NotOpened { path: path.into(), problem }))
}

/// As [`check`], of the kind of file alone; a file that is not there is fine.
pub fn regular(path: &Path) -> Result<(), StoreError> {
    match fs::metadata(path).ok().and_then(|metadata| kind_problem(&metadata)) {
        Some(problem) => Err(StoreError::NotOpened { path: path.into(), problem }),
        None => Ok(()),
    }
}

/// What is wrong with the file at `path`, if anything.
pub fn problem(path: &Path) -> Option<FileProblem> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound && path.is_symlink() => {
            return Some(FileProblem::DanglingLink);
        }
        Err(_) => return None,
    };
    kind_problem(&metadata).or_else(|| sibling_problem(path))
}

fn kind_problem(metadata: &Metadata) -> Option<FileProblem> {
    let kind = metadata.file_type();
    let name = match kind {
        _ if kind.is_file() => return None,
        _ if kind.is_dir() => "directory",
        _ if kind.is_fifo() => "named pipe",
        _ if kind.is_socket() => "socket",
        _ => "device",
    };
    Some(FileProblem::NotRegular(name))
}

/// A write-ahead database is read with its log and the log's index; without them rows may be missing.
fn sibling_problem(path: &Path) -> Option<FileProblem> {
    if !is_write_ahead(path) {
        return None;
    }
    let missing = ["-wal", "-shm"].into_iter().find(|ending| {
        let mut sibling = path.as_os_str().to_owned();
        sibling.push(ending);
        !Path::new(&sibling).is_file()
    });
    missing.map(FileProblem::SiblingMissing)
}

/// Whether the header of the regular file at `path` says that it needs a log; false if it has no header.
pub fn is_write_ahead(path: &Path) -> bool {
    let mut header = [0; 20];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut header));
    read.is_ok() && header.starts_with(b"SQLite format 3\0") && (header[18] == 2 || header[19] == 2)
}
