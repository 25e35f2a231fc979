//! The finest tier: a register's own point for the house number, when it is the one that was asked for.
//!
//! A row answers by itself only where it does not contradict the question. The same street and number in the next village
//! under the same postcode is another house, and is never given for this one in silence.

use milepost_address::ResolutionTier;
use milepost_gazetteer::{AddressPoint, AddressPoints, Scope, Shards};
use milepost_text::{NumberMatch, postcode_key};

use crate::finding::Finding;
use crate::street::agreement::{Agreement, PlaceAgreement};
use crate::street::cased::cased;
use crate::street::geometry::{Plane, metres_between};
use crate::street::located::{Located, ONE_PLACE_M};
use crate::street::query::StreetQuery;
use crate::street::rows::StreetRows;
use crate::street::same_house::{self, RowPoint};

/// Radius of the base number's point for a number with a letter that the register does not have, metres: where lots are divided
/// along a road, and where numbers are counted house by house. Nine of ten of the lettered numbers that were held back, in Baltimore
/// County and in five French cities (benches/quality/radii.py).
const LETTER_OF_BLOCKS_M: f64 = 140.0;
const LETTER_OF_HOUSES_M: f64 = 50.0;
/// A row of the same postcode in another postal city is followed this far from the city that was asked for, metres.
const POSTAL_CITY_REACH_M: f64 = 40_000.0;
/// A row that says neither postcode nor locality is followed this far from the place that was asked for, metres.
const NEARBY_M: f64 = 10_000.0;
/// Radius of a point on a street that is spelled otherwise in the register, metres.
const RESPELLED_RADIUS_M: f64 = 100.0;

/// Rows of a number anywhere in a shard that are read at most (`points_of_a_number.sql`): with as many there are more.
const MOST_OF_A_NUMBER: usize = 256;

/// A row with what it shares with the question.
struct Hit {
    point: AddressPoint,
    agreement: PlaceAgreement,
    number: NumberMatch,
    /// Whether the row's unit is the one asked for (0), none was asked and it has none (0), or else (1).
    unit: u8,
    /// Metres from the place asked for.
    distance: f64,
    /// Whether type or directionals of the street differ.
    respelled: bool,
}

/// The point of the address under its street's name; none when the register does not have it, or only one that contradicts it.
pub(crate) fn locate(shards: &Shards, points: &AddressPoints, query: &StreetQuery) -> Option<Located> {
    query.number.as_ref()?;
    best(shards, points, query, exact(shards, points, query))
}

/// The point of the address among the rows of its street, which may be filed under another spelling.
pub(crate) fn among(
    shards: &Shards,
    points: &AddressPoints,
    query: &StreetQuery,
    street: &StreetRows,
) -> Option<Located> {
    query.number.as_ref()?;
    let mut hits = Vec::new();
    for row in &street.rows {
        add(&mut hits, row.clone(), query, street.respelled);
    }
    best(shards, points, query, hits)
}

/// The point of the address near the place asked for, in a register that says neither postcode nor locality.
pub(crate) fn nearby(shards: &Shards, points: &AddressPoints, query: &StreetQuery) -> Option<Located> {
    query.number.as_ref()?;
    best(shards, points, query, unplaced(shards, points, query))
}

/// The point of an address that names a state or country and no place in it, where the register of that has the street and number
/// once only.
pub(crate) fn only_one(shards: &Shards, points: &AddressPoints, query: &StreetQuery) -> Option<Located> {
    let place = &query.place;
    if query.number.is_none() || place.postcode.is_some() || !place.localities.is_empty() {
        return None;
    }
    let variants = query.number_variants();
    let numbers: Vec<&str> = variants.iter().map(|(number, _)| number.as_str()).collect();
    let mut hits = Vec::new();
    for point in shards.or_miss(points.of_number_anywhere(query.norms.first()?, &numbers)) {
        add(&mut hits, point, query, false);
    }
    hits.sort_by_key(|hit| (hit.number, hit.unit, hit.point.rowid));
    let best = hits.first()?;
    let plane = Plane::at(best.point.lat, best.point.lon);
    let is_here =
        |hit: &Hit| metres_between(plane.metres(hit.point.lat, hit.point.lon), [0.0, 0.0]) <= ONE_PLACE_M;
    if hits.len() >= MOST_OF_A_NUMBER || !hits.iter().all(is_here) {
        return None;
    }
    let mut located = located(query, best, &hits.iter().collect::<Vec<_>>(), Vec::new());
    located.findings.push(Finding::PlaceUnstated { is_house: true });
    Some(located)
}

