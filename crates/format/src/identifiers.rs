//! House numbers, units and boxes: identifiers, and the words that say what they identify.

use std::collections::HashMap;
use std::sync::LazyLock;

use milepost_text::word_class::{number_orders, unit_designators};
use milepost_text::{
    are_neighbouring_doors, is_number_label, language_codes, number_in_words, with_signs_between,
};
use strum::EnumString;

use crate::unicode::is_letter;
use crate::words::words;

/// What a designator identifies, in the order of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, EnumString)]
#[strum(serialize_all = "snake_case")]
enum Class {
    Box,
    Building,
    Entrance,
    Staircase,
    Floor,
    /// The name of a floor: `ground`.
    Level,
    Unit,
    Side,
    /// Announces an identifier: `No.`
    Label,
    /// A word that no table has.
    Other,
}

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Designator {
    class: Class,
    name: &'static str,
}

/// The designator of an identifier without one.
const UNIT: Designator = Designator { class: Class::Unit, name: "apartment" };
/// Words of the longest designator.
const LONGEST: usize = 4;

type Forms = HashMap<&'static str, Designator>;

/// Forms by language, or country in capitals.
static DESIGNATORS: LazyLock<HashMap<&'static str, Forms>> = LazyLock::new(|| {
    let mut scopes: HashMap<&'static str, Forms> = HashMap::new();
    for row in unit_designators() {
        let class = row.class.parse().unwrap_or(Class::Unit);
        let designator = Designator { class, name: row.designator };
        scopes.entry(row.scope).or_default().entry(row.form).or_insert(designator);
    }
    scopes
});

/// The designators of a country: its own, those of its languages, and English ones.
pub(crate) struct Designators {
    country: String,
    scopes: Vec<&'static Forms>,
    own: Option<&'static Forms>,
}

impl Designators {
    /// `country` is an ISO 3166-1 alpha-2 code in lower case, or empty.
    pub(crate) fn of(country: &str) -> Designators {
        let codes = language_codes(country).iter().copied();
        let english = std::iter::once("en").filter(|code| !language_codes(country).contains(code));
        let own = DESIGNATORS.get(country.to_uppercase().as_str());
        let scopes = own.into_iter().chain(codes.chain(english).filter_map(|code| DESIGNATORS.get(code)));
        Designators { country: country.to_owned(), scopes: scopes.collect(), own }
    }

    fn get(&self, form: &str) -> Option<Designator> {
        self.scopes.iter().find_map(|forms| forms.get(form)).copied()
    }

    /// Words with designators apart from the identifiers they are glued to: `apt4b`, `5к2`, and `18f` in Hong Kong.
    fn apart(&self, word: &str) -> Vec<String> {
        let runs = runs(word);
        let mut parts: Vec<String> = vec![String::new()];
        for (at, run) in runs.iter().enumerate() {
            let is_number = starts_with_digit(run);
            let before_number = runs.get(at + 1).is_some_and(|next| starts_with_digit(next));
            let is_floor =
                || self.own?.get(run).filter(|own| own.class == Class::Floor && at + 1 == runs.len());
            let is_behind_floor = at > 0 && is_floor().is_some();
            if !is_number && (before_number && self.get(run).is_some() || is_behind_floor) {
                parts.extend([(*run).to_owned(), String::new()]);
            } else if let Some(part) = parts.last_mut() {
                part.push_str(run);
            }
        }
        parts.retain(|part| !part.is_empty());
        parts
    }

    /// The longest designator at the front of `words`, and how many of them it has. One of a single letter has an identifier behind it.
    fn at(&self, words: &[String], is_behind_number: bool) -> Option<(Designator, usize)> {
        (1..=LONGEST.min(words.len())).rev().find_map(|count| {
            let found = self.get(&words[..count].join(" "))?;
            let is_letter = count == 1 && words[0].chars().count() == 1;
            let has_number = words.get(count).is_some_and(|next| starts_with_digit(next));
            let is_floor = is_behind_number && found.class == Class::Floor;
            (!is_letter || has_number || is_floor).then_some((found, count))
        })
    }

