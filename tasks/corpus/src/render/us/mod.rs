//! United States addresses.

pub(crate) mod place;
pub(crate) mod street;
pub(crate) mod unit;

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::are_neighbouring_doors;
use milepost_text::features::InputMode;
use milepost_text::word_class::plain;

use super::{any, chance, person, pick};
use crate::labels::{is_ordinal, split_us};
use crate::line::Line;
use crate::sources::us::{UsRecord, is_bare_number};
use place::{country, place_line, region, region_name};
use street::{crossing, numbered_street, respelled};
use unit::{po_box, unit};

pub(crate) use place::usual_case;
pub(crate) use street::house_number;

/// Writes a record as one labelled line, whole or in part.
pub(crate) fn render(record: &UsRecord, rng: &mut Rng) -> (Line, InputMode) {
    match rng.u8(..100) {
        0..13 => (fragment(record, rng), InputMode::Fragmented),
        13..15 => (reversed(record, rng), InputMode::Formatted),
        _ => (whole(record, rng), InputMode::Formatted),
    }
}

/// All fields of the record in the usual order, with the usual omissions.
pub(crate) fn whole(record: &UsRecord, rng: &mut Rng) -> Line {
    let mut line = addressee(record, rng);
    let separator = any(rng, &[", ", ", ", ", ", ", ", "\n", " - ", " "]);
    line.join(separator, street_line(record, rng));
    let separator = pick(rng, &[(0.72, ", "), (0.2, " "), (0.05, "\n"), (0.03, ",")]);
    line.join(separator, place_line(record, rng, 0.94, 0.85, 0.84));
    line.then(pick(rng, &[(0.6, ", "), (0.4, " ")]), Tag::Country, country(rng, 0.09));
    line
}

/// A part of an address, as typed into a search box.
fn fragment(record: &UsRecord, rng: &mut Rng) -> Line {
    match rng.u8(..15) {
        0..3 => street_line(record, rng),
        12 => respelled(&split_us(&record.street), rng).line(),
        3 | 13 | 14 => Line::of(Tag::Locality, record.city.as_str()),
        4 => Line::of(Tag::Postcode, record.zip.as_str()),
        5..7 => place_line(record, rng, 1.0, 1.0, 0.2),
        7 => place_line(record, rng, 0.0, 0.8, 1.0),
        8 => {
            let mut line = Line::of(Tag::Region, region(&record.state, rng));
            line.then(", ", Tag::Country, country(rng, 0.5));
            line
        }
        9 => {
            let mut line = street_line(record, rng);
            line.then(any(rng, &[", ", " "]), Tag::Locality, record.city.as_str());
            line
        }
        10 => {
            let mut line = street_line(record, rng);
            line.then(any(rng, &[", ", " "]), Tag::Postcode, record.zip.as_str());
            line
        }
        _ => {
            let mut line = Line::default();
            line.push(Tag::Venue, record.venue.as_str());
            if chance(rng, 0.25) {
                return line;
            }
            line.join(any(rng, &[", ", " "]), place_line(record, rng, 1.0, 0.7, 0.1));
            line
        }
    }
}

/// Place first: `New York, NY 10118, 350 5th Ave`.
fn reversed(record: &UsRecord, rng: &mut Rng) -> Line {
    let mut line = place_line(record, rng, 1.0, 0.9, 0.7);
    line.join(any(rng, &[", ", " "]), street_line(record, rng));
    line
}

pub(crate) fn addressee(record: &UsRecord, rng: &mut Rng) -> Line {
    let mut line = Line::default();
    let person_first = chance(rng, 0.01);
    if person_first {
        line.push(Tag::Attention, person(rng));
    }
    if chance(rng, 0.24) {
        line.then(any(rng, &[", ", "\n"]), Tag::Venue, record.venue.as_str());
    } else if chance(rng, 0.025) {
        line.then(any(rng, &[", ", "\n"]), Tag::Venue, named_after_place(record, rng));
    }
    if person_first {
        return line;
    }
    let attention = match &record.attention {
        given if !given.is_empty() => given.clone(),
        _ if chance(rng, 0.025) => {
            let opening = any(rng, &["c/o ", "C/O ", "Attn: ", "ATTN ", "Attention ", "care of ", ""]);
            format!("{opening}{}", person(rng))
        }
        _ => String::new(),
    };
    line.then(any(rng, &[", ", "\n", " "]), Tag::Attention, attention);
    line
}

