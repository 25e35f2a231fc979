//! Unusable rows of a source.

use std::path::{Path, PathBuf};

use crate::error::BuildError;

/// Rows that the summary names; it counts the others.
const NAMED: usize = 10;

/// Counts unusable rows, names the first of them by file and line, and stops the build at the first when strict.
#[derive(Debug, Default)]
pub(crate) struct BadRows {
    strict: bool,
    file: PathBuf,
    count: usize,
    named: Vec<String>,
}

impl BadRows {
    pub(crate) fn new(strict: bool) -> BadRows {
        BadRows { strict, ..BadRows::default() }
    }

    pub(crate) fn in_file(&mut self, path: &Path) {
        self.file = path.to_owned();
    }

    /// Records a row; fails with it when the build is strict.
    pub(crate) fn note(&mut self, line: u64, problem: impl Into<String>) -> Result<(), BuildError> {
        let error = BuildError::Row { path: self.file.clone(), line: line as usize, problem: problem.into() };
        if self.strict {
            return Err(error);
        }
        self.count += 1;
        if self.named.len() < NAMED {
            self.named.push(error.to_string());
        }
        Ok(())
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn summary(&self) -> Vec<String> {
        let mut lines = self.named.clone();
        if self.count > self.named.len() {
            lines.push(format!("... and {} more rows like these", self.count - self.named.len()));
        }
        lines.push(format!("{} rows left out", self.count));
        lines
    }
}
