//! The administrative tier: which places the parse names, decided together.
//!
//! Each component alone is ambiguous: `20500` is a ZIP code and a village's postcode elsewhere, `Paris` is in France and
//! in Texas. So candidates of postcode, locality and region are scored as combinations, and the combination that
//! agrees wins over the most populous reading of each word. Where typed components contradict each other, the
//! contradicted one is left out of the answer rather than followed.

mod candidates;
mod combination;
mod localities;
mod military;
mod places;
mod postcodes;
pub(crate) mod scope;
pub(crate) mod second_town;
pub(crate) mod town_by_street;
mod town_name;

use milepost_address::{IntentMarker, Tag};
use milepost_gazetteer::{Gazetteer, GazetteerError, Place, Placetype};

use self::candidates::{Candidates, is_near};
use self::combination::Combination;
use self::places::{distance_beyond_extent_m, is_division, lies_in, of_default_country};
use crate::admin::military::is_military;
use crate::admin::scope::Scope;
use crate::country::evidence::{Evidence, OF_LARGER_NEIGHBOURS};
use crate::reading::components::Components;
use crate::street::located::marker;

/// Candidates read for a locality; 64 is what the reference reads, and holds every `Springfield`.
const LOCALITIES: usize = 64;

/// A postcode belongs to a locality when its point is no farther from the locality's than this, beyond both radii.
/// The farthest ZIP of a large US city is some 40 km from the city's centre.
const SAME_PLACE_M: f64 = 25_000.0;
/// Beyond this distance postcode and locality contradict each other; a contradicted postcode never moves the answer
/// (the reference followed wrong postcodes 1,900 km away until it set this bound).
const CONTRADICTION_M: f64 = 100_000.0;
/// The same for what is no city: villages share their names with others two valleys away.
const VILLAGE_CONTRADICTION_M: f64 = 45_000.0;

/// The most prominent place of a name is taken without a word when it is this far ahead of the next, in log10 of inhabitants
/// (contract 2.1).
const DOMINANCE: f64 = 0.5;

/// Code of the marker of a place that nothing supports.
const UNCORROBORATED: &str = "uncorroborated";

/// A place this populous is meant by its name, inhabitants.
pub(crate) const WELL_KNOWN: i64 = 100_000;

/// The places an address names; any may be missing.
#[derive(Debug, Default)]
pub(crate) struct Resolved {
    pub(crate) country: Option<Place>,
    pub(crate) region: Option<Place>,
    pub(crate) locality: Option<Place>,
    /// The part of the locality: an arrondissement, a neighbourhood, a village of the commune.
    pub(crate) part: Option<Place>,
    pub(crate) postcode: Option<Place>,
    /// Where the register of postcodes puts what the postcode has of the locality, degrees.
    pub(crate) shared_point: Option<(f64, f64)>,
    /// Other places considered for the deciding component, best first.
    pub(crate) runners_up: Vec<Place>,
    /// Whether the gazetteer knows the typed region, be it part of the answer or not.
    pub(crate) region_known: bool,
    /// Whether the gazetteer knows the typed postcode, be it part of the answer or not.
    pub(crate) postcode_known: bool,
    /// Whether the postcode is not the typed one but its nearest known number.
    pub(crate) postcode_is_near: bool,
    /// Whether something typed that the gazetteer knows is not part of the answer.
    pub(crate) leaves_out: bool,
    /// What was noticed on the way.
    pub(crate) markers: Vec<IntentMarker>,
}

