//! Where candidates come from: the gazetteer by name and by postcode, and the variants that people write.

pub(super) mod divisions;
pub(super) mod localities;
mod namesakes;
pub(super) mod postcodes;

/// Candidates read for a locality: enough for every `Springfield`.
pub(crate) const LOCALITIES: usize = 64;
/// Divisions read for a name.
pub(super) const REGIONS: usize = 6;
/// `France` is also the state of its overseas territories, which have country codes of their own.
pub(super) const COUNTRIES: usize = 12;
