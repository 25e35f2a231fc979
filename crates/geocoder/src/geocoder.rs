//! The entry of the cascade.

use std::path::Path;

use milepost_address::{GeocodeResult, Tree};
use milepost_gazetteer::{Gazetteer, GazetteerError};

use crate::components::Components;
use crate::{admin, result};

/// Why an address could not be geocoded; an address nothing is known of is no error.
#[derive(Debug, thiserror::Error)]
pub enum GeocoderError {
    /// The gazetteer failed.
    #[error(transparent)]
    Gazetteer(#[from] GazetteerError),
}

/// Turns parses into coordinates. Shared by threads.
pub struct Geocoder {
    gazetteer: Gazetteer,
}

impl Geocoder {
    /// Opens the candidate gazetteer read-only.
    ///
    /// # Errors
    /// When the file is missing or no candidate gazetteer.
    pub fn open(candidate_db: &Path) -> Result<Geocoder, GeocoderError> {
        Ok(Geocoder { gazetteer: Gazetteer::open(candidate_db)? })
    }

    /// Geocodes a parse. An address nothing is known of has no coordinates and the status `unresolved`.
    ///
    /// # Errors
    /// Only when the database fails.
    pub fn geocode(&self, tree: &Tree) -> Result<GeocodeResult, GeocoderError> {
        let components = Components::of(tree);
        let resolved = admin::resolve(&self.gazetteer, &components)?;
        Ok(result::result(&self.gazetteer, tree, components, resolved)?)
    }
}
