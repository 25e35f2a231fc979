//! The engine object: weights and databases, each of which may be absent.

use std::collections::HashMap;
use std::path::PathBuf;

use milepost::{CompareOptions, CompleteOptions, Engine as Core, EngineError, Near, Pool};
use milepost_bulk::{Linking, Only, PairOptions, TableAnswers, TableLinks, TableQuestion};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::arrow::{ArrowColumn, Named, Rows, add, answered, in_arrays};
use crate::bounds::{Edges, Given, address_of, answer_bounds, geocode_options, hints, input_mode};
use crate::failure::{asked, exception, interruptible, of_table};
use crate::values;

/// What a comparison says: verdict, probability, the agreement of each component, and the metres between the points.
type Compared = (&'static str, f64, HashMap<&'static str, &'static str>, Option<f64>);

/// What is open. Where and in which order things are looked for says `python/milepost/_engine.py`.
#[pyclass(frozen, module = "milepost._core")]
pub struct Engine(Core);

/// The forms of a text with its abbreviations written out, one to three.
#[pyfunction]
pub(crate) fn expand(py: Python<'_>, text: &str) -> PyResult<Vec<String>> {
    asked(py, || Ok(Core::expand(text)))
}

/// Runs the words that follow `milepost bulk`, and returns the exit code.
#[pyfunction]
pub(crate) fn bulk(py: Python<'_>, words: Vec<String>) -> PyResult<u8> {
    asked(py, || Ok(milepost_bulk::command(&words)))
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

    /// Day of the newest row of the open databases; none if none says.
    fn data_updated(&self) -> Option<String> {
        self.0.data_updated()
    }

    /// The model card; none without weights.
    fn model_card(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.0.parser().map(|parser| values::of(py, parser.card())).transpose()
    }

    /// The components of an address.
    fn parse<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        mode: &str,
        country: Option<&str>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let hints = hints(mode, country)?;
        let tree = asked(py, || EngineError::check_given(text).and_then(|()| self.0.parse(text, hints)))?;
        values::parse(py, &tree)
    }

    /// Verdict, probability, the agreement of each component of two addresses, and the metres between their points.
    fn compare(
        &self,
        py: Python<'_>,
        a: &str,
        b: &str,
        country: &str,
        mode: &str,
        geocode: bool,
    ) -> PyResult<Compared> {
        let options = CompareOptions { country, input_mode: input_mode(mode)?, geocode };
        let given = || EngineError::check_given(a).and_then(|()| EngineError::check_given(b));
        let compared = asked(py, || given().and_then(|()| self.0.compare(a, b, &options)))?;
        let agreements = compared.components.iter();
        let agreements = agreements.map(|(component, agreement)| (component.as_str(), agreement.as_str()));
        Ok((compared.verdict.as_str(), compared.probability, agreements.collect(), compared.distance_m))
    }

    /// Value and label of each part of a complete record, in libpostal's labels.
    fn label<'py>(&self, py: Python<'py>, text: &str, mode: &str) -> PyResult<Bound<'py, PyList>> {
        let mode = input_mode(mode)?;
        let tree = asked(py, || EngineError::check_given(text).and_then(|()| self.0.parse(text, mode)))?;
        values::label(py, &tree)
    }

    /// Where an address is: a text, or its parts by tag.
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn geocode(
        &self,
        py: Python<'_>,
        address: Given,
        mode: &str,
        countries: Vec<String>,
        near: Option<(f64, f64)>,
        bounds: Option<Edges>,
        limit: Option<usize>,
        languages: Vec<String>,
    ) -> PyResult<Py<PyAny>> {
        let options = geocode_options(mode, answer_bounds(&countries, near, bounds, limit, languages))?;
        let address = address_of(address)?;
        values::of(py, &asked(py, || self.0.geocode_address(&address, &options))?)
    }

    /// What a text finds, the likeliest first.
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn search(
        &self,
        py: Python<'_>,
        query: &str,
        countries: Vec<String>,
        near: Option<(f64, f64)>,
        bounds: Option<Edges>,
        limit: Option<usize>,
        languages: Vec<String>,
    ) -> PyResult<Py<PyAny>> {
        let bounds = answer_bounds(&countries, near, bounds, limit, languages);
        values::of(
            py,
            &asked(py, || EngineError::check_given(query).and_then(|()| self.0.search(query, &bounds)))?,
        )
    }

    /// What a point in degrees lies in, finest first; none where nothing is.
    fn reverse(
        &self,
        py: Python<'_>,
        lat: f64,
        lon: f64,
        houses: bool,
        languages: Vec<String>,
    ) -> PyResult<Option<Py<PyAny>>> {
        let found = asked(py, || self.0.reverse(lat, lon, houses, &languages))?;
        found.map(|found| values::of(py, &found)).transpose()
    }

    /// What a text being typed may become, best first.
    fn complete(
        &self,
        py: Python<'_>,
        query: &str,
        limit: usize,
        near: Option<(f64, f64)>,
        languages: Vec<String>,
    ) -> PyResult<Py<PyAny>> {
        let options = CompleteOptions { limit, near: near.map(|(lat, lon)| Near::at(lat, lon)) };
        values::of(py, &asked(py, || self.0.complete(query, &options, &languages))?)
    }

    /// The columns of the parses of addresses, as a struct array of as many rows.
    fn parse_arrow(
        &self,
        py: Python<'_>,
        chunks: Vec<Named<'_>>,
        fields: Vec<String>,
        threads: Option<usize>,
    ) -> PyResult<ArrowColumn> {
        let question = TableQuestion::new(Only::Parse, &fields).map_err(of_table)?;
        self.table(py, &question, &Rows::of(chunks)?, threads)
    }

    /// The same of where each is, within bounds for all.
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn geocode_arrow(
        &self,
        py: Python<'_>,
        chunks: Vec<Named<'_>>,
        fields: Vec<String>,
        threads: Option<usize>,
        countries: Vec<String>,
        near: Option<(f64, f64)>,
        bounds: Option<Edges>,
    ) -> PyResult<ArrowColumn> {
        let bounds = answer_bounds(&countries, near, bounds, None, Vec::new());
        let question = TableQuestion::new(Only::Geocode, &fields).map_err(of_table)?.within(bounds);
        self.table(py, &question, &Rows::of(chunks)?, threads)
    }

    /// The pairs of rows of two tables that have the same address, as arrays one behind the other, and sentences on those left out.
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn match_arrow(
        &self,
        py: Python<'_>,
        left: Named<'_>,
        right: Named<'_>,
        threshold: f64,
        one_to_one: bool,
        same_building: bool,
        key_country: &str,
        geocode: bool,
        threads: Option<usize>,
    ) -> PyResult<(Vec<ArrowColumn>, Vec<String>)> {
        let options = PairOptions { threshold, one_to_one, same_building };
        self.linked(py, vec![left, right], Linking { key_country, geocode }, threads, |links| {
            in_arrays(&TableLinks::pair_columns(), |take| links.pairs(&options, take))
        })
    }

    /// The cluster of each row of a table, in the same way.
    fn dedupe_arrow(
        &self,
        py: Python<'_>,
        table: Named<'_>,
        threshold: f64,
        key_country: &str,
        geocode: bool,
        threads: Option<usize>,
    ) -> PyResult<(Vec<ArrowColumn>, Vec<String>)> {
        self.linked(py, vec![table], Linking { key_country, geocode }, threads, |links| {
            in_arrays(&TableLinks::cluster_columns(), |take| links.clusters(threshold, take))
        })
    }

    /// Text, components and blocking keys of each row of a table, as arrays one behind the other.
    fn link_rows_arrow(
        &self,
        py: Python<'_>,
        table: Named<'_>,
        key_country: &str,
        geocode: bool,
        threads: Option<usize>,
    ) -> PyResult<Vec<ArrowColumn>> {
        self.linked(py, vec![table], Linking { key_country, geocode }, threads, |links| {
            let rows = |take: &mut dyn FnMut(&TableAnswers)| {
                links.rows(take);
                Ok(Vec::new())
            };
            Ok(in_arrays(&TableLinks::row_columns(), rows)?.0)
        })
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

    fn linked<T: Send>(
        &self,
        py: Python<'_>,
        tables: Vec<Named<'_>>,
        linking: Linking<'_>,
        threads: Option<usize>,
        ask: impl FnOnce(&TableLinks<'_>) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let tables = tables.into_iter().map(|table| Rows::of(vec![table])).collect::<PyResult<Vec<_>>>()?;
        let pool = Pool::of_given(threads);
        interruptible(py, |cancellation| {
            let mut links = TableLinks::new(&self.0, &pool, linking, cancellation).map_err(of_table)?;
            tables.iter().try_for_each(|table| add(&mut links, table))?;
            ask(&links)
        })
    }

    fn table(
        &self,
        py: Python<'_>,
        question: &TableQuestion,
        rows: &Rows,
        threads: Option<usize>,
    ) -> PyResult<ArrowColumn> {
        question.check(&self.0).map_err(exception)?;
        let pool = Pool::of_given(threads);
        interruptible(py, |cancellation| answered(&self.0, &pool, question, rows, cancellation))
    }
}
