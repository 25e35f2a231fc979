//! The answer to a search: the point with its whole chain of places, for surfaces that write their own items.

use milepost_address::{BoundingBox, FoundPlace, ResolutionTier, SearchResult, Tag};
use milepost_gazetteer::{Gazetteer, Place, box_around, extent};

use crate::answer::geocode_result::{self, rounded};
use crate::answer::look_up::Answer;
use crate::street::located::Located;

/// The search result of an address; none if it has no coordinates.
pub(crate) fn result(gazetteer: &Gazetteer, answer: Answer<'_>) -> Option<SearchResult> {
    let Answer { components, resolved, above, located, .. } = answer;
    let place = geocode_result::point(&resolved).as_ref().map(|place| found(gazetteer, place));
    let (lat, lon, bbox) = match (&located, &place) {
        (Some(Located { lat, lon, uncertainty_m, .. }), _) => {
            (*lat, *lon, bounding_box(box_around(*lat, *lon, *uncertainty_m)))
        }
        (None, Some(place)) => (place.lat, place.lon, place.bbox),
        (None, None) => return None,
    };
    let places = match &place {
        Some(_) => geocode_result::chain(&resolved, &above)
            .iter()
            .map(|(_, place)| found(gazetteer, place))
            .collect(),
        None => Vec::new(),
    };
    let text = |tag| components.get(tag).map(str::to_owned);
    let filed = located.as_ref().and_then(|located| located.postcode.as_ref()).map(|key| key.to_uppercase());
    Some(SearchResult {
        lat: rounded(lat),
        lon: rounded(lon),
        bbox,
        resolution_tier: located.as_ref().map_or(ResolutionTier::Admin, |located| located.tier),
        uncertainty_m: located.as_ref().map(|located| located.uncertainty_m.round()),
        house_number: text(Tag::HouseNumber),
        street: components.street(),
        postcode: text(Tag::Postcode).or(filed),
        place,
        places,
    })
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
    }
}

/// The gazetteer's south, west, north, east as surfaces write boxes.
pub(crate) fn bounding_box([south, west, north, east]: [f64; 4]) -> BoundingBox {
    [west, south, east, north].map(rounded)
}
