//! What the caller knows besides the text, as JavaScript passes it.

use std::collections::HashMap;

use milepost::{Address, AnswerBounds as CoreBounds, Bounds, GeocodeOptions, InputMode, Tag, Tree};
use napi::Either;
use napi_derive::napi;

use crate::failure::exception;

/// A point in degrees.
#[napi(object)]
pub struct NearPoint {
    /// Latitude.
    pub lat: f64,
    /// Longitude.
    pub lon: f64,
}

/// A box in degrees; where `west` is greater than `east` it crosses the antimeridian.
#[napi(object)]
pub struct BoundingEdges {
    /// Least latitude.
    pub south: f64,
    /// Longitude of the left edge.
    pub west: f64,
    /// Greatest latitude.
    pub north: f64,
    /// Longitude of the right edge.
    pub east: f64,
}

/// What bounds an answer in addition to its text.
#[napi(object)]
pub struct AnswerBounds {
    /// Countries the answer lies in, ISO 3166-1 alpha-2, any case; none for all.
    pub countries: Option<Vec<String>>,
    /// Of several places that fit, the one nearest to this point is taken.
    pub near: Option<NearPoint>,
    /// The box the answer lies in.
    pub bounds: Option<BoundingEdges>,
    /// Answers wanted, from 1.
    pub limit: Option<u32>,
    /// Languages of the names in the answer (BCP 47), the preferred one first; the gazetteer's main names without one.
    pub languages: Option<Vec<String>>,
    /// Whether a geocode has what was found as an address in the format of its country.
    pub formatted: Option<bool>,
}

impl From<AnswerBounds> for CoreBounds {
    fn from(options: AnswerBounds) -> CoreBounds {
        let AnswerBounds { countries, near, bounds, limit, languages, formatted: _ } = options;
        CoreBounds {
            countries: CoreBounds::codes(&countries.unwrap_or_default()),
            near: near.map(|point| (point.lat, point.lon)),
            bounds: bounds.map(|BoundingEdges { south, west, north, east }| Bounds {
                south,
                west,
                north,
                east,
            }),
            limit: limit.map(|limit| limit as usize),
            languages: languages.unwrap_or_default(),
        }
    }
}

/// The mode of a name.
pub(crate) fn input_mode(name: &str) -> napi::Result<InputMode> {
    InputMode::from_name(name).ok_or_else(|| exception(format!("`{name}` is not an input mode")))
}

/// The options of a geocode.
pub(crate) fn options_of(mode: &str, bounds: Option<AnswerBounds>) -> napi::Result<GeocodeOptions> {
    let formatted = bounds.as_ref().and_then(|bounds| bounds.formatted).unwrap_or_default();
    Ok(GeocodeOptions { input_mode: input_mode(mode)?, bounds: bounds_of(bounds), formatted })
}

/// An address as JavaScript passes it: a text, or tags and their texts. Unknown tags are left out.
pub(crate) fn address_of(address: Either<String, HashMap<String, String>>) -> Address {
    match address {
        Either::A(text) => Address::Text(text),
        Either::B(parts) => {
            let known =
                parts.iter().filter_map(|(name, text)| Some((name.parse::<Tag>().ok()?, text.as_str())));
            Address::Parts(Tree::of_parts(known))
        }
    }
}

/// The bounds of a call; without any, none.
pub(crate) fn bounds_of(bounds: Option<AnswerBounds>) -> CoreBounds {
    bounds.map(CoreBounds::from).unwrap_or_default()
}
