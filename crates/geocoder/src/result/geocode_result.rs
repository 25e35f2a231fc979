//! The result body of a resolved address.

use milepost_address::{
    EpistemicStatus, GeocodeResult, HierarchyEntry, IntentMarker, OsmObject, PlaceTag, ResolutionTier,
    Rooftop, Tag, Tree,
};
use milepost_gazetteer::{Gazetteer, Place, Placetype, osm_object_of};
use serde_json::{Map, Value};

use crate::answer::Answer;
use crate::interpretations::Interpretation;
use crate::model::confidence;
use crate::parse::components::Components;
use crate::resolved::Resolved;
use crate::result::{candidates, coherence};
use crate::street::located::Located;

/// The place whose chain is the answer's hierarchy.
pub(crate) fn base(resolved: &Resolved) -> Option<Place> {
    resolved.locality.clone().or_else(|| point(resolved))
}

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
    let place = point(&resolved);
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

/// The place that gives the point: the part of the postcode within the locality, if a register has it; otherwise the smaller of
/// postcode and locality, and the locality if the postcode has no point of its own. On US rows with known points the ZIP misses by 1.8 km at the median and the city's centre by 3.2 km; a
/// French postcode often spans several communes, and then the commune is smaller.
pub(crate) fn point(resolved: &Resolved) -> Option<Place> {
    let finer = match (&resolved.postcode, &resolved.locality) {
        (Some(postcode), Some(locality)) => {
            // Where the register knows no more of a code than its town, the point is the town's.
            let is_own = |lat, lon| locality.distance_m(lat, lon) > ONE_POINT_M;
            let radius = postcode.radius_m().max(resolved.postcode_reach_m);
            let most = if resolved.shared_point.is_some() { locality.radius_m() } else { reach_m(locality) };
            // The middle of a wide area says less than the town.
            let is_of_area = |lat, lon| {
                resolved.postcode_reach_m > reach_m(locality) && postcode.distance_m(lat, lon) < ONE_POINT_M
            };
            // The mean of its addresses is nearer than the point that a table of codes has for it.
            if postcode.importance.is_some() && postcode.radius_m() <= reach_m(locality) {
                return Some(postcode.clone());
            }
            match resolved.shared_point {
                Some((lat, lon)) if is_own(lat, lon) && !is_of_area(lat, lon) && resolved.part.is_none() => {
                    return Some(Place { lat, lon, ..postcode.clone() });
                }
                _ if radius <= most && is_own(postcode.lat, postcode.lon) => Some(postcode),
                _ => resolved.part.as_ref().or(Some(locality)),
            }
        }
        (None, Some(locality)) => resolved.part.as_ref().or(Some(locality)),
        (postcode, None) => postcode.as_ref(),
    };
    finer.or(resolved.region.as_ref()).or(resolved.country.as_ref()).cloned()
}

/// How far the area of a truncated postcode reaches whose point is that of the answer, metres; 0 if the answer has a point of its own.
pub(crate) fn area_m(resolved: &Resolved, place: &Place) -> f64 {
    let is_of_area =
        |postcode: &Place| postcode.distance_m(place.lat, place.lon) < ONE_POINT_M && !place.is_area();
    if resolved.postcode.as_ref().is_some_and(is_of_area) { resolved.postcode_reach_m } else { 0.0 }
}

/// Points nearer than this are one point that two tables round in their own ways, metres.
const ONE_POINT_M: f64 = 100.0;

/// Radius of a settlement, metres: its extent, or an estimate from its population if that is unknown. A town of 20,000
/// reaches 0.8 km, a city of a million 6.
fn reach_m(locality: &Place) -> f64 {
    locality.radius_m().max(METRES_BY_ROOT_OF_INHABITANTS * (locality.population.max(0) as f64).sqrt())
}

/// Metres of radius per square root of the population: some 9,000 per square kilometre.
const METRES_BY_ROOT_OF_INHABITANTS: f64 = 6.0;

