//! Completion: places by the index of names, streets and addresses by the shards of address points.
//!
//! Streets are searched only if the text can be one, because that reads databases; typing the beginning of a town costs
//! nothing more. The text is read without the parser, because parses of half a word change with each letter; the parser runs
//! only if nothing is found.

mod candidate;
mod gate;
mod line;
mod spelling;
mod streets;

use std::iter;

use milepost_address::Tree;
use milepost_gazetteer::prefix::{Budget, CompleteOptions, Completion};
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
    let budget = Budget::default();
    let places = gazetteer.complete_within(query, options, &budget)?;
    let is_street = gate::may_be_street(query, places.is_empty());
    // Streets that a word begins fill the room after the places.
    let is_room = places.len() < options.limit && gate::may_begin_street(query);
    if shards.areas().is_empty() || !(is_street || is_room) {
        return Ok(places);
    }
    let streets = Streets::new(gazetteer, shards, options, &budget);
    let found = candidates(&streets, query, || if is_street { parse() } else { None })?;
    let found = streets.ranked(found);
    let (first, second) = if is_street { (found, places) } else { (places, found) };
    Ok(first.into_iter().chain(second).take(options.limit).collect())
}

/// The streets and houses of the first reading of the query that has any.
fn candidates(
    streets: &Streets<'_>,
    query: &str,
    parse: impl FnOnce() -> Option<Tree>,
) -> Result<Vec<Candidate>, GeocoderError> {
    let lines = line::lines(query);
    for line in &lines {
        let found = streets.of(line, LeftOut::Nothing)?;
        if !found.is_empty() {
            return narrowed(streets, query, found);
        }
    }
    // If nothing shows where the street ends, the place may come first.
    let open = lines.iter().filter(|line| line.of_street.is_none());
    let turned = open.flat_map(|line| (1..line.words.len()).map(|split| line.turned(split)));
    let parsed = iter::once_with(|| Line::parsed(&Components::of(&parse()?))).flatten();
    let readings = turned
        .map(|line| (line, LeftOut::Nothing))
        .chain(lines.iter().map(|line| (line.clone(), LeftOut::FirstWord)))
        .chain(parsed.map(|line| (line, LeftOut::Nothing)));
    for (line, left_out) in readings {
        if streets.is_over() {
            break;
        }
        let found = streets.of(&line, left_out)?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

/// Countries with postcodes of five digits that write a house number in front of its street, so that three digits behind it are none.
const NUMBERS_IN_FRONT: [&str; 2] = ["us", "fr"];

/// Of streets that lack the number typed behind them, those in the postcodes that it begins, if there are any: `larch st 973`.
fn narrowed(
    streets: &Streets<'_>,
    query: &str,
    found: Vec<Candidate>,
) -> Result<Vec<Candidate>, GeocoderError> {
    let Some(line) = line::with_code_begun(query).filter(|_| !found.iter().any(|one| one.is_house)) else {
        return Ok(found);
    };
    let mut within = streets.of(&line, LeftOut::Nothing)?;
    within.retain(|candidate| NUMBERS_IN_FRONT.contains(&candidate.country()));
    Ok(if within.is_empty() { found } else { within })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::admin::fixture::{gazetteer, tree};
    use crate::street::fixture::open_shards;

    const ASKED: CompleteOptions = CompleteOptions { limit: 10, near: None };

    /// The names of what completes a query, and whether the parser was asked.
    fn told(query: &str, limit: usize, parse: Option<&str>) -> (Vec<String>, bool) {
        let asked = Cell::new(false);
        let parse = || {
            asked.set(true);
            parse.map(tree)
        };
        let options = CompleteOptions { limit, ..ASKED };
        let found = complete(gazetteer(), open_shards(), query, &options, parse).unwrap();
        (found.into_iter().map(|completion| completion.name).collect(), asked.get())
    }

    #[test]
    fn a_text_that_is_a_street_is_completed_without_the_parser() {
        assert_eq!(told("10 larch st portl", 10, None), (vec!["10 Larch St".to_owned()], false));
        let turned = told("portland birch ave", 10, None);
        assert_eq!(turned, (vec!["Birch Ave".to_owned()], false), "the place may come first");
        assert_eq!(told("cedar ln portland", 10, None).0, ["N Cedar Ln"], "the direction may be left out");
    }

    /// Three digits behind a street were a house number that no street has, and narrowed nothing.
    #[test]
    fn three_digits_behind_a_street_narrow_to_the_postcodes_that_they_begin() {
        let both = ["Larch St", "Larch St"];
        assert_eq!(told("larch st", 10, None).0, both);
        assert_eq!(told("larch st 973", 10, None).0, ["Larch St"]);
        assert_eq!(told("larch st 999", 10, None).0, both, "no postcode begins so");
    }

    #[test]
    fn the_parser_reads_what_nothing_else_completes() {
        let parse = "house_number=10; street=Larch St; locality=Portland";
        let (names, asked) = told("10 on larch st portland", 10, Some(parse));
        assert_eq!((names, asked), (vec!["10 Larch St".to_owned()], true));
        assert_eq!(told("10 on larch st portland", 10, None), (Vec::new(), true));
        let (_, asked) = told("portl", 10, Some(parse));
        assert!(!asked, "a town is no street");
    }

    #[test]
    fn streets_stand_behind_places_unless_the_text_is_one() {
        let (names, _) = told("sale", 10, None);
        assert_eq!(names[0], "Salem");
        let (names, _) = told("junip", 10, None);
        assert_eq!(names, ["Juniper Way"], "a street where no place begins so");
    }

    #[test]
    fn the_limit_holds_for_streets_and_places_together() {
        let all = ["Salem", "Salem", "Salem Ct", "Salem Ct"];
        assert_eq!(told("sale", 10, None).0, all);
        for limit in 1..all.len() {
            assert_eq!(told("sale", limit, None).0, all[..limit]);
        }
    }
}
