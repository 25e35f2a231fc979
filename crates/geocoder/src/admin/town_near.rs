//! A street without a town, near the point that the caller gave: of the towns around it, the one that has the house.

use milepost_address::{ResolutionTier, Tag};
use milepost_gazetteer::GazetteerError;

use crate::admin::Resolved;
use crate::admin::disambiguate_by_street::House;
use crate::admin::scope::Scope;
use crate::finding::Finding;
use crate::reading::components::Components;
use crate::street::cascade::Cascade;

/// Towns around the point that are asked for the street: the nearest, and the largest.
const NEAREST: usize = 8;
const LARGEST: usize = 4;

/// Parts of an address that name a place finer than a country.
const PLACES: [Tag; 5] = [Tag::Locality, Tag::DependentLocality, Tag::Postcode, Tag::Region, Tag::Subregion];

/// The house, or else the street, nearest to the given point; none where the address names a place or no point is given.
pub(crate) fn find(
    scope: Scope<'_>,
    cascade: &Cascade<'_>,
    components: &Components<'_>,
) -> Result<Option<House>, GazetteerError> {
    let Some((lat, lon)) = scope.options().middle() else { return Ok(None) };
    if components.street().is_none() || PLACES.iter().any(|tag| components.get(*tag).is_some()) {
        return Ok(None);
    }
    let mut best: Option<((bool, f64), House)> = None;
    for town in scope.gazetteer().settlements_near(lat, lon, NEAREST, LARGEST)? {
        if !scope.holds(&town) || !cascade.shards.covers(&town.country.to_lowercase()) {
            continue;
        }
        let above = scope.gazetteer().ancestors(town.id)?;
        let findings = vec![Finding::PlaceByPoint { name: town.name.clone() }];
        let named = Resolved { locality: Some(town), findings, ..Resolved::default() };
        let Some(located) = cascade.locate_as_written(components, &named, &above) else { continue };
        let is_house = matches!(located.tier, ResolutionTier::AddressPoint | ResolutionTier::Interpolated);
        let order = (!is_house, milepost_gazetteer::distance_m(lat, lon, located.lat, located.lon));
        if best.as_ref().is_none_or(|(least, _)| order < *least) {
            best = Some((order, (named, above, located)));
        }
    }
    Ok(best.map(|(_, house)| house))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::admin::fixture::{components, gazetteer};
    use crate::bounds::AnswerBounds;
    use milepost_gazetteer::Shards;

    #[test]
    fn nothing_is_looked_for_without_a_point_or_with_a_town() {
        let shards = Shards::default();
        let cascade = Cascade { shards: &shards, setback_m: 10.0 };
        let found = |options: &AnswerBounds, address| {
            find(Scope::new(gazetteer(), options), &cascade, &components(address)).unwrap().is_some()
        };
        let near = AnswerBounds { near: Some((45.5, -122.7)), ..AnswerBounds::default() };
        assert!(!found(AnswerBounds::NONE, "house_number=5; street=Oak St"));
        assert!(!found(&near, "house_number=5; street=Oak St; locality=Portland"));
    }
}
