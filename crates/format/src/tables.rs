//! Spellings and what they stand for, from the tables of `crates/text/data`, so that parser, lookups and keys expand alike.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use milepost_text::{fold, word_class};

/// Spellings and what each stands for.
type Table<Full> = HashMap<&'static str, Full>;

/// A row of a table: the full form and its variants.
type Row<Full> = (Full, Vec<&'static str>);

/// The tables of the key.
pub(crate) struct Spellings {
    /// Names to ISO 3166-1 alpha-2 codes, lower case.
    pub(crate) countries: Table<&'static str>,
    /// By language: titles and first words of names.
    pub(crate) titles: HashMap<&'static str, Table<String>>,
    /// By country: first-level divisions.
    pub(crate) regions: HashMap<&'static str, Table<&'static str>>,
}

/// The tables, made at first use.
pub(crate) static SPELLINGS: LazyLock<Spellings> = LazyLock::new(|| {
    let countries: Vec<_> = word_class::countries().chain(word_class::country_names()).collect();
    Spellings {
        countries: expansions(&countries),
        titles: ["en", "fr", "de", "es", "pt"].map(|language| (language, titles(language))).into(),
        regions: regions(),
    }
});

/// A table of English words, for those who label words of a street by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnglishTable {
    /// `N`, `Southwest`.
    Directionals,
    /// `Hwy`, `Co` without what they stand for.
    NumberedRoads,
    /// `Ave`, `Street`.
    StreetTypes,
    /// `Apt`, `Suite`.
    Units,
}

/// Spellings of a table, as [`words`](crate::words) gives them, with what each stands for.
pub fn english_spellings(table: EnglishTable) -> Vec<(&'static str, &'static str)> {
    let mut rows: Vec<_> = match table {
        EnglishTable::Directionals => word_class::us_directionals().collect(),
        EnglishTable::NumberedRoads => word_class::us_numbered_roads().collect(),
        EnglishTable::StreetTypes => word_class::us_street_types().collect(),
        EnglishTable::Units => word_class::us_units().collect(),
    };
    match table {
        // `no` and `so` are words.
        EnglishTable::Directionals => rows.iter_mut().for_each(|(full, variants)| {
            variants.retain(|variant| full.get(..2) != Some(*variant));
        }),
        EnglishTable::NumberedRoads => {
            rows.retain(|(full, _)| ["highway", "route", "road", "county", "interstate"].contains(full))
        }
        EnglishTable::StreetTypes | EnglishTable::Units => {}
    }
    let mut spellings = expansions(&rows);
    if table != EnglishTable::NumberedRoads {
        spellings.extend(rows.iter().map(|(full, _)| (*full, *full)));
    }
    spellings.into_iter().collect()
}

/// Titles as words are compared, by every abbreviation that stands for them.
fn titles(language: &'static str) -> Table<String> {
    let all = word_class::titles(language);
    let rows: Vec<_> = all.map(|(full, clear, shared)| (fold(full), [clear, shared].concat())).collect();
    expansions(&rows)
}

fn regions() -> HashMap<&'static str, Table<&'static str>> {
    let mut by_country: HashMap<&'static str, Vec<Row<&'static str>>> = HashMap::new();
    for (country, name, variants) in word_class::regions() {
        by_country.entry(country).or_default().push((name, variants));
    }
    // The states have a table of their own, which begins with the code.
    let states = word_class::us_states().map(|(code, mut names)| {
        let name = if names.is_empty() { code } else { std::mem::replace(&mut names[0], code) };
        (name, names)
    });
    by_country.entry("us").or_default().extend(states);
    by_country.into_iter().map(|(country, rows)| (country, expansions(&rows))).collect()
}

/// Variants to full forms. A full form is never a variant of another, or expanding twice would differ; of two full forms the first row's
/// counts.
fn expansions<Full: AsRef<str> + Clone>(rows: &[Row<Full>]) -> Table<Full> {
    let full_forms: HashSet<&str> = rows.iter().map(|(full, _)| full.as_ref()).collect();
    let mut table = Table::new();
    for (full, variants) in rows {
        for variant in variants.iter().filter(|variant| !full_forms.contains(*variant)) {
            table.entry(*variant).or_insert_with(|| full.clone());
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_say_what_abbreviations_stand_for() {
        let types = english_spellings(EnglishTable::StreetTypes);
        assert!(types.contains(&("ave", "avenue")) && types.contains(&("avenue", "avenue")));
        let directionals = english_spellings(EnglishTable::Directionals);
        assert!(directionals.iter().all(|(spelling, _)| *spelling != "no"), "a word");
        assert_eq!(SPELLINGS.titles["fr"]["gen"], "general");
        assert_eq!(
            (SPELLINGS.regions["us"]["nv"], SPELLINGS.regions["au"]["nsw"]),
            ("nevada", "new south wales")
        );
        assert_eq!((SPELLINGS.countries["deutschland"], SPELLINGS.countries["andorra"]), ("de", "ad"));
    }

    #[test]
    fn expanding_twice_is_expanding_once() {
        let is_settled =
            |table: &Table<&str>| table.values().all(|full| table.get(full).unwrap_or(full) == full);
        assert!(is_settled(&SPELLINGS.countries) && SPELLINGS.regions.values().all(is_settled));
        for titles in SPELLINGS.titles.values() {
            assert!(titles.values().all(|full| titles.get(full.as_str()).unwrap_or(full) == full));
        }
        use EnglishTable::{Directionals, NumberedRoads, StreetTypes, Units};
        for table in [Directionals, NumberedRoads, StreetTypes, Units] {
            assert!(is_settled(&english_spellings(table).into_iter().collect()), "{table:?}");
        }
    }
}
