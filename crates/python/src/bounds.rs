//! What a caller knows besides the text, as Python hands it over.

use std::collections::BTreeMap;

use milepost::{Address, AnswerBounds, Bounds, CountryHint, GeocodeOptions, Hints, InputMode, Tag, Tree};
use milepost_address::UnknownTag;
use pyo3::exceptions::PyValueError;
use pyo3::{FromPyObject, PyResult};

/// South, west, north, east in degrees.
pub(crate) type Edges = (f64, f64, f64, f64);

/// An address as Python hands it over.
#[derive(FromPyObject)]
pub(crate) enum Given {
    Text(String),
    Parts(BTreeMap<String, String>),
}

/// The address in the words of the core.
///
/// # Errors
/// Names a part that has no tag.
pub(crate) fn address_of(given: Given) -> PyResult<Address> {
    let parts = match given {
        Given::Text(text) => return Ok(Address::Text(text)),
        Given::Parts(parts) => parts,
    };
    let mut tagged = Vec::new();
    for (name, text) in &parts {
        let unknown = |error: UnknownTag| PyValueError::new_err(format!("components: {error}"));
        tagged.push((name.parse::<Tag>().map_err(unknown)?, text.as_str()));
    }
    Ok(Address::Parts(Tree::of_parts(tagged)))
}

/// The mode of a name.
///
/// # Errors
/// Says which names there are.
pub(crate) fn input_mode(name: &str) -> PyResult<InputMode> {
    InputMode::from_name(name).ok_or_else(|| {
        PyValueError::new_err(format!("input_mode: `{name}` is none of auto, fragmented, formatted"))
    })
}

/// The hints of a mode and an ISO 3166-1 alpha-2 code.
///
/// # Errors
/// Says which of them is unknown.
pub(crate) fn hints(mode: &str, country: Option<&str>) -> PyResult<Hints> {
    let country = country
        .map(|code| {
            CountryHint::from_code(code).ok_or_else(|| {
                PyValueError::new_err(format!("country: `{code}` is not a code of two letters"))
            })
        })
        .transpose()?;
    Ok(Hints { mode: input_mode(mode)?, country })
}

/// What bounds an answer.
pub(crate) fn answer_bounds(
    countries: &[String],
    near: Option<(f64, f64)>,
    bounds: Option<Edges>,
    limit: Option<usize>,
    languages: Vec<String>,
) -> AnswerBounds {
    AnswerBounds {
        countries: AnswerBounds::codes(countries),
        near,
        bounds: bounds.map(|(south, west, north, east)| Bounds { south, west, north, east }),
        limit,
        languages,
    }
}

/// The same with the mode of a geocode.
pub(crate) fn geocode_options(mode: &str, bounds: AnswerBounds) -> PyResult<GeocodeOptions> {
    Ok(GeocodeOptions { input_mode: input_mode(mode)?, bounds, formatted: false })
}
