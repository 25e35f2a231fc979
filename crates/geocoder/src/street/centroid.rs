//! The street tier: the middle of a street whose number is absent or unknown.

use milepost_address::ResolutionTier;
use milepost_gazetteer::{AddressPoint, Segment, StreetCentroid};
use milepost_store::distance_m;
use milepost_text::HouseNumber;

use crate::finding::Finding;
use crate::street::interpolation::DEFAULT_SETBACK_M;
use crate::street::number_spacing::{self, Nearest};
use crate::street::{Centroids, Houses, Located, ONE_STREET_M, Plane, Ranges, StreetQuery, metres_between};

/// Greatest distance of a street from the place in the address, metres.
const REACH_M: f64 = 15_000.0;
/// Least radius of a street, metres: half a block.
const LEAST_RADIUS_M: f64 = 50.0;

/// Radius in addition for a number that no range of an American street has, metres: such houses are those of parks and malls, far off the
/// line. Measured on Baltimore County (tasks/quality/measures/radii.py).
const OFF_RANGES_M: f64 = 130.0;

/// Points of a street that are read.
const MOST_OF_A_STREET: u32 = 4_000;

/// Radius for houses off the street line and for those that a register lacks, metres.
const MARGIN_M: f64 = 15.0;
/// Least radius of a street with one known point, metres.
const ONE_PLACE_RADIUS_M: f64 = 100.0;
/// Share of a street's houses that its radius holds.
const HELD: f64 = 0.9;
/// How much farther than the farthest known point the next one may be, if few are known.
const FARTHER: f64 = 1.5;

/// The street's point whose number is nearest to the typed one; without a number the point nearest to the mean of all,
/// so that it lies on the street.
pub(crate) fn of_points(street: &[AddressPoint], query: &StreetQuery) -> Option<Located> {
    let number = query.number.as_ref().and_then(HouseNumber::within_block);
    let nearest = number.and_then(|(block, number)| {
        number_spacing::nearest(
            &number_spacing::in_order(street, block),
            i64::from(number),
            query.has_postal_cities(),
        )
    });
    let (point, radius, row) = match nearest {
        Some(Nearest { row, radius_m, .. }) => ((row.lat, row.lon), radius_m, row),
        None => {
            let (point, distances) = middle(street.iter().map(|row| (row.lat, row.lon)))?;
            (point, held_m(distances), street.first()?)
        }
    };
    Some(Located::by_row(ResolutionTier::Street, point, radius, row))
}

/// The street of an address without a number that names a state or country and no place in it, if the register there has one street
/// of the name. With a number that the street lacks, it is another street.
pub(crate) fn only_one(houses: &Houses<'_>, query: &StreetQuery) -> Option<Located> {
    if query.number.is_some() || !query.place.is_unstated() {
        return None;
    }
    let norm = query.norms.first()?;
    let rows = houses.ask(|houses| houses.of_street(None, norm, MOST_OF_A_STREET));
    let first = rows.first()?;
    // A full list may not be all rows.
    let is_one =
        rows.len() < MOST_OF_A_STREET as usize && rows.iter().all(|row| row.locality == first.locality);
    let located = of_points(&rows, query).filter(|_| is_one)?;
    Some(Located { findings: vec![Finding::PlaceUnstated { is_house: false }], ..located })
}

/// The end of the street's segments nearest to the typed number; without a number their middle.
pub(crate) fn of_segments(ranges: &Ranges<'_>, query: &StreetQuery) -> Option<Located> {
    let found = segments_of_street(ranges, query);
    if let Some(asked) = query.base_number() {
        let ends = found.iter().flat_map(|segment| {
            [(segment.from, segment.line.first(), segment), (segment.to, segment.line.last(), segment)]
        });
        let (number, end, segment) = ends.min_by_key(|(number, _, _)| (number - asked).abs())?;
        let &[lon, lat] = end?;
        let steps = segment.line.windows(2);
        let length = steps.map(|step| distance_m(step[0][1], step[0][0], step[1][1], step[1][0])).sum();
        let pace = number_spacing::of(length, segment.to.abs_diff(segment.from));
        let beyond = number_spacing::beyond_m((number - asked).abs(), pace, query.has_postal_cities());
        let off_line = if query.has_postal_cities() { OFF_RANGES_M } else { DEFAULT_SETBACK_M };
        let street = segment.street.clone();
        let located = Located::at(ResolutionTier::Street, (lat, lon), beyond + off_line, street);
        return Some(Located { postcode: segment.postcode.clone(), ..located });
    }
    let (point, distances) = middle(vertices(&found))?;
    // A line has points where it turns, and houses all along.
    let farthest = distances.into_iter().fold(0.0, f64::max);
    let radius = LEAST_RADIUS_M.max(farthest + DEFAULT_SETBACK_M);
    Some(Located::at(ResolutionTier::Street, point, radius, found.first()?.street.clone()))
}

/// The stored middle of the street.
pub(crate) fn of_centroids(centroids: &Centroids<'_>, query: &StreetQuery) -> Option<Located> {
    let of_key = |scope, key| agreeing(centroids.ask(|centroids| centroids.of_key(scope, key)), query);
    let centroid =
        query.place.scopes().find_map(|scope| query.keys.iter().find_map(|key| of_key(scope, key)))?;
    Some(of_centroid(centroids, &centroid))
}

