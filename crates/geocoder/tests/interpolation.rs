//! Where a number lies on a segment, for any segment.
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

use milepost_gazetteer::{Segment, Side};
use milepost_geocoder::interpolation::{point_on, radius_m};
use milepost_store::distance_m;
use proptest::prelude::*;

fn segment(side: Side, from: i64, to: i64, line: Vec<[f64; 2]>) -> Segment {
    Segment {
        street_norm: "main street".into(),
        side,
        from,
        to,
        parity: (from % 2 == to % 2).then_some(from % 2),
        postcode: None,
        street: "Main St".into(),
        line,
    }
}

/// A line of up to eight points around a place away from the poles, not all in one point.
fn lines() -> impl Strategy<Value = Vec<[f64; 2]>> {
    let start = (-179.0..179.0_f64, -75.0..75.0_f64);
    let steps = prop::collection::vec((-0.004..0.004_f64, -0.004..0.004_f64), 1..8);
    (start, steps).prop_map(|((lon, lat), steps)| {
        let mut line = vec![[lon, lat]];
        for (east, north) in steps {
            let [lon, lat] = line[line.len() - 1];
            line.push([lon + east, lat + north]);
        }
        line
    })
}

fn ranges() -> impl Strategy<Value = (i64, i64)> {
    (1..9000_i64, 1..9000_i64)
}

proptest! {
    #[test]
    fn a_point_lies_in_the_box_of_its_segment(line in lines(), (from, to) in ranges(), share in 0.0..1.0_f64, left in any::<bool>()) {
        let side = if left { Side::Left } else { Side::Right };
        let number = from + ((to - from) as f64 * share) as i64;
        let setback = 20.0;
        let place = point_on(&segment(side, from, to, line.clone()), number, setback).unwrap();
        // The box grown by the setback; a degree of longitude is short at 75 degrees.
        let (grown_lat, grown_lon) = (1.01 * setback / 111_195.0, 1.01 * setback / (111_195.0 * 75.1_f64.to_radians().cos()));
        for (value, axis, grown) in [(place.lon, 0, grown_lon), (place.lat, 1, grown_lat)] {
            let low = line.iter().map(|point| point[axis]).fold(f64::MAX, f64::min) - grown;
            let high = line.iter().map(|point| point[axis]).fold(f64::MIN, f64::max) + grown;
            prop_assert!((low..=high).contains(&value), "{value} not in {low}..{high}");
        }
    }

    #[test]
    fn a_point_lies_on_its_side_at_its_setback(lon in -179.0..179.0_f64, lat in -60.0..60.0_f64, angle in 0.0..std::f64::consts::TAU, number in 1..100_i64) {
        let end = [lon + 0.003 * angle.cos() / lat.to_radians().cos(), lat + 0.003 * angle.sin()];
        let line = vec![[lon, lat], end];
        let place = |side| point_on(&segment(side, 1, 99, line.clone()), number, 20.0).unwrap();
        // East and north of the start; the cross product with the line's direction is positive on the left.
        let cross = |lat_p: f64, lon_p: f64| {
            let cosine = lat.to_radians().cos();
            let (east, north) = ((lon_p - lon) * cosine, lat_p - lat);
            angle.cos() * north - angle.sin() * east
        };
        let (left, right) = (place(Side::Left), place(Side::Right));
        prop_assert!(cross(left.lat, left.lon) > 0.0 && cross(right.lat, right.lon) < 0.0);
        prop_assert!((distance_m(left.lat, left.lon, right.lat, right.lon) - 40.0).abs() < 0.5);
    }

    #[test]
    fn numbers_run_along_the_segment(lon in -179.0..179.0_f64, lat in -60.0..60.0_f64, (from, to) in ranges(), a in 0.0..1.0_f64, b in 0.0..1.0_f64) {
        let line = vec![[lon, lat], [lon + 0.002, lat + 0.002]];
        let way = |share: f64| {
            let number = from + ((to - from) as f64 * share) as i64;
            let place = point_on(&segment(Side::Left, from, to, line.clone()), number, 0.0).unwrap();
            (number, distance_m(lat, lon, place.lat, place.lon))
        };
        let ((number_a, way_a), (number_b, way_b)) = (way(a), way(b));
        let towards_to = (number_b - number_a).signum() * (to - from).signum();
        prop_assert!(towards_to as f64 * (way_b - way_a) >= -0.01);
    }

    #[test]
    fn the_radius_grows_with_the_segment(short in 0.0..2000.0_f64, more in 0.0..2000.0_f64) {
        prop_assert!(radius_m(short) > 0.0 && radius_m(short + more) >= radius_m(short));
    }
}

#[test]
fn ranges_that_run_downwards_and_single_numbers() {
    let north = vec![[10.0, 50.0], [10.0, 50.01]];
    let downwards = segment(Side::Own, 99, 1, north.clone());
    let lat = |number| point_on(&downwards, number, 20.0).unwrap().lat;
    assert!(lat(99) < lat(51) && lat(51) < lat(1));
    assert!((lat(99) - 50.0).abs() < 1e-9, "a line that is the side itself is not set back");
    let single = segment(Side::Left, 7, 7, north);
    assert!((point_on(&single, 7, 0.0).unwrap().lat - 50.005).abs() < 1e-6);
    assert!(!point_on(&single, 8, 0.0).unwrap().parity_matched);
}

#[test]
fn a_line_without_length_has_no_points() {
    assert!(point_on(&segment(Side::Left, 1, 9, vec![[1.0, 1.0], [1.0, 1.0]]), 5, 20.0).is_none());
}
