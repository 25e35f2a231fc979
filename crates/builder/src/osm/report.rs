//! What an import did not take, counted by reason, what is broken in its files, named by id, and how far the import is.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::Connection;

use super::object::Id;
use super::progress::Progress;

/// Objects that are named for each reason.
const NAMED: usize = 5;

#[derive(Debug, Default)]
pub(super) struct Report {
    /// Reason to its count and first examples.
    left_out: BTreeMap<&'static str, (u64, Vec<String>)>,
    taken: BTreeMap<&'static str, u64>,
    pub(super) progress: Progress,
    bad: Vec<String>,
    bad_parts: u64,
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

    pub(super) fn add(&mut self, other: Report) {
        for (reason, (count, named)) in other.left_out {
            let known = self.left_out.entry(reason).or_default();
            known.0 += count;
            known.1.extend(named);
            known.1.truncate(NAMED);
        }
        for (kind, count) in other.taken {
            self.take(kind, count);
        }
    }

    pub(super) fn take(&mut self, kind: &'static str, count: u64) {
        *self.taken.entry(kind).or_default() += count;
    }

    pub(super) fn bad_blob(&mut self, path: &Path, offset: u64, problem: &str) {
        self.bad(format!("{}: the blob at byte {offset} is skipped: {problem}", path.display()));
    }

    pub(super) fn bad_line(&mut self, path: &Path, line: u64, problem: &str) {
        self.bad(format!("{}:{line}: the line is skipped: {problem}", path.display()));
    }

    fn bad(&mut self, line: String) {
        self.bad_parts += 1;
        if self.bad.len() < NAMED {
            self.bad.push(line);
        }
    }

    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = self.bad.clone();
        if self.bad_parts > self.bad.len() as u64 {
            lines.push(format!("... and {} more", self.bad_parts - self.bad.len() as u64));
        }
        lines.extend(self.taken.iter().map(|(kind, count)| format!("{count} {kind}")));
        for (reason, (count, named)) in &self.left_out {
            let more = if *count > named.len() as u64 { ", ..." } else { "" };
            lines.push(format!("{count} left out, {reason}: {}{more}", named.join(", ")));
        }
        lines
    }
}

/// `2024-03-04` of seconds since 1970; none outside the calendar of SQLite.
pub(super) fn day_of(seconds: i64) -> Option<String> {
    let connection = Connection::open_in_memory().ok()?;
    connection.query_row("SELECT date(?1, 'unixepoch')", [seconds], |row| row.get(0)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_its_day() {
        assert_eq!(day_of(1_709_586_000).as_deref(), Some("2024-03-04"));
        assert_eq!(day_of(0).as_deref(), Some("1970-01-01"));
        assert_eq!(day_of(i64::MAX), None);
    }
}
