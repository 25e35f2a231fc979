//! Whether a five-digit number is a ZIP code of a state in the address: this distinguishes `20500` before a
//! street from a house number.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::token::Token;
use crate::tsv::rows;
use crate::word_class::{plain, us_states};

/// The states an address names, as a set of their rows in the table of states.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StatesNamed(u64);

/// What a word says about the states of its address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumCount)]
#[repr(u8)]
pub enum ZipAgreement {
    /// No five digits.
    NoZip = 0,
    /// Five digits outside the ZIP codes of the named states.
    None = 1,
    /// Five digits that are a ZIP code of a named state.
    Agrees = 2,
}

/// Rows of the table of states by spelling; spellings of up to two words.
static STATES: LazyLock<HashMap<&'static str, u8>> = LazyLock::new(|| {
    us_states()
        .zip(0..64)
        .flat_map(|((code, spellings), row)| {
            std::iter::once(code).chain(spellings).map(move |spelling| (spelling, row))
        })
        .collect()
});

/// Codes of overseas military post, which take the position of a state; their rows follow those of the states.
const MILITARY: [&str; 3] = ["aa", "ae", "ap"];

/// The row of the first of them.
const FIRST_MILITARY: u8 = 64;

/// The row of a two-letter code of a state or of military post.
fn row_of_code(code: &str) -> Option<u8> {
    let military = || (FIRST_MILITARY..).zip(MILITARY).find(|(_, known)| *known == code).map(|(row, _)| row);
    STATES.get(code).copied().or_else(military)
}

/// The row of the state or military code of each three-digit ZIP prefix; 255 where none is in use.
static PREFIXES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut states = vec![255; 1_000];
    for [first, last, code] in rows(include_str!("../data/us_zip_prefixes.tsv")) {
        if let (Ok(first), Ok(last), Some(row)) = (first.parse::<usize>(), last.parse(), row_of_code(code)) {
            states[first..=last].fill(row);
        }
    }
    states
});

impl StatesNamed {
    /// Reads the states named by one word or two neighbouring words.
    pub fn read(text: &str, tokens: &[Token]) -> StatesNamed {
        let mut named = StatesNamed::default();
        // Only needed if there are five digits.
        if !tokens.iter().any(|token| five_digits(token.text(text)).is_some()) {
            return named;
        }
        let (mut last, mut pair) = (String::new(), String::new());
        for token in tokens {
            let word = plain(token.text(text));
            pair.clear();
            pair.extend([last.as_str(), " ", word.as_str()]);
            for &row in STATES.get(word.as_str()).into_iter().chain(STATES.get(pair.as_str())) {
                named.0 |= 1 << row;
            }
            last = word;
        }
        named
    }

    /// Whether `word` is a ZIP code, with or without its four digits, of a named state.
    pub fn agreement(self, word: &str) -> ZipAgreement {
        let Some(prefix) = five_digits(word) else { return ZipAgreement::NoZip };
        let row = PREFIXES[prefix];
        if row < FIRST_MILITARY && self.0 & (1 << row) != 0 {
            ZipAgreement::Agrees
        } else {
            ZipAgreement::None
        }
    }
}

/// Whether `rest` begins with a ZIP code of the state or the military post with the two-letter code `state`, and no more digits or
/// letters: `TN` and `37203, ...`, `AE` and `09012` grew together.
pub(crate) fn begins_with_zip_of(state: &str, rest: &str) -> bool {
    let length = rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len());
    let ends = !rest[length..].starts_with(char::is_alphabetic);
    let prefix = Some(length).filter(|&length| length == 5 && ends).and_then(|_| five_digits(&rest[..5]));
    prefix.is_some_and(|prefix| {
        row_of_code(&state.to_ascii_lowercase()).is_some_and(|row| PREFIXES[prefix] == row)
    })
}

/// The first three of five digits, alone or in front of `-` and more.
fn five_digits(word: &str) -> Option<usize> {
    let five = word.get(..5)?;
    let ends = matches!(word.as_bytes().get(5), None | Some(b'-'));
    (ends && five.bytes().all(|byte| byte.is_ascii_digit())).then(|| five[..3].parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokenize;

    fn agreements(text: &str) -> Vec<ZipAgreement> {
        let tokens = tokenize(text);
        let named = StatesNamed::read(text, &tokens);
        tokens.iter().map(|token| named.agreement(token.text(text))).collect()
    }

    #[test]
    fn a_zip_agrees_with_its_own_state_only() {
        use ZipAgreement::*;
        assert_eq!(agreements("20500 Washington DC"), [Agrees, NoZip, NoZip]);
        assert_eq!(agreements("Charlotte North Carolina 28202-1234"), [NoZip, NoZip, NoZip, Agrees]);
        assert_eq!(agreements("10118 Reno NV 89501"), [None, NoZip, NoZip, Agrees]);
        assert_eq!(agreements("75008 Paris"), [None, NoZip]);
    }

    #[test]
    fn military_post_has_codes_of_its_own_and_is_no_state() {
        assert!(begins_with_zip_of("AE", "09012") && begins_with_zip_of("ap", "96612, USA"));
        assert!(!begins_with_zip_of("AE", "34012") && !begins_with_zip_of("AA", "96201"));
        assert_eq!(agreements("APO AE 09012").last(), Some(&ZipAgreement::None));
    }
}
