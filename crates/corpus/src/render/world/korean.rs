//! Lines of Korea.

use fastrand::Rng;
use milepost_address::Tag;

use super::parts::Parts;
use crate::line::Line;
use crate::render::{any, chance};

/// `경기도 평택시 안중읍 삼정길 149`, or the number and street in front.
pub(super) fn line(parts: &Parts, rng: &mut Rng) -> Line {
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
