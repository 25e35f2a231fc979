//! Columns through the Arrow C data interface, as PyCapsules: <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>.
//! Neither side copies the other's buffers.
//!
//! Producers do not check that their text is UTF-8, and Rust relies on it. So texts are imported as bytes, with all offsets checked, and
//! each becomes a text or the error of its row where it is read.

use std::ffi::CStr;
use std::sync::Arc;

use arrow_array::builder::{Float64Builder, ListBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type, to_ffi};
use arrow_array::{Array, ArrayRef, StructArray, make_array};
use arrow_schema::{DataType, Field, Fields};
use milepost::{Cancellation, Engine, EngineError, Pool};
use milepost_bulk::{
    BulkError, Cell, CellType, GuessedParts, Only, TableAnswers, TableLinks, TableParts, TableQuestion,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use crate::failure::{asked, exception, of_table};

/// Rows that are answered before their cells are written: what lies between is bounded by it.
const WINDOW: usize = 8_192;

/// Rows of an array of pairs or clusters, at least: their texts fit one array.
const ROWS: usize = 65_536;

/// Bytes that a column of text can hold.
const LARGEST: usize = i32::MAX as usize;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";

/// A struct array on its way to whoever takes Arrow.
#[pyclass(frozen, module = "milepost._core")]
pub struct ArrowColumn(StructArray);

impl ArrowColumn {
    fn of(
        columns: impl Iterator<Item = (&'static str, CellType)>,
        builders: Vec<Builder>,
        rows: usize,
    ) -> PyResult<ArrowColumn> {
        let arrays: Vec<ArrayRef> = builders.into_iter().map(Builder::finish).collect();
        let fields: Fields = columns
            .zip(&arrays)
            .map(|((name, _), array)| Field::new(name, array.data_type().clone(), true))
            .collect();
        StructArray::try_new_with_length(fields, arrays, None, rows).map(ArrowColumn).map_err(exception)
    }
}

#[pymethods]
impl ArrowColumn {
    /// Capsules of schema and array.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // A producer may ignore the wish for another type.
        drop(requested_schema);
        let (array, schema) = to_ffi(&self.0.to_data()).map_err(exception)?;
        let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
        let array = PyCapsule::new_with_value(py, array, ARRAY)?;
        PyTuple::new(py, [schema, array])
    }
}

/// A column of text as bytes.
pub(crate) struct TextColumn {
    texts: ArrayRef,
    /// For the rows of a dictionary, the index of each text; none for null.
    keys: Option<Vec<Option<usize>>>,
}

/// Columns that hold the parts of addresses, each with the name of its part.
pub(crate) type Named<'py> = Vec<(String, Bound<'py, PyAny>)>;

/// The rows of a table of addresses: the columns of their parts, of equal length, in chunks one behind the other.
pub(crate) struct Rows(Vec<(TableParts, Vec<TextColumn>)>);

impl Rows {
    /// # Errors
    /// If the columns of a chunk have different lengths, or if a part is unknown.
    pub(crate) fn of(chunks: Vec<Named<'_>>) -> PyResult<Rows> {
        let chunk = |columns: Named<'_>| {
            let (names, arrays): (Vec<String>, Vec<_>) = columns.into_iter().unzip();
            let parts = TableParts::of(&names).map_err(of_table)?;
            let columns = arrays.iter().map(texts).collect::<PyResult<Vec<_>>>()?;
            if columns.windows(2).any(|pair| pair[0].len() != pair[1].len()) {
                return Err(PyValueError::new_err("the columns of an address have different lengths"));
            }
            Ok((parts, columns))
        };
        chunks.into_iter().map(chunk).collect::<PyResult<_>>().map(Rows)
    }

    /// The cells of some rows at a time.
    fn windows(&self) -> impl Iterator<Item = (&TableParts, Vec<Vec<Option<&[u8]>>>)> {
        self.0.iter().flat_map(|(parts, columns)| {
            let length = columns.first().map_or(0, TextColumn::len);
            let cells = |row| columns.iter().map(|column| column.bytes(row)).collect();
            let window =
                move |start: usize| (start..length.min(start + WINDOW)).map(cells).collect::<Vec<_>>();
            (0..length).step_by(WINDOW).map(move |start| (parts, window(start)))
        })
    }
}

