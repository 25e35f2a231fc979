//! Completes the queries of the command line, one line each: `complete [--db FILE] [--make] [--near LAT,LON] QUERY...`.
//! `--make` makes the index anew first.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a tool at the command line")]

use std::path::PathBuf;
use std::time::Instant;

use milepost_gazetteer::Gazetteer;
use milepost_gazetteer::prefix::{CompleteOptions, Near, build_index};

fn main() {
    let mut database =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../npm/starter-data/db/wof/candidate.db");
    let mut near = None;
    let mut queries = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--db" => database = arguments.next().unwrap().into(),
            "--near" => {
                let point = arguments.next().unwrap();
                let (lat, lon) = point.split_once(',').unwrap();
                near = Some(Near::at(lat.parse().unwrap(), lon.parse().unwrap()));
            }
            "--make" => println!("{:?}", build_index(&database).unwrap()),
            _ => queries.push(argument),
        }
    }
    let gazetteer = Gazetteer::open(&database).unwrap();
    if let Some(problem) = gazetteer.index_problem() {
        println!("{problem}");
    }
    for query in queries {
        let options = CompleteOptions { limit: 8, near };
        gazetteer.complete(&query, &options).unwrap();
        let started = Instant::now();
        let found = gazetteer.complete(&query, &options).unwrap();
        println!("{query}  ({:.0} µs)", started.elapsed().as_secs_f64() * 1e6);
        for place in found {
            let around: Vec<&str> = [&place.city, &place.county, &place.state, &place.country]
                .into_iter()
                .flatten()
                .map(String::as_str)
                .collect();
            println!(
                "    {} {} [{}] {}",
                place.placetype,
                place.name,
                around.join(", "),
                place.population.unwrap_or(0)
            );
        }
    }
}
