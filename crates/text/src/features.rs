//! The hashed features the model reads: what a word looks like, and its position.
//!
//! One embedding row per id; a token's input vector is the sum of its rows. Word features depend on the word
//! alone (so that training and serving can share the sum of a repeated word), position features on the
//! neighbourhood. **Any change here is a new [`FEATURE_VERSION`]**: a bundle trained with another one is refused.

use strum::{EnumCount, EnumString};

use crate::enclosure::{Enclosure, enclosures};
use crate::names::{Listed, listed};
use crate::script::Script;
use crate::token::{Separator, Token};
use crate::word_class::{WordClass, classes_of};
use crate::zip_state::{StatesNamed, ZipAgreement};

/// Version of the feature definition, recorded in every weights bundle.
pub const FEATURE_VERSION: u32 = 3;

const WORD_BUCKETS: u32 = 1 << 15;
const PART_BUCKETS: u32 = 1 << 15;
const PART_BASE: u32 = WORD_BUCKETS;
const SHAPE_BASE: u32 = WORD_BUCKETS + PART_BUCKETS;
const CLASS_BASE: u32 = SHAPE_BASE + 128;
const POSITION_BASE: u32 = CLASS_BASE + 32;

// New kinds of features come after the old ones, so that the rows of an older bundle keep their positions
// (tasks/training/parser/train.py continues from it).
const NAME_BASE: u32 = POSITION_BASE + POSITION_FEATURES;
const ENCLOSURE_BASE: u32 = NAME_BASE + Listed::COUNT;
const SCRIPT_BASE: u32 = ENCLOSURE_BASE + Enclosure::COUNT as u32;

const COUNTRY_BASE: u32 = SCRIPT_BASE + Script::COUNT as u32;

/// Rows of the embedding table of a bundle that knows no hint of a country ([`CountryHint`]).
pub const FEATURES_WITHOUT_COUNTRIES: usize = COUNTRY_BASE as usize;
/// The row of a token without a hint. It is the last one and adds nothing to a vector; only the corpus has it, whose tokens have
/// equally many ids.
pub const NO_COUNTRY: u32 = COUNTRY_BASE + CountryHint::COUNT;
/// Rows of the embedding table.
pub const FEATURE_COUNT: usize = NO_COUNTRY as usize + 1;

const SEPARATORS: u32 = Separator::COUNT as u32;
/// Distances from either end of the address that have features.
const DISTANCES: u32 = 16;
const POSITION_FEATURES: u32 =
    SEPARATORS * (SEPARATORS + 1) + 2 * DISTANCES + LOCALES + MODES + ZipAgreement::COUNT as u32;
const LOCALES: u32 = Locale::COUNT as u32;
const MODES: u32 = InputMode::COUNT as u32;

/// Position features of a token.
pub const POSITION_IDS: usize = 8;
/// Most trigrams taken of one word.
const MOST_TRIGRAMS: usize = 9;

/// The hints about an address that the caller has before parsing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Context {
    /// The locale asked for.
    pub locale: Locale,
    /// Whether the text is a whole record or a piece of one.
    pub mode: InputMode,
    /// The country the address is in, if the caller knows it.
    pub country: Option<CountryHint>,
}

/// A country as a hint for a parse: a pair of letters, whether or not a country has that code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountryHint(u16);

impl CountryHint {
    const COUNT: u32 = 26 * 26;

    /// The hint of an ISO 3166-1 alpha-2 code in either case; `None` if `code` is not two ASCII letters.
    pub fn from_code(code: &str) -> Option<CountryHint> {
        match code.as_bytes() {
            &[first, second] if first.is_ascii_alphabetic() && second.is_ascii_alphabetic() => {
                let place = |letter: u8| u16::from(letter.to_ascii_uppercase() - b'A');
                Some(CountryHint(26 * place(first) + place(second)))
            }
            _ => None,
        }
    }

