//! Polygons as the reverse lookup tests them: rings of whole microdegrees in one byte string, read in place.
//!
//! Layout, little-endian: a version byte; the number of rings (u32); for each ring the number of its corners (u32) and
//! their longitude and latitude (i32 each, microdegrees). A ring is not closed by repeating its first corner. Longitudes of a
//! ring run on across the antimeridian, so they may pass 180 degrees.

const VERSION: u8 = 1;
const HEADER: usize = 5;
const CORNER: usize = 8;
const MICRO: f64 = 1e6;
/// A turn around the earth, microdegrees.
const TURN: i64 = 360_000_000;

/// South, west, north, east of a polygon, degrees; east may pass 180.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// Lowest latitude.
    pub south: f64,
    /// Lowest longitude.
    pub west: f64,
    /// Highest latitude.
    pub north: f64,
    /// Highest longitude.
    pub east: f64,
}

/// Encodes rings of `[longitude, latitude]` in degrees, outer rings, holes and parts in any order: a point is inside when an
/// odd number of them surrounds it. None if no ring has three corners or a coordinate is not finite.
pub fn encode(rings: &[Vec<[f64; 2]>]) -> Option<(Vec<u8>, Bounds)> {
    let mut bytes = vec![VERSION, 0, 0, 0, 0];
    let mut count = 0_u32;
    let mut bounds = Bounds { south: 90.0, west: f64::INFINITY, north: -90.0, east: f64::NEG_INFINITY };
    for ring in rings {
        let ring = unwrapped(ring)?;
        if ring.len() < 3 {
            continue;
        }
        count += 1;
        bytes.extend_from_slice(&(ring.len() as u32).to_le_bytes());
        for [lon, lat] in ring {
            bounds.south = bounds.south.min(lat);
            bounds.north = bounds.north.max(lat);
            bounds.west = bounds.west.min(lon);
            bounds.east = bounds.east.max(lon);
            bytes.extend_from_slice(&((lon * MICRO).round() as i32).to_le_bytes());
            bytes.extend_from_slice(&((lat * MICRO).round() as i32).to_le_bytes());
        }
    }
    bytes[1..HEADER].copy_from_slice(&count.to_le_bytes());
    (count > 0).then_some((bytes, bounds))
}

/// A ring without its closing corner, its longitudes running on across the antimeridian and starting east of -180. A ring
/// around a pole is led over it.
fn unwrapped(ring: &[[f64; 2]]) -> Option<Vec<[f64; 2]>> {
    if ring.iter().flatten().any(|coordinate| !coordinate.is_finite() || coordinate.abs() > 540.0) {
        return None;
    }
    let mut corners: Vec<[f64; 2]> = Vec::with_capacity(ring.len());
    for &[lon, lat] in ring {
        let mut lon = lon;
        if let Some(&[before, _]) = corners.last() {
            lon -= ((lon - before) / 360.0).round() * 360.0;
        }
        corners.push([lon, lat.clamp(-90.0, 90.0)]);
    }
    let (&[first_lon, first_lat], &[last_lon, last_lat]) = (corners.first()?, corners.last()?);
    if (last_lon - first_lon).abs() > 180.0 {
        // The ring goes around the earth: it surrounds the pole on its side.
        let mean = corners.iter().map(|corner| corner[1]).sum::<f64>() / corners.len() as f64;
        let pole = if mean < 0.0 { -90.0 } else { 90.0 };
        if first_lat != last_lat {
            corners.push([first_lon + (last_lon - first_lon).signum() * 360.0, first_lat]);
        }
        let end = corners.last().map_or(last_lon, |corner| corner[0]);
        corners.push([end, pole]);
        corners.push([first_lon, pole]);
    } else if corners.len() > 1 && first_lon == last_lon && first_lat == last_lat {
        corners.pop();
    }
    let west = corners.iter().map(|corner| corner[0]).fold(f64::INFINITY, f64::min);
    let shift = ((-180.0 - west) / 360.0).ceil() * 360.0;
    if shift != 0.0 {
        corners.iter_mut().for_each(|corner| corner[0] += shift);
    }
    Some(corners)
}

/// Whether an encoded polygon contains a point, degrees. A point on an edge belongs to one of the two polygons that share
/// it. False for bytes of another layout.
pub fn contains(bytes: &[u8], lat: f64, lon: f64) -> bool {
    let y = (lat * MICRO).round() as i64;
    let x = (lon * MICRO).round() as i64;
    // Longitudes of a ring start at -180 and may pass 180.
    parity(bytes, x, y) || parity(bytes, x + TURN, y)
}

fn parity(bytes: &[u8], x: i64, y: i64) -> bool {
    let (Some((&VERSION, _)), Some(count)) = (bytes.split_first(), u32_at(bytes, 1)) else { return false };
    let mut at = HEADER;
    let mut inside = false;
    for _ in 0..count {
        let Some(corners) = u32_at(bytes, at) else { return false };
        at += 4;
        let Some(ring) = bytes.get(at..at + corners as usize * CORNER) else { return false };
        at += ring.len();
        inside ^= crosses_oddly(ring, x, y);
    }
    inside
}

