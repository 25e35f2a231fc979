//! Names of towns with a part that the gazetteer spells differently or leaves out.

use std::collections::HashMap;
use std::sync::LazyLock;

use milepost_text::word_class::us_street_types;
use milepost_text::{FOR_APOSTROPHE, name_key};

use crate::table::rows;

/// Kind, short form, full form and source of words in names of towns. A `street_type` has the short forms of that type of street.
const WORDS: &str = include_str!("town_words.tsv");

/// Short and full forms of a kind.
fn words(kind: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    rows(WORDS).filter(move |[of, _, _]| *of == kind).map(|[_, short, full]| (short, full))
}

/// Other spellings of a name, the most certain ones first.
pub(crate) fn spellings(locality: &str) -> [Vec<String>; 2] {
    let city = short_for(locality).map(str::to_owned);
    let repaired = city.or_else(|| with_apostrophes(locality)).or_else(|| spaced(locality));
    [repaired.into_iter().collect(), in_full(locality)]
}

/// The city that people call so: `goteborg` of `Gbg`.
pub(crate) fn short_for(locality: &str) -> Option<&'static str> {
    let typed = name_key(locality);
    words("city").find(|(short, _)| *short == typed).map(|(_, city)| city)
}

/// A name with an apostrophe for what was typed for one: `St. John's` of `St. John´s`.
fn with_apostrophes(locality: &str) -> Option<String> {
    locality.contains(FOR_APOSTROPHE).then(|| locality.replace(FOR_APOSTROPHE, "'"))
}

/// A name with the blank that is missing behind its first abbreviation: `St. Gallen` of `St.Gallen`.
fn spaced(locality: &str) -> Option<String> {
    let (short, rest) = locality.split_once('.')?;
    let is_word = (2..=3).contains(&short.len()) && short.bytes().all(|letter| letter.is_ascii_alphabetic());
    (is_word && rest.starts_with(char::is_alphabetic)).then(|| format!("{short}. {rest}"))
}

/// The name of a town without its qualifier: `Unna` of `Unna (Ruhr)`, `Neustadt` of `Neustadt a.d. Aisch`.
pub(crate) fn without_qualifier(locality: &str) -> Option<&str> {
    let are_initials = |rest: &str| rest.starts_with(char::is_lowercase) && rest.chars().nth(1) == Some('.');
    before(locality, &[' '], |rest| rest.starts_with('(') || are_initials(rest))
}

/// What stands in front of the first separator whose other side is no part of the name.
fn before<'a>(name: &'a str, separators: &[char], is_no_part: impl Fn(&str) -> bool) -> Option<&'a str> {
    let mut breaks = name.match_indices(separators).map(|(at, _)| at);
    let at = breaks.find(|&at| is_no_part(&name[at + 1..]))?;
    Some(name[..at].trim_end()).filter(|front| !front.is_empty())
}

/// The name of a city without the district behind it, a number, a Roman numeral or one or two capital letters: `Praha` of `Praha 4 - Nusle`,
/// `Dublin` of `Dublin 6W`, `Budapest` of `Budapest XIII`, `Aarhus` of `Aarhus C`.
pub(crate) fn without_district(locality: &str) -> Option<&str> {
    before(locality, &[' ', '-'], |rest| {
        let word = rest.split([' ', '-', ',', '/']).next().unwrap_or_default();
        is_district(word.trim_end_matches('.')) && is_last_or_explained(&rest[word.len()..])
    })
}

/// The name of a city before a hyphen and the name of its part: `Ostrava` of `Ostrava-Poruba`.
pub(crate) fn without_part(locality: &str) -> Option<&str> {
    let (city, part) = locality.split_once('-')?;
    let is_name = |name: &str| name.chars().count() > 2 && name.starts_with(char::is_uppercase);
    (is_name(city) && is_name(part)).then_some(city)
}