    /// Feature id of the hint, which every token of the address has in addition to those of its word and position.
    pub fn feature(self) -> u32 {
        COUNTRY_BASE + u32::from(self.0)
    }
}

/// The locale of a parse; it tunes one shared model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, EnumCount)]
#[repr(u8)]
pub enum Locale {
    /// Unknown.
    #[default]
    Any = 0,
    /// `en-US`
    EnUs = 1,
    /// `fr-FR`
    FrFr = 2,
}

impl Locale {
    /// The locale of a BCP 47 tag; tags without weights count as [`Locale::Any`].
    pub fn from_tag(tag: &str) -> Locale {
        match tag.to_ascii_lowercase().as_str() {
            "en-us" => Locale::EnUs,
            "fr-fr" => Locale::FrFr,
            _ => Locale::Any,
        }
    }
}

/// How complete the text is, if the caller says; the model was trained with and without it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, EnumCount, EnumString)]
#[strum(serialize_all = "snake_case")]
#[repr(u8)]
pub enum InputMode {
    /// Judged from the text itself.
    #[default]
    Auto = 0,
    /// What a person types into a search box.
    Fragmented = 1,
    /// A complete record.
    Formatted = 2,
}

impl InputMode {
    /// The mode of a wire name (`auto`, `fragmented`, `formatted`).
    pub fn from_name(name: &str) -> Option<InputMode> {
        name.parse().ok()
    }
}

/// The form of a word its features are made of: case kept, digits as `0`, invisible characters removed.
/// Words with the same form have the same features.
pub fn feature_form(word: &str) -> String {
    word.chars()
        .filter(|&character| !crate::fold::is_invisible(character))
        .map(|character| if character.is_numeric() { '0' } else { character })
        .collect()
}

/// Appends the feature ids of a word in its [`feature_form`] to `ids`: the folded word, prefixes of 1 to 4 and
/// suffixes of 2 to 4 characters, up to nine trigrams, case shape, length, script, classes.
pub fn word_features(form: &str, ids: &mut Vec<u32>) {
    let plain = crate::word_class::plain(form);
    let characters: Vec<char> = plain.chars().take(64).collect();
    let length = characters.len();
    ids.push(hash(b'w', &characters) % WORD_BUCKETS);
    for take in 1..=4.min(length) {
        ids.push(PART_BASE + hash(b'p', &characters[..take]) % PART_BUCKETS);
    }
    for take in 2..=4.min(length) {
        ids.push(PART_BASE + hash(b's', &characters[length - take..]) % PART_BUCKETS);
    }
    for trigram in characters.windows(3).take(MOST_TRIGRAMS) {
        ids.push(PART_BASE + hash(b't', trigram) % PART_BUCKETS);
    }
    ids.push(SHAPE_BASE + shape_of(form));
    ids.push(SHAPE_BASE + 64 + length.min(15) as u32);
    ids.push(SCRIPT_BASE + Script::of_text(form) as u32);
    ids.extend(classes_of(&plain).iter().map(|class: WordClass| CLASS_BASE + class as u32));
}

/// A tokenised address as the position features see it.
pub struct Positions<'a> {
    text: &'a str,
    tokens: &'a [Token],
    context: Context,
    states: StatesNamed,
    names: Vec<Listed>,
    enclosures: Vec<Enclosure>,
}

