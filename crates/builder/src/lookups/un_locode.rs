//! UN/LOCODE from tables with a header: the code list in CSV, or tables of code, name and point.

use std::path::{Path, PathBuf};

use csv::StringRecord;
use milepost_aside::Claim;
use milepost_gazetteer::lookups::UN_LOCODE_SCHEMA;
use milepost_text::name_key;
use rusqlite::params;

use crate::error::BuildError;
use crate::input::{BadRows, Delimited};
use crate::write_aside;

/// A row of the table.
#[derive(Debug, PartialEq)]
struct Locode {
    country: String,
    location: String,
    name: String,
    point: Option<(f64, f64)>,
}

/// Columns of a table.
struct Columns {
    code: Option<usize>,
    country: Option<usize>,
    location: Option<usize>,
    name: usize,
    lat: Option<usize>,
    lon: Option<usize>,
    coordinates: Option<usize>,
}

impl Columns {
    fn of(header: &[String]) -> Result<Columns, String> {
        let column = |names: &[&str]| header.iter().position(|known| names.contains(&known.as_str()));
        let columns = Columns {
            code: column(&["code", "locode", "unlocode"]),
            country: column(&["country"]),
            location: column(&["location"]),
            name: column(&["name"]).ok_or("no column name")?,
            lat: column(&["lat", "latitude"]),
            lon: column(&["lon", "lng", "longitude"]),
            coordinates: column(&["coordinates"]),
        };
        if columns.code.is_none() && (columns.country.is_none() || columns.location.is_none()) {
            return Err(format!("no column code, nor country and location; there are {}", header.join(", ")));
        }
        Ok(columns)
    }

    fn read(&self, row: &StringRecord) -> Result<Locode, String> {
        let field =
            |column: Option<usize>| column.and_then(|column| row.get(column)).unwrap_or_default().trim();
        let (country, location) = match self.code {
            Some(_) => field(self.code).split_at_checked(2).unwrap_or_default(),
            None => (field(self.country), field(self.location)),
        };
        let (country, location) = (country.to_uppercase(), location.trim().to_uppercase());
        if country.len() != 2 || location.len() != 3 {
            return Err(format!("`{country} {location}` is no code"));
        }
        let name = field(Some(self.name));
        if name.is_empty() {
            return Err("no name".to_owned());
        }
        let point = match (field(self.lat), field(self.lon), field(self.coordinates)) {
            ("", "", "") => None,
            ("", "", written) => {
                Some(degrees_and_minutes(written).ok_or_else(|| format!("`{written}` is no coordinate"))?)
            }
            (lat, lon, _) => Some(crate::sources::geonames_row::point(lat, lon)?),
        };
        Ok(Locode { country, location, name: name.to_owned(), point })
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

/// Writes the codes of all sources; the first row of a code counts.
pub(super) fn build(sources: &[PathBuf], out: &Path, strict: bool) -> Result<Vec<String>, BuildError> {
    let claim = Claim::on(out)?;
    let mut bad = BadRows::new(strict);
    let (mut count, mut seen) = (0, std::collections::HashSet::new());
    let size = write_aside::filled(&claim, "un_locode", |connection| {
        let failed = |source| BuildError::Database { path: out.into(), source };
        connection.execute_batch(UN_LOCODE_SCHEMA).map_err(failed)?;
        let mut insert =
            connection.prepare("INSERT INTO un_locode VALUES (?1, ?2, ?3, ?4, ?5, ?6)").map_err(failed)?;
        for path in sources {
            bad.in_file(path);
            let table = Delimited::open(path)?;
            let columns = Columns::of(&table.header).map_err(|problem| BuildError::Row {
                path: path.clone(),
                line: 1,
                problem,
            })?;
            table.each(path, &mut bad, |row, line, bad| {
                let Locode { country, location, name, point } = match columns.read(row) {
                    Ok(code) => code,
                    Err(problem) => return bad.note(line, problem),
                };
                if seen.insert(format!("{country}{location}")) {
                    let (lat, lon) = point.unzip();
                    insert
                        .execute(params![country, location, name, name_key(&name), lat, lon])
                        .map_err(failed)?;
                    count += 1;
                }
                Ok(())
            })?;
        }
        Ok(())
    })?;
    let mut lines = bad.summary();
    lines.push(format!("{}: {count} codes, {:.1} MB", out.display(), size as f64 / 1e6));
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_the_code_list_are_degrees_and_minutes() {
        assert_eq!(degrees_and_minutes("4230N 00131E"), Some((42.5, 1.0 + 31.0 / 60.0)));
        assert_eq!(
            degrees_and_minutes("3352S 15112W"),
            Some((-(33.0 + 52.0 / 60.0), -(151.0 + 12.0 / 60.0)))
        );
        assert_eq!(degrees_and_minutes("4230N"), None);
        assert_eq!(degrees_and_minutes("4230X 00131E"), None);
    }

    #[test]
    fn both_kinds_of_table_are_read() {
        let columns = |header: &[&str]| {
            Columns::of(&header.iter().map(|&name| name.to_owned()).collect::<Vec<_>>()).unwrap()
        };
        let nyc = Locode {
            country: "US".into(),
            location: "NYC".into(),
            name: "New York".into(),
            point: Some((40.5, -74.0)),
        };
        let table = columns(&["code", "name", "lat", "lon"]);
        assert_eq!(table.read(&StringRecord::from(vec!["USNYC", "New York", "40.5", "-74"])), Ok(nyc));
        let list = columns(&["change", "country", "location", "name", "coordinates"]);
        let found =
            list.read(&StringRecord::from(vec!["", "US", "NYC", "New York", "4030N 07400W"])).unwrap();
        assert_eq!(found.point, Some((40.5, -74.0)));
        assert!(list.read(&StringRecord::from(vec!["", "US", "", "United States", ""])).is_err());
    }
}
