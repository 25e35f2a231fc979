//! Clusters: records that are connected by pairs, with the weakest pair that holds each together.

use super::blocks::Pair;
use super::records::Records;

/// The cluster of a record.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Cluster {
    /// Index of its first row.
    pub(super) first_row: usize,
    pub(super) rows: usize,
    /// The least probability of the pairs that are needed to connect it; none for one text.
    pub(super) weakest_link: Option<f32>,
}

/// The clusters of all records.
pub(super) struct Clusters {
    /// For each record the one above it; a root is above itself.
    above: Vec<u32>,
    of_root: Vec<Cluster>,
}

impl Clusters {
    /// The connected components of the pairs. The most probable pairs are taken first, so that the last one which connects two parts of a
    /// cluster is its weakest link.
    pub(super) fn of(records: &Records<'_>, pairs: &[Pair]) -> Clusters {
        let rows_of_records = records.rows();
        let alone = |record: u32| {
            let rows = rows_of_records.of(record);
            Cluster {
                first_row: rows.first().map_or(usize::MAX, |row| *row as usize),
                rows: rows.len(),
                weakest_link: None,
            }
        };
        Clusters::connected((0..records.len() as u32).map(alone).collect(), pairs)
    }

    fn connected(alone: Vec<Cluster>, pairs: &[Pair]) -> Clusters {
        let mut clusters = Clusters { above: (0..alone.len() as u32).collect(), of_root: alone };
        let mut pairs: Vec<&Pair> = pairs.iter().collect();
        pairs.sort_by(|a, b| b.probability.total_cmp(&a.probability).then((a.a, a.b).cmp(&(b.a, b.b))));
        for pair in pairs {
            clusters.connect(pair);
        }
        // A record is below an earlier one, whose root is known by then.
        for record in 0..clusters.above.len() {
            clusters.above[record] = clusters.above[clusters.above[record] as usize];
        }
        clusters
    }

    fn connect(&mut self, pair: &Pair) {
        let (a, b) = (self.root(pair.a), self.root(pair.b));
        if a == b {
            return;
        }
        let (into, from) = (a.min(b), a.max(b));
        self.above[from as usize] = into;
        let other = self.of_root[from as usize];
        let joined = &mut self.of_root[into as usize];
        joined.first_row = joined.first_row.min(other.first_row);
        joined.rows += other.rows;
        joined.weakest_link = Some(pair.probability);
    }

    /// The root of a record. Halves the path to it for later calls.
    fn root(&mut self, mut record: u32) -> u32 {
        while self.above[record as usize] != record {
            let above = self.above[record as usize];
            self.above[record as usize] = self.above[above as usize];
            record = above;
        }
        record
    }

    /// The cluster of a record.
    pub(super) fn of_record(&self, record: u32) -> Cluster {
        self.of_root[self.above[record as usize] as usize]
    }

    fn roots(&self) -> impl Iterator<Item = &Cluster> {
        let is_root = |(record, above): (usize, &u32)| (record as u32 == *above).then_some(record);
        let roots = self.above.iter().enumerate().filter_map(is_root);
        roots.map(|record| &self.of_root[record]).filter(|cluster| cluster.rows > 0)
    }

    /// How many clusters have rows.
    pub(super) fn count(&self) -> usize {
        self.roots().count()
    }

    /// Rows that are not the first of their cluster.
    pub(super) fn repeated_rows(&self) -> usize {
        self.roots().map(|cluster| cluster.rows - 1).sum()
    }
}

#[cfg(test)]
mod tests {
    use milepost::{Agreements, Verdict};

    use super::*;

    fn pair(a: u32, b: u32, probability: f32) -> Pair {
        Pair { a, b, verdict: Verdict::Likely, probability, agreements: Agreements::default() }
    }

    #[test]
    fn the_weakest_link_is_the_least_probable_pair_that_is_needed() {
        let alone = (0..5).map(|row| Cluster { first_row: row, rows: 1, weakest_link: None }).collect();
        let pairs = [pair(0, 1, 0.99), pair(1, 2, 0.9), pair(0, 2, 0.6), pair(3, 4, 0.8)];
        let clusters = Clusters::connected(alone, &pairs);
        let three = Cluster { first_row: 0, rows: 3, weakest_link: Some(0.9) };
        assert_eq!([0, 1, 2].map(|record| clusters.of_record(record)), [three; 3]);
        assert_eq!(clusters.of_record(4), Cluster { first_row: 3, rows: 2, weakest_link: Some(0.8) });
        assert_eq!((clusters.count(), clusters.repeated_rows()), (2, 3));
    }

    #[test]
    fn a_long_chain_is_one_cluster() {
        let count = 200_000;
        let alone = (0..count).map(|row| Cluster { first_row: row, rows: 1, weakest_link: None }).collect();
        // Ends of the chain are the most probable pairs, so it is connected from its end.
        let chain: Vec<Pair> = (1..count as u32)
            .map(|record| pair(record - 1, record, 0.9 + 0.09 * record as f32 / count as f32))
            .collect();
        let clusters = Clusters::connected(alone, &chain);
        assert_eq!(clusters.of_record(count as u32 - 1).first_row, 0);
        assert_eq!((clusters.count(), clusters.repeated_rows()), (1, count - 1));
    }
}
