//! Words and letters that occur in some countries and not in others.

use std::sync::LazyLock;

use crate::tsv::{Lists, lists};

/// Kind, text, countries and source, one per line.
const TABLE: &str = include_str!("spoken.tsv");

/// Countries, ISO 3166-1 alpha-2.
pub(super) type Countries = &'static [&'static str];

/// Whole words of streets.
static WORDS: LazyLock<Lists> = LazyLock::new(|| of_kind("word"));
/// Endings of one-word streets.
static ENDINGS: LazyLock<Lists> = LazyLock::new(|| of_kind("ending"));
/// First parts of one-word streets, for endings that several languages have.
static BEGINNINGS: LazyLock<Lists> = LazyLock::new(|| of_kind("beginning"));
/// Letters of few alphabets, lower case.
static LETTERS: LazyLock<Lists> = LazyLock::new(|| of_kind("letters"));

/// Texts with their countries: the first match counts.
fn of_kind(kind: &str) -> Lists {
    let languages = lists(TABLE, "language");
    let mut texts = lists(TABLE, kind);
    for (_, countries) in &mut texts {
        let language = languages.iter().find(|(language, _)| countries[..] == [*language]);
        if let Some((_, spoken_in)) = language {
            countries.clone_from(spoken_in);
        }
    }
    texts
}

/// The countries of a folded word of a street; none if it could be of any.
pub(super) fn countries_of_word(word: &str) -> Option<Countries> {
    let whole = WORDS.iter().find(|(known, _)| *known == word);
    let ending = || {
        // A name comes before the ending: `Ova` alone lacks a name.
        let is_ending = |ending: &str| word.len() > ending.len() + 2 && word.ends_with(ending);
        let ending = ENDINGS.iter().find(|(ending, _)| is_ending(ending))?;
        // `Schulweg` is German and `Schoolweg` Dutch.
        let beginning = || BEGINNINGS.iter().find(|(beginning, _)| word.starts_with(beginning));
        Some(if ending.0 == "weg" { beginning().unwrap_or(ending) } else { ending })
    };
    whole.or_else(ending).map(|(_, countries)| countries.as_slice())
}

/// The countries of each group of special letters in a lower-case text.
pub(super) fn countries_of_letters(text: &str) -> Vec<Countries> {
    // None of the letters is one of ASCII, which most texts are.
    let special: Vec<char> = text.chars().filter(|letter| !letter.is_ascii()).collect();
    if special.is_empty() {
        return Vec::new();
    }
    let has_one = |letters: &str| letters.chars().any(|letter| special.contains(&letter));
    let groups = LETTERS.iter().filter(|(letters, _)| has_one(letters));
    groups.map(|(_, countries)| countries.as_slice()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tsv::rows;

    #[test]
    fn every_line_has_a_kind_a_text_countries_and_a_source() {
        let languages = lists(TABLE, "language");
        for [kind, text, countries, source] in rows(TABLE) {
            let is_language = languages.iter().any(|(language, _)| *language == countries);
            let are_codes = countries.split(' ').all(|code| code.len() == 2 && code == code.to_uppercase());
            assert!(is_language || are_codes, "{text}: {countries}");
            assert!(["language", "word", "ending", "beginning", "letters"].contains(&kind), "{kind}");
            assert!(!source.is_empty(), "{text}");
        }
        assert!([&WORDS, &ENDINGS, &BEGINNINGS, &LETTERS].into_iter().all(|texts| texts.len() > 9));
        assert!(LETTERS.iter().flat_map(|(letters, _)| letters.chars()).all(|letter| !letter.is_ascii()));
    }

    #[test]
    fn a_word_is_found_whole_or_by_its_ending() {
        assert!(countries_of_word("utca").is_some_and(|countries| countries.contains(&"HU")));
        assert!(countries_of_word("vestergade").is_some_and(|countries| countries.contains(&"DK")));
        assert_eq!(countries_of_word("ova"), None);
        assert_eq!(countries_of_word("broadway"), None);
    }
}
