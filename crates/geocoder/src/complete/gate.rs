//! Whether a query can be a street.

use milepost_text::word_class::{self, WordClass};

/// Fewest letters of a text without a number or type that is looked up as a street.
const LETTERS_OF_A_STREET: usize = 4;

/// Whether a query can name a street: a number followed by a word, a street type, or words that are no
/// place.
pub(super) fn may_be_street(query: &str, is_no_place: bool) -> bool {
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
pub(super) fn may_begin_street(query: &str) -> bool {
    let letters = query.chars().filter(|character| character.is_alphabetic()).count();
    letters >= LETTERS_OF_A_STREET && !query.trim_start().starts_with(|first: char| first.is_ascii_digit())
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
        assert!(may_be_street("alliston", true));
        assert!(!may_be_street("all", true));
        assert!(!may_be_street("", true));
    }
}
