//! The countries whose postcodes have the shape of the typed one.

use std::sync::LazyLock;

use crate::tsv::{Lists, lists};

/// Kind, text, values and source, one per line.
const TABLE: &str = include_str!("postcode_shapes.tsv");

/// Shapes and the countries that use them.
static SHAPES: LazyLock<Lists> = LazyLock::new(|| lists(TABLE, "shape"));
/// Countries that do not use all first characters, and those they use.
static BEGINNINGS: LazyLock<Lists> = LazyLock::new(|| lists(TABLE, "beginnings"));
/// Letters that some write in front of a code, and their country.
static LETTERS_IN_FRONT: LazyLock<Lists> = LazyLock::new(|| lists(TABLE, "letters"));

/// ISO 3166-1 alpha-2 of the only country with postcodes of this shape: letters and digits alternate in a unique way
/// in Great Britain, Canada and the Netherlands, or the country's letters come first. Five digits do not identify a country.
pub(crate) fn country_of_shape(postcode: &str) -> Option<&'static str> {
    only(countries_of_shape(postcode)?)
}

/// Countries with postcodes of this shape; none if no known country has it.
fn countries_of_shape(postcode: &str) -> Option<&'static [&'static str]> {
    let trimmed = postcode.trim();
    if let Some((letters, rest)) = trimmed.split_once('-') {
        let known = LETTERS_IN_FRONT.iter().find(|(known, _)| known.eq_ignore_ascii_case(letters));
        let known = known.map(|(_, country)| country.as_slice());
        if let Some(country) = known.or_else(|| of_code_in_front(letters, rest)) {
            return Some(country);
        }
    }
    shapes_of(trimmed).map(|(_, countries)| countries.as_slice()).next()
}

/// The country whose code (ISO 3166-1 alpha-2) stands before a code of its shape: `ZA-8001`.
fn of_code_in_front(letters: &str, code: &str) -> Option<&'static [&'static str]> {
    shapes_of(code).find_map(|(shape, countries)| {
        let at = countries.iter().position(|country| country.eq_ignore_ascii_case(letters))?;
        let is_state = shape.len() == 5 && STATES.contains(&countries[at]);
        (!is_state).then(|| &countries[at..=at])
    })
}

/// The shapes that a code has, `a` for every letter and `9` for every digit, with the countries that use them.
fn shapes_of(code: &str) -> impl Iterator<Item = &'static (&'static str, Vec<&'static str>)> {
    let class = |sign: char| match sign {
        letter if letter.is_ascii_alphabetic() => 'a',
        digit if digit.is_ascii_digit() => '9',
        other => other,
    };
    // Most shapes have another length.
    let compact = code.chars().filter(|sign| !sign.is_whitespace()).count();
    SHAPES.iter().filter(move |(shape, _)| {
        let signs = || code.chars().map(class);
        shape.len() == code.len() && signs().eq(shape.chars())
            || shape.len() == compact && signs().filter(|sign| !sign.is_whitespace()).eq(shape.chars())
    })
}

/// A typed postcode with the countries that have codes of its shape, found once for all places that it is compared with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TypedCode<'a> {
    pub(crate) text: &'a str,
    /// None if no known country has the shape.
    countries: Option<&'static [&'static str]>,
}

impl<'a> TypedCode<'a> {
    pub(crate) fn of(text: &'a str) -> TypedCode<'a> {
        TypedCode { text, countries: countries_of_shape(text) }
    }

    /// Whether any known country has codes of its shape.
    pub(crate) fn has_shape(self) -> bool {
        self.countries.is_some()
    }

    /// Whether `country` has codes of its shape.
    pub(crate) fn has_shape_of(self, country: &str) -> bool {
        self.countries.is_some_and(|countries| countries.contains(&country))
    }

    /// The only country with codes of its shape.
    pub(crate) fn only_country(self) -> Option<&'static str> {
        only(self.countries?)
    }

    /// Whether it has a blank or a hyphen as the codes of `country` have not: `968 01` is a code of Slovakia and not `96801` of Honolulu,
    /// `530-0001` one of Japan and not `530` of the Faroe Islands.
    pub(crate) fn is_spelled_otherwise_in(self, country: &str) -> bool {
        let typed = self.text.trim();
        let is_number = typed.starts_with(|digit: char| digit.is_ascii_digit());
        let only = self.only_country().filter(|_| is_number);
        typed.contains([' ', '-'])
            && (self.is_foreign_to(country) || only.is_some_and(|only| only != country))
    }

    /// Whether no postcode of `country` looks or begins like this one.
    pub(crate) fn is_foreign_to(self, country: &str) -> bool {
        let Some(countries) = self.countries else { return false };
        if !countries.contains(&country) {
            return SHAPES.iter().any(|(_, countries)| countries.contains(&country));
        }
        let digits = self.text.trim_start_matches(|character: char| !character.is_ascii_digit());
        let beginnings = BEGINNINGS.iter().find(|(known, _)| *known == country);
        beginnings.is_some_and(|(_, beginnings)| !beginnings.iter().any(|begin| digits.starts_with(begin)))
    }
}

fn only(countries: &'static [&'static str]) -> Option<&'static str> {
    match countries {
        [country] => Some(country),
        _ => None,
    }
}

/// Codes of countries that are also states of the United States: `ME-04101` is in Maine.
const STATES: [&str; 6] = ["ID", "MA", "ME", "MN", "NC", "VA"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_tell_three_countries() {
        assert_eq!(country_of_shape("SW1A 2AA"), Some("GB"));
        assert_eq!(country_of_shape("n6a 1b3"), Some("CA"));
        assert_eq!(country_of_shape("1012 AB"), Some("NL"));
        assert_eq!(country_of_shape("00-950"), Some("PL"));
        assert_eq!(country_of_shape("D-10115"), Some("DE"));
        assert_eq!(country_of_shape("75008"), None);
        assert_eq!(country_of_shape("1010"), None);
    }

    #[test]
    fn the_code_of_a_country_stands_before_a_code_of_its_shape() {
        assert_eq!(country_of_shape("BG-1000"), Some("BG"));
        assert_eq!(country_of_shape("GR-105 57"), Some("GR"));
        assert_eq!(country_of_shape("ZA-8001"), Some("ZA"));
        assert_eq!(country_of_shape("IL-6100000"), Some("IL"));
        assert_eq!(country_of_shape("IL-60601"), None, "Illinois");
        assert_eq!(country_of_shape("ME-04101"), None, "Maine");
    }

    fn is_foreign_to(postcode: &str, country: &str) -> bool {
        TypedCode::of(postcode).is_foreign_to(country)
    }

    #[test]
    fn a_shape_leaves_the_countries_that_use_it() {
        assert!(is_foreign_to("9640", "DE"));
        assert!(!is_foreign_to("9640", "AT"));
        assert!(!is_foreign_to("115 58", "SE"));
        assert!(is_foreign_to("082 22", "CZ") && !is_foreign_to("082 22", "SK"));
        assert!(is_foreign_to("110 00", "SK") && !is_foreign_to("CZ-110 00", "CZ"));
        assert!(is_foreign_to("115 58", "FR"));
        assert!(is_foreign_to("EX17", "US") && !is_foreign_to("EX17", "GB"));
        assert!(!is_foreign_to("A1", "DE"), "no shape of any country tells nothing");
        assert!(!is_foreign_to("9640", "QA"), "without a known shape every code is possible");
    }
}
