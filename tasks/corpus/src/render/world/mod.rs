//! Addresses of all countries, assembled from word lists, places and the conventions of each country.

mod city;
mod han;
mod korean;
mod national;
pub(crate) mod number;
mod order;
mod parts;
pub(crate) mod postcode;
pub(crate) mod street;
mod village;

use fastrand::Rng;
use milepost_text::features::InputMode;

use super::{any, chance};
use crate::line::Line;
use crate::sources::formats::Formats;
use crate::sources::places::Places;
use crate::sources::suburbs::Suburbs;
use crate::sources::vocabulary::Vocabulary;
use crate::sources::world::{Country, Language, World};
use national::National;
use parts::Parts;

/// The sources of a world address.
pub(crate) struct Drawing<'a> {
    pub(crate) world: &'a World,
    pub(crate) formats: &'a Formats,
    pub(crate) places: &'a Places,
    pub(crate) suburbs: &'a Suburbs,
    pub(crate) vocabulary: &'a Vocabulary,
}

/// One address of `country`; with `held_out` its street name does not occur in training lines.
pub(crate) fn address_of(
    from: &Drawing<'_>,
    country: &Country,
    held_out: bool,
    rng: &mut Rng,
) -> (Line, InputMode) {
    let language = from.world.language(country, rng);
    address_in(from, country, language, held_out, rng)
}

/// One address of `country` in `language`.
pub(crate) fn address_in(
    from: &Drawing<'_>,
    country: &Country,
    language: &Language,
    held_out: bool,
    rng: &mut Rng,
) -> (Line, InputMode) {
    let mut parts = parts::draw(from, country, language, rng);
    parts.street = street::listed(from, country, held_out, rng)
        .unwrap_or_else(|| street::of_split(from, language, held_out, rng));
    if chance(rng, BILINGUAL) {
        speak_twice(&mut parts, country, from, held_out, rng);
    }
    if let Some(format) = from.formats.of(&country.code).filter(|_| chance(rng, NATIONAL)) {
        let national = National { from, format, country, language, parts: &parts, held_out };
        return (national.line(rng), InputMode::Formatted);
    }
    match rng.u8(..100) {
        0..8 => (order::fragment(&parts, country.family, rng), InputMode::Fragmented),
        8..11 => (order::place_first(&parts, country.family, rng), InputMode::Formatted),
        _ => (order::whole(from, &parts, country.family, language, rng), InputMode::Formatted),
    }
}

/// Share of the addresses in a country's own format, if it has one.
const NATIONAL: f64 = 0.4;

/// Share of the addresses with names in both languages, in a country with bilingual regions.
const BILINGUAL: f64 = 0.14;

/// Gives the town and, often, the street names in two languages, both in the same order.
fn speak_twice(parts: &mut Parts, country: &Country, from: &Drawing<'_>, held_out: bool, rng: &mut Rng) {
    let (streets, languages) = match city::bilingual(&country.code, from, rng) {
        Some((city, postcode, languages)) => {
            (parts.city, parts.postcode) = (city, postcode.to_owned());
            (parts.suburb, parts.aside, parts.county) = Default::default();
            (0.7, languages)
        }
        // In the Basque Country, bilingual streets are more frequent than bilingual towns.
        None if country.code == "ES" => (1.0, any(rng, &[["eu", "es"], ["es", "eu"]])),
        None => return,
    };
    if chance(rng, streets)
        && let [Some(first), Some(second)] = languages.map(|name| from.world.language_named(name))
    {
        let drawn = |language: &Language, rng: &mut Rng| street::of_split(from, language, held_out, rng);
        parts.street = city::named_twice(drawn(first, rng), &drawn(second, rng), rng);
    }
}

/// Empty sources, for tests.
#[cfg(test)]
fn without_tables<Result>(test: impl FnOnce(&Drawing<'_>) -> Result) -> Result {
    test(&Drawing {
        world: &World::read(),
        formats: &Formats::read(),
        places: &Places::default(),
        suburbs: &Suburbs::default(),
        vocabulary: &Vocabulary::default(),
    })
}
