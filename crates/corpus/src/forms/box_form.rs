//! Post boxes in all their spellings, of all countries: designator and number with all that stands between are one value, and whoever
//! stands in front keeps a label.

use fastrand::Rng;
use milepost_address::Tag;

use super::Form;
use super::address::{is_plain, joined, listed, of_the_united_states};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::{any, chance, person, us};

pub(super) const FORM: Form = Form::new("box_form", 0.025, draw);

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    if chance(rng, 0.55) { of_america(from, held_out, rng) } else { of_any_country(from, held_out, rng) }
}

/// Who has the box: a person, an organisation, nobody that is told.
fn holder(from: &Mixture, venue: &str, rng: &mut Rng) -> Line {
    let name = from.vocabulary.draw("en", "last", rng).unwrap_or("Vane");
    match rng.u8(..10) {
        0 | 1 => Line::of(Tag::Attention, person(rng)),
        2 if !venue.is_empty() => Line::of(Tag::Venue, venue),
        3 => Line::of(
            Tag::Venue,
            format!(
                "{name} {}",
                any(
                    rng,
                    &[
                        "Foundation",
                        "Ministries",
                        "& Sons",
                        "Ltd",
                        "Inc",
                        "Trust",
                        "Insurance",
                        "Pty Ltd",
                        "Farms",
                        "Society",
                        "Bank",
                        "Enterprises"
                    ]
                )
            ),
        ),
        4 => Line::of(
            Tag::Attention,
            format!(
                "{} {}",
                any(rng, &["Attn:", "c/o", "ATTN", "Attention", "Mr", "Mrs", "Dr"]),
                person(rng).trim_start_matches("Mr ").trim_start_matches("Mme ")
            ),
        ),
        _ => Line::default(),
    }
}

fn of_america(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let record = from.us_record(held_out, rng).0;
    if record.city.is_empty() {
        return Line::default();
    }
    let separator = any(rng, &[", ", ", ", ", ", "\n", " ", " - "]);
    let mut line = holder(from, &record.venue, rng);
    let mailbox = chance(rng, 0.12)
        && !record.street.is_empty()
        && record.po_box.is_empty()
        && record.crossing.is_none();
    if mailbox {
        let (street, _) = of_the_united_states(from, held_out, rng);
        line.join(separator, street);
        line.then(
            any(rng, &[", ", " ", " "]),
            Tag::PoBox,
            format!(
                "{}{}",
                any(rng, &["PMB ", "PMB #", "pmb ", "P.M.B. ", "PMB-", "Box "]),
                rng.u32(1..3_000)
            ),
        );
    } else {
        line.then(separator, Tag::PoBox, american_box(rng));
    }
    let place = us::place::place_line(&record, rng, 1.0, 0.97, 0.9);
    joined([line, place], separator)
}

fn american_box(rng: &mut Rng) -> String {
    const DESIGNATORS: [&str; 44] = [
        "PO Box",
        "PO Box",
        "P.O. Box",
        "P.O. Box",
        "P O Box",
        "P. O. Box",
        "POB",
        "P.O.B.",
        "Post Office Box",
        "Post Office Bx",
        "PO Bx",
        "P.O.Box",
        "POBox",
        "PO BOX #",
        "PO Box No.",
        "P.O. Box No",
        "Box",
        "BOX",
        "Bx",
        "P.O. Drawer",
        "PO Drawer",
        "Drawer",
        "DRAWER",
        "Post Office Drawer",
        "Caller",
        "Caller Box",
        "Caller Service",
        "Caller No.",
        "Firm Caller",
        "FIRM CALLER",
        "Lockbox",
        "Lock Box",
        "LOCKBOX",
        "Lockbox No.",
        "Bin",
        "PO Bin",
        "PO",
        "Postal Box",
        "Mail Drawer",
        "PO Lock Box",
        "Box No.",
        "Drawer No.",
        "Lock Drawer",
        "P.O. Caller",
    ];
    format!("{} {}", any(rng, &DESIGNATORS), number(rng))
}

