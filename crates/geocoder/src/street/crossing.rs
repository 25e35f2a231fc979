//! Where two streets meet: a point on both lines, or the nearest pair of their address points.

use std::collections::HashSet;

use milepost_address::ResolutionTier;

use crate::finding::Finding;
use crate::street::matcher::{self, StreetMatch};
use crate::street::{Houses, Located, Plane, Ranges, Registers, StreetQuery, centroid, metres_between, rows};

/// Ends of lines nearer than this meet, metres: sources round coordinates, and divided roads have two lines.
const MEETING_M: f64 = 30.0;
/// Houses of two streets nearer than this are at a crossing, metres.
const CORNER_M: f64 = 120.0;
/// Share of the meeting distance that is added to the radius: with it nine of ten crossings of Baltimore County's centrelines
/// lie within the radius of the one by its address points (tasks/quality/measures/radii.py).
const SHARE_OF_DISTANCE: f64 = 0.75;
/// Points of a street that are compared with those of the other.
const COMPARED: usize = 600;
/// Meeting points farther apart than this are two crossings, metres.
const ONE_CROSSING_M: f64 = 200.0;

/// Radius of a vertex that two streets share, metres.
const SHARED_M: f64 = 20.0;
/// Greatest distance of the streets from the place of the address, if they are filed under another one, metres.
const NEAR_M: f64 = 15_000.0;
/// Streets of a name that are compared.
const NAMESAKES: usize = 3;

/// Points of a street with its name in the source.
type Street = (String, Vec<(f64, f64)>);

/// The crossing of two streets: by their lines, by their segments, otherwise by their houses.
pub(crate) fn locate(
    registers: &Registers<'_>,
    [a, b]: [&StreetQuery; 2],
    corrects: bool,
) -> Option<Located> {
    of_lines(registers, [a, b], corrects)
        .or_else(|| of_segments(&registers.ranges, a, b))
        .or_else(|| of_points(&registers.houses, a, b))
}

/// The crossing of the first two streets of the names whose lines meet.
fn of_lines(registers: &Registers<'_>, streets: [&StreetQuery; 2], corrects: bool) -> Option<Located> {
    let [of_a, of_b] = streets.map(|street| with_lines(registers, street, corrects));
    of_a.iter().find_map(|a| of_b.iter().find_map(|b| shared(a, b).or_else(|| meeting(a, b, MEETING_M))))
}

/// The streets with lines that a name may be, the likeliest first.
fn with_lines(registers: &Registers<'_>, query: &StreetQuery, corrects: bool) -> Vec<Street> {
    let (shards, indexes) = (registers.shards, registers.street_indexes());
    let query = matcher::in_words_of_the_registers(shards, &indexes, query);
    let is_loose = registers.centroids.has_loose_towns;
    let found = matcher::matches(shards, &indexes, &query, matcher::Search { corrects, is_loose });
    let lines = |norm: &str| -> Vec<Vec<[i32; 2]>> {
        let ask = |locality| registers.centroids.ask(|centroids| centroids.lines(norm, locality));
        let mut all: Vec<Vec<[i32; 2]>> = Vec::new();
        for name in &query.place.localities {
            all.extend(ask(Some(name.as_str())));
        }
        // A street goes on beyond the town that it is filed under.
        let mut anywhere = ask(None);
        anywhere.retain(|line| {
            let first = line.first().map(|&point| degrees(point));
            first.is_some_and(|(lat, lon)| {
                query.place.may_hold(lat, lon)
                    || query.place.distance_m(lat, lon).is_none_or(|metres| metres <= NEAR_M)
            })
        });
        all.extend(anywhere);
        all
    };
    let vertices = |found: &StreetMatch| -> Option<Street> {
        let points: Vec<(f64, f64)> = lines(&found.norm).into_iter().flatten().map(degrees).collect();
        (!points.is_empty()).then(|| (found.norm.clone(), points))
    };
    found.iter().take(NAMESAKES).filter_map(vertices).collect()
}

fn degrees([lat, lon]: [i32; 2]) -> (f64, f64) {
    (f64::from(lat) / 1e7, f64::from(lon) / 1e7)
}

/// The vertex that two streets share; of several the one nearest to their mean.
fn shared(a: &Street, b: &Street) -> Option<Located> {
    let bits = |&(lat, lon): &(f64, f64)| (lat.to_bits(), lon.to_bits());
    let ours: HashSet<(u64, u64)> = a.1.iter().map(bits).collect();
    let both: Vec<(f64, f64)> = b.1.iter().filter(|point| ours.contains(&bits(point))).copied().collect();
    let &(lat, lon) = both.first()?;
    let plane = Plane::at(lat, lon);
    let laid: Vec<[f64; 2]> = both.iter().map(|&(lat, lon)| plane.metres(lat, lon)).collect();
    let mean = [0, 1].map(|axis| laid.iter().map(|point| point[axis]).sum::<f64>() / laid.len() as f64);
    let place = laid.iter().min_by(|x, y| metres_between(**x, mean).total_cmp(&metres_between(**y, mean)))?;
    let spread = laid.iter().map(|other| metres_between(*place, *other)).fold(0.0, f64::max);
    let street = format!("{} & {}", a.0, b.0);
    let mut located =
        Located::at(ResolutionTier::Street, plane.degrees(*place), SHARED_M.max(spread), street);
    if spread > ONE_CROSSING_M {
        located.findings.push(Finding::MeetTwice);
    }
    Some(located)
}

