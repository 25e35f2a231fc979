//! The files of a run as windows of rows, in order, from any position.

mod csv;
mod files;
mod layers;
mod ndjson;
mod objects;
pub(crate) mod parquet;
mod stream;
mod utf_16;

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ::parquet::schema::types::Type;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use self::csv::{Record, Records};
use self::layers::Layer;
use self::ndjson::Line;
use self::objects::NextObject;
use self::parquet::ParquetRows;
pub(crate) use self::stream::Stream;
use self::utf_16::Utf16;
use crate::error::BulkError;
use crate::file_format::Kind;
use crate::parquet_column::Leaf;
use crate::quote::quoted;
use crate::value::{InputRow, Rejected, Value};

pub(crate) use files::{Source, sources};
pub use layers::{geopackage_point, well_known_point};
pub(crate) use objects::{GEOMETRY_LAT, GEOMETRY_LON};

/// Bytes after which a window of text ends, whatever its rows: a row may have a megabyte.
const WINDOW_BYTES: u64 = 32 << 20;

/// Most columns of a table.
const MOST_COLUMNS: usize = 4_096;

/// How text files are read.
#[derive(Debug, Clone)]
pub(crate) struct Reading {
    /// None: detected from the first lines.
    pub(crate) delimiter: Option<u8>,
    pub(crate) header: bool,
    /// Whether lines of JSON are kept as they were read.
    pub(crate) keep_raw: bool,
    /// Whether columns of Parquet are also read unchanged.
    pub(crate) with_leaves: bool,
    /// The layer of a GeoPackage; none if it has one.
    pub(crate) layer: Option<String>,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading { delimiter: None, header: true, keep_raw: false, with_leaves: false, layer: None }
    }
}

/// Position in the input after a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Position {
    /// Index of the file.
    pub(crate) file: usize,
    /// Decompressed bytes of the file, or rows of a file with an index.
    pub(crate) offset: u64,
    /// Checksum of those bytes; for Parquet, of the footer and of the row groups that were started. 0 for a layer.
    pub(crate) checksum: u32,
}

/// Consecutive rows of one file.
pub(crate) struct Window {
    pub(crate) rows: Vec<InputRow>,
    pub(crate) rejected: Vec<Rejected>,
    /// Unchanged columns of Parquet.
    pub(crate) leaves: Option<Vec<Leaf>>,
    /// Where the next window begins.
    pub(crate) position: Position,
}

/// The file of a window and the most rows.
#[derive(Clone, Copy)]
struct Limits<'a> {
    name: &'a str,
    most: usize,
}

impl Window {
    /// Reads records of a file whose cells are in `order` in a table of `columns`.
    fn read_records(
        &mut self,
        records: &mut Records,
        order: Option<&[Option<usize>]>,
        columns: usize,
        Limits { name, most }: Limits<'_>,
    ) -> Result<(), BulkError> {
        let begun = records.stream().offset();
        while !self.is_full(most, records.stream().offset() - begun) {
            let (cells, fault) = match records.next().map_err(BulkError::read(name))? {
                None => break,
                Some(Record::Unsplit { line, why, text }) => {
                    self.rejected.push(Rejected { file: name.to_owned(), line, why, text });
                    continue;
                }
                Some(Record::Row(cells)) => (cells, None),
                Some(Record::Short(mut cells)) => {
                    let (found, width) = (cells.len(), order.map_or(columns, <[_]>::len));
                    cells.resize(columns.max(found), Value::Null);
                    (cells, Some(format!("{found} cells where the header has {width}")))
                }
            };
            let cells = ordered(cells, order);
            self.rows.push(InputRow { cells, line: records.line, fault, ..InputRow::default() });
        }
        self.end_at(records.stream());
        Ok(())
    }

