//! The canonical form of a street: what keys of addresses have of it.
//!
//! Types, directionals and titles are in full, numbers in digits, compounds in one word, numbered roads in one spelling. Words stay in their
//! order and particles stay, so that `Am Markt` is another street than `Markt`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::name::{StreetName, StreetWord};
use super::route;
use super::table::{Language, Role, language_codes, languages_by};
use super::words::US_TYPES;
use crate::tsv::rows;

/// Types in another form of one word, and types that are left out: language and type to the type in the key, none to leave it out.
static KEY_WORDS: LazyLock<HashMap<(&'static str, &'static str), Option<&'static str>>> =
    LazyLock::new(|| {
        rows(include_str!("../../data/street/key_words.tsv"))
            .map(|[language, what, from, to]| ((language, from), (what == "same").then_some(to)))
            .collect()
    });

/// The words of a street in canonical form, in the languages of a country (ISO 3166-1 alpha-2, lower case); in English if these know none
/// of its words for a type. Empty for a text without a letter or digit.
pub fn canonical_street(text: &str, country: &str) -> Vec<String> {
    let codes = language_codes(country);
    let own = Reader::of(codes).and_then(|reader| reader.canonical(text));
    let has_type = own.as_ref().is_some_and(|read| read.has_type);
    let english = || Reader::of(&["en"])?.canonical(text).filter(|read| read.has_type);
    let read = if has_type || codes.contains(&"en") { own } else { english().or(own) };
    read.map(|read| read.words).unwrap_or_default()
}

/// The value of a number in words: `one`, `drei`. None for digits, Roman numerals and any other text.
pub fn number_in_words(text: &str, country: &str) -> Option<u32> {
    let name = StreetName::of(text, country)?;
    let [word] = &name.words[..] else { return None };
    word.number.filter(|_| word.readings.iter().any(|reading| reading.role == Role::Number))
}

struct Reader<'a> {
    codes: &'a [&'static str],
    languages: Vec<&'static Language>,
}

struct Canonical {
    words: Vec<String>,
    has_type: bool,
}

