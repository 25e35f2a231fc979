//! The grid points of interest are filed by. Cells of one row follow each other, so that a box is a range of numbers a row.

use std::ops::RangeInclusive;

/// Cells of a degree.
const PER_DEGREE: f64 = 100.0;

/// Cells of a row, and room between rows.
const ROW: i64 = 100_000;

/// The number of the cell that a point in degrees lies in.
pub fn cell(lat: f64, lon: f64) -> i64 {
    row(lat) * ROW + column(lon)
}

/// The cells of a box (south, west, north, east, degrees), a range a row.
pub(super) fn cells([south, west, north, east]: [f64; 4]) -> impl Iterator<Item = RangeInclusive<i64>> {
    let (first, last) = (column(west), column(east));
    (row(south)..=row(north)).map(move |row| row * ROW + first..=row * ROW + last)
}

fn row(lat: f64) -> i64 {
    ((lat + 90.0) * PER_DEGREE).floor() as i64
}

fn column(lon: f64) -> i64 {
    ((lon + 180.0) * PER_DEGREE).floor() as i64
}

#[cfg(test)]
mod tests {
    use super::{cell, cells};

    #[test]
    fn a_box_holds_the_cells_of_its_points() {
        let ranges: Vec<_> = cells([39.5, -119.85, 39.55, -119.8]).collect();
        assert_eq!(ranges.len(), 6, "five hundredths of a degree touch six rows");
        let held = |lat, lon| ranges.iter().any(|range| range.contains(&cell(lat, lon)));
        assert!(held(39.5296, -119.8138) && held(39.5, -119.85));
        assert!(!held(39.5296, -119.9) && !held(39.6, -119.81));
    }

    #[test]
    fn the_ends_of_the_world_are_apart() {
        assert_ne!(cell(0.0, 180.0), cell(0.01, -180.0));
        assert_ne!(cell(90.0, 0.0), cell(-90.0, 0.0));
    }
}
