//! Streets of the remaining countries: abbreviated types expanded anywhere in the name.

use super::fr;
use super::words::{FR_TYPES, OTHER_TYPES, words};
use crate::word_class::country_languages;

/// Particles between the type of a street and its name that people leave out, by language; Spanish includes Catalan and Galician.
const PARTICLES: [(&str, &[&str]); 4] = [
    ("fr", &fr::PARTICLES),
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

/// The particles of a street: those of the language that its type is of, where a country has several, else of the first.
fn particles_of(norm: &[String], country: &str) -> &'static [&'static str] {
    let further = country_languages(country).get(1..).unwrap_or_default();
    let has_type = |language: &&str| norm.first().is_some_and(|word| is_type(word, language));
    particles(further.iter().copied().find(has_type).unwrap_or_else(|| language(country)))
}

fn is_type(word: &str, language: &str) -> bool {
    match language {
        "fr" => FR_TYPES.contains_key(word),
        _ => OTHER_TYPES.get(language).is_some_and(|types| types.contains_key(word)),
    }
}

/// The name without the particles after its first word: `Calle de Alcalá` and `Calle Alcalá` meet, and so do `Rue de la Gare` and
/// `Rue Gare` in Switzerland.
pub(super) fn key(norm: &[String], country: &str) -> Vec<String> {
    let particles = particles_of(norm, country);
    let is_kept = |(index, word): &(usize, &String)| *index == 0 || !particles.contains(&word.as_str());
    let kept: Vec<String> = norm.iter().enumerate().filter(is_kept).map(|(_, word)| word.clone()).collect();
    // If only particles follow the type, they are the name.
    if kept.len() > 1 { kept } else { norm.to_vec() }
}

/// The name as address points are filed under it.
pub(super) fn norm(street: &str, country: &str) -> Vec<String> {
    let language = language(country);
    // `Carrer de l'Estació`: an elided article is a particle as well.
    let has_particles = country_languages(country).iter().any(|language| !particles(language).is_empty());
    let mut words = words(street, has_particles || !particles(language).is_empty());
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
