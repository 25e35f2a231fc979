//! The answer to a search: the point with its whole chain of places, for surfaces that write their own items.

use milepost_address::{
    BoundingBox, FoundParts, FoundPlace, MatchLevel, OsmObject, ResolutionTier, SearchResult, Tag,
};
use milepost_gazetteer::{Gazetteer, Place, extent, osm_object_of};
use milepost_store::box_around;

use crate::answer::Answer;
use crate::components::Components;
use crate::degrees::rounded;
use crate::interpretations::Interpretation;
use crate::model::confidence;
use crate::named_places::Resolved;
use crate::result::geocode_result;
use crate::result::hierarchy::chain;
use crate::street::Located;

/// The search result of an address; none if it has no coordinates.
pub(crate) fn result(gazetteer: &Gazetteer, answer: Answer<'_>) -> Option<SearchResult> {
    let (lat, lon) = answer.point()?;
    let confidence = confidence::of(&answer);
    let (match_level, accuracy_m) = answer.level_and_radius();
    let match_level = match_level?;
    let Answer { interpretation: Interpretation { components, .. }, resolved, above, located, .. } = answer;
    let point = resolved.point();
    let osm = geocode_result::osm_object(located.as_ref(), point.as_ref());
    let place = point.map(|place| found(gazetteer, &place));
    let uncertainty_m = located.as_ref().map(|located| located.uncertainty_m);
    let around = uncertainty_m.map(|radius_m| bounding_box(box_around(lat, lon, radius_m)));
    let chain = chain(&resolved, &above);
    let places = chain.into_iter().map(|(_, place)| found(gazetteer, place)).collect();
    let text = |tag| components.get(tag).map(str::to_owned);
    let filed = located.as_ref().and_then(|located| located.postcode.as_ref()).map(|key| key.to_uppercase());
    Some(SearchResult {
        lat: rounded(lat),
        lon: rounded(lon),
        bbox: around.or(place.as_ref().map(|place| place.bbox))?,
        resolution_tier: located.as_ref().map_or(ResolutionTier::Admin, |located| located.tier),
        uncertainty_m: uncertainty_m.map(f64::round),
        house_number: text(Tag::HouseNumber),
        street: components.street(),
        postcode: text(Tag::Postcode).or(filed),
        place,
        places,
        match_level,
        accuracy_m,
        confidence,
        found: parts(&components, &resolved, located.as_ref(), match_level),
        components: components.iter().map(|(tag, value)| (tag.as_str(), value.to_owned())).collect(),
        osm,
    })
}

/// What the data hold of the typed number, street and postcode. A typed postcode keeps its spelling if it is the one of the data.
fn parts(
    components: &Components<'_>,
    resolved: &Resolved,
    located: Option<&Located>,
    level: MatchLevel,
) -> FoundParts {
    let is_house = matches!(level, MatchLevel::House | MatchLevel::Interpolated);
    let street = located.filter(|_| is_house || level == MatchLevel::Street);
    let typed = components.get(Tag::Postcode);
    let filed = located.and_then(|located| located.postcode.as_ref()).map(|key| key.to_uppercase());
    let known = filed.or_else(|| resolved.postcode.as_ref().map(|place| place.name.to_string()));
    let is_known = |typed: &&str| known.as_deref().is_some_and(|known| letters(known) == letters(typed));
    FoundParts {
        house_number: components.get(Tag::HouseNumber).filter(|_| is_house).map(str::to_owned),
        street: street.map(|located| located.street.clone()),
        postcode: typed.filter(is_known).map(str::to_owned).or(known),
    }
}

/// The letters and digits of a postcode, in capitals.
fn letters(postcode: &str) -> String {
    postcode.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

fn found(gazetteer: &Gazetteer, place: &Place) -> FoundPlace {
    FoundPlace {
        id: place.id,
        place_id: gazetteer.place_id(place.id),
        name: place.name.to_string(),
        placetype: place.placetype.name().to_owned(),
        country_code: place.country.to_string(),
        lat: rounded(place.lat),
        lon: rounded(place.lon),
        bbox: bounding_box(extent(place.bbox, place.population)),
        population: place.population,
        osm: osm_object_of(place.id).and_then(OsmObject::of_packed),
    }
}

/// The gazetteer's south, west, north, east as surfaces write boxes.
pub(crate) fn bounding_box([south, west, north, east]: [f64; 4]) -> BoundingBox {
    [west, south, east, north].map(rounded)
}

#[cfg(test)]
mod tests {
    use milepost_address::{ResolutionTier, SearchResult};
    use milepost_store::distance_m;

    use super::*;
    use crate::fixture::gazetteer;
    use crate::street::fixture::answered;

    fn found(address: &str) -> Option<SearchResult> {
        result(gazetteer(), answered(address))
    }

    #[test]
    fn a_house_has_the_box_of_its_radius_and_the_postcode_of_its_register() {
        let house = found("house_number=20; street=Larch St; locality=Portland; region=OR").unwrap();
        assert_eq!(house.resolution_tier, ResolutionTier::AddressPoint);
        let [west, south, east, north] = house.bbox;
        assert!(west < house.lon && house.lon < east && south < house.lat && house.lat < north);
        let half_height = distance_m(south, house.lon, house.lat, house.lon);
        assert!((half_height - house.uncertainty_m.unwrap()).abs() < 1.0, "{half_height}");
        assert_eq!(house.postcode.as_deref(), Some("97201"), "none is typed");
        let typed = found("house_number=7; street=Elder Ct; locality=Portland; region=OR; postcode=97201");
        let typed = typed.unwrap();
        assert_eq!(typed.postcode.as_deref(), Some("97201"), "as typed, though filed under 97205");
        assert_eq!(typed.found.postcode.as_deref(), Some("97205"), "as filed");
        assert_eq!((typed.match_level, typed.found.house_number.as_deref()), (MatchLevel::House, Some("7")));
    }

    #[test]
    fn a_town_that_answers_for_a_house_has_found_neither_street_nor_number() {
        let town = found("house_number=20; street=Nowhere St; locality=Portland; region=OR").unwrap();
        assert_eq!((town.match_level, &town.found), (MatchLevel::Locality, &FoundParts::default()));
        assert_eq!(town.components.get("street").map(String::as_str), Some("Nowhere St"));
    }
}
