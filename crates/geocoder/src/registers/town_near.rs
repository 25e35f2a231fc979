//! A street without a town, near the given point: of the towns around it, the one that has the house.

use milepost_address::Tag;
use milepost_gazetteer::prefix::Budget;
use milepost_store::distance_m;

use super::in_towns;
use crate::Result;
use crate::answer::{Answer, Asked};
use crate::finding::Finding;
use crate::resolved::Resolved;

/// Towns around the point in which the street is looked up: the nearest, and the largest.
const NEAREST: usize = 8;
const LARGEST: usize = 4;

/// Parts of an address that name a place finer than a country.
const PLACES: [Tag; 5] = [Tag::Locality, Tag::DependentLocality, Tag::Postcode, Tag::Region, Tag::Subregion];

/// Of the towns around the given point, the house, or otherwise the street, nearest to it; none if the address names a place or there is no
/// point.
pub(crate) fn proved<'a>(asked: Asked<'_, 'a>, first: &Answer<'a>) -> Result<Option<Answer<'a>>> {
    let scope = asked.scope;
    let components = &first.interpretation.components;
    let Some((lat, lon)) = scope.options.middle() else { return Ok(None) };
    if components.street().is_none() || components.has_any(&PLACES) {
        return Ok(None);
    }
    let mut towns = scope.gazetteer.settlements_near(lat, lon, NEAREST, LARGEST, &Budget::unlimited())?;
    towns.retain(|town| scope.holds(town));
    let places = |name| Resolved { findings: vec![Finding::PlaceByPoint { name }], ..Resolved::default() };
    let answers = in_towns(asked, first, towns, usize::MAX, places)?;
    let order = |answer: &Answer<'_>| {
        let located = answer.located.as_ref()?;
        Some((!located.is_house(), distance_m(lat, lon, located.lat, located.lon)))
    };
    let ordered = answers.into_iter().filter_map(|answer| Some((order(&answer)?, answer)));
    Ok(ordered.reduce(|best, next| if next.0 < best.0 { next } else { best }).map(|(_, answer)| answer))
}
