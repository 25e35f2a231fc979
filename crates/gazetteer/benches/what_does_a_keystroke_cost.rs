//! What does a key press cost on one thread, without HTTP?
//!
//! `cargo bench -p milepost-gazetteer --bench what_does_a_keystroke_cost`, after `npm run build` (it reads the starter data). Prints
//! percentiles over every beginning of a thousand names first: a mean hides the slow letter.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench prints its results and may panic")]

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use milepost_gazetteer::Gazetteer;
use milepost_gazetteer::prefix::{CompleteOptions, Near};
use rusqlite::Connection;

const ASKED: CompleteOptions = CompleteOptions { limit: 15, near: None };

/// A name, and the code of the country it is in.
type Named = (String, String);

fn open() -> (Gazetteer, Vec<Named>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm/starter-data/db/wof/candidate.db");
    let gazetteer = Gazetteer::open(&path).unwrap();
    assert_eq!(gazetteer.index_problem(), None);
    let database = Connection::open(&path).unwrap();
    let mut statement = database
        .prepare(
            "SELECT c.name, k.code FROM candidate AS c JOIN country_codes AS k ON k.id = c.country_id
             WHERE c.is_primary AND c.population > 0 ORDER BY (c.spr_id * 2654435761) % 4294967296 LIMIT 1000",
        )
        .unwrap();
    let names =
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect();
    (gazetteer, names)
}

/// Times every query and prints percentiles of the least of five times each: a busy machine adds to a time and never takes away.
fn percentiles(label: &str, gazetteer: &Gazetteer, queries: &[String], options: &CompleteOptions) {
    let mut times: Vec<Duration> = queries
        .iter()
        .map(|query| {
            let once = |_| {
                let started = Instant::now();
                black_box(gazetteer.complete(query, options).unwrap());
                started.elapsed()
            };
            (0..5).map(once).min().unwrap()
        })
        .collect();
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e6;
    println!(
        "{label:<28} {:>6} queries  p50 {:>5.0} µs  p95 {:>5.0} µs  p99 {:>5.0} µs  most {:>6.0} µs",
        times.len(),
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0)
    );
}

fn ladder(gazetteer: &Gazetteer, places: &[Named]) {
    let names: Vec<&String> = places.iter().map(|(name, _)| name).collect();
    let beginning = |name: &String, count: usize| -> Option<String> {
        let letters: Vec<char> = name.chars().collect();
        (letters.len() >= count).then(|| letters[..count].iter().collect())
    };
    for (from, to) in [(1, 1), (2, 2), (3, 4), (5, 8), (9, 12), (13, 40)] {
        let queries: Vec<String> =
            names.iter().flat_map(|name| (from..=to).filter_map(|count| beginning(name, count))).collect();
        percentiles(&format!("{from} to {to} letters"), gazetteer, &queries, &ASKED);
    }
    let near = CompleteOptions { near: Some(Near::at(48.85, 2.35)), ..ASKED };
    let queries: Vec<String> = names.iter().filter_map(|name| beginning(name, 3)).collect();
    percentiles("3 letters, asker in Paris", gazetteer, &queries, &near);
    let queries: Vec<String> =
        places.iter().map(|(name, country)| format!("{name}, {}", country.to_lowercase())).collect();
    percentiles("name and country", gazetteer, &queries, &ASKED);
    let mistyped: Vec<String> = names
        .iter()
        .map(|name| {
            let mut letters: Vec<char> = name.chars().collect();
            let middle = letters.len() / 2;
            letters[middle] = if letters[middle] == 'x' { 'q' } else { 'x' };
            letters.into_iter().collect()
        })
        .collect();
    percentiles("one wrong letter", gazetteer, &mistyped, &ASKED);
}

fn keystroke(criterion: &mut Criterion) {
    let (gazetteer, names) = open();
    ladder(&gazetteer, &names);
    let mut group = criterion.benchmark_group("keystroke");
    for query in
        ["s", "san", "springfield il", "75001 paris", "new yo", "st lou", "sprngfeild", "s francisco"]
    {
        group.bench_function(query, |bencher| {
            bencher.iter(|| gazetteer.complete(black_box(query), &ASKED).unwrap());
        });
    }
    // What a hostile client can send: as many words as are read, each of which begins thousands of names.
    let hostile =
        ["a ".repeat(16), "st ".repeat(16), "x".repeat(512), "1 ".repeat(256), "saint de la ".repeat(5)];
    for (index, query) in hostile.iter().enumerate() {
        group.bench_function(format!("hostile {index}"), |bencher| {
            bencher.iter(|| gazetteer.complete(black_box(query), &ASKED).unwrap());
        });
    }
    group.finish();
}

criterion_group!(benches, keystroke);
criterion_main!(benches);
