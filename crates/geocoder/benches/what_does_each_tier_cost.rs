//! What does an address point cost, an interpolated house number, and the middle of a street: the lookup in its shard, and the
//! whole cascade that ends there?
//!
//! `cargo bench -p milepost-geocoder --bench what_does_each_tier_cost`, after `npm run build`. The shards are built by
//! `milepost build` from the tables of `../shared/data/us`; where those are not, the bench says so and measures nothing. Each tier has a data root of its own that holds no finer one. The addresses are rows of the tables, asked in turn, so that
//! what was answered lately does not answer all; an address that another tier answers ends the bench.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::panic,
    reason = "a bench prints its results and may panic"
)]

use std::fs::File;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;

use criterion::{Criterion, criterion_group, criterion_main};
use milepost_address::{ResolutionTier, Tag, Tree};
use milepost_gazetteer::{Scope, Shards};
use milepost_geocoder::Geocoder;
use milepost_text::{HouseNumber, street_keys};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tempfile::TempDir;

/// Area of the shards.
const AREA: &str = "us-md";
/// Addresses that are asked in turn.
const ADDRESSES: usize = 2_000;
/// Share of the rows that must be answered at their tier: a register has a few numbers that no range holds.
const LEAST_AT_THE_TIER: f64 = 0.9;

const POINTS: &str = "baltimore_points.tsv.gz";
const CENTERLINES: &str = "baltimore_centerlines.tsv.gz";

/// A row of the address points.
#[derive(Deserialize)]
struct PointRow {
    number: String,
    suffix: String,
    premod: String,
    predir: String,
    pretype: String,
    name: String,
    r#type: String,
    postdir: String,
    city: String,
    zip: String,
}

/// A centreline, its left side.
#[derive(Deserialize)]
struct CenterlineRow {
    label: String,
    from_left_actual: Option<u32>,
    to_left_actual: Option<u32>,
    zip_left: String,
    city_left: String,
}

/// An address in the fields a lookup takes.
struct Address {
    number: Option<String>,
    street: String,
    city: String,
    zip: String,
}

impl PointRow {
    fn address(self) -> Address {
        let parts = [self.premod, self.predir, self.pretype, self.name, self.r#type, self.postdir];
        let street: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        Address {
            number: Some(self.number + &self.suffix),
            street: street.join(" "),
            city: self.city,
            zip: self.zip,
        }
    }
}

impl CenterlineRow {
    /// The house number in the middle of the range, of the range's own parity.
    fn address(self) -> Option<Address> {
        let (from, to) = (self.from_left_actual?, self.to_left_actual?);
        let middle = from.min(to) + from.abs_diff(to) / 4 * 2;
        Some(Address {
            number: Some(middle.to_string()),
            street: self.label,
            city: self.city_left,
            zip: self.zip_left,
        })
    }
}

impl Address {
    fn tree(&self) -> Tree {
        Tree::of_parts([
            (Tag::HouseNumber, self.number.as_deref().unwrap_or_default()),
            (Tag::Street, &self.street),
            (Tag::Locality, &self.city),
            (Tag::Region, "MD"),
            (Tag::Postcode, &self.zip),
        ])
    }

