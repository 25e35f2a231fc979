//! Answers of the core as dictionaries and lists. Their keys are those of the HTTP interface; offsets are indices of Python's `str`.

use milepost::{Tree, probability};
use milepost_address::libpostal::labelled;
use milepost_address::{Node, Tag};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use pyo3::{IntoPyObjectExt, intern};
use serde::Serialize;
use serde_json::Value;

use crate::failure::exception;

/// The dictionary of a parse, as the body of `/v1/parse`.
pub(crate) fn parse<'py>(py: Python<'py>, tree: &Tree) -> PyResult<Bound<'py, PyDict>> {
    let raw = PyString::new(py, &tree.raw);
    let parsed = PyDict::new(py);
    parsed.set_item(intern!(py, "input"), &raw)?;
    let components = PyList::empty(py);
    for (tag, value) in tree.components() {
        let component = PyDict::new(py);
        component.set_item(intern!(py, "tag"), name(py, tag))?;
        component.set_item(intern!(py, "value"), value)?;
        components.append(component)?;
    }
    parsed.set_item(intern!(py, "components"), components)?;
    let nodes = PyDict::new(py);
    nodes.set_item(intern!(py, "raw"), &raw)?;
    nodes.set_item(intern!(py, "roots"), nodes_of(py, tree, &tree.roots, &Characters::of(&tree.raw))?)?;
    parsed.set_item(intern!(py, "tree"), nodes)?;
    parsed.set_item(intern!(py, "confidence"), probability(tree.scores.confidence))?;
    parsed.set_item(intern!(py, "address_score"), probability(tree.scores.address))?;
    let guess = tree.scores.country.map(|guess| {
        let dict = PyDict::new(py);
        dict.set_item(intern!(py, "code"), guess.code())?;
        dict.set_item(intern!(py, "probability"), probability(guess.probability))?;
        Ok::<_, PyErr>(dict)
    });
    parsed.set_item(intern!(py, "country_guess"), guess.transpose()?)?;
    Ok(parsed)
}

fn name(py: Python<'_>, tag: Tag) -> Bound<'_, PyString> {
    PyString::intern(py, tag.as_str())
}

fn nodes_of<'py>(
    py: Python<'py>,
    tree: &Tree,
    nodes: &[Node],
    characters: &Characters,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for node in nodes {
        let dict = PyDict::new(py);
        dict.set_item(intern!(py, "tag"), name(py, node.span.tag))?;
        dict.set_item(intern!(py, "start"), characters.before(node.span.start))?;
        dict.set_item(intern!(py, "end"), characters.before(node.span.end))?;
        dict.set_item(intern!(py, "value"), tree.value(node))?;
        dict.set_item(intern!(py, "confidence"), probability(node.span.confidence))?;
        dict.set_item(intern!(py, "children"), nodes_of(py, tree, &node.children, characters)?)?;
        list.append(dict)?;
    }
    Ok(list)
}

/// From bytes to characters, by which Python indexes its strings.
struct Characters(Option<Vec<usize>>);

impl Characters {
    fn of(text: &str) -> Characters {
        Characters((!text.is_ascii()).then(|| text.char_indices().map(|(start, _)| start).collect()))
    }

    /// Characters before a byte.
    fn before(&self, byte: usize) -> usize {
        self.0.as_ref().map_or(byte, |starts| starts.partition_point(|&start| start < byte))
    }
}

/// Value and label of each part in the labels of libpostal.
pub(crate) fn label<'py>(py: Python<'py>, tree: &Tree) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for part in labelled(tree) {
        list.append(PyTuple::new(py, [part.value.as_ref(), part.label])?)?;
    }
    Ok(list)
}

/// Any answer that is written as JSON elsewhere.
pub(crate) fn of(py: Python<'_>, answer: &impl Serialize) -> PyResult<Py<PyAny>> {
    Ok(value(py, &serde_json::to_value(answer).map_err(exception)?)?.unbind())
}

fn value<'py>(py: Python<'py>, json: &Value) -> PyResult<Bound<'py, PyAny>> {
    match json {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(value) => value.into_bound_py_any(py),
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(whole), ..) => whole.into_bound_py_any(py),
            (_, Some(whole), _) => whole.into_bound_py_any(py),
            (_, _, number) => number.into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(value(py, item)?)?;
            }
            Ok(list.into_any())
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (key, field) in fields {
                dict.set_item(PyString::intern(py, key), value(py, field)?)?;
            }
            Ok(dict.into_any())
        }
    }
}
