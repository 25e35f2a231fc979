//! Places in the file, and the lists entries are kept in.

use super::format::{i32_at, i64_at};
use crate::Placetype;

/// Bytes of a place.
pub(super) const PLACE_BYTES: usize = 36;
/// No place, no extent.
pub(super) const NOTHING: u32 = u32::MAX;
/// Levels above a place at most.
pub(super) const DEEPEST: usize = 8;

/// A place as it is filed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Filed {
    pub(super) id: i64,
    pub(super) lat: i32,
    pub(super) lon: i32,
    /// Its main name, a text.
    pub(super) name: u32,
    /// Number of its kind.
    pub(super) kind: u16,
    /// Number of its country.
    pub(super) country: u16,
    /// The place above it, or [`NOTHING`].
    pub(super) parent: u32,
    pub(super) population: u32,
    /// Number of its extent, or [`NOTHING`].
    pub(super) extent: u32,
}

impl Filed {
    pub(super) fn write(&self, section: &mut Vec<u8>) {
        section.extend_from_slice(&self.id.to_le_bytes());
        section.extend_from_slice(&self.lat.to_le_bytes());
        section.extend_from_slice(&self.lon.to_le_bytes());
        section.extend_from_slice(&self.name.to_le_bytes());
        section.extend_from_slice(&self.kind.to_le_bytes());
        section.extend_from_slice(&self.country.to_le_bytes());
        section.extend_from_slice(&self.parent.to_le_bytes());
        section.extend_from_slice(&self.population.to_le_bytes());
        section.extend_from_slice(&self.extent.to_le_bytes());
    }

    /// The place of a number; nothing where there is none.
    pub(super) fn read(section: &[u8], number: u32) -> Option<Filed> {
        let at = number as usize * PLACE_BYTES;
        let bytes = section.get(at..at + PLACE_BYTES)?;
        let half = |index: usize| u16::from_le_bytes([bytes[index], bytes[index + 1]]);
        let word = |index: usize| i32_at(bytes, index / 4) as u32;
        Some(Filed {
            id: i64_at(bytes, 0),
            lat: i32_at(bytes, 2),
            lon: i32_at(bytes, 3),
            name: word(16),
            kind: half(20),
            country: half(22),
            parent: word(24),
            population: word(28),
            extent: word(32),
        })
    }
}

/// Degrees of microdegrees.
pub(super) fn degrees(micro: i32) -> f64 {
    f64::from(micro) / 1e6
}

/// Microdegrees of degrees.
pub(super) fn micro(degrees: f64) -> i32 {
    // Saturating for what is no coordinate at all.
    (degrees * 1e6).round() as i32
}

/// What a list holds the entries of. The numbers are the keys in the file; places stay below the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    /// What lies in a place.
    Within(u32),
    /// Whole names of places that have something in them.
    Containers,
    /// What lies in half a degree of latitude and longitude.
    Cell(u32),
}

/// Cells on a parallel.
const COLUMNS: i32 = 720;
/// Rows of cells.
const ROWS: i32 = 360;
/// Microdegrees of a cell's side.
const CELL: i32 = 500_000;

impl List {
    pub(super) fn key(self) -> u32 {
        match self {
            List::Within(place) => place,
            List::Containers => 0xe000_0000,
            List::Cell(cell) => 0xf000_0000 | cell,
        }
    }

    /// The cell of a point.
    pub(super) fn at(lat: i32, lon: i32) -> List {
        List::Cell(cell(lat.div_euclid(CELL) + ROWS / 2, lon.div_euclid(CELL) + COLUMNS / 2))
    }

    /// The cell of a point and the eight around it.
    pub(super) fn around(lat: i32, lon: i32) -> impl Iterator<Item = List> {
        let (row, column) = (lat.div_euclid(CELL) + ROWS / 2, lon.div_euclid(CELL) + COLUMNS / 2);
        (-1..=1).flat_map(move |north| (-1..=1).map(move |east| List::Cell(cell(row + north, column + east))))
    }
}

fn cell(row: i32, column: i32) -> u32 {
    (row.clamp(0, ROWS - 1) * COLUMNS + column.rem_euclid(COLUMNS)) as u32
}

/// Whether places of a kind are listed by what they contain: `spring il`, `soho london`.
pub(super) fn contains(kind: Placetype) -> bool {
    matches!(kind, Placetype::Country | Placetype::Region | Placetype::County | Placetype::Locality)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_survive_being_filed() {
        let place = Filed {
            id: -5,
            lat: 48_853_410,
            lon: -2_348_800,
            name: 7,
            kind: 3,
            country: 74,
            parent: NOTHING,
            population: 2_138_551,
            extent: 0,
        };
        let mut section = vec![0; PLACE_BYTES];
        place.write(&mut section);
        assert_eq!(Filed::read(&section, 1), Some(place));
        assert_eq!(Filed::read(&section, 2), None);
    }

    #[test]
    fn cells_meet_at_the_date_line() {
        let around = |lat, lon| List::around(micro(lat), micro(lon)).collect::<Vec<_>>();
        assert!(around(0.2, 179.9).contains(&List::at(micro(0.2), micro(-179.9))));
        assert!(around(89.99, 0.0).contains(&List::at(micro(89.99), micro(0.1))));
        assert_eq!(List::at(micro(90.0), micro(0.0)), List::at(micro(89.9), micro(0.0)));
    }
}
