//! The part of a town: an arrondissement, a neighbourhood, a village of the commune.

use milepost_address::Tag;
use milepost_gazetteer::{Gazetteer, Place, Placetype};

use crate::Result;
use crate::candidates::places::{SETTLEMENTS_AND_COUNTIES, distance_beyond_extent_m, is_settlement_or_area};
use crate::components::Components;
use crate::named_places::{Resolved, SAME_PLACE_M};

/// The neighbourhood of the locality that a lone street or venue names: `Kreuzberg, Berlin`. Without a number or a street type, a
/// neighbourhood looks like a street, so this runs only if no street of the name is known.
pub(crate) fn quarter(
    gazetteer: &Gazetteer,
    components: &Components<'_>,
    resolved: &Resolved,
) -> Result<Option<Place>> {
    let has = |tag| components.get(tag).is_some();
    let is_more = [Tag::HouseNumber, Tag::StreetPrefix, Tag::StreetSuffix, Tag::PoBox];
    let text = match (components.get(Tag::Street), components.get(Tag::Venue)) {
        (Some(text), None) | (None, Some(text)) => text,
        _ => return Ok(None),
    };
    // A village that is labelled as a part of an unnamed town stands for the town.
    let towns = (components.get(Tag::Locality), components.get(Tag::DependentLocality));
    let ((Some(city), None) | (None, Some(city)), Some(locality)) = (towns, &resolved.locality) else {
        return Ok(None);
    };
    if is_more.into_iter().any(has) {
        return Ok(None);
    }
    let part = part_of(gazetteer, locality, city, text)?;
    let is_part = |part: &Place| {
        // A publisher that ranks places by importance has the hamlets of a municipality.
        part.placetype.level() == Placetype::Neighbourhood || part.is_area() || part.importance.is_some()
    };
    Ok(part.filter(is_part))
}

/// The place called `part`, or `city part`, in or beside the locality.
pub(crate) fn part_of(
    gazetteer: &Gazetteer,
    locality: &Place,
    city: &str,
    part: &str,
) -> Result<Option<Place>> {
    let named = Parts::named(gazetteer, city, part, |country| country == locality.country)?;
    Ok(named.of(locality).cloned())
}

/// The places that the part of a town can be, before the town is chosen among its namesakes.
pub(crate) struct Parts {
    /// Places called `city part`, as arrondissements are (`Paris 8e`), and places called `part`.
    forms: [Vec<Place>; 2],
}

impl Parts {
    /// The places of the names in the wanted countries.
    pub(crate) fn named(
        gazetteer: &Gazetteer,
        city: &str,
        part: &str,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<Parts> {
        let of_name = |name: &str| -> Result<Vec<Place>> {
            let mut places = gazetteer.places(name, &SETTLEMENTS_AND_COUNTIES, usize::MAX)?;
            places.retain(|place| is_settlement_or_area(place) && is_wanted(&place.country));
            let villages = gazetteer.villages(name, &is_wanted)?;
            places.extend(villages.into_iter().map(|village| village.place));
            Ok(places)
        };
        Ok(Parts { forms: [of_name(&format!("{city} {part}"))?, of_name(part)?] })
    }

    /// The part that is in or beside a locality, the nearest one.
    pub(crate) fn of(&self, locality: &Place) -> Option<&Place> {
        self.forms.iter().find_map(|places| {
            places
                .iter()
                .filter(|place| place.country == locality.country && place.id != locality.id)
                .map(|place| (distance_beyond_extent_m(place, locality), place))
                .filter(|(distance, _)| *distance <= SAME_PLACE_M)
                .min_by(|a, b| a.0.total_cmp(&b.0))
                .map(|(_, place)| place)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{components, gazetteer, resolved};

    fn quarter_of(address: &str) -> Option<i64> {
        quarter(gazetteer(), &components(address), &resolved(address)).unwrap().map(|place| place.id)
    }

    #[test]
    fn a_lone_street_may_be_a_quarter_of_the_town() {
        assert_eq!(quarter_of("street=Croix-Rousse; locality=Lyon"), Some(18));
        // With a number it is a street, and a far town lacks the quarter.
        assert_eq!(quarter_of("house_number=5; street=Croix-Rousse; locality=Lyon"), None);
        assert_eq!(quarter_of("street=Croix-Rousse; locality=Portland"), None);
    }

    #[test]
    fn a_part_may_be_a_village_of_the_register() {
        let part = |address| resolved(address).part.map(|part| part.name);
        assert_eq!(part("dependent_locality=Vaneville; locality=Lyon").as_deref(), Some("Vaneville"));
        assert_eq!(
            part("dependent_locality=Hauterive-la-Vane; locality=Lyon"),
            None,
            "it lies far from Lyon"
        );
    }
}
