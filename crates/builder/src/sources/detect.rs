//! Detects the kind of a source from its first line.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use crate::error::BuildError;
use crate::input;

/// A source of places, in reading order: names belong to places, postcodes to both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A Who's On First distribution in SQLite.
    WhosOnFirst,
    GeonamesPlaces,
    /// Names of GeoNames divisions by code.
    GeonamesDivisions,
    GeonamesNames,
    /// Postal codes of GeoNames, without a header.
    GeonamesPostal,
    /// A postcode table with a header.
    PostcodeTable,
}

/// Detects the kind of each source and sorts them.
pub(crate) fn in_order(sources: &[PathBuf]) -> Result<Vec<(Kind, PathBuf)>, BuildError> {
    let mut kinds = sources
        .iter()
        .map(|path| {
            // The npm packages of GeoNames cities contain the published dump.
            let dump = path.join("dist/cities500.txt");
            let path = if path.is_dir() && dump.exists() { dump } else { path.clone() };
            Ok((kind(&path)?, path))
        })
        .collect::<Result<Vec<_>, BuildError>>()?;
    kinds.sort_by_key(|(kind, _)| *kind);
    Ok(kinds)
}

fn kind(path: &Path) -> Result<Kind, BuildError> {
    let unreadable = |source| BuildError::Read { path: path.into(), source };
    let mut text = input::open_lines(path)?;
    if text.fill_buf().map_err(unreadable)?.starts_with(b"SQLite format 3\0") {
        return Ok(Kind::WhosOnFirst);
    }
    let unknown = || BuildError::UnknownSource { path: path.into() };
    for bytes in text.split(b'\n') {
        let bytes = bytes.map_err(unreadable)?;
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end_matches('\r');
        if !line.is_empty() && !line.starts_with('#') {
            return of_line(line).ok_or_else(unknown);
        }
    }
    Err(unknown())
}

fn of_line(line: &str) -> Option<Kind> {
    let lower = line.to_lowercase();
    let fields: Vec<&str> = line.split('\t').collect();
    let number = |index: usize| fields.get(index).is_some_and(|field| field.parse::<i64>().is_ok());
    let headed = ["zipcode", "postcode", "postal_code", "postalcode"];
    if headed.iter().any(|name| lower.contains(name)) && lower.contains("lat") {
        return Some(Kind::PostcodeTable);
    }
    match fields.len() {
        15.. if number(0) => Some(Kind::GeonamesPlaces),
        11 | 12 if fields[0].len() == 2 => Some(Kind::GeonamesPostal),
        4.. if number(0) && number(1) => Some(Kind::GeonamesNames),
        2.. if fields[0].get(2..3) == Some(".") => Some(Kind::GeonamesDivisions),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_tables_are_separated_by_a_line() {
        let cases = [
            (
                "2988507\tParis\tParis\tLutece\t48.85\t2.35\tP\tPPLC\tFR\t\t11\t75\t751\t75056\t2138551\t\t42\tEurope/Paris\t2024",
                Kind::GeonamesPlaces,
            ),
            ("1597434\t2988507\ten\tParis\t1\t\t\t\t\t", Kind::GeonamesNames),
            (
                "FR\t75001\tParis 01\tÎle-de-France\t11\tParis\t75\tParis\t751\t48.86\t2.33\t5",
                Kind::GeonamesPostal,
            ),
            ("FR.11\tÎle-de-France\tIle-de-France\t3012874", Kind::GeonamesDivisions),
            (
                "country_code,zipcode,place,state,state_code,province,province_code,community,community_code,latitude,longitude",
                Kind::PostcodeTable,
            ),
        ];
        for (line, expected) in cases {
            assert_eq!(of_line(line), Some(expected), "{line}");
        }
        assert_eq!(of_line("house,street"), None);
    }
}
