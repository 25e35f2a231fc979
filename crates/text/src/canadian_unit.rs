//! `305-1200 Bay St, Toronto ON M5R 2A5`: a hyphen joins the unit to the house number behind it (Canada Post, Addressing Guidelines).
//! In other countries such a pair is a range (`912-914`) or one number (`203-06`).

use std::sync::LazyLock;

use crate::fold;
use crate::house_number::are_neighbouring_doors;
use crate::word_class::regions;

/// Canada, and the names and codes of its provinces, folded.
static PROVINCES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let provinces = regions().filter(|(country, ..)| *country == "ca");
    let names = provinces.flat_map(|(_, name, others)| std::iter::once(name).chain(others));
    std::iter::once("canada").chain(names).collect()
});

/// Longest unit in front of a hyphen: `1502`, `PH12`.
const LONGEST_UNIT: usize = 5;

/// Bytes of the unit in `word`, if it is a unit and a house number by its letters and digits: 3 for `305-1200`. The numbers of
/// neighbouring doors (`12-14`) are a range in Canada too.
pub(crate) fn unit_length(word: &str) -> Option<usize> {
    let (unit, number) = word.split_once('-')?;
    let has_digit = unit.bytes().any(|byte| byte.is_ascii_digit());
    let is_unit = unit.len() <= LONGEST_UNIT
        && unit.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && (has_digit || unit.len() == 1);
    let digits = number.strip_suffix(|last: char| last.is_ascii_alphabetic()).unwrap_or(number);
    // `100-0001` is a postcode of Japan.
    let is_number =
        !digits.is_empty() && !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_range = has_digit && are_neighbouring_doors(unit, number);
    (is_unit && is_number && !is_range).then_some(unit.len())
}

/// Whether the text has a Canadian postcode, or ends with a province or the country.
pub(crate) fn is_canadian(text: &str) -> bool {
    let words: Vec<&str> =
        text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let has_code =
        words.iter().any(|word| word.len() == 6 && word.is_ascii() && is_code(&word[..3], &word[3..]))
            || words.windows(2).any(|pair| is_code(pair[0], pair[1]));
    let ending = fold(&words[words.len().saturating_sub(LONGEST_PROVINCE)..].join(" "));
    let ends_with = |name: &str| {
        ending.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with(' '))
    };
    has_code || PROVINCES.iter().any(|name| ends_with(name))
}

/// Words of the longest name of a province: `Terre-Neuve-et-Labrador`.
const LONGEST_PROVINCE: usize = 4;

/// Whether the words are the halves of a postcode: letters and digits take turns.
fn is_code(first: &str, second: &str) -> bool {
    let is = |half: &str, letters: [bool; 3]| {
        half.len() == 3
            && half.bytes().zip(letters).all(|(byte, is_letter)| match is_letter {
                true => byte.is_ascii_alphabetic(),
                false => byte.is_ascii_digit(),
            })
    };
    is(first, [true, false, true]) && is(second, [false, true, false])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_told_from_a_range_and_from_other_numbers() {
        for (word, length) in [("305-1200", 3), ("2-88", 1), ("A-1500", 1), ("2B-415", 2), ("4-128A", 1)] {
            assert_eq!(unit_length(word), Some(length), "{word}");
        }
        for word in [
            "12-14",
            "110-130",
            "416-555-0199",
            "Saint-Denis",
            "M5R-2A5",
            "12",
            "PO-12",
            "1234567-8",
            "100-0001",
        ] {
            assert_eq!(unit_length(word), None, "{word}");
        }
    }

    #[test]
    fn canada_shows_by_postcode_province_or_name() {
        for text in
            ["Laval, QC, K1T4W9", "toronto on m5r 2a5", "Sudbury ON", "Sydney, Nova Scotia", "Laval (Québec)"]
        {
            assert!(is_canadian(text), "{text}");
        }
        assert!(is_canadian("Bay St, Canada") && !is_canadian("Boston ON 02108") && !is_canadian(""));
        assert!(!is_canadian("London N17 6TB") && !is_canadian("Houston TX 77084"));
    }
}
