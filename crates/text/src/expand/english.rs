//! English abbreviations by their position: a type after its name, a directional at either end, a saint before a name.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::Word;
use crate::word_class::{
    WordClass, classes_of, titles, us_directionals, us_numbered_roads, us_street_types, us_units,
};

type Table = LazyLock<HashMap<&'static str, &'static str>>;

fn table(
    rows: impl Iterator<Item = (&'static str, Vec<&'static str>)>,
) -> HashMap<&'static str, &'static str> {
    rows.flat_map(|(full, variants)| variants.into_iter().map(move |variant| (variant, full))).collect()
}

static TYPES: Table = LazyLock::new(|| table(us_street_types()));
static DIRECTIONALS: Table = LazyLock::new(|| table(us_directionals()));
static UNITS: Table = LazyLock::new(|| table(us_units()));

/// Words before a name: `St Louis`, `Mt Vernon`, `Ft Worth`, `Dr King`.
static FRONT: Table = LazyLock::new(|| table(titles("en").map(|(full, clear, _)| (full, clear))));
/// Roads followed by a number: `Hwy 14`, `Rte 302`, `County Rd 20`.
static NUMBERED: Table = LazyLock::new(|| {
    table(us_numbered_roads().filter(|(full, _)| matches!(*full, "highway" | "route" | "road" | "county")))
});

/// Expands the abbreviations of a segment between commas. `first`: whether it is the text's first one; the places
/// after it hold states (`CT`, `AL`) that look like types.
pub(super) fn expand(words: &mut [&mut Word], first: bool) {
    let numbered = words.first().is_some_and(|word| word.is_number());
    let street = first || numbered;
    let end = end_of_street(words);
    // The last word of the street that is neither type nor directional; found once, so that the time stays linear.
    let last_name =
        words[..end].iter().rposition(|word| !is_type(&word.plain) && !is_directional(&word.plain));
    let mut named = false;
    let mut typed = None;
    for index in 0..words.len() {
        let plain = words[index].plain.clone();
        let next = words.get(index + 1).map(|word| word.plain.clone());
        if words[index].is_number() {
            named |= is_ordinal(&plain);
            continue;
        }
        if let Some(&unit) = UNITS.get(plain.as_str())
            && next.as_deref().is_some_and(is_identifier)
            && (named || index == 0)
        {
            words[index].write(unit);
            typed = typed.or(Some(index));
        } else if let Some(full) = NUMBERED.get(plain.as_str())
            && next.as_deref().is_some_and(|next| {
                next.starts_with(|character: char| character.is_ascii_digit()) && !is_ordinal(next)
            })
            && next.as_deref().is_none_or(|next| next.len() < 5)
            && !(plain == "rd" && named && words[..index].last().is_none_or(|word| word.plain != "county"))
        {
            words[index].write(full);
        } else if let Some(full) = FRONT.get(plain.as_str())
            && !named
            && next.as_deref().is_some_and(|next| {
                next.starts_with(char::is_alphabetic) && !is_type(next) && !is_directional(next)
            })
        {
            words[index].write(full);
            named = true;
        } else if let Some(&full) = DIRECTIONALS.get(plain.as_str())
            && street
            && is_affix(words, index, named, typed, end, last_name)
        {
            words[index].write(full);
        } else if let Some(&full) = TYPES.get(plain.as_str())
            && street
            && (named && typed.is_none_or(|at| at + 1 == index)
                || next.as_deref().is_some_and(is_name_of_a_leading_type))
        {
            words[index].write(full);
            typed = Some(index);
        } else if named && is_type(&plain) && typed.is_none() {
            // A full type. Only its directional may follow, unless it is part of the name (`Park Ave`).
            let followed = next.as_deref().is_some_and(is_type);
            typed = (!followed).then_some(index);
        } else if !is_directional(&plain) || end == index + 1 || last_name.is_none_or(|last| last <= index) {
            // `East St`, `E St`: the directional is the name.
            named = true;
        }
    }
}

/// One past the last word of the street: up to a unit, a box or the end of the segment.
fn end_of_street(words: &[&mut Word]) -> usize {
    words
        .iter()
        .position(|word| word.plain.starts_with('#') || classes_of(&word.plain).has(WordClass::UsUnit))
        .unwrap_or(words.len())
}

/// Whether the directional at `index` belongs to the street: before its name, or right after its type.
fn is_affix(
    words: &[&mut Word],
    index: usize,
    named: bool,
    typed: Option<usize>,
    end: usize,
    last_name: Option<usize>,
) -> bool {
    let after_unit = index
        .checked_sub(1)
        .is_some_and(|before| UNITS.contains_key(words[before].plain.as_str()) || words[before].plain == "#");
    if after_unit || index >= end {
        return false;
    }
    let behind = typed.is_some_and(|at| at + 1 == index);
    // `Avenue N` is a name, `N Main St` is not.
    let after_type = index.checked_sub(1).is_some_and(|before| is_type(&words[before].plain));
    let front = !named && !after_type && last_name.is_some_and(|last| last > index);
    behind || front
}

/// `Ave D`, `Ave of the Americas`.
fn is_name_of_a_leading_type(next: &str) -> bool {
    next == "of"
        || (next.len() == 1 && next.bytes().all(|byte| byte.is_ascii_alphabetic()) && !is_directional(next))
}

fn is_type(word: &str) -> bool {
    classes_of(word).has(WordClass::UsStreetType)
}

fn is_directional(word: &str) -> bool {
    classes_of(word).has(WordClass::UsDirectional)
}

fn is_ordinal(word: &str) -> bool {
    ["st", "nd", "rd", "th"].iter().any(|ending| word.ends_with(ending))
}

/// `4b`, `12`, `#3`, `c`: what follows a unit's designator.
fn is_identifier(word: &str) -> bool {
    word.starts_with(|character: char| character.is_ascii_digit() || character == '#')
        || word.chars().count() == 1
}
