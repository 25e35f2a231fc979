//! An answer as an address in the format of its country. It holds what was found, and nothing that was only typed.

use milepost_address::{Around, Coherence, FoundPlace, GeocodeResult, MatchLevel, PlaceTag, Tag};
use milepost_format::{Components, FormatOptions, format_address};

/// The address of a geocode; none if nothing was found.
pub(crate) fn of_geocode(result: &GeocodeResult) -> Option<String> {
    let is_house = matches!(result.match_level, Some(MatchLevel::House | MatchLevel::Interpolated));
    let is_street = is_house || result.match_level == Some(MatchLevel::Street);
    let of_register =
        result.rooftop.as_ref().and_then(|rooftop| rooftop.postcode.as_ref()).map(|key| key.to_uppercase());
    let is_confirmed =
        result.admin_coherence.as_ref().is_some_and(|coherence| coherence.postcode == Coherence::Confirmed);
    let own = [
        (Tag::HouseNumber, result.house_number.as_deref().filter(|_| is_house)),
        (Tag::Street, result.street.as_deref().filter(|_| is_street)),
        (Tag::Postcode, result.postcode.as_deref().filter(|_| is_confirmed).or(of_register.as_deref())),
    ];
    let own = own.into_iter().filter_map(|(tag, text)| Some((tag, text?)));
    let above = result.hierarchy.iter().map(|entry| {
        let tag = if let PlaceTag::Component(tag) = entry.tag { tag } else { Tag::Venue };
        (tag, entry.name.as_str())
    });
    line(own.chain(above), result.country_code.as_deref())
}

/// The address of what a point lies in; none if nothing is there.
pub(crate) fn of_point(around: &[Around]) -> Option<String> {
    let mut parts = Vec::new();
    let mut country = None;
    for one in around {
        match one {
            Around::House(house) => {
                parts.extend([(Tag::HouseNumber, house.house_number.as_str()), (Tag::Street, &house.street)]);
                parts.extend(house.postcode.as_deref().map(|code| (Tag::Postcode, code)));
            }
            Around::Place(place) => {
                parts.extend(tag_of(place).map(|tag| (tag, place.name.as_str())));
                country = country.or(Some(place.country_code.as_str()).filter(|code| !code.is_empty()));
            }
        }
    }
    line(parts, country)
}

/// The tag of a place; none of a level that no address line has.
fn tag_of(place: &FoundPlace) -> Option<Tag> {
    Some(match place.placetype.as_str() {
        "country" | "dependency" => Tag::Country,
        "region" => Tag::Region,
        "county" => Tag::Subregion,
        "localadmin" | "locality" => Tag::Locality,
        "borough" | "macrohood" | "neighbourhood" => Tag::DependentLocality,
        "postalcode" => Tag::Postcode,
        _ => return None,
    })
}

fn line<'a>(parts: impl IntoIterator<Item = (Tag, &'a str)>, country: Option<&str>) -> Option<String> {
    let components: Components<'_> = parts.into_iter().collect();
    let options = FormatOptions { append_country: true, separator: ", ", ..FormatOptions::default() };
    Some(format_address(&components, country.unwrap_or_default(), &options)).filter(|text| !text.is_empty())
}
