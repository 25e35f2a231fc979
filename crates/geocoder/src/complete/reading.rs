//! The ways to read a typed text as a house number, words of a street, and words of a place, in any order.
//!
//! Nothing shows where the street ends and the place begins, so every cut is a reading. A comma and the number limit the cuts: a street
//! crosses no comma and touches its number.

use milepost_text::{HouseNumber, is_number_label, is_number_suffix, word_class};
use word_class::WordClass;

/// Words of a query that are read; more name no street.
const WORDS: usize = 12;
/// Words of a place in front of a street, and behind it, at most.
const WORDS_OF_A_PLACE: usize = 4;
/// Digits from which a number is rather a postcode.
const DIGITS_OF_A_POSTCODE: usize = 4;

/// One way to read a query.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Reading {
    pub(super) number: Option<HouseNumber>,
    pub(super) street: String,
    /// Words of the place, in front of the street and behind it.
    pub(super) places: Vec<String>,
    /// Whether the last word of the street, or of the last place, may be the beginning of a longer one.
    pub(super) is_street_unfinished: bool,
    pub(super) is_place_unfinished: bool,
}

/// A word of a query and whether a comma follows it.
struct Typed<'a> {
    text: &'a str,
    ends_part: bool,
}

/// The readings of a query, those with a number and a longer street first.
pub(super) fn readings(query: &str) -> Vec<Reading> {
    let words = without_units(typed(query));
    if words.is_empty() || words.len() > WORDS {
        return Vec::new();
    }
    let is_unfinished = query.ends_with(char::is_alphanumeric) || query.ends_with('.');
    let mut numbers: Vec<(usize, usize)> = (0..words.len()).flat_map(|at| numbers_at(&words, at)).collect();
    // The number stands at the front or behind the street; one of many digits is a postcode first.
    numbers.sort_by_key(|&(at, _)| (is_long(words[at].text), at != 0, std::cmp::Reverse(at)));
    let mut readings: Vec<Reading> = Vec::new();
    for (at, end) in numbers {
        let text: Vec<&str> = words[at..end].iter().map(|word| word.text).collect();
        let Some(number) = HouseNumber::parse(&text.join(" ")) else { continue };
        let label = at > 0
            && is_number_label(&milepost_text::fold(words[at - 1].text.trim_end_matches(['.', ':'])), true);
        let (before, behind) = (&words[..at - usize::from(label)], &words[end..]);
        for (street, places) in cuts_at_number(before, behind) {
            readings.push(reading(Some(number.clone()), street, &places, is_unfinished.then_some(&words)));
        }
    }
    for (street, places) in cuts(&words) {
        readings.push(reading(None, street, &places, is_unfinished.then_some(&words)));
    }
    readings
}

/// A reading of words; of all words if the last of them may be unfinished.
fn reading(
    number: Option<HouseNumber>,
    street: &[Typed<'_>],
    places: &[&[Typed<'_>]],
    unfinished: Option<&Vec<Typed<'_>>>,
) -> Reading {
    let joined = |words: &[Typed<'_>]| words.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
    let has_last = |part: &[Typed<'_>]| {
        unfinished.is_some_and(|words| std::ptr::eq(words.as_ptr_range().end, part.as_ptr_range().end))
    };
    Reading {
        number,
        street: joined(street),
        places: places.iter().map(|place| joined(place)).collect(),
        is_street_unfinished: has_last(street),
        is_place_unfinished: places.last().is_some_and(|place| has_last(place)),
    }
}

/// A street and the places around it.
type Cut<'w, 'a> = (&'w [Typed<'a>], Vec<&'w [Typed<'a>]>);

/// The cuts of words with the number between two parts: the street ends before it or begins behind it.
fn cuts_at_number<'w, 'a>(before: &'w [Typed<'a>], behind: &'w [Typed<'a>]) -> Vec<Cut<'w, 'a>> {
    let mut cuts: Vec<Cut<'w, 'a>> = Vec::new();
    for start in 0..before.len().min(WORDS_OF_A_PLACE + 1) {
        let (place, street) = before.split_at(start);
        let places = [place, behind].into_iter().filter(|words| !words.is_empty()).collect();
        if is_one_part(street) && !crosses(place, street) {
            cuts.push((street, places));
        }
    }
    for end in (1..=behind.len()).rev() {
        let (street, place) = behind.split_at(end);
        let places = [before, place].into_iter().filter(|words| !words.is_empty()).collect();
        if is_one_part(street) && place.len() <= WORDS_OF_A_PLACE {
            cuts.push((street, places));
        }
    }
    cuts
}

