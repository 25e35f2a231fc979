//! Numbers in as few bits as each block of them needs, any of them read at once.
//!
//! ```text
//! 4           how many numbers there are
//! 8 a block   the least of its 64 numbers (4 bytes); bits of a number (the low 6 of 4 bytes), where it begins (the others, in 8 bytes)
//! …           the numbers less the least, 8 bytes a bit
//! 8           nothing: a number is read with the seven bytes after it
//! ```
//!
//! Entries of a list are in order, so 64 of them lie near each other: 15 bits on the starter data instead of 32.

use super::format::{u32_at, u64_at};

/// Numbers of a block.
const BLOCK: usize = 64;
/// Bits of the word that says where a block begins and how wide its numbers are.
const WIDTH_BITS: u32 = 6;
/// Bytes of a block's header.
const HEADER: usize = 8;

/// Packs numbers.
pub(super) fn pack(numbers: &[u32]) -> Vec<u8> {
    let mut headers = Vec::new();
    let mut blocks: Vec<u8> = Vec::new();
    for block in numbers.chunks(BLOCK) {
        let least = block.iter().copied().min().unwrap_or_default();
        let most = block.iter().copied().max().unwrap_or_default();
        let width = u32::BITS - (most - least).leading_zeros();
        headers.extend(least.to_le_bytes());
        headers.extend(((blocks.len() as u32 / 8) << WIDTH_BITS | width).to_le_bytes());
        let mut words = vec![0_u64; width as usize];
        for (index, number) in block.iter().enumerate() {
            let (bit, value) = (index * width as usize, u64::from(number - least));
            let (word, shift) = (bit / 64, bit % 64);
            if let Some(low) = words.get_mut(word) {
                *low |= value << shift;
            }
            if shift + width as usize > 64
                && let Some(high) = words.get_mut(word + 1)
            {
                *high |= value >> (64 - shift);
            }
        }
        blocks.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    }
    let count = (numbers.len() as u32).to_le_bytes();
    [&count[..], &headers, &blocks, &[0; 8]].concat()
}

/// How many numbers a section holds.
pub(super) fn count(section: &[u8]) -> usize {
    u32_at(section, 0) as usize
}

/// Whether a section has a header for each block of its numbers.
pub(super) fn is_whole(section: &[u8]) -> bool {
    4 + count(section).div_ceil(BLOCK) * HEADER <= section.len()
}

/// The number at an index; 0 outside.
pub(super) fn get(section: &[u8], index: usize) -> u32 {
    let count = count(section);
    if index >= count {
        return 0;
    }
    let headers = section.get(4..).unwrap_or_default();
    let (least, place) = (u32_at(headers, 2 * (index / BLOCK)), u32_at(headers, 2 * (index / BLOCK) + 1));
    let width = place & ((1 << WIDTH_BITS) - 1);
    let bit = index % BLOCK * width as usize;
    let at = count.div_ceil(BLOCK) * HEADER + (place >> WIDTH_BITS) as usize * 8 + bit / 8;
    let bits = u64_at(headers.get(at..).unwrap_or_default(), 0) >> (bit % 8);
    least.wrapping_add((bits & ((1 << width) - 1)) as u32)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_come_back(
            numbers in proptest::collection::vec(
                prop_oneof![Just(0), Just(u32::MAX), 0..500_u32, any::<u32>(), 1_000_000..1_000_064_u32], 0..300),
        ) {
            let section = pack(&numbers);
            prop_assert_eq!(count(&section), numbers.len());
            let read: Vec<u32> = (0..numbers.len()).map(|index| get(&section, index)).collect();
            prop_assert_eq!(read, numbers.clone());
            prop_assert_eq!(get(&section, numbers.len()), 0);
        }

        #[test]
        fn bytes_that_are_none_of_ours_are_read_without_harm(
            section in proptest::collection::vec(any::<u8>(), 0..80),
            index in 0_usize..400,
        ) {
            get(&section, index);
        }
    }

    #[test]
    fn equal_numbers_take_no_room() {
        assert_eq!(pack(&[7; 64]).len(), 4 + HEADER + 8);
    }
}
