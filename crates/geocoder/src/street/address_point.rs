//! The finest tier: a register's own point for the typed house number.
//!
//! A row answers only if it does not contradict the address. The same street and number in the next village
//! under the same postcode is another house, and never answers without a finding.

use milepost_address::ResolutionTier;
use milepost_gazetteer::{AddressPoint, Scope};
use milepost_text::{NumberMatch, postcode_key};

use crate::finding::Finding;
use crate::street::agreement::{Agreement, PlaceAgreement};
use crate::street::cased::cased;
use crate::street::geometry::{Plane, metres_between};
use crate::street::located::{Located, ONE_PLACE_M};
use crate::street::query::StreetQuery;
use crate::street::registers::Houses;
use crate::street::rows::StreetRows;
use crate::street::same_house::{self, RowPoint};

/// Radius of the base number's point if the register lacks the number's letter, metres: where lots are divided
/// along a road, and where numbers are counted house by house. Holds nine of ten of the lettered numbers held back in Baltimore
/// County and in five French cities (benches/quality/radii.py).
const LETTER_OF_BLOCKS_M: f64 = 140.0;
const LETTER_OF_HOUSES_M: f64 = 50.0;
/// Greatest distance of a row of the same postcode in another postal city, metres.
const POSTAL_CITY_REACH_M: f64 = 40_000.0;
/// Greatest distance of a row that has neither postcode nor locality, metres.
const NEARBY_M: f64 = 10_000.0;
/// Radius of a point on a street that the register spells differently, metres.
const RESPELLED_RADIUS_M: f64 = 100.0;

/// Most rows of a number in a whole shard that are read (`points_of_a_number.sql`): with as many, there may be more.
const MOST_OF_A_NUMBER: usize = 256;

/// A row with its agreement with the address.
struct Hit {
    point: AddressPoint,
    agreement: PlaceAgreement,
    number: NumberMatch,
    /// 0 if the row's unit is the typed one, or neither has one; otherwise 1.
    unit: u8,
    /// Metres from the place of the address.
    distance: f64,
    /// Whether type or directionals of the street differ.
    respelled: bool,
}

/// The point of the address under its street's name; none if the register lacks it, or has only one that contradicts the address.
pub(crate) fn locate(houses: &Houses<'_>, query: &StreetQuery) -> Option<Located> {
    query.number.as_ref()?;
    best(houses, query, exact(houses, query))
}

/// The point of the address among the rows of its street, which may be filed under another spelling.
pub(crate) fn among(houses: &Houses<'_>, query: &StreetQuery, street: &StreetRows) -> Option<Located> {
    query.number.as_ref()?;
    let mut hits = Vec::new();
    for row in &street.rows {
        add(&mut hits, row.clone(), query, street.respelled);
    }
    best(houses, query, hits)
}

/// The point of the address near its place, in a register that has neither postcodes nor localities.
pub(crate) fn nearby(houses: &Houses<'_>, query: &StreetQuery) -> Option<Located> {
    query.number.as_ref()?;
    best(houses, query, unplaced(houses, query))
}