/// Resolves the administrative components of a parse within a scope.
pub(crate) fn resolve(scope: Scope<'_>, components: &Components<'_>) -> Result<Resolved, GazetteerError> {
    if is_military(components) {
        return military(scope, components);
    }
    let gazetteer = scope.gazetteer();
    let mut candidates = Candidates::read(scope, components)?;
    let mut best = candidates.best(gazetteer)?;
    let mut doubt = doubt(gazetteer, &candidates, best)?;
    if doubt.is_some() && best.is_some_and(|best| best.locality.is_some()) {
        // What is left without the name may say enough.
        candidates.localities.clear();
        let rest = candidates.best(gazetteer)?;
        if rest.is_some() && self::doubt(gazetteer, &candidates, rest)?.is_none() {
            (best, doubt) = (rest, None);
        }
    }
    let (Some(best), None) = (best, doubt) else {
        return Ok(Resolved {
            country: candidates.countries.into_iter().next(),
            markers: match doubt {
                Some(mechanism) => vec![uncorroborated(components, mechanism)],
                None => unknown(components),
            },
            ..Resolved::default()
        });
    };
    let leaves_out = leaves_out(&candidates, best);
    let markers = markers(gazetteer, components, &candidates, best)?;
    let is_stand_in = best.postcode.is_some_and(|index| candidates.is_stand_in(&candidates.postcodes[index]));
    let is_known = candidates.postcodes.iter().any(|postcode| !candidates.is_stand_in(postcode));
    let is_region_of_part = candidates.regions_are_doubtful && best.region.is_some();
    let Candidates { countries, regions, localities, postcodes, postal_city, .. } = candidates;
    let (region_known, postcode_known) = (!regions.is_empty(), is_known);
    let take = |places: &[Place], index: Option<usize>| index.map(|index| places[index].clone());
    let locality = take(&localities, best.locality);
    // What stands for the postcode is no finer than a locality.
    let postcode = take(&postcodes, best.postcode).filter(|_| !is_stand_in || locality.is_none());
    let region = take(&regions, best.region);
    let answer = locality.as_ref().or(postcode.as_ref()).or(region.as_ref());
    let country =
        countries.into_iter().find(|country| answer.is_none_or(|answer| answer.country == country.country));
    let pool = if locality.is_some() { &localities } else { &postcodes };
    let winner = locality.as_ref().or(postcode.as_ref()).map(|place| place.id);
    let runners_up = pool.iter().filter(|place| Some(place.id) != winner).take(4).cloned().collect();
    let part_written = components.get(Tag::DependentLocality).filter(|_| !is_region_of_part);
    let part = match (&locality, components.get(Tag::Locality), part_written) {
        (Some(locality), Some(city), Some(part)) => part_of(gazetteer, locality, city, part)?,
        _ => None,
    };
    let shared_point = postal_city
        .filter(|city| postcode.is_some() && locality.as_ref().is_some_and(|locality| locality.id == city.id))
        .map(|city| (city.lat, city.lon));
    Ok(Resolved {
        country,
        region,
        locality,
        part,
        postcode,
        shared_point,
        runners_up,
        region_known,
        postcode_known,
        postcode_is_near: is_stand_in,
        leaves_out,
        markers,
    })
}

/// A military address is where the gazetteer has its ZIP code, and nowhere else.
fn military(scope: Scope<'_>, components: &Components<'_>) -> Result<Resolved, GazetteerError> {
    let mut postcodes = match components.get(Tag::Postcode) {
        Some(postcode) => scope.postcodes(postcode)?,
        None => Vec::new(),
    };
    postcodes.retain(|place| place.country == "US");
    let told = "mail of the armed forces goes through a gateway; its ZIP code is all that tells where";
    Ok(Resolved {
        postcode_known: !postcodes.is_empty(),
        postcode: postcodes.into_iter().next(),
        markers: vec![marker("military_mail", "admin", told.into())],
        ..Resolved::default()
    })
}

/// Why the best combination is not to be believed, as the name of the mechanism that doubts it.
fn doubt(
    gazetteer: &Gazetteer,
    candidates: &Candidates,
    best: Option<Combination>,
) -> Result<Option<&'static str>, GazetteerError> {
    let Some(best) = best else { return Ok(None) };
    if candidates.mistyped
        && best.locality.is_some()
        && !candidates.corroborates_correction(gazetteer, best)?
    {
        return Ok(Some("typo"));
    }
    let is_guess = is_any_postcode(candidates, best) || is_of_another_country(candidates, best);
    Ok(is_guess.then_some("postcode"))
}

