//! Completion: places by the index of names, streets and addresses by the indexes of words of the shards.
//!
//! Streets are searched only if the text can be one, because that reads databases; typing the beginning of a town costs nothing more.

mod candidate;
mod reading;
mod streets;

use milepost_gazetteer::prefix::{Budget, CompleteOptions, Completion};
use milepost_gazetteer::{Gazetteer, Shards};
use milepost_text::word_class::{self, WordClass};

use crate::GeocoderError;
use candidate::Candidate;
use streets::Streets;

/// Share of the room that streets have behind places, where one word names both: two of five.
const SHARE_OF_STREETS: f64 = 0.4;

pub(crate) fn complete(
    gazetteer: &Gazetteer,
    shards: &Shards,
    query: &str,
    options: &CompleteOptions,
) -> Result<Vec<Completion>, GeocoderError> {
    let budget = Budget::default();
    let places = gazetteer.complete_within(query, options, &budget)?;
    let is_street = may_be_street(query, places.is_empty());
    if shards.areas().is_empty() || !(is_street || may_begin_street(query)) {
        return Ok(places);
    }
    let streets = Streets::new(gazetteer, shards, options, &budget);
    let readings = reading::readings(query);
    let mut found: Vec<Candidate> = readings.iter().flat_map(|reading| streets.of(reading)).collect();
    // A number that no street has may be the beginning of a postcode, which another reading knows.
    if found.iter().any(|candidate| candidate.is_placed && candidate.explains_number) {
        found.retain(|candidate| candidate.explains_number);
    }
    let found = streets.ranked(found);
    if is_street {
        return Ok(found.into_iter().chain(places).take(options.limit).collect());
    }
    let room = found.len().min((options.limit as f64 * SHARE_OF_STREETS) as usize);
    let most = options.limit - room;
    let behind = places.iter().skip(most).cloned().collect::<Vec<_>>();
    Ok(places.into_iter().take(most).chain(found).chain(behind).take(options.limit).collect())
}

/// Fewest letters of a text without a number or type that is looked up as a street.
const LETTERS_OF_A_STREET: usize = 4;

/// Whether a query can name a street: a number followed by a word, a street type, or words that are no
/// place.
fn may_be_street(query: &str, is_no_place: bool) -> bool {
    let words: Vec<String> =
        query.split_whitespace().map(word_class::plain).filter(|word| !word.is_empty()).collect();
    if words.len() < 2 {
        return is_no_place && may_begin_street(query);
    }
    let numbered = words.iter().take(words.len() - 1).any(|word| word.as_bytes()[0].is_ascii_digit());
    let has = |class| words.iter().any(|word| word_class::classes_of(word).has(class));
    numbered || has(WordClass::UsStreetType) || has(WordClass::FrStreetType) || is_no_place
}

/// Whether a query begins with words long enough to look streets up by.
fn may_begin_street(query: &str) -> bool {
    let letters = query.chars().filter(|character| character.is_alphabetic()).count();
    letters >= LETTERS_OF_A_STREET && !query.trim_start().starts_with(|first: char| first.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::gazetteer;
    use crate::street::fixture::open_shards;

    /// The names of what completes a query.
    fn names(query: &str, limit: usize) -> Vec<String> {
        let options = CompleteOptions { limit, near: None };
        let found = complete(gazetteer(), open_shards(), query, &options).unwrap();
        found.into_iter().map(|completion| completion.name).collect()
    }

    #[test]
    fn streets_come_before_places_where_the_text_is_a_street() {
        assert_eq!(names("10 larch st portl", 10), ["10 Larch St"]);
        assert_eq!(names("portland birch ave", 10), ["Birch Ave"]);
        assert_eq!(names("cedar ln portland", 10), ["N Cedar Ln"]);
    }

    #[test]
    fn digits_behind_a_street_narrow_to_the_postcodes_that_they_begin() {
        let both = ["Larch St", "Larch St"];
        assert_eq!(names("larch st", 10), both);
        assert_eq!(names("larch st 973", 10), ["Larch St"]);
    }

    #[test]
    fn streets_and_places_share_the_room_of_a_single_word() {
        let portland = names("portland", 5);
        assert_eq!(portland[0], "Portland");
        assert!(names("birch", 5).contains(&"Birch Ave".to_owned()));
    }

    #[test]
    fn towns_are_not_parsed() {
        assert!(may_be_street("1600 penn", false));
        assert!(may_be_street("rue de riv", false));
        assert!(may_be_street("elm stre bald", true));
        assert!(!may_be_street("new york", false));
        assert!(!may_be_street("1600", false));
        assert!(may_be_street("alliston", true));
        assert!(!may_be_street("all", true));
        assert!(!may_be_street("", true));
    }
}