/// A venue with the name of a city or a state in it.
fn named_after_place(record: &UsRecord, rng: &mut Rng) -> String {
    let place = if rng.bool() { usual_case(&record.city) } else { usual_case(&region_name(&record.state)) };
    match rng.u8(..9) {
        0 => format!("{place} Public Library"),
        1 => format!("{place} High School"),
        2 => format!("First Baptist Church of {place}"),
        3 => format!("University of {place}"),
        4 => format!("{place} City Hall"),
        5 => format!("Bank of {place}"),
        6 => format!("{place} Medical Center"),
        7 => format!("{place} State University"),
        _ => format!("{place} Department of Health"),
    }
}

pub(crate) fn street_line(record: &UsRecord, rng: &mut Rng) -> Line {
    if let Some((first, second)) = &record.crossing {
        return crossing(first, second, rng);
    }
    if !record.po_box.is_empty() {
        let po_box = po_box(&record.po_box, rng);
        if record.street.is_empty() {
            return po_box;
        }
        let street = numbered_street(record, rng);
        // A private mailbox (PMB) is at the address of the street, so it comes after it.
        let behind = plain(&record.po_box).starts_with("pmb") || chance(rng, 0.4);
        let (mut line, rest) = if behind { (street, po_box) } else { (po_box, street) };
        line.join(pick(rng, &[(0.7, ", "), (0.3, " ")]), rest);
        return line;
    }
    let mut line = numbered_street(record, rng);
    let number = line.pieces.first().filter(|piece| piece.tag == Some(Tag::HouseNumber));
    let number = number.map(|piece| piece.text.clone()).unwrap_or_default();
    let mut unit = unit(record, rng);
    // Without a house number, a bare unit would be read as one.
    if number.is_empty() && is_bare_number(&unit) {
        unit.clear();
    }
    // `23rd Fl A` would be read as a floor.
    let last = line.pieces.last().and_then(|piece| piece.text.split(' ').next_back()).unwrap_or_default();
    if is_ordinal(last) && plain(&unit).starts_with("fl") {
        unit.clear();
    }
    if chance(rng, 0.05) && !may_be_of_one_house(&unit, &number) {
        // `12 - 14 Quarry Rd` is a range of numbers.
        let dash = if unit.starts_with(|first: char| first.is_ascii_digit()) { ", " } else { " - " };
        let street = std::mem::replace(&mut line, Line::of(Tag::Unit, unit.as_str()));
        line.join(any(rng, &[", ", " ", dash]), street);
    } else {
        line.then(pick(rng, &[(0.58, " "), (0.4, ", "), (0.02, " - ")]), Tag::Unit, unit);
    }
    if chance(rng, 0.012) {
        line.plain(any(rng, &[", ", " "]).to_string());
        line.join("", Line { pieces: po_box("", rng).pieces, country: None });
    }
    line
}

/// Whether a unit in front of a number would be read as a second house number: `12, 14 Quarry Rd`.
fn may_be_of_one_house(unit: &str, number: &str) -> bool {
    is_bare_number(unit) && are_neighbouring_doors(unit, number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_number_is_a_unit_only_beside_that_of_a_house_which_is_no_neighbour() {
        let mut rng = Rng::with_seed(11);
        let record = UsRecord { street: "Quillfeather Road".into(), ..UsRecord::default() };
        let mut bare = 0;
        for _ in 0..20_000 {
            let line = street_line(&record, &mut rng);
            let of = |tag: Tag| line.pieces.iter().position(|piece| piece.tag == Some(tag));
            let Some(unit) = of(Tag::Unit).filter(|&at| is_bare_number(&line.pieces[at].text)) else {
                continue;
            };
            bare += 1;
            let number = of(Tag::HouseNumber).unwrap();
            let one_house = may_be_of_one_house(&line.pieces[unit].text, &line.pieces[number].text);
            assert!(unit > number || !one_house, "{line:?}");
        }
        assert!(bare > 100, "{bare}");
    }
}