impl<'a> Reader<'a> {
    fn of(codes: &'a [&'static str]) -> Option<Reader<'a>> {
        let languages = languages_by(codes);
        (!languages.is_empty()).then_some(Reader { codes, languages })
    }

    fn canonical(&self, text: &str) -> Option<Canonical> {
        let name = StreetName::read(text, &self.languages)?;
        let has_type = name.words.iter().any(|word| word.role == Role::Type);
        let has_core = name.words.iter().any(|word| matches!(word.role, Role::Core | Role::Number));
        let mut words: Vec<String> = Vec::with_capacity(name.words.len());
        for (at, word) in name.words.iter().enumerate() {
            let full = self.in_full(word, name.words.get(at + 1));
            let key_word = self.codes.iter().find_map(|code| KEY_WORDS.get(&(*code, full.as_str())));
            let full = match key_word.filter(|_| word.role == Role::Type) {
                Some(None) if has_core && !word.is_suffix => continue,
                Some(Some(same)) => (*same).to_owned(),
                _ => full,
            };
            let is_compound = word.is_suffix
                || word.role == Role::Type
                    && self.languages.iter().any(|language| language.ends_compound(&full));
            let before = at.checked_sub(1).map(|before| name.words[before].role);
            match words.last_mut().filter(|_| is_compound && before == Some(Role::Core)) {
                Some(stem) => stem.push_str(&full),
                None => words.push(full),
            }
        }
        let mut words: Vec<String> =
            words.iter().flat_map(|word| word.split(' ')).map(str::to_owned).collect();
        if self.codes.contains(&"en")
            && let Some(road) = route::key(&words)
        {
            words = road.split(' ').map(str::to_owned).collect();
        }
        Some(Canonical { words, has_type })
    }

    /// A word without its abbreviation, by its role in the name.
    fn in_full(&self, word: &StreetWord, next: Option<&StreetWord>) -> String {
        if let (Role::Number, Some(number)) = (word.role, word.number) {
            // `Avenue I` is a letter.
            let is_letter =
                word.text.len() == 1 && !word.text.starts_with(|first: char| first.is_ascii_digit());
            return if is_letter { word.text.clone() } else { number.to_string() };
        }
        let of_role = |role: Role| {
            let mut canonical = word
                .readings
                .iter()
                .filter(move |reading| reading.role == role)
                .map(|reading| reading.canonical);
            let first = canonical.clone().next();
            if canonical.any(|full| full == word.text) { None } else { first }
        };
        let of_post = || {
            US_TYPES.get(word.text.as_str()).copied().filter(|full| {
                word.readings.iter().any(|reading| reading.role == Role::Type && reading.canonical == *full)
            })
        };
        // `Highway 5`, `Avenue N`: a type in front of a number or a letter.
        let is_in_front = next.is_some_and(|next| next.number.is_some() || next.text.chars().count() == 1);
        let full = match word.role {
            Role::Type => of_post().or_else(|| of_role(Role::Type)),
            Role::Core if is_in_front && word.may_be(Role::Type) => of_post().or_else(|| of_role(Role::Type)),
            Role::Core if word.text.chars().count() > 1 => of_role(Role::Core),
            Role::Directional | Role::Honorific => of_role(word.role),
            _ => None,
        };
        full.unwrap_or(&word.text).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str, country: &str) -> String {
        canonical_street(text, country).join(" ")
    }

    #[test]
    fn spellings_of_a_street_meet() {
        for (country, a, b) in [
            ("us", "N. Fourth Ave S.W.", "North 4th Avenue SW"),
            ("us", "State Hwy 35", "State Highway 35"),
            ("us", "St. Charles Av", "Saint Charles Avenue"),
            ("nz", "SH1", "State Highway 1"),
            ("ae", "Al Wasl Rd", "Al Wasl Road"),
            ("hk", "King Tung St", "KING TUNG STREET"),
            ("de", "Maximilian str.", "Maximilianstraße"),
            ("de", "Berliner Str.", "Berlinerstraße"),
            ("dk", "Gl. Kongevej", "Gammel Kongevej"),
            ("se", "Storg.", "Storgatan"),
            ("no", "Kirkev.", "Kirkeveien"),
            ("my", "Jln Ampang", "Jalan Ampang"),
            ("ru", "ул. Ленина", "Ленина"),
            ("pl", "ul. Długa", "Długa"),
            ("co", "KR 7", "Carrera 7"),
            ("fr", "av. du Gal de Gaulle", "AVENUE DU GENERAL DE GAULLE"),
            ("it", "V.le Roma", "Viale Roma"),
            ("it", "Via XX Settembre", "Via 20 Settembre"),
        ] {
            assert_eq!(key(a, country), key(b, country), "{country}: {a} / {b}");
        }
    }

    #[test]
    fn different_streets_stay_apart() {
        for (country, a, b) in [
            ("us", "E St", "East St"),
            ("us", "Avenue N", "North Avenue"),
            ("us", "Court St", "Court Ct"),
            ("us", "Main St N", "N Main St"),
            ("us", "32 1/8 Rd", "32 Rd"),
            ("us", "Avenue I", "Avenue 1"),
            ("us", "1st St", "1st Ave"),
            ("de", "Am Markt", "Markt"),
            ("gb", "The Green", "Green"),
            ("fr", "Rue de la Paix", "Rue Paix"),
            ("it", "Via Roma", "Viale Roma"),
        ] {
            assert_ne!(key(a, country), key(b, country), "{country}: {a} / {b}");
        }
    }

    #[test]
    fn a_number_in_words_has_its_value() {
        assert_eq!(number_in_words("One", "us"), Some(1));
        assert_eq!(number_in_words("zwei", "de"), Some(2));
        for text in ["12", "IV", "Main", "one two", ""] {
            assert_eq!(number_in_words(text, "us"), None, "{text}");
        }
    }
}
