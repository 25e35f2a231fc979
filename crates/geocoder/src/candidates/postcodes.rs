//! The places of a postcode, and of the nearest code if it is unknown or known only elsewhere.

use milepost_gazetteer::{NearestPostcode, Place, Placetype};
use milepost_text::postcode_key;

use crate::Result;
use crate::candidates::places::{distance_beyond_extent_m, is_near};
use crate::candidates::{COUNTRIES, Candidate, CandidateSet, Scope, Source};
use crate::country::postcode_shape::TypedCode;
use crate::interpretations::count;
use crate::named_places::{SAME_PLACE_M, VILLAGE_CONTRADICTION_M};
use crate::query::Query;

/// Reach of a town's own codes: four times the distance of neighbouring places of its country, within bounds.
/// Of the places that the register files under a municipality 0 to 5 % lie farther from its town (Austria, Switzerland, Luxembourg,
/// Poland, Croatia). A city reaches farther than its point tells: the codes of Vienna 40 km, those of a town of 10,000 another 3 km.
const SPACINGS: f64 = 4.0;
const LEAST_REACH_M: f64 = 8_000.0;
const REACH_BY_ROOT_OF_INHABITANTS_M: f64 = 30.0;

/// How far the area of a truncated code reaches, in distances to the nearer area beside it: the places of the Canadian ones that have a `0`
/// lie up to so far from the point that the register has for them.
const GAPS_OF_AN_AREA: f64 = 1.5;

pub(crate) fn exact(scope: Scope<'_>, query: &Query<'_>) -> Result<Vec<Candidate>> {
    let Some(postcode) = query.postcode else { return Ok(Vec::new()) };
    let source = |place: &Place| {
        // `X0A` of `X0A 0H0` is as wide as half of Nunavut.
        let is_area = count(&place.name) < count(postcode);
        let gap = is_area.then(|| scope.gazetteer.gap_of_code_m(place.id)).flatten();
        gap.map_or(Source::Exact, |gap| Source::AreaOfCodes { reach_m: (GAPS_OF_AN_AREA * gap) as u32 })
    };
    let places = scope.postcodes(postcode)?.into_iter();
    Ok(places.map(|place| Candidate { source: source(&place), place }).collect())
}

/// Whether a locality has the typed postcode near it, in a country that has streets of such names.
pub(crate) fn is_of_a_locality(query: &Query<'_>, set: &CandidateSet) -> bool {
    let has_its_code = |place: &Place| set.postcodes.iter().any(|postcode| is_near(&postcode.place, place));
    let mut localities = set.localities.iter().map(|candidate| &candidate.place);
    localities.any(|place| has_its_code(place) && !query.evidence.is_of_others(&place.country))
}

/// The nearest codes in the countries of the localities and of the street.
pub(crate) fn nearest(scope: Scope<'_>, query: &Query<'_>, set: &CandidateSet) -> Result<Vec<Candidate>> {
    let Some(typed) = query.postcode else { return Ok(Vec::new()) };
    let countries = countries(scope, query, set);
    let has_locality = |code: &Place| set.localities.iter().any(|candidate| is_near(code, &candidate.place));
    let nearest = scope.gazetteer.nearest_postcodes(typed, &countries)?;
    let candidate = |near: NearestPostcode| {
        let place = match near.other {
            // Of the codes on either side, the one at the locality.
            Some(other) if has_locality(&other) && !has_locality(&near.place) => other,
            _ => near.place,
        };
        Candidate { place, source: Source::NearestPostcode { density: near.density } }
    };
    Ok(nearest.into_iter().map(candidate).collect())
}

/// Countries whose nearest code is a candidate: a written country, one that speaks the language of the street, one that has the
/// locality, or the only one with codes of this shape. Their postcodes look like the typed one, and they do not have it.
fn countries<'a>(scope: Scope<'_>, query: &Query<'_>, set: &'a CandidateSet) -> Vec<&'a str> {
    let of_localities = set.localities.iter().map(|candidate| candidate.place.country.as_str());
    let of_street = query.evidence.countries().into_iter();
    let of_shape = query.code.and_then(TypedCode::only_country);
    let written = set.countries.iter().map(|place| place.country.as_str());
    let mut countries: Vec<&str> = Vec::new();
    for country in written.clone().chain(of_street).chain(of_localities).chain(of_shape) {
        let is_possible = (set.countries.is_empty() || written.clone().any(|other| other == country))
            && !query.code.is_some_and(|typed| typed.is_foreign_to(country))
            && scope.options.includes(country)
            && set.postcodes.iter().all(|postcode| postcode.place.country != country);
        if is_possible && !countries.contains(&country) {
            countries.push(country);
        }
    }
    countries.truncate(COUNTRIES);
    countries
}

