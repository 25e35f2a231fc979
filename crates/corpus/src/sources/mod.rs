//! Readers of the source tables: each turns rows into records of one country.

pub(crate) mod fr;
pub(crate) mod places;
mod table;
pub(crate) mod us;

use milepost_text::fold;

/// Held-out records: one in fifty, chosen by content, so that the same address never trains and measures.
pub(crate) fn is_held_out(parts: &[&str]) -> bool {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in parts.iter().flat_map(|part| fold(part).into_bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    (hash ^ (hash >> 29)).is_multiple_of(50)
}
