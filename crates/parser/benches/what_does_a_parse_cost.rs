//! What does a parse cost on one thread, and how does it grow with the address?
//!
//! `cargo bench -p milepost-parser`. Beside each parse stands the tokenizer alone on the same text, so that the
//! model's share can be read off.

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use milepost_parser::InputMode;
use milepost_text::tokenize;

const ADDRESSES: [(&str, &str); 4] = [
    ("city", "Paris"),
    ("street", "1600 Pennsylvania Ave NW, Washington, DC 20500"),
    ("unit", "Empire State Building, 350 5th Ave Suite 4B, New York, NY 10118, United States"),
    ("french", "Résidence les Lilas, Bât. C, 12 bis chemin du Four Banal, 38660 Le Touvet, France"),
];

fn parse(criterion: &mut Criterion) {
    let parser = common::parser();
    let mut group = criterion.benchmark_group("parse");
    for (name, address) in ADDRESSES {
        let tokens = tokenize(address).len();
        group.bench_function(BenchmarkId::new(name, format!("{tokens} tokens")), |bencher| {
            bencher.iter(|| parser.parse(black_box(address), InputMode::Auto));
        });
    }
    let long = ADDRESSES[1].1.repeat(20);
    group.bench_function(BenchmarkId::new("long", format!("{} tokens", tokenize(&long).len())), |bencher| {
        bencher.iter(|| parser.parse(black_box(&long), InputMode::Auto));
    });
    group.finish();
    let mut group = criterion.benchmark_group("tokenize");
    for (name, address) in ADDRESSES {
        group.bench_function(name, |bencher| bencher.iter(|| tokenize(black_box(address))));
    }
    group.finish();
}

criterion_group!(benches, parse);
criterion_main!(benches);
