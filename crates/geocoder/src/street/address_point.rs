//! The finest tier: a register's own point for the typed house number.
//!
//! A row answers only if it does not contradict the address. The same street and number in the next village
//! under the same postcode is another house, and never answers without a finding.

use std::cmp::Reverse;

use milepost_address::{ResolutionTier, Tag};
use milepost_gazetteer::AddressPoint;
use milepost_store::distance_m;
use milepost_text::{HouseNumber, NumberMatch, postcode_key};

use crate::components::Components;
use crate::finding::Finding;
use crate::street::{
    Agreement, Houses, Located, ONE_PLACE_M, PlaceAgreement, Plane, StreetQuery, cased, metres_between,
    same_house,
};

/// Radius of the base number's point if the register lacks the number's letter, metres: where lots are divided
/// along a road, and where numbers are counted house by house. Holds nine of ten of the lettered numbers held back in Baltimore
/// County and in five French cities (tasks/quality/measures/radii.py).
const LETTER_OF_BLOCKS_M: f64 = 140.0;
const LETTER_OF_HOUSES_M: f64 = 50.0;
/// Greatest distance of a row of the same postcode in another postal city, metres.
const POSTAL_CITY_REACH_M: f64 = 40_000.0;
/// Greatest distance of a row that has neither postcode nor locality, metres.
const NEARBY_M: f64 = 10_000.0;
/// Least radius of a point on a street of another name than the typed one, metres.
const OTHER_NAME_RADIUS_M: f64 = 100.0;

/// Most rows of a number in a whole shard that are read (`points_of_a_number.sql`): with as many, there may be more.
const MOST_OF_A_NUMBER: usize = 256;

/// Rows of a postcode that are read for an address without a street (`points_of_a_postcode.sql`).
const MOST_OF_A_POSTCODE: usize = 512;

/// A row with its agreement with the address.
struct Hit {
    point: AddressPoint,
    agreement: PlaceAgreement,
    number: NumberMatch,
    /// Numbers that the row's range counts; of several ranges that hold the typed number the tightest is its own.
    width: u32,
    /// Whether the row's unit is not the typed one; it is if neither has one.
    is_other_unit: bool,
    /// Metres from the place of the address.
    distance: f64,
}

impl Hit {
    /// How well place and number agree; the least is the best.
    fn rank(&self) -> (usize, NumberMatch, Reverse<usize>) {
        (self.agreement.differences(), self.number, Reverse(self.agreement.agreements()))
    }

    fn metres_to(&self, other: &Hit) -> f64 {
        let plane = Plane::at(self.point.lat, self.point.lon);
        metres_between(plane.metres(other.point.lat, other.point.lon), [0.0, 0.0])
    }
}

/// A typed number, to be compared with those of rows.
struct Sought<'a> {
    query: &'a StreetQuery,
    number: &'a HouseNumber,
    spellings: Vec<String>,
}

impl Sought<'_> {
    fn by(query: &StreetQuery) -> Option<Sought<'_>> {
        let number = query.number.as_ref()?;
        Some(Sought { query, number, spellings: number.spellings() })
    }

    fn spellings(&self) -> Vec<&str> {
        self.spellings.iter().map(String::as_str).collect()
    }

    fn hit(&self, point: AddressPoint) -> Option<Hit> {
        let place = &self.query.place;
        let filed = HouseNumber::parse(&point.number)?;
        let (number, width) = (self.number.relation(&filed)?, filed.range_width());
        let is_other_unit = match (&self.query.unit, &point.unit) {
            (None, None) => false,
            (Some(asked), Some(filed)) => !asked.ends_with(filed.as_str()),
            _ => true,
        };
        let distance = place.distance_m(point.lat, point.lon).unwrap_or(0.0);
        let agreement = PlaceAgreement::of(&point, place);
        Some(Hit { agreement, number, width, is_other_unit, distance, point })
    }

    /// Rows of the normalised street, by postcode and by locality.
    fn by_place(&self, houses: &Houses<'_>) -> Vec<Hit> {
        let numbers = self.spellings();
        let mut hits: Vec<Hit> = Vec::new();
        for norm in &self.query.norms {
            for scope in self.query.place.scopes() {
                for row in houses.ask(|houses| houses.of_number(Some(scope), norm, &numbers)) {
                    if hits.iter().all(|hit| hit.point.rowid != row.rowid) {
                        hits.extend(self.hit(row));
                    }
                }
                // No row agrees more than in postcode, locality, street and number.
                if hits.iter().any(|hit| hit.agreement.agreements() == 2 && hit.number == NumberMatch::Exact)
                {
                    return hits;
                }
            }
            if hits.iter().any(|hit| hit.agreement.differences() == 0) {
                break;
            }
        }
        hits
    }

    /// Rows of a street of this name anywhere.
    fn anywhere(&self, houses: &Houses<'_>, norm: &str) -> Vec<Hit> {
        let rows = houses.ask(|houses| houses.of_number(None, norm, &self.spellings()));
        rows.into_iter().filter_map(|row| self.hit(row)).collect()
    }
}

