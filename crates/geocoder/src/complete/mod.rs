//! Completion: places by the index of names, streets and addresses by the shards of address points.
//!
//! Streets are looked for only where what was typed can be one, because then databases are read; a key press that begins a town costs
//! nothing more. What was typed is read without the parser, whose parses of half a word change with each letter; it is asked where
//! nothing is found.

mod candidate;
mod gate;
mod line;
mod spelling;
mod streets;

use milepost_address::Tree;
use milepost_gazetteer::prefix::{CompleteOptions, Completion};
use milepost_gazetteer::{Gazetteer, Shards};

use crate::GeocoderError;
use crate::parse::components::Components;
use candidate::Candidate;
use line::Line;
use spelling::LeftOut;
use streets::Streets;

/// The completions of a query.
pub(crate) fn complete(
    gazetteer: &Gazetteer,
    shards: &Shards,
    query: &str,
    options: &CompleteOptions,
    parse: impl FnOnce() -> Option<Tree>,
) -> Result<Vec<Completion>, GeocoderError> {
    let mut places = gazetteer.complete(query, options)?;
    let is_street = gate::may_be_street(query, places.is_empty());
    // Behind the places there is room for the streets that a word begins.
    let is_room = places.len() < options.limit && gate::may_begin_street(query);
    if shards.areas().is_empty() || !(is_street || is_room) {
        return Ok(places);
    }
    let streets = Streets::new(gazetteer, shards, options);
    let found = candidates(&streets, query, || if is_street { parse() } else { None })?;
    let mut found = streets::ranked(&streets, found);
    let mut both = if is_street {
        found.append(&mut places);
        found
    } else {
        places.append(&mut found);
        places
    };
    both.truncate(options.limit);
    Ok(both)
}

/// The streets and houses of the first way to read the query that has any.
fn candidates(
    streets: &Streets<'_>,
    query: &str,
    parse: impl FnOnce() -> Option<Tree>,
) -> Result<Vec<Candidate>, GeocoderError> {
    let lines = line::lines(query);
    for line in &lines {
        let found = streets.of(line, LeftOut::Nothing)?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    for line in &lines {
        // Where nothing says where the street ends, the place may stand in front of it.
        let splits = if line.of_street.is_none() { 1..line.words.len() } else { 0..0 };
        for split in splits {
            let found = streets.of(&line.turned(split), LeftOut::Nothing)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
    }
    for line in &lines {
        let found = streets.of(line, LeftOut::FirstWord)?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    match parse().and_then(|tree| Line::parsed(&Components::of(&tree))) {
        Some(line) => streets.of(&line, LeftOut::Nothing),
        None => Ok(Vec::new()),
    }
}
