//! The key of a name in the table of names: a hash of its folded letters and digits without separators, so that
//! `Guinea-Bissau`, `guinea bissau` and `GUINÉA BISSAU` are one. Shared with `build.rs`.

/// The name is a country's.
pub(crate) const COUNTRY: u64 = 1;
/// The name of a first-level division, or of what addresses have instead.
pub(crate) const REGION: u64 = 2;
/// The name is a county's.
pub(crate) const COUNTY: u64 = 4;
/// A longer name begins with this one.
pub(crate) const BEGINS: u64 = 8;
/// The bits of an entry outside the hash.
pub(crate) const FLAGS: u64 = 15;

/// Highest bits of a hash that number its bucket: six names each, so that a lookup reads one cache line of names.
pub(crate) const BUCKET_BITS: u32 = 13;

/// The bucket of a hash.
pub(crate) fn bucket(hash: u64) -> usize {
    (hash >> (u64::BITS - BUCKET_BITS)) as usize
}

/// 64-bit FNV-1a over code points, with its high bits folded in.
#[derive(Clone, Copy)]
pub(crate) struct Hash(u64);

impl Hash {
    pub(crate) fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn push(&mut self, character: char) {
        self.0 = (self.0 ^ u64::from(u32::from(character))).wrapping_mul(0x0100_0000_01b3);
    }

    /// Evenly spread, so that buckets are of one size.
    pub(crate) fn value(self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 29)
    }
}
