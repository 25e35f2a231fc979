//! The cascade: from a parse to coordinates, finest tier first. For now the administrative tier answers alone.

mod admin;
mod components;
mod geocoder;
mod result;

pub use geocoder::{Geocoder, GeocoderError};
