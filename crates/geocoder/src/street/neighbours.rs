//! A number that the register lacks, placed between neighbours that it has.

use milepost_address::ResolutionTier;
use milepost_gazetteer::AddressPoint;
use milepost_text::HouseNumber;

use crate::finding::Finding;
use crate::street::geometry::{Plane, metres_between};
use crate::street::located::Located;
use crate::street::pace;
use crate::street::query::StreetQuery;

/// Radius in addition to the share of the neighbours' distance, metres, and that share.
type Spread = (f64, f64);

/// The radius between neighbours on the number's own side, and on the other side, where numbers advance at a different pace.
struct Sides {
    own: Spread,
    other: Spread,
}

/// For American blocks, which jump to the next hundred, and for numbers counted house by house. Each radius holds nine of ten numbers
/// that were held back one by one, in runs, or with the whole side of their street. Fitted on Baltimore County and Lyon, checked on
/// Chesapeake, Nantes, Toulouse, Montpellier and Arles (benches/quality/radii.py).
const BLOCKS: Sides = Sides { own: (30.0, 0.5), other: (75.0, 1.0) };
const HOUSE_BY_HOUSE: Sides = Sides { own: (18.0, 0.22), other: (95.0, 0.6) };
/// Greatest distance of neighbours that say where a number between them lies, metres.
const FARTHEST_M: f64 = 1_500.0;
/// Numbers beyond the last known one that are still placed at the end of the street.
const BEYOND: i64 = 10;

/// The point of a number between its nearest neighbours on the same side, or just beyond the last one.
pub(crate) fn between(street: &[AddressPoint], query: &StreetQuery) -> Option<Located> {
    let number = i64::from(query.number.as_ref()?.base()?);
    let known = in_order(street);
    let sides = if query.has_postal_cities() { BLOCKS } else { HOUSE_BY_HOUSE };
    let own_side = |candidate: i64| candidate.rem_euclid(2) == number.rem_euclid(2);
    bracket(&known, number, &own_side)
        .and_then(|pair| on_the_way(number, pair, sides.own))
        .or_else(|| bracket(&known, number, &|_| true).and_then(|pair| on_the_way(number, pair, sides.other)))
        .or_else(|| beyond(&known, number, query))
}

/// A number without its letter, and its row.
pub(crate) type Known<'a> = (i64, &'a AddressPoint);

/// The rows of a street that have a number, in its order.
pub(crate) fn in_order(street: &[AddressPoint]) -> Vec<Known<'_>> {
    let mut known: Vec<Known<'_>> = street
        .iter()
        .filter_map(|point| Some((i64::from(HouseNumber::parse(&point.number)?.base()?), point)))
        .collect();
    known.sort_by_key(|(number, point)| (*number, point.rowid));
    known
}

fn bracket<'a>(
    known: &[Known<'a>],
    number: i64,
    wanted: &dyn Fn(i64) -> bool,
) -> Option<(Known<'a>, Known<'a>)> {
    let at = known.partition_point(|(candidate, _)| *candidate < number);
    let below = known[..at].iter().rev().find(|(candidate, _)| wanted(*candidate))?;
    let above = known[at..].iter().find(|(candidate, _)| wanted(*candidate))?;
    Some((*below, *above))
}

/// The point at the number's share of the way between the two.
fn on_the_way(
    number: i64,
    (below, above): (Known<'_>, Known<'_>),
    (base, share_of_distance): Spread,
) -> Option<Located> {
    let plane = Plane::at(below.1.lat, below.1.lon);
    let end = plane.metres(above.1.lat, above.1.lon);
    let distance = metres_between([0.0, 0.0], end);
    if distance > FARTHEST_M {
        return None;
    }
    let share = match above.0 - below.0 {
        0 => 0.5,
        span => (number - below.0) as f64 / span as f64,
    };
    let point = plane.degrees([share * end[0], share * end[1]]);
    let radius = base + share_of_distance * distance;
    Some(Located::by_row(ResolutionTier::Interpolated, point, radius, below.1))
}

