//! Places to be written into a database.

use std::collections::HashMap;

/// Sources without ids get ids in ranges that GeoNames ids (below 20 million) never reach.
pub(crate) mod id_range {
    /// Countries: plus 26 * first letter + second letter of the alpha-2 code.
    pub(crate) const COUNTRY: i64 = 100_000_000;
    /// First-level divisions: plus the rank of their code.
    pub(crate) const REGION: i64 = 200_000_000;
    /// Second-level divisions: plus the rank of their code.
    pub(crate) const COUNTY: i64 = 300_000_000;
    /// Rows of the supplement: plus their line.
    pub(crate) const SUPPLEMENT: i64 = 390_000_000;
    /// German districts: plus their line.
    pub(crate) const DISTRICT: i64 = 393_000_000;
    /// French communes without a GeoNames point: plus the INSEE code read in base 36.
    pub(crate) const COMMUNE: i64 = 400_000_000;
    /// US ZIP codes: plus the code.
    pub(crate) const US_ZIP: i64 = 500_000_000;
    /// French postcodes: plus the code.
    pub(crate) const FR_POSTCODE: i64 = 600_000_000;
    /// US postal cities without a GeoNames place: plus their lowest ZIP.
    pub(crate) const US_POSTAL_CITY: i64 = 700_000_000;
    /// Places that only postcode tables name: plus their rank.
    pub(crate) const POSTAL_PLACE: i64 = 800_000_000;
    /// Places that only polygons have: plus their line.
    pub(crate) const POLYGON: i64 = 900_000_000;
    /// Airports: plus their line.
    pub(crate) const AIRPORT: i64 = 990_000_000;
    /// Postcodes of postcode tables: plus their rank.
    pub(crate) const POSTCODE: i64 = 1_000_000_000;
    /// Places of Who's On First added to another gazetteer: plus their id. Ids of gazetteers are below it.
    pub(crate) const WHOS_ON_FIRST: i64 = milepost_gazetteer::FIRST_ADDED_ID;
    /// Places of Overture Maps added to another gazetteer: plus a number below [`OVERTURE_NUMBERS`].
    pub(crate) const OVERTURE: i64 = 20_000_000_000;
    /// Places of OpenStreetMap: plus four times the number of the object, plus its kind.
    pub(crate) const OSM: i64 = milepost_gazetteer::FIRST_OSM_ID;
    /// How many numbers those of Overture Maps have; the register of postcodes begins behind them.
    pub(crate) const OVERTURE_NUMBERS: u64 = 1 << 39;
}

/// Concordance of a place with its row in a file of `milepost build places`.
pub(crate) const PART_ID: &str = "milepost:place";

/// South, west, north, east, degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Extent {
    pub(crate) south: f64,
    pub(crate) west: f64,
    pub(crate) north: f64,
    pub(crate) east: f64,
}

impl Extent {
    pub(crate) fn of_point(lat: f64, lon: f64) -> Extent {
        Extent { south: lat, west: lon, north: lat, east: lon }
    }

    /// South, west, north, east for the databases; null if there is only the point.
    pub(crate) fn columns(&self) -> [Option<f64>; 4] {
        let area = self.south < self.north || self.west < self.east;
        [self.south, self.west, self.north, self.east].map(|edge| area.then_some(edge))
    }

    pub(crate) fn include(&mut self, lat: f64, lon: f64) {
        self.south = self.south.min(lat);
        self.west = self.west.min(lon);
        self.north = self.north.max(lat);
        self.east = self.east.max(lon);
    }
}

/// A place with everything that the two databases store.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) placetype: &'static str,
    /// ISO 3166-1 alpha-2, upper case.
    pub(crate) country: String,
    /// Id of the direct parent; none for countries.
    pub(crate) parent: Option<i64>,
    pub(crate) lat: f64,
    pub(crate) lon: f64,
    pub(crate) extent: Extent,
    pub(crate) population: i64,
    /// An unpopulated place ranks like a city of this population; 0 for ordinary places.
    pub(crate) prominence: i64,
    /// Other names and codes.
    pub(crate) aliases: Vec<String>,
    /// Names with their language (ISO 639-1).
    pub(crate) names: Vec<(&'static str, String)>,
}

impl Place {
    /// A place without a parent and with no name but its own, at a point in degrees.
    pub(crate) fn new(
        id: i64,
        name: impl Into<String>,
        placetype: &'static str,
        country: impl Into<String>,
        (lat, lon): (f64, f64),
    ) -> Place {
        Place {
            id,
            name: name.into(),
            placetype,
            country: country.into(),
            parent: None,
            lat,
            lon,
            extent: Extent::of_point(lat, lon),
            population: 0,
            prominence: 0,
            aliases: Vec::new(),
            names: Vec::new(),
        }
    }

    /// Its name and its other names.
    pub(crate) fn all_names(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.name).chain(&self.aliases)
    }

    /// A town like that of [`Place::new`].
    #[cfg(test)]
    pub(crate) fn town(id: i64, name: &str, country: &str, point: (f64, f64), population: i64) -> Place {
        Place { population, ..Place::new(id, name, "locality", country, point) }
    }
}

#[derive(Default)]
pub(crate) struct Places {
    pub(crate) all: Vec<Place>,
    index: HashMap<i64, usize>,
}

impl Places {
    /// Adds a place unless its id exists.
    pub(crate) fn add(&mut self, place: Place) {
        if let std::collections::hash_map::Entry::Vacant(free) = self.index.entry(place.id) {
            free.insert(self.all.len());
            self.all.push(place);
        }
    }

    pub(crate) fn get(&self, id: i64) -> Option<&Place> {
        self.index.get(&id).map(|&index| &self.all[index])
    }

    pub(crate) fn get_mut(&mut self, id: i64) -> Option<&mut Place> {
        self.index.get(&id).map(|&index| &mut self.all[index])
    }
}

/// A place that a postcode serves, under a name.
#[derive(Debug, Clone)]
pub(crate) struct PostalCity {
    pub(crate) name_key: String,
    pub(crate) postcode: String,
    pub(crate) place: i64,
    pub(crate) lat: f64,
    pub(crate) lon: f64,
}

/// Mean and extent of points.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cluster {
    lat: f64,
    lon: f64,
    count: f64,
    extent: Extent,
}

impl Cluster {
    pub(crate) fn of_point(lat: f64, lon: f64) -> Cluster {
        Cluster { lat, lon, count: 1.0, extent: Extent::of_point(lat, lon) }
    }

    pub(crate) fn include(&mut self, lat: f64, lon: f64) {
        self.lat += lat;
        self.lon += lon;
        self.count += 1.0;
        self.extent.include(lat, lon);
    }

    pub(crate) fn mean(&self) -> (f64, f64) {
        (self.lat / self.count, self.lon / self.count)
    }

    pub(crate) fn extent(&self) -> Extent {
        self.extent
    }

    pub(crate) fn count(&self) -> i64 {
        self.count as i64
    }
}

/// Adds a point to the cluster of `key`.
pub(crate) fn include<K: std::hash::Hash + Eq>(
    clusters: &mut HashMap<K, Cluster>,
    key: K,
    lat: f64,
    lon: f64,
) {
    clusters
        .entry(key)
        .and_modify(|cluster| cluster.include(lat, lon))
        .or_insert_with(|| Cluster::of_point(lat, lon));
}