/// The point of an address that names a state or country and no place in it, if the register there has the street and number
/// only once.
pub(crate) fn only_one(houses: &Houses<'_>, query: &StreetQuery) -> Option<Located> {
    let place = &query.place;
    if query.number.is_none() || place.postcode.is_some() || !place.localities.is_empty() {
        return None;
    }
    let variants = query.number_variants();
    let numbers: Vec<&str> = variants.iter().map(|(number, _)| number.as_str()).collect();
    let mut hits = Vec::new();
    let norm = query.norms.first()?;
    for point in houses.ask(|houses| houses.of_number_anywhere(norm, &numbers)) {
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

/// The likeliest of the hits, unless it contradicts the address.
fn best(houses: &Houses<'_>, query: &StreetQuery, mut hits: Vec<Hit>) -> Option<Located> {
    hits.retain(|hit| hit.agreement.differences() < if hit.respelled || query.is_corrected { 1 } else { 2 });
    hits.sort_by(|a, b| {
        let rank =
            |hit: &Hit| (hit.agreement.differences(), hit.number, 2 - hit.agreement.agreements(), hit.unit);
        rank(a).cmp(&rank(b)).then(a.distance.total_cmp(&b.distance)).then(a.point.rowid.cmp(&b.point.rowid))
    });
    let best = hits.first()?;
    let (house, rivals) = as_good(&hits, best);
    is_acceptable(houses, query, best, !rivals.is_empty()).then(|| located(query, best, &house, rivals))
}

/// Rows of the normalised street, by postcode and by locality.
fn exact(houses: &Houses<'_>, query: &StreetQuery) -> Vec<Hit> {
    let variants = query.number_variants();
    let numbers: Vec<&str> = variants.iter().map(|(number, _)| number.as_str()).collect();
    let mut hits: Vec<Hit> = Vec::new();
    for norm in &query.norms {
        for scope in query.place.scopes() {
            for point in houses.ask(|houses| houses.of_number(scope, norm, &numbers)) {
                add(&mut hits, point, query, false);
            }
            // No row agrees more than in postcode, locality, street and number.
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

/// Rows without postcode and locality, near the place of the address.
fn unplaced(houses: &Houses<'_>, query: &StreetQuery) -> Vec<Hit> {
    if query.place.anchors.is_empty() {
        return Vec::new();
    }
    let variants = query.number_variants();
    let numbers: Vec<&str> = variants.iter().map(|(number, _)| number.as_str()).collect();
    let mut hits = Vec::new();
    for norm in &query.norms {
        for point in houses.ask(|houses| houses.of_number_anywhere(norm, &numbers)) {
            add(&mut hits, point, query, false);
        }
        hits.retain(|hit| hit.distance <= NEARBY_M && hit.agreement.differences() == 0);
        if !hits.is_empty() {
            break;
        }
    }
    hits
}

/// Hits as good as the best: those of its house, including itself, and those that lie elsewhere. If the typed unit is filed,
/// other units are not part of it.
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

/// The best row with its disagreements, if it may answer.
fn is_acceptable(houses: &Houses<'_>, query: &StreetQuery, best: &Hit, has_rivals: bool) -> bool {
    match (best.agreement.locality, best.agreement.postcode) {
        (Agreement::Differs, Agreement::Agrees) => {
            if has_rivals || best.distance > POSTAL_CITY_REACH_M {
                return false;
            }
            // Municipalities do not share streets: if the register knows the typed one, the row belongs to another.
            query.has_postal_cities()
                || !query
                    .place
                    .localities
                    .iter()
                    .any(|name| !houses.ask(|houses| houses.keys(Scope::Locality(name), "", 1)).is_empty())
        }
        (Agreement::Differs, _) => false,
        (_, Agreement::Differs) => !has_rivals,
        (Agreement::Unknown, Agreement::Unknown) => best.distance <= NEARBY_M && !has_rivals,
        _ => true,
    }
}

/// The answer for a house from its rows, one of which is `best`.
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
        findings,
        others: rivals.iter().map(|rival| (rival.point.lat, rival.point.lon)).collect(),
        ..Located::by_row(ResolutionTier::AddressPoint, (point.lat, point.lon), radius, point)
    }
}

#[cfg(test)]
mod tests {
    use milepost_gazetteer::distance_m;

    use super::*;
    use crate::street::fixture::{codes, query, registers};
    use crate::street::rows;

    fn located_in(area: &str, address: &'static str) -> Option<Located> {
        locate(&registers(area).houses, &query(address))
    }

    #[test]
    fn rows_of_one_number_far_apart_give_the_spread_as_radius() {
        let address = "house_number=5; street=Birch Ave; locality=Portland; region=OR; postcode=97201";
        let birch = located_in("us-or", address).unwrap();
        let &[(lat, lon)] = &birch.others[..] else { panic!("{:?}", birch.others) };
        assert!((birch.uncertainty_m - distance_m(birch.lat, birch.lon, lat, lon)).abs() < 1.0);
        assert_eq!(birch.findings, [Finding::SeveralHouses { count: 2 }]);
    }

    #[test]
    fn a_letter_that_the_register_lacks_is_within_a_block_or_within_some_houses() {
        let address = "house_number=14B; street=Birch Ave; locality=Portland; region=OR; postcode=97201";
        let block = located_in("us-or", address).unwrap();
        assert_eq!((block.uncertainty_m, codes(&block)), (140.0, vec!["house_number_base"]));
        let address = "house_number=8 bis; street=rue du Puits; locality=Lyon; postcode=69003";
        let houses = located_in("fr", address).unwrap();
        assert_eq!((houses.uncertainty_m, codes(&houses)), (50.0, vec!["house_number_base"]));
    }

    #[test]
    fn a_postal_city_may_differ_from_the_municipality_unless_it_is_far() {
        let near = "house_number=12; street=Alder St; locality=Portland; region=OR; postcode=97222";
        let near = located_in("us-or", near).unwrap();
        assert_eq!(near.findings, [Finding::LocalityDiffers { filed: "Milwaukie".to_owned() }]);
        let far = "house_number=12; street=Willow St; locality=Portland; region=OR; postcode=97222";
        assert!(located_in("us-or", far).is_none());
    }

    #[test]
    fn a_municipality_that_the_register_knows_shares_no_street_with_the_next() {
        let known = "house_number=4; street=rue des Tilleuls; locality=Lyon; postcode=69003";
        assert!(located_in("fr", known).is_none());
        let unknown = "house_number=4; street=rue des Tilleuls; locality=Villeurbanne; postcode=69003";
        assert_eq!(codes(&located_in("fr", unknown).unwrap()), ["locality_differs"]);
    }

    #[test]
    fn another_postcode_answers_for_the_only_such_house_of_the_town() {
        let only = "house_number=7; street=Elder Ct; locality=Portland; region=OR; postcode=97201";
        let only = located_in("us-or", only).unwrap();
        let filed = "97205".to_owned();
        assert_eq!(only.findings, [Finding::PostcodeDiffers { filed, is_range: false }]);
        let two = "house_number=9; street=Elder Ct; locality=Portland; region=OR; postcode=97201";
        assert!(located_in("us-or", two).is_none(), "either of two");
    }

    #[test]
    fn a_row_without_a_place_answers_for_a_town_near_it() {
        let near = |address| nearby(&registers("us-or").houses, &query(address));
        assert!(near("house_number=77; street=Heron Rd; locality=Salem; region=OR").is_some());
        assert!(near("house_number=77; street=Heron Rd; locality=Portland; region=OR").is_none());
        assert!(near("house_number=77; street=Heron Rd; region=OR").is_none(), "near nothing");
    }

    #[test]
    fn a_house_of_a_state_is_the_only_one_with_its_units() {
        let only = |address| only_one(&registers("us-or").houses, &query(address));
        let juniper = only("house_number=40; street=Juniper Way; region=OR").unwrap();
        assert_eq!(juniper.findings, [Finding::PlaceUnstated { is_house: true }]);
        assert!(only("house_number=10; street=Larch St; region=OR").is_none(), "in two towns");
        assert!(only("house_number=40; street=Juniper Way; locality=Salem; region=OR").is_none());
    }

    #[test]
    fn a_house_of_a_longer_street_name_is_less_certain() {
        let query = query("house_number=3; street=Cedar Ln; locality=Portland; region=OR; postcode=97201");
        let houses = registers("us-or").houses;
        let street = rows::find(&houses, &query);
        let cedar = among(&houses, &query, &street).unwrap();
        assert_eq!(cedar.findings, [Finding::StreetDiffers { filed: "N Cedar Ln".to_owned() }]);
        assert_eq!(cedar.uncertainty_m, RESPELLED_RADIUS_M);
    }
}