/// The stored middle of the street in a town that may be the one of the address, in shards with loose towns: the nearest.
pub(crate) fn nearby(centroids: &Centroids<'_>, query: &StreetQuery) -> Option<Located> {
    if !centroids.has_loose_towns {
        return None;
    }
    let of_norm = |norm: &String| {
        let mut found = centroids.ask(|centroids| centroids.of_norm(norm));
        found.retain(|centroid| query.place.may_hold(centroid.lat, centroid.lon));
        let distance =
            |centroid: &StreetCentroid| query.place.distance_m(centroid.lat, centroid.lon).unwrap_or(0.0);
        found.into_iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))
    };
    query.norms.iter().find_map(of_norm).map(|centroid| of_centroid(centroids, &centroid))
}

fn of_centroid(centroids: &Centroids<'_>, centroid: &StreetCentroid) -> Located {
    let [south, west, north, east] = centroid.bbox;
    let radius = LEAST_RADIUS_M.max(distance_m(south, west, north, east) / 2.0 + MARGIN_M);
    let point = (centroid.lat, centroid.lon);
    let located = Located::at(ResolutionTier::Street, point, radius, centroid.street.clone());
    let osm = centroids.ask(|centroids| centroids.osm_object(centroid.rowid));
    Located { postcode: centroid.postcode.clone(), osm, ..located }
}

/// The first centroid in the place of the address.
fn agreeing(centroids: Vec<StreetCentroid>, query: &StreetQuery) -> Option<StreetCentroid> {
    let localities = &query.place.localities;
    let agrees = |centroid: &StreetCentroid| {
        localities.is_empty() || centroid.locality.as_ref().is_none_or(|filed| localities.contains(filed))
    };
    // A postal city differs from the municipality that a register files the street under.
    let is_postal = query.has_postal_cities() && query.place.postcode.is_some();
    let at = centroids.iter().position(agrees).or(is_postal.then_some(0))?;
    centroids.into_iter().nth(at)
}

/// The street's segments in the place of the address.
pub(crate) fn segments_of_street(ranges: &Ranges<'_>, query: &StreetQuery) -> Vec<Segment> {
    let is_near = |segment: &Segment| {
        let start = segment.line.first().and_then(|&[lon, lat]| query.place.distance_m(lat, lon));
        start.is_some_and(|distance| distance <= REACH_M)
    };
    for postcode in [query.place.postcode.as_deref(), None] {
        for key in &query.keys {
            let mut found = ranges.ask(|ranges| ranges.of_street(postcode, key));
            found.retain(|segment| postcode.is_some() || is_near(segment));
            if !found.is_empty() {
                return found;
            }
        }
    }
    Vec::new()
}

/// Latitude and longitude of the points of lines.
pub(crate) fn vertices(segments: &[Segment]) -> impl Iterator<Item = (f64, f64)> {
    segments.iter().flat_map(|segment| segment.line.iter().map(|&[lon, lat]| (lat, lon)))
}

/// The place nearest to the mean, and the distance of each place from it, metres; none if the places are more than one street, because
/// the middle of distant parts is on none of them.
fn middle(places: impl Iterator<Item = (f64, f64)>) -> Option<((f64, f64), Vec<f64>)> {
    let mut places = places.peekable();
    let &(lat, lon) = places.peek()?;
    let plane = Plane::at(lat, lon);
    let points: Vec<[f64; 2]> = places.map(|(lat, lon)| plane.metres(lat, lon)).collect();
    let along = |axis: usize| points.iter().map(move |point| point[axis]);
    let low = [0, 1].map(|axis| along(axis).fold(f64::MAX, f64::min));
    let high = [0, 1].map(|axis| along(axis).fold(f64::MIN, f64::max));
    if metres_between(low, high) / 2.0 > ONE_STREET_M {
        return None;
    }
    let count = points.len() as f64;
    let mean = [0, 1].map(|axis| along(axis).map(|metres| metres / count).sum());
    let off_mean = |point: &[f64; 2]| metres_between(*point, mean);
    let nearest = *points.iter().min_by(|a, b| off_mean(a).total_cmp(&off_mean(b)))?;
    Some((plane.degrees(nearest), points.iter().map(|point| metres_between(*point, nearest)).collect()))
}

/// The radius that holds nine of ten houses of a street, unknown ones included: the distance within which so many of all known points
/// lie, counting the next unknown one. Measured on held-back houses of Baltimore County, Chesapeake and five French cities
/// (tasks/quality/measures/radii.py).
fn held_m(mut distances: Vec<f64>) -> f64 {
    distances.sort_by(f64::total_cmp);
    let [_, .., farthest] = distances[..] else { return ONE_PLACE_RADIUS_M };
    let rank = (HELD * (distances.len() + 1) as f64).ceil() as usize;
    LEAST_RADIUS_M.max(MARGIN_M + distances.get(rank - 1).copied().unwrap_or(FARTHER * farthest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_radius_of_a_street_holds_nine_of_ten_of_its_houses() {
        let twenty: Vec<f64> = (0..20).rev().map(|step| f64::from(step) * 10.0).collect();
        assert_eq!(held_m(twenty), 180.0 + MARGIN_M, "all but the farthest");
        assert_eq!(held_m(vec![0.0, 40.0]), 60.0 + MARGIN_M, "of two the third may be farther");
        assert_eq!(held_m(vec![0.0]), ONE_PLACE_RADIUS_M);
        assert_eq!(held_m(Vec::new()), ONE_PLACE_RADIUS_M);
    }

    #[test]
    fn a_house_far_off_does_not_widen_the_radius_of_all_others() {
        let places = (0..30).map(|step| (45.0, 5.0 + f64::from(step) * 1e-4)).chain([(45.05, 5.0)]);
        let (_, distances) = middle(places).unwrap();
        let radius = held_m(distances);
        assert!(radius < 200.0, "{radius}");
    }
}
