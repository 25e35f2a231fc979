//! Progress of an import on standard error: a bar on a terminal, elsewhere a line every half minute.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanDuration, ProgressBar, ProgressStyle};

use crate::terminal;

const PAUSE: Duration = Duration::from_secs(30);
const STEPS: u64 = 1_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Relations,
    Ways,
    Nodes,
    Lines,
    Objects,
    Databases,
}

impl Stage {
    /// Name, and share of the time of an import (`benches/data/osm.py`, 0.4 GB on two cores).
    fn of(self) -> (&'static str, f64) {
        match self {
            Stage::Relations => ("relations", 0.01),
            Stage::Ways => ("ways", 0.09),
            Stage::Nodes => ("nodes", 0.10),
            Stage::Lines => ("ways with their nodes", 0.12),
            Stage::Objects => ("houses and streets", 0.32),
            Stage::Databases => ("databases", 0.36),
        }
    }
}

#[derive(Debug)]
pub(super) struct Progress {
    started: Instant,
    reported: Instant,
    stage: Stage,
    /// Share of the time of finished stages.
    finished: f64,
    done: u64,
    total: u64,
    objects: u64,
    bar: Option<ProgressBar>,
}

impl Default for Progress {
    fn default() -> Progress {
        let now = Instant::now();
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:30} {msg}");
            ProgressBar::new(STEPS).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Progress {
            started: now,
            reported: now,
            stage: Stage::Relations,
            finished: 0.0,
            done: 0,
            total: 0,
            objects: 0,
            bar,
        }
    }
}

impl Progress {
    /// Begins a stage of `total` bytes, or databases.
    pub(super) fn begin(&mut self, stage: Stage, total: u64) {
        if stage != self.stage {
            self.finished += self.stage.of().1;
        }
        (self.stage, self.done, self.total, self.objects) = (stage, 0, total, 0);
    }

    /// Counts bytes that were read and the objects in them, or a finished database.
    pub(super) fn advance(&mut self, bytes: u64, objects: u64) {
        self.done += bytes;
        self.objects += objects;
        let now = Instant::now();
        match &self.bar {
            Some(bar) => {
                bar.set_position((self.share() * STEPS as f64) as u64);
                bar.set_message(self.line(now - self.started));
            }
            None if now - self.reported >= PAUSE => {
                self.reported = now;
                terminal::tell(&self.line(now - self.started));
            }
            None => {}
        }
    }

    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// Share of the work that is done, 0 to 1.
    fn share(&self) -> f64 {
        let here = if self.total == 0 { 0.0 } else { self.done as f64 / self.total as f64 };
        self.finished + self.stage.of().1 * here.min(1.0)
    }

    /// `nodes: 1.2 GiB of 3 GiB, 64000000 objects, 41 %, 3 minutes left` after a time.
    fn line(&self, elapsed: Duration) -> String {
        let share = self.share();
        let left = if share < 0.01 {
            String::new()
        } else {
            let rest = elapsed.mul_f64((1.0 - share).max(0.0) / share);
            format!(", {} left", HumanDuration(rest))
        };
        let (done, total) = (HumanBytes(self.done), HumanBytes(self.total));
        let read = match self.stage {
            Stage::Databases => String::new(),
            _ => format!("{done} of {total}, {} objects, ", self.objects),
        };
        format!("{}: {read}{:.0} %{left}", self.stage.of().0, share * 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_bytes_objects_and_the_time_left() {
        let mut progress = Progress::default();
        progress.begin(Stage::Relations, 100);
        progress.advance(100, 7);
        progress.begin(Stage::Ways, 1_000);
        progress.advance(1_000, 70);
        progress.begin(Stage::Nodes, 3 << 30);
        progress.advance(1 << 30, 900);
        let line = progress.line(Duration::from_secs(30));
        assert_eq!(line, "nodes: 1.00 GiB of 3.00 GiB, 900 objects, 13 %, 3 minutes left");
    }

    #[test]
    fn the_stages_make_the_whole() {
        let stages =
            [Stage::Relations, Stage::Ways, Stage::Nodes, Stage::Lines, Stage::Objects, Stage::Databases];
        let sum: f64 = stages.iter().map(|stage| stage.of().1).sum();
        assert!((sum - 1.0).abs() < 1e-9);
    }
}