fn of_segments(ranges: &Ranges<'_>, a: &StreetQuery, b: &StreetQuery) -> Option<Located> {
    let vertices = |query: &StreetQuery| -> Option<Street> {
        let found = centroid::segments_of_street(ranges, query);
        Some((found.first()?.street.clone(), centroid::vertices(&found).collect()))
    };
    meeting(&vertices(a)?, &vertices(b)?, MEETING_M)
}

fn of_points(houses: &Houses<'_>, a: &StreetQuery, b: &StreetQuery) -> Option<Located> {
    let places = |query: &StreetQuery| -> Option<Street> {
        let rows = rows::find(houses, query);
        Some((rows.first()?.street.clone(), rows.iter().map(|row| (row.lat, row.lon)).collect()))
    };
    meeting(&places(a)?, &places(b)?, CORNER_M)
}

/// The middle of the nearest pair, if it is close enough to be a crossing.
fn meeting(a: &Street, b: &Street, near_m: f64) -> Option<Located> {
    let &(lat, lon) = a.1.first()?;
    let plane = Plane::at(lat, lon);
    let laid = |street: &Street| -> Vec<[f64; 2]> {
        let every = street.1.len().div_ceil(COMPARED).max(1);
        street.1.iter().step_by(every).map(|&(lat, lon)| plane.metres(lat, lon)).collect()
    };
    let (ours, theirs) = (laid(a), laid(b));
    let nearest = |point: &[f64; 2]| {
        let gaps = theirs.iter().map(|other| (metres_between(*point, *other), other));
        let (gap, other) = gaps.min_by(|x, y| x.0.total_cmp(&y.0)).filter(|(gap, _)| *gap <= near_m)?;
        Some((gap, [(point[0] + other[0]) / 2.0, (point[1] + other[1]) / 2.0]))
    };
    let pairs: Vec<(f64, [f64; 2])> = ours.iter().filter_map(nearest).collect();
    let &(gap, place) = pairs.iter().min_by(|x, y| x.0.total_cmp(&y.0))?;
    let spread = pairs.iter().map(|(_, other)| metres_between(place, *other)).fold(0.0, f64::max);
    let street = format!("{} & {}", a.0, b.0);
    let once = gap + SHARE_OF_DISTANCE * near_m;
    let mut located = Located::at(ResolutionTier::Street, plane.degrees(place), once, street);
    if spread > ONE_CROSSING_M {
        located.uncertainty_m = spread;
        located.findings.push(Finding::MeetTwice);
    }
    Some(located)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::street::fixture::{codes, registers, street_of_portland};

    fn by_lines(a: &str, b: &str) -> Option<Located> {
        of_segments(&registers("us-or").ranges, &street_of_portland(a), &street_of_portland(b))
    }

    #[test]
    fn lines_meet_at_the_point_they_share() {
        let corner = by_lines("Tamarack Ave", "Hazel St").unwrap();
        assert!((corner.lat - 45.52).abs() < 1e-6 && (corner.lon + 122.686).abs() < 1e-6);
        assert_eq!(corner.street, "TAMARACK AVE & HAZEL ST");
        assert!(corner.uncertainty_m < MEETING_M && corner.findings.is_empty());
        let back = by_lines("Hazel St", "Tamarack Ave").unwrap();
        assert!((back.lat - corner.lat).abs() < 1e-9, "whichever is named first");
    }

    #[test]
    fn streets_that_meet_twice_are_as_uncertain_as_the_crossings_are_apart() {
        let crescent = by_lines("Tamarack Ave", "Crescent Dr").unwrap();
        assert_eq!(codes(&crescent), ["declared_ambiguity"]);
        let length = milepost_store::distance_m(45.52, -122.69, 45.52, -122.686);
        assert!((crescent.uncertainty_m - length).abs() < 1.0, "{}", crescent.uncertainty_m);
    }

    #[test]
    fn streets_that_do_not_meet_have_no_crossing() {
        assert!(by_lines("Tamarack Ave", "Spruce St").is_none(), "470 m apart");
        assert!(by_lines("Tamarack Ave", "Nowhere Rd").is_none());
    }

    #[test]
    fn houses_at_a_corner_tell_the_crossing_less_surely_than_lines() {
        let by_houses = |a: &str, b: &str| {
            of_points(&registers("us-or").houses, &street_of_portland(a), &street_of_portland(b))
        };
        let corner = by_houses("Larch St", "Myrtle St").unwrap();
        assert!((corner.lon + 122.6904).abs() < 1e-6, "between the two houses: {}", corner.lon);
        assert!(corner.uncertainty_m > CORNER_M, "{}", corner.uncertainty_m);
        assert!(by_houses("Larch St", "Birch Ave").is_none(), "780 m apart");
    }
}
