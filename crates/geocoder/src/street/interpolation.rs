//! Interpolation: the point of a house number on the segment whose range holds it.

use milepost_gazetteer::{Segment, Side, StreetSegments};

use crate::Result;
use crate::street::PlaneLine;

/// Default distance of houses from the centreline, metres: it has the least median error on the points of Baltimore County
/// (docs/decisions.md#009-radii).
pub const DEFAULT_SETBACK_M: f64 = 20.0;

/// Method of a calibration whose factor applies to [`radius_m`]. Factors of other methods apply to half the length of a segment, as
/// in the published shards.
pub const CALIBRATION_METHOD: &str = "quantile_90_of_setback_plus_length";

/// The first numbers of a block are not in the crossing: metres kept free at either end of a segment, at most a quarter of it.
const CORNER_M: f64 = 15.0;

/// A point on a segment.
#[derive(Debug, Clone, PartialEq)]
pub struct Interpolated {
    /// Latitude, degrees.
    pub lat: f64,
    /// Longitude, degrees.
    pub lon: f64,
    /// Length of the segment, metres.
    pub length_m: f64,
    /// Whether the parity of the side is the number's. If not, only the block is right.
    pub parity_matched: bool,
    /// The street as the source writes it.
    pub street: String,
    /// The postcode of the segment's side.
    pub postcode: Option<String>,
}

/// The point of `number` on `segment`, `setback_m` metres to its side, at the number's share of the range
/// between the corners. None if the line has no length.
pub fn point_on(segment: &Segment, number: i64, setback_m: f64) -> Option<Interpolated> {
    let line = PlaneLine::new(&segment.line)?;
    let length = line.length();
    let share = match segment.to - segment.from {
        0 => 0.5,
        span => ((number - segment.from) as f64 / span as f64).clamp(0.0, 1.0),
    };
    let (corner, left) = match segment.side {
        Side::Left => (CORNER_M.min(length / 4.0), setback_m),
        Side::Right => (CORNER_M.min(length / 4.0), -setback_m),
        Side::Own => (0.0, 0.0),
    };
    let (lat, lon) = line.point(corner + share * (length - 2.0 * corner), left);
    Some(Interpolated {
        lat,
        lon,
        length_m: length,
        parity_matched: segment.parity.is_none_or(|parity| parity == number.rem_euclid(2)),
        street: segment.street.clone(),
        postcode: segment.postcode.clone(),
    })
}

/// Radius in metres that holds nine of ten true points by default: a share of the segment's length, plus the variation of setback
/// and lots. Fitted on the Baltimore County centrelines and points.
pub fn radius_m(length_m: f64) -> f64 {
    RADIUS_BASE_M + RADIUS_PER_M * length_m
}
const RADIUS_BASE_M: f64 = 40.0;
const RADIUS_PER_M: f64 = 0.36;

/// Segments of the street whose range holds `number`, likeliest first: right parity, then both parities, then the other one;
/// the tightest range first.
///
/// # Errors
/// When the shard fails.
pub fn segments_of(
    segments: &StreetSegments,
    postcode: Option<&str>,
    street_keys: &[String],
    number: i64,
) -> Result<Vec<Segment>> {
    for key in street_keys {
        let mut found = segments.of_number(postcode, key, number)?;
        if !found.is_empty() {
            found.sort_by_key(|segment| (parity_rank(segment, number), (segment.to - segment.from).abs()));
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

/// 0 for the number's own parity, 1 for both, 2 for the other.
pub(crate) fn parity_rank(segment: &Segment, number: i64) -> u8 {
    match segment.parity {
        Some(parity) if parity == number.rem_euclid(2) => 0,
        None => 1,
        Some(_) => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(parity: Option<i64>) -> Segment {
        Segment {
            street_norm: "main st".to_owned(),
            side: Side::Right,
            from: 100,
            to: 200,
            parity,
            postcode: None,
            street: "Main St".to_owned(),
            line: vec![[0.0, 0.0], [0.0, 0.01]],
        }
    }

    #[test]
    fn the_side_of_the_other_parity_comes_last() {
        let rank = |parity| parity_rank(&segment(parity), 151);
        assert_eq!([rank(Some(1)), rank(None), rank(Some(0))], [0, 1, 2]);
    }
}
