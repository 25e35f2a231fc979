//! Whether a name in Latin letters only writes out a Cyrillic one: `Njubern` of Њуберн. Tables of alternate names are full of them, and
//! what they look like is how a town is spelled wrongly, or how another town is called.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use milepost_text::fold;

use crate::sources::tsv::rows;

/// Columns: letter, how Latin letters may write it, source.
const LETTERS: &str = include_str!("cyrillic_letters.tsv");

pub(super) fn is_cyrillic(name: &str) -> bool {
    name.chars().any(|letter| ('\u{400}'..='\u{52f}').contains(&letter))
}

/// Whether `latin` is how `cyrillic` is written letter by letter, by one of the usual tables or by several mixed. Accents, spaces and marks
/// do not count.
pub(super) fn is_written_out(cyrillic: &str, latin: &str) -> bool {
    let latin: String = fold(latin).chars().filter(|letter| letter.is_alphabetic()).collect();
    let mut ends = BTreeSet::from([0]);
    for letter in cyrillic.to_lowercase().chars().filter(|letter| letter.is_alphabetic()) {
        let Some(spellings) = SPELLINGS.get(&letter) else { return false };
        ends = ends
            .iter()
            .flat_map(|&end| {
                let rest = &latin[end..];
                spellings
                    .iter()
                    .filter(|spelling| rest.starts_with(**spelling))
                    .map(move |each| end + each.len())
            })
            .collect();
    }
    ends.contains(&latin.len())
}

static SPELLINGS: LazyLock<HashMap<char, Vec<&'static str>>> = LazyLock::new(|| {
    let spelled = |[letter, spellings, _]: [&'static str; 3]| {
        Some((letter.chars().next()?, spellings.split(',').collect()))
    };
    rows(LETTERS).filter_map(spelled).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_written_out_by_any_table_and_a_name_of_its_own_is_not() {
        for (cyrillic, latin, is_it) in [
            ("Кольмар", "Kol'mar", true),
            ("Нью-Берн", "N'ju-Bern", true),
            ("Нью-Берн", "Nyu Bern", true),
            ("Хантингтон", "Khantington", true),
            ("Хамонд", "Hamond", true),
            ("Сентервил", "Sentervil", true),
            ("Кольмар", "Colmar", false),
            ("Мюнхен", "Monaco", false),
            ("Хантингтон", "Khant", false),
            ("Хант", "Khantington", false),
        ] {
            assert_eq!(is_written_out(cyrillic, latin), is_it, "{cyrillic} {latin}");
        }
    }

    #[test]
    fn every_letter_has_spellings_in_small_letters() {
        for (letter, spellings) in &*SPELLINGS {
            assert!(is_cyrillic(&letter.to_string()) && !spellings.is_empty());
            assert!(spellings.iter().all(|each| each.bytes().all(|byte| byte.is_ascii_lowercase())));
        }
        assert_eq!(SPELLINGS.len(), LETTERS.lines().count() - 1);
    }
}
