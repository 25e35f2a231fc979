//! What does a geocode cost on one thread: its lookups alone, for twelve kinds of questions, and the whole, from the text to the JSON?
//!
//! `cargo bench -p milepost-geocoder --bench what_does_a_geocode_cost`, after `npm run build`. Answers given lately are kept, so the figures of
//! the questions are those of a warm process. With `MILEPOST_BENCH_DATA_ROOT` naming a folder made by benches/http/data_root.py, address points,
//! ranges and the addresses of that folder take part: each of 2,000 is asked in turn, so that what was answered lately does not answer all.
//! Also what a search of the prefix index and a reverse lookup cost through the same engine.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench prints its results and may panic")]

use std::hint::black_box;
use std::path::{Path, PathBuf};

use criterion::{Criterion, criterion_group, criterion_main};
use milepost_address::{Tag, Tree};
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

fn npm() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm")
}

fn data_root() -> Option<PathBuf> {
    std::env::var_os("MILEPOST_BENCH_DATA_ROOT").map(PathBuf::from)
}

fn geocoder() -> Geocoder {
    let candidate = npm().join("starter-data/db/wof/candidate.db");
    Geocoder::open(&candidate, data_root().as_deref()).unwrap()
}

fn questions(criterion: &mut Criterion) {
    let geocoder = geocoder();
    println!("{:?}", geocoder.shards());
    let questions: [(&str, &[(Tag, &str)]); 12] = [
        ("Springfield", &[(Tag::Locality, "Springfield")]),
        ("Saint-Martin", &[(Tag::Locality, "Saint-Martin")]),
        ("city", &[(Tag::Locality, "Paris")]),
        ("city and state", &[(Tag::Locality, "Springfield"), (Tag::Region, "IL")]),
        (
            "city, state and ZIP",
            &[(Tag::Locality, "Washington"), (Tag::Region, "DC"), (Tag::Postcode, "20500")],
        ),
        ("nothing known", &[(Tag::Locality, "Qwertyville")]),
        (
            "Main St",
            &[
                (Tag::HouseNumber, "12"),
                (Tag::Street, "Main"),
                (Tag::StreetSuffix, "St"),
                (Tag::Locality, "Reisterstown"),
                (Tag::Region, "MD"),
                (Tag::Postcode, "21136"),
            ],
        ),
        (
            "unknown street",
            &[
                (Tag::HouseNumber, "12"),
                (Tag::Street, "Maldenbrough"),
                (Tag::StreetSuffix, "St"),
                (Tag::Locality, "Reisterstown"),
                (Tag::Region, "MD"),
                (Tag::Postcode, "21136"),
            ],
        ),
        (
            "four digits of thirty countries",
            &[(Tag::Street, "Kirkeveien"), (Tag::Postcode, "1000"), (Tag::Locality, "Os")],
        ),
        (
            "foreign postcode",
            &[(Tag::Street, "Hlavná"), (Tag::Postcode, "976 46"), (Tag::Locality, "Valaská")],
        ),
        ("village of the register", &[(Tag::Postcode, "51280"), (Tag::Locality, "Supetarska Draga")]),
        ("name in another script", &[(Tag::Locality, "Новосибирск")]),
    ];
    let mut group = criterion.benchmark_group("lookups");
    for (name, parts) in questions {
        let tree = Tree::of_parts(parts.iter().copied());
        group.bench_function(name, |bencher| bencher.iter(|| geocoder.geocode(black_box(&tree)).unwrap()));
    }
    group.finish();
}

fn geocode(criterion: &mut Criterion) {
    let npm = npm();
    let addresses = data_root().map_or_else(
        || ADDRESSES.to_owned(),
        |root| std::fs::read_to_string(root.join("addresses.txt")).unwrap(),
    );
    let addresses: Vec<&str> = addresses.lines().collect();
    let geocoder = geocoder();
    let admin = npm.join("starter-data/db/wof/admin-global-priority.db");
    let reverse = ReverseGeocoder::open(&admin, None, Some(&geocoder), None).unwrap();
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

criterion_group!(benches, questions, geocode);
criterion_main!(benches);
