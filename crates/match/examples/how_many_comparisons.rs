//! How many comparisons of prepared candidates a core makes in a second: reads the pairs of `agreements`, and compares all addresses of them that
//! share a blocking key.
//!
//!     cargo run --release -p milepost-match --example how_many_comparisons < PAIRS.jsonl
#![allow(clippy::print_stdout, reason = "a bench")]

use std::collections::BTreeMap;
use std::io::BufRead;
use std::time::Instant;

use milepost_format::Components;
use milepost_match::{MatchAddress, compare, compare_candidates};
use serde::Deserialize;

/// Most addresses of a block, as in `milepost match`.
const MOST: usize = 100;

#[derive(Deserialize)]
struct Pair {
    country: String,
    a: BTreeMap<String, String>,
    b: BTreeMap<String, String>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut addresses = Vec::new();
    for line in std::io::stdin().lock().lines() {
        let Pair { country, a, b } = serde_json::from_str(&line?)?;
        for parts in [a, b] {
            let named = parts.iter().map(|(tag, text)| (tag.as_str(), text.as_str()));
            addresses.push(MatchAddress::of(&Components::named(named), &country));
        }
    }
    let mut blocks: BTreeMap<u64, Vec<&MatchAddress>> = BTreeMap::new();
    for address in &addresses {
        address.blocking_keys().into_iter().for_each(|key| blocks.entry(key).or_default().push(address));
    }
    let of_block = |block: &[&'_ MatchAddress]| -> Vec<(usize, usize)> {
        let count = block.len();
        (0..count).flat_map(|at| (at + 1..count).map(move |other| (at, other))).collect()
    };
    let blocks: Vec<_> = blocks
        .values()
        .filter(|block| (2..=MOST).contains(&block.len()))
        .map(|block| (block.as_slice(), of_block(block)))
        .collect();
    let report = |what: &str, is_found: &dyn Fn(&MatchAddress, &MatchAddress) -> bool| {
        let begun = Instant::now();
        let (mut compared, mut found) = (0_u64, 0_u64);
        for (block, pairs) in &blocks {
            for &(a, b) in pairs {
                compared += 1;
                found += u64::from(is_found(block[a], block[b]));
            }
        }
        let rate = compared as f64 / begun.elapsed().as_secs_f64();
        println!("{what}: {compared} comparisons, {found} found, {rate:.0} a second");
    };
    report("compare", &|a, b| compare(a, b).verdict != milepost_match::Verdict::Different);
    report("compare_candidates", &|a, b| compare_candidates(a, b).is_some());
    Ok(())
}