/// Whether nothing but a postcode that several countries have is left of an address whose locality is not known, and nothing says
/// which country is meant: any of them would be a guess across the world.
fn is_any_postcode(candidates: &Candidates, best: Combination) -> bool {
    let Some(postcode) = best.postcode.map(|index| &candidates.postcodes[index]) else { return false };
    let alone = candidates.locality_typed
        && best.locality.is_none()
        && best.region.is_none()
        && candidates.countries.is_empty();
    let weight = candidates.evidence.weight(&postcode.country);
    // `Dorfstrasse` is of Austria and of Switzerland: where both have the code it is of either.
    // A code that is known is meant before one that is missing, unless more speaks for the country that misses it.
    let is_likelier = |rival: &Place| {
        let more = candidates.evidence.weight(&rival.country) - weight;
        match (candidates.is_stand_in(rival), candidates.is_stand_in(postcode)) {
            (true, false) => more > 0.0,
            // Where one country has most of the numbers beside it and the other few, the missing one is the first's.
            (true, true) if more == 0.0 => candidates.beside(rival) * 2 > candidates.beside(postcode),
            _ => more >= 0.0,
        }
    };
    let is_rival = |rival: &&Place| {
        rival.country != postcode.country
            && !OF_LARGER_NEIGHBOURS.contains(&rival.country.as_str())
            && is_likelier(rival)
    };
    let is_told = weight > 0.0 && !candidates.postcodes.iter().any(|rival| is_rival(&rival))
        || of_default_country(postcode) > 0.0;
    alone
        && (candidates.evidence.speaks_against(&postcode.country)
            || OF_LARGER_NEIGHBOURS.contains(&postcode.country.as_str())
            || (candidates.countries_of_postcode > 1 || candidates.is_stand_in(postcode)) && !is_told)
}

/// Whether the locality is all there is of an address and its country has no postcodes like the one that was written: a namesake
/// of the place that is meant. A well-known city is meant all the same.
fn is_of_another_country(candidates: &Candidates, best: Combination) -> bool {
    let Some(place) = best.locality.map(|index| &candidates.localities[index]) else { return false };
    best.postcode.is_none()
        && best.region.is_none()
        && candidates.countries.is_empty()
        && place.population < WELL_KNOWN
        && candidates.is_foreign_postcode_to(place)
}

/// Whether a postcode, a region or a locality that was typed and is known, or stood for by its neighbour, is not part of the answer, or
/// its postcode is far from its locality.
fn leaves_out(candidates: &Candidates, best: Combination) -> bool {
    let locality = best.locality.map(|index| &candidates.localities[index]);
    let postcode = best.postcode.map(|index| &candidates.postcodes[index]);
    let is_apart = locality.zip(postcode).is_some_and(|(locality, postcode)| {
        !is_division(locality) && !candidates.is_postal_city(locality) && !is_near(postcode, locality)
    });
    is_apart
        || best.postcode.is_none() && !candidates.postcodes.is_empty()
        || best.region.is_none() && !candidates.regions.is_empty() && !candidates.regions_are_doubtful
        || best.locality.is_none() && !candidates.localities.is_empty()
}

