//! Tables in memory, for data frames: the machinery of `milepost match` and `milepost dedupe` without files.

use milepost::{Cancellation, Engine, EngineError, Pool, compare};

use super::records::{Records, address_of};
use super::{
    Linking, OF_A_CLUSTER, OF_A_PAIR, PIECE, PairOptions, clusters, conclusion, cut_pairs, each_pair,
    large_blocks, levels, of_cluster, of_components, pairs,
};
use crate::error::BulkError;
use crate::fields::{Answer, CellType, Field, list, number, text};
use crate::table::{TableAnswers, TableParts};
use crate::value::Value;

/// The rows of one table or two. [`TableLinks::start`] starts a table, [`TableLinks::add`] adds its rows.
pub struct TableLinks<'a> {
    records: Records<'a>,
    /// Distinct addresses before the last table.
    boundary: usize,
}

impl<'a> TableLinks<'a> {
    /// No rows.
    ///
    /// # Errors
    /// If the engine has no weights, or no gazetteer for geocodes.
    pub fn new(
        engine: &'a Engine,
        pool: &'a Pool,
        linking: Linking<'a>,
        cancellation: &'a Cancellation,
    ) -> Result<TableLinks<'a>, BulkError> {
        engine.parser().ok_or(EngineError::NoWeights)?;
        if linking.geocode {
            engine.geocoder().ok_or(EngineError::NoGazetteer)?;
        }
        Ok(TableLinks { records: Records::new(engine, pool, linking, cancellation), boundary: 0 })
    }

    /// Starts a table.
    pub fn start(&mut self) {
        self.boundary = self.records.len();
        self.records.start_table();
    }

    /// Adds rows to the last table. A few thousand per call keep memory small and threads busy.
    ///
    /// # Errors
    /// If an address cannot be parsed, or if it is cancelled.
    pub fn add(&mut self, parts: &TableParts, rows: &[Vec<Option<&[u8]>>]) -> Result<(), BulkError> {
        let subjects: Vec<_> = rows.iter().map(|row| parts.subject(row)).collect();
        self.records.add(&subjects)
    }

    /// Name and type of each column of [`TableLinks::pairs`]. `left` and `right` are numbers of rows, from 1.
    pub fn pair_columns() -> Vec<(&'static str, CellType)> {
        let others = OF_A_PAIR.into_iter().skip(2);
        types([number("left"), number("right")].into_iter().chain(others).chain(of_components()))
    }

    /// Hands the pairs of the rows of two tables to `take`, some thousands at a time, and returns sentences on pairs that are left out.
    ///
    /// # Errors
    /// If it is cancelled.
    pub fn pairs(
        &self,
        options: &PairOptions,
        mut take: impl FnMut(&TableAnswers),
    ) -> Result<Vec<String>, BulkError> {
        let records = &self.records;
        let found = pairs(records, self.boundary, options)?;
        let number = |row: u32| Value::Int(records.number(row as usize) as i64);
        let (_, cut) = each_pair(records, &found, options.one_to_one, number, |answers| {
            take(&TableAnswers::of_rows(answers));
            Ok(())
        })?;
        Ok(large_blocks(&found).into_iter().chain(cut_pairs(cut)).collect())
    }

    /// Name and type of each column of [`TableLinks::rows`].
    pub fn row_columns() -> Vec<(&'static str, CellType)> {
        types([text("address"), text("components"), list("keys")])
    }

    /// Hands each row to `take` as it is linked elsewhere, in order and some thousands at a time: its text, its components for
    /// [`TableLinks::compared`], and its blocking keys. All cells of a row that cannot be compared are null.
    pub fn rows(&self, mut take: impl FnMut(&TableAnswers)) {
        let records = &self.records;
        let key = |key: &u64| format!("{key:016x}");
        let cells = |row: usize| match records.record_of(row) {
            Some(record) => vec![
                Value::Text(records.text(record).to_owned()),
                Value::Text(records.components(record).to_owned()),
                Value::List(records.address(record).blocking_keys().iter().map(key).collect()),
            ],
            None => vec![Value::Null; 3],
        };
        self.each_row(|row| Answer::of(cells(row)), &mut take);
    }

    /// Hands the answer to each row to `take`, some thousands at a time.
    fn each_row(&self, answer: impl Fn(usize) -> Answer, take: &mut impl FnMut(&TableAnswers)) {
        let count = self.records.row_count();
        for start in (0..count).step_by(PIECE) {
            let rows = start..(start + PIECE).min(count);
            take(&TableAnswers::of_rows(rows.map(&answer).collect()));
        }
    }

    /// Name and type of each column of [`TableLinks::compared`].
    pub fn comparison_columns() -> Vec<(&'static str, CellType)> {
        types([text("verdict"), number("probability")].into_iter().chain(of_components()))
    }

    /// Compares pairs of components that [`TableLinks::rows`] gave.
    pub fn compared(pairs: &[[&str; 2]], key_country: &str) -> TableAnswers {
        let answer = |pair: &[&str; 2]| {
            let [a, b] = pair.map(|packed| address_of(packed, key_country));
            let compared = compare(&a, &b);
            let (verdict, probability) = conclusion(compared.verdict, compared.probability as f32);
            Answer::of([verdict, probability].into_iter().chain(levels(&compared.components)).collect())
        };
        TableAnswers::of_rows(pairs.iter().map(answer).collect())
    }

    /// Name and type of each column of [`TableLinks::clusters`].
    pub fn cluster_columns() -> Vec<(&'static str, CellType)> {
        types(OF_A_CLUSTER)
    }

    /// Hands the clusters of the rows of one table to `take`, in order and some thousands at a time, and returns sentences on pairs that
    /// are left out. All cells of a row without a value are null.
    ///
    /// # Errors
    /// If it is cancelled.
    pub fn clusters(
        &self,
        threshold: f64,
        mut take: impl FnMut(&TableAnswers),
    ) -> Result<Vec<String>, BulkError> {
        let (found, clusters) = clusters(&self.records, threshold)?;
        self.each_row(|row| of_cluster(&self.records, &clusters, row), &mut take);
        Ok(large_blocks(&found).into_iter().collect())
    }
}

fn types(fields: impl IntoIterator<Item = Field>) -> Vec<(&'static str, CellType)> {
    fields.into_iter().map(|field| (field.name, field.kind)).collect()
}
