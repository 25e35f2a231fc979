//! Names of places.

mod listed;

pub use self::listed::{Listed, Within, listed};
