//! Comparisons of addresses that share a blocking key.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use foldhash::{HashMap, HashMapExt};
use milepost::{Agreements, Comparison, EngineError, MatchAddress, Verdict, compare, compare_candidates};

use super::records::Records;
use crate::error::BulkError;

/// Most pairs of a block. A larger one is left out: its key, such as a number and a large town, says too little.
const MOST_PAIRS: usize = 5_000;

/// Blocks that one thread takes at a time.
const BLOCKS: usize = 256;

/// Which records are compared.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sides {
    /// All with each other.
    One,
    /// Those below the boundary with those from it.
    Two { boundary: usize },
}

/// A blocking key and a record that has it, in the order of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Filed(u64);

impl Filed {
    fn of(key: u32, record: u32) -> Filed {
        Filed(u64::from(key) << 32 | u64::from(record))
    }

    fn key(self) -> u32 {
        (self.0 >> 32) as u32
    }

    fn record(self) -> u32 {
        self.0 as u32
    }
}

/// Two records and how they compare.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) verdict: Verdict,
    pub(super) probability: f32,
    pub(super) agreements: Agreements,
}

impl Pair {
    fn of(a: u32, b: u32, compared: &Comparison) -> Pair {
        let Comparison { verdict, probability, components, .. } = *compared;
        Pair { a, b, verdict, probability: probability as f32, agreements: components }
    }
}

/// The pairs that were found.
pub(super) struct Found {
    /// In the order of their records.
    pub(super) pairs: Vec<Pair>,
    pub(super) comparisons: u64,
    pub(super) compared_in: Duration,
    /// Blocks that were left out, and how many records the largest has.
    pub(super) large_blocks: usize,
    pub(super) largest_block: usize,
}

/// Compares the records that share a blocking key, each two once, and keeps the wanted pairs.
///
/// # Errors
/// If it is cancelled.
pub(super) fn compared(
    records: &Records<'_>,
    sides: Sides,
    is_wanted: impl Fn(&Pair) -> bool + Sync,
) -> Result<Found, BulkError> {
    let begun = Instant::now();
    let count = records.len() as u32;
    let keys_of = |record| records.keys(record).iter().map(move |key| Filed::of(*key, record));
    let mut filed: Vec<Filed> = (0..count).flat_map(keys_of).collect();
    filed.sort_unstable();
    let blocks = filed.chunk_by(|a, b| a.key() == b.key()).filter(|block| pairs_of(block, sides) > 0);
    let (large, mut blocks): (Vec<_>, Vec<_>) = blocks.partition(|block| pairs_of(block, sides) > MOST_PAIRS);
    // The blocks of a record come together, so that it is prepared once for them.
    blocks.sort_by_key(|block| block[0].record());
    let left_out: HashSet<u32> = large.iter().map(|block| block[0].key()).collect();
    // A pair is compared in the block of its first common key.
    let is_first =
        |key: u32, a: u32, b: u32| first_common(records.keys(a), records.keys(b), &left_out) == Some(key);
    let shares: Vec<&[&[Filed]]> = blocks.chunks(BLOCKS).collect();
    let done = records.pool.each_large(&shares, |share| {
        let mut pairs = Vec::new();
        let mut comparisons = 0;
        let mut addresses: HashMap<u32, MatchAddress> = HashMap::new();
        for block in share.iter().take_while(|_| !records.cancellation.is_cancelled()) {
            for (a, b) in each_pair(block, sides).filter(|(a, b)| is_first(block[0].key(), *a, *b)) {
                for record in [a, b] {
                    addresses.entry(record).or_insert_with(|| records.address(record));
                }
                comparisons += 1;
                let compared = compare_candidates(&addresses[&a], &addresses[&b]);
                pairs.extend(compared.map(|compared| Pair::of(a, b, &compared)).filter(&is_wanted));
            }
        }
        (pairs, comparisons)
    });
    if records.cancellation.is_cancelled() {
        return Err(EngineError::Cancelled.into());
    }
    let mut found = Found {
        pairs: Vec::new(),
        comparisons: 0,
        compared_in: Duration::ZERO,
        large_blocks: large.len(),
        largest_block: large.iter().map(|block| block.len()).max().unwrap_or(0),
    };
    if let Sides::Two { boundary } = sides {
        found.pairs.extend(equal_texts(records, boundary).filter(&is_wanted));
    }
    for (pairs, comparisons) in done {
        found.pairs.extend(pairs);
        found.comparisons += comparisons;
    }
    found.pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
    found.pairs.dedup_by_key(|pair| (pair.a, pair.b));
    found.compared_in = begun.elapsed();
    Ok(found)
}

