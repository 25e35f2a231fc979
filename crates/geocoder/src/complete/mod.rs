//! Completion: places by the index of names, streets and addresses by the shards of address points.
//!
//! Streets are looked for only where what was typed can be one, because then the query is parsed and databases are read; a key
//! press that begins a town costs neither.

mod question;
mod streets;

use milepost_address::Tree;
use milepost_gazetteer::prefix::{CompleteOptions, Completion};
use milepost_gazetteer::{Gazetteer, Shards};

use crate::GeocoderError;
use question::Question;

/// The completions of a query.
pub(crate) fn complete(
    gazetteer: &Gazetteer,
    shards: &Shards,
    query: &str,
    options: &CompleteOptions,
    parse: impl FnOnce() -> Option<Tree>,
) -> Result<Vec<Completion>, GeocoderError> {
    let mut places = gazetteer.complete(query, options)?;
    if shards.areas().is_empty() || !question::may_be_street(query, places.is_empty()) {
        return Ok(places);
    }
    let Some(question) = parse().and_then(|tree| Question::of(&tree)) else { return Ok(places) };
    let mut found = streets::complete(gazetteer, shards, &question, options)?;
    found.append(&mut places);
    found.truncate(options.limit);
    Ok(found)
}
