//! General categories and scripts of Unicode 17, as far as a key asks for them. The standard library has no letters (category L), decimal
//! digits (Nd) and scripts; a test compares with the tables of `regex`.

use unicode_normalization::char::is_combining_mark;

/// White space as ECMAScript means it, by which version 1 of the key is defined.
pub(crate) fn is_space(letter: char) -> bool {
    letter == '\u{feff}' || (letter.is_whitespace() && letter != '\u{85}')
}

/// General category L.
pub(crate) fn is_letter(letter: char) -> bool {
    // Alphabetic is also: numbers as letters, marks, and letters within circles and squares, which are signs.
    letter.is_alphabetic()
        && !letter.is_numeric()
        && !is_combining_mark(letter)
        && !matches!(letter, '\u{24b6}'..='\u{24e9}' | '\u{1f130}'..='\u{1f149}' | '\u{1f150}'..='\u{1f169}' | '\u{1f170}'..='\u{1f189}')
}

/// General category Nd.
pub(crate) fn is_decimal_digit(letter: char) -> bool {
    decimal_digit(letter).is_some()
}

/// The value of a decimal digit of any script.
pub(crate) fn decimal_digit(letter: char) -> Option<u32> {
    let point = u32::from(letter);
    let next = DIGITS.partition_point(|&(first, _)| first <= point);
    let (first, count) = DIGITS[next.checked_sub(1)?];
    (point - first < count).then_some((point - first) % 10)
}

/// Script Latin.
pub(crate) fn is_latin(letter: char) -> bool {
    is_within(&LATIN, letter)
}

/// Script Han, Hiragana, Katakana, Hangul or Arabic.
pub(crate) fn is_of_east_asia_or_arabic(letter: char) -> bool {
    letter >= '\u{600}' && is_within(&EAST_ASIA_AND_ARABIC, letter)
}

fn is_within(runs: &[(u32, u32)], letter: char) -> bool {
    let point = u32::from(letter);
    let next = runs.partition_point(|&(first, _)| first <= point);
    next.checked_sub(1).is_some_and(|at| point <= runs[at].1)
}

/// First digit of each run of decimal digits, and how many there are.
#[rustfmt::skip]
const DIGITS: [(u32, u32); 72] = [
    (0x30, 10), (0x660, 10), (0x6f0, 10), (0x7c0, 10), (0x966, 10), (0x9e6, 10),
    (0xa66, 10), (0xae6, 10), (0xb66, 10), (0xbe6, 10), (0xc66, 10), (0xce6, 10),
    (0xd66, 10), (0xde6, 10), (0xe50, 10), (0xed0, 10), (0xf20, 10), (0x1040, 10),
    (0x1090, 10), (0x17e0, 10), (0x1810, 10), (0x1946, 10), (0x19d0, 10), (0x1a80, 10),
    (0x1a90, 10), (0x1b50, 10), (0x1bb0, 10), (0x1c40, 10), (0x1c50, 10), (0xa620, 10),
    (0xa8d0, 10), (0xa900, 10), (0xa9d0, 10), (0xa9f0, 10), (0xaa50, 10), (0xabf0, 10),
    (0xff10, 10), (0x104a0, 10), (0x10d30, 10), (0x10d40, 10), (0x11066, 10), (0x110f0, 10),
    (0x11136, 10), (0x111d0, 10), (0x112f0, 10), (0x11450, 10), (0x114d0, 10), (0x11650, 10),
    (0x116c0, 10), (0x116d0, 20), (0x11730, 10), (0x118e0, 10), (0x11950, 10), (0x11bf0, 10),
    (0x11c50, 10), (0x11d50, 10), (0x11da0, 10), (0x11de0, 10), (0x11f50, 10), (0x16130, 10),
    (0x16a60, 10), (0x16ac0, 10), (0x16b50, 10), (0x16d70, 10), (0x1ccf0, 10), (0x1d7ce, 50),
    (0x1e140, 10), (0x1e2f0, 10), (0x1e4f0, 10), (0x1e5f1, 10), (0x1e950, 10), (0x1fbf0, 10),
];

