//! Which language's abbreviations a text uses, by words that only one language has.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A language with abbreviations of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Language {
    English,
    French,
    Spanish,
    Italian,
    Portuguese,
    German,
}

/// Words that speak for a language, as lists of plain words.
const EVIDENCE: [(Language, &str); 5] = [
    (
        Language::French,
        "rue chemin allee impasse boulevard quai cours faubourg bis ter cedex france bd bvd che imp all av r pl rte du des \
         les la le aux paix eglise",
    ),
    (
        Language::Spanish,
        "calle avenida avda avd plaza paseo camino carrera calzada del los las el c/ cl cra espana mexico colombia argentina \
         chile peru nº s/n",
    ),
    (Language::Italian, "via viale piazza corso vicolo della dello degli dei p.zza pzza vle italia"),
    (Language::Portuguese, "rua avenida travessa praca largo do da dos das brasil portugal"),
    (Language::German, "str strasse platz weg am an der im deutschland"),
];

/// Weight of a word that other languages have too, against one that speaks for itself.
const SHARED: [&str; 25] = [
    "av",
    "all",
    "r",
    "pl",
    "la",
    "le",
    "les",
    "del",
    "el",
    "do",
    "da",
    "am",
    "an",
    "der",
    "im",
    "boulevard",
    "cl",
    "paseo",
    "via",
    "plaza",
    "corso",
    "los",
    "las",
    "des",
    "du",
];

static WORDS: LazyLock<HashMap<&'static str, Vec<(Language, u32)>>> = LazyLock::new(|| {
    let mut words: HashMap<&str, Vec<(Language, u32)>> = HashMap::new();
    for (language, list) in EVIDENCE {
        for word in list.split_whitespace() {
            let weight = if SHARED.contains(&word) { 1 } else { 3 };
            words.entry(word).or_default().push((language, weight));
        }
    }
    words
});

impl Language {
    /// The language with the most evidence; English where there is little: its place names borrow articles.
    pub(super) fn of(text: &str) -> Language {
        const LEAST: u32 = 2;
        let mut votes: Vec<(Language, u32)> = EVIDENCE.iter().map(|&(language, _)| (language, 0)).collect();
        for word in text.split([' ', ',']).map(crate::word_class::plain) {
            let apostrophe = word.starts_with("l'") || word.starts_with("d'");
            let known = WORDS.get(word.as_str()).into_iter().flatten().copied();
            for (language, weight) in known.chain(apostrophe.then_some((Language::French, 2))) {
                votes.iter_mut().filter(|(voted, _)| *voted == language).for_each(|(_, sum)| *sum += weight);
            }
            if word.ends_with("str") && word.len() > 4 {
                votes
                    .iter_mut()
                    .filter(|(voted, _)| *voted == Language::German)
                    .for_each(|(_, sum)| *sum += 3);
            }
        }
        let best = votes.iter().rev().max_by_key(|(_, sum)| *sum);
        match best {
            Some(&(language, sum)) if sum >= LEAST && !speaks_english(text) => language,
            _ => Language::English,
        }
    }
}

/// A US ZIP behind a state, or an English street type or unit.
fn speaks_english(text: &str) -> bool {
    use crate::word_class::{WordClass, classes_of, plain};
    let words: Vec<String> = text.split([' ', ',']).map(plain).filter(|word| !word.is_empty()).collect();
    let zip = words.windows(2).any(|pair| {
        classes_of(&pair[0]).has(WordClass::UsState)
            && pair[1].len() == 5
            && pair[1].bytes().all(|byte| byte.is_ascii_digit())
    });
    zip || words
        .iter()
        .any(|word| matches!(word.as_str(), "street" | "road" | "suite" | "apt" | "usa" | "drive" | "lane"))
}
