//! A row of GeoNames' main table, which its dumps and the starter packages share.

use crate::place::Place;

pub(crate) struct PlaceRow<'a> {
    pub(crate) id: i64,
    pub(crate) name: &'a str,
    pub(super) ascii_name: &'a str,
    /// Alternate names, of no stated language, separated by commas.
    pub(super) alternate_names: &'a str,
    pub(crate) lat: f64,
    pub(crate) lon: f64,
    /// The class of its feature code: `P` is a settlement, `A` a division.
    pub(super) class: &'a str,
    pub(crate) feature: &'a str,
    pub(crate) country: &'a str,
    /// Division codes of the levels from 1 to 4.
    pub(crate) admin: [&'a str; 4],
    pub(crate) population: i64,
    /// Day the row was last changed, `2026-10-31`.
    pub(crate) modified: Option<&'a str>,
}

impl<'a> PlaceRow<'a> {
    /// Splits a line of the 19 columns.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn parse(line: &'a str) -> Result<PlaceRow<'a>, String> {
        let fields: Vec<&str> = line.split('\t').collect();
        if fields.len() < 15 {
            return Err(format!("{} fields, GeoNames has 19", fields.len()));
        }
        let is_day =
            |day: &&str| day.len() == 10 && day.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        let id = fields[0].parse().map_err(|_| "the id is not a number")?;
        let (lat, lon) = point(fields[4], fields[5])?;
        Ok(PlaceRow {
            id,
            name: fields[1],
            ascii_name: fields[2],
            alternate_names: fields[3],
            lat,
            lon,
            class: fields[6],
            feature: fields[7],
            country: fields[8],
            admin: [fields[10], fields[11], fields[12], fields[13]],
            population: fields[14].parse().unwrap_or(0),
            modified: fields.get(18).map(|day| day.trim()).filter(is_day),
        })
    }

    /// The place of the row with other names, without a parent.
    pub(super) fn place(&self, placetype: &'static str, aliases: Vec<String>) -> Place {
        let place = Place::new(self.id, self.name, placetype, self.country, (self.lat, self.lon));
        Place { population: self.population, aliases, ..place }
    }

    /// `FR.84.38`, down to the last level for which the row has a code.
    pub(super) fn codes(&self, levels: usize) -> String {
        let mut codes = self.country.to_owned();
        for code in self.admin.iter().take(levels).take_while(|code| !matches!(**code, "" | "00")) {
            codes.push('.');
            codes.push_str(code);
        }
        codes
    }
}

/// Kind by GeoNames feature code; former, destroyed and abandoned places have none.
pub(super) fn placetype(feature: &str) -> Option<&'static str> {
    match feature {
        "PPLX" => Some("neighbourhood"),
        "PPLH" | "PPLQ" | "PPLW" | "PPLCH" => None,
        _ => Some("locality"),
    }
}

/// Latitude and longitude of two fields.
pub(crate) fn point(lat: &str, lon: &str) -> Result<(f64, f64), String> {
    let parse = |text: &str, what: &str, bound: f64| {
        let value: f64 = text.trim().parse().map_err(|_| format!("the {what} `{text}` is not a number"))?;
        if value.abs() <= bound { Ok(value) } else { Err(format!("the {what} {value} is out of range")) }
    };
    Ok((parse(lat, "latitude", 90.0)?, parse(lon, "longitude", 180.0)?))
}
