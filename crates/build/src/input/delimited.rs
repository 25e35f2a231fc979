//! Tables with a header: comma, semicolon, tab or bar separated.

use std::path::Path;

use csv::StringRecord;

use super::stream;
use crate::error::BuildError;

/// A delimited table.
pub(crate) struct Delimited {
    reader: csv::Reader<stream::Stream>,
    /// Column names, lower case.
    pub(crate) header: Vec<String>,
}

impl Delimited {
    /// Opens a table and reads its header; the separator is the one that occurs most in it.
    pub(crate) fn open(path: &Path) -> Result<Delimited, BuildError> {
        let unreadable = |source| BuildError::Read { path: path.into(), source };
        let mut text = stream::open(path)?;
        let delimiter = {
            let start = std::io::BufRead::fill_buf(&mut text).map_err(unreadable)?;
            let header = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
            let occurrences = |mark: u8| header.iter().filter(|&&byte| byte == mark).count();
            b"\t;|,".iter().copied().max_by_key(|&mark| (occurrences(mark), mark == b',')).unwrap_or(b',')
        };
        // Tab separated files do not quote: a quotation mark is part of a name there.
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .quoting(delimiter != b'\t')
            .flexible(true)
            .from_reader(text);
        let header = reader
            .headers()
            .map_err(|error| unreadable(std::io::Error::other(error)))?
            .iter()
            .map(|name| name.trim_start_matches('\u{feff}').trim().to_lowercase())
            .collect();
        Ok(Delimited { reader, header })
    }

    /// Reads the next row into `row` and tells its line; none at the end. A row that is no text is an error of its own.
    pub(crate) fn next(&mut self, row: &mut StringRecord) -> Option<(u64, Result<(), String>)> {
        let before = self.reader.position().line();
        match self.reader.read_record(row) {
            Ok(false) => None,
            Ok(true) => Some((row.position().map_or(before, csv::Position::line), Ok(()))),
            Err(error) if matches!(error.kind(), csv::ErrorKind::Io(_)) => None,
            Err(error) => Some((before, Err(error.to_string()))),
        }
    }
}
