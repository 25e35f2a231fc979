//! What do the lookups of a geocode cost on one thread, the parse left out?
//!
//! `cargo bench -p milepost-geocoder`, after `npm run build` (it reads the starter gazetteer). Answers given lately are kept, so
//! the figures are those of a warm process.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench prints its results and may panic")]

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use milepost_address::{Tag, Tree};
use milepost_geocoder::Geocoder;

fn geocode(criterion: &mut Criterion) {
    let database = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm/starter-data/db/wof/candidate.db");
    // Shards of streets and house numbers count when MILEPOST_BENCH_DATA_ROOT names a data root.
    let data_root = std::env::var_os("MILEPOST_BENCH_DATA_ROOT").map(std::path::PathBuf::from);
    let geocoder = Geocoder::open(&database, data_root.as_deref()).unwrap();
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

criterion_group!(benches, geocode);
criterion_main!(benches);
