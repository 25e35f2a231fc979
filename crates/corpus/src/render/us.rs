//! United States addresses.

use std::collections::HashMap;
use std::sync::LazyLock;

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::features::InputMode;
use milepost_text::word_class::{self, WordClass, plain};

use super::{any, chance, person, pick, title_case};
use crate::labels::{Street, split_us};
use crate::line::Line;
use crate::sources::us::UsRecord;

/// Writes a record as one labelled line, whole or in part.
pub(crate) fn render(record: &UsRecord, rng: &mut Rng) -> (Line, InputMode) {
    match rng.u8(..100) {
        0..13 => (fragment(record, rng), InputMode::Fragmented),
        13..15 => (reversed(record, rng), InputMode::Formatted),
        _ => (whole(record, rng), InputMode::Formatted),
    }
}

/// Everything the record has, in the usual order, with the usual omissions.
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

fn addressee(record: &UsRecord, rng: &mut Rng) -> Line {
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

/// A venue whose name holds a city or a state.
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

fn street_line(record: &UsRecord, rng: &mut Rng) -> Line {
    if let Some((first, second)) = &record.crossing {
        return crossing(first, second, rng);
    }
    if !record.po_box.is_empty() {
        let po_box = po_box(&record.po_box, rng);
        if record.street.is_empty() {
            return po_box;
        }
        let street = numbered_street(record, rng);
        // A private mailbox is at the street's address, so it stands behind it.
        let behind = plain(&record.po_box).starts_with("pmb") || chance(rng, 0.4);
        let (mut line, rest) = if behind { (street, po_box) } else { (po_box, street) };
        line.join(pick(rng, &[(0.7, ", "), (0.3, " ")]), rest);
        return line;
    }
    let mut line = Line::default();
    let unit = unit(record, rng);
    let in_front = chance(rng, 0.05);
    if in_front {
        line.push(Tag::Unit, unit.as_str());
        line.join(any(rng, &[", ", " ", " - "]), numbered_street(record, rng));
    } else {
        line.join("", numbered_street(record, rng));
        line.then(pick(rng, &[(0.58, " "), (0.4, ", "), (0.02, " - ")]), Tag::Unit, unit);
    }
    if chance(rng, 0.012) {
        line.plain(any(rng, &[", ", " "]).to_string());
        line.join("", Line { pieces: po_box("", rng).pieces });
    }
    line
}

fn numbered_street(record: &UsRecord, rng: &mut Rng) -> Line {
    let mut line = Line::default();
    let number = match record.number.as_str() {
        given if !given.is_empty() && !chance(rng, 0.06) => given.to_owned(),
        _ if record.street.is_empty() => String::new(),
        _ if chance(rng, 0.3) => String::new(),
        _ => house_number(rng),
    };
    line.push(Tag::HouseNumber, number);
    let mut street = respelled(&split_us(&record.street), rng);
    // People leave the type out where the name is known: `223 W Jackson`.
    if chance(rng, 0.03) && street.name.chars().any(char::is_alphabetic) {
        street.suffix.clear();
    } else if chance(rng, 0.06)
        && let Some((_, quadrant)) = directional_behind(&street.suffix)
    {
        // And keep the quadrant: `6420 Central Southwest`.
        street.suffix = quadrant.to_owned();
    }
    line.join(pick(rng, &[(0.97, " "), (0.03, ", ")]), street.line());
    set_directional_apart(&mut line, rng);
    line
}

/// `Main Street, NW`: a comma in front of the directional makes it a suffix of its own.
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

/// `Ave NW` -> (`Ave`, `NW`); `None` where no directional stands behind a type.
fn directional_behind(suffix: &str) -> Option<(&str, &str)> {
    suffix
        .rsplit_once(' ')
        .filter(|(_, last)| word_class::classes_of(&plain(last)).has(WordClass::UsDirectional))
}

/// A house number: mostly digits, with the letters, ranges, fractions, dashes and grids that occur.
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

/// A type or directional written another way: abbreviated, dotted, in full.
fn respelled(street: &Street, rng: &mut Rng) -> Street {
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

fn unit(record: &UsRecord, rng: &mut Rng) -> String {
    if !record.unit.is_empty() && !chance(rng, 0.15) {
        return record.unit.clone();
    }
    if !chance(rng, if record.unit.is_empty() { 0.2 } else { 1.0 }) {
        return String::new();
    }
    let identifier = unit_identifier(rng);
    let designator = pick(
        rng,
        &[
            (0.25, "Apt"),
            (0.2, "Ste"),
            (0.14, "Suite"),
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
            (0.01, "Level"),
        ],
    );
    match rng.u8(..40) {
        0..6 => identifier,
        6 => {
            any(rng, &["Rear", "Front", "Lower", "Upper", "Penthouse", "Basement", "PH", "Bsmt"]).to_string()
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
    match rng.u8(..21) {
        0..12 => rng.u32(1..400).to_string(),
        12 => rng.u32(400..5_000).to_string(),
        13 => format!("{} {}", rng.u32(1..60), letter(rng)),
        14 => format!("{}{}{}", letter(rng), rng.u32(1..10), letter(rng)),
        15 => format!("{}{}{}", rng.u32(1..40), letter(rng), letter(rng)),
        16 => format!("{} {}", rng.u32(1..20), any(rng, &["East", "West", "North", "South", "E", "W"])),
        17 => char::from(b'A' + rng.u8(..12)).to_string(),
        18 => format!("{}{}", rng.u32(1..30), char::from(b'A' + rng.u8(..8))),
        _ => format!("{}{}{}", char::from(b'A' + rng.u8(..8)), any(rng, &["", "-"]), rng.u32(1..300)),
    }
}

/// The box of the record, or one made up, with its designator in one of its spellings.
fn po_box(given: &str, rng: &mut Rng) -> Line {
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

fn crossing(first: &str, second: &str, rng: &mut Rng) -> Line {
    let (first, second) = if rng.bool() { (first, second) } else { (second, first) };
    let mut line = Line::default();
    if chance(rng, 0.08) {
        line.plain(any(rng, &["corner of ", "Corner of ", "intersection of ", "at the corner of "]));
    }
    // `Main & 4th`: at a crossing the types are often left out.
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

/// City, county, state and ZIP, each with its probability of being written.
fn place_line(record: &UsRecord, rng: &mut Rng, city: f64, state: f64, zip: f64) -> Line {
    let mut line = Line::default();
    if chance(rng, city) {
        let qualified = if chance(rng, 0.012) {
            format!("{} of {}", any(rng, &["Town", "City", "Township", "Village"]), record.city)
        } else if chance(rng, 0.012) {
            format!("{} {}", record.city, any(rng, &["Township", "Twp", "Village", "City"]))
        } else if chance(rng, 0.2) {
            with_directional_abbreviated(&record.city, rng)
        } else {
            record.city.clone()
        };
        line.push(Tag::Locality, qualified);
    }
    if chance(rng, 0.12) && !record.county.is_empty() && record.state != "LA" {
        let county = format!("{} {}", record.county, any(rng, &["County", "County", "County", "Co"]));
        line.then(", ", Tag::Subregion, county);
    }
    if chance(rng, state) {
        line.then(pick(rng, &[(0.74, ", "), (0.26, " ")]), Tag::Region, region(&record.state, rng));
    }
    if chance(rng, zip) {
        line.then(pick(rng, &[(0.9, " "), (0.1, ", ")]), Tag::Postcode, zip_code(&record.zip, rng));
    }
    line
}

/// `North Quarry` as `N Quarry`; other names unchanged.
fn with_directional_abbreviated(city: &str, rng: &mut Rng) -> String {
    let Some((first, rest)) = city.split_once(' ') else { return city.to_owned() };
    let short = match plain(first).as_str() {
        "north" => any(rng, &["N", "N", "N.", "No", "No."]),
        "south" => any(rng, &["S", "S", "S.", "So", "So."]),
        "east" => any(rng, &["E", "E", "E."]),
        "west" => any(rng, &["W", "W", "W."]),
        _ => return city.to_owned(),
    };
    format!("{short} {rest}")
}

fn zip_code(zip: &str, rng: &mut Rng) -> String {
    match zip.split_once('-') {
        Some((five, _)) if chance(rng, 0.6) => five.to_owned(),
        None if zip.len() == 5 && chance(rng, 0.06) => format!("{zip}-{:04}", rng.u32(1..9_999)),
        _ => zip.to_owned(),
    }
}

fn region_name(code: &str) -> String {
    let lower = code.to_ascii_lowercase();
    let names = word_class::us_states().find(|(state, _)| *state == lower).map(|(_, spellings)| spellings);
    names.and_then(|names| names.first().copied()).unwrap_or(code).to_owned()
}

/// A state's code, name or old abbreviation.
fn region(code: &str, rng: &mut Rng) -> String {
    let lower = code.to_ascii_lowercase();
    let Some((_, spellings)) = word_class::us_states().find(|(state, _)| *state == lower) else {
        return code.to_owned();
    };
    match rng.u8(..20) {
        0..5 => usual_case(spellings.first().copied().unwrap_or(code)),
        5 => usual_case(any(rng, &spellings)),
        _ => code.to_owned(),
    }
}

fn country(rng: &mut Rng, probability: f64) -> String {
    if !chance(rng, probability) {
        return String::new();
    }
    pick(
        rng,
        &[
            (0.4, "USA"),
            (0.25, "United States"),
            (0.25, "US"),
            (0.05, "U.S.A."),
            (0.05, "United States of America"),
        ],
    )
    .to_owned()
}

/// Title case as US sources write it: directionals, state codes and letters with digits stay upper case.
pub(crate) fn usual_case(text: &str) -> String {
    title_case(text, |word, _| {
        let lower = word.to_lowercase();
        match lower.as_str() {
            "of" | "and" | "the" | "at" => Some(lower),
            "ne" | "nw" | "se" | "sw" | "po" | "us" | "usa" | "pmb" | "rr" | "hc" | "fm" | "sr" | "cr" => {
                Some(word.to_uppercase())
            }
            _ if word.starts_with(|first: char| first.is_ascii_digit()) => {
                let ordinal = ["st", "nd", "rd", "th"].iter().any(|ending| lower.ends_with(ending));
                Some(if ordinal { lower } else { word.to_owned() })
            }
            code if code.len() == 2
                && word.chars().all(char::is_uppercase)
                && word_class::us_states().any(|(state, _)| state == code) =>
            {
                Some(word.to_owned())
            }
            _ => None,
        }
    })
}
