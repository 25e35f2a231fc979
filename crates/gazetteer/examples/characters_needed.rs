//! How much of a name must be typed until its place is first, and among five?
//!
//! `cargo run --release -p milepost-gazetteer --example characters_needed`, after `npm run build`. A thousand places of four sizes
//! from the data, 250 each, chosen by their ids; next to the index a plain scan: all places with a name that begins with what was
//! typed, most populous first. Typed is the main name, letter by letter, and then the division it lies in, which the plain scan
//! cannot use. `--list` prints the names the right place is never among five for.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement at the command line")]

use std::collections::HashMap;
use std::path::Path;

use milepost_gazetteer::Gazetteer;
use milepost_gazetteer::prefix::CompleteOptions;
use milepost_text::name_key;
use rusqlite::Connection;

/// Places of one size that are typed.
const OF_A_SIZE: usize = 250;
const SIZES: [(&str, i64, i64); 4] = [
    ("a million and more", 1_000_000, i64::MAX),
    ("100,000 to a million", 100_000, 1_000_000),
    ("10,000 to 100,000", 10_000, 100_000),
    ("500 to 10,000", 500, 10_000),
];

struct Sample {
    id: i64,
    name: String,
    division: String,
}

fn main() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm/starter-data/db/wof/candidate.db");
    let database = Connection::open(&path).unwrap();
    let gazetteer = Gazetteer::open(&path).unwrap();
    assert_eq!(gazetteer.index_problem(), None);
    let names = names(&database);
    let list = std::env::args().any(|argument| argument == "--list");
    println!(
        "| inhabitants | answered by | first | share typed | among five | share typed | with division, first | among five |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|");
    for (label, least, most) in SIZES {
        let samples = samples(&database, least, most);
        let ours = |typed: &str| -> Vec<i64> {
            let options = CompleteOptions { limit: 5, near: None };
            let found = gazetteer.complete(typed, &options).unwrap();
            found.iter().map(|place| place.id.rsplit(':').next().unwrap().parse().unwrap()).collect()
        };
        let plain = |typed: &str| best_by_population(&names, &name_key(typed));
        let whole = |sample: &Sample| ours(&format!("{}, {}", sample.name, sample.division));
        let divided = |count: usize| {
            samples
                .iter()
                .filter(|sample| whole(sample).iter().take(count).any(|&id| id == sample.id))
                .count()
        };
        let row = |who: &str, answers: &dyn Fn(&str) -> Vec<i64>, division: Option<[usize; 2]>| {
            let [first, five] = [1, 5].map(|count| shares(&samples, count, answers));
            let of = |shares: &[Option<f64>]| {
                let mut reached: Vec<f64> = shares.iter().flatten().copied().collect();
                reached.sort_by(f64::total_cmp);
                let percent = 100.0 * reached.len() as f64 / shares.len() as f64;
                let mean = 100.0 * reached.iter().sum::<f64>() / reached.len().max(1) as f64;
                format!("{percent:.1} % | {mean:.0} %")
            };
            let division = division.map_or("- | -".to_owned(), |counts| {
                let percent =
                    counts.map(|count| format!("{:.1} %", 100.0 * count as f64 / samples.len() as f64));
                percent.join(" | ")
            });
            println!("| {label} | {who} | {} | {} | {division} |", of(&first), of(&five));
            five
        };
        let five = row("Milepost", &ours, Some([divided(1), divided(5)]));
        row("plain scan", &plain, None);
        if list {
            for (sample, share) in samples.iter().zip(five) {
                if share.is_none() && !whole(sample).contains(&sample.id) {
                    println!("  never: {} ({}) {}", sample.name, sample.division, sample.id);
                }
            }
        }
    }
}

/// The share of each name's letters after which its place is among the first `count`; none if it never is.
fn shares(samples: &[Sample], count: usize, answers: &dyn Fn(&str) -> Vec<i64>) -> Vec<Option<f64>> {
    let share = |sample: &Sample| {
        let letters: Vec<char> = sample.name.chars().collect();
        (1..=letters.len())
            .find(|&typed| {
                let typed: String = letters[..typed].iter().collect();
                answers(&typed).iter().take(count).any(|&id| id == sample.id)
            })
            .map(|typed| typed as f64 / letters.len() as f64)
    };
    samples.iter().map(share).collect()
}

/// Towns of a size, spread over the ids.
fn samples(database: &Connection, least: i64, most: i64) -> Vec<Sample> {
    let mut statement = database
        .prepare(
            "SELECT DISTINCT c.spr_id, c.name, coalesce(r.name, '') FROM candidate AS c
             JOIN placetype_codes AS t ON t.id = c.placetype_id AND t.placetype = 'locality'
             LEFT JOIN (SELECT spr_id, min(name) AS name FROM candidate GROUP BY spr_id) AS r ON r.spr_id = c.region_id
             WHERE c.is_primary AND c.population >= ?1 AND c.population < ?2
             ORDER BY (c.spr_id * 2654435761) % 4294967296 LIMIT ?3",
        )
        .unwrap();
    let rows = statement
        .query_map((least, most, OF_A_SIZE as i64), |row| {
            Ok(Sample { id: row.get(0)?, name: row.get(1)?, division: row.get(2)? })
        })
        .unwrap();
    rows.map(Result::unwrap).collect()
}

/// Every key with its place and population, in order.
fn names(database: &Connection) -> Vec<(String, i64, i64)> {
    let mut statement =
        database.prepare("SELECT name_key, spr_id, population FROM candidate ORDER BY name_key").unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

/// The five most populous places with a key that begins so.
fn best_by_population(names: &[(String, i64, i64)], typed: &str) -> Vec<i64> {
    let start = names.partition_point(|(key, _, _)| key.as_str() < typed);
    let mut best: HashMap<i64, i64> = HashMap::new();
    for (_, id, population) in names[start..].iter().take_while(|(key, _, _)| key.starts_with(typed)) {
        best.insert(*id, *population);
    }
    let mut best: Vec<(i64, i64)> = best.into_iter().collect();
    best.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    best.into_iter().take(5).map(|(id, _)| id).collect()
}
