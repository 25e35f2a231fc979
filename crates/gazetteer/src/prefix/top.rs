//! The best of a range, for any range.
//!
//! A list keeps its scores in order of names, and the best score of every 64 and of every 4,096 of them. The best few of a
//! range are found by passing over the blocks whose best cannot be among them, so that one letter, the names of a whole country,
//! costs no more than a long prefix. It works for every prefix, also within a state, unlike lists kept for short prefixes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::budget::Budget;
use super::format::u16_at;

/// Scores of the finer and the coarser block.
const FINE: usize = 64;
const COARSE: usize = 4096;

/// Best scores of the blocks of a list.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Blocks {
    pub(super) fine: Vec<u16>,
    pub(super) coarse: Vec<u16>,
}

impl Blocks {
    /// The blocks of a list of scores.
    pub(super) fn of(scores: impl Iterator<Item = u16>) -> Blocks {
        let mut blocks = Blocks::default();
        for (index, score) in scores.enumerate() {
            for (best, size) in [(&mut blocks.fine, FINE), (&mut blocks.coarse, COARSE)] {
                match best.get_mut(index / size) {
                    Some(known) => *known = (*known).max(score),
                    None => best.push(score),
                }
            }
        }
        blocks
    }
}

/// A list with the best scores of its blocks of 64 and of 4,096, as they are in the file.
pub(super) struct Scores<'a, F> {
    /// Score of the item at a position.
    pub(super) score: F,
    pub(super) fine: &'a [u8],
    pub(super) coarse: &'a [u8],
}

impl<F: Fn(usize) -> u16> Scores<'_, F> {
    /// The `count` best positions of `range`, best first; of equal ones the first. Each position or block that is compared is a step of the
    /// budget; none are found without a step left.
    pub(super) fn best(&self, range: Range<usize>, count: usize, budget: &Budget) -> Vec<(u16, usize)> {
        if !budget.take(1) {
            return Vec::new();
        }
        let mut steps = 0;
        let mut heap: BinaryHeap<Reverse<(u16, Reverse<usize>)>> = BinaryHeap::with_capacity(count + 1);
        let mut at = range.start;
        while at < range.end && count > 0 {
            steps += 1;
            // Later items of the same score come later, so a block must be better than the worst kept.
            let worst =
                if heap.len() == count { heap.peek().map(|Reverse((score, _))| *score) } else { None };
            if let Some(worst) = worst {
                if at.is_multiple_of(COARSE) && u16_at(self.coarse, at / COARSE) <= worst {
                    at += COARSE;
                    continue;
                }
                if at.is_multiple_of(FINE) && u16_at(self.fine, at / FINE) <= worst {
                    at += FINE;
                    continue;
                }
            }
            let score = (self.score)(at);
            if worst.is_none_or(|worst| score > worst) {
                if heap.len() == count {
                    heap.pop();
                }
                heap.push(Reverse((score, Reverse(at))));
            }
            at += 1;
        }
        budget.take(steps);
        let mut found: Vec<(u16, usize)> =
            heap.into_iter().map(|Reverse((score, Reverse(at)))| (score, at)).collect();
        found.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn the_best_are_those_of_a_sort(
            scores in proptest::collection::vec(0_u16..500, 1..9000),
            a in 0_usize..9000,
            b in 0_usize..9000,
            count in 0_usize..40,
        ) {
            let (low, high) = (a.min(b).min(scores.len()), a.max(b).min(scores.len()));
            let mut expected: Vec<(u16, usize)> = (low..high).map(|at| (scores[at], at)).collect();
            expected.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
            expected.truncate(count);
            let blocks = Blocks::of(scores.iter().copied());
            let [fine, coarse] =
                [blocks.fine, blocks.coarse].map(|best| best.into_iter().flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
            let list = Scores { score: |at| scores[at], fine: &fine, coarse: &coarse };
            prop_assert_eq!(list.best(low..high, count, &Budget::default()), expected);
        }
    }
}
