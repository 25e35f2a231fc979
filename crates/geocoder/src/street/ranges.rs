//! The point of a number from address ranges: which segment of a street holds it, and how certain the point is.

use milepost_address::ResolutionTier;
use milepost_gazetteer::{Segment, StreetSegments};

use crate::finding::Finding;
use crate::street::interpolation::{
    CALIBRATION_METHOD, DEFAULT_SETBACK_M, Interpolated, parity_rank, point_on, radius_m, segments_of,
};
use crate::street::{Located, Ranges, StreetQuery};

/// Segments of one street and number nearer to each other than this are one block, metres: a divided road, a block whose sides were
/// drawn twice.
const ONE_BLOCK_M: f64 = 300.0;
/// Greatest distance of a street without a postcode from the place in the address, metres.
const REACH_M: f64 = 25_000.0;

/// The point of the number on a segment; none if no range holds it, or two distant ranges do.
pub(crate) fn locate(ranges: &Ranges<'_>, query: &StreetQuery) -> Option<Located> {
    let number = query.base_number()?;
    let postcode = query.place.postcode.as_deref();
    let within = |postcode| ranges.ask(|ranges| segments_of(ranges, postcode, &query.keys, number));
    let mut found = if postcode.is_some() { within(postcode) } else { Vec::new() };
    let strict = !found.is_empty();
    if !strict && !query.place.anchors.is_empty() {
        found = within(None);
        found.retain(|segment| distance_m(query, segment).is_some_and(|distance| distance <= REACH_M));
    }
    let parity = parity_rank(found.first()?, number);
    let of_parity = found.iter().take_while(|segment| parity_rank(segment, number) == parity);
    let place = |segment: &Segment| {
        Some((distance_m(query, segment).unwrap_or(0.0), point_on(segment, number, DEFAULT_SETBACK_M)?))
    };
    let mut places: Vec<(f64, Interpolated)> = of_parity.filter_map(place).collect();
    // The segment nearest to the place in the address; of one place the tightest range, which comes first.
    places.sort_by_key(|(distance, _)| (distance / ONE_BLOCK_M) as u64);
    let (nearest_m, place) = places.first()?;
    let metres_to =
        |other: &Interpolated| milepost_store::distance_m(place.lat, place.lon, other.lat, other.lon);
    let rival = places.iter().find(|(_, other)| metres_to(other) > ONE_BLOCK_M);
    if !strict && rival.is_some_and(|(rival_m, _)| *rival_m < 2.0 * nearest_m.max(ONE_BLOCK_M)) {
        return None;
    }
    let apart = rival.map_or(0.0, |(_, other)| metres_to(other));
    let radius = calibrated_radius_m(ranges, place.length_m).max(apart);
    let filed = || place.postcode.clone().unwrap_or_default();
    let findings = [
        rival.map(|_| Finding::NumberTwice),
        (!strict && postcode.is_some()).then(|| Finding::PostcodeDiffers { filed: filed(), is_range: true }),
        (!place.parity_matched).then_some(Finding::ParityDiffers),
    ];
    let point = (place.lat, place.lon);
    Some(Located {
        postcode: place.postcode.clone(),
        findings: findings.into_iter().flatten().collect(),
        others: rival.map(|(_, other)| (other.lat, other.lon)).into_iter().collect(),
        ..Located::at(ResolutionTier::Interpolated, point, radius, place.street.clone())
    })
}

/// The shard's own calibration if it has one: a factor on this crate's radius, or on half the length as published.
fn calibrated_radius_m(ranges: &Ranges<'_>, length_m: f64) -> f64 {
    match ranges.open.and_then(StreetSegments::calibration) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::street::fixture::{codes, query, registers};

    fn located(address: &str) -> Option<Located> {
        locate(&registers("us-or").ranges, &query(address))
    }

    #[test]
    fn a_range_of_the_other_side_answers_for_its_block_and_is_reported() {
        let other = "house_number=150; street=Tamarack Ave; locality=Portland; region=OR; postcode=97201";
        assert_eq!(codes(&located(other).unwrap()), ["parity_differs"]);
    }

    #[test]
    fn a_number_that_a_street_has_twice_is_as_uncertain_as_the_two_are_apart() {
        let twice = "house_number=51; street=Spruce St; locality=Portland; region=OR; postcode=97201";
        let twice = located(twice).unwrap();
        assert_eq!((codes(&twice), twice.others.len()), (vec!["declared_ambiguity"], 1));
        let (lat, lon) = twice.others[0];
        let apart = milepost_store::distance_m(twice.lat, twice.lon, lat, lon);
        assert!(apart > 1_000.0 && (twice.uncertainty_m - apart).abs() < 1.0);
    }

    #[test]
    fn a_range_under_another_postcode_answers_near_the_place_of_the_address() {
        let other = "house_number=50; street=Cypress St; locality=Portland; region=OR; postcode=97201";
        let other = located(other).unwrap();
        let filed = "97205".to_owned();
        assert_eq!(other.findings, [Finding::PostcodeDiffers { filed, is_range: true }]);
        let town = located("house_number=50; street=Cypress St; locality=Portland; region=OR").unwrap();
        assert!(town.findings.is_empty(), "no postcode is typed");
        let far = "house_number=50; street=Cypress St; locality=Salem; region=OR";
        assert!(located(far).is_none(), "66 km from Salem");
        assert!(located("house_number=50; street=Cypress St; region=OR").is_none(), "near nothing");
    }
}
