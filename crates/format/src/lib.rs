//! Formats the components of an address for a country, and makes the canonical key (`docs/canonical-key.md`), which all spellings of the
//! address share. Needs neither weights nor data.

mod canonical_key;
mod components;
mod format;
mod identifiers;
mod tables;
mod unicode;
mod words;

pub use canonical_key::{CANONICAL_KEY_VERSION, KeyFields, canonical_key, country_code};
pub use components::Components;
pub use format::{FormatOptions, format_address, render_fields};
pub use tables::{EnglishTable, english_spellings};
pub use words::words;