/// Whether a ray eastwards from the point crosses the ring an odd number of times; exact, in whole numbers.
fn crosses_oddly(ring: &[u8], x: i64, y: i64) -> bool {
    let corner = |bytes: &[u8]| -> (i64, i64) {
        let part = |from: usize| {
            i64::from(i32::from_le_bytes([bytes[from], bytes[from + 1], bytes[from + 2], bytes[from + 3]]))
        };
        (part(0), part(4))
    };
    let Some(last) = ring.rchunks_exact(CORNER).next() else { return false };
    let (mut x_before, mut y_before) = corner(last);
    let mut odd = false;
    for bytes in ring.chunks_exact(CORNER) {
        let (x_here, y_here) = corner(bytes);
        if (y_here > y) != (y_before > y) {
            let turn = (x - x_here) * (y_before - y_here) - (x_before - x_here) * (y - y_here);
            odd ^= if y_before > y_here { turn < 0 } else { turn > 0 };
        }
        (x_before, y_before) = (x_here, y_here);
    }
    odd
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let part = bytes.get(at..at + 4)?;
    Some(u32::from_le_bytes([part[0], part[1], part[2], part[3]]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(west: f64, south: f64, east: f64, north: f64) -> Vec<[f64; 2]> {
        vec![[west, south], [east, south], [east, north], [west, north], [west, south]]
    }

    fn inside(rings: &[Vec<[f64; 2]>], lat: f64, lon: f64) -> bool {
        contains(&encode(rings).unwrap().0, lat, lon)
    }

    #[test]
    fn a_hole_is_outside_and_an_island_in_it_inside() {
        let rings = [square(0.0, 0.0, 9.0, 9.0), square(2.0, 2.0, 7.0, 7.0), square(4.0, 4.0, 5.0, 5.0)];
        assert!(inside(&rings, 1.0, 1.0));
        assert!(!inside(&rings, 3.0, 3.0));
        assert!(inside(&rings, 4.5, 4.5));
        assert!(!inside(&rings, 9.5, 4.5));
    }

    #[test]
    fn the_antimeridian_is_crossed_however_the_ring_is_written() {
        let jumping = vec![[179.0, -1.0], [-179.0, -1.0], [-179.0, 1.0], [179.0, 1.0], [179.0, -1.0]];
        let running = square(179.0, -1.0, 181.0, 1.0);
        let west = square(-181.0, -1.0, -179.0, 1.0);
        let split = [square(179.0, -1.0, 180.0, 1.0), square(-180.0, -1.0, -179.0, 1.0)];
        for rings in [vec![jumping], vec![running], vec![west], split.to_vec()] {
            assert!(inside(&rings, 0.0, 179.5) && inside(&rings, 0.0, -179.5), "{rings:?}");
            assert!(!inside(&rings, 0.0, 178.5) && !inside(&rings, 0.0, -178.5), "{rings:?}");
            assert!(!inside(&rings, 0.0, 0.0), "{rings:?}");
        }
    }

    #[test]
    fn a_ring_around_a_pole_contains_it() {
        for (lat, pole) in [(70.0, 90.0), (-70.0, -90.0)] {
            let ring: Vec<[f64; 2]> = (0..=36)
                .map(|step| [(f64::from(step) * 10.0 - 180.0 + 180.0) % 360.0 - 180.0, lat])
                .collect();
            assert!(inside(std::slice::from_ref(&ring), pole * 0.99, 13.0), "{lat}");
            assert!(inside(std::slice::from_ref(&ring), pole * 0.99, -170.0), "{lat}");
            assert!(!inside(std::slice::from_ref(&ring), lat * 0.9, 13.0), "{lat}");
            assert!(!inside(&[ring], -lat, 13.0), "{lat}");
        }
    }

    #[test]
    fn neighbours_share_no_point_of_their_edge() {
        let (left, right) = ([square(0.0, 0.0, 1.0, 1.0)], [square(1.0, 0.0, 2.0, 1.0)]);
        for lat in [0.0, 0.25, 0.5] {
            assert_eq!(u8::from(inside(&left, lat, 1.0)) + u8::from(inside(&right, lat, 1.0)), 1, "{lat}");
        }
    }

    #[test]
    fn bytes_of_another_layout_contain_nothing() {
        for bytes in [&b""[..], b"\x01", b"\x02\x01\0\0\0", b"\x01\xff\xff\xff\xff\xff\xff\xff\xff"] {
            assert!(!contains(bytes, 0.0, 0.0));
        }
        assert_eq!(encode(&[vec![[0.0, 0.0], [1.0, 1.0]]]), None);
        assert_eq!(encode(&[vec![[f64::NAN, 0.0], [1.0, 1.0], [2.0, 0.0]]]), None);
    }
}
