//! Postcode tables with a header, in the columns of the GeoNames postal codes as published in CSV.

use std::path::Path;

use super::geonames::wider_names;
use super::geonames_row::point;
use crate::error::BuildError;
use crate::input::{BadRows, Delimited};
use crate::staging::{PostalRow, Staging};

/// Columns and their possible names.
const COLUMNS: [(&str, &[&str]); 10] = [
    ("country", &["country_code", "country", "countrycode"]),
    ("postcode", &["zipcode", "postcode", "postal_code", "postalcode", "zip"]),
    ("place", &["place", "place_name", "city", "locality"]),
    ("state", &["state", "admin_name1", "region"]),
    ("state_code", &["state_code", "admin_code1", "region_code"]),
    ("province", &["province", "admin_name2", "county"]),
    ("province_code", &["province_code", "admin_code2", "county_code"]),
    ("community", &["community", "admin_name3"]),
    ("lat", &["latitude", "lat"]),
    ("lon", &["longitude", "lon", "lng"]),
];

/// Adds the rows of a table; returns how many were used.
pub(crate) fn add(path: &Path, staging: &Staging, bad: &mut BadRows) -> Result<u64, BuildError> {
    read(path, bad, |row| staging.add_postal(&row))
}

/// Hands over the rows of a table; returns how many there were.
pub(crate) fn read(
    path: &Path,
    bad: &mut BadRows,
    mut take: impl FnMut(PostalRow) -> Result<(), BuildError>,
) -> Result<u64, BuildError> {
    bad.in_file(path);
    let table = Delimited::open(path)?;
    let columns =
        COLUMNS.map(|(_, names)| table.header.iter().position(|known| names.contains(&known.as_str())));
    for ((field, names), column) in COLUMNS.iter().zip(&columns) {
        if column.is_none() && matches!(*field, "country" | "postcode" | "place" | "lat" | "lon") {
            let problem = format!("no column {}; there are {}", names.join(" or "), table.header.join(", "));
            return Err(BuildError::Row { path: path.into(), line: 1, problem });
        }
    }
    let mut used = 0;
    table.each(path, bad, |row, line, bad| {
        let field =
            |index: usize| columns[index].and_then(|column| row.get(column)).unwrap_or_default().trim();
        let postal = (|| {
            let [country, postcode, place, state, state_code, province, province_code, community, lat, lon] =
                std::array::from_fn(field);
            if country.len() != 2 || !country.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                return Err(format!("`{country}` is no country code"));
            }
            if postcode.is_empty() {
                return Err("no postcode".to_owned());
            }
            let (lat, lon) = point(lat, lon)?;
            Ok(PostalRow {
                country: country.to_uppercase(),
                postcode: postcode.to_owned(),
                place: place.to_owned(),
                state: state.to_owned(),
                state_code: state_code.to_owned(),
                county_code: province_code.to_owned(),
                around: wider_names([province, community]),
                lat,
                lon,
            })
        })();
        match postal {
            Ok(postal) => {
                take(postal)?;
                used += 1;
                Ok(())
            }
            Err(problem) => bad.note(line, problem),
        }
    })?;
    Ok(used)
}
