//! Columns through the Arrow C data interface, as PyCapsules: <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>.
//! Neither side copies the other's buffers.

use std::ffi::CStr;
use std::sync::Arc;

use arrow_array::builder::{Float64Builder, ListBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, to_ffi};
use arrow_array::{Array, ArrayRef, StructArray, make_array};
use arrow_schema::{DataType, Field, Fields};
use milepost::{Engine, Pool};
use milepost_bulk::{Cell, CellType, Only, TableAnswers, TableQuestion};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use crate::failure::{exception, of_table};

/// Rows that are answered before their cells are written: what lies between is bounded by it.
const WINDOW: usize = 8_192;

/// Bytes that a column of text can hold.
const LARGEST: usize = i32::MAX as usize;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";

/// A struct array on its way to whoever takes Arrow.
#[pyclass(frozen, module = "milepost._core")]
pub struct ArrowColumn(StructArray);

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

/// The array of an object that hands one out.
///
/// # Errors
/// When it hands out none, or none of text.
pub(crate) fn texts(object: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let none = |_| PyTypeError::new_err("a column must be an Arrow array: it has no __arrow_c_array__");
    let capsules = object.call_method0("__arrow_c_array__").map_err(none)?;
    let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = capsules.extract()?;
    let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
    // SAFETY: capsules of these names hold these structs, as the interface says, and live until the end of this function. The array is
    // moved out, which leaves a released one in the capsule.
    let data = unsafe { from_ffi(FFI_ArrowArray::from_raw(array.as_ptr()), schema.as_ref()) };
    let column = make_array(data.map_err(exception)?);
    match column.data_type() {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null => Ok(column),
        other => Err(PyTypeError::new_err(format!("a column of addresses must be text, not {other}"))),
    }
}

/// Name and kind (`number`, `text` or `list`) of each column of the answers to a column of texts; `question` is `parse` or `geocode`.
#[pyfunction]
pub(crate) fn columns(question: &str, fields: Vec<String>) -> PyResult<Vec<(&'static str, &'static str)>> {
    let only = Only::from_name(question)
        .ok_or_else(|| PyValueError::new_err(format!("question: there is no `{question}`")))?;
    let kind = |kind| match kind {
        CellType::Number => "number",
        CellType::Text => "text",
        CellType::List => "list",
    };
    let question = TableQuestion::new(only, &fields).map_err(of_table)?;
    Ok(question.columns().map(|(name, of)| (name, kind(of))).collect())
}

/// The texts of a window of a column.
fn window(column: &ArrayRef, start: usize, end: usize) -> Vec<Option<&str>> {
    let rows = start..end;
    let text = |row: usize| match column.data_type() {
        _ if column.is_null(row) => None,
        DataType::Utf8 => Some(column.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => Some(column.as_string::<i64>().value(row)),
        DataType::Utf8View => Some(column.as_string_view().value(row)),
        _ => None,
    };
    rows.map(text).collect()
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

/// The answers to all texts of some arrays, one behind the other.
///
/// # Errors
/// When a column becomes larger than Arrow's text can be.
pub(crate) fn answered(
    engine: &Engine,
    pool: &Pool,
    question: &TableQuestion,
    chunks: &[ArrayRef],
) -> PyResult<ArrowColumn> {
    let mut builders: Vec<Builder> = question.columns().map(|(_, kind)| Builder::of(kind)).collect();
    let mut rows = 0;
    for chunk in chunks {
        for start in (0..chunk.len()).step_by(WINDOW) {
            let end = (start + WINDOW).min(chunk.len());
            let answers = question.ask(engine, pool, &window(chunk, start, end));
            write(&mut builders, &answers);
            rows += answers.rows();
            if builders.iter().any(|builder| builder.bytes() > LARGEST / 2) {
                let advice = "the answers do not fit one Arrow array: hand the column over in parts";
                return Err(PyValueError::new_err(format!("{advice} of some {rows} rows")));
            }
        }
    }
    let columns: Vec<ArrayRef> = builders.into_iter().map(Builder::finish).collect();
    let fields: Fields = question
        .columns()
        .zip(&columns)
        .map(|((name, _), column)| Field::new(name, column.data_type().clone(), true))
        .collect();
    let table = StructArray::try_new_with_length(fields, columns, None, rows).map_err(exception)?;
    Ok(ArrowColumn(table))
}

fn write(builders: &mut [Builder], answers: &TableAnswers) {
    for (column, builder) in builders.iter_mut().enumerate() {
        for row in 0..answers.rows() {
            builder.append(answers.cell(row, column));
        }
    }
}
