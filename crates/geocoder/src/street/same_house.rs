//! Rows with one number that belong together: the units, entrances and parcels of a house.

use milepost_gazetteer::AddressPoint;

use crate::street::{Plane, metres_between};

/// Least radius of a register's point for the number itself, metres: the point may be the roof, the door, the gate or the middle
/// of the parcel.
pub(crate) const POINT_RADIUS_M: f64 = 15.0;
/// How far a door that the register lacks is from the point of a house, given the distance of the farthest row: three times as far
/// within a parcel, at most this far in a small group, beyond that so much farther than the rows; a pair counts half. This holds nine of
/// ten rows that were held back from numbers with three or more, in Baltimore County, Chesapeake, Arles and Nantes, and all rows that the
/// register has (tasks/quality/measures/radii.py).
const TIMES_IN_A_PARCEL: f64 = 3.0;
const SMALL_GROUP_M: f64 = 100.0;
const BEYOND_ROWS_M: f64 = 30.0;
const TIMES_A_PAIR: f64 = 2.0;

/// Which row is the point of the house, and the radius in metres that holds nine of ten doors: the main row nearest to the middle, so
/// that the point is on a building; the radius reaches somewhat beyond the farthest row. Rows without a unit are the main ones, if there
/// are any. Without rows the index is 0.
pub(crate) fn of(rows: &[&AddressPoint]) -> (usize, f64) {
    let [first, _, ..] = rows else { return (0, POINT_RADIUS_M) };
    let plane = Plane::at(first.lat, first.lon);
    let points: Vec<[f64; 2]> = rows.iter().map(|row| plane.metres(row.lat, row.lon)).collect();
    let count = points.len() as f64;
    let middle = [0, 1].map(|axis| points.iter().map(|point| point[axis]).sum::<f64>() / count);
    let off_middle = |at: &usize| metres_between(points[*at], middle);
    let are_units = rows.iter().all(|row| row.unit.is_some());
    let mains = (0..rows.len()).filter(|&at| are_units || rows[at].unit.is_none());
    let main = mains.min_by(|a, b| off_middle(a).total_cmp(&off_middle(b))).unwrap_or(0);
    let spread = points.iter().map(|point| metres_between(*point, points[main])).fold(0.0, f64::max);
    (main, POINT_RADIUS_M.max(radius_m(spread, rows.len())))
}

/// The radius from the distance of the farthest row, metres.
fn radius_m(spread: f64, rows: usize) -> f64 {
    let reach = if rows == 2 { TIMES_A_PAIR * spread } else { spread };
    (TIMES_IN_A_PARCEL * spread).min(SMALL_GROUP_M.max(reach + BEYOND_ROWS_M))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::street::fixture::house;

    /// The answer for rows so many metres east and north of a point, each the house itself or a unit of it.
    fn found(places: &[(f64, f64, bool)]) -> (usize, f64) {
        let plane = Plane::at(45.0, 5.0);
        let row = |&(east, north, is_main): &(f64, f64, bool)| {
            let (lat, lon) = plane.degrees([east, north]);
            AddressPoint { unit: (!is_main).then(|| "2".to_owned()), ..house("1", lat, lon) }
        };
        let rows: Vec<AddressPoint> = places.iter().map(row).collect();
        let (main, radius) = of(&rows.iter().collect::<Vec<_>>());
        (main, radius.round())
    }

    #[test]
    fn the_point_is_the_main_row_in_the_middle_and_the_radius_reaches_beyond_the_farthest() {
        let row = |east, north| (east, north, true);
        let unit = |east| (east, 0.0, false);
        let at = row(0.0, 0.0);
        for (rows, expected) in [
            (vec![at], (0, 15.0)),
            // One place filed twice, and entrances of one parcel.
            (vec![at, at], (0, 15.0)),
            (vec![at, row(5.0, 0.0)], (0, 15.0)),
            (vec![at, row(5.0, 0.0), row(10.0, 0.0)], (1, 15.0)),
            (vec![at, row(120.0, 0.0), row(240.0, 0.0)], (1, 150.0)),
            (vec![at, row(20.0, 0.0), row(40.0, 0.0)], (1, 60.0)),
            // Of two the first, and a pair tells little of a third.
            (vec![at, row(20.0, 0.0)], (0, 60.0)),
            (vec![at, row(80.0, 0.0)], (0, 190.0)),
            // The row without a unit wherever its units are; of units alone the one in the middle.
            (vec![at, unit(30.0), unit(60.0)], (0, 100.0)),
        ] {
            assert_eq!(found(&rows), expected, "{rows:?}");
        }
        assert_eq!(found(&[at, row(120.0, 0.0), row(60.0, 104.0)]).1, 150.0);
        assert_eq!(found(&[unit(0.0), unit(30.0), unit(60.0)]).0, 1);
    }
}
