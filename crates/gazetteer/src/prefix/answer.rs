//! From ranked places to completions: each place once, with the places that contain it.

use super::Completion;
use super::index::PrefixIndex;
use super::places::{Filed, degrees};
use crate::Placetype;

/// Greatest distance of two places of one name and kind that are the same place in two sources, metres, unless their populations
/// differ.
const SAME_NAME_APART_M: f64 = 5_000.0;
/// Greatest distance of a town and a division of its name that are one place, metres ...
const TOWN_AND_DIVISION_M: f64 = 30_000.0;
/// ... if they have nearly the same population: the département of Paris, the city-states.
const SAME_POPULATION: f64 = 0.8;
/// Ranked places compared for each completion.
const LOOKED_AT: usize = 4;

/// The first `limit` of the ranked places that are different places.
pub(super) fn best(index: &PrefixIndex, ranked: Vec<(u32, f32)>, limit: usize) -> Vec<Completion> {
    let mut kept: Vec<(u32, Filed)> = Vec::with_capacity(limit);
    for (number, _) in ranked.into_iter().take(LOOKED_AT * limit) {
        let Some(place) = index.place(number) else { continue };
        match kept.iter().position(|(_, known)| are_one(index, known, &place)) {
            None if kept.len() < limit => kept.push((number, place)),
            None => break,
            // The town is more specific than the division.
            Some(known) if index.kind(&place) == Placetype::Locality => kept[known] = (number, place),
            Some(_) => {}
        }
    }
    kept.iter().map(|(number, place)| completion(index, *number, place)).collect()
}

fn are_one(index: &PrefixIndex, a: &Filed, b: &Filed) -> bool {
    if a.country != b.country || a.name != b.name {
        return false;
    }
    let (kind, other) = (index.kind(a), index.kind(b));
    if kind == Placetype::Postcode || other == Placetype::Postcode {
        return false;
    }
    let apart = b.distance_m(degrees(a.lat), degrees(a.lon));
    let (less, more) = (a.population.min(b.population), a.population.max(b.population));
    if kind == other {
        return apart < SAME_NAME_APART_M && (less == 0 || less >= more / 2);
    }
    let of_town = [kind, other].contains(&Placetype::Locality) || [kind, other].contains(&Placetype::Region);
    of_town && apart < TOWN_AND_DIVISION_M && f64::from(less) >= SAME_POPULATION * f64::from(more)
}

/// A place as a completion.
pub(super) fn completion(index: &PrefixIndex, number: u32, place: &Filed) -> Completion {
    let kind = index.kind(place);
    let name = index.text(place.name);
    let (mut state, mut county, mut city) = (None, None, None);
    let mut fill = |kind: Placetype, name: &str| {
        let field = match kind {
            Placetype::Region => &mut state,
            Placetype::County | Placetype::District => &mut county,
            Placetype::Locality => &mut city,
            _ => return,
        };
        field.get_or_insert_with(|| name.to_owned());
    };
    fill(kind, name);
    for (_, above) in index.above(place) {
        fill(index.kind(&above), index.text(above.name));
    }
    let (code, country) = index.country(place.country);
    let postcode = match kind {
        Placetype::Postcode => Some(name.to_owned()),
        _ => {
            let mut codes = index.postcodes(number);
            codes.next().filter(|_| codes.next().is_none()).map(str::to_uppercase)
        }
    };
    Completion {
        id: index.id(place),
        name: name.to_owned(),
        placetype: index.kind_name(place).to_owned(),
        lat: degrees(place.lat),
        lon: degrees(place.lon),
        country_code: code.map(str::to_owned),
        country: if kind == Placetype::Country { Some(name) } else { country }.map(str::to_owned),
        state,
        county,
        city,
        postcode,
        population: (place.population > 0).then_some(place.population),
        bbox: index.extent(place).map(|[south, west, north, east]| [west, south, east, north]),
        ..Completion::default()
    }
}