/// The array of an object that hands one out. The caller has checked that its first and last offsets lie within its buffers, whose
/// lengths the interface does not tell.
///
/// # Errors
/// When it hands out none, or none of text, and when its offsets or keys point elsewhere than into it.
pub(crate) fn texts(object: &Bound<'_, PyAny>) -> PyResult<TextColumn> {
    let none = |_| PyTypeError::new_err("a column must be an Arrow array: it has no __arrow_c_array__");
    let capsules = object.call_method0("__arrow_c_array__").map_err(none)?;
    let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = capsules.extract()?;
    let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
    // SAFETY: a capsule of this name holds this struct, as the interface says, and lives until the end of this function.
    let schema = unsafe { schema.as_ref() };
    let declared = DataType::try_from(schema).map_err(exception)?;
    let Some(bytes) = bytes_of(&declared) else {
        return Err(PyTypeError::new_err(format!("a column of addresses must be text, not {declared}")));
    };
    // SAFETY: as above, and a column of text has the layout of one of bytes. The array is moved out, which leaves a released one in the
    // capsule.
    let data = unsafe { from_ffi_and_data_type(FFI_ArrowArray::from_raw(array.as_ptr()), bytes) };
    let data = data.map_err(exception)?;
    let damaged = |error| PyValueError::new_err(format!("the column is damaged: {error}"));
    data.validate_full().map_err(damaged)?;
    Ok(TextColumn::of(make_array(data)))
}

/// The type of the bytes of texts; none for a type other than text.
fn bytes_of(text: &DataType) -> Option<DataType> {
    match text {
        DataType::Utf8 => Some(DataType::Binary),
        DataType::LargeUtf8 => Some(DataType::LargeBinary),
        DataType::Utf8View => Some(DataType::BinaryView),
        DataType::Null => Some(DataType::Null),
        DataType::Dictionary(keys, texts) if !matches!(**texts, DataType::Dictionary(..)) => {
            Some(DataType::Dictionary(keys.clone(), Box::new(bytes_of(texts)?)))
        }
        _ => None,
    }
}

impl TextColumn {
    fn of(column: ArrayRef) -> TextColumn {
        let Some(dictionary) = column.as_any_dictionary_opt() else {
            return TextColumn { texts: column, keys: None };
        };
        let texts = Arc::clone(dictionary.values());
        // Keys of null rows may be anything.
        let keys = if texts.is_empty() { vec![0; column.len()] } else { dictionary.normalized_keys() };
        let key = |(row, key)| (!column.is_null(row)).then_some(key);
        TextColumn { texts, keys: Some(keys.into_iter().enumerate().map(key).collect()) }
    }

    fn len(&self) -> usize {
        self.keys.as_ref().map_or(self.texts.len(), Vec::len)
    }

    /// The bytes of a row; none if it is null.
    fn bytes(&self, row: usize) -> Option<&[u8]> {
        let row = match &self.keys {
            Some(keys) => keys[row]?,
            None => row,
        };
        match self.texts.data_type() {
            _ if self.texts.is_null(row) => None,
            DataType::Binary => Some(self.texts.as_binary::<i32>().value(row)),
            DataType::LargeBinary => Some(self.texts.as_binary::<i64>().value(row)),
            DataType::BinaryView => Some(self.texts.as_binary_view().value(row)),
            _ => None,
        }
    }
}

/// Name and kind (`number`, `text` or `list`) of each column of the answers to a column of texts; `question` is `parse` or `geocode`.
#[pyfunction]
pub(crate) fn columns(question: &str, fields: Vec<String>) -> PyResult<Vec<(&'static str, &'static str)>> {
    let only = Only::from_name(question)
        .ok_or_else(|| PyValueError::new_err(format!("question: there is no `{question}`")))?;
    let question = TableQuestion::new(only, &fields).map_err(of_table)?;
    Ok(question.columns().map(|(name, kind)| (name, name_of(kind))).collect())
}

fn name_of(kind: CellType) -> &'static str {
    match kind {
        CellType::Number => "number",
        CellType::Text => "text",
        CellType::List => "list",
    }
}

/// A column that is being written.
enum Builder {
    Number(Float64Builder),
    Text(StringBuilder),
    List(ListBuilder<StringBuilder>),
}

impl Builder {
    fn of(kind: CellType) -> Builder {
        match kind {
            CellType::Number => Builder::Number(Float64Builder::new()),
            CellType::Text => Builder::Text(StringBuilder::new()),
            CellType::List => Builder::List(ListBuilder::new(StringBuilder::new())),
        }
    }

    fn append(&mut self, cell: Cell<'_>) {
        match (self, cell) {
            (Builder::Number(numbers), Cell::Number(number)) => numbers.append_value(number),
            (Builder::Number(numbers), _) => numbers.append_null(),
            (Builder::Text(texts), Cell::Text(text)) => texts.append_value(text),
            (Builder::Text(texts), _) => texts.append_null(),
            (Builder::List(lists), Cell::List(items)) => {
                items.iter().for_each(|item| lists.values().append_value(item));
                lists.append(true);
            }
            (Builder::List(lists), _) => lists.append(false),
        }
    }

    /// Bytes of text so far.
    fn bytes(&self) -> usize {
        match self {
            Builder::Number(_) => 0,
            Builder::Text(texts) => texts.values_slice().len(),
            Builder::List(lists) => lists.values_ref().values_slice().len(),
        }
    }