    fn read_objects(
        &mut self,
        stream: &mut Stream,
        next: NextObject,
        columns: &[String],
        keep_raw: bool,
        Limits { name, most }: Limits<'_>,
    ) -> Result<(), BulkError> {
        let known: HashSet<&str> = columns.iter().map(String::as_str).collect();
        let begun = stream.offset();
        while !self.is_full(most, stream.offset() - begun) {
            match next(stream).map_err(BulkError::read(name))? {
                None => break,
                Some(Line::Unread { line, why, text }) => {
                    self.rejected.push(Rejected { file: name.to_owned(), line, why, text });
                }
                Some(Line::Object { line, raw, object }) => {
                    let mut cells = cells_of(&object, columns);
                    if !keep_raw {
                        cells.push(rest(&object, &known));
                    }
                    self.rows.push(InputRow { cells, raw: keep_raw.then_some(raw), line, fault: None });
                }
            }
        }
        self.end_at(stream);
        Ok(())
    }

    /// Whether `bytes` or `most` rows are read. Rejected lines count too, so a file of rejected lines is not one endless window.
    fn is_full(&self, most: usize, bytes: u64) -> bool {
        self.rows.len() + self.rejected.len() >= most || bytes >= WINDOW_BYTES
    }

    fn end_at(&mut self, stream: &Stream) {
        self.position.offset = stream.offset();
        self.position.checksum = stream.checksum();
    }
}

/// Reads the files of a run one after the other.
pub(crate) struct Input {
    sources: Vec<Source>,
    reading: Reading,
    kind: Kind,
    columns: Vec<String>,
    schema: Option<Arc<Type>>,
    index: usize,
    open: Option<Open>,
    taken: Arc<AtomicU64>,
    warnings: Vec<String>,
    is_recoding_reported: bool,
    epsg: Option<u16>,
}

enum Open {
    Csv {
        records: Box<Records>,
        /// For each column of the run, the index of its cell in this file; none if they are equal.
        order: Option<Vec<Option<usize>>>,
    },
    /// Objects of JSON, one per line or not.
    Objects {
        stream: Box<Stream>,
        next: NextObject,
    },
    Layer(Box<Layer>),
    Parquet(Box<ParquetRows>),
}

impl Input {
    /// Opens the first file and reads its columns. `taken` counts the progress: bytes, or rows of Parquet.
    pub(crate) fn open(
        sources: Vec<Source>,
        kind: Kind,
        reading: Reading,
        taken: Arc<AtomicU64>,
    ) -> Result<Input, BulkError> {
        Input::begun(sources, kind, reading, taken, |input| input.open_file(0))
    }

    /// Reads bytes that are decompressed already; messages call them `name`.
    pub(crate) fn of_stream(
        stream: Stream,
        name: &str,
        kind: Kind,
        reading: Reading,
    ) -> Result<Input, BulkError> {
        let source = Source { name: name.to_owned(), path: name.to_owned() };
        let open = |input: &mut Input| input.open_stream(stream, 0, name);
        Input::begun(vec![source], kind, reading, Arc::default(), open)
    }

    fn begun(
        sources: Vec<Source>,
        kind: Kind,
        reading: Reading,
        taken: Arc<AtomicU64>,
        open: impl FnOnce(&mut Input) -> Result<Open, BulkError>,
    ) -> Result<Input, BulkError> {
        let mut input = Input {
            sources,
            reading,
            kind,
            columns: Vec::new(),
            schema: None,
            index: 0,
            open: None,
            taken,
            warnings: Vec::new(),
            is_recoding_reported: false,
            epsg: None,
        };
        input.open = Some(open(&mut input)?);
        let (columns, name) = (input.columns.len(), &input.sources[0].name);
        if columns > MOST_COLUMNS {
            let what =
                format!("{name} has {columns} columns; a table can have {MOST_COLUMNS}: leave some out");
            return Err(BulkError::Usage(what));
        }
        Ok(input)
    }

    /// The grid that the first file names for its geometries (EPSG); none for degrees.
    pub(crate) fn epsg(&self) -> Option<u16> {
        self.epsg
    }

