//! What an import did not take, counted by reason, and what is broken in its files, named by id.

use std::collections::BTreeMap;
use std::path::Path;

use super::object::Id;

/// Objects that are named for each reason.
const NAMED: usize = 5;

/// Counts of an import.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// Reason to its count and first examples.
    left_out: BTreeMap<&'static str, (u64, Vec<String>)>,
    /// Objects that became rows, by kind.
    taken: BTreeMap<&'static str, u64>,
    blobs: Vec<String>,
    bad_blobs: u64,
}

impl Report {
    /// Counts an object that is left out, or used only in part.
    pub(super) fn leave_out(&mut self, reason: &'static str, id: Id) {
        let (count, named) = self.left_out.entry(reason).or_default();
        *count += 1;
        if named.len() < NAMED {
            named.push(id.to_string());
        }
    }

    /// Counts objects that became rows.
    pub(super) fn take(&mut self, kind: &'static str, count: u64) {
        *self.taken.entry(kind).or_default() += count;
    }

    /// Counts a blob that cannot be read.
    pub(super) fn bad_blob(&mut self, path: &Path, offset: u64, problem: &str) {
        self.bad_blobs += 1;
        if self.blobs.len() < NAMED {
            self.blobs.push(format!("{}: the blob at byte {offset} is skipped: {problem}", path.display()));
        }
    }

    /// Lines for the summary.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = self.blobs.clone();
        if self.bad_blobs > self.blobs.len() as u64 {
            lines.push(format!("... and {} more blobs", self.bad_blobs - self.blobs.len() as u64));
        }
        lines.extend(self.taken.iter().map(|(kind, count)| format!("{count} {kind}")));
        for (reason, (count, named)) in &self.left_out {
            let more = if *count > named.len() as u64 { ", ..." } else { "" };
            lines.push(format!("{count} left out, {reason}: {}{more}", named.join(", ")));
        }
        lines
    }
}
