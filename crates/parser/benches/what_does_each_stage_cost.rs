//! What does each stage of a parse cost on one thread: features, inference by the number of tokens, decoding, JSON?
//!
//! `cargo bench -p milepost-parser --bench what_does_each_stage_cost`. Tokenizing stands in `what_does_a_parse_cost`, next to the whole
//! parse. Inference is asked with addresses cut to so many words, so that lengths can be compared.
#![allow(clippy::unwrap_used, reason = "a bench may panic")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use milepost_address::wire::ParseBody;
use milepost_parser::{InputMode, stages};
use milepost_text::tokenize;

/// Twelve tokens, the length that the bars of the parser name.
const ADDRESS: &str = "Empire State Building, 350 5th Ave Suite 4B, New York, NY 10118";

const LONG: &str = "Résidence les Lilas Bât. C 12 bis chemin du Four Banal 38660 Le Touvet Isère France 350 5th Ave Apt 4B New \
                    York NY 10118";

fn stage(criterion: &mut Criterion) {
    let parser = common::parser();
    let tokens = tokenize(ADDRESS);
    let vectors = stages::vectors(&parser, ADDRESS, &tokens, InputMode::Auto);
    let scores = stages::scores(&parser, &vectors).unwrap();
    let tree = stages::tree(&parser, ADDRESS, &tokens, &scores);

    let mut group = criterion.benchmark_group(format!("stage, {} tokens", tokens.len()));
    group.bench_function("tokenize", |bencher| bencher.iter(|| tokenize(black_box(ADDRESS))));
    group.bench_function("features", |bencher| {
        bencher.iter(|| stages::vectors(&parser, black_box(ADDRESS), &tokens, InputMode::Auto));
    });
    group
        .bench_function("inference", |bencher| bencher.iter(|| stages::scores(&parser, black_box(&vectors))));
    group.bench_function("decode", |bencher| {
        bencher.iter(|| stages::tree(&parser, ADDRESS, &tokens, black_box(&scores)));
    });
    group.bench_function("JSON", |bencher| {
        bencher.iter(|| serde_json::to_string(&ParseBody::new(black_box(&tree), false)).unwrap());
    });
    group.bench_function("whole", |bencher| {
        bencher.iter(|| parser.parse(black_box(ADDRESS), InputMode::Auto))
    });
    group.finish();

    let mut group = criterion.benchmark_group("inference");
    for count in [1, 4, 8, 12, 16, 24] {
        let words: Vec<&str> = LONG.split(' ').take(count).collect();
        let text = words.join(" ");
        let tokens = tokenize(&text);
        let vectors = stages::vectors(&parser, &text, &tokens, InputMode::Auto);
        group.bench_function(BenchmarkId::from_parameter(format!("{} tokens", tokens.len())), |bencher| {
            bencher.iter(|| stages::scores(&parser, black_box(&vectors)));
        });
    }
    group.finish();
}

criterion_group!(benches, stage);
criterion_main!(benches);
