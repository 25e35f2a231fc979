//! The street-level tiers, finest first, within the places that the administrative tier found.

pub(crate) mod address_point;
mod agreement;
pub(crate) mod areas;
mod cascade;
pub(crate) mod centroid;
pub(crate) mod crossing;
pub(crate) mod elsewhere;
#[cfg(test)]
pub(crate) mod fixture;
mod geometry;
pub mod interpolation;
mod letter_case;
mod located;
pub(crate) mod matcher;
pub(crate) mod neighbours;
pub(crate) mod number_spacing;
mod query;
pub(crate) mod ranges;
mod registers;
pub(crate) mod rows;
pub(crate) mod same_house;
pub(crate) mod weights;

pub(crate) use agreement::{Agreement, PlaceAgreement};
pub(crate) use cascade::{BETWEEN_STREETS, Cascade};
pub(crate) use geometry::{Plane, PlaneLine, metres_between};
pub(crate) use letter_case::cased;
pub(crate) use located::{Located, ONE_PLACE_M, ONE_STREET_M};
pub(crate) use query::{Addressed, PlaceQuery, StreetQuery, street_text};
pub(crate) use registers::{Centroids, Houses, Ranges, Registers};
