//! The rows of a file of any format, for builders: the reader of `milepost bulk` without its questions.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use crate::column_names::Guesses;
use crate::error::BulkError;
use crate::file_format::Kind;
use crate::input::{GEOMETRY_LAT, Input, Reading, Source, Stream};
use crate::parts::Role;
use crate::value::Value;

/// Rows read at a time.
const WINDOW: usize = 4_096;

/// Rows whose values help to guess the columns.
const SAMPLE: usize = 200;

/// A file of rows: a delimited table, NDJSON, GeoJSON, Parquet, GeoPackage or Shapefile.
pub struct TableRows {
    input: Input,
}

/// A row of a file, or the reason why a record is invalid.
#[derive(Debug)]
pub struct TableRow {
    /// The first line of the record, from 1; the number of the row in a file with an index.
    pub line: u64,
    /// The cells as text, or what is wrong with the record.
    pub cells: Result<Vec<String>, String>,
}

impl TableRows {
    /// Opens a file. A format that its name does not show is that of its first bytes: JSON if they are an object or a list, otherwise a
    /// delimited table.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(
        path: &Path,
        layer: Option<String>,
        decompressed: impl FnOnce() -> Result<Box<dyn Read + Send>, BulkError>,
    ) -> Result<TableRows, BulkError> {
        let name = path.to_string_lossy().into_owned();
        let reading = Reading { layer, ..Reading::default() };
        // Of an archive, the format is that of the name before its ending.
        let inner = [".zip", ".bz2"].iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
        let kind = Kind::of(inner);
        if let Some(kind) = kind.filter(|kind| kind.is_indexed()) {
            let source = Source { name: name.clone(), path: name };
            let input = Input::open(vec![source], kind, reading, std::sync::Arc::default())?;
            return Ok(TableRows { input });
        }
        let mut stream = Stream::of(decompressed()?);
        let is_json = stream.sample().map_err(BulkError::read(&name))?;
        let is_json = matches!(is_json.trim_ascii_start().first(), Some(b'{' | b'[' | 0x1e));
        let kind = match kind {
            _ if is_json => Kind::Geojson,
            Some(Kind::Tsv) => Kind::Tsv,
            _ => Kind::Csv,
        };
        Ok(TableRows { input: Input::of_stream(stream, &name, kind, reading)? })
    }

    /// Names of the columns.
    pub fn columns(&self) -> &[String] {
        self.input.columns()
    }

    /// The grid that the file names for its geometries (EPSG); none for degrees, or if it names none.
    pub fn epsg(&self) -> Option<u16> {
        self.input.epsg()
    }

    /// Whether the points of rows are their geometries.
    pub fn has_geometry(&self) -> bool {
        self.columns().iter().any(|name| name == GEOMETRY_LAT)
    }

    /// The columns that look like parts of a house by their name and the shape of their values: `number`, `street`, `unit`, `city`, `region`,
    /// `postcode`, and `lat` and `lon` of degrees or a grid. The geometry of a row wins over columns that only are named like a point.
    pub fn parts(&self) -> BTreeMap<&'static str, usize> {
        let guesses = Guesses::of(self.columns(), &self.input.sample(SAMPLE));
        let roles = Role::READ.into_iter().chain([Role::Lat, Role::Lon]);
        roles.filter_map(|role| Some((role.name(), guesses.best(role)?))).collect()
    }

    /// The first rows, as far as the file is read ahead; reading goes on where it was.
    pub fn sample(&self) -> Vec<Vec<String>> {
        self.input.sample(SAMPLE).iter().map(|cells| texts(cells)).collect()
    }

    /// The next rows; none at the end.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn next_rows(&mut self) -> Result<Option<Vec<TableRow>>, BulkError> {
        let Some(window) = self.input.window(WINDOW)? else { return Ok(None) };
        // A row with fewer cells than the header lacks the last ones, which may be needless.
        let rows =
            window.rows.into_iter().map(|row| TableRow { line: row.line, cells: Ok(texts(&row.cells)) });
        let rejected = window.rejected.into_iter();
        let mut rows: Vec<TableRow> =
            rows.chain(rejected.map(|one| TableRow { line: one.line, cells: Err(one.why) })).collect();
        rows.sort_by_key(|row| row.line);
        Ok(Some(rows))
    }
}

fn texts(cells: &[Value]) -> Vec<String> {
    cells.iter().map(Value::text).collect()
}
