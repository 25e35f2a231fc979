//! The result body of a resolved address.

use milepost_address::{
    EpistemicStatus, GeocodeResult, HierarchyEntry, IntentMarker, OsmObject, ResolutionTier, Rooftop, Tag,
    Tree,
};
use milepost_gazetteer::{Gazetteer, Place, osm_object_of};
use serde_json::{Map, Value};

use crate::answer::Answer;
use crate::components::Components;
use crate::degrees::rounded;
use crate::interpretations::Interpretation;
use crate::model::confidence;
use crate::named_places::Resolved;
use crate::result::hierarchy::{chain, place_tag, tag_of};
use crate::result::{candidates, coherence};
use crate::street::Located;

/// Builds the result of `tree` from its answer. With `alternatives`, even an empty list, the candidates are complete answers.
pub(crate) fn result(
    gazetteer: &Gazetteer,
    tree: &Tree,
    answer: Answer<'_>,
    alternatives: Option<Vec<Answer<'_>>>,
) -> GeocodeResult {
    let alternatives = alternatives.map(|others| candidates::of_answers(gazetteer, &answer, &others));
    let answered = answer.point();
    let confidence = confidence::of(&answer);
    let (match_level, accuracy_m) = answer.level_and_radius();
    let Answer { interpretation: Interpretation { components, .. }, resolved, above, located, .. } = answer;
    let place = resolved.point();
    let (point, located) = (place.as_ref(), located.as_ref());
    let entry = |(tag, place): (Tag, &Place)| HierarchyEntry {
        tag: place_tag(tag, place.placetype),
        value: typed(&components, &resolved, tag, place).unwrap_or(&place.name).to_owned(),
        lat: rounded(place.lat),
        lon: rounded(place.lon),
        place_id: gazetteer.place_id(place.id),
        name: place.name.to_string(),
    };
    let considered = || candidates::considered(gazetteer, point, &resolved, located);
    let findings = resolved.findings.iter().chain(located.iter().flat_map(|located| &located.findings));
    let tier = located.map_or(ResolutionTier::Admin, |located| located.tier);
    let radius_m = point.filter(|_| located.is_none()).map(Place::radius_m);
    let text = |tag| components.get(tag).map(str::to_owned);
    let values: Map<String, Value> =
        components.iter().map(|(tag, value)| (tag.as_str().to_owned(), Value::from(value))).collect();
    GeocodeResult {
        input: tree.raw.clone(),
        lat: answered.map(|(lat, _)| rounded(lat)),
        lon: answered.map(|(_, lon)| rounded(lon)),
        resolution_tier: tier,
        epistemic_status: answered.map_or(EpistemicStatus::Unresolved, |_| epistemic_status(tier)),
        uncertainty_m: located.map(|located| located.uncertainty_m.round()),
        locality: text(Tag::Locality).or_else(|| text(Tag::DependentLocality)),
        region: text(Tag::Region),
        postcode: text(Tag::Postcode),
        house_number: text(Tag::HouseNumber),
        street: components.street(),
        unit: text(Tag::Unit),
        venue: text(Tag::Venue),
        dependent_locality: text(Tag::DependentLocality),
        country_code: point.map(|place| place.country.into()),
        hierarchy: chain(&resolved, &above).into_iter().map(entry).collect(),
        candidates: alternatives.unwrap_or_else(considered),
        components: values,
        intent_markers: findings.map(IntentMarker::from).collect(),
        admin_coherence: point.map(|point| coherence::of(&components, &resolved, point, &above)),
        rooftop: located.and_then(rooftop),
        match_level,
        accuracy_m,
        confidence: answered.and(confidence),
        extent_m: radius_m.filter(|metres| *metres > 0.0).map(f64::round),
        osm: osm_object(located, point),
        dropped_components: components.dropped,
        formatted: None,
    }
}

/// How the point of an answer is known.
fn epistemic_status(tier: ResolutionTier) -> EpistemicStatus {
    match tier {
        ResolutionTier::AddressPoint | ResolutionTier::Admin => EpistemicStatus::Observed,
        _ => EpistemicStatus::Derived,
    }
}

fn rooftop(located: &Located) -> Option<Rooftop> {
    (located.tier == ResolutionTier::AddressPoint)
        .then(|| Rooftop { locality_norm: located.locality.clone(), postcode: located.postcode.clone() })
}

