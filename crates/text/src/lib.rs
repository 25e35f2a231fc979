//! Text tools for addresses: tokens with byte offsets over the untouched input, folding, abbreviation and
//! word-class tables, and the hashed features the model reads. No I/O and no model, so that the training
//! corpus and the server share every line of it.

mod canadian_unit;
pub mod coordinates;
mod enclosure;
pub mod expand;
pub mod features;
mod fold;
mod house_number;
mod name_hash;
pub mod names;
pub mod plus_code;
mod script;
mod street;
mod token;
mod tokenize;
pub mod tsv;
mod typo;
mod us_state;
pub mod word_class;
mod zip_state;

pub use enclosure::{Enclosure, enclosures};
pub use fold::{FOR_APOSTROPHE, fold, name_key, name_key_with_vowels, postcode_key, written_out};
pub use house_number::{
    HouseNumber, NumberMatch, are_neighbouring_doors, is_number_label, is_number_suffix, with_signs_between,
};
pub use names::{Listed, Within, listed};
pub use script::Script;
pub use street::{
    Role, StreetComparison, StreetKeys, StreetName, StreetWord, canonical_street, compare_streets,
    language_codes, locality_key, number_in_words, place_sound, street_key_variants, street_keys,
    street_norms,
};
pub use token::{Separator, Token};
pub use tokenize::tokenize;
pub use typo::{
    MOST_TYPOS, TYPOS_OF_A_PLACE, TYPOS_OF_A_STREET_WORD, TYPOS_WHILE_TYPING, TypoPattern, TypoPolicy,
    TypoRow, most_typos_of_word,
};
pub use us_state::us_state_code;
pub use zip_state::{StatesNamed, ZipAgreement};