/// What the answer leaves out or decided between.
fn markers(
    gazetteer: &Gazetteer,
    components: &Components<'_>,
    candidates: &Candidates,
    best: Combination,
) -> Result<Vec<IntentMarker>, GazetteerError> {
    let mut markers = Vec::new();
    let mut left_out = |tag: Tag, code: &'static str, known: bool| {
        if let (Some(text), true) = (components.get(tag), known) {
            markers.push(marker(
                code,
                "admin",
                format!("`{text}` is elsewhere than the rest and was not followed"),
            ));
        }
    };
    left_out(
        Tag::Postcode,
        "postcode_contradicts",
        best.postcode.is_none()
            && candidates.postcodes.iter().any(|postcode| !candidates.is_stand_in(postcode)),
    );
    let code = if components.get(Tag::Region).is_some() { Tag::Region } else { Tag::Country };
    let contradicts =
        best.region.is_none() && !candidates.regions.is_empty() && !candidates.regions_are_doubtful;
    left_out(code, "region_contradicts", contradicts);
    left_out(
        Tag::Locality,
        "locality_contradicts",
        best.locality.is_none() && !candidates.localities.is_empty(),
    );
    let region = [Tag::Region, Tag::Subregion].into_iter().find_map(|tag| components.get(tag));
    if let (Some(region), true) = (region, candidates.regions.is_empty()) {
        let told = format!("no region called `{region}` is known there; the rest was answered");
        markers.push(marker("region_unknown", "admin", told));
    }
    if let (Some(text), None, true) =
        (components.get(Tag::Locality), best.locality, candidates.localities.is_empty())
    {
        let told = format!("no place called `{text}` is known there; the rest was answered");
        markers.push(marker("locality_unknown", "admin", told));
    }
    if let (Some(text), true) = (&candidates.postcode, candidates.postcodes.is_empty()) {
        let told = format!("no postcode `{text}` is known there; the rest was answered");
        markers.push(marker("postcode_unknown", "admin", told));
    }
    if let (Some(postcode), None) = (best.postcode.map(|index| &candidates.postcodes[index]), best.locality)
        && candidates.is_stand_in(postcode)
    {
        let told = format!("postcode {} is not known; the nearest number that is was taken", postcode.name);
        markers.push(marker("postcode_nearest", "admin", told));
    }
    if let (true, Some(index)) = (candidates.mistyped, best.locality) {
        let name = &candidates.localities[index].name;
        markers.push(marker(
            "locality_corrected",
            "typo",
            format!("no such locality is known; {name} was taken"),
        ));
    }
    if let (true, Some(index)) = (candidates.are_twins, best.locality) {
        let told = format!("two towns are named together; {} was taken", candidates.localities[index].name);
        markers.push(marker("twin_city", "admin", told));
    }
    markers.extend(ambiguity(gazetteer, candidates, best)?);
    Ok(markers)
}

/// Says when another place fits what was typed nearly as well.
fn ambiguity(
    gazetteer: &Gazetteer,
    candidates: &Candidates,
    best: Combination,
) -> Result<Option<IntentMarker>, GazetteerError> {
    let told = |message: String| Ok(Some(marker("declared_ambiguity", "admin", message)));
    let Some(place) = best.locality.map(|index| &candidates.localities[index]) else {
        let bare = !candidates.locality_typed && best.region.is_none() && candidates.countries.is_empty();
        let of_code = best.postcode.map(|index| &candidates.postcodes[index]).filter(|_| bare);
        return match of_code {
            Some(code) if candidates.postcodes.iter().any(|rival| rival.country != code.country) => told(
                format!("several countries have postcode {}; that of {} was taken", code.name, code.country),
            ),
            _ => Ok(None),
        };
    };
    if best.postcode.is_some() || candidates.are_twins {
        return Ok(None);
    }
    let region = best.region.map(|index| &candidates.regions[index]);
    let worth = |place: &Place| candidates.prominence(place) + candidates.evidence.weight(&place.country);
    let own = worth(place);
    for rival in candidates.localities.iter().filter(|rival| rival.id != place.id) {
        // A city and its own division are no two places.
        if own - worth(rival) >= DOMINANCE
            || rival.country == place.country && distance_beyond_extent_m(rival, place) < SAME_PLACE_M
        {
            continue;
        }
        if region.map_or(Ok(true), |region| lies_in(gazetteer, rival, region))? {
            return told(format!(
                "several places are called so; {} in {} is not clearly the one",
                place.name, place.country
            ));
        }
    }
    Ok(None)
}

