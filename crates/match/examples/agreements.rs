//! Compares pairs of components for `tasks/training/match/match_weights.py`: reads JSON lines `{"country", "a": {tag: text}, "b": {tag: text}, "points": [[lat,
//! lon, accuracy_m] or null, twice]?}` and writes one comparison a line.
#![allow(clippy::print_stdout, reason = "a program for the training script")]

use std::collections::BTreeMap;
use std::io::{BufRead, Write};

use milepost_format::Components;
use milepost_match::{MatchAddress, MatchPoint, compare};
use serde::Deserialize;

#[derive(Deserialize)]
struct Pair {
    country: String,
    a: BTreeMap<String, String>,
    b: BTreeMap<String, String>,
    #[serde(default)]
    points: [Option<[f64; 3]>; 2],
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let Pair { country, a, b, points } = serde_json::from_str(&line?)?;
        let read = |parts: &BTreeMap<String, String>, point: Option<[f64; 3]>| {
            let named = parts.iter().map(|(tag, text)| (tag.as_str(), text.as_str()));
            let point = point.map(|[lat, lon, accuracy_m]| MatchPoint { lat, lon, accuracy_m });
            MatchAddress::of(&Components::named(named), &country).at(point)
        };
        serde_json::to_writer(&mut out, &compare(&read(&a, points[0]), &read(&b, points[1])))?;
        writeln!(out)?;
    }
    Ok(())
}
