//! Abbreviations of words in a field, by the languages of a country.

use milepost_text::tsv::rows;

use super::values::Field;
use crate::unicode::is_space;

const LANGUAGES: &str = include_str!("../../data/languages.tsv");
const ABBREVIATIONS: &str = include_str!("../../data/abbreviations.tsv");

/// One or more words and their abbreviation.
#[derive(Debug)]
pub(super) struct Abbreviation {
    pub(super) field: Field,
    full: &'static str,
    short: &'static str,
}

/// The abbreviations of a country, language by language, in the order in which they apply.
pub(super) fn abbreviations_of(country: &str) -> Vec<Abbreviation> {
    let languages = rows(LANGUAGES).find(|[code, _]| *code == country);
    let languages = languages.into_iter().flat_map(|[_, languages]| languages.split(' '));
    let of = |language: &'static str| {
        rows(ABBREVIATIONS).filter_map(move |[known, full, short, field]| {
            let field = Field::named(field).filter(|_| known == language)?;
            Some(Abbreviation { field, full, short })
        })
    };
    languages.flat_map(of).collect()
}

impl Abbreviation {
    /// Abbreviates the first full form that stands as a word; `None` if the text has no full form. Only ASCII letters count as
    /// letters of a word, as in the patterns of the templates' library, so a form that ends in another letter is rarely found.
    pub(super) fn apply(&self, text: &str) -> Option<String> {
        let ends_in_letter = self.full.bytes().last().is_some_and(is_word);
        let is_it = |start: usize| {
            let (before, behind) = (&text[..start], &text[start + self.full.len()..]);
            let is_at_start = before.chars().next_back().is_none_or(is_space);
            is_at_start && ends_in_letter != behind.bytes().next().is_some_and(is_word)
        };
        let (start, _) = text.match_indices(self.full).find(|(start, _)| is_it(*start))?;
        Some([&text[..start], self.short, &text[start + self.full.len()..]].concat())
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_are_abbreviated() {
        let avenue = Abbreviation { field: Field::Road, full: "Avenue", short: "Ave" };
        assert_eq!(avenue.apply("5th Avenue").as_deref(), Some("5th Ave"));
        assert_eq!(avenue.apply("Avenues Avenue").as_deref(), Some("Avenues Ave"));
        assert_eq!(avenue.apply("XAvenue"), None);
    }

    #[test]
    fn countries_have_those_of_their_languages() {
        let has = |country, full| abbreviations_of(country).iter().any(|known| known.full == full);
        assert!(has("US", "Avenue") && has("CH", "Platz"));
        assert!(!has("US", "Platz") && abbreviations_of("XX").is_empty());
    }
}