/// A number of one or two digits, with or without a letter; a Roman numeral; one or two capital letters.
fn is_district(word: &str) -> bool {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let letters = &word[digits..];
    match digits {
        0 => {
            (1..=2).contains(&letters.chars().count()) && letters.chars().all(char::is_uppercase)
                || !letters.is_empty() && letters.bytes().all(|letter| matches!(letter, b'I' | b'V' | b'X'))
        }
        1 | 2 => {
            letters.is_empty()
                || letters.len() == 1 && letters.bytes().all(|letter| letter.is_ascii_uppercase())
        }
        _ => false,
    }
}

/// Whether nothing stands behind a district, or its name behind a dash.
fn is_last_or_explained(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.is_empty() || rest.starts_with(['-', '–', '/', ','])
}

/// Full words of American town names by abbreviation. That of a street type is its first one, which is that of the post office.
static SHORTENED: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut shortened: HashMap<&str, Vec<&str>> = HashMap::new();
    let of_streets =
        us_street_types().filter(|(word, _)| words("street_type").any(|(_, full)| full == *word));
    let first = |(word, short): (&'static str, Vec<&'static str>)| Some((*short.first()?, word));
    for (short, word) in of_streets.filter_map(first).chain(words("word")) {
        shortened.entry(short).or_default().push(word);
    }
    shortened
});

/// A name with postal abbreviations expanded: `Point Saint Lucie` and `Port Saint Lucie` of `Pt St Lucie`.
fn in_full(locality: &str) -> Vec<String> {
    let key = name_key(locality);
    let mut names: Vec<Vec<&str>> = vec![Vec::new()];
    for (index, word) in key.split(' ').enumerate() {
        let mut in_full = SHORTENED.get(word).cloned().unwrap_or_default();
        if index == 0 && in_full.is_empty() {
            in_full.extend(words("direction").find(|(short, _)| *short == word).map(|(_, full)| full));
        }
        if in_full.is_empty() {
            in_full.push(word);
        }
        let pairs = names.iter().flat_map(|name| in_full.iter().map(move |word| (name, *word)));
        names = pairs.map(|(name, word)| [&name[..], &[word]].concat()).take(MOST_BREAKS).collect();
    }
    names.iter().map(|name| name.join(" ")).filter(|name| *name != key).collect()
}

/// Separators between two towns that are named together.
const BETWEEN: [&str; 8] = ["/", " - ", " & ", " and ", " et ", " und ", " y ", "-"];

/// Two towns named as one: `Minneapolis` and `St. Paul` of `Minneapolis-St. Paul`, `Biel` and `Bienne` of `Biel/Bienne`. A hyphen may
/// be part of either name, so each position is tried.
pub(crate) fn twins(locality: &str) -> Vec<(&str, &str)> {
    let pair = |(at, between): (usize, &str)| (locality[..at].trim(), locality[at + between.len()..].trim());
    let breaks = BETWEEN.iter().flat_map(|between| locality.match_indices(between));
    let is_whole = |part: &str| part.chars().filter(|letter| letter.is_alphabetic()).count() > 2;
    breaks.map(pair).filter(|(first, second)| is_whole(first) && is_whole(second)).take(MOST_BREAKS).collect()
}

