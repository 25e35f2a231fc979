//! A number that the register lacks, placed between neighbours that it has.

use milepost_address::ResolutionTier;
use milepost_gazetteer::AddressPoint;

use crate::finding::Finding;
use crate::street::number_spacing::{self, Known, Nearest, in_order};
use crate::street::{Located, Plane, StreetQuery, metres_between};

/// Radius in addition to the share of the neighbours' distance, metres, and that share.
type Spread = (f64, f64);

/// The radius between neighbours on the number's own side, and on the other side, where numbers advance at a different pace.
struct Sides {
    own: Spread,
    other: Spread,
}

/// For American blocks, which jump to the next hundred, and for numbers counted house by house. Each radius holds nine of ten numbers
/// that were held back one by one, in runs, or with the whole side of their street. Fitted on Baltimore County and Lyon, checked on
/// Chesapeake, Nantes, Toulouse, Montpellier and Arles (tasks/quality/measures/radii.py).
const BLOCKS: Sides = Sides { own: (30.0, 0.5), other: (75.0, 1.0) };
const HOUSE_BY_HOUSE: Sides = Sides { own: (18.0, 0.22), other: (95.0, 0.6) };
/// Greatest distance of neighbours that say where a number between them lies, metres.
const FARTHEST_M: f64 = 1_500.0;
/// Numbers beyond the last known one that are still placed at the end of the street.
const BEYOND: i64 = 10;

/// The point of a number between its nearest neighbours on the same side, or just beyond the last one.
pub(crate) fn between(street: &[AddressPoint], query: &StreetQuery) -> Option<Located> {
    let (block, number) = query.number.as_ref()?.within_block()?;
    let number = i64::from(number);
    let known = in_order(street, block);
    let sides = if query.has_postal_cities() { BLOCKS } else { HOUSE_BY_HOUSE };
    let is_own_side = |candidate: i64| candidate.rem_euclid(2) == number.rem_euclid(2);
    on_the_way(&known, number, is_own_side, sides.own)
        .or_else(|| on_the_way(&known, number, |_| true, sides.other))
        .or_else(|| beyond(&known, number, query))
}

/// The point at the number's share of the way between the nearest wanted numbers below and above it.
fn on_the_way(
    known: &[Known<'_>],
    number: i64,
    is_wanted: impl Fn(i64) -> bool,
    (base, share_of_distance): Spread,
) -> Option<Located> {
    let (below, above) = known.split_at(known.partition_point(|(candidate, _)| *candidate < number));
    let &(low, start) = below.iter().rfind(|(candidate, _)| is_wanted(*candidate))?;
    let &(high, end) = above.iter().find(|(candidate, _)| is_wanted(*candidate))?;
    let plane = Plane::at(start.lat, start.lon);
    let way = plane.metres(end.lat, end.lon);
    let distance = metres_between([0.0, 0.0], way);
    let share = (number - low) as f64 / (high - low) as f64;
    let point = plane.degrees(way.map(|metres| share * metres));
    let radius = base + share_of_distance * distance;
    (distance <= FARTHEST_M).then(|| Located::by_row(ResolutionTier::Interpolated, point, radius, start))
}

/// The nearest known end of the street, if the number is only just beyond it.
fn beyond(known: &[Known<'_>], number: i64, query: &StreetQuery) -> Option<Located> {
    let nearest = number_spacing::nearest(known, number, query.has_postal_cities());
    let Nearest { row, radius_m, .. } = nearest.filter(|nearest| nearest.gap <= BEYOND)?;
    let findings = vec![Finding::HouseNumberBeyondKnown { nearest: row.number.clone() }];
    let located = Located::by_row(ResolutionTier::Interpolated, (row.lat, row.lon), radius_m, row);
    Some(Located { findings, ..located })
}

#[cfg(test)]
mod tests {
    use milepost_store::distance_m;
    use milepost_text::HouseNumber;

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
}
