//! Many addresses at once, off the event loop.

use std::sync::atomic::{AtomicUsize, Ordering};

use milepost_parser::InputMode;
use napi::{Env, Task};

use crate::engine::Core;
use crate::failure::guarded;

/// What is asked of each address.
#[derive(Clone, Copy)]
pub(crate) enum Question {
    Parse { debug: bool },
    Geocode,
}

/// Addresses taken at a time by a thread: long enough that taking costs nothing, short enough to even out.
const SHARE: usize = 16;

/// A batch on its way through the thread pool.
pub struct Answers {
    core: Core,
    addresses: Vec<String>,
    mode: InputMode,
    question: Question,
}

impl Answers {
    pub(crate) fn new(core: Core, addresses: Vec<String>, mode: InputMode, question: Question) -> Answers {
        Answers { core, addresses, mode, question }
    }

    fn answer(&self, address: &str) -> String {
        let answer = guarded(|| match self.question {
            Question::Parse { debug } => self.core.parse(address, self.mode, debug),
            Question::Geocode => self.core.geocode(address, self.mode),
        });
        answer.unwrap_or_else(|error| {
            serde_json::json!({ "input": address.trim(), "error": error.reason.clone() }).to_string()
        })
    }

    /// Answers in the order of the addresses, worked out by as many threads as the machine has cores.
    fn in_parallel(&self) -> Vec<String> {
        let threads = std::thread::available_parallelism()
            .map_or(1, usize::from)
            .min(self.addresses.len().div_ceil(SHARE));
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            loop {
                let start = next.fetch_add(SHARE, Ordering::Relaxed);
                if start >= self.addresses.len() {
                    return done;
                }
                let end = (start + SHARE).min(self.addresses.len());
                done.extend((start..end).map(|index| (index, self.answer(&self.addresses[index]))));
            }
        };
        let mut answers = vec![String::new(); self.addresses.len()];
        std::thread::scope(|scope| {
            // The thread of the pool works too, so one fewer is started.
            let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut done = work();
            // `answer` catches panics, so a helper always ends with its share.
            done.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()).flatten());
            for (index, answer) in done {
                answers[index] = answer;
            }
        });
        answers
    }
}

impl Task for Answers {
    type Output = Vec<String>;
    type JsValue = Vec<String>;

    fn compute(&mut self) -> napi::Result<Vec<String>> {
        // napi does not catch a panic here; unguarded it would abort the process.
        guarded(|| Ok(self.in_parallel()))
    }

    fn resolve(&mut self, _env: Env, answers: Vec<String>) -> napi::Result<Vec<String>> {
        Ok(answers)
    }
}
