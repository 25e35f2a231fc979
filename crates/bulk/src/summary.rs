//! Counts of a run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::fields::Answer;

/// Counts, continued by resumed runs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Counts {
    /// Rows written.
    pub rows: u64,
    /// Rows by outcome: a tier, `nothing`, `error`.
    pub outcomes: BTreeMap<String, u64>,
    /// Rows whose answer has a marker.
    pub doubted: u64,
    /// Rejected records.
    pub rejected: u64,
    /// Rows that share the answer of an equal one.
    pub repeated: u64,
    /// Seconds of work.
    pub seconds: f64,
}

impl Counts {
    pub(crate) fn add(&mut self, answer: &Answer) {
        self.rows += 1;
        match self.outcomes.get_mut(answer.outcome) {
            Some(count) => *count += 1,
            None => {
                self.outcomes.insert(answer.outcome.to_owned(), 1);
            }
        }
        self.doubted += u64::from(answer.doubted);
    }

    /// Shares of the outcomes, largest first.
    pub(crate) fn shares(&self) -> String {
        let mut outcomes: Vec<_> = self.outcomes.iter().collect();
        outcomes.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        let share = |(name, count): (&String, &u64)| {
            format!("{name} {:.1} %", 100.0 * *count as f64 / self.rows.max(1) as f64)
        };
        outcomes.into_iter().map(share).collect::<Vec<_>>().join(", ")
    }
}

/// The report at the end of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// The result.
    pub out: String,
    /// Counts, including those of earlier runs.
    #[serde(flatten)]
    pub counts: Counts,
    /// Rows written by an earlier run.
    pub rows_before: u64,
    /// Rows a second of this run.
    pub rows_per_second: f64,
    /// Threads that answered.
    pub threads: usize,
}

impl Summary {
    /// The summary in sentences.
    pub fn lines(&self) -> Vec<String> {
        let Counts { rows, doubted, rejected, repeated, seconds, .. } = &self.counts;
        let mut lines = vec![format!(
            "{rows} rows in {seconds:.1} s ({:.0} rows/s, {} threads): {}",
            self.rows_per_second,
            self.threads,
            self.counts.shares()
        )];
        if self.rows_before > 0 {
            lines.push(format!("{} of them were there from an earlier run", self.rows_before));
        }
        if *doubted > 0 {
            lines.push(format!("{doubted} rows have a marker of doubt"));
        }
        if *repeated > 0 {
            lines.push(format!("{repeated} rows repeat one near them and were answered with it"));
        }
        if *rejected > 0 {
            lines.push(format!("{rejected} records could not be split; they are in {}.rejected", self.out));
        }
        lines
    }
}