    /// Names of the columns.
    pub(crate) fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The schema of Parquet files.
    pub(crate) fn schema(&self) -> Option<&Arc<Type>> {
        self.schema.as_ref()
    }

    /// The delimiter.
    pub(crate) fn delimiter(&self) -> Option<u8> {
        self.reading.delimiter
    }

    /// Up to `most` rows from the beginning of the first file, as far as it is read ahead. Reading goes on where it was.
    pub(crate) fn sample(&self, most: usize) -> Vec<Vec<Value>> {
        let copy = |stream: &Stream| Stream::of_bytes(stream.rest());
        let mut rows = Vec::new();
        match &self.open {
            Some(Open::Csv { records, .. }) => {
                let mut records =
                    Records::new(copy(records.stream()), self.reading.delimiter.unwrap_or(b','));
                while let (true, Ok(Some(record))) = (rows.len() < most, records.next()) {
                    match record {
                        Record::Row(cells) | Record::Short(cells) => rows.push(cells),
                        Record::Unsplit { .. } => {}
                    }
                }
            }
            Some(Open::Objects { stream, next }) => {
                let mut stream = copy(stream);
                while let (true, Ok(Some(line))) = (rows.len() < most, next(&mut stream)) {
                    if let Line::Object { object, .. } = line {
                        rows.push(cells_of(&object, &self.columns));
                    }
                }
            }
            Some(Open::Layer(_)) => {
                let again = self.sources.first().and_then(|source| self.layer(&source.path).ok());
                rows = again.and_then(|mut layer| layer.next(most).ok()).unwrap_or_default();
            }
            Some(Open::Parquet(_)) => {
                // Another reader: this one counts the row groups that it has begun.
                let file =
                    self.sources.first().and_then(|source| ParquetRows::open(&source.path, false).ok());
                if let Some((first, _)) = file.and_then(|mut file| file.next(most).ok()) {
                    rows.extend(first.into_iter().map(|row| row.cells));
                }
            }
            None => {}
        }
        rows
    }

    /// Takes the warnings since the last call.
    pub(crate) fn warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// Resumes at a position of an earlier run.
    pub(crate) fn go_on_at(&mut self, position: Position) -> Result<(), BulkError> {
        if position.file > 0 {
            if position.file >= self.sources.len() {
                self.index = self.sources.len();
                self.open = None;
                return Ok(());
            }
            self.index = position.file;
            self.open = Some(self.open_file(position.file)?);
            let passed = self.sources[..position.file].iter().filter_map(|source| source.length(self.kind));
            self.taken.fetch_add(passed.sum(), Ordering::Relaxed);
        }
        let name = self.sources[self.index].name.clone();
        let changed =
            || BulkError::Changed { path: name.clone().into(), what: "another content of this file".into() };
        let stream = match self.open.as_mut() {
            Some(Open::Parquet(rows)) => {
                if position.offset > rows.rows() {
                    return Err(changed());
                }
                rows.skip(position.offset).map_err(BulkError::parquet(&name))?;
                self.taken.fetch_add(position.offset, Ordering::Relaxed);
                return if rows.checksum() == position.checksum { Ok(()) } else { Err(changed()) };
            }
            Some(Open::Layer(layer)) => {
                return layer.skip(position.offset).map_err(BulkError::read(&name));
            }
            Some(Open::Csv { records, .. }) => records.stream_mut(),
            Some(Open::Objects { stream, .. }) => stream.as_mut(),
            None => return Ok(()),
        };
        let there = stream.skip_to(position.offset).map_err(BulkError::read(&name))?;
        if there && stream.offset() == position.offset && stream.checksum() == position.checksum {
            Ok(())
        } else {
            Err(changed())
        }
    }

