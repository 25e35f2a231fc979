//! Progress of a run on standard error: a bar on a terminal, otherwise one line a minute.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::summary::Counts;

/// Time between two lines of a log.
const LINE_EVERY: Duration = Duration::from_secs(60);

/// Reports the progress of a run.
pub(crate) struct Progress {
    /// The command, which lines of a log name.
    command: &'static str,
    bar: Option<ProgressBar>,
    /// Bytes or rows of all files; none if one of them is a stream.
    total: Option<u64>,
    begun: Instant,
    last: Instant,
    quiet: bool,
    before: Before,
}

/// Start of a resumed run. Rates and the time left ignore the work of an earlier run.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Before {
    /// Rows already written.
    pub(crate) rows: u64,
    /// How much of the input those rows are, in the unit of the total.
    pub(crate) taken: u64,
}

impl Progress {
    pub(crate) fn new(command: &'static str, total: Option<u64>, quiet: bool, before: Before) -> Progress {
        let bar = (!quiet && stderr().is_terminal()).then(|| {
            let target = ProgressDrawTarget::stderr_with_hz(4);
            let bar = ProgressBar::with_draw_target(total, target);
            let template = if total.is_some() { "{bar:24} {percent}% {msg}" } else { "{spinner} {msg}" };
            let style = ProgressStyle::with_template(template);
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        let begun = Instant::now();
        Progress { command, bar, total, begun, last: begun, quiet, before }
    }

    /// Reports a window that has been written; `taken` is how much of the input has been read.
    pub(crate) fn tell(&mut self, counts: &Counts, taken: u64) {
        let now = Instant::now();
        match &self.bar {
            Some(bar) => {
                bar.set_position(taken);
                bar.set_message(self.message(counts, taken, now));
            }
            None => {
                if let Some(line) = self.line_if_due(counts, taken, now) {
                    crate::tell_of(self.command, &line);
                }
            }
        }
    }

    /// The line for a log, if a minute has passed since the start or since the last line.
    fn line_if_due(&mut self, counts: &Counts, taken: u64, now: Instant) -> Option<String> {
        if self.quiet || now.duration_since(self.last) < LINE_EVERY {
            return None;
        }
        self.last = now;
        Some(self.message(counts, taken, now))
    }

    fn message(&self, counts: &Counts, taken: u64, now: Instant) -> String {
        let seconds = now.duration_since(self.begun).as_secs_f64().max(1e-3);
        message(counts, seconds, self.before, taken, self.total)
    }

    /// Removes the bar.
    pub(crate) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Rows, rows a second, the time left if the total is known, and the shares of the outcomes.
fn message(counts: &Counts, seconds: f64, before: Before, taken: u64, total: Option<u64>) -> String {
    let rate = counts.rows.saturating_sub(before.rows) as f64 / seconds;
    let done = taken.saturating_sub(before.taken);
    let left = total.filter(|_| done > 0).map(|total| {
        let left = seconds * (total.saturating_sub(taken)) as f64 / done as f64;
        format!(", {} left", duration(left))
    });
    let shares =
        Some(counts.shares()).filter(|shares| !shares.is_empty()).map(|shares| format!(": {shares}"));
    let (left, shares) = (left.unwrap_or_default(), shares.unwrap_or_default());
    format!("{} rows, {rate:.0} rows/s{left}{shares}", counts.rows)
}

/// `3 h 20 min`, `12 min`, `40 s`.
fn duration(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    match (seconds / 3600, seconds / 60 % 60) {
        (0, 0) => format!("{seconds} s"),
        (0, minutes) => format!("{minutes} min"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_gets_one_line_a_minute() {
        let mut progress = Progress::new("bulk", Some(1_000), true, Before::default());
        let counts = Counts { rows: 30, ..Counts::default() };
        let line_at = |second, progress: &mut Progress| {
            progress.line_if_due(&counts, 150, progress.begun + Duration::from_secs(second))
        };
        assert_eq!(line_at(3_600, &mut progress), None, "a quiet run");
        progress.quiet = false;
        assert_eq!(line_at(59, &mut progress), None);
        assert_eq!(line_at(60, &mut progress).as_deref(), Some("30 rows, 0 rows/s, 5 min left"));
        assert!(line_at(150, &mut progress).is_some());
        assert_eq!(line_at(209, &mut progress), None, "a minute counts from the last line");
        assert!(line_at(210, &mut progress).is_some());
    }

    #[test]
    fn a_line_tells_rows_rate_time_left_and_shares() {
        let outcomes = || [("admin".to_owned(), 300), ("street".to_owned(), 100)].into();
        let earlier = Before { rows: 900, taken: 9_000 };
        let shares = "admin 75.0 %, street 25.0 %";
        for (rows, outcomes, before, taken, total, line) in [
            (
                400,
                outcomes(),
                Before::default(),
                4_000,
                Some(400_000),
                format!("400 rows, 40 rows/s, 16 min left: {shares}"),
            ),
            (400, outcomes(), Before::default(), 4_000, None, format!("400 rows, 40 rows/s: {shares}")),
            // What an earlier run did took this one no time.
            (1_000, [].into(), earlier, 10_000, Some(20_000), "1000 rows, 10 rows/s, 1 min left".to_owned()),
        ] {
            let counts = Counts { rows, outcomes, ..Counts::default() };
            assert_eq!(message(&counts, 10.0, before, taken, total), line);
        }
    }

    #[test]
    fn durations_are_as_coarse_as_one_wants_them() {
        for (seconds, said) in [(12.4, "12 s"), (700.0, "11 min"), (7_500.0, "2 h 5 min")] {
            assert_eq!(super::duration(seconds), said);
        }
    }
}
