//! Two towns in one address, neither of which contains the other: the text does not say which one is meant, so the answer reports both.

use milepost_address::Tag;
use milepost_gazetteer::{Place, Placetype, names_of_two};

use crate::Result;
use crate::admin::places::distance_beyond_extent_m;
use crate::admin::scope::Scope;
use crate::admin::{Resolved, WELL_KNOWN};
use crate::country::evidence::Evidence;
use crate::finding::Finding;
use crate::parse::components::Components;

/// Inhabitants from which a town is accepted by its name although its country has other places of the name.
const KNOWN_AMONG_NAMESAKES: i64 = 5_000;
/// Inhabitants from which a name that the town's country does not have is a town of another one, if the words of the address do not point
/// there.
const KNOWN_ABROAD: i64 = 1_000;
/// Places of a name that are compared.
const PLACES: usize = 64;
/// Least distance between two towns, beyond their extents, metres.
const APART_M: f64 = 5_000.0;
/// The same for a village, which may be a part of the municipality.
const VILLAGE_APART_M: f64 = 25_000.0;

/// The second town of a parse, if there is one beside the town or division that is taken.
pub(crate) fn note(
    scope: Scope<'_>,
    components: &Components<'_>,
    resolved: &Resolved,
) -> Result<Option<Finding>> {
    let Some(town) = resolved.locality.as_ref().or(resolved.region.as_ref()) else { return Ok(None) };
    let told = |text: &str| Finding::SecondTown { text: text.to_owned(), taken: town.name.to_string() };
    if let Some(text) = town_of_a_number(scope, components)? {
        return Ok(Some(told(text)));
    }
    let names = names(components, resolved);
    if names.is_empty() {
        return Ok(None);
    }
    let evidence = Evidence::of(components);
    // With a postcode of the town, a small name in front of it is rather a part that no register has.
    let is_confirmed = resolved.has_typed_postcode();
    // Where namesakes are told, only what is hardly a part of the likeliest one says more.
    let is_told = resolved.is_ambiguous();
    for (text, written) in names {
        let is_written_as_town = written == Written::Town;
        let is_behind = matches!(written, Written::Town | Written::SecondPart | Written::Behind);
        let mut named = scope.places(text, &Placetype::SETTLEMENTS, PLACES)?;
        let may_be_in =
            |country: &str| is_behind || country == town.country || evidence.weight(country) > 0.0;
        named.extend(scope.villages(text, may_be_in)?.into_iter().map(|village| village.place));
        let near_m =
            |place: &Place| if written == Written::SecondPart { VILLAGE_APART_M } else { apart_m(place) };
        // A village of the name next to the town belongs to it, whatever else has the name.
        let is_its_own =
            |place: &Place| is_around(town, place) || distance_beyond_extent_m(place, town) <= near_m(place);
        if named.iter().any(is_its_own) {
            continue;
        }
        let of_country = named.iter().filter(|place| place.country == town.country);
        let own = if is_told { of_country.count() } else { count_apart(of_country) };
        let is_alone = own == 1 || is_written_as_town && !is_told;
        let is_rival = |place: &Place| match (place.country == town.country, is_written_as_town) {
            (true, _) => is_alone && !is_confirmed || place.ranking_population() >= KNOWN_AMONG_NAMESAKES,
            (false, true) if place.ranking_population() >= WELL_KNOWN => true,
            (false, _) => {
                let is_known = is_behind
                    || place.ranking_population() >= KNOWN_ABROAD
                    || evidence.weight(&place.country) > 0.0;
                own == 0 && !is_confirmed && is_known
            }
        };
        // Any name of a city is its own: `Milano` is Milan in the gazetteer. A code is not: `HDD` of Hyderabad.
        let known = if is_written_as_town { KNOWN_AMONG_NAMESAKES } else { WELL_KNOWN };
        let is_any_name = written != Written::Division && is_name(text);
        let is_named = |place: &Place| place.is_primary || is_any_name && place.ranking_population() >= known;
        let is_town = |place: &Place| place.placetype == Placetype::Locality && is_named(place);
        let is_division_of_it = |division: &Place| is_around(town, division);
        if named.iter().any(|place| is_town(place) && is_rival(place))
            && !scope.places(text, &DIVISIONS, PLACES)?.iter().any(is_division_of_it)
        {
            return Ok(Some(told(text)));
        }
    }
    Ok(None)
}

/// What holds towns.
const DIVISIONS: [Placetype; 7] = Placetype::joined(&[&[Placetype::Country], &Placetype::BELOW_COUNTRIES]);

/// Whether a place is the one that was taken, or one of them is the first-level division of the other.
fn is_around(taken: &Place, place: &Place) -> bool {
    taken.id == place.id || taken.region_id == place.id || taken.id == place.region_id
}

/// How many places lie apart from each other: a town and its parts, or the same town of two sources, are one.
fn count_apart<'a>(places: impl Iterator<Item = &'a Place>) -> usize {
    let mut apart: Vec<&Place> = Vec::new();
    for place in places {
        if apart.iter().all(|other| distance_beyond_extent_m(place, other) > apart_m(place)) {
            apart.push(place);
        }
    }
    apart.len()
}

