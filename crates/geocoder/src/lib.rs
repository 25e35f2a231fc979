//! The cascade: from a parse to coordinates, finest tier first.
//!
//! The administrative places are resolved first, because they say where to look for the street; then the street-level tiers
//! are asked, and the finest that answers gives the point.

mod abstention;
mod accuracy;
mod address_point;
mod admin;
mod agreement;
mod answer;
mod areas;
mod attribution;
mod cascade;
mod coherence;
mod complete;
mod components;
mod country_evidence;
mod crossing;
mod geocoder;
mod geometry;
pub mod interpolation;
mod known_reading;
mod located;
mod military;
mod neighbours;
mod plus_code;
pub mod poi;
mod postcode_shape;
mod ranges;
mod readings;
mod resolve;
mod result;
mod reverse;
mod scope;
mod search;
mod second_town;
mod street;
mod street_correction;
mod street_query;
mod street_rows;
mod town_by_street;
mod verification;

pub use attribution::{data_updated, sources};
pub use milepost_gazetteer::prefix::{CompleteOptions, Completion};

pub use geocoder::{Geocoder, GeocoderError, ShardReport};
pub use resolve::ResolveOptions;
pub use reverse::ReverseGeocoder;
pub use verification::{Damaged, Verification};
