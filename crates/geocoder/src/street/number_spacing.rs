//! The numbers of a street in their order, how far apart they are, and how far the nearest known number may be from an unknown one.

use milepost_gazetteer::AddressPoint;
use milepost_store::distance_m;
use milepost_text::HouseNumber;

/// Metres per number if the street's own pace is unknown.
const USUAL_M: f64 = 6.0;
/// Bounds of a street's own pace, metres per number: metric numbers count every metre, and few lots are wider.
const LEAST_M: f64 = 1.0;
const MOST_M: f64 = 15.0;
/// Rows on either side of the nearest one from which the pace is taken.
const AROUND: usize = 10;
/// Greatest length of a street beyond its last known number, metres.
const FARTHEST_BEYOND_M: f64 = 10_000.0;

/// Radius in addition to what the numbers between add, metres, and how often the street's pace counts for each of them: where blocks jump to
/// the next hundred, and where numbers are counted house by house. Each holds nine of ten numbers beyond the last known one: the
/// highest third of streets, held back. Fitted on Baltimore County and Lyon, checked on Chesapeake, Nantes, Toulouse, Montpellier and
/// Arles (tasks/quality/measures/radii.py).
const BLOCKS: (f64, f64) = (100.0, 1.7);
const HOUSE_BY_HOUSE: (f64, f64) = (60.0, 1.5);

/// A number without its letter, and its row.
pub(crate) type Known<'a> = (i64, &'a AddressPoint);

/// The rows of a street that have a number within the block, or outside of any, in its order.
pub(crate) fn in_order(street: &[AddressPoint], block: Option<u32>) -> Vec<Known<'_>> {
    let number = |row: &AddressPoint| {
        let (of, number) = HouseNumber::parse(&row.number)?.within_block()?;
        (of == block).then_some(i64::from(number))
    };
    let mut known: Vec<Known<'_>> = street.iter().filter_map(|row| Some((number(row)?, row))).collect();
    known.sort_by_key(|(number, row)| (*number, row.rowid));
    known
}

/// A row whose number is not the typed one.
pub(crate) struct Nearest<'a> {
    pub(crate) row: &'a AddressPoint,
    /// How far its number is from the typed one.
    pub(crate) gap: i64,
    /// Radius in metres around it that holds the typed number nine times in ten.
    pub(crate) radius_m: f64,
}

/// The row with the number nearest to `asked`, the lower one of two as near, among those of a street in its order. The pace is measured
/// from it to the row around it with the most distant number.
pub(crate) fn nearest<'a>(known: &[Known<'a>], asked: i64, has_blocks: bool) -> Option<Nearest<'a>> {
    let (at, &(number, row)) =
        known.iter().enumerate().min_by_key(|(_, (number, _))| number.abs_diff(asked))?;
    let around = &known[at.saturating_sub(AROUND)..known.len().min(at + AROUND + 1)];
    let (other, far) = around.iter().max_by_key(|(other, _)| other.abs_diff(number))?;
    let pace = of(distance_m(row.lat, row.lon, far.lat, far.lon), other.abs_diff(number));
    let gap = (number - asked).abs();
    Some(Nearest { row, gap, radius_m: beyond_m(gap, pace, has_blocks) })
}

/// Metres per number if so many numbers span so many metres.
pub(crate) fn of(metres: f64, numbers: u64) -> f64 {
    if numbers == 0 { USUAL_M } else { metres / numbers as f64 }
}

/// Radius in metres around the nearest known number that holds nine of ten when `gap` numbers lie between, `pace` metres each.
pub(crate) fn beyond_m(gap: i64, pace: f64, has_blocks: bool) -> f64 {
    let (base, times) = if has_blocks { BLOCKS } else { HOUSE_BY_HOUSE };
    (base + times * pace.clamp(LEAST_M, MOST_M) * gap as f64).min(FARTHEST_BEYOND_M)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::street::fixture::house;

    #[test]
    fn the_radius_grows_with_the_numbers_between_and_the_pace_of_the_street() {
        assert_eq!(beyond_m(10, 6.0, false), 150.0);
        assert_eq!(beyond_m(400, 0.2, false), 660.0, "metric numbers");
        assert_eq!(beyond_m(100, 2.5, true), 525.0);
        assert_eq!(beyond_m(20_000, 3.0, true), 10_000.0);
    }

    #[test]
    fn a_street_of_one_number_has_the_usual_pace() {
        assert_eq!(of(0.0, 0), USUAL_M);
        assert_eq!(of(120.0, 40), 3.0);
        let one = house("8", 45.51, -122.69);
        assert_eq!(nearest(&[(8, &one)], 18, false).unwrap().radius_m, beyond_m(10, USUAL_M, false));
        assert!(nearest(&[], 18, false).is_none());
    }

    #[test]
    fn the_lower_one_of_two_numbers_as_near_is_the_nearest() {
        let rows = ["2", "8", "14"].map(|number| house(number, 45.51, -122.69));
        let nearest = nearest(&in_order(&rows, None), 11, false).unwrap();
        assert_eq!((nearest.row.number.as_str(), nearest.gap), ("8", 3));
    }

    #[test]
    fn houses_are_ordered_by_number_and_a_row_without_one_is_left_out() {
        let rows = [house("20", 0.0, 0.0), house("mill", 0.0, 0.0), house("3a", 0.0, 0.0)];
        let numbers: Vec<i64> = in_order(&rows, None).into_iter().map(|(number, _)| number).collect();
        assert_eq!(numbers, [3, 20]);
    }
}
