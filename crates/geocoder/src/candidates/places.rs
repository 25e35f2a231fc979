//! How two places relate to each other.

use milepost_gazetteer::{Gazetteer, Place, Placetype, is_one_division};
use milepost_text::name_key;

use crate::Result;
use crate::model::{Feature, weight};

use crate::named_places::SAME_PLACE_M;

/// Distance between two points beyond what the extents of the places explain, metres.
pub(crate) fn distance_beyond_extent_m(a: &Place, b: &Place) -> f64 {
    (a.distance_m(b.lat, b.lon) - a.radius_m() - b.radius_m()).max(0.0)
}

/// log10 of what ranks a place. A place that has the typed name only as an alternate name must be ten times as large; of an area all names
/// are equal.
pub(crate) fn prominence(place: &Place) -> f64 {
    let penalty = if place.is_primary || place.is_area() { 0.0 } else { weight(Feature::OtherName) };
    log_population(place) + penalty
}

/// log10 of the population, of the prominence of a place without any, or the importance on the same scale where that is more; 0 if all are
/// unknown.
pub(crate) fn log_population(place: &Place) -> f64 {
    let by_importance = LOG_OF_IMPORTANCE * place.importance.unwrap_or_default().clamp(0.0, 1.0);
    (place.ranking_population().max(0) as f64 + 1.0).log10().max(by_importance)
}

/// log10 of the population that an importance of 1 counts as, as in the index of names (`prefix/score.rs`).
const LOG_OF_IMPORTANCE: f64 = 6.0;

/// Similarity (Jaro-Winkler) of two names of one place.
const ALIKE: f64 = 0.72;

/// Whether a name, as a key, and the name of a place have a word in common or are spelled much alike, `Genève` and `Geneva`, or are in
/// different scripts: `الرياض` is Riyadh's name no less.
pub(crate) fn is_like(typed: &str, name: &str) -> bool {
    let name = name_key(name);
    if is_in_another_script(typed) || is_in_another_script(&name) {
        return true;
    }
    let between = [' ', '-', '/', '(', ')'];
    let is_shared = |word: &str| word.len() > 2 && name.split(between).any(|own| own == word);
    typed.split(between).any(is_shared) || strsim::jaro_winkler(typed, &name) >= ALIKE
}

/// Whether a name, as a key, has two letters or more and no Latin one.
pub(crate) fn is_in_another_script(name: &str) -> bool {
    const BEHIND_LATIN: char = '\u{250}';
    let mut letters = name.chars().filter(|character| character.is_alphabetic());
    letters.clone().count() > 1 && letters.all(|letter| letter >= BEHIND_LATIN)
}

/// Whether a postcode can belong to a place.
pub(crate) fn is_near(postcode: &Place, place: &Place) -> bool {
    postcode.country == place.country && distance_beyond_extent_m(postcode, place) < SAME_PLACE_M
}

/// Kinds of places that may be [`is_settlement_or_area`].
pub(crate) const SETTLEMENTS_AND_COUNTIES: [Placetype; 9] =
    Placetype::joined(&[&Placetype::SETTLEMENTS, &Placetype::COUNTIES]);

/// Kinds of places that a name can mean, postcodes aside.
pub(crate) const NAMED: [Placetype; 11] =
    Placetype::joined(&[&SETTLEMENTS_AND_COUNTIES, &[Placetype::Region, Placetype::Country]]);

/// Whether a place is a town, a part of one, or an area such as a lake, and no division.
pub(crate) fn is_settlement_or_area(place: &Place) -> bool {
    place.placetype != Placetype::County || place.is_area()
}

pub(crate) fn is_division(place: &Place) -> bool {
    matches!(place.placetype, Placetype::Country | Placetype::Region)
}

/// Whether `place` lies in `region`: a country, a first-level division or a county.
pub(crate) fn lies_in(gazetteer: &Gazetteer, place: &Place, region: &Place) -> Result<bool> {
    if place.country != region.country {
        return Ok(false);
    }
    if place.id == region.id || place.region_id == region.id || region.placetype == Placetype::Country {
        return Ok(true);
    }
    if region.is_area() {
        let [south, west, north, east] = region.bbox;
        return Ok((south..=north).contains(&place.lat) && (west..=east).contains(&place.lon));
    }
    if place.is_area() {
        // A lake or a mountain lies in every division that it reaches into.
        return Ok(overlap(place.bbox, region.bbox));
    }
    let is_state = region.placetype == Placetype::Region;
    if is_state && place.region_id != 0 && place.placetype != Placetype::Postcode {
        // The row itself gives its first-level division, if it gives anything.
        return Ok(false);
    }
    let above = gazetteer.ancestors(place.id)?;
    if above.iter().any(|above| above.id == region.id) {
        return Ok(true);
    }
    let states = |above: &[Place]| above.iter().find(|above| above.placetype == Placetype::Region).cloned();
    let Some(state) = states(&above) else { return Ok(false) };
    if is_state {
        return Ok(is_one_division(state.bbox, region.bbox));
    }
    // The row of a town gives its county. A postcode is filed under one county or none, and is delivered in several: the extent of the county
    // decides, within the same state.
    let is_of_another_county = place.placetype != Placetype::Postcode
        && above.iter().any(|above| above.placetype.level() == Placetype::County);
    if is_of_another_county || !is_within(place, region.bbox) {
        return Ok(false);
    }
    let state_of_county = states(&gazetteer.ancestors(region.id)?);
    Ok(state_of_county.is_some_and(|other| other.id == state.id || is_one_division(state.bbox, other.bbox)))
}

/// Whether two boxes of south, west, north, east have a point in common.
fn overlap(a: [f64; 4], b: [f64; 4]) -> bool {
    a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
}

/// Whether a place lies in one of the regions.
pub(crate) fn is_in_one(gazetteer: &Gazetteer, place: &Place, regions: &[Place]) -> Result<bool> {
    for region in regions {
        if lies_in(gazetteer, place, region)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The places that lie in one of the regions.
pub(crate) fn inside(gazetteer: &Gazetteer, places: Vec<Place>, regions: &[Place]) -> Result<Vec<Place>> {
    let mut inside = Vec::new();
    for place in places {
        if is_in_one(gazetteer, &place, regions)? {
            inside.push(place);
        }
    }
    Ok(inside)
}

/// How far from the towns of a county its farthest corner may be, degrees.
const CORNER: f64 = 0.25;

/// Whether the point of a place lies in a box of south, west, north, east, or next to it: the box of a county is that of its towns.
fn is_within(place: &Place, [south, west, north, east]: [f64; 4]) -> bool {
    (south - CORNER..=north + CORNER).contains(&place.lat)
        && (west - CORNER..=east + CORNER).contains(&place.lon)
}

#[cfg(test)]
mod tests {
    use super::{is_like, name_key};

    #[test]
    fn names_of_one_place_are_alike_or_share_a_word() {
        for (typed, name) in [
            ("Geneva", "Genève"),
            ("Frankfurt", "Frankfurt am Main"),
            ("Halle", "Halle (Saale)"),
            ("Rome", "Roma"),
            ("New York", "New York City"),
            ("الرياض", "Riyadh"),
        ] {
            assert!(is_like(&name_key(typed), name), "{typed} {name}");
        }
        for (typed, name) in
            [("Colorado City", "Yuma"), ("Franklin", "Columbus"), ("Burlington", "Libertyville")]
        {
            assert!(!is_like(&name_key(typed), name), "{typed} {name}");
        }
    }
}