/// The resolved chain, finest first: the typed places, completed by the gazetteer's ancestors. Of two places of one level the first counts.
pub(crate) fn chain<'a>(resolved: &'a Resolved, above: &'a [Place]) -> Vec<(Tag, &'a Place)> {
    let of_kind = |place: &'a Place| (tag_of(place.placetype), place);
    // The answer lies in the typed region; otherwise it would not have been chosen.
    let of_region = |region: &'a Place| match region.placetype.level() {
        Placetype::Country | Placetype::County => of_kind(region),
        _ => (Tag::Region, region),
    };
    let typed = [
        resolved.part.as_ref().map(|part| (Tag::DependentLocality, part)),
        resolved.locality.as_ref().map(of_kind),
        resolved.region.as_ref().map(of_region),
        resolved.country.as_ref().map(|country| (Tag::Country, country)),
    ];
    let places: Vec<(Tag, &Place)> = typed.into_iter().flatten().chain(above.iter().map(of_kind)).collect();
    LEVELS.iter().filter_map(|level| places.iter().find(|(tag, _)| tag == level).copied()).collect()
}

/// Levels of the hierarchy, finest first.
const LEVELS: [Tag; 6] =
    [Tag::Postcode, Tag::DependentLocality, Tag::Locality, Tag::Subregion, Tag::Region, Tag::Country];

/// What an answer says that a place is: its kind if no component has that, otherwise the tag.
pub(crate) fn place_tag(tag: Tag, placetype: Placetype) -> PlaceTag {
    match placetype {
        Placetype::Landmark => PlaceTag::Landmark,
        Placetype::Airport => PlaceTag::Airport,
        Placetype::NaturalFeature => PlaceTag::NaturalFeature,
        Placetype::Island => PlaceTag::Island,
        Placetype::InformalRegion => PlaceTag::InformalRegion,
        _ => PlaceTag::Component(tag),
    }
}

pub(crate) fn tag_of(placetype: Placetype) -> Tag {
    match placetype.level() {
        Placetype::Country => Tag::Country,
        Placetype::Region => Tag::Region,
        Placetype::County => Tag::Subregion,
        Placetype::Neighbourhood => Tag::DependentLocality,
        Placetype::Postcode => Tag::Postcode,
        _ => Tag::Locality,
    }
}

/// The object of OpenStreetMap that gave the point.
pub(crate) fn osm_object(located: Option<&Located>, place: Option<&Place>) -> Option<OsmObject> {
    let packed = match located {
        Some(located) => located.osm,
        None => place.and_then(|place| osm_object_of(place.id)),
    };
    packed.and_then(OsmObject::of_packed)
}

