//! The parse as lookups read it.

pub(crate) mod components;
