//! Any bytes, read as a register of postcodes (`candidate.postcodes`).

use milepost_store::register;

/// A code, a delivery area, a code without the letters of its country, and a name.
const KEYS: [&str; 4] = ["1063", "3750", "1001", "vaneville"];

/// Whether `bytes` are a register.
pub(crate) fn check(bytes: &[u8]) -> bool {
    KEYS.iter().all(|key| register::read_any(bytes, key))
}
