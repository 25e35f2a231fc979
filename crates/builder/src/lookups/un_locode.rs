//! UN/LOCODE from tables with a header: the code list in CSV, or tables of code, name and point.

use std::collections::HashSet;
use std::path::PathBuf;

use milepost_gazetteer::lookups::UN_LOCODE_SCHEMA;
use milepost_text::name_key;
use rusqlite::params;

use crate::error::BuildError;
use crate::input::BadRows;
use crate::places::Writer;
use crate::sources::geonames_row::point;
use crate::sources::lines::each_row;

/// Possible names of the columns.
const COLUMNS: [&[&str]; 7] = [
    &["code", "locode", "unlocode"],
    &["country"],
    &["location"],
    &["name"],
    &["lat", "latitude"],
    &["lon", "lng", "longitude"],
    &["coordinates"],
];

#[derive(Debug, PartialEq)]
struct Locode {
    country: String,
    location: String,
    name: String,
    point: Option<(f64, f64)>,
}

impl Locode {
    fn of(
        [code, country, location, name, lat, lon, coordinates]: [Option<&str>; 7],
    ) -> Result<Locode, String> {
        let (country, location) = match code {
            Some(code) => code.split_at_checked(2).unwrap_or_default(),
            None => (country.unwrap_or_default(), location.unwrap_or_default()),
        };
        let (country, location) = (country.to_uppercase(), location.trim().to_uppercase());
        if country.len() != 2 || location.len() != 3 {
            return Err(format!("`{country} {location}` is not a code"));
        }
        let name = name.filter(|name| !name.is_empty()).ok_or("no name")?.to_owned();
        let point = match [lat, lon, coordinates].map(Option::unwrap_or_default) {
            ["", "", ""] => None,
            ["", "", written] => {
                Some(degrees_and_minutes(written).ok_or_else(|| format!("`{written}` is not a coordinate"))?)
            }
            [lat, lon, _] => Some(point(lat, lon)?),
        };
        Ok(Locode { country, location, name, point })
    }
}

/// `4230N 00131E` in degrees.
fn degrees_and_minutes(written: &str) -> Option<(f64, f64)> {
    let part = |text: &str, degrees: usize, hemispheres: [char; 2]| {
        let hemisphere = text.chars().last().filter(|letter| hemispheres.contains(letter))?;
        let whole: f64 = text.get(..degrees)?.parse().ok()?;
        let minutes: f64 = text.get(degrees..text.len() - 1)?.parse().ok()?;
        let value = whole + minutes / 60.0;
        Some(if hemisphere == hemispheres[1] { -value } else { value })
    };
    let (lat, lon) = written.split_once(' ')?;
    Some((part(lat, 2, ['N', 'S'])?, part(lon.trim(), 3, ['E', 'W'])?))
}

/// Writes the codes of all sources; the first row of a code counts. Returns how many there are.
pub(super) fn fill(sources: &[PathBuf], writer: &Writer<'_>, bad: &mut BadRows) -> Result<u64, BuildError> {
    let check =
        |[code, country, location, name, ..]: [bool; 7], header: &str| match code || country && location {
            _ if !name => Err("no column name".to_owned()),
            false => Err(format!("no column code, nor country and location; there are {header}")),
            true => Ok(()),
        };
    writer.batch(UN_LOCODE_SCHEMA)?;
    let (mut count, mut seen) = (0, HashSet::new());
    for path in sources {
        count += each_row(path, bad, COLUMNS, check, |fields| {
            let Locode { country, location, name, point } = Locode::of(fields)?;
            if !seen.insert(format!("{country}{location}")) {
                return Ok(false);
            }
            let (lat, lon) = point.unzip();
            writer.run(|connection| {
                connection
                    .prepare_cached("INSERT INTO un_locode VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?
                    .execute(params![country, location, name, name_key(&name), lat, lon])
            })?;
            Ok(true)
        })?;
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_the_code_list_are_degrees_and_minutes() {
        for (written, point) in [
            ("4230N 00131E", Some((42.5, 1.0 + 31.0 / 60.0))),
            ("3352S 15112W", Some((-(33.0 + 52.0 / 60.0), -(151.0 + 12.0 / 60.0)))),
            ("4230N", None),
            ("4230X 00131E", None),
        ] {
            assert_eq!(degrees_and_minutes(written), point, "{written}");
        }
    }

    #[test]
    fn both_kinds_of_table_are_read() {
        let [country, location, name] = ["US", "NYC", "New York"];
        let nyc = Locode {
            country: country.into(),
            location: location.into(),
            name: name.into(),
            point: Some((40.5, -74.0)),
        };
        let table = [Some("USNYC"), None, None, Some(name), Some("40.5"), Some("-74"), None];
        assert_eq!(Locode::of(table).as_ref(), Ok(&nyc));
        let list = |location| {
            Locode::of([None, Some(country), Some(location), Some(name), None, None, Some("4030N 07400W")])
        };
        assert_eq!(list(location), Ok(nyc));
        assert!(list("").is_err());
    }
}