    /// Up to `most` rows, and the rejected records between them; none at the end.
    pub(crate) fn window(&mut self, most: usize) -> Result<Option<Window>, BulkError> {
        while self.index < self.sources.len() {
            if self.open.is_none() {
                self.open = Some(self.open_file(self.index)?);
            }
            let window = self.window_of_file(most)?;
            if !window.rows.is_empty() || !window.rejected.is_empty() {
                return Ok(Some(window));
            }
            self.open = None;
            self.index += 1;
        }
        Ok(None)
    }

    fn window_of_file(&mut self, most: usize) -> Result<Window, BulkError> {
        let name = &self.sources[self.index].name;
        let position = Position { file: self.index, ..Position::default() };
        let mut window = Window { rows: Vec::new(), rejected: Vec::new(), leaves: None, position };
        let limits = Limits { name, most };
        match self.open.as_mut() {
            None => {}
            Some(Open::Parquet(file)) => {
                (window.rows, window.leaves) = file.next(most).map_err(BulkError::parquet(name))?;
                self.taken.fetch_add(window.rows.len() as u64, Ordering::Relaxed);
                window.position.offset = file.passed();
                window.position.checksum = file.checksum();
            }
            Some(Open::Layer(layer)) => {
                let read = layer.next(most).map_err(BulkError::read(name))?;
                self.taken.fetch_add(read.len() as u64, Ordering::Relaxed);
                let first = layer.passed() + 1 - read.len() as u64;
                let row = |(line, cells)| InputRow { cells, line, ..InputRow::default() };
                window.rows.extend((first..).zip(read).map(row));
                window.position.offset = layer.passed();
            }
            Some(Open::Csv { records, order }) => {
                window.read_records(records, order.as_deref(), self.columns.len(), limits)?;
                if records.recoded && !self.is_recoding_reported {
                    self.is_recoding_reported = true;
                    self.warnings
                        .push(format!("{name} has bytes that are not UTF-8; they are read as Windows-1252"));
                }
            }
            Some(Open::Objects { stream, next }) => {
                window.read_objects(stream, *next, &self.columns, self.reading.keep_raw, limits)?;
            }
        }
        Ok(window)
    }

    /// Opens a file and checks its columns against those of the first.
    fn open_file(&mut self, index: usize) -> Result<Open, BulkError> {
        let Source { name, path } = self.sources[index].clone();
        let read = BulkError::read(&name);
        if self.kind == Kind::Parquet {
            let rows =
                ParquetRows::open(&path, self.reading.with_leaves).map_err(BulkError::parquet(&name))?;
            match &self.schema {
                None => {
                    self.columns = rows.columns().to_vec();
                    self.schema = Some(rows.schema());
                }
                Some(schema) if *schema.get_fields() == *rows.schema().get_fields() => {}
                Some(_) => return Err(differs(&name, "its schema is", &self.sources[0].name)),
            }
            return Ok(Open::Parquet(Box::new(rows)));
        }
        if self.kind.is_indexed() {
            let layer = self.layer(&path).map_err(&read)?;
            if index == 0 {
                self.columns = layer.columns().to_vec();
                self.epsg = layer.epsg();
            } else if self.columns != layer.columns() {
                return Err(differs(&name, "its columns are", &self.sources[0].name));
            }
            return Ok(Open::Layer(Box::new(layer)));
        }
        let stream = Stream::open(&path, &self.taken).map_err(&read)?;
        self.open_stream(stream, index, &name)
    }

    fn layer(&self, path: &str) -> std::io::Result<Layer> {
        Layer::open(Path::new(path), self.kind, self.reading.layer.as_deref())
    }