/// The point of the address under its street's name; none if the register lacks it, or has only one that contradicts the address.
pub(crate) fn locate(houses: &Houses<'_>, query: &StreetQuery) -> Option<Located> {
    best(houses, query, Sought::by(query)?.by_place(houses))
}

/// The point of the address among the rows of its street, whose numbers may be filed in another form.
pub(crate) fn among(houses: &Houses<'_>, query: &StreetQuery, street: &[AddressPoint]) -> Option<Located> {
    let sought = Sought::by(query)?;
    let hits = street.iter().filter_map(|row| sought.hit(row.clone()));
    best(houses, query, hits.collect())
}

/// The point of the address near its place, in a register that has neither postcodes nor localities; with loose towns also that of another
/// town of the register, where the town of the address may hold it.
pub(crate) fn nearby(houses: &Houses<'_>, query: &StreetQuery) -> Option<Located> {
    let sought = Sought::by(query).filter(|_| !query.place.anchors.is_empty())?;
    let near = |norm: &String| {
        let mut hits = sought.anywhere(houses, norm);
        hits.retain(|hit| {
            let is_in_town = houses.has_loose_towns
                && hit.agreement.postcode != Agreement::Differs
                && query.place.may_hold(hit.point.lat, hit.point.lon);
            is_in_town || hit.distance <= NEARBY_M && hit.agreement.differences() == 0
        });
        hits
    };
    best(houses, query, query.norms.iter().map(near).find(|hits| !hits.is_empty())?)
}

/// The point of an address that names a state or country and no place in it, if the register there has the street and number
/// only once.
pub(crate) fn only_one(houses: &Houses<'_>, query: &StreetQuery) -> Option<Located> {
    let sought = Sought::by(query).filter(|_| query.place.is_unstated())?;
    let mut hits = sought.anywhere(houses, query.norms.first()?);
    hits.sort_by_key(|hit| (hit.number, hit.is_other_unit, hit.point.rowid));
    let best = hits.first()?;
    if hits.len() >= MOST_OF_A_NUMBER || hits.iter().any(|hit| best.metres_to(hit) > ONE_PLACE_M) {
        return None;
    }
    let mut located = located(houses, query, &hits.iter().collect::<Vec<_>>(), &[]);
    located.findings.push(Finding::PlaceUnstated { is_house: true });
    Some(located)
}

/// The house of a number in a postcode, for an address without a street; without a number the only house of the postcode.
pub(crate) fn of_postcode(houses: &Houses<'_>, components: &Components<'_>) -> Option<Located> {
    let typed = components.get(Tag::Postcode)?;
    let number = components.get(Tag::HouseNumber).or(components.get(Tag::Unit));
    // `1053DS 177`: the parser may take the number for the end of the code.
    let parts = typed.rsplit_once(' ').filter(|_| number.is_none());
    let (code, number, rows) = std::iter::once((typed, number))
        .chain(parts.map(|(code, number)| (code, Some(number))))
        .map(|(code, number)| (code, number, houses.ask(|houses| houses.of_postcode(&postcode_key(code)))))
        .find(|(_, _, rows)| !rows.is_empty())?;
    if rows.len() >= MOST_OF_A_POSTCODE || code.is_empty() {
        return None;
    }
    let number = number.and_then(HouseNumber::parse);
    let is_number = |row: &&AddressPoint| match &number {
        Some(number) => HouseNumber::parse(&row.number).is_some_and(|filed| {
            matches!(number.relation(&filed), Some(NumberMatch::Exact | NumberMatch::Range))
        }),
        None => true,
    };
    let found: Vec<&AddressPoint> = rows.iter().filter(is_number).collect();
    let first = found.first()?;
    let is_one = |row: &&AddressPoint| {
        row.street_norm == first.street_norm
            && (number.is_some() || row.number == first.number)
            && distance_m(row.lat, row.lon, first.lat, first.lon) <= ONE_PLACE_M
    };
    if !found.iter().all(is_one) {
        return None;
    }
    let (main, radius) = same_house::of(&found);
    let row = found[main];
    Some(at_row(houses, radius, row))
}

