//! The places that contain an answer, finest first, with their tags.

use milepost_address::{PlaceTag, Tag};
use milepost_gazetteer::{Place, Placetype};

use crate::named_places::Resolved;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{gazetteer, place};

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
}
