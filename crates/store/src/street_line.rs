//! Lines of streets as bytes: differences of the coordinates, zigzag coded, as variable-length numbers.

/// Latitude and longitude in units of 10⁻⁷ degrees.
type Point = [i32; 2];

/// The bytes of a line of latitudes and longitudes in units of 10⁻⁷ degrees.
pub fn encode(line: &[Point]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(line.len() * 4);
    let mut last = [0_i64; 2];
    for point in line {
        for (axis, before) in last.iter_mut().enumerate() {
            let now = i64::from(point[axis]);
            let delta = now - *before;
            *before = now;
            let mut coded = (delta << 1 ^ delta >> 63) as u64;
            while coded >= 0x80 {
                bytes.push(coded as u8 | 0x80);
                coded >>= 7;
            }
            bytes.push(coded as u8);
        }
    }
    bytes
}

/// The line of such bytes; for invalid bytes the points are arbitrary.
pub fn decode(bytes: &[u8]) -> Vec<Point> {
    let mut numbers = Vec::with_capacity(bytes.len() / 2);
    let (mut coded, mut shift) = (0_u64, 0_u32);
    for &byte in bytes {
        coded |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
        shift += 7;
        if byte < 0x80 {
            numbers.push((coded >> 1) as i64 ^ -((coded & 1) as i64));
            (coded, shift) = (0, 0);
        }
    }
    let mut last = [0_i64; 2];
    let step = |pair: &[i64]| {
        last = [last[0].wrapping_add(pair[0]), last[1].wrapping_add(pair[1])];
        last.map(|coordinate| coordinate as i32)
    };
    numbers.chunks_exact(2).map(step).collect()
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
