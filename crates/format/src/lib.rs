//! The canonical key (`docs/canonical-key.md`): components of an address in, one text out that all spellings of the address share. Needs
//! neither weights nor data.

mod canonical_key;
mod components;
mod identifiers;
mod street_key;
mod tables;
mod unicode;
mod words;

pub use canonical_key::{CANONICAL_KEY_VERSION, canonical_key, country_code};
pub use components::Components;
pub use tables::{EnglishTable, english_spellings};
pub use words::words;
