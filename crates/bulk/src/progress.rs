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
    /// Bytes of all files; none where a stream is among them.
    total: Option<u64>,
    begun: Instant,
    last: Instant,
    quiet: bool,
    rows_before: u64,
}

impl Progress {
    pub(crate) fn new(total: Option<u64>, quiet: bool, rows_before: u64) -> Progress {
        let bar = (!quiet && stderr().is_terminal()).then(|| {
            let target = ProgressDrawTarget::stderr_with_hz(4);
            let bar = ProgressBar::with_draw_target(total, target);
            let template = if total.is_some() { "{bar:24} {percent}% {msg}" } else { "{spinner} {msg}" };
            let style = ProgressStyle::with_template(template);
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        Progress { bar, total, begun: Instant::now(), last: Instant::now(), quiet, rows_before }
    }

    /// Tells of a window that was written; `taken` bytes were read so far.
    pub(crate) fn tell(&mut self, counts: &Counts, taken: u64) {
        if self.quiet {
            return;
        }
        let is_due = self.last.elapsed() >= LINE_EVERY;
        if self.bar.is_none() && !is_due {
            return;
        }
        let seconds = self.begun.elapsed().as_secs_f64().max(1e-3);
        let rate = counts.rows.saturating_sub(self.rows_before) as f64 / seconds;
        let left = self.total.filter(|_| taken > 0).map(|total| {
            let left = seconds * (total.saturating_sub(taken)) as f64 / taken as f64;
            format!(", {} left", duration(left))
        });
        let message = format!(
            "{} rows, {rate:.0} rows/s{}: {}",
            counts.rows,
            left.unwrap_or_default(),
            counts.shares()
        );
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
    #[test]
    fn durations_are_as_coarse_as_one_wants_them() {
        for (seconds, said) in [(12.4, "12 s"), (700.0, "11 min"), (7_500.0, "2 h 5 min")] {
            assert_eq!(super::duration(seconds), said);
        }
    }
}
