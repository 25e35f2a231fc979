//! Floors, sides, doors and parts of a house in words, without an apartment: `Third Floor`, `Rear`, `RDC gauche`, `2.
//! OG links`.

use std::sync::LazyLock;

use fastrand::Rng;
use milepost_address::Tag;

use super::Form;
use super::dwelling::Dwelling;
use super::grammar::Grammar;
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::{chance, pick};

pub(super) const FORM: Form = Form::new("floor_words", 0.02, draw);

/// Countries with their shares. After the slash comes the list of words, if it is not the country's own.
const COUNTRIES: &[(f64, &str)] = &[
    (22.0, "US"),
    (5.0, "GB"),
    (4.0, "CA"),
    (5.0, "AU"),
    (1.0, "NZ/AU"),
    (1.0, "IE/GB"),
    (1.0, "ZA/GB"),
    (1.5, "IN/asia"),
    (1.0, "PH/asia"),
    (1.0, "SG/asia"),
    (0.7, "MY/asia"),
    (0.7, "HK/asia"),
    (0.5, "PK/asia"),
    (14.0, "FR"),
    (1.0, "LU/FR"),
    (3.0, "BE"),
    (3.0, "CH"),
    (8.0, "DE"),
    (4.0, "AT"),
    (7.0, "ES"),
    (3.0, "MX"),
    (3.0, "AR/latam"),
    (2.0, "CO/latam"),
    (1.5, "CL/latam"),
    (1.0, "PE/latam"),
    (0.7, "UY/latam"),
    (0.7, "EC/latam"),
    (3.0, "PT"),
    (4.5, "BR"),
    (6.0, "IT"),
    (4.0, "NL"),
    (3.0, "DK"),
    (2.0, "NO"),
    (3.0, "SE"),
    (1.5, "FI"),
    (3.0, "CZ"),
    (1.0, "SK"),
    (4.0, "PL"),
    (3.5, "TR"),
    (1.5, "HU"),
    (2.0, "GR"),
    (3.0, "RU"),
    (1.0, "BY/RU"),
    (1.5, "UA"),
    (1.0, "BG"),
    (1.5, "RO"),
    (1.0, "HR"),
    (1.0, "RS"),
];

/// Share of the counterexamples, which have an ordinary unit or none.
const CONTROL: f64 = 0.15;

fn grammar() -> &'static Grammar {
    static GRAMMAR: LazyLock<Grammar> =
        LazyLock::new(|| Grammar::read(include_str!("../../data/forms/floor_words.txt")));
    &GRAMMAR
}

/// A country and the name of its list.
fn country(rng: &mut Rng) -> (&'static str, &'static str) {
    let drawn = pick(rng, COUNTRIES);
    drawn.split_once('/').unwrap_or((drawn, drawn))
}

/// A floor or a side of the house, in words of that list.
fn floor(list: &str, rng: &mut Rng) -> String {
    grammar().text(list, rng).trim_end().to_owned()
}

/// A unit of `country` in words, in English if the country has no list.
pub(super) fn floor_of(country: &str, rng: &mut Rng) -> String {
    let named = COUNTRIES.iter().find_map(|(_, known)| known.strip_prefix(country)?.strip_prefix('/'));
    let list = named.unwrap_or(if grammar().has(country) { country } else { "en" });
    floor(list, rng)
}

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (country, list) = country(rng);
    let mut unit = Line::of(Tag::Unit, floor(list, rng));
    if chance(rng, 0.03) {
        return unit;
    }
    // The counterexample: the same house with an unmistakable unit or none.
    let control = chance(rng, CONTROL);
    if control {
        unit = Line::of(Tag::Unit, ordinary(country, rng));
    } else if chance(rng, 0.14) {
        let second = if chance(rng, 0.25) { floor(list, rng) } else { ordinary(country, rng) };
        unit.then(", ", Tag::Unit, second);
    }
    let Some(mut house) = Dwelling::draw(from, country, held_out, rng) else { return Line::default() };
    match rng.u8(..20) {
        0..2 => {
            house.drop_before();
            house.drop_behind();
        }
        2..5 => house.drop_before(),
        _ => {}
    }
    if chance(rng, 0.03) {
        house.drop_number();
    }
    if !control || chance(rng, 0.6) {
        put(unit, &mut house, country, rng);
    }
    house.line
}

