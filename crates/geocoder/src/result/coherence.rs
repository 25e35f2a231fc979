//! Whether the answer agrees with the address.

use milepost_address::{AdminCoherence, Coherence, Tag};
use milepost_gazetteer::{Place, Placetype};

use crate::components::Components;
use crate::named_places::Resolved;

/// Compares the typed region, country and postcode with the resolved ones.
pub(crate) fn of(
    components: &Components<'_>,
    resolved: &Resolved,
    point: &Place,
    above: &[Place],
) -> AdminCoherence {
    let is_inside = |region: &Place| {
        point.id == region.id
            || point.region_id == region.id
            || region.placetype == Placetype::Country && region.country == point.country
            || above.iter().any(|place| place.id == region.id)
    };
    let region = match (components.get(Tag::Region), &resolved.region) {
        (None, _) => Coherence::Unstated,
        (Some(_), None) => missing(resolved.region_known),
        (Some(_), Some(region)) if is_inside(region) => Coherence::Confirmed,
        // A database without chains of places cannot tell.
        (Some(_), Some(_)) if above.is_empty() && point.region_id == 0 => Coherence::Unverifiable,
        (Some(_), Some(_)) => Coherence::Contradicted,
    };
    let country = match (components.get(Tag::Country), &resolved.country) {
        (None, _) => Coherence::Unstated,
        (Some(_), None) => missing(resolved.is_country_contradicted),
        (Some(_), Some(country)) if country.country == point.country => Coherence::Confirmed,
        (Some(_), Some(_)) => Coherence::Contradicted,
    };
    let postcode = match (components.get(Tag::Postcode), &resolved.postcode) {
        (None, _) => Coherence::Unstated,
        // The nearest known postcode answers.
        (Some(_), Some(_)) if resolved.postcode_is_near => Coherence::Unverifiable,
        (Some(_), Some(_)) => Coherence::Confirmed,
        (Some(_), None) => missing(resolved.postcode_known),
    };
    AdminCoherence { region, country, postcode }
}

/// Typed and not part of the answer: a contradiction if the gazetteer knows it.
fn missing(known: bool) -> Coherence {
    if known { Coherence::Contradicted } else { Coherence::Unverifiable }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{components, gazetteer, resolved};

    fn coherence(address: &str) -> AdminCoherence {
        let resolved = resolved(address);
        let point = resolved.point().unwrap();
        of(&components(address), &resolved, &point, &gazetteer().ancestors(point.id).unwrap())
    }

    #[test]
    fn what_is_typed_is_confirmed_contradicted_or_unknown() {
        let portland = coherence("locality=Portland; region=OR; postcode=97201; country=USA");
        let all = [portland.region, portland.country, portland.postcode];
        assert_eq!(all, [Coherence::Confirmed; 3]);
        let wrong = coherence("locality=Portland; region=MA; postcode=97201");
        assert_eq!((wrong.region, wrong.country), (Coherence::Contradicted, Coherence::Unstated));
        let unknown = coherence("locality=Portland; region=Wessex; postcode=99999");
        assert_eq!([unknown.region, unknown.postcode], [Coherence::Unverifiable; 2]);
    }
}
