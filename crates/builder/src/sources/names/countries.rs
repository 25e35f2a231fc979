//! Names of countries in the languages of `i18n-iso-countries`, and short, old and official ones (`country_names_written.tsv`).

use std::collections::{BTreeMap, BTreeSet};

use milepost_text::name_key;
use serde::Deserialize;

use super::own_scripts::latin_names;
use crate::error::BuildError;
use crate::packages::Package;
use crate::sources::tsv::rows;

/// Languages in which an answer can name a country.
const LANGUAGES: [&str; 25] = [
    "en", "fr", "de", "es", "it", "nl", "pt", "pl", "cs", "sk", "hu", "sl", "hr", "ro", "sv", "nb", "da",
    "fi", "et", "lv", "lt", "tr", "el", "ru", "uk",
];

/// Languages in which people may write a country. `no` is `nb`.
const OTHER_LANGUAGES: [&str; 52] = [
    "af", "am", "ar", "az", "be", "bg", "bn", "br", "bs", "ca", "cy", "dv", "eu", "fa", "ga", "gl", "ha",
    "he", "hi", "hy", "id", "is", "ja", "ka", "kk", "km", "ko", "ku", "ky", "mk", "ml", "mn", "mr", "ms",
    "mt", "nn", "ps", "sd", "so", "sq", "sr", "sw", "ta", "tg", "th", "tk", "tt", "ug", "ur", "uz", "vi",
    "zh",
];

/// Names that people write and that no table of languages has: code, then names.
const WRITTEN: &str = include_str!("../../../../text/data/country_names_written.tsv");
/// The same that are also names of towns.
const OF_TOWNS: &str = include_str!("../../../../text/data/country_names_of_towns.tsv");

/// Smallest population of a place whose name does not count as a country in a small language: `Komoro` in Japan is the Comoros in
/// Indonesian.
const KNOWN_PLACE: i64 = 10_000;
/// The same for a name that people everywhere write: `Macedonia` is the country and no suburb in Ohio, and `Trinidad` the island.
const KNOWN_CITY: i64 = 200_000;

/// Fewest letters of an ASCII name that does not count as an abbreviation: `Mon` is the Isle of Man in Icelandic, and a state of Myanmar.
const LETTERS: usize = 4;
/// Fewest letters of an abbreviation in capitals: `RSA`.
const CAPITALS: usize = 3;

/// Names by country, ISO 3166-1 alpha-2.
#[derive(Default)]
pub(crate) struct CountryNames {
    by_language: BTreeMap<String, Vec<(&'static str, String)>>,
    others: BTreeMap<String, Vec<String>>,
}

impl CountryNames {
    /// Reads the names. Of the other languages those are left out that several countries have, and those that are taken by a place.
    /// `population_of` returns the population of the largest place by a key of its name.
    pub(crate) fn read(
        package: &Package,
        population_of: impl Fn(&str) -> Option<i64>,
    ) -> Result<CountryNames, BuildError> {
        let mut names = CountryNames::default();
        for language in LANGUAGES {
            for (code, name) in countries(package, language)? {
                names.by_language.entry(code).or_default().push((language, name));
            }
        }
        let mut others = Vec::new();
        for language in OTHER_LANGUAGES {
            others.extend(countries(package, language)?);
        }
        others.extend(latin_names().map(|(code, name)| (code, name.to_owned())));
        let is_taken_from = |least| {
            let population_of = &population_of;
            move |key: &str| population_of(key).is_some_and(|population| population >= least)
        };
        names.others = unmistakable(others, is_taken_from(KNOWN_PLACE));
        for (code, written) in unmistakable(written().collect(), is_taken_from(KNOWN_CITY)) {
            names.others.entry(code).or_default().extend(written);
        }
        Ok(names)
    }

    /// Names of a country with their languages, English first.
    pub(crate) fn by_language(&self, country: &str) -> &[(&'static str, String)] {
        self.by_language.get(country).map_or(&[], Vec::as_slice)
    }

    /// Names of a country in other languages.
    pub(crate) fn others(&self, country: &str) -> &[String] {
        self.others.get(country).map_or(&[], Vec::as_slice)
    }
}

/// Written names with their countries; not those that end in a point, which are abbreviations of words: `Mex.`, `Ned.`
fn written() -> impl Iterator<Item = (String, String)> {
    rows(WRITTEN).chain(rows(OF_TOWNS)).flat_map(|[code, names]| {
        let names = names.split('|').filter(|name| !name.ends_with('.') || name.contains(' '));
        names.map(move |name| (code.to_uppercase(), name.to_owned()))
    })
}

/// Of names with their countries those that mean one country and nothing else, by country.
fn unmistakable(
    names: Vec<(String, String)>,
    is_taken: impl Fn(&str) -> bool,
) -> BTreeMap<String, Vec<String>> {
    let mut countries_of: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (code, name) in &names {
        countries_of.entry(name_key(name)).or_default().insert(code);
    }
    let mut kept: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (code, name) in &names {
        let key = name_key(name);
        let is_abbreviation =
            name.len() >= CAPITALS && name.bytes().all(|letter| letter.is_ascii_uppercase());
        let is_long = !key.is_ascii() || key.len() >= LETTERS || is_abbreviation;
        if is_long && !is_taken(&key) && countries_of.get(&key).is_some_and(|countries| countries.len() == 1)
        {
            kept.entry(code.clone()).or_default().insert(name);
        }
    }
    let owned = |names: BTreeSet<&str>| names.into_iter().map(str::to_owned).collect();
    kept.into_iter().map(|(code, names)| (code, owned(names))).collect()
}

/// Codes of countries with each of their names in a language.
fn countries(package: &Package, language: &str) -> Result<Vec<(String, String)>, BuildError> {
    #[derive(Deserialize)]
    struct Language {
        countries: BTreeMap<String, Names>,
    }
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Names {
        One(String),
        Many(Vec<String>),
    }
    let Language { countries } = package.json(&format!("langs/{language}.json"))?;
    let names = countries.into_iter().flat_map(|(code, names)| {
        let names = match names {
            Names::One(name) => vec![name],
            Names::Many(names) => names,
        };
        names.into_iter().map(move |name| (code.clone(), name))
    });
    Ok(names.collect())
}

#[cfg(test)]
mod tests {
    use super::{unmistakable, written};

    #[test]
    fn a_name_that_means_something_else_too_is_left_out() {
        let names = [
            ("DE", "Jerman"),
            ("KM", "Komoro"),
            ("IM", "Mon"),
            ("AU", "호주"),
            ("CG", "An Congó"),
            ("CD", "An Congó"),
            ("DE", "Jerman"),
        ];
        let names = names.map(|(code, name)| (code.to_owned(), name.to_owned())).to_vec();
        let kept = unmistakable(names, |key| key == "komoro");
        let kept: Vec<_> = kept
            .iter()
            .flat_map(|(code, names)| names.iter().map(move |name| (&code[..], &name[..])))
            .collect();
        assert_eq!(kept, [("AU", "호주"), ("DE", "Jerman")]);
    }

    #[test]
    fn official_names_and_abbreviations_in_capitals_are_known() {
        let kept = unmistakable(written().collect(), |key| key == "northern ireland");
        let has = |code: &str, name: &str| kept[code].iter().any(|kept| kept == name);
        assert!(has("IE", "Republic of Ireland") && has("ZA", "RSA") && has("NL", "Les Pays-Bas"));
        assert!(!has("GB", "Northern Ireland"), "a division");
        assert!(!has("NL", "Ned.") && !has("DK", "DK"));
    }
}
