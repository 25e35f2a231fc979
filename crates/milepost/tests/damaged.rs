//! Databases with single flipped bits: every question is answered or fails with an error, within bounds of time and memory.
//!
//! `MILEPOST_FLIPS=4000 cargo test --release -p milepost --test damaged -- --nocapture` flips more bits a file and prints what came of them.
#![allow(clippy::panic, clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests")]

#[path = "../../geocoder/tests/common/shards.rs"]
#[allow(dead_code, reason = "the tests of another crate use the rest")]
mod shards;

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use milepost::{AnswerBounds, CompleteOptions, Engine, EngineError, GeocodeOptions, Near};
use rusqlite::Connection;

const ADDRESSES: [&str; 9] = [
    "Reno NV 89501",
    "75008 Paris",
    "springfeild illinois",
    "100 Main St, Reisterstown, MD 21136",
    "150 Allegheny Ave, Towson MD 21204",
    "12 Joppa Rd, Towson MD 21204",
    "3 Rue du Lac, 44830 Bouaye",
    "Main Street, Reisterstown",
    "Nevada",
];
const BEGINNINGS: [&str; 4] = ["ren", "100 main st reist", "par", "8950"];
const POINTS: [(f64, f64); 4] = [(39.53, -119.81), (48.87, 2.31), (39.469, -76.83), (0.0, -30.0)];

/// Longest time of all questions to one damaged file. One lookup is stopped after a second or two.
const LONGEST: Duration = Duration::from_secs(60);

/// Memory that damage may add, kB.
const MOST_KB: u64 = 400_000;

fn npm(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm").join(path)
}

/// Numbers from a seed (SplitMix64).
struct Seeded(u64);

impl Seeded {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }
}

/// Keeps one row in a hundred and what the questions ask for, so that most pages of the file are read.
fn thin_out(file: &Path, sql: &str) {
    let connection = Connection::open(file).unwrap();
    connection.execute_batch(sql).unwrap();
    connection.execute_batch("VACUUM").unwrap();
}

const CANDIDATE: &str = "DELETE FROM candidate WHERE spr_id % 100 <> 0 AND name_key NOT IN ('reno', 'nevada', 'paris',
'ile de france', 'maryland', 'towson', 'reisterstown', 'bouaye', 'springfield', 'illinois', 'united states', 'france', '89501', '75008',
'21136', '21204', '44830');
DELETE FROM place_parent WHERE spr_id NOT IN (SELECT spr_id FROM candidate);
DELETE FROM postal_city_candidate WHERE spr_id NOT IN (SELECT spr_id FROM candidate);";

const ADMIN: &str = "DELETE FROM place WHERE id % 100 <> 0 AND name NOT IN ('Reno', 'Nevada', 'Paris', 'Reisterstown', 'Maryland');
DELETE FROM names WHERE id NOT IN (SELECT id FROM place);
DELETE FROM ancestors WHERE id NOT IN (SELECT id FROM place);
DELETE FROM place_bbox WHERE id NOT IN (SELECT id FROM place);
DELETE FROM place_cell WHERE id NOT IN (SELECT id FROM place);";

/// The databases of a data root.
struct Data {
    root: tempfile::TempDir,
    wof: PathBuf,
}

impl Data {
    fn make() -> Data {
        let root = shards::data_root();
        let wof = root.path().join("db/wof");
        fs::create_dir_all(wof.join("thin")).unwrap();
        for name in ["candidate.db", "candidate.postcodes", "candidate.prefix", "admin-global-priority.db"] {
            fs::copy(npm("starter-data/db/wof").join(name), wof.join(name)).unwrap();
        }
        for (name, sql) in [("candidate.db", CANDIDATE), ("admin-global-priority.db", ADMIN)] {
            fs::copy(wof.join(name), wof.join("thin").join(name)).unwrap();
            thin_out(&wof.join("thin").join(name), sql);
        }
        Data { root, wof }
    }