/// The likeliest of the hits, unless it contradicts the address. On a street of another name the place has to agree.
fn best(houses: &Houses<'_>, query: &StreetQuery, mut hits: Vec<Hit>) -> Option<Located> {
    let most = if query.is_other_name() { 0 } else { 1 };
    hits.retain(|hit| hit.agreement.differences() <= most);
    hits.sort_by(|a, b| {
        let rank = |hit: &Hit| (hit.rank(), hit.is_other_unit, hit.width);
        rank(a).cmp(&rank(b)).then(a.distance.total_cmp(&b.distance)).then(a.point.rowid.cmp(&b.point.rowid))
    });
    let best = hits.first()?;
    // If the typed unit is filed, other units are not part of the house.
    let is_unit = !best.is_other_unit && best.point.unit.is_some();
    let as_good = hits.iter().filter(|hit| hit.rank() == best.rank() && !(is_unit && hit.is_other_unit));
    let (house, rivals): (Vec<&Hit>, Vec<&Hit>) = as_good.partition(|hit| best.metres_to(hit) <= ONE_PLACE_M);
    is_acceptable(houses, query, best, !rivals.is_empty()).then(|| located(houses, query, &house, &rivals))
}

/// Whether the best row may answer in spite of its disagreements.
fn is_acceptable(houses: &Houses<'_>, query: &StreetQuery, best: &Hit, has_rivals: bool) -> bool {
    let is_in_town = || houses.has_loose_towns && query.place.may_hold(best.point.lat, best.point.lon);
    match (best.agreement.locality, best.agreement.postcode) {
        (Agreement::Differs, Agreement::Agrees | Agreement::Unknown) if is_in_town() => !has_rivals,
        (Agreement::Differs, Agreement::Agrees) => {
            let is_known = |name: &String| houses.ask(|houses| houses.has_locality(name));
            // Municipalities do not share streets: if the register knows the typed one, the row belongs to another.
            !has_rivals
                && best.distance <= POSTAL_CITY_REACH_M
                && (query.has_postal_cities() || !query.place.localities.iter().any(is_known))
        }
        (Agreement::Differs, _) => false,
        (_, Agreement::Differs) => !has_rivals,
        (Agreement::Unknown, Agreement::Unknown) => best.distance <= NEARBY_M && !has_rivals,
        _ => true,
    }
}

/// The answer for a house from its rows, one at least. Rivals are rows that are as good and lie elsewhere.
fn located(houses: &Houses<'_>, query: &StreetQuery, house: &[&Hit], rivals: &[&Hit]) -> Located {
    let (main, mut radius) = same_house::of(&house.iter().map(|hit| &hit.point).collect::<Vec<_>>());
    let hit = house[main];
    let row = &hit.point;
    if hit.number == NumberMatch::Base {
        radius = radius.max(if query.has_postal_cities() { LETTER_OF_BLOCKS_M } else { LETTER_OF_HOUSES_M });
    }
    if query.is_other_name() {
        radius = radius.max(OTHER_NAME_RADIUS_M);
    }
    radius = rivals.iter().map(|rival| hit.metres_to(rival)).fold(radius, f64::max);
    let asked = query.number.as_ref().map_or("", |number| number.text());
    let postcode = || row.postcode.as_deref().map(postcode_key).unwrap_or_default();
    let findings = [
        (hit.number == NumberMatch::Base)
            .then(|| Finding::HouseNumberBase { asked: asked.to_owned(), filed: row.number.clone() }),
        (hit.agreement.locality == Agreement::Differs)
            .then(|| Finding::LocalityDiffers { filed: cased(row.locality.as_deref().unwrap_or_default()) }),
        (hit.agreement.postcode == Agreement::Differs)
            .then(|| Finding::PostcodeDiffers { filed: postcode(), is_range: false }),
        (!rivals.is_empty()).then_some(Finding::SeveralHouses { count: rivals.len() + 1 }),
    ];
    Located {
        findings: findings.into_iter().flatten().collect(),
        others: rivals.iter().map(|rival| (rival.point.lat, rival.point.lon)).collect(),
        ..at_row(houses, radius, row)
    }
}

fn at_row(houses: &Houses<'_>, radius_m: f64, row: &AddressPoint) -> Located {
    let osm = houses.ask(|houses| houses.osm_object(row.rowid));
    Located { osm, ..Located::by_row(ResolutionTier::AddressPoint, (row.lat, row.lon), radius_m, row) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::street::fixture::{codes, query, registers};
    use crate::street::rows;

    fn located_in(area: &str, address: &str) -> Option<Located> {
        let (houses, query) = (&registers(area).houses, &query(address));
        locate(houses, query).or_else(|| among(houses, query, &rows::find(houses, query)))
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
}
