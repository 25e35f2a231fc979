//! House numbers in words (`One Collins Street`), and the words for a house without a number (`s/n`, `bb`, `б/н`), in the place of
//! the number.

use std::sync::LazyLock;

use fastrand::Rng;
use milepost_address::Tag;

use super::Form;
use super::dwelling::Dwelling;
use super::floor_words::floor_of;
use super::grammar::Grammar;
use crate::labels::Street;
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::{chance, pick};

pub(super) const FORM: Form = Form::new("number_words", 0.015, draw);

/// Countries, and the list of words that mean "no number" there.
const WITHOUT: &[(f64, &str)] = &[
    (12.0, "ES/es"),
    (7.0, "MX/es"),
    (3.0, "AR/es"),
    (2.0, "CO/es"),
    (2.0, "CL/es"),
    (2.0, "PE/es"),
    (1.0, "EC/es"),
    (1.0, "UY/es"),
    (0.7, "CR/es"),
    (0.7, "GT/es"),
    (6.0, "PT/pt"),
    (9.0, "BR/pt"),
    (12.0, "IT/it"),
    (5.0, "HR/hr"),
    (4.0, "BA/hr"),
    (2.5, "RS/hr"),
    (1.5, "ME/hr"),
    (3.0, "RS/sr-cyrl"),
    (2.0, "MK/mk"),
    (1.0, "SI/sl"),
    (7.0, "RU/ru"),
    (2.0, "BY/ru"),
    (1.0, "KZ/ru"),
    (3.0, "UA/uk"),
    (3.0, "BG/bg"),
    (4.0, "PL/pl"),
    (2.0, "CZ/cs"),
    (1.5, "SK/sk"),
    (3.0, "RO/ro"),
    (1.0, "HU/hu"),
    (6.0, "DE/de"),
    (2.0, "AT/de"),
    (1.0, "CH/de"),
    (3.0, "NL/nl"),
    (2.0, "BE/nl"),
    (4.0, "FR/fr"),
    (4.0, "GR/el"),
    (1.0, "DK/nordic-da"),
    (1.0, "NO/nordic-no"),
    (1.0, "SE/nordic-sv"),
    (0.7, "FI/fi"),
    (1.5, "TR/tr"),
    (1.0, "LT/baltic"),
    (0.7, "AL/sq"),
    (1.0, "ID/id"),
    (4.0, "US/en"),
    (1.0, "GB/en"),
    (1.0, "AU/en"),
    (1.0, "IE/en"),
    (1.0, "PH/en"),
    (1.0, "ZA/en"),
];

/// Countries, and the language in which they write numbers out.
const IN_WORDS: &[(f64, &str)] = &[
    (40.0, "US/en"),
    (10.0, "GB/en"),
    (9.0, "AU/en"),
    (6.0, "CA/en"),
    (3.0, "IE/en"),
    (3.0, "NZ/en"),
    (1.5, "IN/en"),
    (1.5, "ZA/en"),
    (1.5, "SG/en"),
    (9.0, "FR/fr"),
    (1.0, "BE/fr"),
    (4.0, "ES/es"),
    (2.0, "MX/es"),
    (1.0, "AR/es"),
    (3.0, "IT/it"),
    (2.0, "PT/pt"),
    (2.0, "BR/pt"),
    (2.0, "DE/de"),
    (1.0, "AT/de"),
    (1.0, "NL/nl"),
];

fn grammar() -> &'static Grammar {
    static GRAMMAR: LazyLock<Grammar> =
        LazyLock::new(|| Grammar::read(include_str!("../../data/forms/number_words.txt")));
    &GRAMMAR
}

fn text(list: &str, rng: &mut Rng) -> String {
    grammar().text(list, rng).trim_end().to_owned()
}

