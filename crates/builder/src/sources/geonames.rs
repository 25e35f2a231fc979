//! GeoNames dumps, line by line: places, alternate names, names of divisions, postal codes.
//! The formats are those of the readme files published next to the dumps.

use std::path::Path;

use super::geonames_row::{PlaceRow, placetype, point};
use super::lines::each_line;
use super::names::alternate::aliases;
use super::names::own_scripts::is_latin;
use crate::error::BuildError;
use crate::input::BadRows;
use crate::staging::{PostalRow, Staging};

/// Kinds of alternate names that do not name a place: links, codes of other registers.
const NO_NAMES: [&str; 10] = ["link", "wkdt", "post", "iata", "icao", "faac", "tcid", "unlc", "phon", "piny"];

/// Adds the places of a main table (`allCountries.txt`, `cities500.txt`, `FR.txt`).
pub(crate) fn add_places(path: &Path, staging: &Staging, bad: &mut BadRows) -> Result<u64, BuildError> {
    each_line(path, bad, |line| {
        let row = PlaceRow::parse(line)?;
        let (placetype, own_code) = match (row.class, row.feature) {
            ("P", feature) => (placetype(feature), None),
            ("A", "ADM1") => (Some("region"), Some(row.codes(1))),
            ("A", "ADM2") => (Some("county"), Some(row.codes(2))),
            ("A", feature) if feature.starts_with("PCL") && feature != "PCLH" => {
                (Some("country"), Some(row.country.to_owned()))
            }
            _ => (None, None),
        };
        let Some(placetype) = placetype else { return Ok(false) };
        staging.note_day(row.modified);
        let codes = match &own_code {
            Some(code) => code.rsplit_once('.').map(|(above, _)| above.to_owned()),
            None => Some(row.codes(2)),
        };
        let place = row.place(placetype, aliases(&row));
        let added = staging.add_place(&place, codes.as_deref())?;
        if let Some(code) = own_code {
            staging.add_code(&code, row.id)?;
            if placetype == "country" {
                staging.add_alias(staging.id(row.id), None, &code)?;
            }
            for spelled in super::divisions::spellings(&code) {
                staging.add_alias(staging.id(row.id), None, &spelled)?;
            }
        }
        staging.run(
            "INSERT INTO concordance VALUES (?1, 'gn:id', ?2)",
            rusqlite::params![staging.id(row.id), row.id.to_string()],
        )?;
        Ok(added)
    })
}

/// Adds alternate names of places that exist (`alternateNamesV2.txt`).
pub(crate) fn add_alternate_names(
    path: &Path,
    staging: &Staging,
    bad: &mut BadRows,
) -> Result<u64, BuildError> {
    each_line(path, bad, |line| {
        let fields: Vec<&str> = line.split('\t').collect();
        if fields.len() < 4 {
            return Err(format!("{} fields, GeoNames has 10", fields.len()).into());
        }
        let id: i64 = fields[1].parse().map_err(|_| "the place's id is not a number".to_owned())?;
        let id = staging.id(id);
        let historic = fields.get(7) == Some(&"1");
        if historic || NO_NAMES.contains(&fields[2]) || !staging.has(id)? {
            return Ok(false);
        }
        let language = Some(fields[2]).filter(|language| (2..=3).contains(&language.len()));
        if is_latin(fields[3]) {
            staging.add_alias(id, language, fields[3])?;
        } else {
            staging.add_spelling(id, language, fields[3])?;
        }
        Ok(true)
    })
}

/// Adds names of divisions (`admin1CodesASCII.txt`, `admin2Codes.txt`).
pub(crate) fn add_division_names(
    path: &Path,
    staging: &Staging,
    bad: &mut BadRows,
) -> Result<u64, BuildError> {
    each_line(path, bad, |line| match line.split('\t').collect::<Vec<_>>()[..] {
        [code, name, ..] => Ok(staging.add_division_name(code, name).map(|()| true)?),
        _ => Err("no name beside the code".to_owned().into()),
    })
}

/// Hands over the postcodes of the headless table (`allCountries.txt` of the postal codes, 12 columns); returns how many there were.
pub(crate) fn postal_codes(
    path: &Path,
    bad: &mut BadRows,
    mut take: impl FnMut(PostalRow) -> Result<(), BuildError>,
) -> Result<u64, BuildError> {
    each_line(path, bad, |line| {
        let fields: Vec<&str> = line.split('\t').collect();
        if fields.len() < 11 {
            return Err(format!("{} fields, GeoNames has 12", fields.len()).into());
        }
        let (lat, lon) = point(fields[9], fields[10])?;
        let row = PostalRow {
            country: fields[0].into(),
            postcode: fields[1].into(),
            place: fields[2].into(),
            state: fields[3].into(),
            state_code: fields[4].into(),
            county_code: fields[6].into(),
            around: wider_names([fields[5], fields[7]]),
            lat,
            lon,
        };
        take(row)?;
        Ok(true)
    })
}

/// Names of second- and third-level divisions that an address may write instead of the town, without duplicates.
pub(crate) fn wider_names(names: [&str; 2]) -> Vec<String> {
    let mut wider: Vec<String> = Vec::new();
    for name in names {
        if !name.is_empty() && !wider.iter().any(|known| known == name) {
            wider.push(name.to_owned());
        }
    }
    wider
}
