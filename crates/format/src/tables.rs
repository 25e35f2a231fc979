//! Spellings and what they stand for, from the tables of `crates/text/data`, so that parser, lookups and keys expand alike.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use milepost_text::{fold, word_class};

/// A spelling to its full form.
pub(crate) type Table = HashMap<&'static str, Cow<'static, str>>;

/// A table for each language, or each country.
pub(crate) type Tables = HashMap<&'static str, Table>;

/// A row of a table: the full form and its variants.
type Row = (Cow<'static, str>, Vec<&'static str>);

/// All tables of the key.
pub(crate) struct Spellings {
    pub(crate) directionals: Table,
    /// First words of roads of the United States that have a number behind them.
    pub(crate) numbered_roads: Table,
    /// Names to ISO 3166-1 alpha-2 codes, lower case.
    pub(crate) countries: Table,
    pub(crate) country_codes: HashSet<&'static str>,
    pub(crate) po_boxes: Table,
    /// By language.
    pub(crate) street_types: Tables,
    /// By language.
    pub(crate) units: Tables,
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

impl Spellings {
    fn read() -> Spellings {
        let countries = || word_class::countries().chain(word_class::country_names());
        Spellings {
            directionals: spellings(word_class::us_directionals().map(|(full, variants)| {
                // `no` and `so` are words.
                (full, variants.into_iter().filter(|variant| Some(*variant) != full.get(..2)).collect())
            })),
            numbered_roads: expansions(
                word_class::us_numbered_roads()
                    .filter(|(full, _)| {
                        matches!(*full, "highway" | "route" | "road" | "county" | "interstate")
                    })
                    .map(row),
            ),
            countries: expansions(countries().map(row)),
            country_codes: countries().map(|(code, _)| code).collect(),
            po_boxes: spellings(word_class::po_boxes()),
            street_types: street_types(),
            units: HashMap::from([
                ("en", spellings(word_class::us_units())),
                ("fr", spellings(word_class::fr_units())),
            ]),
            titles: ["en", "fr", "de", "es", "pt"]
                .into_iter()
                .map(|language| (language, expansions(titles(language))))
                .collect(),
            regions: regions(),
        }
    }
}

fn street_types() -> Tables {
    let others = ["de", "nl", "es", "it", "pt", "pl"];
    let mut types: Tables = others
        .into_iter()
        .map(|language| (language, spellings(word_class::other_street_types(language))))
        .collect();
    types.insert("en", spellings(word_class::us_street_types()));
    // Titles have some of their abbreviations too: `Ste Anne` is no `sente`.
    let titles: HashSet<&str> = titles("fr").flat_map(|(_, variants)| variants).collect();
    let french = word_class::fr_street_types().map(|(full, variants)| {
        (full, variants.into_iter().filter(|variant| !titles.contains(variant)).collect())
    });
    types.insert("fr", spellings(french));
    types
}

/// Titles as words are compared, with every abbreviation that stands for them.
fn titles(language: &'static str) -> impl Iterator<Item = Row> {
    word_class::titles(language).map(|(full, clear, shared)| (fold(full).into(), [clear, shared].concat()))
}

fn regions() -> Tables {
    let mut rows: HashMap<&'static str, Vec<Row>> = HashMap::new();
    for (country, name, variants) in word_class::regions() {
        rows.entry(country).or_default().push((name.into(), variants));
    }
    // The states have a table of their own, which begins with the code.
    let states = word_class::us_states().filter_map(|(code, names)| {
        let (name, others) = names.split_first()?;
        Some(((*name).into(), std::iter::once(code).chain(others.iter().copied()).collect()))
    });
    rows.insert("us", states.collect());
    rows.into_iter().map(|(country, rows)| (country, expansions(rows))).collect()
}

fn row((full, variants): (&'static str, Vec<&'static str>)) -> Row {
    (full.into(), variants)
}

/// Variants to full forms. A full form is never a variant of another, or expanding twice would differ; of two full forms the first row's
/// counts.
fn expansions(rows: impl IntoIterator<Item = Row>) -> Table {
    let rows: Vec<Row> = rows.into_iter().collect();
    let full_forms: HashSet<&str> = rows.iter().map(|(full, _)| full.as_ref()).collect();
    let mut table = Table::new();
    for (full, variants) in &rows {
        for variant in variants.iter().filter(|variant| !full_forms.contains(*variant)) {
            table.entry(variant).or_insert_with(|| full.clone());
        }
    }
    table
}

/// Expansions, and the full forms themselves.
fn spellings(rows: impl Iterator<Item = (&'static str, Vec<&'static str>)>) -> Table {
    let rows: Vec<(&'static str, Vec<&'static str>)> = rows.collect();
    let mut table = expansions(rows.iter().cloned().map(row));
    table.extend(rows.into_iter().map(|(full, _)| (full, full.into())));
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_say_what_abbreviations_stand_for() {
        let tables = tables();
        assert_eq!(tables.street_types["en"]["ave"], "avenue");
        assert_eq!(tables.street_types["en"]["avenue"], "avenue");
        assert_eq!(tables.street_types["fr"].get("ste"), None, "a saint");
        assert_eq!(tables.directionals.get("no"), None, "a word");
        assert_eq!(tables.titles["fr"]["gen"], "general");
        assert_eq!(tables.regions["us"]["nv"], "nevada");
        assert_eq!(tables.regions["au"]["nsw"], "new south wales");
        assert_eq!(tables.po_boxes["boite postale"], "bp");
        assert_eq!(tables.countries["deutschland"], "de");
        assert_eq!(tables.countries["andorra"], "ad");
    }

    #[test]
    fn expanding_twice_is_expanding_once() {
        let tables = tables();
        let single = [&tables.directionals, &tables.numbered_roads, &tables.countries, &tables.po_boxes];
        let by = [&tables.street_types, &tables.units, &tables.titles, &tables.regions];
        for table in single.into_iter().chain(by.into_iter().flat_map(HashMap::values)) {
            for full in table.values() {
                assert_eq!(table.get(full.as_ref()).unwrap_or(full), full);
            }
        }
    }
}
