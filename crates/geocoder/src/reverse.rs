//! From a point to what lies there: the chain of places, and the house where a register covers the point.

use std::path::Path;
use std::sync::Arc;

use milepost_address::{FoundHouse, FoundPlace, ReverseResult};
use milepost_gazetteer::reverse::{Matched, Reverse, ReversePlace, Reversed};
use milepost_gazetteer::{GazetteerError, Placetype, Shards, extent};
use milepost_text::us_state_code;

use crate::result::rounded;
use crate::{Geocoder, GeocoderError, areas};

/// A house answers for points no farther than this from its own, metres.
const HOUSE_M: f64 = 50.0;

/// Turns points into places. Shared by threads.
pub struct ReverseGeocoder {
    places: Reverse,
    shards: Arc<Shards>,
}

impl ReverseGeocoder {
    /// Opens an administrative database read-only, and a polygon file beside it. Houses come from the shards of `geocoder`, without
    /// one from those below `data_root`.
    ///
    /// # Errors
    /// When a file is missing, no database, or one of another kind.
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

    pub(crate) fn places(&self) -> &Reverse {
        &self.places
    }

    pub(crate) fn street_data(&self) -> Arc<Shards> {
        Arc::clone(&self.shards)
    }

    /// What lies at a point in degrees, `houses` saying whether house numbers are wanted; none at sea, or when a coordinate is
    /// out of range.
    ///
    /// # Errors
    /// Only when the administrative database fails; a damaged register is a house that is not found.
    pub fn at(&self, lat: f64, lon: f64, houses: bool) -> Result<Option<ReverseResult>, GeocoderError> {
        let Some(Reversed { places, matched, distance_m }) = self.places.at(lat, lon)? else {
            return Ok(None);
        };
        let house = if houses { self.house(&places, lat, lon) } else { None };
        Ok(Some(ReverseResult {
            matched: match matched {
                Matched::Polygon => "polygon",
                Matched::Nearest => "nearest",
            },
            distance_m: distance_m.round(),
            places: places
                .into_iter()
                .map(|place| self.found(place))
                .collect::<Result<_, GazetteerError>>()?,
            house,
        }))
    }

    fn found(&self, place: ReversePlace) -> Result<FoundPlace, GazetteerError> {
        let population = self.places.population(place.id)?;
        Ok(FoundPlace {
            id: place.id,
            place_id: self.places.place_id(place.id),
            bbox: extent(place.bbox, population).map(rounded),
            name: place.name,
            placetype: place.placetype,
            country: place.country,
            lat: rounded(place.lat),
            lon: rounded(place.lon),
            population,
        })
    }

    /// The nearest house in the registers of the place.
    fn house(&self, places: &[ReversePlace], lat: f64, lon: f64) -> Option<FoundHouse> {
        let nearest = areas_of(places).iter().find_map(|area| {
            let points = self.shards.address_points(area)?;
            self.shards.or_miss(points.nearest(lat, lon, HOUSE_M))
        });
        nearest.map(|(point, distance_m)| FoundHouse {
            house_number: point.number,
            street: point.street,
            postcode: point.postcode.map(|key| key.to_uppercase()),
            lat: rounded(point.lat),
            lon: rounded(point.lon),
            distance_m: distance_m.round(),
        })
    }
}

/// Areas of the registers that may hold a point.
fn areas_of(places: &[ReversePlace]) -> Vec<String> {
    let country = places.iter().map(|place| place.country.to_lowercase()).find(|code| !code.is_empty());
    let region = places.iter().find(|place| place.kind() == Placetype::Region);
    let state = region.and_then(|place| us_state_code(&place.name));
    country.map(|country| areas::of(&country, state)).unwrap_or_default()
}
