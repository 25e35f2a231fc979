//! Plus codes (Open Location Code): a cell of the earth in ten or more characters, or in fewer together with the name of a place.
//!
//! The crate `open-location-code` (0.1.0, its only release) depends on `geo` 0.4 and panics on codes it cannot read, so the code is here.

use milepost_text::plus_code::{self, BEFORE_PLUS, SIGNS};

/// Signs of a full code whose pairs halve nothing more: after them come cells of 4 by 5.
const PAIRS: usize = 10;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Cell {
    /// Middle, degrees.
    pub(crate) lat: f64,
    pub(crate) lon: f64,
    /// Height and width, degrees.
    pub(crate) height: f64,
    pub(crate) width: f64,
}

/// The plus code in `text`, in capitals.
pub(crate) fn find(text: &str) -> Option<String> {
    plus_code::find(text).map(|code| text[code].to_uppercase())
}

/// Decodes a full code, or a short one relative to the point `near` (latitude, longitude).
pub(crate) fn decode(code: &str, near: Option<(f64, f64)>) -> Option<Cell> {
    let missing = BEFORE_PLUS - code.find('+')?;
    let signs: String = code.chars().filter(|sign| *sign != '+').collect();
    if missing == 0 {
        return cell(&signs);
    }
    let (lat, lon) = near?;
    let front: String = encode_pairs(lat, lon).chars().take(missing).collect();
    let found = cell(&(front + &signs))?;
    // The cell nearest to the place may have another prefix than the place itself.
    let step = 20_f64.powi(2 - missing as i32 / 2);
    let nearest = |value: f64, near: f64| {
        [value - step, value, value + step]
            .into_iter()
            .min_by(|a, b| (a - near).abs().total_cmp(&(b - near).abs()))
    };
    Some(Cell { lat: nearest(found.lat, lat)?, lon: nearest(found.lon, lon)?, ..found })
}

fn cell(signs: &str) -> Option<Cell> {
    let digits: Vec<f64> =
        signs.chars().map(|sign| SIGNS.find(sign).map(|at| at as f64)).collect::<Option<_>>()?;
    let (mut lat, mut lon) = (-90.0, -180.0);
    let (mut height, mut width) = (400.0, 400.0);
    for pair in digits[..PAIRS.min(digits.len())].chunks(2) {
        let [north, east] = *pair else { return None };
        (height, width) = (height / 20.0, width / 20.0);
        (lat, lon) = (lat + north * height, lon + east * width);
    }
    for digit in digits.iter().skip(PAIRS) {
        (height, width) = (height / 5.0, width / 4.0);
        (lat, lon) = (lat + (digit / 4.0).floor() * height, lon + (digit % 4.0) * width);
    }
    let inside = (-90.0..90.0).contains(&lat) && (-180.0..180.0).contains(&lon);
    inside.then_some(Cell { lat: lat + height / 2.0, lon: lon + width / 2.0, height, width })
}

/// The first eight characters of the code of a point.
fn encode_pairs(lat: f64, lon: f64) -> String {
    let (mut north, mut east) = (lat.clamp(-90.0, 89.999_999) + 90.0, (lon + 180.0).rem_euclid(360.0));
    let (mut code, mut size) = (String::new(), 20.0);
    for _ in 0..4 {
        for value in [&mut north, &mut east] {
            let digit = (*value / size).floor();
            *value -= digit * size;
            code.extend(SIGNS.chars().nth(digit as usize));
        }
        size /= 20.0;
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_examples_decode() {
        // Cells from the test data of the specification (Apache-2.0): code, south, west, north, east.
        for (code, south, west, north, east) in [
            ("7FG49QCJ+2V", 20.37, 2.782_125, 20.370_125, 2.782_25),
            ("8FVC2222+22", 47.0, 8.0, 47.000_125, 8.000_125),
            ("4VCPPQGP+Q9", -41.273_125, 174.785_875, -41.273, 174.786),
        ] {
            let cell = decode(code, None).unwrap();
            assert!((cell.lat - (south + north) / 2.0).abs() < 1e-6, "{code} {cell:?}");
            assert!((cell.lon - (west + east) / 2.0).abs() < 1e-6, "{code} {cell:?}");
        }
    }

    #[test]
    fn short_codes_are_completed_by_a_place_near_by() {
        let full = decode("8FVC9G8F+6X", None).unwrap();
        let short = decode("9G8F+6X", Some((47.4, 8.6))).unwrap();
        assert!((full.lat - short.lat).abs() < 1e-9 && (full.lon - short.lon).abs() < 1e-9);
        assert_eq!(decode("9G8F+6X", None), None);
    }

    #[test]
    fn codes_are_distinguished_from_words() {
        assert_eq!(find("9G8F+6X Zürich").as_deref(), Some("9G8F+6X"));
        assert_eq!(find("8fvc9g8f+6xq, somewhere").as_deref(), Some("8FVC9G8F+6XQ"));
    }
}
