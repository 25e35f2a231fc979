//! Streets of the United States with house numbers, and crossings, as people write them.

use std::collections::HashMap;
use std::sync::LazyLock;

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::word_class::{self, WordClass, plain};

use super::usual_case;
use crate::labels::{Street, is_noun, split_us};
use crate::line::Line;
use crate::render::{any, chance, pick, with_other_numbers};
use crate::sources::us::UsRecord;

pub(crate) fn numbered_street(record: &UsRecord, rng: &mut Rng) -> Line {
    let mut line = Line::default();
    let number = match record.number.as_str() {
        given if !given.is_empty() && !chance(rng, 0.06) => given.to_owned(),
        _ if record.street.is_empty() => String::new(),
        _ if chance(rng, 0.3) => String::new(),
        _ => house_number(rng),
    };
    line.push(Tag::HouseNumber, with_other_numbers(number, rng));
    let mut street = respelled(&split_us(&record.street), rng);
    // People leave the type out if the name is well known: `223 W Jackson`.
    if chance(rng, 0.03) && stands_without_type(&street.name) {
        street.suffix.clear();
    } else if chance(rng, 0.06)
        && let Some((_, quadrant)) = directional_behind(&street.suffix)
    {
        // Or keep only the quadrant: `6420 Central Southwest`.
        street.suffix = quadrant.to_owned();
    }
    line.join(pick(rng, &[(0.97, " "), (0.03, ", ")]), street.line());
    set_directional_apart(&mut line, rng);
    line
}

/// Whether a name is complete without its type. `Quarry Run` of `Quarry Run Road` is not, because `Run` would be read as the type. A
/// single word for something that grows or lies there is: `12 N Orchard`.
fn stands_without_type(name: &str) -> bool {
    let last = name.split(' ').next_back().unwrap_or_default();
    let is_street_word = word_class::classes_of(&plain(last)).has(WordClass::UsStreetType)
        || word_class::classes_of(&plain(last)).has(WordClass::UsDirectional);
    name.chars().any(char::is_alphabetic) && (!is_street_word || is_noun(name))
}

/// `Main Street, NW`: a comma in front of the directional makes it a component of its own.
fn set_directional_apart(line: &mut Line, rng: &mut Rng) {
    let Some(suffix) = line.pieces.last_mut().filter(|piece| piece.tag == Some(Tag::StreetSuffix)) else {
        return;
    };
    let Some((kind, directional)) = directional_behind(&suffix.text) else { return };
    let (kind, directional) = (kind.to_owned(), directional.to_owned());
    if chance(rng, 0.12) {
        suffix.text = kind;
        line.plain(", ");
        line.push(Tag::StreetSuffix, directional);
    }
}

/// `Ave NW` -> (`Ave`, `NW`); `None` unless a directional follows a type.
fn directional_behind(suffix: &str) -> Option<(&str, &str)> {
    suffix
        .rsplit_once(' ')
        .filter(|(_, last)| word_class::classes_of(&plain(last)).has(WordClass::UsDirectional))
}

/// A house number: mostly digits, sometimes with letters, ranges, fractions, dashes or grid letters.
pub(crate) fn house_number(rng: &mut Rng) -> String {
    let digits = match rng.u8(..10) {
        0 => rng.u32(1..10),
        1..4 => rng.u32(10..100),
        4..8 => rng.u32(100..2_000),
        8 => rng.u32(2_000..10_000),
        _ => rng.u32(10_000..50_000),
    };
    match rng.u8(..66) {
        5 => any(
            rng,
            &[
                "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Twelve",
                "Twenty", "Fifty",
            ],
        )
        .to_owned(),
        0 => format!("{digits}{}", any(rng, &['A', 'B', 'C', 'D', 'a', 'b'])),
        1 => format!("{digits} {}", any(rng, &["1/2", "1/2", "1/4", "3/4", "A", "B"])),
        2 => format!("{digits}{}{}", any(rng, &["-", "-", " - ", "–"]), digits + rng.u32(1..12)),
        3 => format!("{}-{:02}", rng.u32(10..270), rng.u32(1..99)),
        4 => format!(
            "{}{}{}{}",
            any(rng, &['N', 'S']),
            rng.u32(1..160),
            any(rng, &['W', 'E']),
            rng.u32(100..30_000)
        ),
        _ => digits.to_string(),
    }
}

/// A type or directional in another spelling: abbreviated, with a dot, or in full.
pub(crate) fn respelled(street: &Street, rng: &mut Rng) -> Street {
    let word = |text: &str, rng: &mut Rng| {
        text.split(' ').map(|word| respell_word(word, rng)).collect::<Vec<_>>().join(" ")
    };
    Street { prefix: word(&street.prefix, rng), name: street.name.clone(), suffix: word(&street.suffix, rng) }
}

fn respell_word(word: &str, rng: &mut Rng) -> String {
    static SPELLINGS: LazyLock<HashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
        let mut spellings: HashMap<&str, Vec<&str>> = HashMap::new();
        for (full, variants) in word_class::us_street_types().chain(word_class::us_directionals()) {
            let all: Vec<&str> = std::iter::once(full).chain(variants.iter().copied()).collect();
            // The full word and the first abbreviation are what most people write.
            let usual =
                [full, full, full, all.get(1).copied().unwrap_or(full), all.get(1).copied().unwrap_or(full)];
            for &spelling in &all {
                spellings
                    .entry(spelling)
                    .or_insert_with(|| usual.into_iter().chain(all.iter().copied()).collect());
            }
        }
        spellings
    });
    if word.is_empty() || !chance(rng, 0.4) {
        return word.to_owned();
    }
    let Some(choices) = SPELLINGS.get(plain(word).as_str()) else { return word.to_owned() };
    let chosen = any(rng, choices);
    let mut spelled =
        if word.chars().any(char::is_lowercase) { usual_case(chosen) } else { chosen.to_uppercase() };
    if chosen.len() < 5 && chance(rng, 0.12) {
        spelled.push('.');
    }
    spelled
}

pub(crate) fn crossing(first: &str, second: &str, rng: &mut Rng) -> Line {
    let (first, second) = if rng.bool() { (first, second) } else { (second, first) };
    let mut line = Line::default();
    if chance(rng, 0.08) {
        line.plain(any(rng, &["corner of ", "Corner of ", "intersection of ", "at the corner of "]));
    }
    // `Main & 4th`: at a crossing people often leave the types out.
    let bare = chance(rng, 0.22);
    let whole = |street: &str, rng: &mut Rng| {
        let mut street = respelled(&split_us(street), rng);
        if bare && !street.name.is_empty() {
            street.suffix.clear();
        }
        street.whole()
    };
    let (first, mut second) = (whole(first, rng), whole(second, rng));
    // `6th & Viand Sts`: one type for both.
    if bare && chance(rng, 0.3) {
        second.push_str(any(rng, &[" Sts", " Streets", " Aves", " Avenues", " Rds"]));
    }
    line.push(Tag::IntersectionA, first);
    let link = pick(
        rng,
        &[
            (0.3, " & "),
            (0.25, " and "),
            (0.15, " at "),
            (0.1, " / "),
            (0.05, " @ "),
            (0.05, "/"),
            (0.03, "&"),
            (0.03, " + "),
        ],
    );
    line.plain(link);
    line.push(Tag::IntersectionB, second);
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_names_stand_without_their_type() {
        for name in ["Quillfeather", "Orchard", "Old Vane"] {
            assert!(stands_without_type(name), "{name}");
        }
        for name in ["Quarry Run", "Vane West", "42"] {
            assert!(!stands_without_type(name), "{name}");
        }
    }
}
