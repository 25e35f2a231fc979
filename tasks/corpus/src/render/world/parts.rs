//! The parts of one address of a country, before they are put in order.

use fastrand::Rng;
use milepost_address::Tag;

use super::street::filled;
use super::{Drawing, city, number, postcode, village};
use crate::labels::Street;
use crate::render::{any, chance, with_other_numbers};
use crate::sources::places::Place;
use crate::sources::world::{Country, Family, Language};

pub(super) struct Parts {
    pub(super) number: String,
    pub(super) street: Street,
    pub(super) unit: String,
    pub(super) po_box: String,
    pub(super) suburb: String,
    /// How often the suburb is written; how often it is then before the city; its tag.
    pub(super) suburb_share: f64,
    pub(super) suburb_first: f64,
    /// Whether the suburb may follow the city although the family usually has it in front.
    pub(super) suburb_may_follow: bool,
    pub(super) suburb_tag: Tag,
    /// Separators between the city and a suburb after it, by weight.
    pub(super) behind_city: [(f64, &'static str); 3],
    pub(super) city: String,
    /// A note in brackets after the city; without a tag.
    pub(super) aside: String,
    /// How often a bare number after the street is written as a unit.
    pub(super) bare_unit: f64,
    pub(super) county: String,
    pub(super) region: String,
    pub(super) postcode: String,
    pub(super) country: String,
    /// How often the county and the region are written.
    pub(super) county_share: f64,
    pub(super) region_share: f64,
    /// Whether `3/5` is unit 3 of number 5.
    pub(super) slash_unit: bool,
}

/// How often a one-word town is replaced by one of several words.
const WHOLE_NAMES: f64 = 0.5;

/// The parts of an address of `country`, without its street, which is drawn separately.
pub(super) fn draw(from: &Drawing<'_>, country: &Country, language: &Language, rng: &mut Rng) -> Parts {
    let place = place(from, country, rng);
    let listed = from.vocabulary.draw(language.vocabulary, "city", rng);
    let aside = place.map_or_else(String::new, |place| place.aside.clone());
    let [mut city, mut county, mut region, mut postcode] =
        settled(place, listed, from, country, language, rng);
    let (mut suburb, village_known) = suburb(from, country, language, rng);
    let metropolis = metropolis(from, country, rng);
    let in_metropolis = metropolis.is_some();
    if let Some(metropolis) = metropolis {
        (suburb, city) = (city, metropolis.to_owned());
        county.clear();
    }
    // Real suburbs with their city, because nothing else separates the two.
    let paired = from.suburbs.of(&country.code, rng).filter(|_| !in_metropolis && chance(rng, 0.35));
    if let Some(pair) = paired {
        (suburb, city) = (pair.name.clone(), pair.city.clone());
        county.clear();
        if let Some(place) = from.places.named(&country.code, &city, rng) {
            postcode.clone_from(&place.postcode);
        }
    }
    let mut aside = if in_metropolis || paired.is_some() { String::new() } else { aside };
    if !in_metropolis {
        city::qualify(&mut city, &mut aside, &country.code, from, rng);
    }
    city::localise(&mut city, &mut county, &mut region, &country.code, from, rng);
    if country.family == Family::Korean {
        [region, city, suburb] = city::divided_in_korea(region, &county, &city);
    }
    let postcode = written_postcode(postcode, country, rng);
    let county_share = county_share(&country.code, &city, &region);
    Parts {
        number: with_other_numbers(number::house_number(country.numbers, language.name, rng), rng),
        street: Street::default(),
        unit: one_of(&language.units(&country.code), from, language, rng),
        po_box: one_of(&language.boxes, from, language, rng),
        suburb,
        suburb_share: match () {
            () if in_metropolis || paired.is_some() => 0.75,
            () if village_known => 0.3,
            () => 0.07,
        },
        suburb_tag: if in_metropolis { city::part_of_city(&country.code) } else { Tag::DependentLocality },
        suburb_first: city::suburb_first(&country.code, in_metropolis),
        suburb_may_follow: country.code == "CL" || in_metropolis && city::has_districts(&country.code),
        behind_city: city::behind_city(&country.code),
        city,
        aside,
        bare_unit: bare_unit_share(country),
        county,
        region,
        postcode,
        country: name_of(country, rng),
        county_share,
        region_share: region_share(&country.code),
        slash_unit: matches!(country.code.as_str(), "AU" | "NZ" | "GB" | "IE"),
    }
}

/// A place of the table, half of the time with several words if there is one. The table has few such towns, and without them the parser
/// takes such a name for a suburb and a town.
fn place<'a>(from: &'a Drawing<'_>, country: &Country, rng: &mut Rng) -> Option<&'a Place> {
    let mut place = from.places.of(&country.code, rng).filter(|_| country.family != Family::Han);
    if place.is_some_and(|place| !place.name.contains(' ')) && chance(rng, WHOLE_NAMES) {
        place = from.places.of(&country.code, rng).filter(|place| place.name.contains(' ')).or(place);
    }
    place
}

fn written_postcode(postcode: String, country: &Country, rng: &mut Rng) -> String {
    match country.postcode {
        _ if country.code == "IE" => postcode::irish(&postcode, rng),
        Some(form) if postcode.is_empty() || form.contains('A') => postcode::of_form(form, rng),
        _ => postcode::as_written(&postcode, &country.code, rng),
    }
}

fn name_of(country: &Country, rng: &mut Rng) -> String {
    // For Puerto Rico the country code is the code of the region.
    match rng.u8(..10) {
        _ if country.code == "PR" => String::new(),
        0..4 => country.code.clone(),
        _ => any(rng, &country.names).to_owned(),
    }
}

/// City, county, region and postcode of a place of the table, or a town of the language's list.
fn settled(
    place: Option<&Place>,
    listed: Option<&str>,
    from: &Drawing<'_>,
    country: &Country,
    language: &Language,
    rng: &mut Rng,
) -> [String; 4] {
    match (place, listed) {
        // Some countries have Latin letters or few rows in the table, so they also get names in their own language.
        (Some(place), Some(listed)) if chance(rng, 0.15) || place.name.is_empty() => {
            [listed.to_owned(), String::new(), String::new(), place.postcode.clone()]
        }
        (Some(place), _) => {
            let region = if chance(rng, 0.3) && place.region_code.chars().all(char::is_alphabetic) {
                place.region_code.clone()
            } else {
                place.region.clone()
            };
            [place.name.clone(), place.county.clone(), region, place.postcode.clone()]
        }
        (None, listed) => {
            // GeoNames has the towns in Latin letters, which do not occur in addresses in another script.
            let latin = listed.is_none_or(|name| name.starts_with(|first: char| first < '\u{250}'));
            let with_town = latin && country.family != Family::Han && chance(rng, 0.6);
            let town = from.suburbs.town(&country.code, rng).filter(|_| with_town);
            let region = from.vocabulary.draw(language.vocabulary, "region", rng).unwrap_or_default();
            [town.or(listed).unwrap_or_default().to_owned(), String::new(), region.to_owned(), String::new()]
        }
    }
}

/// A suburb or a village, and whether a village is known.
fn suburb(from: &Drawing<'_>, country: &Country, language: &Language, rng: &mut Rng) -> (String, bool) {
    let village =
        from.places.of(&country.code, rng).and_then(|near| village::near(&near.name, &country.code, rng));
    let village_known = village.is_some();
    let suburb = match (village, from.vocabulary.draw(language.vocabulary, "suburb", rng)) {
        (Some(village), _) if chance(rng, 0.75) => village,
        (_, Some(suburb)) if rng.bool() => suburb.to_owned(),
        // The name of a town as a suburb would mislead the parser about both, so it is the last choice.
        _ => match from.suburbs.name(&country.code, rng) {
            Some(name) => name.to_owned(),
            None => from.places.of(&country.code, rng).map_or_else(String::new, |place| place.name.clone()),
        },
    };
    (suburb, village_known)
}

/// A city that is written with its district.
fn metropolis<'a>(from: &'a Drawing<'_>, country: &Country, rng: &mut Rng) -> Option<&'a str> {
    let metropolis = match country.cities.as_slice() {
        [] if city::has_districts(&country.code) => from.suburbs.metropolis(&country.code, rng),
        [] => None,
        cities => Some(any(rng, cities)),
    };
    // In these countries the district is written after a city, so cities occur more often.
    let share = if city::has_districts(&country.code) { 0.45 } else { 0.2 };
    metropolis.filter(|_| country.family != Family::Han && chance(rng, share))
}

/// A pattern of the list, filled in; empty for an empty list.
fn one_of(patterns: &[&str], from: &Drawing<'_>, language: &Language, rng: &mut Rng) -> String {
    if patterns.is_empty() { String::new() } else { filled(any(rng, patterns), from, language, rng) }
}

/// How often a unit is a bare number.
fn bare_unit_share(country: &Country) -> f64 {
    match (country.code.as_str(), country.family) {
        // On housing estates this number belongs to the street: `6 Jalan Contoh 23`.
        ("MY" | "ID", _) => 0.005,
        (_, Family::En | Family::EnEu | Family::City) => 0.08,
        _ => 0.025,
    }
}

/// How often the county is written.
fn county_share(country: &str, city: &str, region: &str) -> f64 {
    match country {
        _ if city.is_empty() => 1.0,
        "TR" if city == region => 0.8,
        "VN" => 0.6,
        "TR" | "CY" | "EG" => 0.35,
        _ => 0.04,
    }
}

/// How often the region is written.
fn region_share(country: &str) -> f64 {
    match country {
        "CA" | "AU" | "BR" | "IN" | "PK" => 0.55,
        "VN" => 0.35,
        "LV" => 0.5,
        // People rarely write the region, because it has the name of the city.
        "NZ" | "SG" | "AZ" => 0.02,
        "PR" => 0.8,
        _ => 0.2,
    }
}
