//! Places of any country without a street, and landmarks.

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::word_class;

use super::{any, chance};
use crate::line::Line;
use crate::sources::places::Place;
use crate::sources::vocabulary::Vocabulary;

/// Kinds of grounds and buildings everybody knows, behind their names.
const LANDMARKS: [&str; 34] = [
    "Airport",
    "Aquarium",
    "Arena",
    "Bridge",
    "Castle",
    "Cathedral",
    "Stadium",
    "Museum",
    "Palace",
    "Zoo",
    "Tower",
    "Observatory",
    "Opera House",
    "Station",
    "Terminal",
    "Memorial",
    "Abbey",
    "Library",
    "Ferry Terminal",
    "Mall",
    "Convention Center",
    "Theatre",
    "Botanical Garden",
    "Lighthouse",
    "Ballpark",
    "Fairgrounds",
    "Campground",
    "Visitor Center",
    "University",
    "College",
    "Hospital",
    "Golf Club",
    "National Monument",
    "Shopping Centre",
];

/// The same in French, in front of the town or the person they are named after.
const FRENCH_LANDMARKS: [&str; 18] = [
    "Aéroport de",
    "Château de",
    "Mairie de",
    "Gare de",
    "Musée de",
    "Hôpital de",
    "Cathédrale de",
    "Abbaye de",
    "Office de tourisme de",
    "Théâtre de",
    "Stade",
    "Tour",
    "Pont",
    "Lycée",
    "Collège",
    "Médiathèque",
    "Basilique",
    "Musée",
];

/// A building or ground everybody knows, alone or in its town.
pub(crate) fn landmark(vocabulary: &Vocabulary, place: &Place, rng: &mut Rng) -> Line {
    let french = place.country == "FR";
    let language = if french { "fr" } else { "en" };
    let name = match vocabulary.draw(language, any(rng, &["last", "last", "city", "word"]), rng) {
        Some(name) if rng.u8(..5) > 0 => super::us::usual_case(name),
        _ => place.name.clone(),
    };
    let venue = match french {
        true => format!("{} {name}", any(rng, &FRENCH_LANDMARKS)),
        false => format!("{name} {}", any(rng, &LANDMARKS)),
    };
    let mut line = Line::of(Tag::Venue, venue);
    if chance(rng, 0.65) {
        line.then(any(rng, &[", ", ", ", " "]), Tag::Locality, place.name.as_str());
        if chance(rng, 0.35) {
            let region = if rng.bool() { &place.region } else { &place.region_code };
            line.then(any(rng, &[", ", " "]), Tag::Region, region.as_str());
        }
    }
    line
}

/// A place with postcode, region and country, in either order of place and postcode.
pub(crate) fn place(place: &Place, rng: &mut Rng) -> Line {
    let mut line = Line::default();
    // The table has city and ward of Korea in one field.
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
