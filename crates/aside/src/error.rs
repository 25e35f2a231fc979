//! What can keep a file from being written.

use std::path::PathBuf;

/// Why a file was not written; always names it.
#[derive(Debug, thiserror::Error)]
pub enum AsideError {
    /// Another process holds the claim.
    #[error("another build or pull is writing {path}; wait for it to end, then run the command again")]
    Taken {
        /// The file.
        path: PathBuf,
    },
    /// The path has no file name.
    #[error("`{path}` is not a name of a file")]
    NoFile {
        /// The path.
        path: PathBuf,
    },
    /// The system refuses.
    #[error("cannot write {path}: {source}")]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// Somebody who does not know of claims put another file in its place.
    #[error("{path} is not the file that was just written; something else writes there too")]
    Replaced {
        /// The file.
        path: PathBuf,
    },
}
