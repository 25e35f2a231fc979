//! The report at the end of a build: lines for people, and a line of JSON for `milepost data add`.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::shard::Finished;

#[derive(Debug, Default)]
pub(crate) struct Summary {
    /// For standard error.
    pub(crate) lines: Vec<String>,
    /// For standard output.
    pub(crate) report: Option<String>,
    /// Rows of the user's own files that cannot be used.
    pub(crate) rejected: usize,
    files: Vec<FileReport>,
}

/// A file that was written, or removed when it has no bytes.
#[derive(Debug, Serialize)]
struct FileReport {
    path: PathBuf,
    #[serde(flatten)]
    finished: Finished,
}

impl Summary {
    pub(crate) fn of(lines: Vec<String>) -> Summary {
        Summary { lines, ..Summary::default() }
    }

    /// With the number of rows that cannot be used.
    pub(crate) fn with_rejected(self, rejected: usize) -> Summary {
        Summary { rejected, ..self }
    }

    /// Adds a shard that is written.
    pub(crate) fn finished(&mut self, path: &Path, finished: Finished) {
        let Finished { bytes, rows, duplicates, .. } = finished;
        let again = match duplicates {
            0 => String::new(),
            _ => format!(", {duplicates} rows left out that another source has"),
        };
        let line = match bytes {
            0 => format!("{}: nothing is left of it, removed", path.display()),
            _ => format!("{}: {rows} rows, {:.1} MB{again}", path.display(), bytes as f64 / 1e6),
        };
        self.lines.push(line);
        self.files.push(FileReport { path: path.into(), finished });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// With the files as JSON, if requested.
    pub(crate) fn with_report(mut self, asked: bool) -> Summary {
        self.report = asked.then(|| serde_json::json!({ "files": self.files }).to_string());
        self
    }
}