/// Puts `unit` where the country has it: after number and street, in front of them, at the end.
fn put(unit: Line, house: &mut Dwelling, country: &str, rng: &mut Rng) {
    let ends_in_number = ends_in_number(&unit);
    let front = match country {
        "FR" | "LU" => 0.35,
        "US" | "CA" => 0.16,
        "GB" | "AU" | "IE" | "NZ" | "IN" | "PH" | "SG" | "MY" | "HK" | "PK" | "ZA" => 0.45,
        _ => 0.08,
    };
    if chance(rng, 0.04) {
        house.line.join(pick(rng, &[(0.8, ", "), (0.1, " - "), (0.1, "\n")]), unit);
    } else if chance(rng, front) {
        // `Level 3 12 Vane St` is ambiguous, so a comma is usual after a number.
        let space = if ends_in_number { 0.05 } else { 0.3 };
        let separator = pick(rng, &[(0.6, ", "), (space, " "), (0.06, "\n"), (0.04, " - ")]);
        house.put_in_front(unit, separator);
    } else {
        let slash = if matches!(country, "DE" | "AT" | "CH" | "DK") { 0.06 } else { 0.0 };
        let separator =
            pick(rng, &[(0.48, ", "), (0.4, " "), (0.05, " - "), (0.05, "\n"), (slash, " / "), (0.02, "; ")]);
        house.put_behind(separator, unit);
    }
}

fn ends_in_number(line: &Line) -> bool {
    line.pieces.last().is_some_and(|piece| piece.text.ends_with(|last: char| last.is_ascii_digit()))
}

/// An unmistakable designator with its number.
fn ordinary(country: &str, rng: &mut Rng) -> String {
    let number = rng.u32(1..200);
    let designators: &[&str] = match country {
        "US" | "CA" | "PH" => &["Apt", "Suite", "Ste", "Unit", "#", "Room", "Bldg"],
        "GB" | "IE" | "AU" | "NZ" | "IN" | "ZA" | "SG" | "MY" | "HK" | "PK" => {
            &["Flat", "Unit", "Apartment", "Suite", "Shop"]
        }
        "FR" | "LU" => &["Appt", "Apt", "Appartement", "Porte", "Lot"],
        "DE" | "CH" => &["Whg.", "Wohnung", "App."],
        "AT" => &["Top", "Tür"],
        "ES" | "MX" | "AR" | "CO" | "CL" | "PE" | "UY" | "EC" => &["Local", "Oficina", "Dpto.", "Apto."],
        "PT" | "BR" => &["Apto", "Sala", "Loja"],
        "IT" => &["int.", "interno"],
        "BE" => &["bus", "bte"],
        "NL" => &["app.", "unit"],
        "PL" => &["m.", "lok."],
        "TR" => &["Daire", "D:"],
        "RU" | "UA" | "BY" => &["кв.", "оф."],
        "BG" => &["ап."],
        "RO" => &["ap."],
        "CZ" | "SK" => &["byt", "byt č."],
        "SE" => &["lgh"],
        "NO" => &["leil."],
        "HR" | "RS" => &["stan"],
        _ => &["Apt", "Unit"],
    };
    let designator = crate::render::any(rng, designators);
    if designator.ends_with(['#', ':']) {
        format!("{designator}{number}")
    } else {
        format!("{designator} {number}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_country_has_words_and_none_leaves_a_place_unfilled() {
        let mut rng = Rng::with_seed(4);
        for (_, known) in COUNTRIES {
            let list = known.rsplit('/').next().unwrap_or(known);
            assert!(grammar().has(list), "{list}");
            for _ in 0..500 {
                let text = grammar().text(list, &mut rng);
                assert!(
                    !text.trim().is_empty() && !text.contains(['?', '{', '}', '<', '>', '|', ',', '(']),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn a_unit_stands_beside_number_and_street() {
        let mut rng = Rng::with_seed(4);
        let house = |rng: &mut Rng| floor_of("IE", rng);
        assert!((0..300).any(|_| house(&mut rng).contains("Floor")));
        assert!((0..300).any(|_| floor_of("DE", &mut rng).ends_with("links")));
    }
}
