//! Any text, read as a point.

use milepost_text::coordinates;

/// Whether `bytes` are a point. Panics if it is outside the globe.
pub(crate) fn check(bytes: &[u8]) -> bool {
    let point = std::str::from_utf8(bytes).ok().and_then(coordinates::find);
    if let Some((lat, lon)) = point {
        assert!(lat.abs() <= 90.0 && lon.abs() <= 180.0, "{lat}, {lon}");
    }
    point.is_some()
}
