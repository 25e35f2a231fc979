//! What does a geocode cost on one thread, from the text to the JSON, and what its lookups alone?
//!
//! `cargo bench -p milepost-geocoder --bench what_does_a_whole_geocode_cost`, after `npm run build`. With
//! `MILEPOST_BENCH_DATA_ROOT` naming a folder made by benches/http/data_root.py, address points, ranges and the addresses
//! of that folder take part: each of 2,000 is asked in turn, so that what was answered lately does not answer all. Also what a search
//! of the prefix index and a reverse lookup cost through the same engine.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench prints its results and may panic")]

use std::hint::black_box;
use std::path::{Path, PathBuf};

use criterion::{Criterion, criterion_group, criterion_main};
use milepost_address::Tree;
use milepost_geocoder::{CompleteOptions, Geocoder, ReverseGeocoder};
use milepost_parser::{InputMode, Parser};

const ADDRESSES: &str = "350 5th Ave Apt 4B, New York, NY 10118\n1600 Pennsylvania Ave NW, Washington, DC 20500\n\
                         10 Rue de la République, 75008 Paris\n12 bis chemin du Four Banal 38660 Le Touvet";

/// Asks the next of `items` each time.
fn in_turn<'a, T>(items: &'a [T]) -> impl FnMut() -> &'a T {
    let mut turn = 0;
    move || {
        turn = (turn + 1) % items.len();
        &items[turn]
    }
}

fn geocode(criterion: &mut Criterion) {
    let npm = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm");
    let data_root = std::env::var_os("MILEPOST_BENCH_DATA_ROOT").map(PathBuf::from);
    let addresses = data_root.as_ref().map_or_else(
        || ADDRESSES.to_owned(),
        |root| std::fs::read_to_string(root.join("addresses.txt")).unwrap(),
    );
    let addresses: Vec<&str> = addresses.lines().collect();
    let wof = npm.join("starter-data/db/wof");
    let geocoder = Geocoder::open(&wof.join("candidate.db"), data_root.as_deref()).unwrap();
    let reverse =
        ReverseGeocoder::open(&wof.join("admin-global-priority.db"), None, Some(&geocoder), None).unwrap();
    let library = npm.join("linux-x64-gnu/libonnxruntime.so.1");
    let parser = Parser::open(&library, &npm.join("weights-en-us")).unwrap();
    let trees: Vec<Tree> =
        addresses.iter().map(|address| parser.parse(address, InputMode::Auto).unwrap()).collect();
    println!("{} addresses", addresses.len());

    let mut group = criterion.benchmark_group("geocode");
    let mut next = in_turn(&addresses);
    group.bench_function("whole", |bencher| {
        bencher.iter(|| {
            let text = black_box(next());
            let parse = parser.parse_scored(text, InputMode::Auto).unwrap();
            let alternatives = || parser.alternative_parses(&parse);
            serde_json::to_string(&geocoder.geocode_with(&parse.tree, alternatives).unwrap()).unwrap()
        });
    });
    let mut next = in_turn(&trees);
    group.bench_function("lookups", |bencher| bencher.iter(|| geocoder.geocode(black_box(next())).unwrap()));
    group.bench_function("reverse, Paris", |bencher| {
        bencher.iter(|| reverse.at(black_box(48.8566), black_box(2.3522), false).unwrap());
    });
    let options = CompleteOptions { limit: 5, near: None };
    group.bench_function("prefix, `new yo`", |bencher| {
        bencher.iter(|| geocoder.complete(black_box("new yo"), &options).unwrap());
    });
    group.finish();
}

criterion_group!(benches, geocode);
criterion_main!(benches);
