//! Points and names as bytes, and reading them.

use crate::varint;

/// Takes a number from the front; 0 behind the end.
#[inline]
pub(super) fn take_number(bytes: &mut &[u8]) -> u64 {
    varint::take(bytes).unwrap_or(0)
}

/// Takes the steps of a point; zeros behind the end.
pub(super) fn take_step(bytes: &mut &[u8]) -> [u16; 2] {
    let taken = take(bytes, 4);
    let byte = |at| taken.get(at).copied().unwrap_or(0);
    [u16::from_le_bytes([byte(0), byte(1)]), u16::from_le_bytes([byte(2), byte(3)])]
}

/// Takes as many bytes as there are, up to `length`.
pub(super) fn take<'a>(bytes: &mut &'a [u8], length: usize) -> &'a [u8] {
    bytes.split_off(..length.min(bytes.len())).unwrap_or_default()
}

/// Steps of a side of a box.
const STEPS: f64 = u16::MAX as f64;

/// A point as steps within a box of south, west, north, east.
pub(super) fn steps([south, west, north, east]: [f64; 4], lat: f64, lon: f64) -> [u16; 2] {
    let step = |value: f64, low: f64, high: f64| match high > low {
        true => ((value - low) / (high - low) * STEPS).round().clamp(0.0, STEPS) as u16,
        false => 0,
    };
    [step(lat, south, north), step(lon, west, east)]
}

/// The point of steps, degrees.
pub(super) fn point([south, west, north, east]: [f64; 4], [lat, lon]: [u16; 2]) -> (f64, f64) {
    let at = |step: u16, low: f64, high: f64| low + f64::from(step) / STEPS * (high - low);
    (at(lat, south, north), at(lon, west, east))
}

/// Code in front of a byte that no symbol stands for.
const ESCAPE: u8 = 255;
/// Bytes of a symbol in the table, of which it has the first few.
const SYMBOL: usize = 8;

/// Writes the text of codes in the place of what `text` holds: each stands for a symbol, `lengths[code]` bytes of `symbols[8 * code..]`.
pub(super) fn decompress(codes: &[u8], symbols: &[u8], lengths: &[u8], text: &mut Vec<u8>) {
    text.clear();
    text.reserve(codes.len() * 3 + SYMBOL);
    let mut codes = codes.iter();
    while let Some(&code) = codes.next() {
        if code == ESCAPE {
            text.extend(codes.next());
            continue;
        }
        let (at, length) = (usize::from(code) * SYMBOL, lengths.get(usize::from(code)).copied().unwrap_or(0));
        // All bytes of a symbol are copied, which is less work than those it has.
        let symbol = symbols.get(at..at + SYMBOL).filter(|_| usize::from(length) <= SYMBOL);
        if let Some(symbol) = symbol.and_then(|symbol| symbol.first_chunk::<SYMBOL>()) {
            let end = text.len() + usize::from(length);
            text.extend_from_slice(symbol);
            text.truncate(end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_behind_the_end_is_zero() {
        let mut bytes = &[0x80][..];
        assert_eq!(
            (take_number(&mut bytes), take_step(&mut bytes), take(&mut bytes, 3)),
            (0, [0, 0], &[][..])
        );
    }

    #[test]
    fn a_point_is_kept_within_half_a_step() {
        let spain = [27.6, -18.2, 43.8, 4.4];
        let (lat, lon) = point(spain, steps(spain, 40.4168, -3.7038));
        assert!((lat - 40.4168).abs() < 16.2 / STEPS && (lon + 3.7038).abs() < 22.6 / STEPS);
        let dot = [1.0, 2.0, 1.0, 2.0];
        assert_eq!(point(dot, steps(dot, 1.0, 2.0)), (1.0, 2.0));
    }
}
