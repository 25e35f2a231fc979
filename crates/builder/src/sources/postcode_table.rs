//! Postcode tables with a header, in the columns of the GeoNames postal codes as published in CSV.

use std::path::Path;

use super::geonames::wider_names;
use super::geonames_row::point;
use super::lines::each_row;
use crate::error::BuildError;
use crate::input::BadRows;
use crate::staging::PostalRow;

/// Possible names of the columns.
const COLUMNS: [&[&str]; 10] = [
    &["country_code", "country", "countrycode"],
    &["zipcode", "postcode", "postal_code", "postalcode", "zip"],
    &["place", "place_name", "city", "locality"],
    &["state", "admin_name1", "region"],
    &["state_code", "admin_code1", "region_code"],
    &["province", "admin_name2", "county"],
    &["province_code", "admin_code2", "county_code"],
    &["community", "admin_name3"],
    &["latitude", "lat"],
    &["longitude", "lon", "lng"],
];

/// The columns that a table must have: country, postcode, place and point.
const NEEDED: [usize; 5] = [0, 1, 2, 8, 9];

/// Hands over the rows of a table; returns how many there were.
pub(crate) fn read(
    path: &Path,
    bad: &mut BadRows,
    mut take: impl FnMut(PostalRow) -> Result<(), BuildError>,
) -> Result<u64, BuildError> {
    let check = |has: [bool; 10], header: &str| match NEEDED.into_iter().find(|&column| !has[column]) {
        Some(column) => Err(format!("no column {}; there are {header}", COLUMNS[column].join(" or "))),
        None => Ok(()),
    };
    each_row(path, bad, COLUMNS, check, |fields| {
        let [country, postcode, place, state, state_code, province, province_code, community, lat, lon] =
            fields.map(Option::unwrap_or_default);
        if country.len() != 2 || !country.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return Err(format!("`{country}` is not a country code").into());
        }
        if postcode.is_empty() {
            return Err("no postcode".to_owned().into());
        }
        let (lat, lon) = point(lat, lon)?;
        take(PostalRow {
            country: country.to_uppercase(),
            postcode: postcode.to_owned(),
            place: place.to_owned(),
            state: state.to_owned(),
            state_code: state_code.to_owned(),
            county_code: province_code.to_owned(),
            around: wider_names([province, community]),
            lat,
            lon,
        })?;
        Ok(true)
    })
}
