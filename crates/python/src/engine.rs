//! The engine object: weights and databases, each of which may be absent.

use std::collections::HashMap;
use std::path::PathBuf;

use milepost::{CompleteOptions, Engine as Core, EngineError, Pool};
use milepost_bulk::{Only, TableQuestion};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::arrow::{ArrowColumn, answered, texts};
use crate::bounds::{Edges, answer_bounds, geocode_options, input_mode};
use crate::failure::{asked, exception, interruptible, of_table};
use crate::values;

/// What is open. Where and in which order things are looked for says `python/milepost/_engine.py`.
#[pyclass(frozen, module = "milepost._core")]
pub struct Engine(Core);

/// The forms of a text with its abbreviations written out, one to three.
#[pyfunction]
pub(crate) fn expand(py: Python<'_>, text: &str) -> PyResult<Vec<String>> {
    asked(py, || Ok(Core::expand(text)))
}

#[pymethods]
impl Engine {
    /// An engine with nothing open.
    #[new]
    fn new() -> Engine {
        Engine(Core::new())
    }

    /// The engine with the weights of a folder too.
    fn with_weights(&self, py: Python<'_>, onnxruntime: PathBuf, bundle: PathBuf) -> PyResult<Engine> {
        self.opened(py, |core| core.open_weights(&onnxruntime, &bundle))
    }

    /// The engine with a candidate gazetteer and the shards below a data root too.
    fn with_gazetteer(&self, py: Python<'_>, candidate_db: PathBuf, data_root: PathBuf) -> PyResult<Engine> {
        self.opened(py, |core| core.open_gazetteer(&candidate_db, Some(&data_root)))
    }

    /// The engine with an administrative database too.
    #[pyo3(signature = (admin_db, polygons, data_root))]
    fn with_reverse(
        &self,
        py: Python<'_>,
        admin_db: PathBuf,
        polygons: Option<PathBuf>,
        data_root: PathBuf,
    ) -> PyResult<Engine> {
        self.opened(py, |core| core.open_reverse(&admin_db, polygons.as_deref(), Some(&data_root)))
    }

    /// Sentences on the shards that were found and are not used.
    fn skipped_shards(&self) -> Vec<String> {
        self.0.geocoder().map(|geocoder| geocoder.shards().skipped).unwrap_or_default()
    }

    /// Whose data the open databases hold.
    fn sources(&self) -> Vec<String> {
        self.0.sources()
    }

    /// The model card; none without weights.
    fn model_card(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.0.parser().map(|parser| values::of(py, parser.card())).transpose()
    }

