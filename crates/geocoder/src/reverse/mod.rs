//! From a point to what lies there: the chain of places, and the house if a register covers the point.

#[cfg(test)]
pub(crate) mod fixture;

use std::path::Path;
use std::sync::Arc;

use milepost_address::{Around, FoundHouse, FoundPlace, OsmObject};
use milepost_gazetteer::reverse::{Reverse, ReversePlace, Reversed};
use milepost_gazetteer::{Placetype, Shards, extent, osm_object_of};
use milepost_store::box_around;
use milepost_text::us_state_code;

use crate::Result;
use crate::degrees::rounded;
use crate::result::search_result::bounding_box;
use crate::street::same_house::POINT_RADIUS_M;
use crate::street::{Registers, areas, cased};
use crate::{Geocoder, GeocoderError};

/// Greatest distance at which a house answers for a point, metres.
const HOUSE_M: f64 = 50.0;

/// Turns points into places. Threads can share it.
pub struct ReverseGeocoder {
    pub(crate) places: Reverse,
    shards: Arc<Shards>,
}

impl ReverseGeocoder {
    /// Opens an administrative database read-only, with the polygon file next to it. Houses come from the shards of `geocoder`; without
    /// a geocoder from those below `data_root`.
    ///
    /// # Errors
    /// If a file is missing, not a database, or of another kind.
    pub fn open(
        admin: &Path,
        polygons: Option<&Path>,
        geocoder: Option<&Geocoder>,
        data_root: Option<&Path>,
    ) -> Result<ReverseGeocoder, GeocoderError> {
        let shards = match geocoder {
            Some(geocoder) => geocoder.street_data(),
            None => Arc::new(data_root.map(Shards::open).unwrap_or_default()),
        };
        Ok(ReverseGeocoder { places: Reverse::open(admin, polygons)?, shards })
    }

    pub(crate) fn street_data(&self) -> Arc<Shards> {
        Arc::clone(&self.shards)
    }

    /// The places that contain a point in degrees, finest first: with `houses` the nearest house, then the chain of places, the country
    /// last. None at sea, or if a coordinate is out of range.
    ///
    /// # Errors
    /// Only if the administrative database fails. A damaged register is treated as one without houses.
    pub fn at(&self, lat: f64, lon: f64, houses: bool) -> Result<Option<Vec<Around>>, GeocoderError> {
        let Some(Reversed { places, .. }) = self.places.at(lat, lon)? else { return Ok(None) };
        let house = if houses { self.house(&places, lat, lon) } else { None };
        let places = self.all(places)?.into_iter().map(Around::Place);
        Ok(Some(house.map(Around::House).into_iter().chain(places).collect()))
    }

    /// The places that contain a point in degrees, finest first, the country last. None at sea, or if a coordinate is out of range.
    ///
    /// # Errors
    /// When the administrative database fails.
    pub fn places_at(&self, lat: f64, lon: f64) -> Result<Option<Vec<FoundPlace>>, GeocoderError> {
        self.places.at(lat, lon)?.map(|reversed| self.all(reversed.places)).transpose()
    }

    /// A place by its database id, with the places that contain it, the country last. None if the id is unknown.
    ///
    /// # Errors
    /// When the administrative database fails.
    pub fn by_id(&self, id: i64) -> Result<Option<Vec<FoundPlace>>, GeocoderError> {
        self.places.by_id(id)?.map(|places| self.all(places)).transpose()
    }

    /// The name of a place in the first of the languages (BCP 47) that has one, else in the local one; none if neither is known.
    ///
    /// # Errors
    /// When the administrative database fails.
    pub fn name_in(&self, id: i64, languages: &[String]) -> Result<Option<String>, GeocoderError> {
        Ok(self.places.name_in(id, languages)?)
    }

    /// The object of OpenStreetMap that a place is of or was merged with.
    ///
    /// # Errors
    /// When the administrative database fails.
    pub fn osm_object(&self, id: i64) -> Result<Option<OsmObject>, GeocoderError> {
        match osm_object_of(id) {
            Some(packed) => Ok(OsmObject::of_packed(packed)),
            None => Ok(self.places.osm_object(id)?.as_deref().and_then(OsmObject::of_text)),
        }
    }

