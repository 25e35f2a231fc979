//! How much of an address must be typed until it is first in completion, and what does a key press cost?
//!
//! `cargo run --release -p milepost-geocoder --example letters_of_a_street -- DATA_ROOT AREA`, where DATA_ROOT has the starter data and
//! `address-points/address-points-AREA.db`. Two hundred and fifty houses of that register, chosen by their row numbers, are typed letter by
//! letter as `12 rue du lac brest`, and the same streets without a number; a street is right in its town. Beside it a plain scan:
//! all streets whose name and town begin with the query, those with most houses first, as an index of prefixes answers. The share
//! is that of the letters behind the number. Last come the slowest key presses.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a measurement at the command line"
)]

use std::collections::BTreeMap;
use std::path::Path;

use milepost_geocoder::{CompleteOptions, Geocoder};
use milepost_text::{fold, locality_key};
use rusqlite::Connection;
use rustix::time::{ClockId, clock_gettime};

const SAMPLES: usize = 250;
/// Of each key press the least of so many times counts: a busy machine adds to a time and never takes away.
const TIMES: usize = 3;
/// Key presses that are named as the slowest.
const SLOWEST: usize = 20;

struct Sample {
    number: String,
    street: String,
    town: String,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [root, area] = &arguments[..] else { panic!("usage: letters_of_a_street DATA_ROOT AREA") };
    let root = Path::new(root);
    let shard = Connection::open(root.join(format!("address-points/address-points-{area}.db"))).unwrap();
    let geocoder = Geocoder::open(&root.join("db/wof/candidate.db"), Some(root)).unwrap();
    let samples = samples(&shard);
    let streets = streets(&shard);
    println!("| typed | answered by | first | letters until then | among five | letters until then |");
    println!("|---|---|--:|--:|--:|--:|");
    let mut times = Vec::new();
    for with_number in [true, false] {
        let what = if with_number { "number, street, town" } else { "street, town" };
        let ours = |sample: &Sample, typed: &str| {
            let typed = if with_number { format!("{} {typed}", sample.number) } else { typed.to_owned() };
            let options = CompleteOptions { limit: 5, near: None };
            let found = geocoder.complete(&typed, &options).unwrap();
            let place = found.iter().position(|found| {
                let is = |field: &Option<String>, wanted: &str, key: fn(&str) -> String| {
                    field.as_deref().is_some_and(|text| key(text) == key(wanted))
                };
                is(&found.street, &sample.street, fold)
                    && is(&found.city, &sample.town, locality_key)
                    && (!with_number || is(&found.house_number, &sample.number, fold))
            });
            place.unwrap_or(usize::MAX)
        };
        let plain = |sample: &Sample, typed: &str| {
            let typed = fold(typed);
            let line = fold(&format!("{} {}", sample.street, sample.town));
            let begun = || {
                streets
                    .range((typed.clone(), String::new())..)
                    .take_while(|((line, _), _)| line.starts_with(&typed))
            };
            let own = begun().find(|((known, _), _)| *known == line).map(|(_, houses)| *houses);
            own.map_or(usize::MAX, |own| begun().filter(|(_, houses)| **houses > own).count())
        };
        row(what, "Milepost", &samples, &ours);
        row(what, "plain prefix", &samples, &plain);
        for sample in &samples {
            for typed in beginnings(sample) {
                let typed = if with_number { format!("{} {typed}", sample.number) } else { typed };
                times.push((least(&geocoder, &typed), typed));
            }
        }
    }
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].0;
    println!(
        "\n{} key presses, processor time: p50 {:.2} ms, p95 {:.2} ms, p99 {:.2} ms, most {:.2} ms",
        times.len(),
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0)
    );
    for (time, typed) in times.iter().rev().take(SLOWEST) {
        println!("{time:.2} ms: {typed}");
    }
}

/// Milliseconds of processor time of one key press: the load of the machine does not count.
fn least(geocoder: &Geocoder, typed: &str) -> f64 {
    let options = CompleteOptions { limit: 15, near: None };
    let once = |_| {
        let begun = processor_ms();
        geocoder.complete(typed, &options).unwrap();
        processor_ms() - begun
    };
    (0..TIMES).map(once).fold(f64::MAX, f64::min)
}

fn processor_ms() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

fn row(what: &str, who: &str, samples: &[Sample], place: &dyn Fn(&Sample, &str) -> usize) {
    let of = |count: usize| {
        let mut reached: Vec<f64> = Vec::new();
        for sample in samples {
            let typed = beginnings(sample);
            let letters = typed.len() as f64;
            let found = typed.iter().position(|typed| place(sample, typed) < count);
            reached.extend(found.map(|at| (at + 1) as f64 / letters));
        }
        let percent = 100.0 * reached.len() as f64 / samples.len() as f64;
        format!("{percent:.1} % | {:.0} %", 100.0 * reached.iter().sum::<f64>() / reached.len().max(1) as f64)
    };
    println!("| {what} | {who} | {} | {} |", of(1), of(5));
}

/// Street and town, letter by letter.
fn beginnings(sample: &Sample) -> Vec<String> {
    let letters: Vec<char> = format!("{} {}", sample.street, sample.town).chars().collect();
    (1..=letters.len()).map(|count| letters[..count].iter().collect()).collect()
}

fn samples(shard: &Connection) -> Vec<Sample> {
    let count: i64 = shard.query_row("SELECT count(*) FROM address_point", [], |row| row.get(0)).unwrap();
    let mut statement = shard
        .prepare(
            "SELECT number, street_raw, locality_norm FROM address_point
             WHERE (rowid * 2654435761) % 4294967296 < ?1 AND locality_norm <> '' AND street_raw <> ''
             ORDER BY (rowid * 2654435761) % 4294967296 LIMIT ?2",
        )
        .unwrap();
    let share = (4.0 * SAMPLES as f64 / count as f64).min(1.0);
    let rows = statement
        .query_map(((share * 4_294_967_296.0) as i64, SAMPLES as i64), |row| {
            Ok(Sample { number: row.get(0)?, street: row.get(1)?, town: row.get(2)? })
        })
        .unwrap();
    rows.map(Result::unwrap).collect()
}

/// Every street with its town as one folded line, and how many houses it has.
fn streets(shard: &Connection) -> BTreeMap<(String, String), usize> {
    let mut statement =
        shard.prepare("SELECT street_raw, coalesce(locality_norm, '') FROM address_point").unwrap();
    let rows =
        statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))).unwrap();
    let mut streets = BTreeMap::new();
    for (street, town) in rows.map(Result::unwrap) {
        *streets.entry((fold(&format!("{street} {town}")), town)).or_default() += 1;
    }
    streets
}
