//! How far the components of two addresses agree.

use std::collections::BTreeSet;

use milepost_text::{
    HouseNumber, MOST_TYPOS, NumberMatch, Role, StreetComparison, StreetName, StreetWord, TYPOS_OF_A_PLACE,
    compare_streets,
};

use crate::address::MatchAddress;
use crate::component::{Agreement, Component};

impl Component {
    /// The agreement of two addresses; none if both lack the component.
    pub(crate) fn agreement(self, a: &MatchAddress, b: &MatchAddress) -> Option<Agreement> {
        if self == Component::Point {
            return match (&a.point, &b.point) {
                (Some(a), Some(b)) => Some(a.agreement(b)),
                (None, None) => None,
                _ => Some(Agreement::Missing),
            };
        }
        let is_named = |address: &MatchAddress| !address.written[self as usize].is_empty();
        // The key has a country that neither address names.
        if self == Component::Country && !is_named(a) && !is_named(b) {
            return None;
        }
        let (of_a, of_b) = (self.values(a), self.values(b));
        match (of_a.is_empty(), of_b.is_empty()) {
            (true, true) => return None,
            (true, false) | (false, true) => return Some(Agreement::Missing),
            (false, false) => {}
        }
        if self == Component::Locality && has_other_numbers(a, b) {
            return Some(Agreement::Contradicts);
        }
        if of_a == of_b {
            let is_exact = a.written[self as usize] == b.written[self as usize];
            return Some(if is_exact { Agreement::Exact } else { Agreement::Equivalent });
        }
        Some(match self {
            Component::HouseNumber => numbers(a, b),
            Component::Venue => venues(of_a, of_b),
            Component::Street => streets(a, b),
            Component::Unit => units(of_a, of_b),
            Component::Locality => localities(a, b),
            Component::Postcode => postcodes(&of_a[0], &of_b[0]),
            Component::PoBox | Component::Region | Component::Country | Component::Point => {
                Agreement::Contradicts
            }
        })
    }

    fn values(self, address: &MatchAddress) -> &[String] {
        let fields = &address.fields;
        match self {
            Component::PoBox => &fields.po_box,
            Component::HouseNumber => &fields.house_number,
            Component::Venue => &address.venues,
            Component::Street => &fields.street,
            Component::Unit => &fields.unit,
            Component::Locality if fields.locality.is_empty() => &fields.dependent_locality,
            Component::Locality => &fields.locality,
            Component::Region => &fields.region,
            Component::Postcode => &fields.postcode,
            Component::Country => &fields.country,
            Component::Point => &[],
        }
    }
}

/// Fewest digits of a number of which two may be swapped by mistake.
const DIGITS_TO_SWAP: usize = 3;

fn numbers(a: &MatchAddress, b: &MatchAddress) -> Agreement {
    let pairs = || a.numbers.iter().flat_map(|number| b.numbers.iter().map(move |other| (number, other)));
    let relation = |(number, other): (&HouseNumber, &HouseNumber)| {
        number.relation(other).or_else(|| other.relation(number))
    };
    let relations = || pairs().filter_map(relation);
    if relations().any(|relation| relation == NumberMatch::Exact) {
        return Agreement::Equivalent;
    }
    if relations().any(|relation| matches!(relation, NumberMatch::Range | NumberMatch::Part)) {
        return Agreement::Missing;
    }
    // A digit more or less is another house; two that are swapped are a slip.
    let is_swapped = |(number, other): (&HouseNumber, &HouseNumber)| {
        let (number, other) = (number.text(), other.text());
        number.len() == other.len()
            && number.len() >= DIGITS_TO_SWAP
            && strsim::osa_distance(number, other) == 1
            && strsim::levenshtein(number, other) == 2
    };
    if pairs().any(is_swapped) { Agreement::Typo } else { Agreement::Contradicts }
}

fn streets(a: &MatchAddress, b: &MatchAddress) -> Agreement {
    let pairs = a.streets.iter().flat_map(|street| b.streets.iter().map(move |other| (street, other)));
    let best = pairs.map(|(street, other)| street_level(street, other)).min_by_key(|level| *level as u8);
    let best = best.unwrap_or(Agreement::Contradicts);
    let [a, b] = [a, b].map(|address| &address.fields.street);
    let is_mistyped = || a.iter().any(|street| b.iter().any(|other| has_typo_in_word(street, other)));
    if best == Agreement::Contradicts && is_mistyped() { Agreement::Typo } else { best }
}

/// Fewest letters of a word in which one may be mistyped.
const LETTERS_OF_A_TYPO: usize = 6;

/// Whether two names differ in one letter of one long word. The comparison of streets does not recognise a mistyped type at the end of a
/// compound: `Herzogstarße`.
fn has_typo_in_word(a: &str, b: &str) -> bool {
    let pairs = || a.split(' ').zip(b.split(' '));
    let is_typo = |(word, other): (&str, &str)| {
        word.chars().count().min(other.chars().count()) >= LETTERS_OF_A_TYPO
            && !word.chars().chain(other.chars()).any(char::is_numeric)
            && strsim::osa_distance(word, other) == 1
    };
    let mut others = pairs().filter(|(word, other)| word != other);
    match (others.next(), others.next()) {
        (Some(pair), None) => a.split(' ').count() == b.split(' ').count() && is_typo(pair),
        _ => false,
    }
}

