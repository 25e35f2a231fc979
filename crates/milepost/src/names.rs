//! Names of places in the languages of the caller.

use milepost_geocoder::{Completion, ReverseGeocoder};

use crate::EngineError;

/// The names of an administrative database in the first of some languages (BCP 47) that has one.
pub(crate) struct Names<'a> {
    pub(crate) reverse: &'a ReverseGeocoder,
    pub(crate) languages: &'a [String],
}

impl Names<'_> {
    /// Puts the name of a place in one of the languages, if the database has it.
    pub(crate) fn put(&self, name: &mut String, id: Option<i64>) -> Result<(), EngineError> {
        if let Some(id) = id
            && let Some(other) = self.reverse.name_in(id, self.languages)?
        {
            *name = other;
        }
        Ok(())
    }

    /// Puts the names of a completion: its own if it is a place, and those of the places it lies in. A street has no place of its own; it
    /// lies in those around its point.
    pub(crate) fn put_all(&self, completion: &mut Completion) -> Result<(), EngineError> {
        let id = number_of(&completion.id);
        let chain = match id {
            Some(id) => self.reverse.by_id(id)?,
            None => self.reverse.places_at(completion.lat, completion.lon)?,
        };
        let Completion { name, city, county, state, country, .. } = completion;
        for place in chain.into_iter().flatten() {
            let Some(other) = self.reverse.name_in(place.id, self.languages)? else { continue };
            if Some(place.id) == id {
                name.clone_from(&other);
            }
            let part = match place.placetype.as_str() {
                "country" | "dependency" => &mut *country,
                "region" => &mut *state,
                "county" => &mut *county,
                _ => &mut *city,
            };
            if part.as_deref() == Some(&place.name) {
                *part = Some(other);
            }
        }
        Ok(())
    }
}

/// The number in the identifier of a place; none for a place of the register of postcodes, which has no names, and for a street.
pub(crate) fn number_of(place_id: &str) -> Option<i64> {
    place_id.split_once(':')?.1.parse().ok()
}
