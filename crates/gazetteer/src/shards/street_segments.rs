//! Street segments: ranges of house numbers along lines.

use rusqlite::{OptionalExtension, Row, ToSql};

use super::held::{Opened, Shard};
use super::street_index::StreetIndex;
use crate::GazetteerError;

/// The side of a line, looking along it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Left of the direction the line is drawn in.
    Left,
    /// Right of it.
    Right,
    /// The line is the side itself.
    Own,
}

/// A range of numbers along a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Segment {
    /// The street's key.
    pub street_norm: String,
    /// The side of the houses.
    pub side: Side,
    /// Number at the start of the line.
    pub from: i64,
    /// Number at its end; lower than `from` where the range runs downwards.
    pub to: i64,
    /// Whether the range holds odd numbers (1), even ones (0), or both (none).
    pub parity: Option<i64>,
    /// Key of the postcode.
    pub postcode: Option<String>,
    /// The street as the source writes it.
    pub street: String,
    /// Longitude and latitude in degrees, two points at least.
    pub line: Vec<[f64; 2]>,
}

/// How a shard's radius follows from the length of a segment.
#[derive(Debug, Clone, PartialEq)]
pub struct RadiusCalibration {
    /// Factor on the radius.
    pub multiplier: f64,
    /// The method the factor belongs to.
    pub method: String,
}

/// A shard of segments. Threads can share it.
pub struct StreetSegments {
    opened: Opened,
    calibration: Option<RadiusCalibration>,
}

impl Shard for StreetSegments {
    const TABLE: &str = "street_segment";
    const COLUMNS: &str =
        "street_norm, side, from_hn, to_hn, min_hn, max_hn, parity, postcode, street_raw, geometry";

    fn new(opened: Opened) -> Result<StreetSegments, GazetteerError> {
        let mut calibration = None;
        if opened.database.has_table("interp_calibration")? {
            let sql = "SELECT radius_multiplier, method FROM interp_calibration LIMIT 1";
            let read = |row: &Row<'_>| {
                let method = row.get::<_, Option<String>>(1)?.unwrap_or_default();
                Ok(RadiusCalibration { multiplier: row.get(0)?, method })
            };
            calibration =
                opened.database.with(|connection| connection.query_row(sql, [], read).optional())?;
        }
        Ok(StreetSegments { opened, calibration })
    }

    fn opened(&self) -> &Opened {
        &self.opened
    }
}

impl StreetSegments {
    /// The streets by their words; none in a shard without the index, as earlier versions built it.
    pub fn street_index(&self) -> Option<StreetIndex<'_>> {
        self.opened.street_index()
    }

    /// Opens a file outside a data root: for the builder, which measures what it built.
    ///
    /// # Errors
    /// A sentence that says why the file cannot be used.
    pub fn open(path: &std::path::Path) -> Result<StreetSegments, String> {
        StreetSegments::open_at(path)
    }

    /// The shard's own calibration.
    pub fn calibration(&self) -> Option<&RadiusCalibration> {
        self.calibration.as_ref()
    }

    /// Segments whose range holds `number`; of one postcode when given.
    pub fn of_number(
        &self,
        postcode: Option<&str>,
        street_key: &str,
        number: i64,
    ) -> Result<Vec<Segment>, GazetteerError> {
        match postcode {
            Some(postcode) => self.rows(
                include_str!("../../sql/streets/segments_of_a_number_by_postcode.sql"),
                &[&postcode, &street_key, &number],
            ),
            None => {
                self.rows(include_str!("../../sql/streets/segments_of_a_number.sql"), &[&street_key, &number])
            }
        }
    }

    /// Segments of a street, at most 1,000; of one postcode when given.
    pub fn of_street(
        &self,
        postcode: Option<&str>,
        street_key: &str,
    ) -> Result<Vec<Segment>, GazetteerError> {
        match postcode {
            Some(postcode) => self.rows(
                include_str!("../../sql/streets/segments_of_a_street_by_postcode.sql"),
                &[&postcode, &street_key],
            ),
            None => self.rows(include_str!("../../sql/streets/segments_of_a_street.sql"), &[&street_key]),
        }
    }

    fn rows(&self, sql: &str, values: &[&dyn ToSql]) -> Result<Vec<Segment>, GazetteerError> {
        // A row with an unreadable geometry is treated as missing.
        Ok(self.opened.database.all(sql, values, segment)?.into_iter().flatten().collect())
    }
}

fn segment(row: &Row<'_>) -> rusqlite::Result<Option<Segment>> {
    let line: Vec<[f64; 2]> = match serde_json::from_str(row.get_ref(7)?.as_str().unwrap_or_default()) {
        Ok(line) => line,
        Err(_) => return Ok(None),
    };
    if line.len() < 2 {
        return Ok(None);
    }
    let text = |index: usize| row.get::<_, Option<String>>(index).map(Option::unwrap_or_default);
    Ok(Some(Segment {
        street_norm: row.get(0)?,
        side: match text(1)?.as_str() {
            "L" | "l" => Side::Left,
            "R" | "r" => Side::Right,
            _ => Side::Own,
        },
        from: row.get(2)?,
        to: row.get(3)?,
        parity: match text(4)?.as_str() {
            "odd" => Some(1),
            "even" => Some(0),
            _ => None,
        },
        postcode: Some(text(5)?).filter(|postcode| !postcode.is_empty()),
        street: text(6)?,
        line,
    }))
}
