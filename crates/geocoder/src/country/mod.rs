//! What the words, letters and postcode of an address say about its country.

pub(crate) mod division_codes;
pub(crate) mod evidence;
pub(crate) mod postal_district;
pub(crate) mod postcode_shape;
mod spoken;
pub(crate) mod territory;
