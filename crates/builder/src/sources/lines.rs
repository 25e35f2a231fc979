//! Reads sources line by line.

use std::io::BufRead;
use std::path::Path;

use crate::error::BuildError;
use crate::input::{self, BadRows, Delimited};

/// Why a line was not used: what is wrong with it, or an error that stops the build.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LineError {
    #[error("{0}")]
    Problem(String),
    #[error(transparent)]
    Build(#[from] BuildError),
}

impl From<String> for LineError {
    fn from(problem: String) -> LineError {
        LineError::Problem(problem)
    }
}

impl LineError {
    /// Records a problem of the line.
    ///
    /// # Errors
    /// An error that stops the build.
    pub(crate) fn note(self, bad: &mut BadRows, line: u64) -> Result<(), BuildError> {
        match self {
            LineError::Problem(problem) => bad.note(line, problem),
            LineError::Build(error) => Err(error),
        }
    }
}

/// Calls `take` with each line that is not a comment; it returns whether the line was used. Returns the number of lines used.
pub(crate) fn each_line(
    path: &Path,
    bad: &mut BadRows,
    mut take: impl FnMut(&str) -> Result<bool, LineError>,
) -> Result<u64, BuildError> {
    bad.in_file(path);
    let mut used = 0;
    for (bytes, number) in input::open_lines(path)?.split(b'\n').zip(1..) {
        let bytes = bytes.map_err(|source| BuildError::Read { path: path.into(), source })?;
        let Ok(line) = std::str::from_utf8(&bytes) else {
            bad.note(number, "not UTF-8")?;
            continue;
        };
        let line = line.trim_end_matches('\r');
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match take(line) {
            Ok(is_used) => {
                used += u64::from(is_used);
                input::count_row();
            }
            Err(error) => error.note(bad, number)?,
        }
    }
    Ok(used)
}

/// Calls `take` with the fields of each row of a table with a header, by the possible `names` of their columns; it returns whether the row was
/// used. A field is none if the table has no such column: `check` returns what is wrong with the columns of a table and its header. Returns the
/// number of rows used.
pub(crate) fn each_row<const N: usize>(
    path: &Path,
    bad: &mut BadRows,
    names: [&[&str]; N],
    check: impl FnOnce([bool; N], &str) -> Result<(), String>,
    mut take: impl FnMut([Option<&str>; N]) -> Result<bool, LineError>,
) -> Result<u64, BuildError> {
    bad.in_file(path);
    let table = Delimited::open(path)?;
    let columns = names.map(|names| table.header.iter().position(|known| names.contains(&known.as_str())));
    check(columns.map(|column| column.is_some()), &table.header.join(", "))
        .map_err(|problem| BuildError::Row { path: path.into(), line: 1, problem })?;
    let mut used = 0;
    table.each(path, bad, |row, line, bad| {
        let field = |column: Option<usize>| Some(row.get(column?).unwrap_or_default().trim());
        match take(columns.map(field)) {
            Ok(is_used) => used += u64::from(is_used),
            Err(error) => error.note(bad, line)?,
        }
        Ok(())
    })?;
    Ok(used)
}
