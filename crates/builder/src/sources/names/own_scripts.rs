//! The scripts of a country: those in which its own languages write its name (Unicode CLDR).

use std::collections::HashMap;
use std::sync::LazyLock;

use milepost_text::Script;

use crate::sources::tsv::rows;

/// Columns: code, name in English, names in its own languages, in languages written abroad, in all others.
const COUNTRY_NAMES: &str = include_str!("../../../../text/data/country_names_cldr.tsv");

/// Whether people of a country (ISO 3166-1 alpha-2) write names in the script of `name`.
pub(crate) fn is_own_script(country: &str, name: &str) -> bool {
    static SCRIPTS: LazyLock<HashMap<String, Vec<Script>>> = LazyLock::new(|| {
        let scripts = |[code, _, own, ..]: [&str; 5]| {
            let mut scripts: Vec<Script> = own.split('|').map(Script::of_text).collect();
            if code == "jp" {
                // Its name consists of ideographs only.
                scripts.push(Script::Kana);
            }
            (code.to_uppercase(), scripts)
        };
        rows(COUNTRY_NAMES).map(scripts).collect()
    });
    let script = Script::of_text(name);
    SCRIPTS.get(country).is_some_and(|scripts| scripts.contains(&script))
}

pub(crate) fn is_latin(name: &str) -> bool {
    name.chars().all(|character| {
        !character.is_alphabetic() || character < '\u{250}' || ('\u{1e00}'..'\u{1f00}').contains(&character)
    })
}

/// Names of a country in every language that uses a widespread script other than Latin.
pub(crate) fn names_in_other_scripts(country: &str) -> impl Iterator<Item = &'static str> {
    let row = rows(COUNTRY_NAMES).find(|[code, _, _, _, _]| code.eq_ignore_ascii_case(country));
    let names = row.into_iter().flat_map(|[_, _, own, abroad, others]| [own, abroad, others]);
    names
        .flat_map(|names| names.split('|'))
        .filter(|name| !matches!(Script::of_text(name), Script::Latin | Script::None | Script::Other))
}

/// Codes of all countries with their names in their own languages and in those written abroad, in Latin letters.
pub(crate) fn latin_names() -> impl Iterator<Item = (String, &'static str)> {
    rows(COUNTRY_NAMES).flat_map(|[code, english, own, abroad, _]| {
        let names = [english, own, abroad].into_iter().flat_map(|names| names.split('|'));
        names.filter(|name| Script::of_text(name) == Script::Latin).map(|name| (code.to_uppercase(), name))
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