/// Whether the places of each address have a number that those of the other lack: `Phase 1` and `Phase 2`. One side may name fewer places:
/// `Sector 5` and `Block 2, Sector 5`.
fn has_other_numbers(a: &MatchAddress, b: &MatchAddress) -> bool {
    let has_all = |a: &[String], b: &[String]| b.iter().all(|number| a.contains(number));
    let (a, b) = (&a.place_numbers, &b.place_numbers);
    !has_all(a, b) && !has_all(b, a)
}

/// The words of a street without those that the other has as well and that are the type of one of them.
fn beside_type<'a>(street: &'a StreetName, other: &StreetName) -> Vec<&'a StreetWord> {
    let is_type = |word: &StreetWord| {
        let known = other.words.iter().find(|known| known.text == word.text);
        known.is_some_and(|known| word.role == Role::Type || known.role == Role::Type)
    };
    street.words.iter().filter(|word| !is_type(word)).collect()
}

/// Whether a letter names one of two streets that agree in their type otherwise: `E St` and `East St`, `Avenue N` and `North Avenue`.
fn has_other_letter(a: &StreetName, b: &StreetName) -> bool {
    let is_letter = |word: &StreetWord| word.role == Role::Core && word.text.chars().count() == 1;
    if !a.words.iter().chain(&b.words).any(is_letter) {
        return false;
    }
    match (beside_type(a, b).as_slice(), beside_type(b, a).as_slice()) {
        ([a], [b]) => a.text != b.text && (is_letter(a) || is_letter(b)),
        _ => false,
    }
}

fn street_level(a: &StreetName, b: &StreetName) -> Agreement {
    if has_other_letter(a, b) {
        return Agreement::Contradicts;
    }
    let compared = compare_streets(a, b, |_| 1.0);
    let StreetComparison { core_extra, core_missing_front, core_missing_back, typos, .. } = compared;
    let is_other = compared.core_conflict > 0.0
        || compared.number_extra + compared.number_missing > 0.0
        || compared.type_conflict + compared.directional_conflict > 0.0
        || typos > MOST_TYPOS as f64;
    let is_short = core_extra + core_missing_front + core_missing_back > 0.0
        || compared.type_extra + compared.type_missing + compared.type_missing_of_compound > 0.0
        || compared.directional_extra + compared.directional_missing > 0.0
        || compared.honorific_extra + compared.honorific_missing + compared.initials > 0.0;
    match (is_other, typos > 0.0, is_short) {
        (true, ..) => Agreement::Contradicts,
        (_, _, true) => Agreement::Missing,
        (_, true, _) => Agreement::Typo,
        _ => Agreement::Equivalent,
    }
}

/// Units are strict: a unit of which one side has a part less is not the same.
fn units(a: &[String], b: &[String]) -> Agreement {
    let has_all = |a: &[String], b: &[String]| b.iter().all(|unit| a.contains(unit));
    if has_all(a, b) || has_all(b, a) { Agreement::Missing } else { Agreement::Contradicts }
}

fn localities(a: &MatchAddress, b: &MatchAddress) -> Agreement {
    if a.sounds.iter().any(|sound| b.sounds.contains(sound)) {
        return Agreement::Equivalent;
    }
    let is_near = |a: &String, b: &String| {
        let allowed = TYPOS_OF_A_PLACE.allowed(a.chars().count().min(b.chars().count()));
        strsim::osa_distance(a, b) <= allowed
    };
    let is_typo = a.sounds.iter().any(|sound| b.sounds.iter().any(|other| is_near(sound, other)));
    if is_typo { Agreement::Typo } else { Agreement::Contradicts }
}

/// Fewest characters that two postcodes of one place share at the front: `90210` and `90210-1234`, `SW1A` and `SW1A 1AA`.
const OUTWARD: usize = 3;

fn postcodes(a: &str, b: &str) -> Agreement {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    if short.len() >= OUTWARD && long.starts_with(short) {
        Agreement::Missing
    } else if a.len() > OUTWARD && strsim::osa_distance(a, b) == 1 {
        Agreement::Typo
    } else {
        Agreement::Contradicts
    }
}

/// The share of words that two names of a business have in common, above which they are one name.
const SHARED: f64 = 0.5;

fn venues(a: &[String], b: &[String]) -> Agreement {
    let words = |names: &[String]| -> BTreeSet<String> {
        names.iter().flat_map(|name| name.split(' ')).map(str::to_owned).collect()
    };
    let (a, b) = (words(a), words(b));
    let shared = a.intersection(&b).count();
    if shared == a.len().min(b.len()) {
        return Agreement::Missing;
    }
    let joined = |words: &BTreeSet<String>| words.iter().cloned().collect::<Vec<_>>().join(" ");
    let is_near = strsim::osa_distance(&joined(&a), &joined(&b)) <= MOST_TYPOS;
    let share = shared as f64 / a.union(&b).count().max(1) as f64;
    if is_near || share > SHARED { Agreement::Typo } else { Agreement::Contradicts }
}
