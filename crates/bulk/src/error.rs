//! Errors that stop a run. A row never does.

use std::io;
use std::path::{Path, PathBuf};

use milepost::EngineError;
use milepost_aside::AsideError;
use parquet::errors::ParquetError;

/// Why a table was not written; names the file, column or flag at fault.
#[derive(Debug, thiserror::Error)]
pub enum BulkError {
    /// The command line does not make sense.
    #[error("{0}")]
    Usage(String),
    /// A file cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// The system's reason.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {path}: {source}")]
    Write {
        /// The file.
        path: String,
        /// The system's reason.
        source: io::Error,
    },
    /// A Parquet file is damaged or in another format.
    #[error("{path}: {source}")]
    Parquet {
        /// The file.
        path: String,
        /// What the reader says.
        source: ParquetError,
    },
    /// The result exists.
    #[error("{path} exists: --replace overwrites it")]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The unfinished result is of another command or input.
    #[error("{path} was started with {what}; run that command again, or use --restart to start over")]
    Changed {
        /// The unfinished result.
        path: PathBuf,
        /// What differs.
        what: String,
    },
    /// The unfinished result has other bytes than were written.
    #[error("{path} is damaged: it is not what the interrupted run wrote; use --restart to start over")]
    Damaged {
        /// The unfinished result.
        path: PathBuf,
    },
    /// Weights or data cannot be opened.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Another run writes the result.
    #[error(transparent)]
    Aside(#[from] AsideError),
}

impl BulkError {
    /// The exit code: 2 if the command line is wrong.
    pub fn exit_code(&self) -> u8 {
        if matches!(self, BulkError::Usage(_)) { 2 } else { 1 }
    }

    pub(crate) fn read<P: AsRef<Path> + ?Sized>(path: &P) -> impl Fn(io::Error) -> BulkError {
        move |source| BulkError::Read { path: name(path), source }
    }

    pub(crate) fn write<P: AsRef<Path> + ?Sized>(path: &P) -> impl Fn(io::Error) -> BulkError {
        move |source| BulkError::Write { path: name(path), source }
    }

    pub(crate) fn parquet<P: AsRef<Path> + ?Sized>(path: &P) -> impl Fn(ParquetError) -> BulkError {
        move |source| BulkError::Parquet { path: name(path), source }
    }
}

fn name(path: &(impl AsRef<Path> + ?Sized)) -> String {
    path.as_ref().to_string_lossy().into_owned()
}
