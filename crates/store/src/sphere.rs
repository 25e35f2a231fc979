//! Distances on the earth.

/// Mean radius of the earth, metres (IUGG).
const EARTH_RADIUS_M: f64 = 6_371_008.8;

/// Great-circle distance between two points in degrees, metres (haversine, mean radius of the earth).
pub fn distance_m(lat_a: f64, lon_a: f64, lat_b: f64, lon_b: f64) -> f64 {
    let (a, b) = (lat_a.to_radians(), lat_b.to_radians());
    let half_lat = ((b - a) / 2.0).sin();
    let half_lon = ((lon_b - lon_a).to_radians() / 2.0).sin();
    let chord = half_lat * half_lat + a.cos() * b.cos() * half_lon * half_lon;
    2.0 * EARTH_RADIUS_M * chord.sqrt().min(1.0).asin()
}

/// South, west, north, east of a circle, cut off at the poles and the antimeridian. Degrees and metres.
pub fn box_around(lat: f64, lon: f64, radius_m: f64) -> [f64; 4] {
    let half_lat = (radius_m / EARTH_RADIUS_M).to_degrees();
    // Near a pole every longitude is in the circle.
    let half_lon = (half_lat / lat.to_radians().cos().max(1e-9)).min(180.0);
    [
        (lat - half_lat).max(-90.0),
        (lon - half_lon).max(-180.0),
        (lat + half_lat).min(90.0),
        (lon + half_lon).min(180.0),
    ]
}

/// The box of no point.
pub(crate) const EMPTY_BOX: [f64; 4] = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];

/// A box (south, west, north, east) that a point is in as well.
pub(crate) fn widened([south, west, north, east]: [f64; 4], lat: f64, lon: f64) -> [f64; 4] {
    [south.min(lat), west.min(lon), north.max(lat), east.max(lon)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_match_known_ones() {
        // Paris to London, 343.5 km by the same formula in published tables.
        assert!((distance_m(48.8566, 2.3522, 51.5074, -0.1278) / 1000.0 - 343.5).abs() < 1.0);
        assert_eq!(distance_m(1.0, 2.0, 1.0, 2.0), 0.0);
        assert!((distance_m(0.0, 179.5, 0.0, -179.5) / 1000.0 - 111.2).abs() < 0.1);
    }

    #[test]
    fn a_box_ends_at_the_pole_and_the_antimeridian() {
        assert_eq!(box_around(90.0, 0.0, 1000.0)[1..], [-180.0, 90.0, 180.0]);
        assert_eq!(box_around(0.0, 179.999, 10_000.0)[3], 180.0);
    }
}
