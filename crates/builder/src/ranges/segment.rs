//! A side of a street segment, as the database stores it.

use std::fmt::Write;

use milepost_text::{HouseNumber, street_keys};
use rusqlite::params;

use crate::error::BuildError;
use crate::points::row::{filled, postcode};
use crate::shard::{OriginOptions, Shard};

/// The side of a line that has the houses, looking along it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
    /// The line is the side itself: its publisher moved it off the centreline.
    Own,
}

/// A range of house numbers along a line. `from` belongs to the line's start and may be the higher number.
#[derive(Debug, Clone)]
pub(crate) struct Segment {
    pub(crate) street: String,
    pub(crate) side: Side,
    pub(crate) from: String,
    pub(crate) to: String,
    /// `odd`, `even`, `mixed`; empty if the numbers show it.
    pub(crate) parity: String,
    pub(crate) postcode: String,
    pub(crate) county_fips: Option<String>,
}

impl Segment {
    /// Writes the segment with its `line` (longitude, latitude) into a shard of `country` (lower case). A side without numbers
    /// makes no row: `Ok(false)`. Fails with a sentence about the row inside, and with the database outside.
    pub(crate) fn write(
        &self,
        line: &[[f64; 2]],
        shard: &mut Shard,
        country: &str,
        origin: &OriginOptions,
    ) -> Result<Result<bool, String>, BuildError> {
        let (Some(from), Some(to)) = (base(&self.from), base(&self.to)) else {
            let blank = |text: &str| text.trim().trim_start_matches('0').is_empty();
            return Ok(if blank(&self.from) && blank(&self.to) {
                Ok(false)
            } else {
                Err(format!("`{}` to `{}` is not a range", self.from, self.to))
            });
        };
        let keys = street_keys(&self.street, country);
        if keys.key.is_empty() {
            return Ok(Err("no street".into()));
        }
        if line.len() < 2 {
            return Ok(Err("no line".into()));
        }
        shard.add(params![
            keys.key,
            match self.side {
                Side::Left => "L",
                Side::Right => "R",
                Side::Own => "",
            },
            from,
            to,
            from.min(to),
            from.max(to),
            self.parity(from, to),
            filled(postcode(&self.postcode, country)),
            self.county_fips,
            self.street.trim(),
            geometry(line),
            origin.source,
            origin.release,
        ])?;
        Ok(Ok(true))
    }

    fn parity(&self, from: u32, to: u32) -> &'static str {
        match self.parity.trim().to_lowercase().as_str() {
            "odd" | "o" => "odd",
            "even" | "e" => "even",
            "mixed" | "both" | "all" | "b" => "mixed",
            _ if from % 2 != to % 2 => "mixed",
            _ if from % 2 == 1 => "odd",
            _ => "even",
        }
    }
}

fn base(number: &str) -> Option<u32> {
    HouseNumber::parse(number).and_then(|number| number.base()).filter(|&base| base > 0)
}

/// GeoJSON coordinates with six decimals, a tenth of a metre.
pub(crate) fn geometry(line: &[[f64; 2]]) -> String {
    let mut text = String::from("[");
    for [lon, lat] in line {
        let comma = if text.len() > 1 { "," } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(text, "{comma}[{},{}]", (lon * 1e6).round() / 1e6, (lat * 1e6).round() / 1e6);
    }
    text.push(']');
    text
}
