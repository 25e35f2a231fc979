//! File formats beside SQLite's own tables: the register of postcodes, checksums of pages, lines and polygons as bytes; and what a file
//! must be to be opened. The gazetteer looks up what is stored in them.

pub mod checksums;
mod country_code;
mod error;
mod mapped;
pub mod openable;
pub mod polygon;
mod postcode_keys;
pub mod register;
mod sphere;
pub mod street_line;
pub mod varint;

pub use country_code::CountryCode;
pub use error::StoreError;
pub use mapped::{MappedFormat, MappedProblem, mapped_bytes, partition};
pub use postcode_keys::postcode_variants;
pub use sphere::{box_around, distance_m};
