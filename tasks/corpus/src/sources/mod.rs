//! Readers of the source tables. Each turns rows into the records of one country.

pub(crate) mod countries;
pub(crate) mod formats;
pub(crate) mod fr;
pub(crate) mod own;
pub(crate) mod places;
pub(crate) mod suburbs;
mod table;
pub(crate) mod towns;
pub(crate) mod us;
pub(crate) mod vocabulary;
pub(crate) mod world;

use milepost_text::fold;

/// States and départements that no training line comes from. The figures of development are measured on them.
pub(crate) const HELD_OUT_STATES: [&str; 5] = ["NM", "VT", "WV", "ID", "MS"];
const HELD_OUT_DEPARTMENTS: [&str; 4] = ["08", "19", "26", "47"];

/// Whether a US state is held out.
pub(crate) fn is_held_out_state(state: &str) -> bool {
    HELD_OUT_STATES.contains(&state.to_ascii_uppercase().as_str())
}

/// Whether a French postcode lies in a held-out département.
pub(crate) fn is_held_out_postcode(postcode: &str) -> bool {
    postcode.get(..2).is_some_and(|department| HELD_OUT_DEPARTMENTS.contains(&department))
}

/// Whether a name is held out: one in fifty, chosen by a hash of its text, so that measured names do not occur in training.
pub(crate) fn is_held_out(parts: &[&str]) -> bool {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in parts.iter().flat_map(|part| fold(part).into_bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    (hash ^ (hash >> 29)).is_multiple_of(50)
}
