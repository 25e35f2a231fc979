//! Where an address is, if it was geocoded: the distance of two addresses, and the cells of its blocking keys.

use crate::component::Agreement;

/// The point of an address that was geocoded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MatchPoint {
    /// Latitude in degrees, -90 to 90.
    pub lat: f64,
    /// Longitude in degrees, -180 to 180.
    pub lon: f64,
    /// Radius in metres that contains the true point nine times in ten.
    pub accuracy_m: f64,
}

/// Greatest radius of a point that tells one house from another, metres.
const PRECISE_M: f64 = 100.0;

/// Greatest distances of two precise points that are one place, two points of one property, and a slip of a geocoder, metres.
const LEVELS_M: [(f64, Agreement); 3] =
    [(30.0, Agreement::Exact), (150.0, Agreement::Equivalent), (1_000.0, Agreement::Typo)];

/// A degree of latitude, metres.
const DEGREE_M: f64 = 111_195.0;

/// Cells of the grid in a degree: those of a geohash with seven letters, 153 m from south to north.
const CELLS_IN_A_DEGREE: f64 = 131_072.0 / 180.0;

/// Cells of the grid around the earth.
const CELLS_AROUND: i64 = 262_144;

impl MatchPoint {
    fn is_precise(&self) -> bool {
        self.accuracy_m <= PRECISE_M
    }

    /// The distance in metres, as on a plane: within 1 % up to some hundred kilometres, and always far for points that are far apart.
    pub(crate) fn distance_m(&self, other: &MatchPoint) -> f64 {
        let turned = (self.lon - other.lon + 540.0).rem_euclid(360.0) - 180.0;
        let middle = (self.lat + other.lat) / 2.0;
        DEGREE_M * (self.lat - other.lat).hypot(turned * middle.to_radians().cos())
    }

    /// How far two points agree. One that is too coarse says no more than a missing one, unless it is beyond its own radius.
    pub(crate) fn agreement(&self, other: &MatchPoint) -> Agreement {
        let distance = self.distance_m(other);
        let doubt = self.accuracy_m + other.accuracy_m;
        if self.is_precise() && other.is_precise() {
            let level = LEVELS_M.into_iter().find(|(most, _)| distance <= *most);
            return level.map_or(Agreement::Contradicts, |(_, level)| level);
        }
        if distance <= doubt + LEVELS_M[2].0 { Agreement::Missing } else { Agreement::Contradicts }
    }

    /// The four cells of the grid nearest to a precise point: two points within 153 m have one in common at the equator, and towards
    /// the poles if they are as many cells apart.
    pub(crate) fn cells(&self) -> Vec<(i64, i64)> {
        if !self.is_precise() {
            return Vec::new();
        }
        let nearest = |degrees: f64| {
            let low = (degrees * CELLS_IN_A_DEGREE - 0.5).floor() as i64;
            [low, low + 1]
        };
        let east = nearest(self.lon).map(|cell| cell.rem_euclid(CELLS_AROUND));
        nearest(self.lat).into_iter().flat_map(|north| east.map(|east| (north, east))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(lat: f64, lon: f64, accuracy_m: f64) -> MatchPoint {
        MatchPoint { lat, lon, accuracy_m }
    }

    #[test]
    fn distances_are_those_on_the_earth() {
        let paris = at(48.8566, 2.3522, 0.0);
        // Great circles: 343.6 km and 2,222 m.
        assert!((paris.distance_m(&at(51.5074, -0.1278, 0.0)) / 343_556.0 - 1.0).abs() < 0.01);
        assert!((at(0.0, 179.99, 0.0).distance_m(&at(0.0, -179.99, 0.0)) / 2_223.9 - 1.0).abs() < 0.01);
    }

    #[test]
    fn near_points_agree_and_coarse_ones_say_little() {
        let house = at(39.5, -119.8, 10.0);
        let north = |metres: f64, accuracy_m| at(39.5 + metres / DEGREE_M, -119.8, accuracy_m);
        let level = |metres, accuracy_m| house.agreement(&north(metres, accuracy_m));
        assert_eq!(level(20.0, 10.0), Agreement::Exact);
        assert_eq!(level(100.0, 10.0), Agreement::Equivalent);
        assert_eq!(level(800.0, 10.0), Agreement::Typo);
        assert_eq!(level(2_000.0, 10.0), Agreement::Contradicts);
        assert_eq!(level(2_000.0, 5_000.0), Agreement::Missing);
        assert_eq!(level(20_000.0, 5_000.0), Agreement::Contradicts);
    }

    #[test]
    fn two_near_points_share_a_cell() {
        let shares = |a: MatchPoint, b: MatchPoint| a.cells().iter().any(|cell| b.cells().contains(cell));
        let step = 140.0 / DEGREE_M;
        for index in 0..200 {
            let (lat, lon) = (f64::from(index) * 0.000_123, f64::from(index) * 0.000_371);
            let house = at(lat, lon, 10.0);
            assert!(shares(house, at(lat + step, lon - step, 10.0)), "{lat} {lon}");
            assert!(!shares(house, at(lat + 4.0 * step, lon, 10.0)), "{lat} {lon}");
        }
        assert!(shares(at(-17.0, 179.9999, 10.0), at(-17.0, -179.9999, 10.0)));
        assert!(at(39.5, -119.8, 5_000.0).cells().is_empty());
    }
}
