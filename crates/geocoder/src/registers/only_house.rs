//! The house as evidence for its place: an address whose place is not stated, not known or has no such street, and that one register has.
//!
//! `Kinkerstraat 175F` is in one town of all open registers, `1053 DS 177` in one postcode, and of the towns called Harlingen one has
//! a Grote Bredeplaats. A register counts only where the text allows its country and state.

use milepost_address::Tag;
use milepost_gazetteer::Place;
use milepost_store::distance_m;
use milepost_text::us_state_code;

use crate::Result;
use crate::answer::{Answer, Asked, places_above};
use crate::components::Components;
use crate::finding::Finding;
use crate::interpretations::Interpretation;
use crate::named_places::Resolved;
use crate::street::elsewhere::town_of;
use crate::street::{Addressed, Located, ONE_PLACE_M, PlaceQuery, areas};

/// The only house, or without a number the only street, of all registers that the text allows, in one parse of the text; none if
/// several have it.
pub(crate) fn proved<'a>(
    Asked { scope, cascade, .. }: Asked<'_, 'a>,
    first: &Answer<'a>,
    interpretation: Interpretation<'a>,
) -> Result<Option<Answer<'a>>> {
    let components = &interpretation.components;
    let mut only: Option<(&str, Located)> = None;
    let place = PlaceQuery::of(components, &Resolved::default());
    let sounds = place.sounds();
    for area in cascade.shards.areas().into_iter().filter(|area| allows(first, area)) {
        let country = areas::country_of(area);
        let located = cascade
            .in_register(area, components, &place, &sounds)
            .filter(|located| is_sure(located, components));
        let Some(located) =
            located.filter(|located| scope.options.holds(Some(country), located.lat, located.lon))
        else {
            continue;
        };
        match &only {
            // A register and OpenStreetMap may both have it.
            Some((_, known)) if distance_m(known.lat, known.lon, located.lat, located.lon) <= ONE_PLACE_M => {
            }
            Some(_) => return Ok(None),
            None => only = Some((area, located)),
        }
    }
    let Some((area, located)) = only else { return Ok(None) };
    let gazetteer = scope.gazetteer;
    let resolved = Resolved {
        country: gazetteer.country_at(located.lat, located.lon)?,
        locality: town_of(gazetteer, &located, areas::country_of(area))?,
        ..Resolved::default()
    };
    let above = places_above(gazetteer, &resolved)?;
    Ok(Some(Answer { interpretation, resolved, above, located: Some(located), probability: None }))
}

/// What a parse asks the registers for: two parses that differ in other words alone ask for the same.
pub(crate) fn asked_of(components: &Components<'_>) -> [Option<String>; 5] {
    let text = |tag| components.get(tag).map(str::to_owned);
    let [number, locality, part, postcode] =
        [Tag::HouseNumber, Tag::Locality, Tag::DependentLocality, Tag::Postcode].map(text);
    [number, components.street(), locality, part, postcode]
}

/// Whether the register has the very number with its letter, under the typed place.
fn is_sure(located: &Located, components: &Components<'_>) -> bool {
    let is_base = |finding: &Finding| matches!(finding, Finding::HouseNumberBase { .. });
    located.is_the_one_of(components) && !located.findings.iter().any(is_base)
}

/// Whether a register may say where the address is: nothing is known of its place, or the register of that place lacks the street.
pub(crate) fn is_open(Asked { cascade, .. }: Asked<'_, '_>, first: &Answer<'_>) -> bool {
    let address = first.address();
    let Addressed { components, resolved, .. } = address;
    let is_addressed = components.street().is_some() || components.has(Tag::Postcode);
    is_addressed
        && !cascade.shards.is_empty()
        && (!resolved.has_town_or_postcode()
            || !components.has(Tag::Locality)
                && resolved.findings.iter().any(|finding| finding.kind() == "ambiguity")
            || cascade.covers(address)
            || components.street().is_none())
}

/// Whether the country and the state of the text, if it names them, are those of an area.
fn allows(
    Answer { interpretation: Interpretation { components, .. }, resolved, .. }: &Answer<'_>,
    area: &str,
) -> bool {
    let country = areas::country_of(area);
    let is_country = |place: &Place| place.country.eq_ignore_ascii_case(country);
    let typed_country = resolved.country.as_ref().filter(|_| components.has(Tag::Country));
    let typed_region = resolved.region.as_ref().filter(|_| components.has(Tag::Region));
    let state = components.get(Tag::Region).and_then(us_state_code);
    typed_country.is_none_or(is_country)
        && typed_region.is_none_or(is_country)
        && state.is_none_or(|state| {
            country == "us" && areas::state_of(area) == Some(state)
                || typed_region.is_some() && country != "us"
        })
}
