//! The street-level tiers, finest first, within the places that the administrative tier found.

pub(crate) mod address_point;
pub(crate) mod agreement;
pub(crate) mod areas;
pub(crate) mod cascade;
pub(crate) mod cased;
pub(crate) mod centroid;
pub(crate) mod crossing;
pub(crate) mod elsewhere;
#[cfg(test)]
pub(crate) mod fixture;
pub(crate) mod geometry;
pub mod interpolation;
pub(crate) mod located;
pub(crate) mod matcher;
pub(crate) mod neighbours;
pub(crate) mod pace;
pub(crate) mod query;
pub(crate) mod ranges;
pub(crate) mod registers;
pub(crate) mod rows;
pub(crate) mod same_house;
pub(crate) mod weights;
