//! An address point as sources write it, and as the database stores it.

use milepost_text::{HouseNumber, StreetKeys, locality_key, postcode_key, street_keys};

/// The fields of a source, as text.
#[derive(Debug, Clone, Default)]
pub(crate) struct PointRow {
    pub(crate) number: String,
    pub(crate) street: String,
    pub(crate) unit: String,
    pub(crate) locality: String,
    pub(crate) region: String,
    pub(crate) postcode: String,
    pub(crate) lat: String,
    pub(crate) lon: String,
    /// Owner and terms of the row, if a file joins many.
    pub(crate) credit: Option<String>,
}

/// A row of `address_point`.
#[derive(Debug, Clone)]
pub(crate) struct Point {
    pub(crate) keys: StreetKeys,
    pub(crate) number: HouseNumber,
    pub(crate) unit: Option<String>,
    pub(crate) postcode: Option<String>,
    pub(crate) locality: Option<String>,
    pub(crate) street: String,
    pub(crate) lat: f64,
    pub(crate) lon: f64,
}

impl PointRow {
    /// Normalises the row for a shard of `country` (lower case), or says what is missing or wrong.
    pub(crate) fn point(&self, country: &str) -> Result<Point, String> {
        let texts = [&self.number, &self.street, &self.unit, &self.locality, &self.postcode];
        let at = || point_of(&self.lat, &self.lon);
        Point::new(texts.map(String::as_str), at, street_keys, country)
    }
}

impl Point {
    /// Normalises a number, street, unit, locality and postcode for a shard of `country` (lower case). `keys` makes the keys of a street.
    /// Fails with what is missing or wrong, in words for the summary.
    pub(crate) fn new(
        [number, street, unit, locality, code]: [&str; 5],
        at: impl FnOnce() -> Result<(f64, f64), String>,
        keys: impl FnOnce(&str, &str) -> StreetKeys,
        country: &str,
    ) -> Result<Point, String> {
        let number = HouseNumber::parse(number).ok_or_else(|| format!("`{number}` is not a house number"))?;
        let keys = keys(street, country);
        if keys.norm.is_empty() {
            return Err("no street".into());
        }
        let (lat, lon) = at()?;
        Ok(Point {
            keys,
            number,
            unit: filled(unit.trim().to_lowercase()),
            postcode: filled(postcode(code, country)),
            locality: filled(locality_key(locality)),
            street: street.trim().to_owned(),
            lat,
            lon,
        })
    }
}

/// The key of a postcode; ZIP+4 is cut to the ZIP, and zeros that a spreadsheet dropped come back.
pub(crate) fn postcode(text: &str, country: &str) -> String {
    let key = postcode_key(text.trim());
    // `LV-1010`: the country prefix does not belong to the postcode.
    let key =
        key.strip_prefix(country).and_then(|rest| rest.strip_prefix('-')).map(str::to_owned).unwrap_or(key);
    if country != "us" {
        return if key.bytes().all(|byte| byte == b'0') { String::new() } else { hyphenated(key, country) };
    }
    let zip = key.split('-').next().unwrap_or_default();
    let zip = if zip.len() == 9 { &zip[..5] } else { zip };
    let numeric = !zip.is_empty() && zip.bytes().all(|byte| byte.is_ascii_digit());
    if numeric && zip.len() <= 5 && zip.bytes().any(|byte| byte != b'0') {
        format!("{zip:0>5}")
    } else {
        String::new()
    }
}

/// Adds the hyphen that the country writes and registers omit: `70040-010`.
fn hyphenated(mut key: String, country: &str) -> String {
    let (digits, at) = match country {
        "br" => (8, 5),
        "pt" => (7, 4),
        "jp" => (7, 3),
        "pl" => (5, 2),
        _ => return key,
    };
    if key.len() == digits && key.bytes().all(|byte| byte.is_ascii_digit()) {
        key.insert(at, '-');
    }
    key
}

/// Coordinates in degrees; 0, 0 marks a missing one.
pub(crate) fn point_of(lat: &str, lon: &str) -> Result<(f64, f64), String> {
    let (lat, lon) = (coordinate("latitude", lat)?, coordinate("longitude", lon)?);
    let possible =
        (-90.0..=90.0).contains(&lat) && (-180.0..=180.0).contains(&lon) && (lat != 0.0 || lon != 0.0);
    if possible { Ok((lat, lon)) } else { Err(format!("{lat}, {lon} is not a point in degrees")) }
}

/// A coordinate, with a decimal point or comma.
pub(crate) fn coordinate(name: &str, text: &str) -> Result<f64, String> {
    let number = text.trim().parse().or_else(|_| text.trim().replacen(',', ".", 1).parse::<f64>());
    number.ok().filter(|number| number.is_finite()).ok_or_else(|| format!("{name} `{text}` is not a number"))
}

pub(crate) fn filled(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_get_the_hyphen_of_their_country() {
        let codes =
            [("70040010", "br"), ("70040-010", "br"), ("1000001", "pt"), ("11000", "cz"), ("00950", "pl")];
        let keys = codes.map(|(code, country)| postcode(code, country));
        assert_eq!(keys, ["70040-010", "70040-010", "1000-001", "11000", "00-950"]);
    }

    fn row() -> PointRow {
        PointRow {
            number: "12 B".into(),
            street: "Main St".into(),
            locality: "Springfield".into(),
            postcode: "1201-1234".into(),
            lat: "42.1".into(),
            lon: "-72.5".into(),
            ..PointRow::default()
        }
    }

    #[test]
    fn a_row_is_filed_by_its_keys() {
        let point = row().point("us").unwrap();
        assert_eq!((point.keys.norm.as_str(), point.number.text()), ("main street", "12b"));
        assert_eq!(point.postcode.as_deref(), Some("01201"));
        assert_eq!(point.unit, None);
    }

    #[test]
    fn what_is_missing_is_said() {
        let problem = |change: &dyn Fn(&mut PointRow)| {
            let mut row = row();
            change(&mut row);
            row.point("us").unwrap_err()
        };
        assert!(problem(&|row| row.number.clear()).contains("house number"));
        assert!(problem(&|row| row.street = " - ".into()).contains("street"));
        assert!(problem(&|row| row.lat = "91".into()).contains("degrees"));
        assert!(problem(&|row| row.lon = "x".into()).contains("longitude"));
        assert!(problem(&|row| (row.lat, row.lon) = ("0".into(), "0".into())).contains("degrees"));
    }
}