    /// Begins a file of text.
    fn open_stream(&mut self, stream: Stream, index: usize, name: &str) -> Result<Open, BulkError> {
        let read = BulkError::read(name);
        let mut stream = Utf16::decode(stream).map_err(&read)?;
        let beginning = stream.sample().map_err(&read)?;
        if beginning.starts_with(b"PAR1") {
            return Err(BulkError::Usage(format!("{name} is Parquet: use --input-format parquet")));
        }
        if beginning.starts_with(b"\xef\xbb\xbf") {
            stream.consume(3);
        }
        if let Kind::Ndjson | Kind::Geojson = self.kind {
            let (next, epsg): (NextObject, _) = match self.kind {
                Kind::Ndjson => (ndjson::next, None),
                _ => (objects::next, objects::begin(&mut stream).map_err(&read)?),
            };
            if index == 0 {
                self.epsg = epsg;
                self.columns = objects::columns(stream.rest(), next).map_err(&read)?;
                if !self.reading.keep_raw {
                    self.columns.retain(|column| column != REST);
                }
            }
            return Ok(Open::Objects { stream: Box::new(stream), next });
        }
        let delimiter = *self.reading.delimiter.get_or_insert_with(|| csv::sniff(stream.rest()));
        let mut records = Box::new(Records::new(stream, delimiter));
        let order = self.header(&mut records, index, name)?;
        Ok(Open::Csv { records, order })
    }

    /// Reads the header of a file, or generates one.
    fn header(
        &mut self,
        records: &mut Records,
        index: usize,
        name: &str,
    ) -> Result<Option<Vec<Option<usize>>>, BulkError> {
        if !self.reading.header {
            if index == 0 {
                let delimiter = self.reading.delimiter.unwrap_or(b',');
                let mut sample = Records::new(Stream::of_bytes(records.stream().rest()), delimiter);
                let width = match sample.next().map_err(BulkError::read(name))? {
                    Some(Record::Row(cells) | Record::Short(cells)) => cells.len(),
                    _ => 0,
                };
                self.columns = (1..=width).map(|number| format!("column_{number}")).collect();
            }
            records.expect(self.columns.len());
            return Ok(None);
        }
        let header = match records.next().map_err(BulkError::read(name))? {
            Some(Record::Row(cells) | Record::Short(cells)) => cells,
            Some(Record::Unsplit { why, .. }) => {
                return Err(BulkError::Usage(format!("{name}: its first line is not a header: {why}")));
            }
            None => Vec::new(),
        };
        let names = distinct(header.iter().map(Value::text).map(|name| name.trim().to_owned()).collect());
        records.expect(names.len());
        if index == 0 {
            self.columns = names;
            return Ok(None);
        }
        if names == self.columns {
            return Ok(None);
        }
        let known: HashSet<&String> = self.columns.iter().collect();
        if let Some(other) = names.iter().find(|&name| !known.contains(name)) {
            return Err(differs(name, &format!("its column `{}` is", quoted(other)), &self.sources[0].name));
        }
        let places: HashMap<&String, usize> = names.iter().enumerate().map(|(at, name)| (name, at)).collect();
        Ok(Some(self.columns.iter().map(|column| places.get(column).copied()).collect()))
    }
}

/// The cells of an object.
fn cells_of(object: &Map<String, Json>, columns: &[String]) -> Vec<Value> {
    columns.iter().map(|column| object.get(column).map_or(Value::Null, Value::of_json)).collect()
}

/// The column for further members of an object, if the result has columns.
pub(crate) const REST: &str = "rest";

/// Members of an object without a column, as one cell; nothing if there are none.
fn rest(object: &Map<String, Json>, columns: &HashSet<&str>) -> Value {
    if object.len() <= columns.len() && object.keys().all(|name| columns.contains(name.as_str())) {
        return Value::Null;
    }
    let others = object.iter().filter(|(name, _)| !columns.contains(name.as_str()));
    Value::Json(others.map(|(name, value)| (name.clone(), value.clone())).collect())
}

/// Cells in the order of the run's columns.
fn ordered(cells: Vec<Value>, order: Option<&[Option<usize>]>) -> Vec<Value> {
    let Some(order) = order else { return cells };
    let cell = |from: &Option<usize>| from.and_then(|from| cells.get(from).cloned()).unwrap_or(Value::Null);
    order.iter().map(cell).collect()
}

