//! Spellings and what they stand for, from the tables of `crates/text/data`, so that parser, lookups and keys expand alike.

use std::borrow::Cow;
use std::sync::LazyLock;

use milepost_text::{fold, word_class};

/// Spellings and their full forms, sorted by the spelling: hash maps would take ten times the code.
pub(crate) struct Table(Vec<(&'static str, Cow<'static, str>)>);

impl Table {
    /// What a spelling stands for.
    pub(crate) fn get(&self, spelling: &str) -> Option<&str> {
        let at = self.0.binary_search_by(|(known, _)| (*known).cmp(spelling)).ok()?;
        Some(&self.0[at].1)
    }
}

/// A table for each language, or each country.
pub(crate) struct Tables(Vec<(&'static str, Table)>);

impl Tables {
    pub(crate) fn get(&self, key: &str) -> Option<&Table> {
        self.0.iter().find_map(|(known, table)| (*known == key).then_some(table))
    }
}

/// A row of a table: the full form and its variants.
type Row = (Cow<'static, str>, Vec<&'static str>);

/// All tables of the key.
pub(crate) struct Spellings {
    pub(crate) directionals: Table,
    /// First words of roads of the United States that have a number behind them.
    pub(crate) numbered_roads: Table,
    /// Names to ISO 3166-1 alpha-2 codes, lower case.
    pub(crate) countries: Table,
    /// English types of streets.
    pub(crate) street_types: Table,
    /// English designators of units.
    pub(crate) units: Table,
    /// By language: titles and first words of names.
    pub(crate) titles: Tables,
    /// By country: first-level divisions.
    pub(crate) regions: Tables,
}

/// The tables, made at the first call.
pub(crate) fn tables() -> &'static Spellings {
    static TABLES: LazyLock<Spellings> = LazyLock::new(Spellings::read);
    &TABLES
}

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
    let all = tables();
    let table = match table {
        EnglishTable::Directionals => &all.directionals,
        EnglishTable::NumberedRoads => &all.numbered_roads,
        EnglishTable::StreetTypes => &all.street_types,
        EnglishTable::Units => &all.units,
    };
    table.0.iter().map(|(spelling, full)| (*spelling, full.as_ref())).collect()
}

impl Spellings {
    fn read() -> Spellings {
        // `no` and `so` are words.
        let is_word = |full: &str, variant: &str| full.get(..2) == Some(variant);
        let directionals = word_class::us_directionals().map(|(full, mut variants)| {
            variants.retain(|variant| !is_word(full, variant));
            (full, variants)
        });
        let numbered = ["highway", "route", "road", "county", "interstate"];
        let numbered_roads = word_class::us_numbered_roads().filter(|(full, _)| numbered.contains(full));
        Spellings {
            directionals: spellings(rows(directionals)),
            numbered_roads: expansions(&rows(numbered_roads)),
            countries: expansions(&rows(word_class::countries().chain(word_class::country_names()))),
            street_types: spellings(rows(word_class::us_street_types())),
            units: spellings(rows(word_class::us_units())),
            titles: by_language(&["en", "fr", "de", "es", "pt"], |language| expansions(&titles(language))),
            regions: regions(),
        }
    }
}

fn by_language(languages: &[&'static str], table: impl Fn(&'static str) -> Table) -> Tables {
    Tables(languages.iter().map(|language| (*language, table(language))).collect())
}

/// Titles as words are compared, with every abbreviation that stands for them.
fn titles(language: &'static str) -> Vec<Row> {
    let all = word_class::titles(language);
    all.map(|(full, clear, shared)| (fold(full).into(), [clear, shared].concat())).collect()
}

fn regions() -> Tables {
    let mut by_country: Vec<(&'static str, Vec<Row>)> = Vec::new();
    for (country, name, variants) in word_class::regions() {
        let row = (name.into(), variants);
        match by_country.iter_mut().find(|(known, _)| *known == country) {
            Some((_, rows)) => rows.push(row),
            None => by_country.push((country, vec![row])),
        }
    }
    // The states have a table of their own, which begins with the code.
    let states = word_class::us_states().map(|(code, mut names)| {
        let name = if names.is_empty() { code } else { std::mem::replace(&mut names[0], code) };
        (name.into(), names)
    });
    by_country.push(("us", states.collect()));
    Tables(by_country.into_iter().map(|(country, rows)| (country, expansions(&rows))).collect())
}

fn rows(table: impl Iterator<Item = (&'static str, Vec<&'static str>)>) -> Vec<Row> {
    table.map(|(full, variants)| (full.into(), variants)).collect()
}

/// Variants to full forms. A full form is never a variant of another, or expanding twice would differ; of two full forms the first row's
/// counts.
fn expansions(rows: &[Row]) -> Table {
    let mut full_forms: Vec<&str> = rows.iter().map(|(full, _)| full.as_ref()).collect();
    full_forms.sort_unstable();
    let mut entries = Vec::new();
    for (full, variants) in rows {
        let others = variants.iter().filter(|variant| full_forms.binary_search(variant).is_err());
        entries.extend(others.map(|variant| (*variant, full.clone())));
    }
    sorted(entries)
}

/// Expansions, and the full forms themselves.
fn spellings(rows: Vec<Row>) -> Table {
    let Table(mut entries) = expansions(&rows);
    for (full, _) in rows {
        if let Cow::Borrowed(spelling) = full {
            entries.push((spelling, full));
        }
    }
    sorted(entries)
}

/// A table of entries, the first of those with one spelling.
fn sorted(mut entries: Vec<(&'static str, Cow<'static, str>)>) -> Table {
    entries.sort_by_key(|(spelling, _)| *spelling);
    entries.dedup_by_key(|(spelling, _)| *spelling);
    Table(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_say_what_abbreviations_stand_for() {
        let tables = tables();
        let of =
            |tables: &'static Tables, key, spelling| tables.get(key).and_then(|table| table.get(spelling));
        assert_eq!(tables.street_types.get("ave"), Some("avenue"));
        assert_eq!(tables.street_types.get("avenue"), Some("avenue"));
        assert_eq!(tables.directionals.get("no"), None, "a word");
        assert_eq!(of(&tables.titles, "fr", "gen"), Some("general"));
        assert_eq!(of(&tables.regions, "us", "nv"), Some("nevada"));
        assert_eq!(of(&tables.regions, "au", "nsw"), Some("new south wales"));
        assert_eq!(tables.countries.get("deutschland"), Some("de"));
        assert_eq!(tables.countries.get("andorra"), Some("ad"));
    }

    #[test]
    fn expanding_twice_is_expanding_once() {
        let tables = tables();
        let single = [
            &tables.directionals,
            &tables.numbered_roads,
            &tables.countries,
            &tables.street_types,
            &tables.units,
        ];
        let by = [&tables.titles, &tables.regions];
        let by = by.into_iter().flat_map(|tables| tables.0.iter().map(|(_, table)| table));
        for table in single.into_iter().chain(by) {
            for (_, full) in &table.0 {
                assert_eq!(table.get(full).unwrap_or(full), full);
            }
        }
    }
}
