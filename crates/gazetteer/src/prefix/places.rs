//! Places in the file, and the lists entries are kept in.

use milepost_store::distance_m;

use super::format::u64_at;
use crate::Placetype;

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

/// Fields of a place; the section begins with a byte for each, its width.
const FIELDS: usize = 9;
/// Bytes after the last place: a field is read with what follows it.
const PADDING: usize = 8;

impl Filed {
    /// The fields as numbers from 0 up, where nothing is 0 as well.
    fn fields(&self) -> [u64; FIELDS] {
        let number = |number: u32| u64::from(number.wrapping_add(1));
        [
            self.id as u64,
            u64::from(self.lat as u32),
            u64::from(self.lon as u32),
            u64::from(self.name),
            u64::from(self.kind),
            u64::from(self.country),
            number(self.parent),
            u64::from(self.population),
            number(self.extent),
        ]
    }

    fn of(fields: [u64; FIELDS]) -> Filed {
        let [id, lat, lon, name, kind, country, parent, population, extent] = fields;
        Filed {
            id: id as i64,
            lat: lat as u32 as i32,
            lon: lon as u32 as i32,
            name: name as u32,
            kind: kind as u16,
            country: country as u16,
            parent: (parent as u32).wrapping_sub(1),
            population: population as u32,
            extent: (extent as u32).wrapping_sub(1),
        }
    }

    /// Distance to a point in degrees, metres.
    pub(super) fn distance_m(&self, lat: f64, lon: f64) -> f64 {
        distance_m(lat, lon, degrees(self.lat), degrees(self.lon))
    }

    /// The section of places.
    pub(super) fn write(places: &[Filed]) -> Vec<u8> {
        let mut widths = [0_u8; FIELDS];
        for place in places {
            for (width, value) in widths.iter_mut().zip(place.fields()) {
                *width = (*width).max((u64::BITS - value.leading_zeros()).div_ceil(8) as u8);
            }
        }
        let mut section = widths.to_vec();
        for place in places {
            for (width, value) in widths.iter().zip(place.fields()) {
                section.extend_from_slice(&value.to_le_bytes()[..usize::from(*width)]);
            }
        }
        section.extend([0; PADDING]);
        section
    }

    /// The place of a number; none if the number is out of range.
    pub(super) fn read(section: &[u8], number: u32) -> Option<Filed> {
        let (widths, rows) = section.split_first_chunk::<FIELDS>()?;
        let size = widths.iter().map(|width| usize::from(*width)).sum::<usize>();
        let mut rest = rows.get(number as usize * size..).filter(|rest| rest.len() >= size + PADDING)?;
        let fields = widths.map(|width| {
            let unused = u64::BITS.saturating_sub(8 * u32::from(width));
            let value = u64_at(rest, 0) & u64::MAX.checked_shr(unused).unwrap_or(0);
            rest = rest.get(usize::from(width)..).unwrap_or_default();
            value
        });
        (size > 0).then(|| Filed::of(fields))
    }
}

/// Degrees of microdegrees.
pub(super) fn degrees(micro: i32) -> f64 {
    f64::from(micro) / 1e6
}

/// Microdegrees of degrees.
pub(super) fn micro(degrees: f64) -> i32 {
    // Saturating, because corrupt bytes can hold any number.
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
    matches!(kind.level(), Placetype::Country | Placetype::Region | Placetype::County | Placetype::Locality)
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
        let other = Filed { id: 9, lat: 0, lon: 0, parent: 0, extent: NOTHING, ..place };
        let section = Filed::write(&[other, place]);
        assert_eq!(Filed::read(&section, 0), Some(other));
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