    /// A house number, and the words of the units that are written with it.
    pub(crate) fn house_number(&self, text: &str, has_unit: bool) -> (String, Option<String>) {
        if let Some((house, unit)) = self.house_and_unit(text).filter(|_| !has_unit) {
            return (house, Some(unit));
        }
        let all: Vec<String> =
            words(&with_signs_between(text)).iter().flat_map(|word| self.apart(word)).collect();
        let has_point = text.contains(['.', ':', 'º', '°']);
        let is_label = |at: usize| {
            let behind = all.get(at + 1);
            behind.is_some_and(|next| starts_with_digit(next))
                && (self.get(&all[at]).is_some_and(|found| found.class == Class::Label)
                    || is_number_label(&all[at], has_point))
        };
        let start = (0..all.len()).find(|&at| !is_label(at)).unwrap_or(0);
        let words = &all[start..];
        let is_part = |at: usize| {
            let designator = self.at(&words[at..], true);
            let has_identifier = |count: usize| words.get(at + count).is_some_and(|next| is_identifier(next));
            designator.is_some_and(|(found, count)| {
                !matches!(found.class, Class::Box | Class::Level | Class::Label) && has_identifier(count)
            })
        };
        let end =
            (1..words.len()).find(|&at| starts_with_digit(&words[0]) && is_part(at)).unwrap_or(words.len());
        let units = (end < words.len()).then(|| words[end..].join(" "));
        (self.value(&words[..end]), units)
    }

    /// Digits for a number in words.
    fn value(&self, words: &[String]) -> String {
        let in_words = || number_in_words(&words.join(" "), &self.country).map(|number| number.to_string());
        let is_named = !words.is_empty() && words.iter().all(|word| word.chars().all(is_letter));
        is_named.then(in_words).flatten().unwrap_or_else(|| joined(words))
    }

    /// `401-43` in Canada, `5/7` in Poland: the house and the unit.
    fn house_and_unit(&self, text: &str) -> Option<(String, String)> {
        let orders = number_orders().iter().filter(|(country, ..)| *country == self.country);
        orders.copied().find_map(|(_, sign, unit_first)| {
            let (first, second) = text.split_once(sign)?;
            let (first, second) = (joined(&words(first)), joined(&words(second)));
            let is_number = |number: &str| starts_with_digit(number) && !number.contains(' ');
            // A hyphen also stands between the first and the last number of a building.
            let is_range = sign == "-" && are_neighbouring_doors(&first, &second);
            let (house, unit) = if unit_first { (second, first) } else { (first, second) };
            (is_number(&house) && is_number(&unit) && !is_range).then_some((house, unit))
        })
    }

    /// Units in order, each with its designator: `building 5`, `floor 3`, `apartment 4b`.
    pub(crate) fn unit_parts(&self, texts: &[impl AsRef<str>]) -> Vec<String> {
        let mut parts: Vec<(Class, String)> =
            texts.iter().flat_map(|text| self.parts(text.as_ref())).collect();
        parts.sort();
        parts.dedup();
        parts.into_iter().map(|(_, text)| text).collect()
    }

    /// Units in order as one text.
    pub(crate) fn units(&self, texts: &[impl AsRef<str>]) -> String {
        self.unit_parts(texts).join(" ")
    }

    /// A box, its parts in the order in which they are written: `po box 42 pmb 100`.
    pub(crate) fn po_box(&self, text: &str) -> String {
        self.parts(text).into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ")
    }

    fn parts(&self, text: &str) -> Vec<(Class, String)> {
        let mut parts: Vec<Part> = Vec::new();
        // A comma or a `#` ends an identifier, and `Suite #200` has not begun one.
        for segment in text.split([',', ';', '\n', '#', '№']) {
            let is_whole =
                |last: &&mut Part| !last.identifiers.is_empty() || last.designator.class == Class::Level;
            if let Some(last) = parts.last_mut().filter(is_whole) {
                (last.is_open, last.is_ended) = (false, true);
            }
            self.add_parts(segment, &mut parts);
        }
        parts.into_iter().map(Part::written).collect()
    }