/// The typed words for a place of the chain. A region or a country of two letters may have been read as a division of another level: `Granada` of
/// `Loja, Granada` is the province and not Andalusia.
fn typed<'a>(components: &Components<'a>, resolved: &Resolved, tag: Tag, place: &Place) -> Option<&'a str> {
    let own = components.get(tag);
    // A quarter or a mountain that was read as the town: `Eiffel Tower` is not a name of Paris.
    if let Some(read) = resolved.locality.as_ref().filter(|read| tag_of(read.placetype) != Tag::Locality) {
        if place.id == read.id && resolved.part.is_none() {
            return components.get(Tag::Locality).or(own);
        }
        if tag == Tag::Locality {
            return None;
        }
    }
    let source = [Tag::Region, Tag::Subregion, Tag::Country].into_iter().find(|tag| components.has(*tag));
    let Some((region, source)) = resolved.region.as_ref().zip(source) else { return own };
    if place.id == region.id {
        return own.filter(|_| tag == tag_of(region.placetype)).or(components.get(source));
    }
    let level = tag_of(region.placetype);
    let is_of_region = tag == source && (level == source || !components.has(level));
    let is_country = source == Tag::Country && resolved.country.is_some();
    own.filter(|_| !is_of_region || is_country)
}

/// The object of OpenStreetMap that gave the point.
pub(crate) fn osm_object(located: Option<&Located>, place: Option<&Place>) -> Option<OsmObject> {
    let packed = match located {
        Some(located) => located.osm,
        None => place.and_then(|place| osm_object_of(place.id)),
    };
    packed.and_then(OsmObject::of_packed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{gazetteer, parsed};
    use crate::street::fixture::answered;

    fn found(address: &str) -> GeocodeResult {
        result(gazetteer(), parsed(address), answered(address), None)
    }

    /// `Eiffel Tower` was also what had been typed for Paris.
    #[test]
    fn a_quarter_that_is_read_as_the_town_is_not_what_is_typed_for_the_town_around_it() {
        let answer = found("locality=Croix-Rousse");
        let values: Vec<(&str, &str)> =
            answer.hierarchy.iter().map(|entry| (entry.tag.as_str(), entry.value.as_str())).collect();
        assert_eq!(values[..2], [("dependent_locality", "Croix-Rousse"), ("locality", "Lyon")]);
    }

    #[test]
    fn a_result_says_whether_it_is_observed_derived_or_neither() {
        let house = found("house_number=20; street=Larch St; locality=Portland; region=OR; postcode=97201");
        assert_eq!(house.epistemic_status, EpistemicStatus::Observed);
        let filed = house.rooftop.map(|rooftop| (rooftop.locality_norm, rooftop.postcode));
        assert_eq!(filed, Some((Some("portland".to_owned()), Some("97201".to_owned()))));
        let between = found("house_number=24; street=Larch St; locality=Portland; region=OR; postcode=97201");
        assert_eq!((between.epistemic_status, between.rooftop), (EpistemicStatus::Derived, None));
        let town = found("locality=Portland; region=OR");
        assert_eq!((town.epistemic_status, town.uncertainty_m), (EpistemicStatus::Observed, None));
        let nothing = found("locality=Qwrtzville; region=Nowhere");
        assert_eq!(nothing.epistemic_status, EpistemicStatus::Unresolved);
        assert_eq!((nothing.lat, nothing.confidence, nothing.hierarchy.len()), (None, None, 0));
    }

    /// `Granada` of `Loja, Granada` was Andalusia, and `TR` of `Truro TR` the United Kingdom.
    #[test]
    fn the_typed_words_stand_beside_the_division_they_were_read_as() {
        let values = |address| {
            let result = found(address);
            let value =
                |entry: HierarchyEntry| format!("{}={} ({})", entry.tag.as_str(), entry.value, entry.name);
            result.hierarchy.into_iter().map(value).collect::<Vec<_>>()
        };
        let province = values("region=Département de l’Ardain");
        assert_eq!(province[0], "subregion=Département de l’Ardain (Ardain)");
        assert_eq!(province[1], "region=Auvergne-Rhône-Alpes (Auvergne-Rhône-Alpes)");
        let state = values("locality=Portland; country=OR");
        assert_eq!(state[1..], ["region=OR (Oregon)", "country=United States (United States)"]);
        let county = values("subregion=Vane County; region=OR");
        assert_eq!(county[..2], ["subregion=Vane County (Vane County)", "region=OR (Oregon)"]);
    }
}
