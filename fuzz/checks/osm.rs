//! Any bytes, read as a file of OpenStreetMap.

/// Whether `bytes` are such a file.
pub(crate) fn check(bytes: &[u8]) -> bool {
    milepost_build::read_osm(bytes)
}
