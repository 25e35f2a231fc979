//! A street in its parts, abbreviations written out: what stands before the name, the name, and what stands behind it. The parts are found
//! in the whole street anew, so that it does not matter how it was split when it came.

use crate::identifiers::starts_with_digit;
use crate::tables::{Table, tables};

/// Words of a street.
#[derive(Debug, Default)]
pub(crate) struct StreetParts {
    pub(crate) before: Vec<String>,
    pub(crate) name: Vec<String>,
    pub(crate) after: Vec<String>,
}

/// The parts of a street in a country that writes its streets in `languages`.
pub(crate) fn street_parts(street: &[String], languages: &[&str]) -> StreetParts {
    let found = languages.iter().find_map(|&language| Some((split(street, language)?, language)));
    let whole = || StreetParts { name: street.to_vec(), ..StreetParts::default() };
    let Some((parts, language)) = found.or_else(|| Some((whole(), *languages.first()?))) else {
        return whole();
    };
    StreetParts { name: name_in_full(&parts.name, language), ..parts }
}

/// Splits a street whose type the language knows; none when there is none.
fn split(street: &[String], language: &str) -> Option<StreetParts> {
    match language {
        "en" => type_last(street),
        "fr" | "es" | "it" | "pt" | "pl" => type_first(street, types_of(language)?),
        "de" => type_in_the_name(street, "strasse", types_of(language)?),
        "nl" => type_in_the_name(street, "straat", types_of(language)?),
        _ => None,
    }
}

fn types_of(language: &str) -> Option<&'static Table> {
    tables().street_types.get(language)
}

fn directional(word: Option<&String>) -> Option<String> {
    tables().directionals.get(word?).map(str::to_owned)
}

/// `N Main St NE`: a name keeps at least one word, so that `E St` and `North Ave` are called by a directional.
fn type_last(street: &[String]) -> Option<StreetParts> {
    let mut name = joined_initials(street);
    // Of `N North` the first is the directional.
    let shortest = if directional(name.first()).is_none() { 1 } else { 2 };
    let behind = directional(name.last()).filter(|_| name.len() > shortest);
    if behind.is_some() {
        name.pop();
    }
    let kind = name.last().filter(|_| name.len() > 1).and_then(|word| types_of("en")?.get(word));
    if kind.is_some() {
        name.pop();
    }
    let front = directional(name.first()).filter(|_| name.len() > 1);
    if front.is_some() {
        name.remove(0);
    }
    if kind.is_none() && front.is_none() && behind.is_none() {
        return None;
    }
    Some(StreetParts {
        before: front.into_iter().collect(),
        name: match kind {
            Some(kind) => ordinal(name, kind),
            None => name,
        },
        after: kind.map(str::to_owned).into_iter().chain(behind).collect(),
    })
}

/// `N W` and `S E` at an edge are one directional.
fn joined_initials(street: &[String]) -> Vec<String> {
    let mut words = street.to_vec();
    if words.len() < 4 {
        return words;
    }
    for at in [words.len() - 2, 0] {
        let is_pair = matches!(words[at].as_str(), "n" | "s") && matches!(words[at + 1].as_str(), "e" | "w");
        if words.len() > 3 && is_pair {
            let second = words.remove(at + 1);
            words[at].push_str(&second);
        }
    }
    words
}

/// `Rue de la Paix`; a type may have several words.
fn type_first(street: &[String], types: &Table) -> Option<StreetParts> {
    (1..=3).rev().filter(|&length| street.len() > length).find_map(|length| {
        let kind = types.get(&street[..length].join(" "))?;
        Some(StreetParts {
            before: kind.split([' ', '-']).map(str::to_owned).collect(),
            name: street[length..].to_vec(),
            after: Vec::new(),
        })
    })
}

/// `Hauptstr.`, `Berliner Pl.`: the type is part of the name.
fn type_in_the_name(street: &[String], ending: &str, types: &Table) -> Option<StreetParts> {
    let (last, others) = street.split_last()?;
    let stem = last.strip_suffix("str");
    // Units of UTF-16, by which version 1 is defined.
    let is_glued = last.encode_utf16().count() > 4 && (stem.is_some() || last.ends_with(ending));
    let full = match stem {
        Some(stem) if is_glued => format!("{stem}{ending}"),
        _ if is_glued => last.clone(),
        _ if others.is_empty() => return None,
        _ => types.get(last)?.to_owned(),
    };
    let name = others.iter().cloned().chain([full]).collect();
    Some(StreetParts { name, ..StreetParts::default() })
}

/// Titles and numbered roads inside a name.
fn name_in_full(name: &[String], language: &str) -> Vec<String> {
    let titles = tables().titles.get(language);
    let is_english = language == "en";
    let mut full = Vec::with_capacity(name.len());
    for (index, word) in name.iter().enumerate() {
        let written_out = name.get(index + 1).and_then(|next| {
            let word = word.as_str();
            let road = || tables().numbered_roads.get(word).filter(|_| is_english && starts_with_digit(next));
            let is_before_letter = is_english && index == 0 && is_small_letter(next);
            let kind = || types_of("en")?.get(word).filter(|_| is_before_letter);
            // English titles stand in front of the name; `Ave of St Louis` has none of its own.
            let title = || titles?.get(word).filter(|_| !is_english || index == 0);
            road().or_else(kind).or_else(title)
        });
        match written_out {
            Some(written_out) => full.extend(written_out.split(' ').map(str::to_owned)),
            None => full.push(word.clone()),
        }
    }
    full
}

fn is_small_letter(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b'z'])
}

const UNITS: [&str; 19] = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
];
const TENS: [&str; 8] = ["twent", "thirt", "fort", "fift", "sixt", "sevent", "eight", "ninet"];

/// `Fifth Avenue` and `5 Avenue` are `5th Avenue`; but a number behind some roads is their name: `Highway 5` is no fifth one.
fn ordinal(name: Vec<String>, kind: &str) -> Vec<String> {
    if matches!(kind, "highway" | "route" | "road" | "loop" | "spur" | "freeway") {
        return name;
    }
    let words: Vec<&str> = name.iter().map(String::as_str).collect();
    let number = match words[..] {
        [one] => plain_number(one).or_else(|| unit(one)).or_else(|| tens(one, "ieth")),
        [one, two] => tens(one, "y").zip(unit(two).filter(|&unit| unit < 10)).map(|(tens, unit)| tens + unit),
        _ => None,
    };
    match number {
        Some(number) => vec![format!("{number}{}", ending(number))],
        None => name,
    }
}

fn plain_number(word: &str) -> Option<usize> {
    word.parse().ok().filter(|_| word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit()))
}

fn unit(word: &str) -> Option<usize> {
    UNITS.iter().position(|&unit| unit == word).map(|index| index + 1)
}

/// `twentieth` with the ending `ieth`, `twenty` with `y`.
fn tens(word: &str, ending: &str) -> Option<usize> {
    let stem = word.strip_suffix(ending)?;
    TENS.iter().position(|&ten| ten == stem).map(|index| 20 + 10 * index)
}

fn ending(number: usize) -> &'static str {
    match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    }
}
