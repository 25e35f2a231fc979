//! An address as comparisons take it: read once, compared often.

use milepost_address::Tag;
use milepost_format::{Components, KeyFields, words};
use milepost_text::{HouseNumber, StreetName, place_sound};

use crate::component::Component;
use crate::point::MatchPoint;

/// An address prepared for comparisons.
#[derive(Debug, Clone)]
pub struct MatchAddress {
    pub(crate) fields: KeyFields,
    /// The typed texts of each component, folded.
    pub(crate) written: Vec<String>,
    pub(crate) numbers: Vec<HouseNumber>,
    pub(crate) streets: Vec<StreetName>,
    /// The sounds of the locality and of the names beside it.
    pub(crate) sounds: Vec<String>,
    /// The numbers in the names of places: 2 of `Phase 2`.
    pub(crate) place_numbers: Vec<String>,
    /// Names of businesses and buildings, with a house number as well.
    pub(crate) venues: Vec<String>,
    /// Where it is, if it was geocoded.
    pub(crate) point: Option<MatchPoint>,
}

impl MatchAddress {
    /// Prepares components by the rules of a country (ISO 3166-1 alpha-2, any case).
    pub fn of(components: &Components<'_>, country: &str) -> MatchAddress {
        let fields = KeyFields::of(components, country);
        let code = fields.country.first().map_or("", String::as_str);
        let places = [&fields.locality, &fields.dependent_locality, &fields.subregion];
        let written: Vec<String> =
            Component::ALL.iter().map(|component| written(components, component.tags())).collect();
        let numbers_of_places =
            written[Component::Locality as usize].split(|letter: char| !letter.is_numeric());
        MatchAddress {
            place_numbers: numbers_of_places.filter(|number| !number.is_empty()).map(str::to_owned).collect(),
            numbers: fields.house_number.iter().filter_map(|number| number_of_key(number)).collect(),
            streets: fields.street.iter().filter_map(|street| StreetName::of(street, code)).collect(),
            sounds: places.into_iter().flatten().map(|name| place_sound(name)).collect(),
            venues: components.texts(Tag::Venue).iter().map(|text| words(text).join(" ")).collect(),
            written,
            fields,
            point: None,
        }
    }

    /// The same at the point that a geocode found.
    #[must_use]
    pub fn at(self, point: Option<MatchPoint>) -> MatchAddress {
        MatchAddress { point, ..self }
    }

    /// Metres to another address, if both have a point.
    pub(crate) fn distance_m(&self, other: &MatchAddress) -> Option<f64> {
        Some(self.point?.distance_m(other.point.as_ref()?).round())
    }
}

/// A number of a key, whose groups of digits have a space between them: `2 7 2` of `2-7-2`.
fn number_of_key(number: &str) -> Option<HouseNumber> {
    let groups: Vec<&str> = number.split(' ').collect();
    let is_digits = |group: &&str| group.bytes().all(|byte| byte.is_ascii_digit());
    HouseNumber::parse(&groups.join(if groups.iter().all(is_digits) { "-" } else { " " }))
}

fn written(components: &Components<'_>, tags: &[Tag]) -> String {
    let texts = tags.iter().flat_map(|tag| components.texts(*tag));
    texts.flat_map(|text| words(&text)).collect::<Vec<_>>().join(" ")
}
