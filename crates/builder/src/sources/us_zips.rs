//! US ZIP codes and the postal cities they serve, from GeoNames' table.

use std::collections::{BTreeMap, HashMap};

use milepost_text::name_key;

use super::cities::City;
use super::divisions::Codes;
use crate::error::BuildError;
use crate::packages::Package;
use crate::place::{Cluster, Place, Places, PostalCity, id_range};

/// A postal city is the GeoNames place of the same name and state if they are at most this far apart; the
/// largest US cities reach 40 km from their centre.
const SAME_CITY_DEGREES: f64 = 0.6;

struct Zip {
    code: String,
    city: String,
    state: String,
    county: String,
    lat: f64,
    lon: f64,
}

impl Zip {
    fn is_near(&self, place: &Place) -> bool {
        (place.lat - self.lat).abs() < SAME_CITY_DEGREES && (place.lon - self.lon).abs() < SAME_CITY_DEGREES
    }

    fn parent(&self, codes: &Codes) -> Option<i64> {
        let Zip { state, county, .. } = self;
        codes.get(&format!("US.{state}.{county}")).or_else(|| codes.get(&format!("US.{state}"))).copied()
    }

    fn place(&self, codes: &Codes, population: i64) -> Place {
        let id = id_range::US_ZIP + self.code.parse::<i64>().unwrap_or(0);
        let place = Place::new(id, &self.code, "postalcode", "US", (self.lat, self.lon));
        Place { parent: self.parent(codes), population, ..place }
    }
}

/// Adds ZIP codes, and the postal cities that GeoNames lacks; returns the pairs of city and code.
pub(crate) fn add(
    package: &Package,
    cities: &[City],
    codes: &Codes,
    places: &mut Places,
) -> Result<Vec<PostalCity>, BuildError> {
    let zips = read(package)?;
    let known = known_cities(cities, places);
    let mut clusters: BTreeMap<(String, String), Vec<&Zip>> = BTreeMap::new();
    for zip in &zips {
        clusters.entry((name_key(&zip.city), zip.state.clone())).or_default().push(zip);
    }
    let mut pairs = Vec::new();
    for ((key, state), members) in clusters {
        let mut cluster = Cluster::of_point(members[0].lat, members[0].lon);
        members[1..].iter().for_each(|zip| cluster.include(zip.lat, zip.lon));
        let is_near = |place: &Place| members.iter().any(|zip| zip.is_near(place));
        let same = known
            .get(&(key.clone(), state))
            .and_then(|ids| ids.iter().copied().find(|id| places.get(*id).is_some_and(is_near)));
        let city = match same {
            Some(id) => id,
            None => add_postal_city(&members, &cluster, members[0].parent(codes), places),
        };
        let shared = if let Some(place) = places.get_mut(city) {
            for zip in &members {
                place.extent.include(zip.lat, zip.lon);
            }
            place.population / cluster.count()
        } else {
            0
        };
        for zip in members {
            places.add(zip.place(codes, shared));
            pairs.push(PostalCity {
                name_key: key.clone(),
                postcode: zip.code.clone(),
                place: city,
                lat: zip.lat,
                lon: zip.lon,
            });
        }
    }
    Ok(pairs)
}

fn read(package: &Package) -> Result<Vec<Zip>, BuildError> {
    const FILE: &str = "data/US.txt";
    let mut zips = Vec::new();
    for (index, line) in package.text(FILE)?.lines().enumerate() {
        let fields: Vec<&str> = line.split('\t').collect();
        if fields.len() < 11 {
            let problem = format!("{} fields, GeoNames has 12", fields.len());
            return Err(BuildError::Row { path: package.file(FILE), line: index + 1, problem });
        }
        // Military mail has no location.
        let point = fields[9].parse::<f64>().ok().zip(fields[10].parse::<f64>().ok());
        if let Some((lat, lon)) = point.filter(|_| !fields[4].is_empty()) {
            zips.push(Zip {
                code: fields[1].into(),
                city: fields[2].into(),
                state: fields[4].into(),
                county: fields[6].into(),
                lat,
                lon,
            });
        }
    }
    Ok(zips)
}

/// US places by name and state, most populous first.
fn known_cities(cities: &[City], places: &Places) -> HashMap<(String, String), Vec<i64>> {
    let of_us = cities.iter().filter(|city| city.country == "US");
    let placed = of_us.filter_map(|city| Some((city, places.get(city.id)?)));
    let mut towns: Vec<(&City, &Place)> = placed.filter(|(_, place)| place.placetype == "locality").collect();
    towns.sort_by_key(|(_, place)| (-place.population, place.id));
    let mut known: HashMap<(String, String), Vec<i64>> = HashMap::new();
    for (city, place) in towns {
        for name in place.all_names() {
            known.entry((name_key(name), city.admin1.clone())).or_default().push(city.id);
        }
    }
    known
}

fn add_postal_city(members: &[&Zip], cluster: &Cluster, parent: Option<i64>, places: &mut Places) -> i64 {
    let lowest = members.iter().filter_map(|zip| zip.code.parse::<i64>().ok()).min().unwrap_or(0);
    let id = id_range::US_POSTAL_CITY + lowest;
    let place = Place::new(id, &members[0].city, "locality", "US", cluster.mean());
    places.add(Place { parent, extent: cluster.extent(), ..place });
    id
}
