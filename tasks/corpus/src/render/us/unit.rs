//! Units and post office boxes of the United States.

use fastrand::Rng;
use milepost_address::Tag;

use crate::line::Line;
use crate::render::{any, chance, pick};
use crate::sources::us::UsRecord;

/// Designators of units with their shares.
const DESIGNATORS: [(f64, &str); 23] = [
    (0.25, "Apt"),
    (0.2, "Ste"),
    (0.13, "Suite"),
    (0.1, "Unit"),
    (0.1, "#"),
    (0.06, "Apartment"),
    (0.03, "Rm"),
    (0.03, "Fl"),
    (0.03, "Bldg"),
    (0.02, "Lot"),
    (0.015, "No"),
    (0.01, "Number"),
    (0.02, "Room"),
    (0.02, "Building"),
    (0.02, "Floor"),
    (0.02, "Spc"),
    (0.01, "Trlr"),
    (0.01, "Dept"),
    (0.01, "Office"),
    (0.01, "Hangar"),
    (0.005, "Stop"),
    (0.005, "Mail Stop"),
    (0.01, "Level"),
];

/// The unit of the record or an invented one; may be empty.
pub(crate) fn unit(record: &UsRecord, rng: &mut Rng) -> String {
    if !record.unit.is_empty() && !chance(rng, 0.15) {
        return record.unit.clone();
    }
    if !chance(rng, if record.unit.is_empty() { 0.2 } else { 1.0 }) {
        return String::new();
    }
    let identifier = unit_identifier(rng);
    let designator = pick(rng, &DESIGNATORS);
    // `Quarry St E` and `Quarry St 12 West` would end in a directional. A number after that of a road is mostly that of a second road
    // (`US Hwy 202 206`) in the tables.
    let numbered = record.street.ends_with(|last: char| last.is_ascii_digit());
    let stands_alone = !identifier.contains(' ') && identifier != "E" && !numbered;
    match rng.u8(..40) {
        0..6 if stands_alone => identifier,
        6 => {
            // `Lower` alone would be part of the town: `Lower Elgin`.
            let places =
                ["Rear", "Front", "Lower Level", "Upper Level", "Penthouse", "Basement", "PH", "Bsmt"];
            any(rng, &places).to_string()
        }
        7 => {
            let ordinal = any(
                rng,
                &["1st", "2nd", "3rd", "4th", "5th", "6th", "10th", "12th", "21st", "First", "Second"],
            );
            format!("{ordinal} {}", any(rng, &["Floor", "Fl", "floor"]))
        }
        8..10 => format!("Bldg {} {designator} {identifier}", unit_identifier(rng)),
        _ if designator == "#" => format!("#{}{identifier}", any(rng, &["", "", " "])),
        10..13 => format!("{designator}. {identifier}"),
        13..15 => format!("{designator} #{identifier}"),
        _ => format!("{designator} {identifier}"),
    }
}

fn unit_identifier(rng: &mut Rng) -> String {
    let letter = |rng: &mut Rng| char::from(b'A' + rng.u8(..20));
    match rng.u8(..63) {
        0..36 => rng.u32(1..400).to_string(),
        36..39 => rng.u32(400..5_000).to_string(),
        39..42 => format!("{} {}", rng.u32(1..60), letter(rng)),
        42..45 => format!("{}{}{}", letter(rng), rng.u32(1..10), letter(rng)),
        45..48 => format!("{}{}{}", rng.u32(1..40), letter(rng), letter(rng)),
        // Rare, because a directional after `Ste 12` mostly begins the town.
        48 => format!("{} {}", rng.u32(1..20), any(rng, &["East", "West", "North", "South", "E", "W"])),
        49..52 => char::from(b'A' + rng.u8(..12)).to_string(),
        52..56 => format!("{}{}", rng.u32(1..30), char::from(b'A' + rng.u8(..8))),
        _ => format!("{}{}{}", char::from(b'A' + rng.u8(..8)), any(rng, &["", "-"]), rng.u32(1..300)),
    }
}

/// The box of the record or an invented one, with its designator in one of its spellings.
pub(crate) fn po_box(given: &str, rng: &mut Rng) -> Line {
    let number = given.split_whitespace().next_back().unwrap_or_default();
    let is_plain_box = given.is_empty() || milepost_text::fold(given).starts_with("p");
    if !is_plain_box {
        return Line::of(Tag::PoBox, given);
    }
    let number = if number.is_empty() { rng.u32(1..9_999).to_string() } else { number.to_owned() };
    let designator = pick(
        rng,
        &[
            (0.4, "PO Box"),
            (0.25, "P.O. Box"),
            (0.1, "P O Box"),
            (0.06, "Post Office Box"),
            (0.06, "POB"),
            (0.05, "Box"),
            (0.04, "P.O.Box"),
            (0.02, "PMB"),
            (0.02, "PO BOX #"),
        ],
    );
    Line::of(Tag::PoBox, format!("{designator} {number}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_bare_number_stands_behind_a_road_that_ends_in_one() {
        let mut rng = Rng::with_seed(5);
        let mut bare = |street: &str| {
            let record = UsRecord { street: street.into(), ..UsRecord::default() };
            let units = (0..4_000).map(|_| unit(&record, &mut rng));
            units
                .filter(|unit| unit.starts_with(|first: char| first.is_ascii_digit()) && !unit.contains(' '))
                .count()
        };
        assert_eq!(bare("US Hwy 64"), 0);
        assert!(bare("Quillfeather Road") > 20);
    }
}