    /// The components of an address.
    fn parse<'py>(&self, py: Python<'py>, text: &str, mode: &str) -> PyResult<Bound<'py, PyDict>> {
        let mode = input_mode(mode)?;
        let tree = asked(py, || EngineError::check_given(text).and_then(|()| self.0.parse(text, mode)))?;
        values::parse(py, &tree)
    }

    /// Verdict, probability, and the agreement of each component of two addresses.
    fn compare(
        &self,
        py: Python<'_>,
        a: &str,
        b: &str,
        country: &str,
        mode: &str,
    ) -> PyResult<(&'static str, f64, HashMap<&'static str, &'static str>)> {
        let mode = input_mode(mode)?;
        let given = || EngineError::check_given(a).and_then(|()| EngineError::check_given(b));
        let compared = asked(py, || given().and_then(|()| self.0.compare(a, b, country, mode)))?;
        let agreements = compared.components.iter();
        let agreements = agreements.map(|(component, agreement)| (component.as_str(), agreement.as_str()));
        Ok((compared.verdict.as_str(), compared.probability, agreements.collect()))
    }

    /// Value and label of each part of a complete record, in libpostal's labels.
    fn label<'py>(&self, py: Python<'py>, text: &str, mode: &str) -> PyResult<Bound<'py, PyList>> {
        let mode = input_mode(mode)?;
        let tree = asked(py, || EngineError::check_given(text).and_then(|()| self.0.parse(text, mode)))?;
        values::label(py, &tree)
    }

    /// Where an address is.
    #[pyo3(signature = (text, mode, countries, near, bounds, limit))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn geocode(
        &self,
        py: Python<'_>,
        text: &str,
        mode: &str,
        countries: Vec<String>,
        near: Option<(f64, f64)>,
        bounds: Option<Edges>,
        limit: Option<usize>,
    ) -> PyResult<Py<PyAny>> {
        let options = geocode_options(mode, answer_bounds(&countries, near, bounds, limit))?;
        let result =
            asked(py, || EngineError::check_given(text).and_then(|()| self.0.geocode(text, &options)))?;
        values::of(py, &result)
    }

    /// What a text finds, the likeliest first.
    #[pyo3(signature = (query, countries, near, bounds, limit))]
    fn search(
        &self,
        py: Python<'_>,
        query: &str,
        countries: Vec<String>,
        near: Option<(f64, f64)>,
        bounds: Option<Edges>,
        limit: Option<usize>,
    ) -> PyResult<Py<PyAny>> {
        let bounds = answer_bounds(&countries, near, bounds, limit);
        values::of(
            py,
            &asked(py, || EngineError::check_given(query).and_then(|()| self.0.search(query, &bounds)))?,
        )
    }

    /// What a point in degrees lies in, finest first; none where nothing is.
    fn reverse(&self, py: Python<'_>, lat: f64, lon: f64, houses: bool) -> PyResult<Option<Py<PyAny>>> {
        let found = asked(py, || self.0.reverse(lat, lon, houses, &[]))?;
        found.map(|found| values::of(py, &found)).transpose()
    }

    /// What a text being typed may become, best first.
    #[pyo3(signature = (query, limit, near))]
    fn complete(
        &self,
        py: Python<'_>,
        query: &str,
        limit: usize,
        near: Option<(f64, f64)>,
    ) -> PyResult<Py<PyAny>> {
        let options = CompleteOptions { limit, near };
        values::of(py, &asked(py, || self.0.complete(query, &options))?)
    }

    /// The columns of the answers to a column of texts, as a struct array of as many rows. `chunks` are arrays of text.
    #[pyo3(signature = (chunks, fields, threads))]
    fn parse_arrow(
        &self,
        py: Python<'_>,
        chunks: Vec<Bound<'_, PyAny>>,
        fields: Vec<String>,
        threads: Option<usize>,
    ) -> PyResult<ArrowColumn> {
        let question = TableQuestion::new(Only::Parse, &fields).map_err(of_table)?;
        self.table(py, &question, &chunks, threads)
    }

    /// The same of where each is, within bounds for all.
    #[pyo3(signature = (chunks, fields, threads, countries, near, bounds))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn geocode_arrow(
        &self,
        py: Python<'_>,
        chunks: Vec<Bound<'_, PyAny>>,
        fields: Vec<String>,
        threads: Option<usize>,
        countries: Vec<String>,
        near: Option<(f64, f64)>,
        bounds: Option<Edges>,
    ) -> PyResult<ArrowColumn> {
        let bounds = answer_bounds(&countries, near, bounds, None);
        let question = TableQuestion::new(Only::Geocode, &fields).map_err(of_table)?.within(bounds);
        self.table(py, &question, &chunks, threads)
    }
}

impl Engine {
    fn opened(
        &self,
        py: Python<'_>,
        open: impl FnOnce(&mut Core) -> Result<(), EngineError> + Send,
    ) -> PyResult<Engine> {
        let mut core = self.0.clone();
        asked(py, || {
            open(&mut core)?;
            Ok(Engine(core))
        })
    }

    fn table(
        &self,
        py: Python<'_>,
        question: &TableQuestion,
        chunks: &[Bound<'_, PyAny>],
        threads: Option<usize>,
    ) -> PyResult<ArrowColumn> {
        question.check(&self.0).map_err(exception)?;
        let chunks = chunks.iter().map(texts).collect::<PyResult<Vec<_>>>()?;
        let pool = Pool::of_given(threads);
        interruptible(py, |cancellation| answered(&self.0, &pool, question, &chunks, cancellation))
    }
}