/// Pairs of one text on both sides, however large their blocks are.
fn equal_texts<'a>(records: &'a Records<'_>, boundary: usize) -> impl Iterator<Item = Pair> + 'a {
    let known: HashMap<&str, u32> =
        (0..boundary as u32).map(|record| (records.text(record), record)).collect();
    (boundary as u32..records.len() as u32).filter_map(move |b| {
        let a = *known.get(records.text(b))?;
        let has_keys = !records.keys(b).is_empty();
        has_keys.then(|| {
            let address = records.address(b);
            Pair::of(a, b, &compare(&address, &address))
        })
    })
}

fn pairs_of(block: &[Filed], sides: Sides) -> usize {
    match sides {
        Sides::One => block.len() * (block.len() - 1) / 2,
        Sides::Two { boundary } => {
            let left = left_of(block, boundary);
            left * (block.len() - left)
        }
    }
}

/// How many records of a block are on the left side; they come first.
fn left_of(block: &[Filed], boundary: usize) -> usize {
    block.partition_point(|filed| (filed.record() as usize) < boundary)
}

fn each_pair(block: &[Filed], sides: Sides) -> impl Iterator<Item = (u32, u32)> {
    let of = move |index: usize| match sides {
        Sides::One => index + 1..block.len(),
        Sides::Two { boundary } => {
            let left = left_of(block, boundary);
            if index < left { left..block.len() } else { 0..0 }
        }
    };
    (0..block.len())
        .flat_map(move |index| of(index).map(move |other| (block[index].record(), block[other].record())))
}

/// The first common key of two ascending lists that is not left out.
fn first_common(a: &[u32], b: &[u32], left_out: &HashSet<u32>) -> Option<u32> {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    while let (Some(&&of_a), Some(&&of_b)) = (a.peek(), b.peek()) {
        if of_a == of_b && !left_out.contains(&of_a) {
            return Some(of_a);
        }
        if of_a <= of_b {
            a.next();
        }
        if of_b <= of_a {
            b.next();
        }
    }
    None
}

/// Keeps the most probable pairs of which no two share a record.
pub(super) fn one_to_one(mut pairs: Vec<Pair>) -> Vec<Pair> {
    pairs.sort_by(|a, b| b.probability.total_cmp(&a.probability).then((a.a, a.b).cmp(&(b.a, b.b))));
    let (mut left, mut right) = (HashSet::new(), HashSet::new());
    pairs.retain(|pair| {
        let is_free = !left.contains(&pair.a) && !right.contains(&pair.b);
        if is_free {
            left.insert(pair.a);
            right.insert(pair.b);
        }
        is_free
    });
    pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_has_each_pair_once_and_only_across_two_tables() {
        let block = [0, 2, 5, 6].map(|record| Filed::of(7, record));
        let all: Vec<_> = each_pair(&block, Sides::One).collect();
        assert_eq!(all, [(0, 2), (0, 5), (0, 6), (2, 5), (2, 6), (5, 6)]);
        let across: Vec<_> = each_pair(&block, Sides::Two { boundary: 3 }).collect();
        assert_eq!(across, [(0, 5), (0, 6), (2, 5), (2, 6)]);
        assert_eq!(pairs_of(&block, Sides::One), all.len());
        assert_eq!(pairs_of(&block, Sides::Two { boundary: 3 }), across.len());
    }

    #[test]
    fn a_key_that_is_left_out_is_no_common_one() {
        assert_eq!(first_common(&[1, 3, 9], &[2, 3, 9], &HashSet::new()), Some(3));
        assert_eq!(first_common(&[1, 3, 9], &[2, 3, 9], &HashSet::from([3])), Some(9));
        assert_eq!(first_common(&[1], &[2], &HashSet::new()), None);
    }

    #[test]
    fn each_record_is_in_its_most_probable_pair() {
        let pair = |a, b, probability| Pair {
            a,
            b,
            verdict: Verdict::Likely,
            probability,
            agreements: Agreements::default(),
        };
        let kept = one_to_one(vec![pair(0, 5, 0.8), pair(0, 6, 0.9), pair(1, 5, 0.7), pair(1, 6, 0.95)]);
        assert_eq!(kept.iter().map(|pair| (pair.a, pair.b)).collect::<Vec<_>>(), [(0, 5), (1, 6)]);
    }
}