fn differs(name: &str, what: &str, first: &str) -> BulkError {
    BulkError::Usage(format!("{name}: {what} not that of {first}; files of one run have the same columns"))
}

/// Distinct names: the second `a` becomes `a_2`, an unnamed column `column_3`.
fn distinct(names: Vec<String>) -> Vec<String> {
    let mut known: HashSet<String> = HashSet::with_capacity(names.len());
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut distinct = |(index, name): (usize, String)| {
        let name = if name.is_empty() { format!("column_{}", index + 1) } else { name };
        let mut candidate = name.clone();
        while !known.insert(candidate.clone()) {
            let number = numbers.entry(name.clone()).or_insert(1);
            *number += 1;
            candidate = format!("{name}_{number}");
        }
        candidate
    };
    names.into_iter().enumerate().map(&mut distinct).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_distinct_in_linear_time() {
        let names = ["a", "", "a", "a_2", "a", "column_2"].map(str::to_owned).to_vec();
        assert_eq!(distinct(names), ["a", "column_2", "a_2", "a_2_2", "a_3", "column_2_2"]);
        assert_eq!(distinct(vec!["a".to_owned(); 200_000])[199_999], "a_200000");
    }

    #[test]
    fn a_table_has_at_most_4096_columns() {
        for (kind, name) in [(Kind::Csv, "a.csv"), (Kind::Ndjson, "a.ndjson")] {
            for (columns, opens) in [(4_096, true), (4_097, false)] {
                let names = (0..columns).map(|number| format!("\"c{number}\""));
                let text = match kind {
                    Kind::Csv => names.collect::<Vec<_>>().join(","),
                    _ => {
                        format!("{{{}}}", names.map(|name| format!("{name}:1")).collect::<Vec<_>>().join(","))
                    }
                };
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join(name);
                std::fs::write(&path, text).unwrap();
                let source = Source { name: name.to_owned(), path: path.to_string_lossy().into_owned() };
                let reading = Reading::default();
                match Input::open(vec![source], kind, reading, Arc::new(AtomicU64::new(0))) {
                    Ok(_) => assert!(opens, "{name}"),
                    Err(error) => assert_eq!(
                        error.to_string(),
                        format!("{name} has 4097 columns; a table can have 4096: leave some out"),
                    ),
                }
            }
        }
    }

    /// Warnings while a run reads these files, a window of one row at a time.
    fn warnings_of(files: &[(&str, &[u8])]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let sources = files.iter().map(|&(name, bytes)| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            Source { name: name.to_owned(), path: path.to_string_lossy().into_owned() }
        });
        let reading = Reading::default();
        let taken = Arc::new(AtomicU64::new(0));
        let mut input = Input::open(sources.collect(), Kind::Csv, reading, taken).unwrap();
        let mut warnings = Vec::new();
        while input.window(1).unwrap().is_some() {
            warnings.extend(input.warnings());
        }
        warnings
    }

    #[test]
    fn latin_1_gives_one_warning_that_names_the_file() {
        let (utf_8, latin_1) = ("address\nStraße 1\n".as_bytes(), b"address\nStra\xdfe 1\nRue Ren\xe9 2\n");
        assert_eq!(
            warnings_of(&[("a.csv", utf_8), ("b.csv", latin_1), ("c.csv", latin_1)]),
            ["b.csv has bytes that are not UTF-8; they are read as Windows-1252"]
        );
    }

    #[test]
    fn utf_8_with_and_without_a_byte_order_mark_gives_no_warning() {
        let texts = [("a.csv", "address\nStraße 1\n"), ("b.csv", "\u{feff}address\nRue René 2\n")];
        assert_eq!(warnings_of(&texts.map(|(name, text)| (name, text.as_bytes()))), [""; 0]);
    }
}
