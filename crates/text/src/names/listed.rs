//! Which words of an address are, by closed lists, the name of a country, a first-level division or a county: countries in every
//! language of CLDR, divisions from GeoNames. This makes rare names look like frequent ones. The model decides what the words
//! are in an address: `Georgia`, `Jordan` and `Kent` are also towns and streets.

use crate::name_hash::{BEGINS, COUNTRY, COUNTY, FLAGS, Hash, REGION, bucket};
use crate::token::{Separator, Token};

include!(concat!(env!("OUT_DIR"), "/names.rs"));

/// A token's part of a listed name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum Within {
    /// Nothing.
    #[default]
    None = 0,
    /// Its first word.
    Begin = 1,
    /// A later word.
    Inside = 2,
}

/// A token's part of the listed names of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Listed {
    /// Of a country.
    pub country: Within,
    /// Of a first-level division, département or province.
    pub region: Within,
    /// Of a county.
    pub county: Within,
}

impl Listed {
    /// How many different ones there are.
    pub const COUNT: u32 = 27;

    /// Its number below [`Listed::COUNT`].
    pub fn number(self) -> u32 {
        self.country as u32 + 3 * self.region as u32 + 9 * self.county as u32
    }
}

/// Most tokens of a name; Han and kana have one a character.
const LONGEST: usize = 12;

/// The listed names in a tokenised address: one entry per token. If names overlap, the longest that begins first counts.
pub fn listed(text: &str, tokens: &[Token]) -> Vec<Listed> {
    let mut found = vec![Listed::default(); tokens.len()];
    for start in 0..tokens.len() {
        let mut hash = Hash::new();
        let mut longest = [0; 3];
        for (length, token) in tokens[start..].iter().enumerate().take(LONGEST) {
            if length > 0 && matches!(token.before, Separator::Comma | Separator::Bracket) {
                break;
            }
            push(&mut hash, token.text(text));
            let flags = flags_of(hash.value());
            for (kind, flag) in [COUNTRY, REGION, COUNTY].into_iter().enumerate() {
                if flags & flag != 0 {
                    longest[kind] = length + 1;
                }
            }
            if flags & BEGINS == 0 {
                break;
            }
        }
        mark(&mut found[start..], longest[0], |listed| &mut listed.country);
        mark(&mut found[start..], longest[1], |listed| &mut listed.region);
        mark(&mut found[start..], longest[2], |listed| &mut listed.county);
    }
    found
}

/// Marks a name of `length` tokens, unless a longer one that began earlier covers this token.
fn mark(found: &mut [Listed], length: usize, kind: impl Fn(&mut Listed) -> &mut Within) {
    if length == 0 || *kind(&mut found[0]) != Within::None {
        return;
    }
    for (index, listed) in found[..length].iter_mut().enumerate() {
        *kind(listed) = if index == 0 { Within::Begin } else { Within::Inside };
    }
}

/// Adds the folded letters and digits of a word.
fn push(hash: &mut Hash, word: &str) {
    if word.is_ascii() {
        for byte in word.bytes().filter(u8::is_ascii_alphanumeric) {
            hash.push(char::from(byte.to_ascii_lowercase()));
        }
    } else {
        for character in crate::fold(word).chars().filter(|character| character.is_alphanumeric()) {
            hash.push(character);
        }
    }
}

/// Flags of the name with that hash; none where it is not listed.
fn flags_of(hash: u64) -> u64 {
    let wanted = hash & !FLAGS;
    let bucket = bucket(hash);
    let own = usize::from(BEGINS_OF_BUCKETS[bucket])..usize::from(BEGINS_OF_BUCKETS[bucket + 1]);
    NAMES[own].iter().find(|entry| *entry & !FLAGS == wanted).map_or(0, |entry| entry & FLAGS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokenize;

    fn shown(text: &str) -> String {
        let letter = |within: Within, letter: char| match within {
            Within::None => None,
            Within::Begin => Some(letter.to_ascii_uppercase()),
            Within::Inside => Some(letter),
        };
        let tokens = tokenize(text);
        let marks = listed(text, &tokens).into_iter().map(|found| {
            let kinds = [letter(found.country, 'n'), letter(found.region, 'r'), letter(found.county, 'c')];
            let mark: String = kinds.into_iter().flatten().collect();
            if mark.is_empty() { "-".to_owned() } else { mark }
        });
        marks.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn countries_in_all_languages() {
        assert_eq!(shown("Quillfeather, Bénin"), "- N");
        assert_eq!(shown("Vane Côte d'Ivoire"), "- N n");
        assert_eq!(shown("Vane cote d ivoire"), "- N n n");
        assert_eq!(shown("Vane Guinea-Bissau"), "- N");
        assert_eq!(shown("Ивановка, Россия"), "- N");
        assert_eq!(shown("ქვემო საქართველო"), "- N");
        assert_eq!(shown("日本"), "N n");
        assert_eq!(shown("12 Vane, Holland"), "- - N");
    }

    #[test]
    fn divisions_and_counties() {
        // Columbia is Colombia in Romanian.
        assert_eq!(shown("Vane, British Columbia"), "- R Nr");
        assert_eq!(shown("Vane Co. Wexford"), "- C c");
        assert_eq!(shown("Vane, Corrèze"), "- R");
        // Both a state of the United States and a country.
        assert_eq!(shown("Vane, Georgia"), "- NR");
        assert_eq!(shown("12 Quarry Rd"), "- - -");
    }

    #[test]
    fn a_name_does_not_cross_a_comma() {
        assert_eq!(shown("British, Columbia").chars().filter(|&mark| mark == 'r').count(), 0);
    }

    #[test]
    fn every_entry_is_found_and_the_table_is_sorted() {
        assert!(NAMES.windows(2).all(|pair| pair[0] & !FLAGS < pair[1] & !FLAGS));
        assert!(NAMES.iter().all(|entry| flags_of(entry & !FLAGS) == entry & FLAGS));
        assert_eq!(flags_of(0), 0);
        assert_eq!(flags_of(u64::MAX), 0);
    }
}