    fn all(&self, places: Vec<ReversePlace>) -> Result<Vec<FoundPlace>, GeocoderError> {
        places.into_iter().map(|place| self.found(place)).collect()
    }

    fn found(&self, place: ReversePlace) -> Result<FoundPlace, GeocoderError> {
        let population = self.places.population(place.id)?;
        Ok(FoundPlace {
            id: place.id,
            place_id: self.places.place_id(place.id),
            bbox: bounding_box(extent(place.bbox, population)),
            name: place.name,
            placetype: place.placetype,
            country_code: place.country,
            lat: rounded(place.lat),
            lon: rounded(place.lon),
            population,
            osm: self.osm_object(place.id)?,
        })
    }

    /// The nearest house in the registers of the area.
    fn house(&self, places: &[ReversePlace], lat: f64, lon: f64) -> Option<FoundHouse> {
        let (point, osm) = areas_of(places).iter().find_map(|area| {
            let houses = Registers::of(&self.shards, area).houses;
            let (point, _) = houses.ask(|houses| houses.nearest(lat, lon, HOUSE_M))?;
            let osm = houses.ask(|houses| houses.osm_object(point.rowid));
            Some((point, osm))
        })?;
        Some(FoundHouse {
            placetype: "address",
            house_number: point.number,
            street: cased(&point.street),
            postcode: point.postcode.map(|key| key.to_uppercase()),
            lat: rounded(point.lat),
            lon: rounded(point.lon),
            bbox: bounding_box(box_around(point.lat, point.lon, POINT_RADIUS_M)),
            osm: osm.and_then(OsmObject::of_packed),
        })
    }
}

/// Areas of the registers that may cover a point.
fn areas_of(places: &[ReversePlace]) -> Vec<String> {
    let country = places.iter().map(|place| place.country.to_lowercase()).find(|code| !code.is_empty());
    let region = places.iter().find(|place| place.kind() == Placetype::Region);
    let state = region.and_then(|place| us_state_code(&place.name));
    country.map(|country| areas::of(&country, state)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::fixture::{reverse, write_admin};
    use super::*;
    use crate::street::fixture::{data_root, geocoder};

    #[test]
    fn nothing_lies_out_at_sea_or_off_the_globe() {
        for (lat, lon) in [(30.0, -150.0), (95.0, 0.0), (f64::NAN, 0.0)] {
            assert_eq!(reverse().at(lat, lon, true).unwrap(), None, "{lat} {lon}");
        }
    }

    #[test]
    fn a_place_is_reported_by_its_id_with_what_it_lies_in() {
        let salem = reverse().by_id(20).unwrap().unwrap();
        let ids: Vec<&str> = salem.iter().map(|place| place.place_id.as_str()).collect();
        assert_eq!(ids, ["mp:20", "mp:5", "mp:1"]);
        assert_eq!((salem[0].placetype.as_str(), salem[0].population), ("locality", 175_000));
        assert_eq!(reverse().by_id(99).unwrap(), None);
    }

    #[test]
    fn a_house_is_looked_for_in_the_registers_of_its_state_and_country() {
        let areas = |lat, lon| {
            let found = reverse().places.at(lat, lon).unwrap().unwrap();
            areas_of(&found.places)
        };
        assert_eq!(areas(45.52, -122.68), ["us-or", "us", "us-or-osm", "us-osm"]);
        assert_eq!(areas(45.76, 4.84), ["fr", "fr-osm"]);
        assert_eq!(areas_of(&[]), Vec::<String>::new());
    }

    #[test]
    fn the_registers_of_a_geocoder_are_shared_and_not_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let geocoder = geocoder(Some(data_root()));
        let reverse =
            ReverseGeocoder::open(&write_admin(folder.path()), None, Some(&geocoder), None).unwrap();
        assert!(Arc::ptr_eq(&reverse.street_data(), &geocoder.street_data()));
        assert!(ReverseGeocoder::open(&folder.path().join("missing.db"), None, None, None).is_err());
    }
}
