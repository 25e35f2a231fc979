//! The gazetteer as far as a search may look: all of it, or one country.

use milepost_gazetteer::{Gazetteer, GazetteerError, Place, Placetype};

/// Lookups that keep to a country when one is set. The gazetteer lists the most prominent places of a name; the country is
/// asked for before the list is cut, so that a village is found behind its sixty namesakes abroad.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    gazetteer: &'a Gazetteer,
    /// ISO 3166-1 alpha-2, upper case.
    country: Option<&'a str>,
}

impl<'a> Scope<'a> {
    pub(crate) fn new(gazetteer: &'a Gazetteer, country: Option<&'a str>) -> Scope<'a> {
        Scope { gazetteer, country }
    }

    pub(crate) fn gazetteer(&self) -> &'a Gazetteer {
        self.gazetteer
    }

    /// Whether a place is within the scope.
    pub(crate) fn holds(&self, place: &Place) -> bool {
        self.country.is_none_or(|country| country == place.country)
    }

    /// Whether a country (ISO 3166-1 alpha-2) is within the scope.
    pub(crate) fn includes(&self, country: &str) -> bool {
        self.country.is_none_or(|only| only == country)
    }

    /// [`Gazetteer::places`] of the scope.
    pub(crate) fn places(
        &self,
        name: &str,
        kinds: &[Placetype],
        limit: usize,
    ) -> Result<Vec<Place>, GazetteerError> {
        self.kept(limit, |limit| self.gazetteer.places(name, kinds, limit))
    }

    /// [`Gazetteer::similar`] of the scope.
    pub(crate) fn similar(
        &self,
        name: &str,
        kinds: &[Placetype],
        limit: usize,
    ) -> Result<Vec<Place>, GazetteerError> {
        self.kept(limit, |limit| self.gazetteer.similar(name, kinds, limit))
    }

    /// [`Gazetteer::postcodes`] of the scope.
    pub(crate) fn postcodes(&self, postcode: &str) -> Result<Vec<Place>, GazetteerError> {
        self.kept(usize::MAX, |_| self.gazetteer.postcodes(postcode))
    }

    /// [`Gazetteer::postcode_area`] of the scope.
    pub(crate) fn postcode_area(&self, postcode: &str) -> Result<Vec<Place>, GazetteerError> {
        self.kept(usize::MAX, |_| self.gazetteer.postcode_area(postcode))
    }

    /// [`Gazetteer::villages_of_postcode`] of the scope.
    pub(crate) fn villages_of_postcode(
        &self,
        city: &str,
        postcode: &str,
    ) -> Result<Vec<Place>, GazetteerError> {
        self.kept(usize::MAX, |_| self.gazetteer.villages_of_postcode(city, postcode))
    }

    fn kept(
        &self,
        limit: usize,
        read: impl FnOnce(usize) -> Result<Vec<Place>, GazetteerError>,
    ) -> Result<Vec<Place>, GazetteerError> {
        if self.country.is_none() {
            return read(limit);
        }
        let mut places = read(usize::MAX)?;
        places.retain(|place| self.holds(place));
        places.truncate(limit);
        Ok(places)
    }
}
