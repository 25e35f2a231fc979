//! The town by the house: of the towns that a mistyped name can mean, or that are around the given point, the one that has the house.
//!
//! `16 rue des Glycines, Toulosue` has neither postcode nor country. The name alone fits several villages; the
//! register of streets tells which of them the address is in.

use milepost_address::Tag;
use milepost_gazetteer::prefix::Budget;
use milepost_gazetteer::{Place, Placetype};
use milepost_store::distance_m;

use crate::Result;
use crate::answer::{Answer, Asked};
use crate::candidates::{LOCALITIES, Scope};
use crate::country::evidence::Evidence;
use crate::finding::Finding;
use crate::interpretations::Interpretation;
use crate::named_places::Resolved;
use crate::street::Located;

/// Most towns in which the street is looked up.
const TOWNS: usize = 12;
/// Greatest distance of a house from its town beyond the town's extent, metres.
const TOWN_REACH_M: f64 = 15_000.0;
/// Least radius of an answer in a corrected town, metres.
const CORRECTED_RADIUS_M: f64 = 100.0;

/// The only town with a name similar to the typed one that has the street and the number; none if several have, or none.
pub(crate) fn by_street<'a>(asked: Asked<'_, 'a>, first: &Answer<'a>) -> Result<Option<Answer<'a>>> {
    if asked.cascade.shards.is_empty() || first.interpretation.components.street().is_none() {
        return Ok(None);
    }
    let places = |name| Resolved {
        country: first.resolved.country.clone(),
        findings: vec![Finding::LocalityCorrected { name, by_street: true }],
        ..Resolved::default()
    };
    Ok(only(in_towns(asked, first, similar_towns(asked.scope, first)?, TOWNS, places)?))
}

/// The only answer that has the house.
fn only(answers: Vec<Answer<'_>>) -> Option<Answer<'_>> {
    let has_house = |Answer { interpretation, resolved, located, .. }: &Answer<'_>| {
        let is_found =
            |located: &Located| located.is_the_one_of(&interpretation.components) && is_in(resolved, located);
        located.as_ref().is_some_and(is_found)
    };
    let mut found = answers.into_iter().filter(has_house);
    let mut only = found.next().filter(|_| found.next().is_none())?;
    let located = only.located.as_mut()?;
    located.uncertainty_m = located.uncertainty_m.max(CORRECTED_RADIUS_M);
    Some(only)
}

/// Towns a typo away from the typed name, if nothing else decides which town it is: no town has the typed
/// name and nothing supports a correction, or the town of that name is in a country whose streets have no such names.
fn similar_towns(scope: Scope<'_>, first: &Answer<'_>) -> Result<Vec<Place>> {
    let Answer { interpretation: Interpretation { components, .. }, resolved, .. } = first;
    let Some(typed) = components.get(Tag::Locality) else { return Ok(Vec::new()) };
    let evidence = Evidence::of(components);
    let is_unsupported =
        resolved.postcode.is_none() && (resolved.locality.is_none() || resolved.is_corrected());
    let is_foreign =
        |place: &Place| !resolved.is_locality_confirmed() && evidence.speaks_against(&place.country);
    if !is_unsupported && !resolved.locality.as_ref().is_some_and(is_foreign) {
        return Ok(Vec::new());
    }
    let most = if resolved.country.is_some() { usize::MAX } else { LOCALITIES };
    let mut towns = scope.similar(typed, &[Placetype::Locality], most)?;
    towns.retain(|town| match &resolved.country {
        Some(country) => town.country == country.country,
        None => !evidence.speaks_against(&town.country),
    });
    Ok(towns)
}

/// Whether a house lies in the town and not in a namesake of it.
fn is_in(town: &Resolved, house: &Located) -> bool {
    let beyond = |town: &Place| town.distance_m(house.lat, house.lon) - town.radius_m();
    town.locality.as_ref().is_some_and(|town| beyond(town) <= TOWN_REACH_M)
}

/// Towns around the point in which the street is looked up: the nearest, and the largest.
const NEAREST: usize = 8;
const LARGEST: usize = 4;

/// Parts of an address that name a place finer than a country.
const PLACES: [Tag; 5] = [Tag::Locality, Tag::DependentLocality, Tag::Postcode, Tag::Region, Tag::Subregion];

/// Of the towns around the given point, the house, or otherwise the street, nearest to it; none if the address names a place or there is no
/// point.
pub(crate) fn near<'a>(asked: Asked<'_, 'a>, first: &Answer<'a>) -> Result<Option<Answer<'a>>> {
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

/// The words of an answer in each of the towns of countries with streets, each with what `places` has for a town of its name.
fn in_towns<'a>(
    asked: Asked<'_, 'a>,
    first: &Answer<'a>,
    towns: Vec<Place>,
    most: usize,
    places: impl Fn(String) -> Resolved,
) -> Result<Vec<Answer<'a>>> {
    let covered = towns.into_iter().filter(|town| asked.cascade.shards.covers(&town.country.to_lowercase()));
    let answer = |town: Place| {
        let places = places(town.name.to_string());
        asked.look_up(&first.interpretation, Resolved { locality: Some(town), ..places }, false)
    };
    covered.take(most).map(answer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::street::fixture::answered;

    const HOUSE: &str = "house_number=20; street=Larch St; locality=Portland; region=OR";

    #[test]
    fn the_only_town_with_the_house_is_taken() {
        let house = only(vec![answered("street=Gull Way; locality=Portland; region=OR"), answered(HOUSE)]);
        let located = house.and_then(|answer| answer.located).unwrap();
        assert_eq!((located.lat, located.uncertainty_m), (45.511, CORRECTED_RADIUS_M));
        assert!(only(vec![answered(HOUSE), answered(HOUSE)]).is_none(), "either of two");
        assert!(only(Vec::new()).is_none());
    }

    #[test]
    fn a_street_without_the_number_decides_nothing() {
        let beyond = "house_number=34; street=Larch St; locality=Portland; region=OR; postcode=97201";
        assert!(only(vec![answered(beyond)]).is_none());
        let far = "house_number=900; street=Larch St; locality=Portland; region=OR; postcode=97201";
        assert!(only(vec![answered(far)]).is_none());
        let street = "street=Larch St; locality=Portland; region=OR; postcode=97201";
        assert!(only(vec![answered(street)]).is_some(), "no number is typed");
    }

    #[test]
    fn a_house_of_a_namesake_far_away_is_not_in_the_town() {
        let mut house = answered(HOUSE);
        let portland = house.resolved.locality.as_mut().unwrap();
        portland.lat += 1.0;
        assert!(only(vec![house]).is_none());
    }
}