impl<'a> Positions<'a> {
    /// Reads a whole address once.
    pub fn read(text: &'a str, tokens: &'a [Token], context: Context) -> Positions<'a> {
        Positions {
            text,
            tokens,
            context,
            states: StatesNamed::read(text, tokens),
            names: listed(text, tokens),
            enclosures: enclosures(text, tokens),
        }
    }

    /// Feature ids of the position of token `index`: the separators around it, its distance from the first and the
    /// last token, the context, whether it is a ZIP code of a state in the address, its part of a listed name, and
    /// the brackets or quotes around it.
    pub fn features(&self, index: usize) -> [u32; POSITION_IDS] {
        let token = self.tokens[index];
        // No token follows the last one: a separator kind of its own.
        let after = self.tokens.get(index + 1).map_or(SEPARATORS, |next| next.before as u32);
        let distance = |tokens_away: usize| (tokens_away as u32).min(DISTANCES - 1);
        let ends = POSITION_BASE + SEPARATORS * (SEPARATORS + 1);
        let locales = ends + 2 * DISTANCES;
        let modes = locales + LOCALES;
        let agreements = modes + MODES;
        [
            POSITION_BASE + token.before as u32 * (SEPARATORS + 1) + after,
            ends + distance(index),
            ends + DISTANCES + distance(self.tokens.len() - 1 - index),
            locales + self.context.locale as u32,
            modes + self.context.mode as u32,
            agreements + self.states.agreement(token.text(self.text)) as u32,
            NAME_BASE + self.names[index].number(),
            ENCLOSURE_BASE + self.enclosures[index] as u32,
        ]
    }
}

/// Shape of a word by the kinds of character in it: bits for digit, lower, upper first, upper elsewhere, sign,
/// and letters outside Latin. Below 64.
fn shape_of(form: &str) -> u32 {
    let mut bits = 0;
    for (index, character) in form.chars().enumerate() {
        bits |= match character {
            '0' => 1,
            upper if upper.is_uppercase() => 4 << u32::from(index > 0),
            latin if latin.is_alphabetic() && latin < '\u{250}' => 2,
            other if other.is_alphabetic() => 32,
            _ => 16,
        };
    }
    bits
}

/// 32-bit FNV-1a over the UTF-8 of `characters`, salted by the kind of feature.
fn hash(kind: u8, characters: &[char]) -> u32 {
    let mut hash = (0x811c_9dc5_u32 ^ u32::from(kind)).wrapping_mul(0x0100_0193);
    let mut bytes = [0; 4];
    for character in characters {
        for &byte in character.encode_utf8(&mut bytes).as_bytes() {
            hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
    // FNV's low bits mix poorly over short keys; fold the high ones in (murmur3 finaliser).
    hash ^= hash >> 16;
    hash = hash.wrapping_mul(0x85eb_ca6b);
    hash ^ (hash >> 13)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tokenize::tokenize;

    #[test]
    fn the_definition_has_not_moved() {
        // A change of these numbers makes every trained bundle unreadable: raise FEATURE_VERSION as well.
        let mut ids = Vec::new();
        word_features(&feature_form("Ave."), &mut ids);
        let digest =
            ids.iter().fold(0_u64, |digest, &id| digest.wrapping_mul(31).wrapping_add(u64::from(id)));
        assert_eq!((FEATURES_WITHOUT_COUNTRIES, ids.len(), digest), (65_827, 13, DIGEST));
        let text = "1 Main St, Reno";
        let tokens = tokenize(text);
        let context = Context { locale: Locale::EnUs, mode: InputMode::Formatted, country: None };
        let positions = Positions::read(text, &tokens, context);
        assert_eq!(positions.features(2), [65_707, 65_740, 65_755, 65_771, 65_775, 65_776, 65_779, 65_806]);
    }

    #[test]
    fn a_hint_of_a_country_has_a_row_behind_all_others() {
        let feature = |code| CountryHint::from_code(code).map(CountryHint::feature);
        assert_eq!((feature("AA"), feature("zz")), (Some(65_827), Some(NO_COUNTRY - 1)));
        assert_eq!(feature("de"), feature("DE"));
        assert_eq!([feature(""), feature("DEU"), feature("D1"), feature("é")], [None; 4]);
    }

    const DIGEST: u64 = 16_329_421_394_952_458_646;

    proptest! {
        #[test]
        fn ids_are_inside_the_table(word in "\\PC{1,40}") {
            let mut ids = Vec::new();
            word_features(&feature_form(&word), &mut ids);
            prop_assert!(ids.iter().all(|&id| (id as usize) < FEATURE_COUNT));
            prop_assert!(ids.len() <= 40);
        }
    }
}