    fn add_parts(&self, text: &str, parts: &mut Vec<Part>) {
        let words: Vec<String> = words(text).iter().flat_map(|word| self.apart(word)).collect();
        let mut at = 0;
        while at < words.len() {
            let word = words[at].as_str();
            let before = parts.last().and_then(|part| part.identifiers.last());
            let is_behind_number = before.is_some_and(|before| starts_with_digit(before));
            if let Some((designator, count)) = self.at(&words[at..], is_behind_number) {
                at += count;
                if designator.class == Class::Label {
                    continue;
                }
                let is_level =
                    || self.at(&words[at..], false).is_some_and(|(next, _)| next.class == Class::Level);
                let is_followed = words.get(at).is_some_and(|next| is_identifier(next)) || is_level();
                Part::begin(parts, designator, is_followed);
                continue;
            }
            at += 1;
            let is_floor_next =
                self.at(&words[at..], true).is_some_and(|(next, _)| next.class == Class::Floor);
            let number = number_in_words(word, &self.country).filter(|_| is_floor_next);
            let open = parts.last_mut().filter(|part| part.is_open);
            match open {
                Some(part) if part.identifiers.is_empty() && is_number_label(word, false) => {}
                Some(part) if is_identifier(word) || part.identifiers.is_empty() => {
                    part.identifiers.push(word.to_owned());
                }
                _ if is_identifier(word) || number.is_some() => {
                    let identifier = number.map_or_else(|| word.to_owned(), |number| number.to_string());
                    parts.push(Part { is_bare: true, ..Part::of(UNIT, vec![identifier]) });
                }
                _ => parts.push(Part {
                    other: Some(word.to_owned()),
                    ..Part::of(Designator { class: Class::Other, name: "" }, Vec::new())
                }),
            }
        }
    }
}

/// A designator and its identifiers.
struct Part {
    designator: Designator,
    /// The word of a part that no table has.
    other: Option<String>,
    identifiers: Vec<String>,
    is_open: bool,
    is_bare: bool,
    /// Whether what follows belongs to another part in any case.
    is_ended: bool,
}

impl Part {
    fn of(designator: Designator, identifiers: Vec<String>) -> Part {
        Part { designator, other: None, identifiers, is_open: true, is_bare: false, is_ended: false }
    }

    /// A part that nothing is added to.
    fn closed(designator: Designator, identifiers: Vec<String>) -> Part {
        Part { is_open: false, ..Part::of(designator, identifiers) }
    }

    /// Begins a part. A floor takes the number in front of it (`3rd floor`), and the name of a floor that of the floor beside it.
    fn begin(parts: &mut Vec<Part>, designator: Designator, is_followed: bool) {
        let last = parts.last_mut().filter(|last| !last.is_ended);
        match (designator.class, last) {
            (Class::Floor, Some(last))
                if last.designator.class == Class::Level && last.identifiers.is_empty() => {}
            (Class::Floor, Some(last)) if !is_followed && last.is_bare && last.identifiers.len() == 1 => {
                *last = Part::closed(designator, std::mem::take(&mut last.identifiers));
            }
            (Class::Floor, Some(last)) if !is_followed && last.identifiers.len() > 1 => {
                let number = last.identifiers.pop();
                last.is_open = false;
                parts.push(Part::closed(designator, number.into_iter().collect()));
            }
            (Class::Level, Some(last))
                if last.designator.class == Class::Floor && last.identifiers.is_empty() =>
            {
                *last = Part::closed(designator, Vec::new());
            }
            (Class::Level, _) => parts.push(Part::closed(designator, Vec::new())),
            _ => parts.push(Part::of(designator, Vec::new())),
        }
    }

    fn written(self) -> (Class, String) {
        let Part { designator: Designator { class, name }, other, identifiers, .. } = self;
        let identifiers: Vec<&str> = match class {
            Class::Floor => identifiers.iter().map(|identifier| without_ordinal(identifier)).collect(),
            _ => identifiers.iter().map(String::as_str).collect(),
        };
        let name = match class {
            Class::Level => format!("floor {name}"),
            _ => other.unwrap_or_else(|| name.to_owned()),
        };
        let class = if class == Class::Level { Class::Floor } else { class };
        let identifier = joined(&identifiers);
        (class, if identifier.is_empty() { name } else { format!("{name} {identifier}") })
    }
}

/// `3rd`, `2e` and `2eme` without the ending of an ordinal.
fn without_ordinal(word: &str) -> &str {
    let letters = word.trim_start_matches(|first: char| first.is_ascii_digit());
    let is_ending = matches!(letters, "st" | "nd" | "rd" | "th" | "e" | "er" | "eme" | "o");
    if is_ending && letters.len() < word.len() { &word[..word.len() - letters.len()] } else { word }
}

