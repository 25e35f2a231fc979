//! Two towns in one address, neither of which contains the other: the text does not say which one is meant, so the answer reports both.

use milepost_address::Tag;
use milepost_gazetteer::{GazetteerError, Place, Placetype};

use crate::admin::places::distance_beyond_extent_m;
use crate::admin::scope::Scope;
use crate::admin::{Resolved, WELL_KNOWN};
use crate::finding::Finding;
use crate::parse::components::Components;

/// Inhabitants from which a town is accepted by its name within its own division.
const KNOWN_IN_ITS_DIVISION: i64 = 5_000;
/// Inhabitants from which a name that is written as a second town means one.
const WRITTEN_AS_TOWN: i64 = 1_000;
/// Places of a name that are compared.
const PLACES: usize = 64;
/// Least distance between two towns, beyond their extents, metres.
const APART_M: f64 = 5_000.0;

/// The second town, if there is one.
pub(crate) fn note(
    scope: Scope<'_>,
    components: &Components<'_>,
    resolved: &Resolved,
) -> Result<Option<Finding>, GazetteerError> {
    let Some(town) = resolved.locality.as_ref().filter(|place| place.placetype == Placetype::Locality) else {
        return Ok(None);
    };
    for (text, is_written_as_town) in names(components, resolved) {
        let named = scope.places(text, &[Placetype::Locality, Placetype::Neighbourhood], PLACES)?;
        // A village of the name next to the town belongs to it, whatever else has the name.
        if named.iter().any(|place| place.id == town.id || distance_beyond_extent_m(place, town) <= APART_M) {
            continue;
        }
        if named.iter().any(|place| is_rival(place, town, is_written_as_town)) {
            return Ok(Some(Finding::SecondTown { text: text.to_owned(), taken: town.name.clone() }));
        }
    }
    Ok(None)
}

/// What was parsed as a second locality, or as something else that is no part of the answer, and whether it is written as a town.
fn names<'a>(components: &'a Components<'_>, resolved: &Resolved) -> Vec<(&'a str, bool)> {
    let second = components.dropped.iter().filter(|span| span.tag == Tag::Locality);
    let mut others: Vec<&str> = Vec::new();
    if resolved.part.is_none() {
        others.extend(components.get(Tag::DependentLocality));
    }
    if resolved.region.is_none() {
        others.extend([Tag::Region, Tag::Subregion].into_iter().filter_map(|tag| components.get(tag)));
    }
    let of_a_street = [Tag::HouseNumber, Tag::StreetPrefix, Tag::StreetPrefixParticle, Tag::StreetSuffix];
    if of_a_street.into_iter().all(|tag| components.get(tag).is_none()) {
        others.extend(components.get(Tag::Street));
    }
    let others = others.into_iter().map(|text| (text, false));
    second.map(|span| (span.value.as_str(), true)).chain(others).collect()
}

/// Whether a place is a separate town that may be meant. One of another country is a city that is written as a town.
fn is_rival(place: &Place, town: &Place, is_written_as_town: bool) -> bool {
    let least = match (is_written_as_town, place.country == town.country) {
        (true, true) => WRITTEN_AS_TOWN,
        (false, true) if place.region_id == town.region_id => KNOWN_IN_ITS_DIVISION,
        (true, false) | (false, true) => WELL_KNOWN,
        (false, false) => return false,
    };
    place.placetype == Placetype::Locality && place.is_primary && place.population >= least
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::admin::fixture::{components, gazetteer};
    use crate::admin::resolve;
    use crate::bounds::AnswerBounds;

    fn second(address: &'static str) -> Option<Finding> {
        let scope = Scope::new(gazetteer(), AnswerBounds::NONE);
        let components = components(address);
        note(scope, &components, &resolve(scope, &components).unwrap()).unwrap()
    }

    #[test]
    fn a_town_that_does_not_hold_the_other_is_told() {
        let told = Finding::SecondTown { text: "Portland".to_owned(), taken: "Ashland".to_owned() };
        assert_eq!(second("locality=Ashland; locality=Portland"), Some(told));
    }

    #[test]
    fn a_small_town_is_told_where_it_is_written_as_a_town() {
        let told = Finding::SecondTown { text: "Rockaway Beach".to_owned(), taken: "Portland".to_owned() };
        assert_eq!(second("locality=Portland; locality=Rockaway Beach"), Some(told));
        // A part of a town may have the name of a small town elsewhere.
        assert_eq!(second("dependent_locality=Rockaway Beach; locality=Portland"), None);
    }

    #[test]
    fn the_town_itself_and_what_lies_in_it_are_no_second_one() {
        assert_eq!(second("locality=Portland; locality=Portland"), None);
        assert_eq!(second("dependent_locality=Croix-Rousse; locality=Lyon"), None);
        // A street may have the name of a town.
        assert_eq!(second("house_number=5; street=Portland; locality=Ashland"), None);
    }
}
