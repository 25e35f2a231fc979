//! Words that street names of several countries share: ordinals, and tables by spelling.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::word_class;

/// Abbreviation or full word to the full word.
pub(super) type Canonical = HashMap<&'static str, &'static str>;

fn turned_round(entries: impl Iterator<Item = (&'static str, Vec<&'static str>)>) -> Canonical {
    let mut canonical = Canonical::new();
    for (full, variants) in entries {
        canonical.insert(full, full);
        for variant in variants {
            // A full word is never the abbreviation of another.
            canonical.entry(variant).or_insert(full);
        }
    }
    canonical
}

/// US street types by every spelling.
pub(super) static US_TYPES: LazyLock<Canonical> = LazyLock::new(|| {
    let mut types = turned_round(word_class::us_street_types());
    // Spellings of county files that the model's table lacks.
    types.extend([("la", "lane"), ("tl", "trail"), ("te", "terrace"), ("bl", "boulevard"), ("wy", "way")]);
    types
});

/// US directionals by every spelling, without `no` and `so`, which are words.
pub(super) static US_DIRECTIONALS: LazyLock<Canonical> = LazyLock::new(|| {
    let mut directionals = turned_round(word_class::us_directionals());
    directionals.retain(|spelling, _| *spelling != "no" && *spelling != "so");
    directionals
});

/// Whether a word is a directional of the United States, written out.
pub(super) fn is_directional(word: &str) -> bool {
    US_DIRECTIONALS.get(word) == Some(&word)
}

/// French street types by every spelling; one type has several words.
pub(super) static FR_TYPES: LazyLock<Canonical> = LazyLock::new(|| {
    let mut types = turned_round(word_class::fr_street_types());
    types.extend([
        ("av", "avenue"),
        ("rte", "route"),
        ("bd", "boulevard"),
        ("pl", "place"),
        ("sq", "square"),
    ]);
    types
});

/// Types of streets by every spelling, by language.
pub(super) static OTHER_TYPES: LazyLock<HashMap<&'static str, Canonical>> = LazyLock::new(|| {
    let types_of = |language| (language, turned_round(word_class::other_street_types(language)));
    ["de", "es", "it", "nl", "pl", "pt"].map(types_of).into()
});

const UNITS: [(&str, &str); 19] = [
    ("first", "1st"),
    ("second", "2nd"),
    ("third", "3rd"),
    ("fourth", "4th"),
    ("fifth", "5th"),
    ("sixth", "6th"),
    ("seventh", "7th"),
    ("eighth", "8th"),
    ("ninth", "9th"),
    ("tenth", "10th"),
    ("eleventh", "11th"),
    ("twelfth", "12th"),
    ("thirteenth", "13th"),
    ("fourteenth", "14th"),
    ("fifteenth", "15th"),
    ("sixteenth", "16th"),
    ("seventeenth", "17th"),
    ("eighteenth", "18th"),
    ("nineteenth", "19th"),
];
const TENS: [(&str, &str, u32); 8] = [
    ("twentieth", "twenty", 20),
    ("thirtieth", "thirty", 30),
    ("fortieth", "forty", 40),
    ("fiftieth", "fifty", 50),
    ("sixtieth", "sixty", 60),
    ("seventieth", "seventy", 70),
    ("eightieth", "eighty", 80),
    ("ninetieth", "ninety", 90),
];

/// `fifth` is `5th`, `twenty` `second` is `22nd`: the ordinal the words start with and how many words it takes.
pub(super) fn spelled_ordinal(words: &[String]) -> Option<(String, usize)> {
    let first = words.first()?.as_str();
    if let Some((_, digits)) = UNITS.iter().find(|(word, _)| *word == first) {
        return Some(((*digits).to_owned(), 1));
    }
    for (whole, tens, value) in TENS {
        if whole == first {
            return Some((format!("{value}th"), 1));
        }
        if tens == first {
            let second = words.get(1)?;
            let (_, digits) = UNITS[..9].iter().find(|(word, _)| word == second)?;
            return Some((format!("{}{digits}", value / 10), 2));
        }
    }
    None
}

/// `5` is `5th` where an avenue is numbered.
pub(super) fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Folded words of a street name. Dots join initials, apostrophes and every other sign part words.
pub(super) fn words(street: &str, apostrophe_parts: bool) -> Vec<String> {
    let mut plain = String::with_capacity(street.len());
    for character in crate::fold(street).chars() {
        match character {
            '.' => {}
            '\'' | '\u{2019}' | '`' | '\u{b4}' => {
                if apostrophe_parts {
                    plain.push(' ');
                }
            }
            '&' => plain.push_str(" and "),
            other if other.is_alphanumeric() => plain.push(other),
            _ => plain.push(' '),
        }
    }
    plain.split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_in_words_become_digits() {
        let of = |text: &str| spelled_ordinal(&words(text, false));
        assert_eq!(of("Fifth Avenue"), Some(("5th".into(), 1)));
        assert_eq!(of("Twenty-Second St"), Some(("22nd".into(), 2)));
        assert_eq!(of("Thirtieth"), Some(("30th".into(), 1)));
        assert_eq!(of("Main"), None);
        assert_eq!([ordinal(1), ordinal(12), ordinal(22), ordinal(103)], ["1st", "12th", "22nd", "103rd"]);
    }
}
