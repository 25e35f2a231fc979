//! Tables with a header, separated by commas, semicolons, tabs or bars.

use std::io::{BufRead, Read};
use std::path::Path;

use csv::StringRecord;

use super::{BadRows, stream};
use crate::error::BuildError;

pub(crate) struct Delimited<R> {
    reader: csv::Reader<R>,
    /// Column names, lower case.
    pub(crate) header: Vec<String>,
}

impl Delimited<stream::Stream> {
    /// Opens a table and reads its header; the separator is the one that occurs most in it.
    pub(crate) fn open(path: &Path) -> Result<Delimited<stream::Stream>, BuildError> {
        Delimited::of(stream::open_lines(path)?, None, None)
            .map_err(|source| BuildError::Read { path: path.into(), source })
    }
}

impl<R: BufRead> Delimited<R> {
    /// Reads a table from `text`. The default delimiter is the one that occurs most in the first line, the default header the
    /// first line.
    pub(crate) fn of(
        mut text: R,
        delimiter: Option<char>,
        header: Option<&[String]>,
    ) -> Result<Delimited<R>, std::io::Error> {
        let delimiter = match delimiter.and_then(|mark| u8::try_from(mark).ok()) {
            Some(mark) => mark,
            None => {
                let start = text.fill_buf()?;
                let first = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
                let occurrences = |mark: u8| first.iter().filter(|&&byte| byte == mark).count();
                b"\t;|,".iter().copied().max_by_key(|&mark| (occurrences(mark), mark == b',')).unwrap_or(b',')
            }
        };
        // Tab-separated files have no quoting: there a quotation mark is part of a name.
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .quoting(delimiter != b'\t')
            .flexible(true)
            .has_headers(header.is_none())
            .from_reader(text);
        let names: Vec<String> = match header {
            Some(header) => header.to_vec(),
            None => reader.headers().map_err(std::io::Error::other)?.iter().map(str::to_owned).collect(),
        };
        let clean = |name: &String| name.trim_start_matches('\u{feff}').trim().to_lowercase();
        Ok(Delimited { reader, header: names.iter().map(clean).collect() })
    }
}

impl<R: Read> Delimited<R> {
    /// Calls `take` with every row and its line; a row that is not text is noted as unusable. Fails also if the rows do not end with
    /// the file: an archive is truncated, or its checksum does not match.
    pub(crate) fn each(
        mut self,
        path: &Path,
        bad: &mut BadRows,
        mut take: impl FnMut(&StringRecord, u64, &mut BadRows) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        let mut row = StringRecord::new();
        loop {
            let before = self.reader.position().line();
            match self.reader.read_record(&mut row) {
                Ok(false) => return Ok(()),
                Ok(true) => take(&row, row.position().map_or(before, csv::Position::line), bad)?,
                Err(error) => match (error.to_string(), error.into_kind()) {
                    (_, csv::ErrorKind::Io(source)) => {
                        return Err(BuildError::Read { path: path.into(), source });
                    }
                    (problem, _) => bad.note(before, problem)?,
                },
            }
        }
    }
}
