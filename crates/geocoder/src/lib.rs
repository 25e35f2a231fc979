//! The cascade: from a parse to coordinates, finest tier first.
//!
//! The administrative places are resolved first, because they say where to look for the street. Then the street-level tiers
//! run, and the finest that answers gives the point.

mod answer;
mod answers;
mod attribution;
mod bounds;
mod candidates;
mod complete;
mod components;
mod country;
mod decide;
mod finding;
#[cfg(test)]
mod fixture;
mod geocoder;
mod interpretations;
mod model;
mod plus_code;
pub mod poi;
mod point;
mod query;
mod registers;
mod resolve;
mod resolved;
mod result;
mod reverse;
mod search;
mod street;
mod table;
mod verification;

/// What a lookup in the databases gives.
type Result<T, E = milepost_gazetteer::GazetteerError> = std::result::Result<T, E>;

pub use attribution::{Credit, Gives, Open, credits, data_updated, sources, sources_of};
pub use milepost_gazetteer::prefix::{CompleteOptions, Completion, Near};
pub use street::interpolation;

pub use model::{AnswerEvidence, Hypothesis};

pub use bounds::{AnswerBounds, Bounds};
pub use geocoder::{Geocoder, GeocoderError, ShardReport};
pub use resolve::ResolveOptions;
pub use reverse::ReverseGeocoder;
pub use verification::{Damaged, Verification, skipped_rows};
