//! Compares pairs of components for `training/match_weights.py`: reads JSON lines `{"country", "a": {tag: text}, "b": {tag: text}}` and writes
//! one comparison a line.
#![allow(clippy::print_stdout, reason = "a program for the training script")]

use std::collections::BTreeMap;
use std::io::{BufRead, Write};

use milepost_format::Components;
use milepost_match::{MatchAddress, compare};
use serde::Deserialize;

#[derive(Deserialize)]
struct Pair {
    country: String,
    a: BTreeMap<String, String>,
    b: BTreeMap<String, String>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let Pair { country, a, b } = serde_json::from_str(&line?)?;
        let read = |parts: &BTreeMap<String, String>| {
            let named = parts.iter().map(|(tag, text)| (tag.as_str(), text.as_str()));
            MatchAddress::of(&Components::named(named), &country)
        };
        serde_json::to_writer(&mut out, &compare(&read(&a), &read(&b)))?;
        writeln!(out)?;
    }
    Ok(())
}
