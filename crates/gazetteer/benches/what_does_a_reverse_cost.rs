//! What does a reverse lookup cost on one thread, without HTTP?
//!
//! `cargo bench -p milepost-gazetteer`, after `npm run build` (it reads the starter data). With `POLYGONS=file.db` the
//! polygons take part.
#![allow(clippy::unwrap_used, reason = "a bench may panic")]

use std::hint::black_box;
use std::path::{Path, PathBuf};

use criterion::{Criterion, criterion_group, criterion_main};
use milepost_gazetteer::reverse::Reverse;

fn reverse(criterion: &mut Criterion) {
    let admin =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm/starter-data/db/wof/admin-global-priority.db");
    let polygons = std::env::var_os("POLYGONS").map(PathBuf::from);
    let reverse = Reverse::open(&admin, polygons.as_deref()).unwrap();
    let points = [
        ("Paris", 48.8566, 2.3522),
        ("a village", 45.3586, 5.9531),
        ("the Ruhr", 51.4818, 7.2162),
        ("New York", 40.7484, -73.9857),
        ("Nevada", 39.5, -117.0),
        ("open ocean", 36.0, -45.0),
    ];
    let mut group = criterion.benchmark_group("reverse");
    for (name, lat, lon) in points {
        group.bench_function(name, |bencher| {
            bencher.iter(|| reverse.at(black_box(lat), black_box(lon)).unwrap());
        });
    }
    // The mean over points all over France, none twice in a row.
    group.bench_function("anywhere in France", |bencher| {
        let mut step = 0_u32;
        bencher.iter(|| {
            step = step.wrapping_add(1);
            let share = |factor: f64| (f64::from(step) * factor).fract();
            reverse.at(43.5 + 6.0 * share(0.618_034), -0.5 + 6.0 * share(0.754_878)).unwrap()
        });
    });
    group.finish();
}

criterion_group!(benches, reverse);
criterion_main!(benches);
