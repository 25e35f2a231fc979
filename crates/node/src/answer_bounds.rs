//! What the caller knows besides the text, as JavaScript passes it.

use milepost::{AnswerBounds as CoreBounds, Bounds};
use napi_derive::napi;

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
}

impl From<AnswerBounds> for CoreBounds {
    fn from(options: AnswerBounds) -> CoreBounds {
        let AnswerBounds { countries, near, bounds, limit, languages } = options;
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

/// The bounds of a call; without any, none.
pub(crate) fn bounds_of(bounds: Option<AnswerBounds>) -> CoreBounds {
    bounds.map(CoreBounds::from).unwrap_or_default()
}
