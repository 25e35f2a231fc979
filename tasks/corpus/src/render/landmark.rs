//! Well-known grounds and buildings, which people type instead of an address.

use fastrand::Rng;
use milepost_address::Tag;

use super::us::usual_case;
use super::{any, chance};
use crate::line::Line;
use crate::sources::places::Place;
use crate::sources::vocabulary::Vocabulary;

/// Words for kinds of well-known grounds and buildings, after their names.
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

/// The same in French, before the town or person they are named after.
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

/// A well-known building or ground, alone or with its town.
pub(crate) fn line(vocabulary: &Vocabulary, place: &Place, rng: &mut Rng) -> Line {
    let french = place.country == "FR";
    let language = if french { "fr" } else { "en" };
    let name = match vocabulary.draw(language, any(rng, &["last", "last", "city", "word"]), rng) {
        Some(name) if rng.u8(..5) > 0 => usual_case(name),
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