/// Ids of localities that have a code of their own one wrong or two swapped digits away, so that the typed code is mistyped.
pub(crate) fn mistyped_for(scope: Scope<'_>, query: &Query<'_>, set: &CandidateSet) -> Result<Vec<i64>> {
    let (Some(typed), Some(locality)) = (query.postcode, query.locality) else { return Ok(Vec::new()) };
    let is_contradicted = |candidate: &Candidate| {
        let place = &candidate.place;
        let mut own = set.postcodes.iter().filter(|postcode| postcode.place.country == place.country);
        own.clone().next().is_some() && own.all(|postcode| !is_near(&postcode.place, place))
    };
    if set.localities.is_empty() || !set.localities.iter().all(is_contradicted) {
        return Ok(Vec::new());
    }
    let typed = postcode_key(typed);
    let served = scope.gazetteer.postcodes_of_name(locality)?;
    let is_similar = |code: &str| code.len() == typed.len() && strsim::osa_distance(code, &typed) == 1;
    Ok(served.into_iter().filter(|(code, _)| is_similar(code)).map(|(_, id)| id).collect())
}

/// Ids of localities, each the only one of its name in its country, to which every typed code of their country is too far to be theirs.
pub(crate) fn of_others(scope: Scope<'_>, set: &CandidateSet) -> Vec<i64> {
    let is_of_others = |candidate: &&Candidate| {
        let place = &candidate.place;
        let own = set.postcodes.iter().filter(|code| code.place.country == place.country);
        let distance = |code: &Candidate| match code.is_nearest() {
            true => 0.0,
            false => distance_beyond_extent_m(&code.place, place),
        };
        let nearest = own.map(distance).reduce(f64::min);
        // Most codes are near: only of the others the reach is asked for, which reads all places of a country the first time.
        nearest.is_some_and(|distance| {
            distance > LEAST_REACH_M
                && is_the_only_one(candidate, set)
                && distance > reach_of_own_codes_m(scope, place)
        })
    };
    set.localities.iter().filter(is_of_others).map(|candidate| candidate.place.id).collect()
}

/// How far a town's own codes lie from it beyond its extent, metres.
fn reach_of_own_codes_m(scope: Scope<'_>, place: &Place) -> f64 {
    let spacing = scope.gazetteer.spacing_of_postal_places_m(&place.country);
    let of_country = spacing.map_or(SAME_PLACE_M, |spacing| SPACINGS * spacing);
    let of_city = REACH_BY_ROOT_OF_INHABITANTS_M * (place.population.max(0) as f64).sqrt();
    of_country.clamp(LEAST_REACH_M, VILLAGE_CONTRADICTION_M) + of_city
}

/// Whether a locality is a settlement with the typed name, and no other one of its country has it.
fn is_the_only_one(candidate: &Candidate, set: &CandidateSet) -> bool {
    let place = &candidate.place;
    let is_named = match candidate.source {
        Source::Exact => place.is_primary || set.alike.contains(&place.id),
        Source::Registered { is_several } => !is_several,
        _ => false,
    };
    let mut others = set.localities.iter().map(|other| &other.place);
    is_named
        && place.placetype == Placetype::Locality
        && !set.is_postal_city(place)
        && others.all(|other| other.country != place.country || is_near(other, place))
}

#[cfg(test)]
mod tests {
    use crate::fixture::combinations;

    fn mistyped(address: &str) -> Vec<i64> {
        combinations(address).set.mistyped_for
    }

    #[test]
    fn the_nearest_number_is_looked_for_in_the_countries_the_address_speaks_for() {
        let nearest = |address| {
            let codes = combinations(address).set.postcodes.into_iter();
            codes.map(|code| (code.place.id, code.is_nearest())).collect::<Vec<_>>()
        };
        assert_eq!(nearest("postcode=69004; locality=Villeurbanne"), [(33, true)]);
        assert_eq!(nearest("postcode=69003; locality=Lyon"), [(33, false)]);
        assert!(nearest("locality=Lyon").is_empty());
    }

    #[test]
    fn a_code_far_from_the_only_town_of_the_name_is_one_of_others() {
        let of_others = |address| combinations(address).set.with_code_of_others;
        assert_eq!(of_others("postcode=97201; locality=Ashland"), [19]);
        assert!(of_others("postcode=97201; locality=Portland").is_empty(), "it is its own");
        assert!(
            of_others("postcode=97201; locality=Springfield").is_empty(),
            "one of the name may be unknown"
        );
        assert!(of_others("postcode=97201; locality=Villeurbanne").is_empty(), "of another country");
    }

    #[test]
    fn a_code_that_agrees_is_not_mistyped() {
        assert!(mistyped("postcode=97201; locality=Portland").is_empty());
        assert!(mistyped("locality=Portland").is_empty());
    }
}
