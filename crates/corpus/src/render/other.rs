//! Places of other countries, and text that is no address at all.

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::word_class;

use super::{any, chance};
use crate::line::Line;
use crate::sources::places::Place;

/// A place with postcode, region and country, in either order of place and postcode.
pub(crate) fn place(place: &Place, rng: &mut Rng) -> Line {
    let mut line = Line::default();
    let code = place.country.to_lowercase();
    let spellings =
        word_class::countries().find(|(country, _)| *country == code).map(|(_, spellings)| spellings);
    let code_first = !matches!(place.country.as_str(), "US" | "CA" | "GB" | "AU" | "IN" | "NZ");
    if code_first && chance(rng, 0.7) {
        line.push(Tag::Postcode, place.postcode.as_str());
        line.then(" ", Tag::Locality, place.name.as_str());
    } else {
        line.push(Tag::Locality, place.name.as_str());
        if chance(rng, 0.4) {
            line.then(", ", Tag::Region, place.region.as_str());
        }
        if chance(rng, 0.6) {
            line.then(any(rng, &[" ", ", "]), Tag::Postcode, place.postcode.as_str());
        }
    }
    if let Some(spellings) = spellings.filter(|_| chance(rng, 0.6)) {
        line.then(any(rng, &[", ", ", ", " "]), Tag::Country, super::us::usual_case(any(rng, &spellings)));
    }
    line
}

/// Words that are no address: nothing in them is a component.
pub(crate) fn prose(rng: &mut Rng) -> Line {
    let sentences: Vec<&str> = include_str!("../../data/prose.txt").lines().collect();
    let text = match rng.u8(..3) {
        0 => (any(rng, &sentences)).to_owned(),
        // Words of prose in any order, and strings nobody meant.
        1 => {
            let words: Vec<&str> = sentences.iter().flat_map(|sentence| sentence.split(' ')).collect();
            (0..rng.usize(1..7)).map(|_| any(rng, &words)).collect::<Vec<_>>().join(" ")
        }
        _ => (0..rng.usize(1..4)).map(|_| gibberish(rng)).collect::<Vec<_>>().join(" "),
    };
    let mut line = Line::default();
    line.plain(text);
    line
}

/// Letters in no order a language has.
fn gibberish(rng: &mut Rng) -> String {
    const KEYS: &[u8] = b"asdfghjklqwertyuiopzxcvbnmsdfgjkqwxz";
    (0..rng.usize(3..8)).map(|_| char::from(KEYS[rng.usize(..KEYS.len())])).collect()
}

/// A note behind or before an address; it is no component.
pub(crate) fn with_note(mut line: Line, rng: &mut Rng) -> Line {
    let notes: Vec<&str> = include_str!("../../data/notes.txt").lines().collect();
    let note = any(rng, &notes);
    if rng.bool() {
        line.plain(format!(" ({note})"));
    } else {
        line.plain(format!("{}{note}", any(rng, &[", ", " - ", "; "])));
    }
    line
}
