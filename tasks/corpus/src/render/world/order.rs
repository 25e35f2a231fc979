//! Puts the parts of an address in the order of its country: whole, in fragments, or the place first.

use fastrand::Rng;
use milepost_address::Tag;

use super::parts::Parts;
use super::{Drawing, han, korean};
use crate::line::Line;
use crate::render::{any, chance, pick};
use crate::sources::world::{Family, Language};

/// The usual line of the country's family.
pub(super) fn whole(
    from: &Drawing<'_>,
    parts: &Parts,
    family: Family,
    language: &Language,
    rng: &mut Rng,
) -> Line {
    if family == Family::Han {
        return han::line(from, parts, language, rng);
    }
    if family == Family::Korean {
        return korean::line(from, parts, rng);
    }
    let mut line = Line::default();
    if chance(rng, 0.05) {
        line.push(Tag::Venue, venue(from, language, rng));
    }
    let comma = pick(rng, &[(0.75, ", "), (0.15, " "), (0.07, "\n"), (0.03, " - ")]);
    if family == Family::Hungarian && chance(rng, 0.75) {
        line.then(comma, Tag::Locality, parts.city.as_str());
        line.join(", ", street_line(parts, family, rng));
        if chance(rng, 0.85) {
            line.then(", ", Tag::Postcode, parts.postcode.as_str());
        }
    } else {
        let street = if !parts.po_box.is_empty() && chance(rng, 0.03) {
            Line::of(Tag::PoBox, parts.po_box.as_str())
        } else {
            street_line(parts, family, rng)
        };
        line.join(any(rng, &[", ", ", ", "\n", " "]), street);
        if chance(rng, IN_CARE_OF) {
            line.then(comma, Tag::Attention, format!("c/o {}", addressee(from, language, rng)));
        }
        line.join(comma, place_line(parts, family, rng));
    }
    if chance(rng, 0.4) {
        let separator = match family {
            Family::Eu | Family::EnEu => pick(rng, &[(0.6, " "), (0.4, ", ")]),
            _ => pick(rng, &[(0.15, " "), (0.85, ", ")]),
        };
        line.then(separator, Tag::Country, parts.country.as_str());
    }
    line
}

/// Share of the addresses in care of somebody.
const IN_CARE_OF: f64 = 0.008;

/// The person the address is in care of.
fn addressee(from: &Drawing<'_>, language: &Language, rng: &mut Rng) -> String {
    let mut name = |kind: &str| from.vocabulary.draw(language.vocabulary, kind, rng).map(str::to_owned);
    match (name("first"), name("last")) {
        (Some(first), Some(last)) if rng.bool() => format!("{first} {last}"),
        (_, Some(last)) => last,
        _ => crate::render::person(rng),
    }
}

/// A part of an address, as typed into a search box.
pub(super) fn fragment(parts: &Parts, family: Family, rng: &mut Rng) -> Line {
    match rng.u8(..10) {
        0..2 => street_line(parts, family, rng),
        8 => Line::of(Tag::Postcode, parts.postcode.as_str()),
        9 => parts.street.line(),
        2 | 3 => Line::of(Tag::Locality, parts.city.as_str()),
        4 => {
            let mut line = Line::of(Tag::Locality, parts.city.as_str());
            line.then(any(rng, &[", ", " "]), Tag::Country, parts.country.as_str());
            line
        }
        5 => {
            let mut line = parts.street.line();
            line.then(any(rng, &[", ", " "]), Tag::Locality, parts.city.as_str());
            line
        }
        _ => place_line(parts, family, rng),
    }
}

pub(super) fn place_first(parts: &Parts, family: Family, rng: &mut Rng) -> Line {
    let mut line = place_line(parts, family, rng);
    line.join(any(rng, &[", ", " "]), street_line(parts, family, rng));
    line
}

fn street_line(parts: &Parts, family: Family, rng: &mut Rng) -> Line {
    let mut line = Line::default();
    let number = if chance(rng, 0.96) { parts.number.as_str() } else { "" };
    let number_first = matches!(family, Family::En | Family::EnEu | Family::City);
    if number_first && chance(rng, 0.04) && !parts.unit.is_empty() {
        line.push(Tag::Unit, parts.unit.as_str());
        line.plain(any(rng, &[", ", " ", "/"]).to_owned());
    } else if parts.slash_unit && chance(rng, 0.05) {
        line.push(Tag::Unit, rng.u32(1..40).to_string());
        line.plain("/");
    }
    if number_first {
        line.push(Tag::HouseNumber, number);
        line.join(pick(rng, &[(0.93, " "), (0.07, ", ")]), parts.street.line());
    } else {
        line.join("", parts.street.line());
        line.then(pick(rng, &[(0.9, " "), (0.1, ", ")]), Tag::HouseNumber, number);
    }
    if chance(rng, 0.07) {
        line.then(pick(rng, &[(0.5, " "), (0.5, ", ")]), Tag::Unit, parts.unit.as_str());
    } else if chance(rng, parts.bare_unit) && !number.is_empty() {
        // A bare number after the street or after the house number.
        line.then(" ", Tag::Unit, rng.u32(1..60).to_string());
    }
    line
}

