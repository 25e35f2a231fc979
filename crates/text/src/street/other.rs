//! Streets of the remaining countries: abbreviated types written out, wherever they stand in the name.

use super::words::{OTHER_TYPES, words};
use crate::word_class::country_languages;

/// The name as address points are filed under it.
pub(super) fn norm(street: &str, country: &str) -> Vec<String> {
    let language = country_languages(country).first().copied().unwrap_or(country);
    let mut words = words(street, false);
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
