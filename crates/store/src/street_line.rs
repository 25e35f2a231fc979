//! Lines of streets as bytes: differences of the coordinates, zigzag coded, as variable-length numbers.

use crate::varint::{put, take, unzigzag, zigzag};

/// Latitude and longitude in units of 10⁻⁷ degrees.
type Point = [i32; 2];

/// The bytes of a line of latitudes and longitudes in units of 10⁻⁷ degrees.
pub fn encode(line: &[Point]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(line.len() * 4);
    let mut last = [0; 2];
    for point in line.iter().map(|point| point.map(i64::from)) {
        put(&mut bytes, zigzag(point[0] - last[0]));
        put(&mut bytes, zigzag(point[1] - last[1]));
        last = point;
    }
    bytes
}

/// The line of such bytes; for invalid bytes the points are arbitrary.
pub fn decode(mut bytes: &[u8]) -> Vec<Point> {
    let mut line = Vec::with_capacity(bytes.len() / 4);
    let mut last = [0_i64; 2];
    while let (Some(lat), Some(lon)) = (take(&mut bytes), take(&mut bytes)) {
        last = [last[0].wrapping_add(unzigzag(lat)), last[1].wrapping_add(unzigzag(lon))];
        line.push(last.map(|coordinate| coordinate as i32));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_comes_back_from_its_bytes() {
        let line = vec![[473_000_000, 95_000_000], [473_000_100, 94_999_000], [-900_000_000, 1_800_000_000]];
        assert_eq!(decode(&encode(&line)), line);
        assert_eq!(decode(&[]), Vec::<Point>::new());
    }

    #[test]
    fn any_bytes_are_read_without_a_fault() {
        let bytes: Vec<u8> = (0..=255).chain([0xff; 40]).collect();
        for start in 0..bytes.len() {
            let _ = decode(&bytes[start..]);
        }
    }
}
