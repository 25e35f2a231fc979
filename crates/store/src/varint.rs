//! Numbers as bytes, seven bits in each, the low ones first.

/// Appends a number.
pub fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number from the front of `bytes`; none if they end before it does. High bits that a number has no room for are lost.
#[inline]
pub fn take(bytes: &mut &[u8]) -> Option<u64> {
    let (mut number, mut shift) = (0_u64, 0_u32);
    loop {
        let &byte = bytes.split_off_first()?;
        number |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
        if byte < 0x80 {
            return Some(number);
        }
        shift += 7;
    }
}

/// A number that may be negative as one that is small either way.
pub fn zigzag(difference: i64) -> u64 {
    (difference << 1 ^ difference >> 63) as u64
}

/// The number that [`zigzag`] made one of.
pub fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_number_that_is_cut_off_is_none() {
        assert_eq!(take(&mut &[0xff; 20][..]), None);
    }

    proptest! {
        #[test]
        fn numbers_come_back(number: u64, difference: i64) {
            let mut bytes = Vec::new();
            put(&mut bytes, number);
            put(&mut bytes, zigzag(difference));
            let mut rest = &bytes[..];
            prop_assert_eq!((take(&mut rest), take(&mut rest).map(unzigzag)), (Some(number), Some(difference)));
        }
    }
}
