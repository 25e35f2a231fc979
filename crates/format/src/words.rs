//! The words of a text as they are compared: without case, accents and punctuation. Letters of every script stay.

use milepost_text::written_out;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::unicode::{decimal_digit, is_letter};

/// The words of `text`. Initials are one word (`P.O.`, `N.W.`), and a fraction is apart from the number in front of it.
pub fn words(text: &str) -> Vec<String> {
    if text.is_ascii() { plain_words(text) } else { folded_words(text) }
}

/// Of ASCII, where all that is left to do is case and punctuation.
fn plain_words(text: &str) -> Vec<String> {
    let bytes: Vec<u8> = text
        .bytes()
        .filter(|byte| !matches!(byte, b'\'' | b'`'))
        .map(|byte| byte.to_ascii_lowercase())
        .collect();
    let is_letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_lowercase);
    let is_word = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    let mut words = Vec::new();
    let mut word = String::new();
    for (at, &byte) in bytes.iter().enumerate() {
        if byte.is_ascii_alphanumeric() {
            word.push(char::from(byte));
        } else if is_behind_initial(byte == b'.', at, is_letter, is_word) {
        } else if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

fn folded_words(text: &str) -> Vec<String> {
    let lower = decomposed(&with_fractions_apart(text)).to_lowercase();
    let mut letters: Vec<char> = Vec::with_capacity(lower.len());
    let mut before = None;
    for letter in decomposed(&lower).chars() {
        if !is_dropped(letter, before) {
            match written_out(letter) {
                Some(spelled) => letters.extend(spelled.chars()),
                None => letters.push(ascii_digit(letter)),
            }
        }
        before = Some(letter);
    }
    let is_letter_at = |at: usize| letters.get(at).copied().is_some_and(is_letter);
    let is_word = |at: usize| letters.get(at).is_some_and(|&letter| is_letter(letter) || letter.is_numeric());
    let mut folded = String::with_capacity(lower.len());
    for (at, &letter) in letters.iter().enumerate() {
        if is_letter(letter) || letter.is_numeric() || is_combining_mark(letter) {
            folded.push(letter);
        } else if !is_behind_initial(letter == '.', at, is_letter_at, is_word) {
            folded.push(' ');
        }
    }
    // Hangul and kana are compared composed.
    let composed: String = folded.nfc().collect();
    composed.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// NFKD. A function of its own, since what it calls is large and would stand in each place.
#[inline(never)]
fn decomposed(text: &str) -> String {
    text.nfkd().collect()
}

/// With a space before each vulgar fraction, which NFKD turns into digits.
fn with_fractions_apart(text: &str) -> String {
    let mut apart = String::with_capacity(text.len() + 1);
    for letter in text.chars() {
        if matches!(letter, '\u{bc}'..='\u{be}' | '\u{2150}'..='\u{215e}') {
            apart.push(' ');
        }
        apart.push(letter);
    }
    apart
}

/// Whether there is a dot at `at` with a single letter before it and a letter behind.
fn is_behind_initial(
    is_dot: bool,
    at: usize,
    is_letter: impl Fn(usize) -> bool,
    is_word: impl Fn(usize) -> bool,
) -> bool {
    is_dot && at > 0 && is_letter(at - 1) && (at < 2 || !is_word(at - 2)) && is_letter(at + 1)
}

/// Accents and apostrophes. `й` is a letter of its own, not an accented `и`.
fn is_dropped(letter: char, before: Option<char>) -> bool {
    match letter {
        '\u{306}' => before != Some('и'),
        '\u{300}'..='\u{36f}' | '\'' | '’' | '`' => true,
        _ => false,
    }
}

fn ascii_digit(letter: char) -> char {
    decimal_digit(letter).and_then(|digit| char::from_digit(digit, 10)).unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn texts_meet_without_case_accents_and_signs() {
        for (text, expected) in [
            ("N.W. O'Neil-St.", "nw oneil st"),
            ("12½ Straße", "12 1 2 strasse"),
            ("d’Eau P.O. Box", "deau po box"),
            ("İstanbul ﬁ 각 й", "istanbul fi 각 й"),
            ("١٢ ΟΔΟΣ", "12 οδος"),
            ("１丁目 ᠑᠒ 𞥓", "1丁目 12 3"),
            ("が か\u{3099}", "が が"),
            (" \u{feff}\u{85}\0", ""),
        ] {
            assert_eq!(words(text).join(" "), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn plain_letters_are_folded_as_they_are_beside_others(text in "[ -~\\t\\n\\x00-\\x1f\\x7f]{0,24}") {
            prop_assert_eq!(plain_words(&text), folded_words(&text));
        }
    }
}
