//! Formatting, the canonical key and the tables of spellings, which need no engine.

use std::collections::HashMap;

use milepost::{Components, EnglishTable, FormatOptions};
use pyo3::prelude::*;

use crate::failure::asked;

/// Formats components, one text per tag, for a country (ISO 3166-1 alpha-2); unknown tags are left out.
#[pyfunction]
pub(crate) fn format_address(
    py: Python<'_>,
    components: HashMap<String, String>,
    country: &str,
    append_country: bool,
    abbreviate: bool,
    separator: &str,
) -> PyResult<String> {
    asked(py, || {
        let parts = components.iter().map(|(tag, text)| (tag.as_str(), text.as_str()));
        let options = FormatOptions { append_country, abbreviate, separator };
        Ok(milepost::format_address(&Components::named(parts), country, &options))
    })
}

/// The key of components, one text per tag, by the rules of a country (ISO 3166-1 alpha-2); unknown tags are left out.
#[pyfunction]
pub(crate) fn canonical_key(
    py: Python<'_>,
    components: HashMap<String, String>,
    country: &str,
) -> PyResult<String> {
    asked(py, || {
        let parts = components.iter().map(|(tag, text)| (tag.as_str(), text.as_str()));
        Ok(milepost::canonical_key(&Components::named(parts), country))
    })
}

/// The words of a text without case, accents and punctuation.
#[pyfunction]
pub(crate) fn words(py: Python<'_>, text: &str) -> PyResult<Vec<String>> {
    asked(py, || Ok(milepost::words(text)))
}

/// English directionals, first words of numbered roads, street types and units: each spelling with what it stands for.
#[pyfunction]
pub(crate) fn english_spellings() -> [HashMap<&'static str, &'static str>; 4] {
    [EnglishTable::Directionals, EnglishTable::NumberedRoads, EnglishTable::StreetTypes, EnglishTable::Units]
        .map(|table| milepost::english_spellings(table).into_iter().collect())
}
