//! What two places have to do with each other.

use milepost_gazetteer::{Gazetteer, GazetteerError, Place, Placetype};

/// Distance between two points less what the places' extents explain, metres.
pub(super) fn distance_beyond_extent_m(a: &Place, b: &Place) -> f64 {
    (a.distance_m(b.lat, b.lon) - a.radius_m() - b.radius_m()).max(0.0)
}

/// log10 of the inhabitants; a place known by the typed name only as an alternate one must be ten times as large.
pub(super) fn prominence(place: &Place) -> f64 {
    (place.population.max(0) as f64 + 1.0).log10() - if place.is_primary { 0.0 } else { 1.0 }
}

/// A bare postcode is that of the first of these countries that has it: five digits are used by thirty, and these are the ones
/// whose addresses are read best.
pub(super) fn of_default_country(place: &Place) -> f64 {
    match place.country.as_str() {
        "US" => 0.5,
        "FR" => 0.4,
        _ => 0.0,
    }
}

pub(super) fn is_division(place: &Place) -> bool {
    matches!(place.placetype, Placetype::Country | Placetype::Region)
}

/// Whether `place` lies in `region`: a country, a first-level division or a county.
pub(super) fn lies_in(gazetteer: &Gazetteer, place: &Place, region: &Place) -> Result<bool, GazetteerError> {
    if place.country != region.country {
        return Ok(false);
    }
    if place.id == region.id || place.region_id == region.id || region.placetype == Placetype::Country {
        return Ok(true);
    }
    let is_state = region.placetype == Placetype::Region;
    if is_state && place.region_id != 0 && place.placetype != Placetype::Postcode {
        // The row itself says which first-level division it lies in, when it says anything.
        return Ok(false);
    }
    let above = gazetteer.ancestors(place.id)?;
    if above.iter().any(|above| above.id == region.id) {
        return Ok(true);
    }
    let states = |above: &[Place]| above.iter().find(|above| above.placetype == Placetype::Region).cloned();
    let Some(state) = states(&above) else { return Ok(false) };
    if is_state {
        return Ok(is_same_division(&state, region));
    }
    // Tables of postcodes often say no county: then its extent does, within the same state.
    if above.iter().any(|above| above.placetype == Placetype::County) || !is_within(place, region.bbox) {
        return Ok(false);
    }
    let state_of_county = states(&gazetteer.ancestors(region.id)?);
    Ok(state_of_county.is_some_and(|other| other.id == state.id || is_same_division(&state, &other)))
}

/// Whether the point of a place lies in a box of south, west, north, east.
fn is_within(place: &Place, [south, west, north, east]: [f64; 4]) -> bool {
    (south..=north).contains(&place.lat) && (west..=east).contains(&place.lon)
}

/// Share of their common extent from which two divisions of a country are one under two names: a database of several sources may
/// have `Navarre` with the towns and `Navarra` with the postcodes.
const SAME_EXTENT: f64 = 0.7;

fn is_same_division(a: &Place, b: &Place) -> bool {
    let area = |[south, west, north, east]: [f64; 4]| (north - south).max(0.0) * (east - west).max(0.0);
    let both = [
        a.bbox[0].max(b.bbox[0]),
        a.bbox[1].max(b.bbox[1]),
        a.bbox[2].min(b.bbox[2]),
        a.bbox[3].min(b.bbox[3]),
    ];
    let union = area(a.bbox) + area(b.bbox) - area(both);
    union > 0.0 && area(both) / union >= SAME_EXTENT
}