/// The cuts of words without a number: the place is behind the street or in front of it.
fn cuts<'w, 'a>(words: &'w [Typed<'a>]) -> Vec<Cut<'w, 'a>> {
    let mut cuts: Vec<Cut<'w, 'a>> = Vec::new();
    for end in (1..=words.len()).rev() {
        let (street, place) = words.split_at(end);
        if is_one_part(street) && place.len() <= WORDS_OF_A_PLACE {
            cuts.push((street, if place.is_empty() { Vec::new() } else { vec![place] }));
        }
    }
    for start in 1..words.len().min(WORDS_OF_A_PLACE + 1) {
        let (place, street) = words.split_at(start);
        if is_one_part(street) && is_one_part(place) {
            cuts.push((street, vec![place]));
        }
    }
    cuts
}

fn is_one_part(words: &[Typed<'_>]) -> bool {
    words.split_last().is_some_and(|(_, before)| before.iter().all(|word| !word.ends_part))
}

/// Whether a comma parts the place itself, so that the cut is elsewhere.
fn crosses(place: &[Typed<'_>], street: &[Typed<'_>]) -> bool {
    let has_comma = street.iter().chain(place).any(|word| word.ends_part);
    has_comma && !place.is_empty() && !place.last().is_some_and(|word| word.ends_part)
}

/// The house numbers that begin at a word, each as where it begins and ends: a letter or `bis` behind it may belong to it.
fn numbers_at(words: &[Typed<'_>], at: usize) -> Vec<(usize, usize)> {
    let text = words[at].text;
    if !is_number(text) {
        return Vec::new();
    }
    let belongs = |word: &Typed<'_>| {
        let lower = word.text.to_lowercase();
        let is_letter = lower.chars().count() == 1 && lower.chars().all(char::is_alphabetic);
        is_letter || is_number_suffix(&lower)
    };
    let is_bare = text.bytes().all(|byte| byte.is_ascii_digit());
    let has_more = is_bare && !words[at].ends_part && words.get(at + 1).is_some_and(belongs);
    if has_more { vec![(at, at + 2), (at, at + 1)] } else { vec![(at, at + 1)] }
}

/// The words of a text, which spaces of any kind and commas part.
fn typed(query: &str) -> Vec<Typed<'_>> {
    let parts = query.split([',', ';', '，', '、']);
    let mut words = Vec::new();
    for part in parts {
        let before = words.len();
        let has_letter = |text: &&str| text.contains(char::is_alphanumeric);
        words.extend(part.split_whitespace().filter(has_letter).map(|text| Typed { text, ends_part: false }));
        if words.len() > before
            && let Some(last) = words.last_mut()
        {
            last.ends_part = true;
        }
    }
    words
}

/// The words without units and their identifiers: `apt 4b`.
fn without_units(words: Vec<Typed<'_>>) -> Vec<Typed<'_>> {
    let is_unit = |word: &Typed<'_>| {
        let classes = word_class::classes_of(&word_class::plain(word.text));
        classes.has(WordClass::UsUnit) && !classes.has(WordClass::UsStreetType)
    };
    let mut kept: Vec<Typed<'_>> = Vec::with_capacity(words.len());
    let mut words = words.into_iter().peekable();
    while let Some(word) = words.next() {
        let has_identifier =
            words.peek().is_some_and(|next| next.text.bytes().any(|byte| byte.is_ascii_digit()));
        if is_unit(&word) && has_identifier && !kept.is_empty() {
            words.next();
        } else {
            kept.push(word);
        }
    }
    kept
}

/// Whether a number is rather a postcode.
fn is_long(text: &str) -> bool {
    text.len() > DIGITS_OF_A_POSTCODE && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word is a house number: `12`, `12b`, `912-914`, `12/3`; `5th` is none.
fn is_number(word: &str) -> bool {
    let rest =
        word.trim_start_matches(['#', '№']).trim_start_matches(|character: char| character.is_ascii_digit());
    let letters = rest.chars().filter(|character| character.is_alphabetic()).count();
    rest.len() < word.len()
        && word.bytes().any(|byte| byte.is_ascii_digit())
        && !word.ends_with('.')
        && (letters <= 1 || is_number_suffix(&rest.to_lowercase()))
}
