//! What can be wrong with a place database.

use std::path::PathBuf;

use milepost_store::{MappedProblem, StoreError};

/// Why a database was refused or a lookup failed; always names the file.
#[derive(Debug, thiserror::Error)]
pub enum GazetteerError {
    /// The file is missing, not an SQLite database, or unreadable.
    #[error("cannot open {path}: {source}")]
    Open {
        /// The database.
        path: PathBuf,
        /// SQLite's reason.
        source: rusqlite::Error,
    },
    /// A file was refused, not read or not written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file is a database of another kind.
    #[error("{path} is not {kind}: it has no table `{table}`; build one with `milepost build {build}`")]
    OtherKind {
        /// The database.
        path: PathBuf,
        /// What it should be.
        kind: &'static str,
        /// The first table it lacks.
        table: &'static str,
        /// The argument of `milepost build` that makes one.
        build: &'static str,
    },
    /// The index of names is not there.
    #[error(
        "completion is slower without {path}, and plus codes answer without their country; make it with `milepost build prefix`"
    )]
    NoIndex {
        /// Where it would lie.
        path: PathBuf,
    },
    /// The index of names is not used.
    #[error(
        "{path} is not used: {problem}; completion is slower and plus codes answer without their country until it is made anew with `milepost build prefix`"
    )]
    Index {
        /// The file.
        path: PathBuf,
        /// Why.
        problem: MappedProblem,
    },
    /// A query was stopped.
    #[error(
        "lookup in {path} was stopped after {most} steps: the database is damaged, or a view of it does too much; build it anew or name another one"
    )]
    TooManySteps {
        /// The database.
        path: PathBuf,
        /// Steps of SQLite's virtual machine that a lookup may take.
        most: i64,
    },
    /// A query failed; the file may have been damaged while it was open.
    #[error("lookup in {path} failed: {source}")]
    Lookup {
        /// The database.
        path: PathBuf,
        /// SQLite's reason.
        source: rusqlite::Error,
    },
}
