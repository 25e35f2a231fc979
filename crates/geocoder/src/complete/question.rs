//! What a query says of a street.

use milepost_address::{Tag, Tree};
use milepost_text::{HouseNumber, word_class};

use crate::reading::components::Components;

/// Letters from which the beginning of a street is looked up; a shorter one begins half the streets there are.
const LETTERS: usize = 2;

/// The street part of a query, and the words that say where it lies.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Question {
    pub(super) street: String,
    pub(super) number: Option<HouseNumber>,
    /// Town and division as typed, in that order; may be empty.
    pub(super) place: String,
    pub(super) postcode: Option<String>,
}

impl Question {
    /// What the parse of a query says; none when it names no street.
    pub(super) fn of(tree: &Tree) -> Option<Question> {
        let components = Components::of(tree);
        let street = components.street()?;
        if street.chars().filter(|character| character.is_alphanumeric()).count() < LETTERS {
            return None;
        }
        let place =
            [Tag::Locality, Tag::Region, Tag::Country].into_iter().filter_map(|tag| components.get(tag));
        Some(Question {
            street,
            number: components.get(Tag::HouseNumber).and_then(HouseNumber::parse),
            place: place.collect::<Vec<_>>().join(", "),
            postcode: components.get(Tag::Postcode).map(str::to_owned),
        })
    }
}

/// Whether a query can name a street: a number with a word behind it, a word for a kind of street, or several words that are no
/// place.
pub(super) fn may_be_street(query: &str, is_no_place: bool) -> bool {
    let words: Vec<String> =
        query.split_whitespace().map(word_class::plain).filter(|word| !word.is_empty()).collect();
    if words.len() < 2 {
        return false;
    }
    let numbered = words.iter().take(words.len() - 1).any(|word| word.as_bytes()[0].is_ascii_digit());
    let kind_of_street = words.iter().any(|word| {
        let classes = word_class::classes_of(word);
        classes.has(word_class::WordClass::UsStreetType) || classes.has(word_class::WordClass::FrStreetType)
    });
    numbered || kind_of_street || is_no_place
}

#[cfg(test)]
mod tests {
    use super::may_be_street;

    #[test]
    fn towns_are_not_parsed() {
        assert!(may_be_street("1600 penn", false));
        assert!(may_be_street("rue de riv", false));
        assert!(may_be_street("elm stre bald", true));
        assert!(!may_be_street("new york", false));
        assert!(!may_be_street("1600", false));
        assert!(!may_be_street("", true));
    }
}
