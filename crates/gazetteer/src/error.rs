//! What can be wrong with a place database.

use std::path::PathBuf;

/// Why a database was refused or a lookup failed; always names the file.
#[derive(Debug, thiserror::Error)]
pub enum GazetteerError {
    /// The file is missing, no SQLite database, or unreadable.
    #[error("cannot open {path}: {source}")]
    Open {
        /// The database.
        path: PathBuf,
        /// SQLite's reason.
        source: rusqlite::Error,
    },
    /// The file is a database of another kind.
    #[error(
        "{path} is no candidate gazetteer: it has no table `{table}`; build one with `milepost build candidate`"
    )]
    NotACandidateDatabase {
        /// The database.
        path: PathBuf,
        /// The first table it lacks.
        table: &'static str,
    },
    /// The file is a database of another kind.
    #[error(
        "{path} is no administrative database: it has no table `{table}`; build one with `milepost build admin`"
    )]
    NotAnAdminDatabase {
        /// The database.
        path: PathBuf,
        /// The first table it lacks.
        table: &'static str,
    },
    /// The file is a database of another kind.
    #[error(
        "{path} is no such lookup database: it has no table `{table}`; build one with `milepost build lookup`"
    )]
    NotALookupDatabase {
        /// The database.
        path: PathBuf,
        /// The table it lacks.
        table: &'static str,
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