/// Runs of digits and of other letters.
fn runs(word: &str) -> Vec<&str> {
    let mut runs = Vec::new();
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let end =
            rest.find(|letter: char| letter.is_ascii_digit() != first.is_ascii_digit()).unwrap_or(rest.len());
        let (run, behind) = rest.split_at(end);
        runs.push(run);
        rest = behind;
    }
    runs
}

/// One word of several: `12 bis` is `12bis` and `4-B` is `4b`. Two numbers stay apart: `12-14` is not house 1214.
pub(crate) fn joined(words: &[impl AsRef<str>]) -> String {
    let mut text = String::new();
    for word in words.iter().map(AsRef::as_ref) {
        if ends_in_digit(&text) && starts_with_digit(word) {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

fn is_identifier(word: &str) -> bool {
    word.chars().count() == 1 || word.bytes().any(|byte| byte.is_ascii_digit())
}

pub(crate) fn starts_with_digit(word: &str) -> bool {
    word.as_bytes().first().is_some_and(u8::is_ascii_digit)
}

fn ends_in_digit(word: &str) -> bool {
    word.as_bytes().last().is_some_and(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_meet_by_class_and_in_order() {
        for (country, a, b) in [
            ("us", &["Apt 4B"][..], &["#4B"][..]),
            ("us", &["Apt 5", "Bldg 2"], &["Building 2, Apartment 5"]),
            ("us", &["3rd Floor", "Ste. 310"], &["Suite #310, FL 3"]),
            ("us", &["Second Floor"], &["Floor 2"]),
            ("gb", &["FLAT 1 GND FLR"], &["Flat 1", "Ground Floor"]),
            ("gb", &["Flat No. 3"], &["Flat 3"]),
            ("hk", &["Room H", "18/F", "Blk 3"], &["Block 3", "18F", "Rm H"]),
            ("ru", &["корп. 2", "кв. 12"], &["квартира 12, корпус 2"]),
            ("pl", &["m. 7"], &["m7"]),
            ("tr", &["D:3"], &["Daire 3"]),
            ("fr", &["Appt 12", "2e étage"], &["étage 2, appartement 12"]),
        ] {
            let of = Designators::of(country);
            assert_eq!(of.units(a), of.units(b), "{country}: {a:?} / {b:?}");
        }
    }

    #[test]
    fn different_units_stay_apart() {
        for (country, a, b) in [
            ("us", "Apt 1", "Ste 1"),
            ("us", "Suite 200", "Floor 200"),
            ("us", "Bldg 2 Apt 5", "Bldg 5 Apt 2"),
            ("us", "Apt 4 B", "Apt 4"),
            ("us", "Apt 1 2", "Apt 12"),
            ("se", "M lgh 1304", "lgh 1304"),
            ("es", "3º dcha", "3º izda"),
            ("in", "Phase 1", "Phase 2"),
        ] {
            let of = Designators::of(country);
            assert_ne!(of.units(&[a]), of.units(&[b]), "{country}: {a} / {b}");
        }
    }

    #[test]
    fn a_number_is_parted_from_its_units() {
        let number = |country: &str, text: &str| Designators::of(country).house_number(text, false);
        let unit = |unit: &str| Some(unit.to_owned());
        assert_eq!(number("ru", "д. 5 корп. 2"), ("5".into(), unit("корп 2")));
        assert_eq!(number("ru", "5к2"), ("5".into(), unit("к 2")));
        assert_eq!(number("ca", "401-43"), ("43".into(), unit("401")));
        assert_eq!(number("ca", "4-12"), ("4 12".into(), None));
        assert_eq!(number("au", "3/5"), ("5".into(), unit("3")));
        assert_eq!(number("pl", "5/7"), ("5".into(), unit("7")));
        assert_eq!(number("us", "N6W23001"), ("n6w23001".into(), None));
        assert_eq!(number("us", "No. 12-B"), ("12b".into(), None));
        assert_eq!(number("us", "One"), ("1".into(), None));
        assert_eq!(number("jp", "１丁目１８番２１号"), ("1 18 21".into(), None));
    }

    #[test]
    fn boxes_meet() {
        let of = |text: &str| Designators::of("us").po_box(text);
        assert_eq!(of("P.O. Box 42, PMB 7"), "po box 42 pmb 7");
        assert_eq!(of("RT 4 BX 9"), of("Rural Route 4 Box 9"));
        assert_eq!(of("PSC 3 Box 12"), "psc 3 box 12");
    }
}