/// First and last of each run of Latin letters.
#[rustfmt::skip]
const LATIN: [(u32, u32); 36] = [
    (0x41, 0x5a), (0x61, 0x7a), (0xaa, 0xaa), (0xba, 0xba), (0xc0, 0xd6), (0xd8, 0xf6),
    (0xf8, 0x2b8), (0x2e0, 0x2e4), (0x1d00, 0x1d25), (0x1d2c, 0x1d5c), (0x1d62, 0x1d65), (0x1d6b, 0x1d77),
    (0x1d79, 0x1dbe), (0x1e00, 0x1eff), (0x2071, 0x2071), (0x207f, 0x207f), (0x2090, 0x209c), (0x212a, 0x212b),
    (0x2132, 0x2132), (0x214e, 0x214e), (0x2160, 0x2188), (0x2c60, 0x2c7f), (0xa722, 0xa787), (0xa78b, 0xa7dc),
    (0xa7f1, 0xa7ff), (0xab30, 0xab5a), (0xab5c, 0xab64), (0xab66, 0xab69), (0xfb00, 0xfb06), (0xff21, 0xff3a),
    (0xff41, 0xff5a), (0x10780, 0x10785), (0x10787, 0x107b0), (0x107b2, 0x107ba), (0x1df00, 0x1df1e), (0x1df25, 0x1df2a),
];

/// First and last of each run of letters of East Asia and of Arabic; what no character has yet may be within.
#[rustfmt::skip]
const EAST_ASIA_AND_ARABIC: [(u32, u32); 47] = [
    (0x600, 0x604), (0x606, 0x60b), (0x60d, 0x61a), (0x61c, 0x61e), (0x620, 0x63f), (0x641, 0x64a),
    (0x656, 0x66f), (0x671, 0x6dc), (0x6de, 0x6ff), (0x750, 0x77f), (0x870, 0x8e1), (0x8e3, 0x8ff),
    (0x1100, 0x11ff), (0x2e80, 0x2fd5), (0x3005, 0x3005), (0x3007, 0x3007), (0x3021, 0x3029), (0x302e, 0x302f),
    (0x3038, 0x303b), (0x3041, 0x3096), (0x309d, 0x309f), (0x30a1, 0x30fa), (0x30fd, 0x30ff), (0x3131, 0x318e),
    (0x31f0, 0x321e), (0x3260, 0x327e), (0x32d0, 0x32fe), (0x3300, 0x3357), (0x3400, 0x4dbf), (0x4e00, 0x9fff),
    (0xa960, 0xa97c), (0xac00, 0xd7fb), (0xf900, 0xfad9), (0xfb50, 0xfd3d), (0xfd40, 0xfdff), (0xfe70, 0xfefc),
    (0xff66, 0xff6f), (0xff71, 0xff9d), (0xffa0, 0xffdc), (0x10e60, 0x10e7e), (0x10ec2, 0x10eff), (0x16fe2, 0x16fe3),
    (0x16ff0, 0x16ff6), (0x1aff0, 0x1b167), (0x1ee00, 0x1eef1), (0x1f200, 0x1f200), (0x20000, 0x33479),
];

#[cfg(test)]
mod tests {
    use super::*;

    type IsIt = fn(char) -> bool;

    #[test]
    fn categories_are_those_of_unicode() {
        // The tables of `regex` are a version behind; what they know nothing of says nothing.
        let unassigned = regex::Regex::new(r"^\p{Cn}$").expect("a class");
        let pattern = |class: &str| regex::Regex::new(&format!("^[{class}]$")).expect("a class");
        let classes: [(&str, IsIt); 6] = [
            (r"\p{L}", is_letter),
            (r"\p{N}", char::is_numeric),
            (r"\p{M}", is_combining_mark),
            (r"\p{Nd}", is_decimal_digit),
            (r"\p{Script=Latin}", is_latin),
            (
                r"\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Arabic}",
                is_of_east_asia_or_arabic,
            ),
        ];
        for (name, is_it) in classes {
            let class = pattern(name);
            let mut buffer = [0; 4];
            for letter in '\0'..=char::MAX {
                let text = letter.encode_utf8(&mut buffer);
                let is_known = is_it(letter) == class.is_match(text) || unassigned.is_match(text);
                assert!(is_known, "{name}: U+{:04X}", u32::from(letter));
            }
        }
    }

    #[test]
    fn white_space_is_that_of_ecmascript() {
        for letter in ['\t', '\u{b}', ' ', '\u{a0}', '\u{2028}', '\u{3000}', '\u{feff}'] {
            assert!(is_space(letter), "{letter:?}");
        }
        for letter in ['\u{85}', '\u{200b}', '\u{180e}', 'a'] {
            assert!(!is_space(letter), "{letter:?}");
        }
    }
}
