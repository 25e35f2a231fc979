//! A checksum in every page of the databases our builders write, so that a bit that changes later is found.
//!
//! The form is that of SQLite's own checksum extension (`cksumvfs`): eight bytes are reserved at the end of each page and hold the
//! sum of what is before them. Any SQLite reads such a file, a copy of it carries its sums along, and the extension checks them as
//! well. Two numbers of the header say that the sums are ours and which change of the file they are of (`header.rs`).

mod header;
mod verify;
mod write;

pub use verify::verify_open;
pub use verify::{Checked, Damage, verify};
pub use write::{reserve, write};

/// Bytes at the end of a page.
pub const SUM: usize = 8;

/// The sum of a page: of all but its last eight bytes.
fn sum_of(page: &[u8]) -> [u8; SUM] {
    let (mut first, mut second) = (0_u32, 0_u32);
    let (words, _) = page[..page.len() - SUM].as_chunks::<8>();
    for &[a, b, c, d, e, f, g, h] in words {
        first = first.wrapping_add(u32::from_le_bytes([a, b, c, d])).wrapping_add(second);
        second = second.wrapping_add(u32::from_le_bytes([e, f, g, h])).wrapping_add(first);
    }
    let mut sum = [0; SUM];
    sum[..4].copy_from_slice(&first.to_le_bytes());
    sum[4..].copy_from_slice(&second.to_le_bytes());
    sum
}

/// Whether the sum of a page fits. A page of zeros has the sum of zero, and is what a lost block reads like.
fn fits(page: &[u8]) -> bool {
    page[page.len() - SUM..] == sum_of(page) && page.iter().any(|&byte| byte != 0)
}
