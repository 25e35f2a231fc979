//! Addresses of Korea.

use fastrand::Rng;
use milepost_address::Tag;

use super::Drawing;
use super::parts::Parts;
use crate::line::Line;
use crate::render::{any, chance};

/// `경기도 평택시 안중읍 삼정길 149`, or the number and street in front.
pub(super) fn line(from: &Drawing<'_>, parts: &Parts, rng: &mut Rng) -> Line {
    let mut place = Place::of(parts);
    if place.ward.is_empty() && rng.bool() || chance(rng, 0.15) {
        place.quarter = quarter(from, rng);
    }
    if !place.quarter.is_empty() && chance(rng, 0.2) {
        // People omit the city inside the city.
        place = Place { quarter: place.quarter, ..Place::default() };
    }
    let region_first = rng.bool();
    let with_region = chance(rng, 0.6);
    let postcode = if chance(rng, 0.4) { parts.postcode.as_str() } else { "" };
    let mut line = Line::default();
    if rng.bool() {
        line.push(Tag::HouseNumber, parts.number.as_str());
        line.join(" ", parts.street.line());
        line.join(", ", place.line(with_region, region_first));
        line.then(" ", Tag::Postcode, postcode);
    } else {
        line.join("", place.line(with_region, true));
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

/// The place of a street.
#[derive(Default)]
struct Place<'a> {
    region: &'a str,
    city: &'a str,
    /// A district of a city (`구`), a town or township of a county (`읍`, `면`), or both.
    ward: &'a str,
    /// A quarter (`동`).
    quarter: String,
}

impl<'a> Place<'a> {
    fn of(parts: &'a Parts) -> Place<'a> {
        Place { region: &parts.region, city: &parts.city, ward: &parts.suburb, quarter: String::new() }
    }

    fn line(&self, with_region: bool, region_first: bool) -> Line {
        let region = if with_region { self.region } else { "" };
        let (front, behind) = if region_first { (region, "") } else { ("", region) };
        let mut line = Line::default();
        line.push(Tag::Region, front);
        line.then(" ", Tag::Locality, self.city);
        // One component, because two of one tag may not be neighbours.
        let parts = [self.ward, self.quarter.as_str()];
        let within: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        line.then(" ", Tag::DependentLocality, within.join(" "));
        line.then(" ", Tag::Region, behind);
        line
    }
}

/// City, ward and region, without a street.
pub(super) fn place_line(parts: &Parts, rng: &mut Rng) -> Line {
    let mut line = Place::of(parts).line(chance(rng, 0.5), rng.bool());
    line.then(" ", Tag::Postcode, if chance(rng, 0.5) { parts.postcode.as_str() } else { "" });
    line
}

/// An invented name of a quarter: two syllables of names, and a number if the quarter has several offices.
fn quarter(from: &Drawing<'_>, rng: &mut Rng) -> String {
    let mut syllable = |kind: &str| {
        let name = from.vocabulary.draw("ko", kind, rng).unwrap_or_default();
        name.chars().next().map(String::from).unwrap_or_default()
    };
    let name = [syllable("last"), syllable("first")].concat();
    let number = if chance(rng, 0.1) { rng.u32(1..5).to_string() } else { String::new() };
    format!("{name}{number}동")
}
