//! The 90 % radius of a shard, measured on address points that its ranges were not made from.

use std::path::Path;

use milepost_gazetteer::StreetSegments;
use milepost_geocoder::interpolation::{
    CALIBRATION_METHOD, DEFAULT_SETBACK_M, point_on, radius_m, segments_of,
};
use milepost_store::distance_m;
use milepost_text::street_key_variants;
use rusqlite::{Connection, params};

use super::RangeOptions;
use crate::error::BuildError;
use crate::input::BadRows;
use crate::points::source::PointSource;

/// Points needed for a meaningful radius.
const LEAST_POINTS: usize = 100;

/// Measures the finished shard at `path` and stores the factor in it; returns a line for the summary.
pub(crate) fn measure(path: &Path, options: &RangeOptions) -> Result<Option<String>, BuildError> {
    let mut errors = errors(path, options)?;
    if errors.len() < LEAST_POINTS {
        return Ok(Some(format!(
            "not calibrated: {} of the true points lie on its ranges, {LEAST_POINTS} are needed",
            errors.len()
        )));
    }
    errors.sort_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)));
    // The quantile with the finite-sample correction of conformal prediction.
    let rank = (((errors.len() + 1) as f64 * 0.9).ceil() as usize).min(errors.len()) - 1;
    let multiplier = errors[rank].0 / errors[rank].1;
    let mut distances: Vec<f64> = errors.iter().map(|(error, _)| *error).collect();
    distances.sort_by(f64::total_cmp);
    let failed = |source| BuildError::Database { path: options.out.clone(), source };
    let connection = Connection::open(path).map_err(failed)?;
    connection
        .execute(
            "INSERT INTO interp_calibration VALUES (?1, ?2, ?3)",
            params![multiplier, CALIBRATION_METHOD, None::<String>],
        )
        .map_err(failed)?;
    connection.close().map_err(|(_, source)| failed(source))?;
    Ok(Some(format!(
        "calibrated on {} points: median error {:.0} m, radius factor {multiplier:.2}",
        errors.len(),
        distances[distances.len() / 2]
    )))
}

/// Error and uncalibrated radius, metres, of every true point that a range of its postcode holds.
fn errors(path: &Path, options: &RangeOptions) -> Result<Vec<(f64, f64)>, BuildError> {
    let problem = |problem| BuildError::Row { path: options.out.clone(), line: 0, problem };
    let segments = StreetSegments::open(path).map_err(problem)?;
    let country = options.rows.country();
    let source = PointSource {
        files: options.truth.clone(),
        columns: options.truth_columns.clone(),
        ..PointSource::default()
    };
    let mut errors = Vec::new();
    source.read(&mut BadRows::new(false), |row, _, _| {
        let Ok(point) = row.point(&country) else { return Ok(()) };
        let Some(number) = point.number.base().map(i64::from) else { return Ok(()) };
        let keys = street_key_variants(&point.street, &country);
        let found = segments_of(&segments, point.postcode.as_deref(), &keys, number)
            .map_err(|error| problem(error.to_string()))?;
        if let Some(place) = found.first().and_then(|segment| point_on(segment, number, DEFAULT_SETBACK_M)) {
            let error = distance_m(place.lat, place.lon, point.lat, point.lon);
            errors.push((error, radius_m(place.length_m)));
        }
        Ok(())
    })?;
    Ok(errors)
}
