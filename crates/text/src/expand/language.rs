//! Which language's abbreviations a text uses, by words that only one language has (`data/language_words.tsv`).

use std::collections::HashMap;
use std::sync::LazyLock;

use super::Word;
use crate::word_class::{WordClass, classes_of, language_words};

/// A language with its own abbreviations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Language {
    English,
    French,
    Spanish,
    Italian,
    Portuguese,
    German,
    Dutch,
    Polish,
}

/// Languages that need evidence; if two have the same, the first.
const OTHERS: [Language; 7] = [
    Language::French,
    Language::Spanish,
    Language::Italian,
    Language::Portuguese,
    Language::German,
    Language::Dutch,
    Language::Polish,
];

/// Weight of a word that only one language has.
const ALONE: u32 = 3;
/// Least weight that counts as evidence: English place names borrow one article, never two.
const LEAST: u32 = 2;

static WORDS: LazyLock<HashMap<&'static str, Vec<(Language, u32)>>> = LazyLock::new(|| {
    let mut words: HashMap<&str, Vec<(Language, u32)>> = HashMap::new();
    for language in OTHERS {
        let (alone, shared) = language_words(language.code());
        for (list, weight) in [(alone, ALONE), (shared, 1)] {
            for word in list {
                words.entry(word).or_default().push((language, weight));
            }
        }
    }
    words
});

impl Language {
    /// ISO 639-1, as the tables have it.
    pub(super) fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::French => "fr",
            Language::Spanish => "es",
            Language::Italian => "it",
            Language::Portuguese => "pt",
            Language::German => "de",
            Language::Dutch => "nl",
            Language::Polish => "pl",
        }
    }

    /// The language with the most evidence; English if there is little.
    pub(super) fn of(words: &[Word]) -> Language {
        let mut votes = OTHERS.map(|language| (language, 0));
        let mut vote = |language: Language, weight: u32| {
            votes
                .iter_mut()
                .filter(|(voted, _)| *voted == language)
                .for_each(|(_, sum): &mut (_, u32)| *sum = sum.saturating_add(weight));
        };
        for Word { plain, .. } in words {
            for &(language, weight) in WORDS.get(plain.as_str()).into_iter().flatten() {
                vote(language, weight);
            }
            if plain.starts_with("l'") || plain.starts_with("d'") {
                vote(Language::French, 2);
            }
            if plain.ends_with("str") && plain.len() > 4 {
                vote(Language::German, 2);
                vote(Language::Dutch, 1);
            }
        }
        match votes.into_iter().rev().max_by_key(|(_, sum)| *sum) {
            Some((language, sum)) if sum >= LEAST && !speaks_english(words) => language,
            _ => Language::English,
        }
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
