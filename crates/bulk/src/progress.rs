//! How far a run is, for who waits: a bar on a terminal, else a line a minute.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::summary::Counts;

/// Between two lines of a log.
const LINE_EVERY: Duration = Duration::from_secs(60);

/// Tells how far a run is.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    /// Bytes or rows of all files; none where a stream is among them.
    total: Option<u64>,
    begun: Instant,
    last: Instant,
    quiet: bool,
    before: Before,
}

/// Where a run begins that goes on with an earlier one; what was there took this one no time.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Before {
    /// Rows that were written.
    pub(crate) rows: u64,
    /// How much of the input they were, in the unit of the total.
    pub(crate) taken: u64,
}

impl Progress {
    pub(crate) fn new(total: Option<u64>, quiet: bool, before: Before) -> Progress {
        let bar = (!quiet && stderr().is_terminal()).then(|| {
            let target = ProgressDrawTarget::stderr_with_hz(4);
            let bar = ProgressBar::with_draw_target(total, target);
            let template = if total.is_some() { "{bar:24} {percent}% {msg}" } else { "{spinner} {msg}" };
            let style = ProgressStyle::with_template(template);
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        Progress { bar, total, begun: Instant::now(), last: Instant::now(), quiet, before }
    }

    /// Tells of a window that was written; so much of the input was `taken` so far.
    pub(crate) fn tell(&mut self, counts: &Counts, taken: u64) {
        if self.quiet {
            return;
        }
        let is_due = self.last.elapsed() >= LINE_EVERY;
        if self.bar.is_none() && !is_due {
            return;
        }
        let seconds = self.begun.elapsed().as_secs_f64().max(1e-3);
        let message = message(counts, seconds, self.before, taken, self.total);
        match &self.bar {
            Some(bar) => {
                bar.set_position(taken);
                bar.set_message(message);
            }
            None => crate::tell(&message),
        }
        if is_due {
            self.last = Instant::now();
        }
    }

    /// Takes the bar away.
    pub(crate) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Rows, rows a second, time left where it is known how much there is, and shares of the outcomes.
fn message(counts: &Counts, seconds: f64, before: Before, taken: u64, total: Option<u64>) -> String {
    let rate = counts.rows.saturating_sub(before.rows) as f64 / seconds;
    let done = taken.saturating_sub(before.taken);
    let left = total.filter(|_| done > 0).map(|total| {
        let left = seconds * (total.saturating_sub(taken)) as f64 / done as f64;
        format!(", {} left", duration(left))
    });
    format!("{} rows, {rate:.0} rows/s{}: {}", counts.rows, left.unwrap_or_default(), counts.shares())
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
    fn a_line_tells_rows_rate_time_left_and_shares() {
        let outcomes = [("admin".to_owned(), 300), ("street".to_owned(), 100)].into();
        let counts = Counts { rows: 400, outcomes, ..Counts::default() };
        let told = message(&counts, 10.0, Before::default(), 4_000, Some(400_000));
        assert_eq!(told, "400 rows, 40 rows/s, 16 min left: admin 75.0 %, street 25.0 %");
        let told = message(&counts, 10.0, Before::default(), 4_000, None);
        assert_eq!(told, "400 rows, 40 rows/s: admin 75.0 %, street 25.0 %");
    }

    #[test]
    fn what_an_earlier_run_did_took_this_one_no_time() {
        let counts = Counts { rows: 1_000, ..Counts::default() };
        let told = message(&counts, 10.0, Before { rows: 900, taken: 9_000 }, 10_000, Some(20_000));
        assert_eq!(told, "1000 rows, 10 rows/s, 1 min left: ");
    }

    #[test]
    fn durations_are_as_coarse_as_one_wants_them() {
        for (seconds, said) in [(12.4, "12 s"), (700.0, "11 min"), (7_500.0, "2 h 5 min")] {
            assert_eq!(super::duration(seconds), said);
        }
    }
}