fn number(rng: &mut Rng) -> String {
    let digits = match rng.u8(..4) {
        0 => rng.u32(1..100),
        1 => rng.u32(100..1_000),
        2 => rng.u32(1_000..10_000),
        _ => rng.u32(10_000..990_000),
    }
    .to_string();
    match rng.u8(..24) {
        0 | 1 => digits.chars().map(String::from).collect::<Vec<_>>().join(" "),
        2 => format!("{digits}{}", any(rng, &["A", "B", "-A", "-12"])),
        3 => any(rng, &["A", "B", "D", "K", "W", "AA", "AC"]).to_owned(),
        4 if digits.len() > 4 => format!("{} {}", &digits[..digits.len() - 3], &digits[digits.len() - 3..]),
        5 => format!("#{digits}"),
        6 => format!("{}-{}", rng.u32(1..999), rng.u32(1..99)),
        _ => digits,
    }
}

/// `Postfach 12 34 56, 1010 Wien`: with the town in its country's order.
fn of_any_country(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let row = any(rng, &listed(include_str!("../../data/forms/boxes.txt")));
    let mut fields = row.split('|');
    let (codes, designators) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
    let script = fields.next();
    let code = any(rng, &codes.split(' ').collect::<Vec<_>>());
    let designator = any(rng, &designators.split(';').collect::<Vec<_>>());
    let Some(town) = from.towns.of(code, held_out, rng).filter(|town| is_plain(&town.name)) else {
        return Line::default();
    };
    let own = script
        .and_then(|_| town.in_script(milepost_text::Script::of_text(designator), rng))
        .filter(|name| is_plain(name));
    if script.is_some() && own.is_none() {
        return Line::default();
    }
    let name = own.unwrap_or(&town.name);
    let postcode = from.places.of(code, rng).map_or("", |place| place.postcode.as_str());
    let separator = any(rng, &[", ", ", ", ", ", "\n", " "]);
    let mut line = if script.is_none() { holder(from, "", rng) } else { Line::default() };
    if chance(rng, 0.08) && script.is_none() {
        line = Line::default();
        line.push(
            Tag::Venue,
            format!(
                "{} {}",
                any(
                    rng,
                    &[
                        "Hotel",
                        "Universität",
                        "Université de",
                        "Ministerio de",
                        "Banco",
                        "Bank of",
                        "Embassy of",
                        "Firma",
                        "Editorial"
                    ]
                ),
                from.vocabulary.draw("de", "last", rng).unwrap_or("Vane")
            ),
        );
    }
    let gap =
        if designator.ends_with(['.', ' ']) && chance(rng, 0.1) || script == Some("0") { "" } else { " " };
    line.then(separator, Tag::PoBox, format!("{designator}{gap}{}", foreign_number(rng)));
    let english = matches!(
        code,
        "GB" | "AU"
            | "NZ"
            | "ZA"
            | "CA"
            | "KE"
            | "NG"
            | "GH"
            | "UG"
            | "TZ"
            | "ZW"
            | "BW"
            | "ZM"
            | "IN"
            | "PK"
            | "LK"
            | "HK"
            | "SG"
            | "JM"
            | "FJ"
            | "PG"
            | "IE"
    );
    let with_code = chance(rng, 0.65) && !postcode.is_empty();
    if with_code && !english {
        line.then(separator, Tag::Postcode, postcode);
        line.then(" ", Tag::Locality, name);
    } else {
        line.then(separator, Tag::Locality, name);
        if chance(rng, 0.25) && is_plain(&town.division) && script.is_none() && town.division != town.name {
            line.then(any(rng, &[", ", " "]), Tag::Region, town.division.as_str());
        }
        if with_code {
            line.then(any(rng, &[" ", ", "]), Tag::Postcode, postcode);
        }
    }
    if chance(rng, 0.4) {
        let country = if script.is_none() { from.countries.english(code).to_owned() } else { String::new() };
        line.then(any(rng, &[", ", " ", "\n"]), Tag::Country, country);
    }
    line
}

fn foreign_number(rng: &mut Rng) -> String {
    let most = any(rng, &[100, 1_000, 10_000, 100_000]);
    let digits = rng.u32(1..most).to_string();
    match rng.u8(..12) {
        0 | 1 if digits.len() > 3 => {
            let (front, behind) = digits.split_at(digits.len() % 2);
            let pairs = behind.as_bytes().chunks(2).map(|pair| String::from_utf8_lossy(pair).into_owned());
            Some(front.to_owned())
                .filter(|front| !front.is_empty())
                .into_iter()
                .chain(pairs)
                .collect::<Vec<_>>()
                .join(" ")
        }
        2 => format!("{digits}-{}", rng.u32(1..999)),
        3 => format!("{}{digits}", any(rng, &["n° ", "No. ", "Nr. ", "nº ", "# "])),
        _ => digits,
    }
}