    fn street_key(&self) -> String {
        street_keys(&self.street, "us").key
    }
}

/// A table of the shared data; none where it is not, which is said.
fn table(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/us").join(name);
    if path.exists() {
        return Some(path);
    }
    println!("{} is not there: nothing is measured", path.display());
    None
}

fn rows<T: DeserializeOwned>(table: &Path) -> Vec<T> {
    let text = flate2::read::GzDecoder::new(File::open(table).unwrap());
    let mut reader = csv::ReaderBuilder::new().delimiter(b'\t').quoting(false).from_reader(text);
    reader.deserialize().map(Result::unwrap).collect()
}

/// At most [`ADDRESSES`] of `all`, spread evenly over them.
fn sample(all: Vec<Address>) -> Vec<Address> {
    let step = all.len().div_ceil(ADDRESSES).max(1);
    all.into_iter().step_by(step).collect()
}

/// A data root with one shard, written by the builder as it ships.
fn built(kind: &str, family: &str, table: &Path) -> TempDir {
    let root = TempDir::new().unwrap();
    let shard = root.path().join(family).join(format!("{family}-{AREA}.db"));
    std::fs::create_dir_all(shard.parent().unwrap()).unwrap();
    let builder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm/linux-x64-gnu/milepost-build");
    let done = Command::new(&builder).args([kind, "--replace"]).arg(table).arg("--out").arg(&shard).output();
    let done =
        done.unwrap_or_else(|error| panic!("{}: {error}; run `npm run build` first", builder.display()));
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    root
}

/// A geocoder over the starter gazetteer and `root`, and the trees of those `addresses` that it answers at `tier`.
fn geocoder(root: &Path, addresses: &[Address], tier: ResolutionTier) -> (Geocoder, Vec<Tree>) {
    let candidate = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm/starter-data/db/wof/candidate.db");
    let geocoder = Geocoder::open(&candidate, Some(root)).unwrap();
    let mut trees: Vec<Tree> = addresses.iter().map(Address::tree).collect();
    trees.retain(|tree| geocoder.geocode(tree).unwrap().resolution_tier == tier);
    println!("{} of {} addresses at the tier {tier:?}", trees.len(), addresses.len());
    let share = trees.len() as f64 / addresses.len() as f64;
    assert!(share >= LEAST_AT_THE_TIER, "only {share:.2} of the addresses are answered at the tier {tier:?}");
    (geocoder, trees)
}

/// Measures `lookup`, asked for each of `questions` in turn, and the cascade that ends at the tier.
fn measure<Q>(
    criterion: &mut Criterion,
    name: &str,
    questions: &[Q],
    lookup: impl Fn(&Q) -> usize,
    (geocoder, trees): &(Geocoder, Vec<Tree>),
) {
    let found = questions.iter().filter(|question| lookup(question) > 0).count();
    println!("{name}: {found} of {} lookups find a row", questions.len());
    assert!(found as f64 >= LEAST_AT_THE_TIER * questions.len() as f64, "{name}: the lookup finds nothing");
    let mut group = criterion.benchmark_group(name);
    let mut next = questions.iter().cycle();
    group.bench_function("lookup", |bencher| bencher.iter(|| lookup(black_box(next.next().unwrap()))));
    let mut next = trees.iter().cycle();
    group.bench_function("cascade", |bencher| {
        bencher.iter(|| geocoder.geocode(black_box(next.next().unwrap())).unwrap());
    });
    group.finish();
}

fn address_point(criterion: &mut Criterion) {
    let Some(table) = table(POINTS) else { return };
    let root = built("points", "address-points", &table);
    let addresses = sample(rows::<PointRow>(&table).into_iter().map(PointRow::address).collect());
    let shards = Shards::open(root.path());
    let points = shards.address_points(AREA).unwrap();
    let questions: Vec<(&str, String, String)> = addresses
        .iter()
        .filter_map(|address| {
            let number = HouseNumber::parse(address.number.as_deref()?)?.text().to_owned();
            Some((address.zip.as_str(), street_keys(&address.street, "us").norm, number))
        })
        .collect();
    let lookup = |(zip, street, number): &(&str, String, String)| {
        points.of_number(Some(Scope::Postcode(zip)), street, &[number]).unwrap().len()
    };
    let whole = geocoder(root.path(), &addresses, ResolutionTier::AddressPoint);
    measure(criterion, "address point", &questions, lookup, &whole);
}

fn range(criterion: &mut Criterion) {
    let Some(table) = table(CENTERLINES) else { return };
    let root = built("ranges", "interpolation", &table);
    let addresses =
        sample(rows::<CenterlineRow>(&table).into_iter().filter_map(CenterlineRow::address).collect());
    let shards = Shards::open(root.path());
    let segments = shards.segments(AREA).unwrap();
    let questions: Vec<(&str, String, i64)> = addresses
        .iter()
        .map(|address| {
            let number = address.number.as_deref().unwrap().parse().unwrap();
            (address.zip.as_str(), address.street_key(), number)
        })
        .collect();
    let lookup = |(zip, street, number): &(&str, String, i64)| {
        segments.of_number(Some(zip), street, *number).unwrap().len()
    };
    let whole = geocoder(root.path(), &addresses, ResolutionTier::Interpolated);
    measure(criterion, "range", &questions, lookup, &whole);
}

fn street_centroid(criterion: &mut Criterion) {
    let Some(table) = table(POINTS) else { return };
    let root = built("streets", "street-centroids", &table);
    let all = rows::<PointRow>(&table).into_iter().map(|row| Address { number: None, ..row.address() });
    let addresses = sample(all.collect());
    let shards = Shards::open(root.path());
    let centroids = shards.centroids(AREA).unwrap();
    let questions: Vec<(&str, String)> =
        addresses.iter().map(|address| (address.zip.as_str(), address.street_key())).collect();
    let lookup =
        |(zip, street): &(&str, String)| centroids.of_key(Scope::Postcode(zip), street).unwrap().len();
    let whole = geocoder(root.path(), &addresses, ResolutionTier::Street);
    measure(criterion, "street centroid", &questions, lookup, &whole);
}

criterion_group!(benches, address_point, range, street_centroid);
criterion_main!(benches);
