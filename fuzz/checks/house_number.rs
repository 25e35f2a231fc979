//! House numbers, one a line. Each is compared with the next.

use milepost_text::{HouseNumber, NumberMatch};

/// Whether every line of `bytes` is a house number. Panics if a number is another one than itself, or has too many spellings.
pub(crate) fn check(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let numbers: Vec<Option<HouseNumber>> = text.lines().map(HouseNumber::parse).collect();
    for number in numbers.iter().flatten() {
        assert_eq!(number.relation(number), Some(NumberMatch::Exact), "{}", number.text());
        assert!(number.spellings().len() <= 12, "{}", number.text());
        let _ = (number.base(), number.within_block(), number.range_width(), number.has_letter());
    }
    for pair in numbers.windows(2) {
        if let [Some(first), Some(second)] = pair {
            let _ = first.relation(second);
        }
    }
    !numbers.is_empty() && numbers.iter().all(Option::is_some)
}
