//! Streets of the remaining countries: abbreviated types expanded anywhere in the name.

use super::words::{OTHER_TYPES, words};
use crate::word_class::country_languages;

/// Particles between the type of a street and its name that people leave out, by the first language of the country; Spain includes
/// Catalan and Galician.
const PARTICLES: [(&str, &[&str]); 3] = [
    (
        "es",
        &[
            "de", "del", "dels", "do", "da", "dos", "das", "d", "la", "las", "los", "les", "l", "el", "els",
            "y", "e", "i",
        ],
    ),
    (
        "it",
        &["di", "del", "dello", "della", "dell", "dei", "degli", "delle", "d", "da", "la", "lo", "l", "e"],
    ),
    ("pt", &["de", "do", "da", "dos", "das", "d", "a", "o", "e"]),
];

fn particles(language: &str) -> &'static [&'static str] {
    PARTICLES.iter().find(|(of, _)| *of == language).map_or(&[], |(_, words)| *words)
}

/// The language that streets of a country are mostly named in.
fn language(country: &str) -> &str {
    country_languages(country).first().copied().unwrap_or(country)
}

/// The name without the particles after its first word: `Calle de Alcalá` and `Calle Alcalá` meet.
pub(super) fn key(norm: &[String], country: &str) -> Vec<String> {
    let particles = particles(language(country));
    let is_kept = |(index, word): &(usize, &String)| *index == 0 || !particles.contains(&word.as_str());
    let kept: Vec<String> = norm.iter().enumerate().filter(is_kept).map(|(_, word)| word.clone()).collect();
    // If only particles follow the type, they are the name.
    if kept.len() > 1 { kept } else { norm.to_vec() }
}

/// The name as address points are filed under it.
pub(super) fn norm(street: &str, country: &str) -> Vec<String> {
    let language = language(country);
    // `Carrer de l'Estació`: an elided article is a particle as well.
    let mut words = words(street, !particles(language).is_empty());
    let Some(types) = OTHER_TYPES.get(language) else { return words };
    let last = words.len().saturating_sub(1);
    for (index, word) in words.iter_mut().enumerate() {
        if (index == 0 || index == last)
            && last > 0
            && let Some(full) = types.get(word.as_str())
        {
            (*full).clone_into(word);
        }
        // `Hauptstr.`, `Kerkstr.`: the type is the end of the word.
        if matches!(language, "de" | "nl")
            && word.len() > 5
            && let Some(stem) = word.strip_suffix("str")
        {
            *word = format!("{stem}{}", if language == "de" { "strasse" } else { "straat" });
        }
    }
    words
}