/// Most positions at which a name is split.
const MOST_BREAKS: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_a_kind_a_full_form_and_a_source() {
        let kinds = ["city", "street_type", "word", "direction"];
        for [kind, short, full, source] in rows(WORDS) {
            assert!(kinds.contains(&kind) && !full.is_empty() && !source.is_empty(), "{short} {full}");
            assert_eq!(short.is_empty(), kind == "street_type", "{full}");
        }
        assert_eq!(rows::<4>(WORDS).count(), WORDS.lines().count() - 1);
    }

    #[test]
    fn a_city_has_a_short_form() {
        assert_eq!(short_for("Gbg"), Some("goteborg"));
        assert_eq!(short_for("Bs. As."), Some("buenos aires"));
        assert_eq!(short_for("Göteborg"), None);
    }

    #[test]
    fn a_district_behind_a_city_comes_off() {
        for name in ["Praha 4", "Praha 4 - Nusle", "Praha 8-Karlín", "Praha 4/Nusle", "Praha-5"] {
            assert_eq!(without_district(name), Some("Praha"), "{name}");
        }
        assert_eq!(without_district("Dublin 6W"), Some("Dublin"));
        assert_eq!(without_district("Wien 3."), Some("Wien"));
        assert_eq!(without_district("Budapest XIII"), Some("Budapest"));
        assert_eq!(without_district("Aarhus C"), Some("Aarhus"));
        assert_eq!(without_district("København NØ"), Some("København"));
        assert_eq!(without_part("Ostrava-Poruba"), Some("Ostrava"));
        assert_eq!(without_part("Saint-denis"), None);
        assert_eq!(without_part("Ostrava Poruba"), None);
        for name in ["Praha", "Praha 400", "Praha 4 Nusle Pankrác", "Novi Beograd", "12", "Sainte-Vane"] {
            assert_eq!(without_district(name), None, "{name}");
        }
    }

    #[test]
    fn shortened_words_are_written_in_full() {
        assert_eq!(in_full("N Las Vegas"), ["north las vegas"]);
        assert_eq!(in_full("Pt St Lucie"), ["point st lucie", "port st lucie"]);
        assert_eq!(in_full("Cleveland Hts."), ["cleveland heights"]);
        assert_eq!(in_full("Silver Spg"), ["silver spring", "silver springs"]);
        assert_eq!(in_full("Mountain Grv"), ["mountain grove"]);
        assert!(in_full("Reno").is_empty());
        assert!(in_full("Las Vegas N").is_empty(), "a direction stands in front");
    }

    #[test]
    fn every_word_of_a_town_is_in_the_table_of_street_types() {
        let shortened: usize = SHORTENED.values().map(Vec::len).sum();
        assert_eq!(shortened, words("street_type").chain(words("word")).count());
    }

    #[test]
    fn two_towns_are_parted_where_one_can_end() {
        assert_eq!(twins("Minneapolis-St. Paul"), [("Minneapolis", "St. Paul")]);
        assert_eq!(twins("Scranton/Wilkes-Barre")[0], ("Scranton", "Wilkes-Barre"));
        assert_eq!(twins("Raleigh and Durham"), [("Raleigh", "Durham")]);
        assert_eq!(twins("Le-Touvet").len(), 0, "two letters are no town");
        assert!(twins("Springfield").is_empty());
    }

    #[test]
    fn the_blank_behind_an_abbreviation_may_be_missing() {
        assert_eq!(spaced("St.Gallen").as_deref(), Some("St. Gallen"));
        assert_eq!(spaced("Ft.Worth").as_deref(), Some("Ft. Worth"));
        assert_eq!(spaced("St. Gallen"), None);
        assert_eq!(spaced("Freiburg i.Br."), None);
        assert_eq!(spaced("D.C."), None);
    }

    #[test]
    fn an_accent_may_be_typed_for_an_apostrophe() {
        assert_eq!(with_apostrophes("St. John´s").as_deref(), Some("St. John's"));
        assert_eq!(with_apostrophes("Villeneuve-d`Ascq").as_deref(), Some("Villeneuve-d'Ascq"));
        assert_eq!(with_apostrophes("St. John's"), None);
    }

    #[test]
    fn a_qualifier_is_a_bracket_or_initials() {
        assert_eq!(without_qualifier("Unna (Ruhr)"), Some("Unna"));
        assert_eq!(without_qualifier("Neustadt a.d.Aisch"), Some("Neustadt"));
        assert_eq!(without_qualifier("Bad Murbach v.d. Höhe"), Some("Bad Murbach"));
        assert_eq!(without_qualifier("St. Louis"), None);
        assert_eq!(without_qualifier("Winston-Salem"), None);
        assert_eq!(without_qualifier("(Ruhr)"), None);
    }
}
