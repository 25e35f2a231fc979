//! Units of the United States: those that tables have in the street column, and values of the unit column that are none.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use milepost_text::word_class::{WordClass, classes_of, plain};

use super::super::table::read;
use crate::CorpusError;
use crate::labels::split_bare_unit;

/// Roads named by a name, a type and a number, folded and without the number, each with its state: the `Lee Road` of `Lee Road 212` in
/// Alabama.
pub(crate) type NumberedRoads = HashSet<(String, String)>;

/// Finds them among the streets of the tables.
pub(crate) fn numbered_roads(data: &Path) -> Result<NumberedRoads, CorpusError> {
    let mut streets = Vec::new();
    read(data, "us/street_names.tsv.gz", |row| {
        let times = row.get("count").parse().unwrap_or(1);
        streets.push((row.get("street").to_owned(), row.get("state").to_owned(), times));
    })?;
    Ok(numbered_among(streets))
}

/// The numbered roads among streets, each with its state and its count. If a county numbers its roads, many numbers follow one name,
/// which rarely occurs without a number. `Bardstown Rd` has as many numbers after it, but it is a street with units.
fn numbered_among(streets: Vec<(String, String, usize)>) -> NumberedRoads {
    const NUMBERS: usize = 3;
    let mut numbers: HashMap<(String, String), HashSet<String>> = HashMap::new();
    let mut alone: HashMap<(String, String), usize> = HashMap::new();
    for (street, state, times) in streets {
        let (road, number) = split_bare_unit(&street);
        let key = (milepost_text::fold(road), state);
        if number.is_empty() {
            *alone.entry(key).or_default() += times;
        } else if road_behind(&key.0) {
            numbers.entry(key).or_default().insert(number.to_owned());
        }
    }
    let numbered = numbers.into_iter().filter(|(road, numbers)| {
        numbers.len() >= NUMBERS && alone.get(road).is_none_or(|&times| times < numbers.len())
    });
    numbered.map(|(road, _)| road).collect()
}

fn road_behind(street: &str) -> bool {
    street.ends_with(" road") || street.ends_with(" rd")
}

/// [`split_bare_unit`], which keeps numbered roads whole.
pub(super) fn bare_unit<'a>(street: &'a str, state: &str, numbered: &NumberedRoads) -> (&'a str, &'a str) {
    let (road, unit) = split_bare_unit(street);
    if numbered.contains(&(milepost_text::fold(road), state.to_owned())) {
        (street, "")
    } else {
        (road, unit)
    }
}

/// `Eye Street NW Suite 1100` -> (`Eye Street NW`, `Suite 1100`); `#3995` -> (``, `#3995`).
pub(super) fn split_unit(street: &str) -> Option<(&str, &str)> {
    const DESIGNATORS: [&str; 9] =
        ["suite", "ste", "apt", "apartment", "unit", "room", "shop", "spc", "bldg"];
    if street.starts_with('#') {
        return Some(("", street));
    }
    let spaces = street.match_indices(' ').map(|(at, _)| at);
    let at = spaces.skip(1).find(|&at| {
        let mut words = street[at + 1..].split(' ').map(milepost_text::fold);
        let designator = words.next().unwrap_or_default();
        let numbered = words
            .next()
            .is_some_and(|word| word.bytes().any(|byte| byte.is_ascii_digit()) || is_letter(&word));
        let designator = designator.trim_end_matches(['.', '-']);
        // `Grange Bldg 214 North Quarry St` and `Temple No 6 38 Quarry St` contain a second address; `Bldg 40 7B18` does not.
        let last = words.all(|word| word.starts_with(|first: char| first.is_ascii_digit()) && word.len() > 3);
        // `Bldg196`, `Ste500-231`
        let glued = designator.trim_end_matches(|last: char| last.is_ascii_digit() || last == '-');
        let designates = DESIGNATORS.contains(&designator) && (last || designator != "bldg")
            || last && is_number_of_unit(&street[..at], designator)
            || last && is_mail_stop(&street[..at], designator);
        numbered && designates
            || glued != designator
                && (glued.len() > 2 && classes_of(glued).has(WordClass::UsUnit)
                    || is_mail_stop(&street[..at], glued))
                && street[at..].len() == designator.len() + 1
            || is_letter(designator) && street[at + 1..].len() < 3 && is_number_of_unit(&street[..at], "no")
    })?;
    Some((&street[..at], &street[at + 1..]))
}

/// Whether `No` after a street begins a unit: `Quarry Place` is complete without it, `County Road` is not.
fn is_number_of_unit(street: &str, designator: &str) -> bool {
    matches!(designator, "no" | "number") && !split_bare_unit(&format!("{street} 1")).1.is_empty()
}

/// Whether a designator after a street with its type is an internal mail stop: `Quarry Ave MS 3596`, `Vane Way Stop 8112`.
fn is_mail_stop(street: &str, designator: &str) -> bool {
    matches!(designator, "ms" | "stop" | "mailstop") && !split_bare_unit(&format!("{street} 1")).1.is_empty()
}

/// Whether a text ends in a designator without an identifier: `Bldg 3 Suit`, `Quarry Place Apt`.
pub(super) fn ends_unfinished(text: &str) -> bool {
    const DESIGNATORS: [&str; 9] = ["suite", "suit", "ste", "apt", "unit", "bldg", "rm", "room", "spc"];
    text.rsplit_once(' ').is_some_and(|(_, last)| DESIGNATORS.contains(&plain(last).as_str()))
}

