//! The scripts of a country: those in which its own languages write its name (Unicode CLDR).

use std::collections::HashMap;
use std::sync::LazyLock;

use milepost_text::Script;

/// Columns: code, name in English, names in its own languages, in languages written abroad, in all others.
const COUNTRY_NAMES: &str = include_str!("../../../../text/data/country_names_cldr.tsv");

/// Whether people of a country (ISO 3166-1 alpha-2) write names in the script of `name`.
pub(crate) fn is_own_script(country: &str, name: &str) -> bool {
    static SCRIPTS: LazyLock<HashMap<String, Vec<Script>>> = LazyLock::new(|| {
        let rows = COUNTRY_NAMES.lines().filter(|line| !line.starts_with('#'));
        rows.map(|line| {
            let mut fields = line.split('\t');
            let code = fields.next().unwrap_or_default().to_uppercase();
            let mut scripts: Vec<Script> =
                fields.nth(1).unwrap_or_default().split('|').map(Script::of_text).collect();
            if code == "JP" {
                // Its name consists of ideographs only.
                scripts.push(Script::Kana);
            }
            (code, scripts)
        })
        .collect()
    });
    let script = Script::of_text(name);
    SCRIPTS.get(country).is_some_and(|scripts| scripts.contains(&script))
}

/// Whether all letters of a name are Latin.
pub(crate) fn is_latin(name: &str) -> bool {
    name.chars().all(|character| {
        !character.is_alphabetic() || character < '\u{250}' || ('\u{1e00}'..'\u{1f00}').contains(&character)
    })
}

/// Names of a country in every language that uses a widespread script other than Latin.
pub(crate) fn names_in_other_scripts(country: &str) -> impl Iterator<Item = &'static str> {
    let row = COUNTRY_NAMES
        .lines()
        .find(|line| line.split_once('\t').is_some_and(|(code, _)| code.eq_ignore_ascii_case(country)));
    let names = row.into_iter().flat_map(|line| line.split('\t').skip(2)).flat_map(|names| names.split('|'));
    names.filter(|name| !matches!(Script::of_text(name), Script::Latin | Script::None | Script::Other))
}

/// Codes of all countries with their names in their own languages and in those written abroad, in Latin letters.
pub(crate) fn latin_names() -> impl Iterator<Item = (String, &'static str)> {
    let rows = COUNTRY_NAMES.lines().filter(|line| !line.starts_with('#'));
    rows.flat_map(|line| {
        let mut fields = line.split('\t');
        let code = fields.next().unwrap_or_default().to_uppercase();
        let names = fields.take(3).flat_map(|names| names.split('|'));
        names.filter(|name| Script::of_text(name) == Script::Latin).map(move |name| (code.clone(), name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_country_writes_its_own_scripts() {
        for (country, name) in
            [("RU", "Москва"), ("JP", "東京"), ("JP", "さいたま"), ("EG", "القاهرة"), ("GR", "Αθήνα")]
        {
            assert!(is_own_script(country, name), "{country} {name}");
        }
        assert!(!is_own_script("FR", "Париж") && !is_own_script("XX", "Париж"));
    }

    #[test]
    fn a_country_is_known_in_every_script() {
        let germany: Vec<&str> = names_in_other_scripts("DE").collect();
        assert!(germany.contains(&"Германия") && germany.contains(&"ドイツ"));
        assert_eq!(names_in_other_scripts("XX").count(), 0);
        let latin: Vec<(String, &str)> = latin_names().filter(|(code, _)| code == "CZ").collect();
        assert!(
            latin.iter().any(|(_, name)| *name == "Tchéquie")
                && latin.iter().all(|(_, name)| *name != "Чехия")
        );
    }
}
