//! Whole addresses of India in Devanagari and the other scripts of India.

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::Script;

use super::address::listed;
use super::{Form, Typing};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::{any, chance};

pub(super) const FORM: Form = Form::new("full_indic", 0.02, draw).typed(Typing::None);

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let languages = listed(include_str!("../../data/forms/india.txt"));
    // Half of them in Hindi, which most write.
    let language = if rng.bool() { languages[0] } else { any(rng, &languages) };
    let field = |kind: &str| -> Vec<&'static str> {
        let found = language.split('|').find_map(|field| field.strip_prefix(kind)?.strip_prefix('='));
        found.map(|list| list.split(';').collect()).unwrap_or_default()
    };
    let draw = |kind: &str, rng: &mut Rng| any(rng, &field(kind));
    let script = Script::of_text(draw("road", rng));
    let first = draw("name", rng).chars().next().unwrap_or('अ');
    let block = u32::from(first) / 128;
    let town = (0..120).find_map(|_| {
        let name = from.towns.of("IN", held_out, rng)?.in_script(script, rng)?;
        (name.chars().next().is_some_and(|letter| u32::from(letter) / 128 == block)
            && !name.contains([',', '(']))
        .then(|| name.to_owned())
    });
    let town = if chance(rng, 0.5) {
        draw("city", rng).to_owned()
    } else {
        town.unwrap_or_else(|| draw("city", rng).to_owned())
    };
    let separator = any(rng, &[", ", ", ", ", ", " ", "\n"]);
    let mut line = Line::default();
    if chance(rng, 0.07) {
        line.push(Tag::Venue, format!("{} {}", draw("name", rng), draw("shop", rng)));
    }
    if chance(rng, 0.1) {
        line.then(separator, Tag::Unit, format!("{} {}", draw("flat", rng), rng.u32(1..600)));
    }
    let with_street = chance(rng, 0.9);
    if with_street && chance(rng, 0.92) {
        line.then(separator, Tag::HouseNumber, number(&field("house"), rng));
    }
    if with_street {
        let name = if rng.bool() {
            draw("name", rng).to_owned()
        } else {
            format!("{} {}", draw("name", rng), draw("name", rng))
        };
        line.then(any(rng, &[", ", " "]), Tag::Street, format!("{name} {}", draw("road", rng)));
    }
    if chance(rng, 0.35) {
        line.then(
            separator,
            Tag::DependentLocality,
            format!("{} {}", draw("name", rng), draw("quarter", rng)),
        );
    }
    line.then(separator, Tag::Locality, town);
    if chance(rng, 0.06) {
        line.then(separator, Tag::Subregion, format!("{} {}", draw("district", rng), draw("city", rng)));
    }
    if chance(rng, 0.4) {
        line.then(separator, Tag::Region, draw("state", rng));
    }
    if chance(rng, 0.6) {
        let pin = rng.u32(110_001..855_000).to_string();
        let pin = if chance(rng, 0.1) { in_digits_of(&pin, first) } else { pin };
        line.then(
            any(rng, &[" ", " ", " - ", "-", ", "]),
            Tag::Postcode,
            if chance(rng, 0.08) {
                format!("{} {}", &pin[..pin.len() / 2], &pin[pin.len() / 2..])
            } else {
                pin
            },
        );
    }
    if chance(rng, 0.08) {
        line.then(separator, Tag::Country, draw("country", rng));
    }
    line
}

fn number(words: &[&str], rng: &mut Rng) -> String {
    let number = match rng.u8(..6) {
        0 => format!("{}/{}", rng.u32(1..90), rng.u32(1..200)),
        1 => format!("{}-{}", any(rng, &["A", "B", "C", "D"]), rng.u32(1..90)),
        _ => rng.u32(1..900).to_string(),
    };
    if chance(rng, 0.2) && !words.is_empty() { format!("{} {number}", any(rng, words)) } else { number }
}

/// The digits of the script `letter` is of: each block of 128 has them at the same place.
fn in_digits_of(number: &str, letter: char) -> String {
    let zero = u32::from(letter) / 128 * 128 + 0x66;
    number.bytes().filter_map(|digit| char::from_u32(zero + u32::from(digit - b'0'))).collect()
}
