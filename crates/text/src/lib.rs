//! Text as addresses need it: tokens with byte offsets over the untouched input, folding, abbreviation and
//! word-class tables, and the hashed features the model reads. No I/O and no model, so that the training
//! corpus and the server share every line of it.

pub mod features;
mod fold;
mod tokenize;
pub mod word_class;

pub use fold::{fold, name_key, postcode_key};
pub use tokenize::{Separator, Token, tokenize};
