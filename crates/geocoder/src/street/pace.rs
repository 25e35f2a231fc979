//! How far apart the numbers of a street are, and how far the nearest known number may be from an unknown one.

use milepost_gazetteer::distance_m;

use crate::street::neighbours::Known;

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
/// Arles (benches/quality/radii.py).
const BLOCKS: (f64, f64) = (100.0, 1.7);
const HOUSE_BY_HOUSE: (f64, f64) = (60.0, 1.5);

/// The index of the first number nearest to `asked`.
pub(crate) fn nearest(numbers: impl Iterator<Item = i64>, asked: i64) -> Option<usize> {
    numbers.enumerate().min_by_key(|(_, number)| number.abs_diff(asked)).map(|(at, _)| at)
}

/// Metres per number around one of a street's rows, which are ordered by number: measured to the next row
/// with the most distant number.
pub(crate) fn around(known: &[Known<'_>], at: usize) -> f64 {
    let Some((number, row)) = known.get(at) else { return USUAL_M };
    let near = &known[at.saturating_sub(AROUND)..known.len().min(at + AROUND + 1)];
    let farthest = near.iter().max_by_key(|(other, _)| other.abs_diff(*number));
    farthest.map_or(USUAL_M, |(other, far)| {
        of(distance_m(row.lat, row.lon, far.lat, far.lon), other.abs_diff(*number))
    })
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
        assert_eq!(around(&[], 0), USUAL_M);
        assert_eq!(nearest([2, 8, 14].into_iter(), 11), Some(1), "the first of two as near");
    }
}
