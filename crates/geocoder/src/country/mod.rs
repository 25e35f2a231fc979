//! What the words, letters and postcode of an address say about its country.

pub(crate) mod codes;
pub(crate) mod evidence;
pub(crate) mod postcode_shape;
mod spoken;
