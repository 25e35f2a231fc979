//! The cascade: from a parse to coordinates, finest tier first. For now the administrative tier answers alone.

mod admin;
mod components;
mod geocoder;
mod postcode_shape;
mod result;

pub use geocoder::{Geocoder, GeocoderError};
