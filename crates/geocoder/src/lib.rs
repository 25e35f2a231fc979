//! The cascade: from a parse to coordinates, finest tier first.
//!
//! The administrative places are resolved first, because they say where to look for the street. Then the street-level tiers
//! run, and the finest that answers gives the point.

mod answer;
mod attribution;
mod bounds;
mod candidates;
mod complete;
mod components;
mod country;
mod decide;
mod degrees;
mod finding;
#[cfg(test)]
mod fixture;
mod geocoder;
mod interpretations;
mod level_and_radius;
mod model;
mod named_places;
mod plus_code;
pub mod poi;
mod query;
mod registers;
mod resolve_tree;
mod resolver;
mod result;
mod reverse;
mod search;
mod street;
mod tsv;
mod verification;

/// What a lookup in the databases gives.
type Result<T, E = milepost_gazetteer::GazetteerError> = std::result::Result<T, E>;

pub use attribution::{Credit, Gives, Open, credits, data_updated, sources, sources_of};
pub use milepost_gazetteer::prefix::{CompleteOptions, Completion, Near};
pub use street::interpolation;

pub use model::{AnswerEvidence, Hypothesis};

pub use bounds::{AnswerBounds, Bounds};
pub use geocoder::{Geocoder, GeocoderError, ShardReport};
pub use resolve_tree::ResolveOptions;
pub use reverse::ReverseGeocoder;
pub use verification::{Damaged, Verification, skipped_rows};