    fn finish(self) -> ArrayRef {
        match self {
            Builder::Number(mut numbers) => Arc::new(numbers.finish()),
            Builder::Text(mut texts) => Arc::new(texts.finish()),
            Builder::List(mut lists) => Arc::new(lists.finish()),
        }
    }
}

/// The answers to all rows.
///
/// # Errors
/// When a column becomes larger than Arrow's text can be, and when it is cancelled.
pub(crate) fn answered(
    engine: &Engine,
    pool: &Pool,
    question: &TableQuestion,
    asked: &Rows,
    cancellation: &Cancellation,
) -> PyResult<ArrowColumn> {
    let mut builders: Vec<Builder> = question.columns().map(|(_, kind)| Builder::of(kind)).collect();
    let mut rows = 0;
    for (parts, cells) in asked.windows() {
        let answers = question.ask(engine, pool, parts, &cells, cancellation);
        if cancellation.is_cancelled() {
            return Err(exception(EngineError::Cancelled));
        }
        write(&mut builders, &answers);
        rows += answers.rows();
        if builders.iter().any(|builder| builder.bytes() > LARGEST / 2) {
            let advice = "the answers do not fit one Arrow array: hand the column over in parts";
            return Err(PyValueError::new_err(format!("{advice} of some {rows} rows")));
        }
    }
    ArrowColumn::of(question.columns(), builders, rows)
}

/// The parts of an address that columns look like, each with the index of its column, and sentences on what is read. `sample` are texts of
/// some rows.
#[pyfunction]
pub(crate) fn guess_parts(names: Vec<String>, sample: Vec<Vec<Option<String>>>) -> PyResult<GuessedParts> {
    TableParts::guess(&names, &sample).map_err(of_table)
}

/// Adds a table to what is linked.
///
/// # Errors
/// If it is cancelled.
pub(crate) fn add(links: &mut TableLinks<'_>, table: &Rows) -> PyResult<()> {
    links.start();
    table.windows().try_for_each(|(parts, rows)| links.add(parts, &rows)).map_err(of_table)
}

/// Name and kind of each column of [`compare_rows`].
#[pyfunction]
pub(crate) fn comparison_columns() -> Vec<(&'static str, &'static str)> {
    TableLinks::comparison_columns().into_iter().map(|(name, kind)| (name, name_of(kind))).collect()
}

/// Compares two columns of components that [`TableLinks::rows`] gave, row by row, as a struct array of as many rows.
#[pyfunction]
pub(crate) fn compare_rows(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    key_country: &str,
) -> PyResult<ArrowColumn> {
    let (a, b) = (texts(a)?, texts(b)?);
    let text = |column: &TextColumn, row| {
        let bytes = if row < column.len() { column.bytes(row) } else { None };
        String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned()
    };
    let columns = TableLinks::comparison_columns();
    let mut builders: Vec<Builder> = columns.iter().map(|(_, kind)| Builder::of(*kind)).collect();
    asked(py, || {
        for start in (0..a.len()).step_by(WINDOW) {
            let rows = start..(start + WINDOW).min(a.len());
            let owned: Vec<[String; 2]> = rows.map(|row| [text(&a, row), text(&b, row)]).collect();
            let pairs: Vec<[&str; 2]> = owned.iter().map(|pair| [&*pair[0], &*pair[1]]).collect();
            write(&mut builders, &TableLinks::compared(&pairs, key_country));
        }
        Ok(())
    })?;
    ArrowColumn::of(columns.into_iter(), builders, a.len())
}

/// Answers in arrays of bounded size; one at least, which has the columns. With sentences on what is left out.
///
/// # Errors
/// If it is cancelled, or if an array is too large.
pub(crate) fn in_arrays(
    columns: &[(&'static str, CellType)],
    ask: impl FnOnce(&mut dyn FnMut(&TableAnswers)) -> Result<Vec<String>, BulkError>,
) -> PyResult<(Vec<ArrowColumn>, Vec<String>)> {
    let builders = || columns.iter().map(|(_, kind)| Builder::of(*kind)).collect::<Vec<_>>();
    let array = |builders, rows| ArrowColumn::of(columns.iter().copied(), builders, rows);
    let (mut open, mut rows) = (builders(), 0);
    let mut arrays = Vec::new();
    let lines = ask(&mut |answers| {
        write(&mut open, answers);
        rows += answers.rows();
        if rows >= ROWS {
            arrays.push(array(std::mem::replace(&mut open, builders()), std::mem::take(&mut rows)));
        }
    });
    let lines = lines.map_err(of_table)?;
    arrays.push(array(open, rows));
    Ok((arrays.into_iter().collect::<PyResult<_>>()?, lines))
}

fn write(builders: &mut [Builder], answers: &TableAnswers) {
    for (column, builder) in builders.iter_mut().enumerate() {
        for row in 0..answers.rows() {
            builder.append(answers.cell(row, column));
        }
    }
}
