//! Formatting, keys, the comparison of components and the tables of spellings, which need no engine.

use std::collections::HashMap;

use milepost::{Components, EnglishTable, FormatOptions, MatchAddress, Tag, compare, match_address};
use pyo3::prelude::*;

use crate::failure::asked;

/// Formats components, the texts of each tag, for a country (ISO 3166-1 alpha-2); unknown tags are left out.
#[pyfunction]
pub(crate) fn format_address(
    py: Python<'_>,
    components: HashMap<String, Vec<String>>,
    country: &str,
    append_country: bool,
    abbreviate: bool,
    separator: &str,
) -> PyResult<String> {
    asked(py, || {
        let options = FormatOptions { append_country, abbreviate, separator };
        Ok(milepost::format_address(&Components::named(texts_of(&components)), country, &options))
    })
}

/// The key of components, the texts of each tag, by the rules of a country (ISO 3166-1 alpha-2); unknown tags are left out.
#[pyfunction]
pub(crate) fn canonical_key(
    py: Python<'_>,
    components: HashMap<String, Vec<String>>,
    country: &str,
) -> PyResult<String> {
    asked(py, || Ok(milepost::canonical_key(&Components::named(texts_of(&components)), country)))
}

/// How far each component of two addresses agrees. An address is the texts of each tag; the country is that of one that names none.
#[pyfunction]
pub(crate) fn agreements(
    py: Python<'_>,
    a: HashMap<String, Vec<String>>,
    b: HashMap<String, Vec<String>>,
    country: &str,
) -> PyResult<HashMap<&'static str, &'static str>> {
    asked(py, || {
        let compared = compare(&address_of(&a, country), &address_of(&b, country));
        let levels = compared.components.iter();
        Ok(levels.map(|(component, agreement)| (component.as_str(), agreement.as_str())).collect())
    })
}

/// The blocking keys of an address as 16 hexadecimal digits each: two addresses without a common one are not compared.
#[pyfunction]
pub(crate) fn blocking_keys(
    py: Python<'_>,
    components: HashMap<String, Vec<String>>,
    country: &str,
) -> PyResult<Vec<String>> {
    asked(py, || {
        let keys = address_of(&components, country).blocking_keys();
        Ok(keys.iter().map(|key| format!("{key:016x}")).collect())
    })
}

/// The components of known tags, prepared for comparisons.
fn address_of(components: &HashMap<String, Vec<String>>, country: &str) -> MatchAddress {
    let mut parts: Vec<(Tag, &str)> =
        texts_of(components).filter_map(|(tag, text)| Some((tag.parse().ok()?, text))).collect();
    parts.sort_by_key(|(tag, _)| *tag as u8);
    match_address(&parts, country)
}

/// Every text with the name of its tag.
fn texts_of(components: &HashMap<String, Vec<String>>) -> impl Iterator<Item = (&str, &str)> {
    components.iter().flat_map(|(tag, texts)| texts.iter().map(move |text| (tag.as_str(), text.as_str())))
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