/// If the county is written at least this often, it is part of the address in its own right.
const OFTEN: f64 = 0.3;

/// Share of the places with a bare unit in front of the town, as in map data: `1010 22 Oberdorf`.
const STRAY_UNIT: f64 = 0.006;

fn place_line(parts: &Parts, family: Family, rng: &mut Rng) -> Line {
    if family == Family::Korean {
        return korean::place_line(parts, rng);
    }
    let mut line = Line::default();
    let postcode = if chance(rng, 0.72) { parts.postcode.as_str() } else { "" };
    let suburb = if chance(rng, parts.suburb_share) { parts.suburb.as_str() } else { "" };
    match family {
        Family::Eu | Family::EnEu | Family::Hungarian => {
            let (front, behind) = if chance(rng, parts.suburb_first) { (suburb, "") } else { ("", suburb) };
            line.push(Tag::Postcode, postcode);
            if front.is_empty() && chance(rng, STRAY_UNIT) {
                line.then(" ", Tag::Unit, rng.u32(1..40).to_string());
            }
            line.then(" ", parts.suburb_tag, front);
            let separator = if front.is_empty() { " " } else { pick(rng, &[(0.8, " "), (0.2, ", ")]) };
            line.then(separator, Tag::Locality, parts.city.as_str());
            set_aside(&mut line, parts, rng);
            line.then(pick(rng, &parts.behind_city), parts.suburb_tag, behind);
            if chance(rng, 0.05) {
                line.then(pick(rng, &[(0.3, " "), (0.7, ", ")]), Tag::Region, parts.region.as_str());
            } else if chance(rng, parts.county_share) {
                let separator = pick(rng, &[(0.4, " "), (0.4, ", "), (0.2, " / ")]);
                line.then(separator, Tag::Subregion, parts.county.as_str());
            }
        }
        _ => {
            // A suburb follows the city only where that is usual; in English it never is.
            let behind = parts.suburb_may_follow && !chance(rng, parts.suburb_first);
            let (front, behind) = if behind { ("", suburb) } else { (suburb, "") };
            line.push(parts.suburb_tag, front);
            line.then(pick(rng, &[(0.6, " "), (0.4, ", ")]), Tag::Locality, parts.city.as_str());
            line.then(pick(rng, &[(0.6, " "), (0.4, ", ")]), parts.suburb_tag, behind);
            set_aside(&mut line, parts, rng);
            let with_region = chance(rng, parts.region_share);
            // Districts are written next to the region, a county only without it.
            if (!with_region || parts.county_share > OFTEN) && chance(rng, parts.county_share) {
                line.then(pick(rng, &[(0.5, " "), (0.5, ", ")]), Tag::Subregion, parts.county.as_str());
            }
            if with_region {
                line.then(pick(rng, &[(0.55, " "), (0.45, ", ")]), Tag::Region, parts.region.as_str());
            }
            line.then(pick(rng, &[(0.85, " "), (0.15, ", ")]), Tag::Postcode, postcode);
        }
    }
    line
}

/// `Freiberg (Sachsen)`: a note in brackets without a tag.
fn set_aside(line: &mut Line, parts: &Parts, rng: &mut Rng) {
    if !parts.aside.is_empty() && rng.bool() {
        line.plain(format!(" ({})", parts.aside));
    }
}

fn venue(from: &Drawing<'_>, language: &Language, rng: &mut Rng) -> String {
    let name = from
        .vocabulary
        .draw(language.vocabulary, any(rng, &["last", "word", "first"]), rng)
        .unwrap_or_default()
        .to_owned();
    match rng.u8(..10) {
        0 => format!("Hotel {name}"),
        1 => format!("{name} GmbH"),
        2 => format!("Restaurant {name}"),
        3 => format!("{name} Apotheke"),
        4 => format!("Café {name}"),
        5 => format!("{name} S.A."),
        6 => format!("{name} Ltd"),
        7 => format!("Bar {name}"),
        8 => format!("{name} Center"),
        _ => format!("{name} & {}", from.vocabulary.draw(language.vocabulary, "last", rng).unwrap_or("Co")),
    }
}