fn is_name(text: &str) -> bool {
    text.chars().filter(|letter| letter.is_alphabetic()).count() >= LETTERS_OF_A_NAME
        && text.chars().all(|letter| letter.is_alphabetic() || matches!(letter, ' ' | '-' | '\'' | '’' | '.'))
}

/// Fewest letters of what was read as something else and may be a town.
const LETTERS_OF_A_NAME: usize = 4;

/// A street with a number that is a town with its postcode: `10115 Berlin, 80331 München`.
fn town_of_a_number<'a>(scope: Scope<'_>, components: &Components<'a>) -> Result<Option<&'a str>> {
    let (Some(number), Some(street)) = (components.get(Tag::HouseNumber), components.get(Tag::Street)) else {
        return Ok(None);
    };
    let is_code = number.len() >= LEAST_DIGITS && number.bytes().all(|digit| digit.is_ascii_digit());
    let is_street = components.has_any(&[Tag::StreetPrefix, Tag::StreetSuffix]);
    if !is_code || is_street || !components.has(Tag::Postcode) {
        return Ok(None);
    }
    Ok(scope.gazetteer().city_of_postcode(street, number)?.map(|_| street))
}

/// Fewest digits of a postcode.
const LEAST_DIGITS: usize = 4;

fn apart_m(place: &Place) -> f64 {
    if place.ranking_population() >= KNOWN_AMONG_NAMESAKES { APART_M } else { VILLAGE_APART_M }
}

/// How a name is written that is no part of the answer.
#[derive(Clone, Copy, PartialEq)]
enum Written {
    /// As a second locality.
    Town,
    /// As the second of two parts without a town: the place around the first one, if that is near.
    SecondPart,
    /// Behind the town, where people write no part that is a village elsewhere.
    Behind,
    /// In front of the town, or anywhere as something that is no place.
    InFront,
    /// As a division or country, which may be called by another name of a city: `New York`.
    Division,
}