/// Six decimals are a tenth of a metre; no source is more precise.
pub(crate) fn rounded(degrees: f64) -> f64 {
    (degrees * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::gazetteer;
    use crate::interpretations::fixture::{answered, parsed, place, postcode};

    fn found(address: &str) -> GeocodeResult {
        result(gazetteer(), parsed(address), answered(address), None)
    }

    #[test]
    fn the_point_is_that_of_the_finest_place() {
        let portland = place("Portland", Placetype::Locality);
        let oregon = place("Oregon", Placetype::Region);
        let mut resolved = Resolved { region: Some(oregon.clone()), ..Resolved::default() };
        assert_eq!(point(&resolved), Some(oregon));
        resolved.locality = Some(portland.clone());
        assert_eq!(point(&resolved), Some(portland.clone()));
        let part = Place { id: 900, placetype: Placetype::Neighbourhood, ..portland };
        resolved.part = Some(part.clone());
        assert_eq!(point(&resolved), Some(part));
        assert_eq!(point(&Resolved::default()), None);
    }

    #[test]
    fn of_postcode_and_town_the_smaller_one_gives_the_point() {
        let (portland, code) = (place("Portland", Placetype::Locality), postcode("97201"));
        let of = |postcode: &Place, shared_point| {
            let (postcode, locality) = (Some(postcode.clone()), Some(portland.clone()));
            point(&Resolved { postcode, locality, shared_point, ..Resolved::default() }).unwrap()
        };
        assert_eq!(of(&code, None), code);
        let wide = Place { bbox: [45.0, -123.0, 46.0, -122.0], ..code.clone() };
        assert_eq!(of(&wide, None), portland, "a code of many communes");
        let shared = of(&code, Some((45.53, -122.66)));
        assert_eq!((shared.id, shared.lat, shared.lon), (code.id, 45.53, -122.66), "its part in the town");
        let surveyed = Place { importance: Some(0.0), ..code };
        assert_eq!(of(&surveyed, Some((45.53, -122.66))), surveyed, "the mean of its addresses");
    }

    /// `1171 Budapest` was at the level of a postcode and at the middle of the city, `Iqaluit X0A 0H0` in the middle of its area.
    #[test]
    fn a_postcode_without_a_point_of_its_own_gives_none() {
        let (portland, code) = (place("Portland", Placetype::Locality), postcode("97201"));
        let of = |postcode: Place, shared_point, postcode_reach_m| {
            let (postcode, locality) = (Some(postcode), Some(portland.clone()));
            point(&Resolved { postcode, locality, shared_point, postcode_reach_m, ..Resolved::default() })
        };
        let beside = Place { lat: portland.lat + 0.0001, lon: portland.lon, ..code.clone() };
        assert_eq!(of(beside.clone(), Some((beside.lat, beside.lon)), 0.0), Some(portland.clone()));
        let far = Place { lat: portland.lat + 1.0, ..code };
        assert_eq!(of(far.clone(), Some((far.lat, far.lon)), 200_000.0), Some(portland.clone()));
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
    fn a_place_that_no_component_has_is_tagged_by_its_kind() {
        let level = tag_of(Placetype::Island);
        assert_eq!(level, Tag::Subregion);
        assert_eq!(place_tag(level, Placetype::Island).as_str(), "island");
        assert_eq!(place_tag(Tag::Subregion, Placetype::District).as_str(), "subregion");
        assert_eq!(place_tag(Tag::Locality, Placetype::Locality).as_str(), "locality");
    }

    #[test]
    fn a_chain_runs_from_the_finest_level_up_and_has_each_once() {
        let town = place("Portland", Placetype::Locality);
        let region = Some(place("Oregon", Placetype::Region));
        // The county comes behind the typed region.
        let county = place("Vane County", Placetype::County);
        let above = [&[county][..], &gazetteer().ancestors(town.id).unwrap()].concat();
        let resolved = Resolved { locality: Some(town), region, ..Resolved::default() };
        let levels: Vec<(Tag, String)> =
            chain(&resolved, &above).into_iter().map(|(tag, place)| (tag, place.name.to_string())).collect();
        let expected = [
            (Tag::Locality, "Portland"),
            (Tag::Subregion, "Vane County"),
            (Tag::Region, "Oregon"),
            (Tag::Country, "United States"),
        ];
        assert_eq!(levels, expected.map(|(tag, name)| (tag, name.to_owned())));
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

    #[test]
    fn a_level_has_the_typed_words_beside_the_name_of_the_gazetteer() {
        let result = found("locality=pdx; region=OR");
        let [town, region, ..] = &result.hierarchy[..] else { panic!("{:?}", result.hierarchy) };
        assert_eq!((town.value.as_str(), town.name.as_str()), ("pdx", "Portland"));
        assert_eq!((region.value.as_str(), region.name.as_str()), ("OR", "Oregon"));
        assert_eq!((result.locality.as_deref(), result.country_code.as_deref()), (Some("pdx"), Some("US")));
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

    #[test]
    fn degrees_have_six_decimals() {
        assert_eq!(rounded(45.123_456_789), 45.123_457);
        assert_eq!(rounded(-0.000_000_4), 0.0);
    }
}