    /// Answers and errors of all questions, from the databases in `folder`.
    fn asked(&self, parsing: &Engine, folder: &Path) -> Counts {
        let mut counts = Counts::default();
        let mut engine = parsing.without_data();
        counts.add(engine.open_gazetteer(&folder.join("candidate.db"), Some(self.root.path())));
        counts.add(engine.open_reverse(
            &folder.join("admin-global-priority.db"),
            None,
            Some(self.root.path()),
        ));
        for text in ADDRESSES {
            counts.add(engine.geocode(text, &GeocodeOptions::default()));
            counts.add(engine.search(text, &AnswerBounds { limit: Some(5), ..AnswerBounds::default() }));
        }
        for text in BEGINNINGS {
            counts.add(engine.complete(
                text,
                &CompleteOptions { limit: 5, near: Some(Near::at(39.5, -119.8)) },
                &[],
            ));
        }
        for (lat, lon) in POINTS {
            counts.add(engine.reverse(lat, lon, true, &[]));
        }
        counts.skipped = engine.shards().map_or(0, |report| report.faults);
        counts
    }
}

#[derive(Default, PartialEq)]
struct Counts {
    answers: usize,
    errors: usize,
    skipped: u64,
}

impl Counts {
    fn add<T>(&mut self, answer: Result<T, EngineError>) {
        match answer {
            Ok(_) => self.answers += 1,
            Err(_) => self.errors += 1,
        }
    }
}

fn peak_kb() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

fn flip(file: &File, at: u64, bit: u64) {
    let mut byte = [0];
    file.read_exact_at(&mut byte, at).unwrap();
    file.write_all_at(&[byte[0] ^ (1 << bit)], at).unwrap();
}

#[test]
fn a_flipped_bit_panics_nothing_and_costs_bounded_time_and_memory() {
    let flips: u64 = std::env::var("MILEPOST_FLIPS").map_or(30, |flips| flips.parse().unwrap());
    let mut parsing = Engine::new();
    parsing.open_weights(&npm("linux-x64-gnu/libonnxruntime.so.1"), &npm("weights-en-us")).unwrap();
    let data = Data::make();
    let thin = data.wof.join("thin");
    let root = data.root.path();
    let files = [
        (thin.join("candidate.db"), &thin),
        (thin.join("admin-global-priority.db"), &thin),
        (root.join("address-points/address-points-us-md.db"), &thin),
        (root.join("interpolation/interpolation-us-md.db"), &thin),
        (root.join("street-centroids/street-centroids-us-md.db"), &thin),
        (data.wof.join("candidate.prefix"), &data.wof),
        (data.wof.join("candidate.postcodes"), &data.wof),
    ];
    for folder in [&data.wof, &thin] {
        let sound = data.asked(&parsing, folder);
        assert_eq!((sound.errors, sound.skipped), (0, 0), "{}", folder.display());
    }
    let before = peak_kb();
    let mut seeded = Seeded(50);
    for (path, folder) in files {
        let file = OpenOptions::new().read(true).write(true).open(&path).unwrap();
        let length = file.metadata().unwrap().len();
        let (mut failed, mut skipped, mut slowest) = (0, 0, Duration::ZERO);
        for number in 0..flips {
            // One in three in the first pages, which hold the schema.
            let end = if number % 3 == 0 { length.min(16_384) } else { length };
            let (at, bit) = (seeded.below(end), seeded.below(8));
            flip(&file, at, bit);
            let begun = Instant::now();
            let counts = catch_unwind(AssertUnwindSafe(|| data.asked(&parsing, folder)));
            flip(&file, at, bit);
            let counts = counts.unwrap_or_else(|_| panic!("{}: bit {bit} of byte {at}", path.display()));
            slowest = slowest.max(begun.elapsed());
            assert!(slowest < LONGEST, "{}: bit {bit} of byte {at}: {slowest:?}", path.display());
            failed += u64::from(counts.errors > 0);
            skipped += u64::from(counts.skipped > 0);
        }
        println!(
            "{}: {flips} flips of {length} bytes: {failed} with an error, {skipped} with skipped rows or shards, slowest {slowest:?}, \
             peak {} kB",
            path.display(),
            peak_kb() - before
        );
        assert!(peak_kb() - before < MOST_KB, "{}: {} kB", path.display(), peak_kb() - before);
    }
}
