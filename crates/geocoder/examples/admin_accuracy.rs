//! How far from the truth is the administrative tier on rows whose coordinates are known?
//!
//! `zcat stores.tsv.gz | cargo run --release -p milepost-geocoder --example admin_accuracy -- CANDIDATE_DB [COLUMNS]`
//!
//! Rows come on standard input, tab separated with a header that names `lat` and `lon` and some of `city`, `state`,
//! `postcode` or `zip`. COLUMNS (default `city,state,zip,postcode`) says which are given to the geocoder. The worst rows
//! are printed first, then counts and distances in kilometres.
#![allow(clippy::print_stdout, reason = "an example prints its measurement")]

use std::error::Error;
use std::io::{BufRead, stdin};
use std::path::Path;
use std::time::{Duration, Instant};

use milepost_address::{Span, Tag, Tree};
use milepost_geocoder::Geocoder;

/// Rows printed as the worst.
const WORST: usize = 25;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let database = arguments.next().ok_or("usage: admin_accuracy CANDIDATE_DB [COLUMNS] < rows.tsv")?;
    let columns = arguments.next().unwrap_or_else(|| "city,state,zip,postcode".into());
    let columns: Vec<&str> = columns.split(',').collect();
    let geocoder = Geocoder::open(Path::new(&database), None)?;

    let mut lines = stdin().lock().lines();
    let header = lines.next().ok_or("no header on standard input")??;
    let names: Vec<&str> = header.split('\t').collect();
    let mut distances: Vec<(f64, String)> = Vec::new();
    let (mut rows, mut unresolved, mut spent) = (0_usize, 0_usize, Duration::ZERO);
    for line in lines {
        let line = line?;
        let row: Vec<&str> = line.split('\t').collect();
        let get = |name: &str| {
            names.iter().position(|known| *known == name).and_then(|at| row.get(at).copied()).unwrap_or("")
        };
        let (Ok(lat), Ok(lon)) = (get("lat").parse::<f64>(), get("lon").parse::<f64>()) else { continue };
        let parts: Vec<(Tag, &str)> = columns
            .iter()
            .filter_map(|column| Some((tag(column)?, get(column))))
            .filter(|(_, text)| !text.is_empty())
            .collect();
        if parts.is_empty() {
            continue;
        }
        rows += 1;
        let tree = tree(&parts);
        let started = Instant::now();
        let result = geocoder.geocode(&tree)?;
        spent += started.elapsed();
        match result.lat.zip(result.lon) {
            Some(point) => distances.push((kilometres(point, (lat, lon)), tree.raw)),
            None => unresolved += 1,
        }
    }

    distances.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (distance, text) in distances.iter().rev().take(WORST) {
        println!("{distance:>9.1}  {text}");
    }
    let at = |share: f64| {
        let index = (distances.len() as f64 * share) as usize;
        distances
            .get(index.min(distances.len().saturating_sub(1)))
            .map_or(f64::NAN, |(distance, _)| *distance)
    };
    println!("rows {rows}, unresolved {unresolved}");
    println!("km p50 {:.2} p90 {:.2} p99 {:.2} p99.9 {:.2}", at(0.5), at(0.9), at(0.99), at(0.999));
    println!("{:.1} us a geocode", spent.as_secs_f64() * 1e6 / rows.max(1) as f64);
    Ok(())
}

fn tag(column: &str) -> Option<Tag> {
    match column {
        "city" => Some(Tag::Locality),
        "state" => Some(Tag::Region),
        "zip" | "postcode" => Some(Tag::Postcode),
        _ => None,
    }
}

fn tree(parts: &[(Tag, &str)]) -> Tree {
    let mut raw = String::new();
    let mut spans = Vec::new();
    for &(tag, text) in parts {
        if !raw.is_empty() {
            raw.push_str(", ");
        }
        let start = raw.len();
        raw.push_str(text);
        spans.push(Span { tag, start, end: raw.len(), confidence: 1.0 });
    }
    Tree::from_spans(&raw, spans)
}

/// Great-circle distance (haversine, mean radius of the earth).
fn kilometres((lat_a, lon_a): (f64, f64), (lat_b, lon_b): (f64, f64)) -> f64 {
    let (a, b) = (lat_a.to_radians(), lat_b.to_radians());
    let (half_lat, half_lon) = (((b - a) / 2.0).sin(), ((lon_b - lon_a).to_radians() / 2.0).sin());
    let chord = half_lat.mul_add(half_lat, a.cos() * b.cos() * half_lon * half_lon);
    2.0 * 6371.0088 * chord.sqrt().min(1.0).asin()
}
