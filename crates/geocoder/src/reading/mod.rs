//! The parse as lookups read it, and other ways to read the same words.

pub(crate) mod as_places;
pub(crate) mod components;
pub(crate) mod known;