/// The nearest known end of the street, if the number is only just beyond it.
fn beyond(known: &[Known<'_>], number: i64, query: &StreetQuery) -> Option<Located> {
    let at = pace::nearest(known.iter().map(|(candidate, _)| *candidate), number)?;
    let (nearest, row) = known.get(at)?;
    let gap = (nearest - number).abs();
    if gap > BEYOND {
        return None;
    }
    let findings = vec![Finding::HouseNumberBeyondKnown { nearest: row.number.clone() }];
    let radius = pace::beyond_m(gap, pace::around(known, at), query.has_postal_cities());
    Some(Located {
        findings,
        ..Located::by_row(ResolutionTier::Interpolated, (row.lat, row.lon), radius, row)
    })
}

#[cfg(test)]
mod tests {
    use milepost_gazetteer::distance_m;

    use super::*;
    use crate::street::fixture::{house, query};

    const US: &str = "house_number=14; street=Yew St; locality=Portland; region=OR";

    /// A number on a street whose houses have some numbers, at so many thousandths of a degree to the north.
    fn placed(asked: &str, houses: &[(&str, f64)]) -> Option<Located> {
        let mut query = query(US);
        query.number = HouseNumber::parse(asked);
        let rows: Vec<AddressPoint> =
            houses.iter().map(|(number, north)| house(number, 45.51 + north / 1000.0, -122.69)).collect();
        between(&rows, &query)
    }

    fn north(located: &Located) -> f64 {
        ((located.lat - 45.51) * 1e6).round() / 1000.0
    }

    #[test]
    fn a_number_lies_at_its_share_of_the_way_between_its_neighbours() {
        let placed = placed("14", &[("20", 1.0), ("2", 9.0), ("10", 0.0)]).unwrap();
        assert_eq!((north(&placed), placed.findings.len()), (0.4, 0));
        assert_eq!(placed.street, "YEW ST");
    }

    #[test]
    fn neighbours_of_its_own_side_are_surer_than_those_across_the_street() {
        let both = placed("14", &[("10", 0.0), ("13", 0.9), ("15", 1.1), ("20", 1.0)]).unwrap();
        assert_eq!(north(&both), 0.4, "the odd side does not count");
        let across = placed("14", &[("13", 0.0), ("15", 1.0)]).unwrap();
        assert_eq!(north(&across), 0.5);
        assert!(across.uncertainty_m > both.uncertainty_m);
    }

    #[test]
    fn the_radius_follows_the_way_of_the_country_to_count_houses() {
        let rows = [house("10", 45.51, -122.69), house("20", 45.511, -122.69)];
        let apart = distance_m(rows[0].lat, rows[0].lon, rows[1].lat, rows[1].lon);
        let blocks = between(&rows, &query(US)).unwrap().uncertainty_m;
        assert!((blocks - 30.0 - apart / 2.0).abs() < 1.0, "{blocks}");
        let french = query("house_number=14; street=rue du Puits; locality=Lyon; postcode=69003");
        assert!(between(&rows, &french).unwrap().uncertainty_m < blocks);
    }

    #[test]
    fn a_number_just_beyond_the_last_one_is_at_the_end_of_the_street() {
        let beyond = placed("24", &[("10", 0.0), ("20", 1.0)]).unwrap();
        assert_eq!(beyond.findings, [Finding::HouseNumberBeyondKnown { nearest: "20".to_owned() }]);
        assert_eq!(north(&beyond), 1.0);
        assert!(placed("32", &[("10", 0.0), ("20", 1.0)]).is_none(), "too far beyond");
        assert!(placed("24", &[]).is_none());
    }

    #[test]
    fn neighbours_of_different_ends_of_a_town_say_nothing() {
        let far = placed("14", &[("10", 0.0), ("20", 20.0)]).unwrap();
        assert_eq!(north(&far), 0.0, "the nearest number instead");
        assert!(placed("60", &[("10", 0.0), ("110", 20.0)]).is_none());
    }

    #[test]
    fn houses_are_ordered_by_number_and_a_row_without_one_is_left_out() {
        let rows = [house("20", 0.0, 0.0), house("mill", 0.0, 0.0), house("3a", 0.0, 0.0)];
        let numbers: Vec<i64> = in_order(&rows).into_iter().map(|(number, _)| number).collect();
        assert_eq!(numbers, [3, 20]);
    }
}