/// What was parsed as a second locality, or as something else that is no part of the answer.
fn names<'a>(components: &'a Components<'_>, resolved: &Resolved) -> Vec<(&'a str, Written)> {
    let dropped = |tag: Tag| components.dropped.iter().filter(move |span| span.tag == tag);
    let is_region = resolved.locality.is_none();
    let second = dropped(if is_region { Tag::Region } else { Tag::Locality });
    // `Zug / Basel`: one name of two is that of the town, in one language or another.
    let whole = components.get(Tag::Locality).or(components.get(Tag::Region).filter(|_| is_region));
    let within = whole.into_iter().flat_map(names_of_two);
    let towns = second.map(|span| span.value.as_str()).chain(within).map(|text| (text, Written::Town));
    if resolved.locality.as_ref().is_none_or(|place| place.placetype.level() == Placetype::Neighbourhood) {
        return towns.collect();
    }
    // Of two parts without a town, the first one was taken for the town.
    let is_told = resolved.is_ambiguous();
    let is_part_a_town = !components.has(Tag::Locality) && !is_told;
    let second_part = dropped(Tag::DependentLocality).filter(|_| is_part_a_town);
    let second_part = second_part.map(|span| (span.value.as_str(), Written::SecondPart));
    let of_a_street = [Tag::HouseNumber, Tag::StreetPrefix, Tag::StreetPrefixParticle, Tag::StreetSuffix];
    let is_part_behind = components.is_behind(Tag::DependentLocality, Tag::Locality);
    let is_venue_behind = components.is_behind(Tag::Venue, Tag::Locality) && !is_told;
    let part = if is_part_behind { Written::Behind } else { Written::InFront };
    let no_part_of_the_answer = [
        (Tag::DependentLocality, part, resolved.part.is_none()),
        (Tag::Region, Written::Division, resolved.region.is_none()),
        (Tag::Subregion, Written::Division, resolved.region.is_none()),
        (Tag::Country, Written::Division, resolved.country.is_none()),
        (Tag::Unit, Written::InFront, components.get(Tag::Unit).is_some_and(is_name)),
        (Tag::Street, Written::InFront, !components.has_any(&of_a_street)),
        (Tag::Venue, Written::Behind, is_venue_behind),
    ];
    let others = no_part_of_the_answer.into_iter().filter(|(.., is_left_out)| *is_left_out);
    let others = others.filter_map(|(tag, written, _)| Some((components.get(tag)?, written)));
    towns.chain(second_part).chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::admin::fixture::{components, gazetteer};
    use crate::admin::resolve;
    use crate::bounds::AnswerBounds;

    fn second(address: &'static str) -> Option<Finding> {
        let scope = Scope::new(gazetteer(), AnswerBounds::NONE);
        let components = components(address);
        note(scope, &components, &resolve(scope, &components).unwrap()).unwrap()
    }

    fn told(text: &str, taken: &str) -> Option<Finding> {
        Some(Finding::SecondTown { text: text.to_owned(), taken: taken.to_owned() })
    }

    #[test]
    fn a_town_that_does_not_hold_the_other_is_told() {
        assert_eq!(second("locality=Ashland; locality=Portland"), told("Portland", "Ashland"));
    }

    /// One of the two was answered in silence.
    #[test]
    fn two_names_with_a_slash_or_a_dash_are_two_towns_unless_they_are_of_one() {
        assert_eq!(second("locality=Salem / Portland"), told("Salem", "Portland"));
        assert_eq!(second("locality=Portland - Lyon"), told("Lyon", "Portland"));
        assert_eq!(second("locality=Lyon / Lugdunum"), None);
        assert_eq!(second("region=Oregon / Lyon"), told("Lyon", "Oregon"));
        assert_eq!(second("region=Oregon / Portland"), None, "the state holds it");
        assert_eq!(second("region=Oregon - OR"), None);
    }

    /// `München Köln` was Köln in silence: the gazetteer calls the first one Munich.
    #[test]
    fn a_city_is_told_by_any_of_its_names() {
        assert_eq!(second("street=Lugdunum; locality=Portland"), told("Lugdunum", "Portland"));
        assert_eq!(second("street=Pdx; locality=Lyon"), None, "a code");
    }

    #[test]
    fn a_small_town_is_told_where_it_is_written_as_a_town() {
        assert_eq!(second("locality=Portland; locality=Rockaway Beach"), told("Rockaway Beach", "Portland"));
        assert_eq!(
            second("dependent_locality=Rockaway Beach; locality=Portland"),
            told("Rockaway Beach", "Portland")
        );
        // With a postcode of the town it is rather a part that has the name of a small town elsewhere.
        assert_eq!(second("dependent_locality=Rockaway Beach; locality=Portland; postcode=97201"), None);
    }

    #[test]
    fn a_village_that_only_the_register_knows_is_told_or_is_a_part() {
        assert_eq!(
            second("dependent_locality=Hauterive-la-Vane; locality=Lyon"),
            told("Hauterive-la-Vane", "Lyon")
        );
        assert_eq!(second("dependent_locality=Vaneville; locality=Lyon"), None, "it lies next to Lyon");
        assert_eq!(
            second("dependent_locality=Deux Vanes; locality=Portland"),
            None,
            "nothing points to France"
        );
    }

    #[test]
    fn a_town_that_only_another_country_has_is_told() {
        assert_eq!(
            second("dependent_locality=Villeurbanne; locality=Portland; region=OR"),
            told("Villeurbanne", "Portland")
        );
        let danish = "house_number=3; street=Vestergade; dependent_locality=Vaneby; locality=Portland";
        assert_eq!(second(danish), told("Vaneby", "Portland"));
    }

    #[test]
    fn a_part_behind_its_town_may_be_a_town_anywhere() {
        assert_eq!(second("locality=Portland; dependent_locality=Vaneville"), told("Vaneville", "Portland"));
        assert_eq!(second("dependent_locality=Vaneville; locality=Portland"), None, "a part has any name");
    }

    #[test]
    fn what_was_read_as_an_unknown_country_or_as_a_unit_may_be_a_town() {
        assert_eq!(second("locality=Portland; country=Ashland"), told("Ashland", "Portland"));
        assert_eq!(second("unit=Ashland; locality=Portland"), told("Ashland", "Portland"));
        assert_eq!(second("locality=Portland; country=USA"), None);
        assert_eq!(second("unit=Apt 4; locality=Portland"), None);
    }

    /// The second of two parts was dropped unseen: the first one answered and nothing was told.
    #[test]
    fn a_second_part_or_a_venue_behind_the_town_may_be_a_town() {
        let parts = "dependent_locality=Portland; dependent_locality=Ashland";
        assert_eq!(second(parts), told("Ashland", "Portland"));
        let around = "dependent_locality=Saint Helens; dependent_locality=Portland";
        assert_eq!(second(around), told("Portland", "Saint Helens"), "40 km are no part");
        let beside = "dependent_locality=Villeurbanne; dependent_locality=Lyon";
        assert_eq!(second(beside), None, "a part and the town around it");
        assert_eq!(second("locality=Portland; venue=Rockaway Beach"), told("Rockaway Beach", "Portland"));
        assert_eq!(second("venue=Rockaway Beach; locality=Portland; region=OR; postcode=97201"), None);
    }

    #[test]
    fn a_town_of_two_sources_is_one() {
        let springfields = gazetteer().places("Springfield", &[Placetype::Locality], 9).unwrap();
        assert_eq!(count_apart(springfields.iter().chain(&springfields)), springfields.len());
    }

    #[test]
    fn the_town_itself_and_what_lies_in_it_are_no_second_one() {
        assert_eq!(second("locality=Portland; locality=Portland"), None);
        assert_eq!(second("dependent_locality=Croix-Rousse; locality=Lyon"), None);
        // A street may have the name of a town.
        assert_eq!(second("house_number=5; street=Portland; locality=Ashland"), None);
    }
}
