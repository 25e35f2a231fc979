//! The parts of one address of a country, before they are put in order.

use fastrand::Rng;
use milepost_address::Tag;

use super::street::filled;
use super::{Drawing, city, number, postcode, village};
use crate::labels::Street;
use crate::render::{any, chance, with_other_numbers};
use crate::sources::world::{Country, Family, Language};

/// The parts of one address before they are put in order.
pub(super) struct Parts {
    pub(super) number: String,
    pub(super) street: Street,
    pub(super) unit: String,
    pub(super) po_box: String,
    pub(super) suburb: String,
    /// How often the suburb is written, how often it then comes before the city, and what it is.
    pub(super) suburb_share: f64,
    pub(super) suburb_first: f64,
    /// Whether it may come after the city where the family has it in front.
    pub(super) suburb_may_follow: bool,
    pub(super) suburb_tag: Tag,
    /// What stands between the city and a suburb after it, by weight.
    pub(super) behind_city: [(f64, &'static str); 3],
    pub(super) city: String,
    /// A note in brackets after the city; no component.
    pub(super) aside: String,
    /// How often a bare number after the street is a unit.
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

/// How often a town of one word is drawn again, for one of several.
const WHOLE_NAMES: f64 = 0.5;

/// The parts of an address of `country`; its street is drawn apart.
pub(super) fn draw(from: &Drawing<'_>, country: &Country, language: &Language, rng: &mut Rng) -> Parts {
    let mut place = from.places.of(&country.code, rng).filter(|_| country.family != Family::Han);
    // Towns of several words are few in the table, and a suburb and its town look like one.
    if place.is_some_and(|place| !place.name.contains(' ')) && chance(rng, WHOLE_NAMES) {
        place = from.places.of(&country.code, rng).filter(|place| place.name.contains(' ')).or(place);
    }
    let listed = from.vocabulary.draw(language.vocabulary, "city", rng);
    let aside = place.map_or_else(String::new, |place| place.aside.clone());
    let (mut city, mut county, mut region, mut postcode) = match (place, listed) {
        // Countries whose table is in Latin letters or short get the names of their own language as well.
        (Some(place), Some(listed)) if chance(rng, 0.15) || place.name.is_empty() => {
            (listed.to_owned(), String::new(), String::new(), place.postcode.clone())
        }
        (Some(place), _) => {
            let region = if chance(rng, 0.3) && place.region_code.chars().all(char::is_alphabetic) {
                place.region_code.clone()
            } else {
                place.region.clone()
            };
            (place.name.clone(), place.county.clone(), region, place.postcode.clone())
        }
        (None, listed) => {
            // GeoNames has its towns in Latin letters, which no address in another script has.
            let latin = listed.is_none_or(|name| name.starts_with(|first: char| first < '\u{250}'));
            let with_town = latin && country.family != Family::Han && chance(rng, 0.6);
            let town = from.suburbs.town(&country.code, rng).filter(|_| with_town);
            let region = from.vocabulary.draw(language.vocabulary, "region", rng).unwrap_or_default();
            (town.or(listed).unwrap_or_default().to_owned(), String::new(), region.to_owned(), String::new())
        }
    };
    let village =
        from.places.of(&country.code, rng).and_then(|near| village::near(&near.name, &country.code, rng));
    let village_known = village.is_some();
    let mut suburb = match (village, from.vocabulary.draw(language.vocabulary, "suburb", rng)) {
        (Some(village), _) if chance(rng, 0.75) => village,
        (_, Some(suburb)) if rng.bool() => suburb.to_owned(),
        // A town as a suburb of another would teach the wrong thing of both, where anything better is known.
        _ => match from.suburbs.name(&country.code, rng) {
            Some(name) => name.to_owned(),
            None => from.places.of(&country.code, rng).map_or_else(String::new, |place| place.name.clone()),
        },
    };
    let metropolis = match country.cities.as_slice() {
        [] if city::has_districts(&country.code) => from.suburbs.metropolis(&country.code, rng),
        [] => None,
        cities => Some(any(rng, cities)),
    };
    // A district has no other city to come after.
    let share = if city::has_districts(&country.code) { 0.45 } else { 0.2 };
    let metropolis = metropolis.filter(|_| country.family != Family::Han && chance(rng, share));
    let in_metropolis = metropolis.is_some();
    if let Some(metropolis) = metropolis {
        (suburb, city) = (city, metropolis.to_owned());
        county.clear();
    }
    // Real suburbs beside their city: nothing else tells the two apart.
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
    let postcode = match country.postcode {
        _ if country.code == "IE" => postcode::irish(&postcode, rng),
        Some(form) if postcode.is_empty() || form.contains('A') => postcode::of_form(form, rng),
        _ => postcode::as_written(&postcode, &country.code, rng),
    };
    let county_share = match country.code.as_str() {
        _ if city.is_empty() => 1.0,
        "TR" if city == region => 0.8,
        "VN" => 0.6,
        "TR" | "CY" | "EG" => 0.35,
        _ => 0.04,
    };
    Parts {
        number: with_other_numbers(number::house_number(country.numbers, language.name, rng), rng),
        street: Street::default(),
        unit: match language.units(&country.code).as_slice() {
            [] => String::new(),
            units => filled(any(rng, units), from, language, rng),
        },
        po_box: if language.boxes.is_empty() {
            String::new()
        } else {
            filled(any(rng, &language.boxes), from, language, rng)
        },
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
        bare_unit: match (country.code.as_str(), country.family) {
            // Streets of an estate have numbers there: `6 Jalan Contoh 23`.
            ("MY" | "ID", _) => 0.005,
            (_, Family::En | Family::EnEu | Family::City) => 0.08,
            _ => 0.025,
        },
        county,
        region,
        postcode,
        // What looks like a country's code is the island's own, as of a state.
        country: match rng.u8(..10) {
            _ if country.code == "PR" => String::new(),
            0..4 => country.code.clone(),
            _ => any(rng, &country.names).to_owned(),
        },
        county_share,
        region_share: match country.code.as_str() {
            "CA" | "AU" | "BR" | "IN" | "PK" => 0.55,
            "VN" => 0.35,
            "LV" => 0.5,
            // No one writes the region: its name is the city's.
            "NZ" | "SG" | "AZ" => 0.02,
            "PR" => 0.8,
            _ => 0.2,
        },
        slash_unit: matches!(country.code.as_str(), "AU" | "NZ" | "GB" | "IE"),
    }
}