fn drawn(countries: &[(f64, &'static str)], rng: &mut Rng) -> (&'static str, &'static str) {
    pick(rng, countries).split_once('/').unwrap_or_default()
}

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let kind = rng.f64();
    let countries = if kind < 0.46 { WITHOUT } else { IN_WORDS };
    let (country, language) = drawn(countries, rng);
    let Some(mut house) = Dwelling::draw(from, country, held_out, rng) else { return Line::default() };
    if kind < 0.46 {
        write_number(&mut house, text(&format!("none.{language}"), rng), rng);
        beside_no_number(&mut house, country, rng);
    } else if kind < 0.78 {
        // `One Seven Oaks Dr` can be read only by someone who knows the street.
        if begins_with_number(&house) {
            return Line::default();
        }
        write_number(&mut house, text(&format!("{language}.words"), rng), rng);
    } else if kind < 0.93 {
        called_after_a_number(&mut house, language, rng);
    }
    if chance(rng, 0.06) {
        let floor = Line::of(Tag::Unit, floor_of(country, rng));
        house.put_behind(pick(rng, &[(0.7, ", "), (0.3, " ")]), floor);
    }
    match rng.u8(..20) {
        0..3 => {
            house.drop_before();
            house.drop_behind();
        }
        3..7 => house.drop_before(),
        _ => {}
    }
    house.line
}

fn write_number(house: &mut Dwelling, number: String, rng: &mut Rng) {
    if let Some(written) = house.number() {
        *written = number;
    }
    if chance(rng, 0.3) {
        house.set_beside_number(pick(rng, &[(0.6, ", "), (0.4, " ")]));
    }
}

/// Most people write a comma between a street and the words for "no number".
fn beside_no_number(house: &mut Dwelling, country: &str, rng: &mut Rng) {
    let with_comma =
        matches!(country, "ES" | "MX" | "AR" | "CO" | "CL" | "PE" | "EC" | "UY" | "PT" | "BR" | "IT");
    if !house.is_number_first() && chance(rng, if with_comma { 0.5 } else { 0.15 }) {
        house.set_beside_number(pick(rng, &[(0.85, ", "), (0.1, " - "), (0.05, ",")]));
    }
}

/// Whether the first word of the street is a number, in digits or in words.
fn begins_with_number(house: &Dwelling) -> bool {
    let street = house.line.pieces.iter().find(|piece| piece.tag == Some(Tag::Street));
    let first = street.and_then(|street| street.text.split([' ', '-']).next()).unwrap_or_default();
    let numbers =
        ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Twelve", "Twenty"];
    first.starts_with(|first: char| first.is_ascii_digit())
        || numbers.iter().any(|number| first.eq_ignore_ascii_case(number))
}

/// A street named after a number (`Seven Oaks Dr`) with a house number in digits, sometimes in words, sometimes without one.
fn called_after_a_number(house: &mut Dwelling, language: &str, rng: &mut Rng) {
    let list = format!("street.{language}");
    if !grammar().has(&list) {
        return;
    }
    let written = text(&list, rng);
    let street = match written.strip_prefix('>') {
        Some(english) => Street::written(english),
        None => Street::written(&written),
    };
    house.set_street(street.line());
    match rng.u8(..20) {
        0..2 => write_number(house, text(&format!("{language}.words"), rng), rng),
        2..4 => house.drop_number(),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_that_is_named_is_there_and_nothing_is_left_unfilled() {
        let mut rng = Rng::with_seed(3);
        let lists = WITHOUT.iter().map(|(_, named)| format!("none.{}", named.split_once('/').unwrap().1));
        let words = IN_WORDS.iter().map(|(_, named)| format!("{}.words", named.split_once('/').unwrap().1));
        for list in lists.chain(words) {
            assert!(grammar().has(&list), "{list}");
            for _ in 0..300 {
                let drawn = text(&list, &mut rng);
                assert!(
                    !drawn.is_empty() && !drawn.contains(['{', '}', '<', '>', '|', ',']),
                    "{list}: {drawn}"
                );
            }
        }
    }

    #[test]
    fn a_street_called_after_a_number_keeps_its_type() {
        let mut rng = Rng::with_seed(3);
        for _ in 0..200 {
            let written = text("street.en", &mut rng);
            let street = Street::written(written.strip_prefix('>').unwrap());
            assert!(!street.name.is_empty() && !street.suffix.is_empty(), "{written}");
        }
        assert_eq!(Street::written(&text("street.it", &mut rng)).suffix, "");
    }
}