/// What was typed and no register knows, where nothing but the country is left of an address.
fn unknown(components: &Components<'_>) -> Vec<IntentMarker> {
    let told = |tag, code, kind| {
        let text = components.get(tag)?;
        Some(marker(code, "admin", format!("no {kind} called `{text}` is known; the rest was answered")))
    };
    let unknown = [
        told(Tag::Locality, "locality_unknown", "place"),
        told(Tag::Region, "region_unknown", "region"),
        told(Tag::Postcode, "postcode_unknown", "postcode"),
    ];
    unknown.into_iter().flatten().collect()
}

fn uncorroborated(components: &Components<'_>, mechanism: &'static str) -> IntentMarker {
    let text = components.get(Tag::Locality).unwrap_or_default();
    marker(UNCORROBORATED, mechanism, format!("nothing says for certain which place is meant by `{text}`"))
}

/// Towns whose name is a slip away from the typed one, where that is all there is to tell which town is meant: nothing is called as
/// it was typed and nothing supports a correction, or what is called so is in a country whose streets have no such names.
pub(crate) fn nearly_called(
    scope: Scope<'_>,
    components: &Components<'_>,
    resolved: &Resolved,
) -> Result<Vec<Place>, GazetteerError> {
    let Some(typed) = components.get(Tag::Locality) else { return Ok(Vec::new()) };
    let evidence = Evidence::of(components);
    let is_unsupported = resolved.markers.iter().any(|marker| marker.code == UNCORROBORATED);
    let is_alone = resolved.postcode.is_none() && resolved.region.is_none() && resolved.country.is_none();
    let is_foreign = |place: &Place| is_alone && evidence.speaks_against(&place.country);
    if !is_unsupported && !resolved.locality.as_ref().is_some_and(is_foreign) {
        return Ok(Vec::new());
    }
    let most = if resolved.country.is_some() { usize::MAX } else { LOCALITIES };
    let mut towns = scope.similar(typed, &[Placetype::Locality], most)?;
    let is_possible = |place: &Place| match &resolved.country {
        Some(country) => place.country == country.country,
        None => !evidence.speaks_against(&place.country),
    };
    towns.retain(is_possible);
    Ok(towns)
}

/// The neighbourhood of the locality that a lone street or venue names: `Kreuzberg, Berlin`. Without a number or a word for what kind
/// of street it is, nothing tells a quarter from a street; asked for where no street of the name is known.
pub(crate) fn quarter(
    gazetteer: &Gazetteer,
    components: &Components<'_>,
    resolved: &Resolved,
) -> Result<Option<Place>, GazetteerError> {
    let has = |tag| components.get(tag).is_some();
    let is_more =
        [Tag::HouseNumber, Tag::StreetPrefix, Tag::StreetSuffix, Tag::PoBox, Tag::DependentLocality];
    let text = match (components.get(Tag::Street), components.get(Tag::Venue)) {
        (Some(text), None) | (None, Some(text)) => text,
        _ => return Ok(None),
    };
    let (Some(locality), Some(city)) = (&resolved.locality, components.get(Tag::Locality)) else {
        return Ok(None);
    };
    if is_more.into_iter().any(has) {
        return Ok(None);
    }
    let part = part_of(gazetteer, locality, city, text)?;
    Ok(part.filter(|part| part.placetype == Placetype::Neighbourhood))
}

/// The place called `part`, or `city part` as arrondissements are (`Paris 8e`), in or beside the locality.
fn part_of(
    gazetteer: &Gazetteer,
    locality: &Place,
    city: &str,
    part: &str,
) -> Result<Option<Place>, GazetteerError> {
    let kinds = [Placetype::Neighbourhood, Placetype::Locality];
    for name in [format!("{city} {part}"), part.to_owned()] {
        let nearest = gazetteer
            .places(&name, &kinds, LOCALITIES)?
            .into_iter()
            .filter(|place| place.country == locality.country && place.id != locality.id)
            .map(|place| (distance_beyond_extent_m(&place, locality), place))
            .filter(|(distance, _)| *distance <= SAME_PLACE_M)
            .min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, place)) = nearest {
            return Ok(Some(place));
        }
    }
    Ok(None)
}
