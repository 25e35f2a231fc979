//! Names with words abbreviated, or without the blank or the apostrophe that belongs there.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::name_key;
use crate::FOR_APOSTROPHE;
use crate::word_class::us_street_types;

/// Columns: kind, short form, full form, source; the first row names them. A `street_type` has the short forms of that type of street.
const TABLE: &str = include_str!("../../data/names/abbreviations.tsv");

/// Most names that one name has in full.
const MOST_NAMES: usize = 4;

fn rows() -> impl Iterator<Item = [&'static str; 4]> {
    crate::tsv::rows(TABLE).skip(1)
}

/// Short and full forms of a kind.
fn words(kind: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    rows().filter(move |[of, ..]| *of == kind).map(|[_, short, full, _]| (short, full))
}

/// The full word for an abbreviation that lookups always expand.
pub(super) fn full_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "st" => "saint",
        "ste" => "sainte",
        "mt" => "mount",
        "ft" => "fort",
        _ => return None,
    })
}

/// The city that people call so: `goteborg` of `Gbg`.
pub(super) fn city_of_short_form(name: &str) -> Option<&'static str> {
    static CITIES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| words("city").collect());
    CITIES.get(name_key(name).as_str()).copied()
}

/// A name with an apostrophe in place of a similar mark: `St. John's` of `St. John´s`.
pub(super) fn with_apostrophes(name: &str) -> Option<String> {
    name.contains(FOR_APOSTROPHE).then(|| name.replace(FOR_APOSTROPHE, "'"))
}

/// A name with the blank that is missing behind its first abbreviation: `St. Gallen` of `St.Gallen`.
pub(super) fn with_blank(name: &str) -> Option<String> {
    let (short, rest) = name.split_once('.')?;
    let is_word = (2..=3).contains(&short.len()) && short.bytes().all(|letter| letter.is_ascii_alphabetic());
    (is_word && rest.starts_with(char::is_alphabetic)).then(|| format!("{short}. {rest}"))
}

/// Full words of American town names by abbreviation. That of a street type is its first one, which is that of the post office.
static POSTAL: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut postal: HashMap<&str, Vec<&str>> = HashMap::new();
    let of_streets =
        us_street_types().filter(|(word, _)| words("street_type").any(|(_, full)| full == *word));
    let first = |(word, short): (&'static str, Vec<&'static str>)| Some((*short.first()?, word));
    for (short, word) in of_streets.filter_map(first).chain(words("word")) {
        postal.entry(short).or_default().push(word);
    }
    postal
});

/// Keys of a name with the abbreviations of post offices in full: `point saint lucie` and `port saint lucie` of `Pt St Lucie`.
pub(super) fn with_postal_words_in_full(name: &str) -> Vec<String> {
    let key = name_key(name);
    let mut names: Vec<Vec<&str>> = vec![Vec::new()];
    for (index, word) in key.split(' ').enumerate() {
        let mut in_full = POSTAL.get(word).cloned().unwrap_or_default();
        if index == 0 && in_full.is_empty() {
            in_full.extend(words("direction").find(|(short, _)| *short == word).map(|(_, full)| full));
        }
        if in_full.is_empty() {
            in_full.push(word);
        }
        let pairs = names.iter().flat_map(|name| in_full.iter().map(move |word| (name, *word)));
        names = pairs.map(|(name, word)| [&name[..], &[word]].concat()).take(MOST_NAMES).collect();
    }
    names.iter().map(|name| name.join(" ")).filter(|name| *name != key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_a_kind_a_full_form_and_a_source() {
        let kinds = ["city", "street_type", "word", "direction"];
        for [kind, short, full, source] in rows() {
            assert!(kinds.contains(&kind) && !full.is_empty() && !source.is_empty(), "{short} {full}");
            assert_eq!(short.is_empty(), kind == "street_type", "{full}");
        }
        assert_eq!(rows().count(), TABLE.lines().count() - 1);
    }

    #[test]
    fn a_city_has_a_short_form() {
        assert_eq!(city_of_short_form("Gbg"), Some("goteborg"));
        assert_eq!(city_of_short_form("Bs. As."), Some("buenos aires"));
        assert_eq!(city_of_short_form("Göteborg"), None);
    }

    #[test]
    fn shortened_words_are_written_in_full() {
        let in_full = with_postal_words_in_full;
        assert_eq!(in_full("N Las Vegas"), ["north las vegas"]);
        assert_eq!(in_full("Pt St Lucie"), ["point st lucie", "port st lucie"]);
        assert_eq!(in_full("Cleveland Hts."), ["cleveland heights"]);
        assert_eq!(in_full("Silver Spg"), ["silver spring", "silver springs"]);
        assert_eq!(in_full("Mountain Grv"), ["mountain grove"]);
        assert!(in_full("Reno").is_empty());
        assert!(in_full("Las Vegas N").is_empty(), "a direction is the first word");
    }

    #[test]
    fn every_word_of_a_town_is_in_the_table_of_street_types() {
        let shortened: usize = POSTAL.values().map(Vec::len).sum();
        assert_eq!(shortened, words("street_type").chain(words("word")).count());
    }

    #[test]
    fn the_blank_behind_an_abbreviation_may_be_missing() {
        assert_eq!(with_blank("St.Gallen").as_deref(), Some("St. Gallen"));
        assert_eq!(with_blank("Ft.Worth").as_deref(), Some("Ft. Worth"));
        assert_eq!(with_blank("St. Gallen"), None);
        assert_eq!(with_blank("Freiburg i.Br."), None);
        assert_eq!(with_blank("D.C."), None);
    }

    #[test]
    fn an_accent_may_be_typed_for_an_apostrophe() {
        assert_eq!(with_apostrophes("St. John´s").as_deref(), Some("St. John's"));
        assert_eq!(with_apostrophes("Villeneuve-d`Ascq").as_deref(), Some("Villeneuve-d'Ascq"));
        assert_eq!(with_apostrophes("St. John's"), None);
    }
}
