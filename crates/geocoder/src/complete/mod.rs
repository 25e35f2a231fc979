//! Completion: places by the index of names, streets and addresses by the indexes of words of the shards.
//!
//! Streets are searched only if the text can be one, because that reads databases; typing the beginning of a town costs nothing more.

mod candidate;
mod gate;
mod reading;
mod streets;

use milepost_gazetteer::prefix::{CompleteOptions, Completion};
use milepost_gazetteer::{Gazetteer, Shards};

use crate::GeocoderError;
use streets::Streets;

/// Share of the room that streets have behind places, where one word names both: two of five.
const SHARE_OF_STREETS: f64 = 0.4;

/// The completions of a query.
pub(crate) fn complete(
    gazetteer: &Gazetteer,
    shards: &Shards,
    query: &str,
    options: &CompleteOptions,
) -> Result<Vec<Completion>, GeocoderError> {
    let places = gazetteer.complete(query, options)?;
    let is_street = gate::may_be_street(query, places.is_empty());
    if shards.areas().is_empty() || !(is_street || gate::may_begin_street(query)) {
        return Ok(places);
    }
    let streets = Streets::new(gazetteer, shards, options);
    let readings = reading::readings(query);
    let found = readings.iter().flat_map(|reading| streets.of(reading)).collect();
    let found = streets.ranked(found);
    if is_street {
        return Ok(found.into_iter().chain(places).take(options.limit).collect());
    }
    let room = found.len().min((options.limit as f64 * SHARE_OF_STREETS) as usize);
    let most = options.limit - room;
    let behind = places.iter().skip(most).cloned().collect::<Vec<_>>();
    Ok(places.into_iter().take(most).chain(found).chain(behind).take(options.limit).collect())
}
