//! Which names of a place a source gives are kept, and in which scripts.

pub(super) mod alternate;
pub(super) mod countries;
pub(super) mod cyrillic;
pub(super) mod own_scripts;
pub(super) mod second_languages;
