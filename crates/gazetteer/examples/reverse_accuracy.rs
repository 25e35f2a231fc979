//! How often does the nearest-place answer name the place whose polygon contains the point?
//!
//! `cargo run --release -p milepost-gazetteer --example reverse_accuracy ADMIN.db POLYGONS.db SOUTH WEST NORTH EAST [POINTS]`
//! draws points evenly over the box and keeps those that lie in the polygon of a place the administrative database has.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a measurement prints its results and may panic"
)]

use std::path::PathBuf;

use milepost_gazetteer::reverse::{Matched, Reverse};
use milepost_store::distance_m;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (admin, polygons) = (PathBuf::from(&arguments[0]), PathBuf::from(&arguments[1]));
    let edges: Vec<f64> = arguments[2..6].iter().map(|edge| edge.parse().unwrap()).collect();
    let points: u32 = arguments.get(6).map_or(20_000, |points| points.parse().unwrap());
    let truth = Reverse::open(&admin, Some(&polygons)).unwrap();
    let nearest = Reverse::open(&admin, None).unwrap();
    let known = |id: i64| id < 400_000_000;
    let (mut asked, mut right, mut answered, mut lacking, mut country) = (0, 0, 0, 0, 0);
    let mut errors = Vec::new();
    for step in 1..=points {
        let share = |factor: f64| (f64::from(step) * factor).fract();
        let lat = edges[0] + (edges[2] - edges[0]) * share(0.618_034);
        let lon = edges[1] + (edges[3] - edges[1]) * share(0.754_878);
        let Some(inside) = truth.at(lat, lon).unwrap().filter(|found| found.matched == Matched::Polygon)
        else {
            continue;
        };
        let found = nearest.at(lat, lon).unwrap();
        if let Some(found) = &found {
            country += u32::from(
                found.places.last().map(|place| place.id) == inside.places.last().map(|place| place.id),
            );
        }
        if !known(inside.places[0].id) {
            lacking += 1;
            continue;
        }
        asked += 1;
        if let Some(found) = found {
            answered += 1;
            right += u32::from(found.places.iter().any(|place| place.id == inside.places[0].id));
            let (a, b) = (&found.places[0], &inside.places[0]);
            errors.push(distance_m(a.lat, a.lon, b.lat, b.lon));
        }
    }
    errors.sort_by(f64::total_cmp);
    let share = |part: u32, whole: u32| f64::from(part) / f64::from(whole.max(1)) * 100.0;
    println!("{asked} points in places the database has, {lacking} in others");
    println!("answered {:.1} %, the right place {:.1} %", share(answered, asked), share(right, asked));
    println!("the right country {:.2} % of all", share(country, asked + lacking));
    if !errors.is_empty() {
        println!("distance to the right place: p90 {:.1} km", errors[errors.len() * 9 / 10] / 1000.0);
    }
}
