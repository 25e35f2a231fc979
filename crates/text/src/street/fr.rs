//! Streets of France and the other countries whose street type comes first in French.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::words::{FR_TYPES, words};
use crate::word_class::titles;

/// Titles and words that are part of many names, folded, by every abbreviation.
static TITLES: LazyLock<HashMap<&'static str, String>> = LazyLock::new(|| {
    titles("fr")
        .flat_map(|(full, clear, shared)| {
            clear.into_iter().chain(shared).map(move |short| (short, crate::fold(full)))
        })
        .collect()
});

/// Numbers before a month: `Huit Mai`, `Onze Novembre`.
const DAYS: [(&str, &str); 12] = [
    ("premier", "1er"),
    ("1", "1er"),
    ("quatre", "4"),
    ("cinq", "5"),
    ("six", "6"),
    ("huit", "8"),
    ("neuf", "9"),
    ("onze", "11"),
    ("douze", "12"),
    ("quatorze", "14"),
    ("dix neuf", "19"),
    ("vingt", "20"),
];
const MONTHS: [&str; 12] = [
    "janvier",
    "fevrier",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "aout",
    "septembre",
    "octobre",
    "novembre",
    "decembre",
];
/// Words between the type and the name, which people leave out.
pub(super) const PARTICLES: [&str; 14] =
    ["de", "du", "des", "la", "le", "les", "l", "d", "et", "a", "au", "aux", "en", "sur"];

/// The name as address points are filed under it: folded, apostrophes and hyphens as spaces, the type and titles in full.
pub(super) fn norm(street: &str) -> Vec<String> {
    let mut words = words(street, true);
    street_type(&mut words);
    for index in 1..words.len() {
        if let Some(full) = TITLES.get(words[index].as_str()) {
            full.clone_into(&mut words[index]);
        }
        let month = words.get(index + 1).is_some_and(|word| MONTHS.contains(&word.as_str()));
        if month && let Some((_, digits)) = DAYS.iter().find(|(spelled, _)| *spelled == words[index]) {
            (*digits).clone_into(&mut words[index]);
        }
    }
    words
}

/// Expands the type at the front; types of two words are matched first.
fn street_type(words: &mut Vec<String>) {
    if words.len() > 2 {
        let two = format!("{} {}", words[0], words[1]);
        if FR_TYPES.get(two.as_str()).is_some_and(|full| *full == two) {
            return;
        }
    }
    if words.len() > 1
        && let Some(full) = FR_TYPES.get(words[0].as_str())
    {
        words.splice(0..1, full.split([' ', '-']).map(str::to_owned));
    }
}

/// The name without the particles after its first word: `rue de l'église` and `rue église` meet.
pub(super) fn key(norm: &[String]) -> String {
    let kept = norm.iter().enumerate().filter(|(at, word)| *at == 0 || !PARTICLES.contains(&word.as_str()));
    kept.map(|(_, word)| word.as_str()).collect::<Vec<_>>().join(" ")
}
