//! The areas that the region and the postcode of a row bound its answer to.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use milepost::{AnswerBounds, Bounds, Engine, EngineError, SearchResult};

/// Degrees around the box of a region: boxes are those of its towns where its border is unknown.
const AROUND_REGION: f64 = 0.25;

/// Degrees around the box of a postcode, whose addresses its box may miss: 10 km.
const AROUND_POSTCODE: f64 = 0.1;

/// Regions and postcodes that were looked up, by their country and text.
#[derive(Debug, Default)]
pub(crate) struct Areas(Mutex<HashMap<Key, Option<Bounds>>>);

type Key = (Kind, String, String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Region,
    Postcode,
}

impl Areas {
    /// The box of a region or postcode in one of some countries; none if none or several are known.
    pub(crate) fn find(
        &self,
        engine: &Engine,
        kind: Kind,
        text: &str,
        countries: &[String],
    ) -> Result<Option<Bounds>, EngineError> {
        let key = (kind, countries.join(","), text.to_lowercase());
        // A panic of another thread left the map as it was between two calls.
        if let Some(&area) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(area);
        }
        let bounds = AnswerBounds { countries: countries.to_vec(), ..AnswerBounds::default() };
        let found = engine.search(text, &bounds)?;
        let area = found.first().and_then(|result| area(kind, result));
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, area);
        Ok(area)
    }
}

fn area(kind: Kind, result: &SearchResult) -> Option<Bounds> {
    let (levels, around): (&[&str], f64) = match kind {
        Kind::Region => (&["region", "county"], AROUND_REGION),
        Kind::Postcode => (&["postcode"], AROUND_POSTCODE),
    };
    if !levels.contains(&result.match_level.name()) {
        return None;
    }
    let [west, south, east, north] = result.bbox;
    let turned = |lon: f64| (lon + 540.0).rem_euclid(360.0) - 180.0;
    Some(Bounds {
        south: (south - around).max(-90.0),
        north: (north + around).min(90.0),
        west: turned(west - around),
        east: turned(east + around),
    })
}
