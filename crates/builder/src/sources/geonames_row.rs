//! A row of GeoNames' main table, which its dumps and the starter packages share.

use crate::place::Place;

/// A row of the main table.
pub(crate) struct PlaceRow<'a> {
    fields: Vec<&'a str>,
    pub(crate) id: i64,
    pub(crate) lat: f64,
    pub(crate) lon: f64,
    pub(crate) population: i64,
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
        let id = fields[0].parse().map_err(|_| "the id is no number")?;
        let (lat, lon) = point(fields[4], fields[5])?;
        let population = fields[14].parse().unwrap_or(0);
        Ok(PlaceRow { fields, id, lat, lon, population })
    }

    pub(crate) fn name(&self) -> &'a str {
        self.fields[1]
    }

    /// The class of its feature code: `P` is a settlement, `A` a division.
    pub(super) fn class(&self) -> &'a str {
        self.fields[6]
    }

    pub(crate) fn feature(&self) -> &'a str {
        self.fields[7]
    }

    pub(crate) fn country(&self) -> &'a str {
        self.fields[8]
    }

    /// Day the row was last changed, `2026-10-31`.
    pub(crate) fn modified(&self) -> Option<&'a str> {
        let day = self.fields.get(18)?.trim();
        let dated = day.len() == 10 && day.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        dated.then_some(day)
    }

    /// Division code of a level from 1 to 4.
    pub(crate) fn admin(&self, level: usize) -> &'a str {
        self.fields[9 + level]
    }

    pub(super) fn ascii_name(&self) -> &'a str {
        self.fields[2]
    }

    /// Alternate names, of no stated language.
    pub(super) fn alternate_names(&self) -> impl Iterator<Item = &'a str> + Clone {
        self.fields[3].split(',')
    }

    /// The place of the row with other names, without a parent.
    pub(super) fn place(&self, placetype: &'static str, aliases: Vec<String>) -> Place {
        let place = Place::new(self.id, self.name(), placetype, self.country(), (self.lat, self.lon));
        Place { population: self.population, aliases, ..place }
    }

    /// `FR.84.38`, down to the last level for which the row has a code.
    pub(super) fn codes(&self, levels: usize) -> String {
        let mut codes = self.country().to_owned();
        for level in 1..=levels {
            match self.admin(level) {
                "" | "00" => break,
                code => {
                    codes.push('.');
                    codes.push_str(code);
                }
            }
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
        let value: f64 = text.trim().parse().map_err(|_| format!("the {what} `{text}` is no number"))?;
        if value.abs() <= bound { Ok(value) } else { Err(format!("the {what} {value} is out of range")) }
    };
    Ok((parse(lat, "latitude", 90.0)?, parse(lon, "longitude", 180.0)?))
}
