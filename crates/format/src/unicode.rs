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

/// General category N.
pub(crate) fn is_number(letter: char) -> bool {
    letter.is_numeric()
}

/// General category M.
pub(crate) fn is_mark(letter: char) -> bool {
    is_combining_mark(letter)
}

/// General category Nd.
pub(crate) fn is_decimal_digit(letter: char) -> bool {
    let point = u32::from(letter);
    let next = DIGITS.partition_point(|&(first, _)| first <= point);
    next.checked_sub(1).is_some_and(|at| point - DIGITS[at].0 < DIGITS[at].1)
}

/// Script Latin.
pub(crate) fn is_latin(letter: char) -> bool {
    let point = u32::from(letter);
    let next = LATIN.partition_point(|&(first, _)| first <= point);
    next.checked_sub(1).is_some_and(|at| point <= LATIN[at].1)
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

#[cfg(test)]
mod tests {
    use super::*;

    type IsIt = fn(char) -> bool;

    #[test]
    fn categories_are_those_of_unicode() {
        // The tables of `regex` are a version behind; what they know nothing of says nothing.
        let unassigned = regex::Regex::new(r"^\p{Cn}$").expect("a class");
        let pattern = |class: &str| regex::Regex::new(&format!(r"^\p{{{class}}}$")).expect("a class");
        let classes: [(&str, IsIt); 5] = [
            ("L", is_letter),
            ("N", is_number),
            ("M", is_mark),
            ("Nd", is_decimal_digit),
            ("Script=Latin", is_latin),
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