/// Whether a text can be a unit: it has a designator or is short, and is neither a street nor a box.
pub(super) fn may_be_unit(unit: &str) -> bool {
    let words: Vec<String> = unit.split_whitespace().map(plain).collect();
    let designated = words.iter().any(|word| classes_of(word).has(WordClass::UsUnit));
    let is_street = words.len() > 1
        && words.iter().skip(1).any(|word| {
            classes_of(word).has(WordClass::UsStreetType) || classes_of(word).has(WordClass::UsDirectional)
        });
    let is_part_of_street =
        words.len() == 1 && (classes_of(&words[0]).has(WordClass::UsDirectional) || words[0] == "side");
    // `East`, `Side Drive`
    let side = words.len() > 1 && words[0] == "side";
    if is_street && (!designated || side) || is_part_of_street || words.iter().any(|word| is_box(word)) {
        return false;
    }
    words.len() < 3 && words.iter().all(|word| word.len() < 4)
        || words.iter().any(|word| {
            word.bytes().any(|byte| byte.is_ascii_digit()) || classes_of(word).has(WordClass::UsUnit)
        })
}

/// Whether a unit is a number without a designator: `12`, `24F`, and not `2nd Floor`.
pub(crate) fn is_bare_number(unit: &str) -> bool {
    unit.starts_with(|first: char| first.is_ascii_digit())
        && !unit.split_whitespace().any(|word| classes_of(&plain(word)).has(WordClass::UsUnit))
}

fn is_box(word: &str) -> bool {
    word.trim_end_matches(|last: char| last.is_ascii_digit()) == "box"
}

/// Whether a word is a single letter other than a directional.
pub(super) fn is_letter(word: &str) -> bool {
    word.len() == 1
        && word.bytes().all(|byte| byte.is_ascii_alphabetic())
        && !classes_of(&plain(word)).has(WordClass::UsDirectional)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_road_is_numbered_where_its_name_hardly_stands_alone() {
        let street = |name: String, times| (name, "AL".to_owned(), times);
        let mut streets: Vec<_> = (1..5)
            .flat_map(|n| ["Grange", "Quarry"].map(|name| street(format!("{name} Road {n}"), 1)))
            .collect();
        streets.push(street("Quarry Road".into(), 40));
        streets.push(street("Orchard Street 12".into(), 1));
        let numbered = numbered_among(streets);
        assert_eq!(bare_unit("Grange Road 212", "AL", &numbered), ("Grange Road 212", ""));
        assert_eq!(bare_unit("Grange Road 212", "GA", &numbered), ("Grange Road", "212"));
        assert_eq!(bare_unit("Quarry Road 212", "AL", &numbered), ("Quarry Road", "212"));
    }

    #[test]
    fn units_left_in_the_street() {
        assert_eq!(split_unit("Eye Street NW Suite 1100"), Some(("Eye Street NW", "Suite 1100")));
        assert_eq!(split_unit("Quarry St NE Ste A"), Some(("Quarry St NE", "Ste A")));
        assert_eq!(split_unit("Quarry Ave Bldg12"), Some(("Quarry Ave", "Bldg12")));
        assert_eq!(split_unit("Quarry Plaza Shop 112"), Some(("Quarry Plaza", "Shop 112")));
        assert_eq!(split_unit("Quarry St C"), Some(("Quarry St", "C")));
        assert_eq!(split_unit("Quarry Ave Bldg 40 7B18"), Some(("Quarry Ave", "Bldg 40 7B18")));
        assert_eq!(split_unit("Quarry Ave STE40-118"), Some(("Quarry Ave", "STE40-118")));
        assert_eq!(split_unit("Quarry Ave Unit- B-1"), Some(("Quarry Ave", "Unit- B-1")));
        assert_eq!(split_unit("Quarry Ave Bldg 12"), Some(("Quarry Ave", "Bldg 12")));
        assert_eq!(split_unit("Quarry Ave MS3596"), Some(("Quarry Ave", "MS3596")));
        assert_eq!(split_unit("Vane Way MS 1-407"), Some(("Vane Way", "MS 1-407")));
        assert_eq!(split_unit("8th Ave Stop 8112"), Some(("8th Ave", "Stop 8112")));
        for whole in [
            "Quarry St E",
            "Avenue C",
            "Suite Rd",
            "Highway MS 12",
            "County Road No 23",
            "Grange Bldg 214 Vane",
            "Vane Lodge No 6 38 Vane",
        ] {
            assert_eq!(split_unit(whole), None, "{whole}");
        }
    }

    #[test]
    fn what_is_no_unit() {
        for unit in ["Fl 2", "rear", "north wing suite b"] {
            assert!(may_be_unit(unit), "{unit}");
        }
        for street in ["the old quarry house", "side drive", "100 N 3rd", "Ste 2 PO Box", "side", "East"] {
            assert!(!may_be_unit(street), "{street}");
        }
    }

    #[test]
    fn a_bare_number_has_no_designator() {
        assert!(is_bare_number("12") && is_bare_number("24F") && is_bare_number("7 A"));
        assert!(!is_bare_number("2nd Floor") && !is_bare_number("Apt 7") && !is_bare_number("B"));
    }

    #[test]
    fn what_ends_in_a_designator_is_unfinished() {
        for text in ["Bldg 3 Suit", "Quarry Place Apt", "Quarry Place APT."] {
            assert!(ends_unfinished(text), "{text}");
        }
        for text in ["Suite 3", "Quarry Place", "Suite"] {
            assert!(!ends_unfinished(text), "{text}");
        }
    }
}
