//! Abbreviations of languages that write the type in front of the name, and German's at the end of a word.

use super::Word;
use super::language::Language;
use crate::word_class::fr_street_types;

const FRENCH: [(&str, &str); 9] = [
    ("r", "rue"),
    ("bd", "boulevard"),
    ("bvd", "boulevard"),
    ("av", "avenue"),
    ("ave", "avenue"),
    ("pl", "place"),
    ("imp", "impasse"),
    ("fbg", "faubourg"),
    ("sq", "square"),
];
const SPANISH: [(&str, &str); 12] = [
    ("c/", "calle"),
    ("cl", "calle"),
    ("av", "avenida"),
    ("avd", "avenida"),
    ("avda", "avenida"),
    ("pza", "plaza"),
    ("plz", "plaza"),
    ("pº", "paseo"),
    ("ctra", "carretera"),
    ("cra", "carrera"),
    ("blvd", "bulevar"),
    ("urb", "urbanización"),
];
const ITALIAN: [(&str, &str); 5] =
    [("v", "via"), ("vle", "viale"), ("pzza", "piazza"), ("cso", "corso"), ("ple", "piazzale")];
const PORTUGUESE: [(&str, &str); 6] = [
    ("r", "rua"),
    ("av", "avenida"),
    ("tv", "travessa"),
    ("pc", "praça"),
    ("al", "alameda"),
    ("estr", "estrada"),
];
/// Abbreviations inside French names and behind French streets.
const FRENCH_NAMES: [(&str, &str); 6] = [
    ("st", "saint"),
    ("ste", "sainte"),
    ("gal", "général"),
    ("mal", "maréchal"),
    ("dr", "docteur"),
    ("pdt", "président"),
];

/// Writes the abbreviations of a segment between commas out.
pub(super) fn expand(words: &mut [Word], language: Language) {
    if language == Language::German {
        words.iter_mut().for_each(expand_german);
        return;
    }
    let Some(first) = type_position(words) else { return };
    let plain = words[first].plain.clone();
    let list: &[(&str, &'static str)] = match language {
        Language::French => &FRENCH,
        Language::Spanish => &SPANISH,
        Language::Italian => &ITALIAN,
        _ => &PORTUGUESE,
    };
    let short = list.iter().find(|(short, _)| *short == plain).map(|&(_, full)| full);
    let full = short.or_else(|| (language == Language::French).then(|| french_type(&plain)).flatten());
    let followed = words[first + 1..].iter().any(|word| !word.is_blank());
    if let Some(full) = full.filter(|_| followed) {
        words[first].write(full);
    }
    if language == Language::French {
        for index in first + 1..words.len() {
            let more = words[index + 1..].iter().any(|word| !word.is_blank());
            let entry = FRENCH_NAMES.iter().find(|(short, _)| *short == words[index].plain);
            if let Some(&(_, full)) = entry.filter(|_| more) {
                words[index].write(full);
            }
        }
    }
}

/// The word a street type would be: the first behind the number and its repeat.
fn type_position(words: &[Word]) -> Option<usize> {
    words.iter().position(|word| {
        !word.is_blank() && !word.is_number() && !matches!(word.plain.as_str(), "bis" | "ter" | "quater")
    })
}

/// A French type by its abbreviation in the table; only abbreviations of three letters or more, which nothing else is.
fn french_type(short: &str) -> Option<&'static str> {
    if short.len() < 3 {
        return None;
    }
    fr_street_types().find(|(_, variants)| variants.contains(&short)).map(|(full, _)| full)
}

/// `Hauptstr.` is `Hauptstraße`.
fn expand_german(word: &mut Word) {
    if !(word.plain.ends_with("str") && word.plain.len() >= 3) {
        return;
    }
    let stem = word.written.trim_end_matches('.');
    let Some(stem) = stem.len().checked_sub(3).and_then(|length| stem.get(..length)) else { return };
    let ending = match (word.capitals, stem.is_empty()) {
        (true, _) => "STRASSE",
        (false, true) => "Straße",
        (false, false) => "straße",
    };
    word.written = format!("{stem}{ending}");
}