/// The likeliest of the hits, unless it contradicts the question.
fn best(shards: &Shards, points: &AddressPoints, query: &StreetQuery, mut hits: Vec<Hit>) -> Option<Located> {
    hits.retain(|hit| hit.agreement.differences() < if hit.respelled || query.is_corrected { 1 } else { 2 });
    hits.sort_by(|a, b| {
        let rank =
            |hit: &Hit| (hit.agreement.differences(), hit.number, 2 - hit.agreement.agreements(), hit.unit);
        rank(a).cmp(&rank(b)).then(a.distance.total_cmp(&b.distance)).then(a.point.rowid.cmp(&b.point.rowid))
    });
    let best = hits.first()?;
    let (house, rivals) = as_good(&hits, best);
    is_acceptable(shards, points, query, best, !rivals.is_empty())
        .then(|| located(query, best, &house, rivals))
}

/// Rows under the street as it normalises, by postcode and by locality.
fn exact(shards: &Shards, points: &AddressPoints, query: &StreetQuery) -> Vec<Hit> {
    let variants = query.number_variants();
    let numbers: Vec<&str> = variants.iter().map(|(number, _)| number.as_str()).collect();
    let mut hits: Vec<Hit> = Vec::new();
    for norm in &query.norms {
        for scope in query.place.scopes() {
            for point in shards.or_miss(points.of_number(scope, norm, &numbers)) {
                add(&mut hits, point, query, false);
            }
            // Nothing agrees more than postcode, locality, street and number.
            if hits.iter().any(|hit| hit.agreement.agreements() == 2 && hit.number == NumberMatch::Exact) {
                return hits;
            }
        }
        if hits.iter().any(|hit| hit.agreement.differences() == 0) {
            break;
        }
    }
    hits
}

fn add(hits: &mut Vec<Hit>, point: AddressPoint, query: &StreetQuery, respelled: bool) {
    if hits.iter().any(|hit| hit.point.rowid == point.rowid) {
        return;
    }
    let variants = query.number_variants();
    let filed = point.number.to_lowercase();
    let Some((_, number)) =
        variants.iter().find(|(variant, _)| *variant == filed || *variant == point.number)
    else {
        return;
    };
    let unit = match (&query.unit, &point.unit) {
        (None, None) => 0,
        (Some(asked), Some(filed)) if asked.ends_with(filed.as_str()) => 0,
        _ => 1,
    };
    hits.push(Hit {
        agreement: PlaceAgreement::of(&point, &query.place),
        number: *number,
        unit,
        distance: query.place.distance_m(point.lat, point.lon).unwrap_or(0.0),
        respelled,
        point,
    });
}

/// Rows that say neither postcode nor locality, near the place asked for.
fn unplaced(shards: &Shards, points: &AddressPoints, query: &StreetQuery) -> Vec<Hit> {
    if query.place.anchors.is_empty() {
        return Vec::new();
    }
    let variants = query.number_variants();
    let numbers: Vec<&str> = variants.iter().map(|(number, _)| number.as_str()).collect();
    let mut hits = Vec::new();
    for norm in &query.norms {
        for point in shards.or_miss(points.of_number_anywhere(norm, &numbers)) {
            add(&mut hits, point, query, false);
        }
        hits.retain(|hit| hit.distance <= NEARBY_M && hit.agreement.differences() == 0);
        if !hits.is_empty() {
            break;
        }
    }
    hits
}

