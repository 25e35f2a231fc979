//! Which language's abbreviations a text uses, by words that only one language has (`data/language_words.tsv`).

use std::collections::HashMap;
use std::sync::LazyLock;

use super::Word;
use crate::word_class::{WordClass, classes_of, language_words};

/// Languages with abbreviations of their own, besides English. They need evidence; if two have the same, the first.
const OTHERS: [&str; 7] = ["fr", "es", "it", "pt", "de", "nl", "pl"];

/// Weight of a word that only one language has.
const ALONE: u32 = 3;
/// Least weight that counts as evidence: English place names borrow one article, never two.
const LEAST: u32 = 2;

static WORDS: LazyLock<HashMap<&str, Vec<(&str, u32)>>> = LazyLock::new(|| {
    let mut words: HashMap<&str, Vec<(&str, u32)>> = HashMap::new();
    for language in OTHERS {
        let (alone, shared) = language_words(language);
        for (list, weight) in [(alone, ALONE), (shared, 1)] {
            for word in list {
                words.entry(word).or_default().push((language, weight));
            }
        }
    }
    words
});

/// The language with the most evidence, ISO 639-1; English if there is little.
pub(super) fn language_of(words: &[Word]) -> &'static str {
    let mut votes = OTHERS.map(|language| (language, 0_u32));
    let mut vote = |language: &str, weight: u32| {
        for (_, sum) in votes.iter_mut().filter(|(voted, _)| *voted == language) {
            *sum = sum.saturating_add(weight);
        }
    };
    for Word { plain, .. } in words {
        for &(language, weight) in WORDS.get(plain.as_str()).into_iter().flatten() {
            vote(language, weight);
        }
        if plain.starts_with("l'") || plain.starts_with("d'") {
            vote("fr", 2);
        }
        if plain.ends_with("str") && plain.len() > 4 {
            vote("de", 2);
            vote("nl", 1);
        }
    }
    match votes.into_iter().rev().max_by_key(|(_, sum)| *sum) {
        Some((language, sum)) if sum >= LEAST && !speaks_english(words) => language,
        _ => "en",
    }
}

/// A US ZIP after a state, or an English street type or unit.
fn speaks_english(words: &[Word]) -> bool {
    let mut words = words.iter().map(|word| word.plain.as_str()).filter(|plain| !plain.is_empty());
    let mut state = false;
    words.any(|word| {
        let zip = state && word.len() == 5 && word.bytes().all(|byte| byte.is_ascii_digit());
        state = classes_of(word).has(WordClass::UsState);
        zip || matches!(word, "street" | "road" | "suite" | "apt" | "usa" | "drive" | "lane")
    })
}
