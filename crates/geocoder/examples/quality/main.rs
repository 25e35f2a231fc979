//! How good are geocodes on rows whose truth is known? Prints a line a set.
//!
//! `quality --candidate DB [--data-root ROOT] [--parse WEIGHTS ONNXRUNTIME] [--worst N] [--each] < rows.tsv`
//!
//! Rows come on standard input, tab separated: set, house number, street, unit, locality, region, postcode, country,
//! latitude, longitude. Without `--parse` the tree is built from the columns, so that only the lookups are measured; with it
//! the columns are written as an address and parsed. A row of five fields is a whole address: set, text, the country it lies
//! in (not written), latitude, longitude. `--each` prints set, tier, error, stated radius and time of every row first,
//! `--table` a line a set.
//! tasks/quality/geocode.py and world.py make the sets and the databases.
#![allow(clippy::print_stdout, reason = "an example prints its measurement")]

mod report;

use std::error::Error;
use std::io::{BufRead, stdin};
use std::path::PathBuf;
use std::time::Instant;

use milepost_address::{Tag, Tree};
use milepost_geocoder::Geocoder;
use milepost_parser::{InputMode, Parser};

use report::{Outcome, Sets};

#[derive(Default)]
struct Options {
    candidate: PathBuf,
    data_root: Option<PathBuf>,
    parse: Option<(PathBuf, PathBuf)>,
    worst: usize,
    each: bool,
    table: bool,
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut options = Options::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{name} needs a value"));
        match name.as_str() {
            "--candidate" => options.candidate = value()?.into(),
            "--data-root" => options.data_root = Some(value()?.into()),
            "--parse" => options.parse = Some((value()?.into(), value()?.into())),
            "--worst" => options.worst = value()?.parse()?,
            "--each" => options.each = true,
            "--table" => options.table = true,
            other => return Err(format!("unknown option {other}").into()),
        }
    }
    Ok(options)
}

/// A row of the input; latitude and longitude are missing where nothing is the right answer.
#[derive(Default)]
struct Row<'a> {
    set: &'a str,
    /// The address in one text, if the columns are unknown.
    written: &'a str,
    /// ISO 3166-1 alpha-2 of the country the address lies in; empty if unknown.
    lies_in: &'a str,
    number: &'a str,
    street: &'a str,
    unit: &'a str,
    locality: &'a str,
    region: &'a str,
    postcode: &'a str,
    country: &'a str,
    truth: Option<(f64, f64)>,
}

impl<'a> Row<'a> {
    fn read(line: &'a str) -> Option<Row<'a>> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [.., lat, lon] = fields[..] else { return None };
        let row = Row { truth: lat.parse().ok().zip(lon.parse().ok()), ..Row::default() };
        match fields[..] {
            [set, written, lies_in, _, _] => Some(Row { set, written, lies_in, ..row }),
            [set, number, street, unit, locality, region, postcode, country, _, _] => {
                Some(Row { set, number, street, unit, locality, region, postcode, country, ..row })
            }
            _ => None,
        }
    }

    fn tree(&self) -> Tree {
        Tree::of_parts([
            (Tag::HouseNumber, self.number),
            (Tag::Street, self.street),
            (Tag::Unit, self.unit),
            (Tag::Locality, self.locality),
            (Tag::Region, self.region),
            (Tag::Postcode, self.postcode),
            (Tag::Country, self.country),
        ])
    }

    /// As people write it: French postcodes stand before the town.
    fn text(&self) -> String {
        if !self.written.is_empty() {
            return self.written.to_owned();
        }
        let joined = |parts: &[&str], between: &str| {
            let filled: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
            filled.join(between)
        };
        let line = joined(&[self.number, self.street, self.unit], " ");
        if self.region.is_empty() {
            joined(&[&line, &joined(&[self.postcode, self.locality], " "), self.country], ", ")
        } else {
            joined(&[&line, self.locality, &joined(&[self.region, self.postcode], " "), self.country], ", ")
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    let geocoder = Geocoder::open(&options.candidate, options.data_root.as_deref())?;
    let shards = geocoder.shards();
    println!(
        "shards: {} address points, {} interpolation, {} streets; skipped {:?}",
        shards.address_points, shards.interpolation, shards.street_centroids, shards.skipped
    );
    let parse = options.parse.as_ref();
    let parser = parse.map(|(weights, runtime)| Parser::open(runtime, weights)).transpose()?;
    let mut sets = Sets::default();
    for line in stdin().lock().lines() {
        let line = line?;
        let Some(row) = Row::read(&line) else {
            return Err(format!("neither ten nor five fields: {line}").into());
        };
        let text = row.text();
        let started = Instant::now();
        let scored = parser.as_ref().map(|parser| parser.parse_scored(&text, InputMode::Auto)).transpose()?;
        let tree = scored.as_ref().map_or_else(|| row.tree(), |parse| parse.tree.clone());
        let parsed = Instant::now();
        let alternatives = || {
            let both = parser.as_ref().zip(scored.as_ref());
            both.map(|(parser, parse)| parser.alternative_parses(parse)).unwrap_or_default()
        };
        let result = geocoder.geocode_with(&tree, alternatives)?;
        sets.add(
            row.set,
            Outcome {
                parse: parsed - started,
                lookup: parsed.elapsed(),
                truth: row.truth,
                asked_locality: row.locality.to_owned(),
                lies_in: row.lies_in.to_owned(),
                text,
                result,
            },
        );
    }
    if options.each {
        sets.print_each();
    }
    if options.table {
        sets.print_table(options.worst);
    } else {
        sets.print(options.worst);
    }
    Ok(())
}
