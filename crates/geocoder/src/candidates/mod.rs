//! The places that each part of an address can mean.

mod candidate;
pub(crate) mod divisions;
pub(crate) mod localities;
pub(crate) mod military;
mod namesakes;
pub(crate) mod parts;
pub(crate) mod places;
pub(crate) mod postcodes;
mod scope;
mod set;

pub(crate) use candidate::{Candidate, Source};
pub(crate) use divisions::WrittenAs;
pub(crate) use parts::Parts;
pub(crate) use scope::Scope;
pub(crate) use set::CandidateSet;

/// Candidates read for a locality: enough for every `Springfield`.
pub(crate) const LOCALITIES: usize = 64;
/// Divisions read for a name.
pub(crate) const REGIONS: usize = 6;
/// `France` is also the state of its overseas territories, which have country codes of their own.
pub(crate) const COUNTRIES: usize = 12;