/// Hits as good as the best: those of its house, itself among them, and those that lie somewhere else. Where the unit that was asked
/// for is filed, other units are no part of it.
fn as_good<'a>(hits: &'a [Hit], best: &Hit) -> (Vec<&'a Hit>, Vec<&'a Hit>) {
    let plane = Plane::at(best.point.lat, best.point.lon);
    let is_unit = best.unit == 0 && best.point.unit.is_some();
    let is_as_good = |hit: &&Hit| {
        hit.agreement.differences() == best.agreement.differences()
            && hit.agreement.agreements() == best.agreement.agreements()
            && hit.number == best.number
            && (!is_unit || hit.unit == 0)
    };
    hits.iter().filter(is_as_good).partition(|hit| {
        metres_between(plane.metres(hit.point.lat, hit.point.lon), [0.0, 0.0]) <= ONE_PLACE_M
    })
}

/// Whether the best row may be given, its disagreements told.
fn is_acceptable(
    shards: &Shards,
    points: &AddressPoints,
    query: &StreetQuery,
    best: &Hit,
    has_rivals: bool,
) -> bool {
    match (best.agreement.locality, best.agreement.postcode) {
        (Agreement::Differs, Agreement::Agrees) => {
            if has_rivals || best.distance > POSTAL_CITY_REACH_M {
                return false;
            }
            // Municipalities do not share streets: where the register knows the one asked for, the row is another's.
            query.has_postal_cities()
                || !query
                    .place
                    .localities
                    .iter()
                    .any(|name| !shards.or_miss(points.keys(Scope::Locality(name), "", 1)).is_empty())
        }
        (Agreement::Differs, _) => false,
        (_, Agreement::Differs) => !has_rivals,
        (Agreement::Unknown, Agreement::Unknown) => best.distance <= NEARBY_M && !has_rivals,
        _ => true,
    }
}

/// The answer of a house by its rows, of which `best` is one.
fn located(query: &StreetQuery, best: &Hit, house: &[&Hit], rivals: Vec<&Hit>) -> Located {
    let has_main = house.iter().any(|hit| hit.point.unit.is_none());
    let row_point = |hit: &&Hit| RowPoint {
        lat: hit.point.lat,
        lon: hit.point.lon,
        is_main: !has_main || hit.point.unit.is_none(),
    };
    let (main, mut radius) = same_house::of(&house.iter().map(row_point).collect::<Vec<_>>());
    let Hit { point, agreement, number, distance: _, respelled, unit: _ } =
        house.get(main).copied().unwrap_or(best);
    if *number != NumberMatch::Exact {
        radius = radius.max(if query.has_postal_cities() { LETTER_OF_BLOCKS_M } else { LETTER_OF_HOUSES_M });
    }
    let mut findings = Vec::new();
    if *number == NumberMatch::Base {
        let asked = query.number.as_ref().map_or("", |number| number.text());
        findings.push(Finding::HouseNumberBase { asked: asked.to_owned(), filed: point.number.clone() });
    }
    if agreement.locality == Agreement::Differs {
        let filed = point.locality.as_deref().unwrap_or_default();
        findings.push(Finding::LocalityDiffers { filed: cased(filed) });
    }
    if agreement.postcode == Agreement::Differs {
        let filed = point.postcode.as_deref().map(postcode_key).unwrap_or_default();
        findings.push(Finding::PostcodeDiffers { filed, is_range: false });
    }
    if *respelled {
        radius = radius.max(RESPELLED_RADIUS_M);
        findings.push(Finding::StreetDiffers { filed: cased(&point.street) });
    }
    if !rivals.is_empty() {
        let plane = Plane::at(point.lat, point.lon);
        let spread = rivals
            .iter()
            .map(|rival| metres_between(plane.metres(rival.point.lat, rival.point.lon), [0.0, 0.0]))
            .fold(0.0, f64::max);
        radius = radius.max(spread);
        findings.push(Finding::SeveralHouses { count: rivals.len() + 1 });
    }
    Located {
        tier: ResolutionTier::AddressPoint,
        lat: point.lat,
        lon: point.lon,
        uncertainty_m: radius,
        street: point.street.clone(),
        locality: point.locality.clone(),
        postcode: point.postcode.clone(),
        findings,
        others: rivals.iter().map(|rival| (rival.point.lat, rival.point.lon)).collect(),
    }
}
