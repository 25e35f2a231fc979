//! Addresses of the world, put together from word lists, places and each country's habits.

mod city;
mod han;
mod number;
mod postcode;
mod village;

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::features::InputMode;

use super::{any, chance, pick};
use crate::labels::{Street, split_us};
use crate::line::Line;
use crate::sources::is_held_out;
use crate::sources::places::Places;
use crate::sources::suburbs::Suburbs;
use crate::sources::vocabulary::Vocabulary;
use crate::sources::world::{Country, Family, Language, World, weighted};

/// What a world address is drawn from.
pub(crate) struct Drawing<'a> {
    pub(crate) world: &'a World,
    pub(crate) places: &'a Places,
    pub(crate) suburbs: &'a Suburbs,
    pub(crate) vocabulary: &'a Vocabulary,
}

/// The parts of one address before they are put in order.
struct Parts {
    number: String,
    street: Street,
    unit: String,
    po_box: String,
    suburb: String,
    /// How often the suburb is written, how often it then stands in front of the city, and what it is.
    suburb_share: f64,
    suburb_first: f64,
    suburb_may_follow: bool,
    suburb_tag: Tag,
    /// What stands between the city and a suburb behind it, by weight.
    behind_city: [(f64, &'static str); 3],
    city: String,
    /// A note in brackets behind the city; no component.
    aside: String,
    /// A second number of the same house, behind a comma.
    also: String,
    /// How often a bare number behind the street is a unit.
    bare_unit: f64,
    county: String,
    region: String,
    postcode: String,
    country: String,
    /// How often the county and the region are written.
    county_share: f64,
    region_share: f64,
    /// Whether `3/5` is unit 3 of number 5.
    slash_unit: bool,
}

/// One address of a country drawn by weight; with `held_out` its street name is one that never trains.
pub(crate) fn address(from: &Drawing<'_>, held_out: bool, rng: &mut Rng) -> (Line, InputMode) {
    let country = from.world.country(rng);
    let language = from.world.language(country, rng);
    let mut parts = parts(from, country, language, rng);
    parts.street = listed_street(from, country, held_out, rng)
        .unwrap_or_else(|| street_of_split(from, language, held_out, rng));
    if chance(rng, BILINGUAL) {
        speak_twice(&mut parts, country, from, held_out, rng);
    }
    match rng.u8(..100) {
        0..8 => (fragment(&parts, country.family, rng), InputMode::Fragmented),
        8..11 => (place_first(&parts, country.family, rng), InputMode::Formatted),
        _ => (whole(from, &parts, country.family, language, rng), InputMode::Formatted),
    }
}

/// Share of the addresses of a country with bilingual regions that write names in both languages.
const BILINGUAL: f64 = 0.1;

/// Gives town and, often, street the names of two languages, in the order of the town's.
fn speak_twice(parts: &mut Parts, country: &Country, from: &Drawing<'_>, held_out: bool, rng: &mut Rng) {
    let (streets, languages) = match city::bilingual(&country.code, from, rng) {
        Some((city, postcode, languages)) => {
            (parts.city, parts.postcode) = (city, postcode.to_owned());
            (parts.suburb, parts.aside, parts.county) = Default::default();
            (0.7, languages)
        }
        // In the Basque Country streets have two names more often than towns.
        None if country.code == "ES" => (1.0, any(rng, &[["eu", "es"], ["es", "eu"]])),
        None => return,
    };
    if chance(rng, streets)
        && let [Some(first), Some(second)] = languages.map(|name| from.world.language_named(name))
    {
        let drawn = |language: &Language, rng: &mut Rng| street_of_split(from, language, held_out, rng);
        parts.street = city::named_twice(drawn(first, rng), &drawn(second, rng), rng);
    }
}

fn parts(from: &Drawing<'_>, country: &Country, language: &Language, rng: &mut Rng) -> Parts {
    let place = from.places.of(&country.code, rng).filter(|_| country.family != Family::Han);
    let listed = from.vocabulary.draw(language.vocabulary, "city", rng);
    let aside = place.map_or_else(String::new, |place| place.aside.clone());
    let (mut city, mut county, mut region, mut postcode) = match (place, listed) {
        // Countries whose table is in Latin letters or short get the names of their own language as well.
        (Some(place), Some(listed)) if chance(rng, 0.15) || place.name.is_empty() => {
            (listed.to_owned(), String::new(), String::new(), place.postcode.clone())
        }
        (Some(place), _) => {
            let region = if chance(rng, 0.3) && place.region_code.chars().all(char::is_alphabetic) {
                place.region_code.clone()
            } else {
                place.region.clone()
            };
            (place.name.clone(), place.county.clone(), region, place.postcode.clone())
        }
        (None, listed) => {
            let region = from.vocabulary.draw(language.vocabulary, "region", rng).unwrap_or_default();
            (listed.unwrap_or_default().to_owned(), String::new(), region.to_owned(), String::new())
        }
    };
    let village =
        from.places.of(&country.code, rng).and_then(|near| village::beside(&near.name, &country.code, rng));
    let village_known = village.is_some();
    let mut suburb = match (village, from.vocabulary.draw(language.vocabulary, "suburb", rng)) {
        (Some(village), _) if chance(rng, 0.75) => village,
        (_, Some(suburb)) if rng.bool() => suburb.to_owned(),
        // A town as a suburb of another would teach the wrong thing of both, where anything better is known.
        _ => match from.suburbs.name(&country.code, rng) {
            Some(name) => name.to_owned(),
            None => from.places.of(&country.code, rng).map_or_else(String::new, |place| place.name.clone()),
        },
    };
    let metropolis = match country.cities.as_slice() {
        [] if city::has_districts(&country.code) => from.suburbs.metropolis(&country.code, rng),
        [] => None,
        cities => Some(any(rng, cities)),
    };
    // A district has no other city to stand behind.
    let share = if city::has_districts(&country.code) { 0.45 } else { 0.2 };
    let metropolis = metropolis.filter(|_| country.family != Family::Han && chance(rng, share));
    let in_metropolis = metropolis.is_some();
    if let Some(metropolis) = metropolis {
        (suburb, city) = (city, metropolis.to_owned());
        county.clear();
    }
    // Real suburbs beside their city: nothing else tells the two apart.
    let paired = from.suburbs.of(&country.code, rng).filter(|_| !in_metropolis && chance(rng, 0.35));
    if let Some(pair) = paired {
        (suburb, city) = (pair.name.clone(), pair.city.clone());
        county.clear();
        if let Some(place) = from.places.named(&country.code, &city, rng) {
            postcode.clone_from(&place.postcode);
        }
    }
    let mut aside = if in_metropolis || paired.is_some() { String::new() } else { aside };
    if !in_metropolis {
        city::qualify(&mut city, &mut aside, &country.code, rng);
    }
    city::localise(&mut city, &mut county, &mut region, &country.code, from, rng);
    let postcode = match country.postcode {
        Some(form) if postcode.is_empty() || form.contains('A') => postcode::of_form(form, rng),
        _ => postcode::as_written(&postcode, &country.code, rng),
    };
    let county_share = match country.code.as_str() {
        _ if city.is_empty() => 1.0,
        "TR" if city == region => 0.8,
        "TR" | "VN" | "CY" | "EG" => 0.35,
        _ => 0.04,
    };
    Parts {
        number: number::house_number(country.numbers, language.name, rng),
        street: Street::default(),
        unit: if language.units.is_empty() {
            String::new()
        } else {
            filled(any(rng, &language.units), from, language, rng)
        },
        po_box: if language.boxes.is_empty() {
            String::new()
        } else {
            filled(any(rng, &language.boxes), from, language, rng)
        },
        suburb,
        suburb_share: match () {
            () if in_metropolis || paired.is_some() => 0.75,
            () if village_known => 0.3,
            () => 0.07,
        },
        suburb_tag: if in_metropolis { city::part_of_city(&country.code) } else { Tag::DependentLocality },
        suburb_first: city::suburb_first(&country.code, in_metropolis),
        suburb_may_follow: country.code == "CL" || in_metropolis && city::has_districts(&country.code),
        behind_city: city::behind_city(&country.code),
        city,
        aside,
        also: if chance(rng, 0.012) { rng.u32(2..160).to_string() } else { String::new() },
        bare_unit: match (country.code.as_str(), country.family) {
            // Streets of an estate have numbers there: `6 Jalan Perdana 23`.
            ("MY" | "ID", _) => 0.005,
            (_, Family::En | Family::EnEu | Family::City) => 0.08,
            _ => 0.025,
        },
        county,
        region,
        postcode,
        country: match rng.u8(..10) {
            0..4 => country.code.clone(),
            _ => any(rng, &country.names).to_owned(),
        },
        county_share,
        region_share: if matches!(country.code.as_str(), "CA" | "AU" | "BR" | "IN" | "PK") {
            0.55
        } else if country.code == "LV" {
            0.5
        } else if matches!(country.code.as_str(), "NZ" | "SG" | "AZ") {
            // No one writes the region: its name is the city's.
            0.02
        } else {
            0.2
        },
        slash_unit: matches!(country.code.as_str(), "AU" | "NZ" | "GB" | "IE"),
    }
}

/// The usual line of the country's family.
fn whole(from: &Drawing<'_>, parts: &Parts, family: Family, language: &Language, rng: &mut Rng) -> Line {
    if family == Family::Han {
        return han::line(from, parts, language, rng);
    }
    if family == Family::Korean {
        return korean(parts, rng);
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

/// A part of an address, as typed into a search box.
fn fragment(parts: &Parts, family: Family, rng: &mut Rng) -> Line {
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

fn place_first(parts: &Parts, family: Family, rng: &mut Rng) -> Line {
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
        if !number.is_empty() {
            // `12, 14`: a comma makes them two numbers.
            line.then(any(rng, &[",", ", "]), Tag::HouseNumber, parts.also.as_str());
        }
    }
    if chance(rng, 0.07) {
        line.then(pick(rng, &[(0.5, " "), (0.5, ", ")]), Tag::Unit, parts.unit.as_str());
    } else if chance(rng, parts.bare_unit) && !number.is_empty() {
        // A bare number behind the street, or behind its number.
        line.then(" ", Tag::Unit, rng.u32(1..60).to_string());
    }
    line
}

/// Share of addresses with their county from which on it is a part of the address like any other.
const OFTEN: f64 = 0.3;

/// Share of places with a bare unit in front of the town, where map data has put it: `1010 22 Oberdorf`.
const STRAY_UNIT: f64 = 0.006;

fn place_line(parts: &Parts, family: Family, rng: &mut Rng) -> Line {
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
            // Behind the city only where that is the custom: in English it never is.
            let behind = parts.suburb_may_follow && !chance(rng, parts.suburb_first);
            let (front, behind) = if behind { ("", suburb) } else { (suburb, "") };
            line.push(parts.suburb_tag, front);
            line.then(pick(rng, &[(0.6, " "), (0.4, ", ")]), Tag::Locality, parts.city.as_str());
            line.then(pick(rng, &[(0.6, " "), (0.4, ", ")]), parts.suburb_tag, behind);
            set_aside(&mut line, parts, rng);
            let with_region = chance(rng, parts.region_share);
            // Districts stand beside the region, a county in its place.
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

/// `Freiberg (Sachsen)`: what stands in brackets is no component.
fn set_aside(line: &mut Line, parts: &Parts, rng: &mut Rng) {
    if !parts.aside.is_empty() && rng.bool() {
        line.plain(format!(" ({})", parts.aside));
    }
}

/// `경기도 평택시 안중읍 삼정길 149`, or the number and street in front.
fn korean(parts: &Parts, rng: &mut Rng) -> Line {
    let mut place = Line::default();
    if chance(rng, 0.6) {
        place.push(Tag::Region, parts.region.as_str());
    }
    place.then(" ", Tag::Locality, parts.city.as_str());
    if chance(rng, 0.5) {
        place.then(" ", Tag::DependentLocality, parts.suburb.as_str());
    }
    let postcode = if chance(rng, 0.4) { parts.postcode.as_str() } else { "" };
    let mut line = Line::default();
    if rng.bool() {
        line.push(Tag::HouseNumber, parts.number.as_str());
        line.join(" ", parts.street.line());
        line.join(", ", place);
        line.then(" ", Tag::Postcode, postcode);
    } else {
        line.join("", place);
        line.join(" ", parts.street.line());
        line.then(" ", Tag::HouseNumber, parts.number.as_str());
        if chance(rng, 0.15) {
            line.then(any(rng, &[", ", " "]), Tag::Unit, parts.unit.as_str());
        }
        line.then(any(rng, &[" ", ", "]), Tag::Postcode, postcode);
    }
    if chance(rng, 0.15) {
        line.then(", ", Tag::Country, parts.country.as_str());
    }
    line
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

/// A street of Singapore, where each has postcodes of its own and so stands in the table of places.
fn listed_street(from: &Drawing<'_>, country: &Country, held_out: bool, rng: &mut Rng) -> Option<Street> {
    if country.code != "SG" || chance(rng, 0.4) {
        return None;
    }
    let listed = from.places.of(&country.code, rng)?;
    (is_held_out(&[&listed.name]) == held_out).then(|| split_us(&listed.name))
}

/// A street whose name belongs to the split that is drawn, as far as one is met.
fn street_of_split(from: &Drawing<'_>, language: &Language, held_out: bool, rng: &mut Rng) -> Street {
    let mut drawn = street(from, language, rng);
    for _ in 0..200 {
        if is_held_out(&[&drawn.name]) == held_out {
            break;
        }
        drawn = street(from, language, rng);
    }
    drawn
}

fn street(from: &Drawing<'_>, language: &Language, rng: &mut Rng) -> Street {
    let pattern = weighted(&language.streets, |&(weight, _)| weight, rng).1;
    let part = |pattern: &str, rng: &mut Rng| filled(pattern, from, language, rng);
    if let Some((kind, name)) = pattern.split_once('|') {
        let (kind, name) = (part(kind, rng), part(name, rng));
        let mut street = Street { prefix: kind.trim().to_owned(), name, suffix: String::new() };
        if street.prefix.is_empty() {
            street.prefix.clear();
        }
        return street;
    }
    if let Some((name, kind)) = pattern.split_once('>') {
        return Street { prefix: String::new(), name: part(name, rng), suffix: kind.trim().to_owned() };
    }
    Street { name: part(pattern, rng), ..Street::default() }
}

/// A pattern with its places filled: words of the vocabulary, numbers, letters.
fn filled(pattern: &str, from: &Drawing<'_>, language: &Language, rng: &mut Rng) -> String {
    let mut out = String::with_capacity(pattern.len() + 16);
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, behind) = after.split_once('}').unwrap_or((after, ""));
        out.push_str(before);
        match name {
            "n" => out.push_str(
                &match rng.u8(..4) {
                    0 => rng.u32(1..10),
                    1..3 => rng.u32(10..100),
                    _ => rng.u32(100..500),
                }
                .to_string(),
            ),
            "e" => out.push_str(&format!("{}e", rng.u32(2..60))),
            "t" => out.push_str(&ordinal(rng.u32(1..60))),
            "o" => out.push_str(&rng.u32(1..10).to_string()),
            "a" | "A" => out.push(char::from(b'A' + rng.u8(..8))),
            "l" => out.push(char::from(b'a' + rng.u8(..8))),
            kind => {
                let drawn = from.vocabulary.draw(language.vocabulary, kind, rng);
                let fallback = || from.vocabulary.draw("en", kind, &mut Rng::with_seed(pattern.len() as u64));
                out.push_str(&capitalised(drawn.or_else(fallback).unwrap_or_default()));
            }
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// `1st`, `22nd`, `13th`.
fn ordinal(number: u32) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
