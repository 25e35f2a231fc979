//! What can be wrong with a file.

use std::path::PathBuf;

use milepost_aside::AsideError;

use crate::mapped::MappedProblem;
use crate::openable::FileProblem;

/// Why a file was refused, not read or not written; always names the file.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file must not be opened.
    #[error("{path} is not used: {problem}")]
    NotOpened {
        /// The database.
        path: PathBuf,
        /// Why.
        problem: FileProblem,
    },
    /// The file cannot be read as bytes.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The register of postcodes next to the database cannot be used.
    #[error("{path} is not used: {problem}")]
    Register {
        /// The register.
        path: PathBuf,
        /// Why.
        problem: MappedProblem,
    },
    /// A file could not be written.
    #[error("cannot write {path}: {source}")]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A file could not be claimed or put in its place.
    #[error(transparent)]
    Aside(#[from] AsideError),
}
