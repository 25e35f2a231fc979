//! What an import did not take, counted by reason, what is broken in its files, named by id, and how far the import is.

use std::collections::BTreeMap;
use std::path::Path;

use super::object::Id;
use super::progress::Progress;

/// Objects that are named for each reason.
const NAMED: usize = 5;

/// Counts of an import.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// Reason to its count and first examples.
    left_out: BTreeMap<&'static str, (u64, Vec<String>)>,
    /// Objects that became rows, by kind.
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

    /// Adds the counts of another report.
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

    /// Counts objects that became rows.
    pub(super) fn take(&mut self, kind: &'static str, count: u64) {
        *self.taken.entry(kind).or_default() += count;
    }

    /// Counts a blob that cannot be read.
    pub(super) fn bad_blob(&mut self, path: &Path, offset: u64, problem: &str) {
        self.bad_parts += 1;
        if self.bad.len() < NAMED {
            self.bad.push(format!("{}: the blob at byte {offset} is skipped: {problem}", path.display()));
        }
    }

    /// Counts a line that cannot be read.
    pub(super) fn bad_line(&mut self, path: &Path, line: u64, problem: &str) {
        self.bad_parts += 1;
        if self.bad.len() < NAMED {
            self.bad.push(format!("{}:{line}: the line is skipped: {problem}", path.display()));
        }
    }

    /// Lines for the summary.
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

/// `2024-03-04` of seconds since 1970.
pub(super) fn day_of(seconds: i64) -> String {
    // Days to a date of the Gregorian calendar (Howard Hinnant, days_from_civil).
    let days = seconds.div_euclid(86_400) + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_its_day() {
        assert_eq!(day_of(1_709_586_000), "2024-03-04");
        assert_eq!(day_of(0), "1970-01-01");
        assert_eq!(day_of(951_782_400), "2000-02-29");
    }
}
