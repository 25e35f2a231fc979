//! Text as addresses need it: tokens with byte offsets over the untouched input, folding, abbreviation and
//! word-class tables, and the hashed features the model reads. No I/O and no model, so that the training
//! corpus and the server share every line of it.

mod fold;

pub use fold::{fold, name_key, postcode_key};
