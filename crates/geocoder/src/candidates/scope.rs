//! The part of the gazetteer that a search may use: all of it, some countries, or a box.

use milepost_gazetteer::{Gazetteer, Place, Placetype, Village};

use crate::Result;
use crate::bounds::{AnswerBounds, Bounds};

/// Places near the given point that are candidates in addition to the most prominent ones.
const NEAR_PLACES: usize = 8;
/// A place reaches no farther than this beyond its extent, metres; the extent of a division is the box of its towns.
const REACH_M: f64 = 5_000.0;
const DIVISION_REACH_M: f64 = 100_000.0;

/// Lookups within the bounds of the caller. The gazetteer lists the most prominent places of a name; the bounds apply before the
/// list is cut, so that a village is found although it has sixty larger namesakes abroad.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub(crate) gazetteer: &'a Gazetteer,
    /// What the caller knows besides the text.
    pub(crate) options: &'a AnswerBounds,
}

impl<'a> Scope<'a> {
    pub(crate) fn new(gazetteer: &'a Gazetteer, options: &'a AnswerBounds) -> Scope<'a> {
        Scope { gazetteer, options }
    }

    /// Whether a place is within the scope: in the countries, and not all of it outside the box.
    pub(crate) fn holds(&self, place: &Place) -> bool {
        let reach = match place.placetype.level() {
            Placetype::Country | Placetype::Region | Placetype::County => DIVISION_REACH_M,
            _ => REACH_M,
        };
        let meets = |bounds: Bounds| bounds.meets(place.lat, place.lon, place.radius_m() + reach);
        self.options.includes(&place.country) && self.options.bounds.is_none_or(meets)
    }

    /// [`Gazetteer::places`] of the scope.
    pub(crate) fn places(&self, name: &str, kinds: &[Placetype], limit: usize) -> Result<Vec<Place>> {
        self.kept(limit, |limit| self.gazetteer.places(name, kinds, limit))
    }

    /// [`Gazetteer::similar`] of the scope.
    pub(crate) fn similar(&self, name: &str, kinds: &[Placetype], limit: usize) -> Result<Vec<Place>> {
        self.kept(limit, |limit| self.gazetteer.similar(name, kinds, limit))
    }

    /// [`Gazetteer::postcodes`] of the scope.
    pub(crate) fn postcodes(&self, postcode: &str) -> Result<Vec<Place>> {
        self.kept(usize::MAX, |_| self.gazetteer.postcodes(postcode))
    }

    /// [`Gazetteer::villages_of_postcode`] of the scope.
    pub(crate) fn villages_of_postcode(&self, city: &str, postcode: &str) -> Result<Vec<Place>> {
        self.kept(usize::MAX, |_| self.gazetteer.villages_of_postcode(city, postcode))
    }

    /// [`Gazetteer::villages`] of the scope.
    pub(crate) fn villages(&self, name: &str, is_wanted: impl Fn(&str) -> bool) -> Result<Vec<Village>> {
        let mut villages =
            self.gazetteer.villages(name, |country| self.options.includes(country) && is_wanted(country))?;
        villages.retain(|village| self.holds(&village.place));
        Ok(villages)
    }

    fn kept(&self, limit: usize, read: impl FnOnce(usize) -> Result<Vec<Place>>) -> Result<Vec<Place>> {
        let near = self.options.near;
        if !self.options.is_bounded() && near.is_none() {
            return read(limit);
        }
        let mut places = read(usize::MAX)?;
        places.retain(|place| self.holds(place));
        let others = places.split_off(limit.min(places.len()));
        if let Some((lat, lon)) = near {
            places.extend(nearest(others, lat, lon));
        }
        Ok(places)
    }
}

/// The places nearest to a point in degrees.
fn nearest(mut places: Vec<Place>, lat: f64, lon: f64) -> Vec<Place> {
    let off = |place: &Place| place.distance_m(lat, lon);
    places.sort_by(|a, b| off(a).total_cmp(&off(b)));
    places.truncate(NEAR_PLACES);
    places
}
