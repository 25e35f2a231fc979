//! The point of a number from address ranges: which segment of a street is meant, and how certain the point is.

use milepost_address::ResolutionTier;
use milepost_gazetteer::{Segment, Shards, StreetSegments};

use crate::finding::Finding;
use crate::street::interpolation::{
    CALIBRATION_METHOD, Interpolated, parity_rank, point_on, radius_m, segments_of,
};
use crate::street::located::Located;
use crate::street::query::StreetQuery;

/// Segments of one street and number nearer to each other than this are one block, metres: a divided road, a block whose sides were
/// drawn twice.
const ONE_BLOCK_M: f64 = 300.0;
/// Greatest distance of a street without a postcode from the place in the address, metres.
const REACH_M: f64 = 25_000.0;

/// The point of the number on a segment; none if no range holds it, or two distant ranges do.
pub(crate) fn locate(
    shards: &Shards,
    segments: &StreetSegments,
    query: &StreetQuery,
    setback_m: f64,
) -> Option<Located> {
    let number = i64::from(query.number.as_ref()?.base()?);
    let postcode = query.place.postcode.as_deref();
    let mut found = match postcode {
        Some(_) => shards.or_miss(segments_of(segments, postcode, &query.keys, number)),
        None => Vec::new(),
    };
    let strict = !found.is_empty();
    if !strict {
        if query.place.anchors.is_empty() {
            return None;
        }
        found = shards.or_miss(segments_of(segments, None, &query.keys, number));
        found.retain(|segment| distance_m(query, segment).is_some_and(|distance| distance <= REACH_M));
    }
    let best_rank = found.iter().map(|segment| parity_rank(segment, number)).min()?;
    found.retain(|segment| parity_rank(segment, number) == best_rank);
    let mut places: Vec<(f64, Interpolated)> = found
        .iter()
        .filter_map(|segment| {
            Some((distance_m(query, segment).unwrap_or(0.0), point_on(segment, number, setback_m)?))
        })
        .collect();
    // The segment nearest to the place in the address; of one place the tightest range, which comes first.
    places.sort_by(|a, b| (a.0 / ONE_BLOCK_M).floor().total_cmp(&(b.0 / ONE_BLOCK_M).floor()));
    let (nearest_m, place) = places.first()?;
    let rival = places.iter().find(|(_, other)| {
        milepost_gazetteer::distance_m(place.lat, place.lon, other.lat, other.lon) > ONE_BLOCK_M
    });
    let mut findings = Vec::new();
    let mut radius = calibrated_radius_m(segments, place.length_m);
    if let Some((rival_m, other)) = rival {
        if !strict && *rival_m < 2.0 * nearest_m.max(ONE_BLOCK_M) {
            return None;
        }
        radius = radius.max(milepost_gazetteer::distance_m(place.lat, place.lon, other.lat, other.lon));
        findings.push(Finding::NumberTwice);
    }
    if !strict && postcode.is_some() {
        let filed = place.postcode.clone().unwrap_or_default();
        findings.push(Finding::PostcodeDiffers { filed, is_range: true });
    }
    if !place.parity_matched {
        findings.push(Finding::ParityDiffers);
    }
    Some(Located {
        tier: ResolutionTier::Interpolated,
        lat: place.lat,
        lon: place.lon,
        uncertainty_m: radius,
        street: place.street.clone(),
        locality: None,
        postcode: place.postcode.clone(),
        findings,
        others: rival.map(|(_, other)| (other.lat, other.lon)).into_iter().collect(),
    })
}

/// The shard's own calibration if it has one: a factor on this crate's radius, or on half the length as published.
fn calibrated_radius_m(segments: &StreetSegments, length_m: f64) -> f64 {
    match segments.calibration() {
        Some(calibration) if calibration.method == CALIBRATION_METHOD => {
            calibration.multiplier * radius_m(length_m)
        }
        Some(calibration) => (calibration.multiplier * length_m / 2.0).max(1.0),
        None => radius_m(length_m),
    }
}

fn distance_m(query: &StreetQuery, segment: &Segment) -> Option<f64> {
    let [lon, lat] = *segment.line.get(segment.line.len() / 2)?;
    query.place.distance_m(lat, lon)
}
