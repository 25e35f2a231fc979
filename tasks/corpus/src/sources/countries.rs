//! The names of every country: `country_names_cldr.tsv` of `crates/text/data` (all languages of CLDR), and the short, old and official
//! spellings of `countries.tsv` and `country_names_written.tsv`.

use std::collections::BTreeMap;

use fastrand::Rng;
use milepost_text::word_class;

use crate::render::{any, chance};

/// Names by country code (upper case).
#[derive(Default)]
pub(crate) struct Countries {
    by_code: BTreeMap<String, Names>,
    codes: Vec<String>,
}

#[derive(Default)]
struct Names {
    english: &'static str,
    /// In the official languages of the country.
    own: Vec<&'static str>,
    /// In English, French, Spanish and other languages used in addresses from abroad.
    abroad: Vec<&'static str>,
    elsewhere: Vec<&'static str>,
    /// Spellings of the parser's tables: short, old, abbreviated.
    spellings: Vec<String>,
}

impl Countries {
    /// Reads the tables, which are part of the program.
    pub(crate) fn read() -> Countries {
        let mut countries = Countries::default();
        let table = include_str!("../../../../crates/text/data/country_names_cldr.tsv");
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            let code = fields.next().unwrap_or_default().to_uppercase();
            let english = fields.next().unwrap_or_default();
            let mut names = || -> Vec<&'static str> {
                fields.next().unwrap_or_default().split('|').filter(|name| !name.is_empty()).collect()
            };
            let names =
                Names { english, own: names(), abroad: names(), elsewhere: names(), spellings: Vec::new() };
            countries.by_code.insert(code, names);
        }
        for (code, spellings) in word_class::countries() {
            let names = countries.by_code.entry(code.to_uppercase()).or_default();
            names.spellings.extend(spellings.into_iter().map(crate::render::us::usual_case));
        }
        let written = include_str!("../../../../crates/text/data/country_names_written.tsv");
        for line in written.lines().filter(|line| !line.starts_with('#')) {
            let (code, spellings) = line.split_once('\t').unwrap_or_default();
            let names = countries.by_code.entry(code.to_uppercase()).or_default();
            names.spellings.extend(spellings.split('|').map(str::to_owned));
        }
        countries.codes = countries.by_code.keys().cloned().collect();
        countries
    }

    /// Codes of all countries.
    pub(crate) fn codes(&self) -> &[String] {
        &self.codes
    }

    /// A name of `country` as written there or abroad; empty if unknown.
    pub(crate) fn name(&self, country: &str, rng: &mut Rng) -> String {
        let Some(names) = self.by_code.get(country) else { return String::new() };
        let lists: [&[&str]; 3] = [&names.own, &names.abroad, &names.elsewhere];
        if !names.spellings.is_empty() && chance(rng, 0.25) {
            return names.spellings[rng.usize(..names.spellings.len())].clone();
        }
        let list = match rng.u8(..20) {
            0..10 => lists[0],
            10..18 => lists[1],
            _ => lists[2],
        };
        let list = if list.is_empty() { lists[0] } else { list };
        if list.is_empty() { String::new() } else { any(rng, list).to_owned() }
    }

    /// Its English name; empty if unknown.
    pub(crate) fn english(&self, country: &str) -> &str {
        self.by_code.get(country).map_or("", |names| names.english)
    }
}
