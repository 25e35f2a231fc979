//! How a publisher's table is read, as the registry of sources describes it (`ts/src/data/sources/`).

use std::collections::BTreeMap;

use csv::StringRecord;
use serde::Deserialize;

use super::encoding::Encoding;
use super::geoparquet::Wanted;
use super::template::{Field, Template};

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct TableLayout {
    /// Ending of the names of the tables in an archive; by default the largest file is read.
    pub(crate) entries: Option<String>,
    pub(crate) encoding: Encoding,
    /// One character; by default the one that occurs most in the header.
    pub(crate) delimiter: Option<char>,
    /// Names of the columns of a table without a header.
    pub(crate) header: Option<Vec<String>>,
    /// Templates of each field. The first whose columns are filled is used.
    pub(crate) fields: BTreeMap<Field, Vec<String>>,
    /// Columns with the value that a row must have there to be used.
    pub(crate) keep: BTreeMap<String, String>,
    /// EPSG code of the coordinates; by default degrees.
    pub(crate) epsg: Option<u16>,
    pub(crate) layer: Option<String>,
    /// Rows to read from files of Overture Maps, which describe their own columns.
    pub(crate) overture: Option<Wanted>,
}

/// A layout with its columns found in a header.
pub(crate) struct Resolved {
    fields: BTreeMap<Field, Vec<Template>>,
    keep: Vec<(usize, String)>,
}

impl TableLayout {
    /// Finds the columns; fails with a sentence that names the one that is missing.
    pub(crate) fn resolve(&self, header: &[String]) -> Result<Resolved, String> {
        let fields = self
            .fields
            .iter()
            .map(|(field, templates)| {
                let templates =
                    templates.iter().map(|text| Template::parse(text, header)).collect::<Result<_, _>>()?;
                Ok((*field, templates))
            })
            .collect::<Result<_, String>>()?;
        let keep = self
            .keep
            .iter()
            .map(|(name, value)| Ok((super::template::column(name, header)?, value.clone())))
            .collect::<Result<_, String>>()?;
        Ok(Resolved { fields, keep })
    }
}

impl Resolved {
    /// The field of a row, from the first template whose columns are filled; empty without one.
    pub(crate) fn get(&self, field: Field, row: &StringRecord) -> String {
        let mut templates = self.fields.get(&field).into_iter().flatten();
        templates.find_map(|template| template.fill(row).filter(|text| !text.is_empty())).unwrap_or_default()
    }

    pub(crate) fn is_used(&self, row: &StringRecord) -> bool {
        self.keep.iter().all(|(column, value)| row.get(*column).map(str::trim) == Some(value))
    }
}
