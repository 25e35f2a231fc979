//! Places of any country without a street.

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::word_class;

use super::{any, chance};
use crate::line::Line;
use crate::sources::places::Place;

/// A place with postcode, region and country; place and postcode in either order.
pub(crate) fn place(place: &Place, rng: &mut Rng) -> Line {
    let mut line = Line::default();
    // In the table, Korea has city and ward in one field.
    let name = match place.country.as_str() {
        "KR" => place.name.split(' ').next().unwrap_or_default(),
        _ => place.name.as_str(),
    };
    let code = place.country.to_lowercase();
    let spellings =
        word_class::countries().find(|(country, _)| *country == code).map(|(_, spellings)| spellings);
    let code_first = !matches!(place.country.as_str(), "US" | "CA" | "GB" | "AU" | "IN" | "NZ");
    if code_first && chance(rng, 0.7) {
        line.push(Tag::Postcode, place.postcode.as_str());
        line.then(" ", Tag::Locality, name);
    } else {
        line.push(Tag::Locality, name);
        if chance(rng, 0.4) {
            line.then(", ", Tag::Region, place.region.as_str());
        }
        if chance(rng, 0.6) {
            line.then(any(rng, &[" ", ", "]), Tag::Postcode, place.postcode.as_str());
        }
    }
    if let Some(spellings) = spellings.filter(|_| chance(rng, 0.6)) {
        line.then(any(rng, &[", ", ", ", " "]), Tag::Country, super::us::usual_case(any(rng, &spellings)));
    }
    line
}
