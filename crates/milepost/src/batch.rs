//! Many rows at once.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::{Engine, EngineError, InputMode, Pool};

/// A way to call a batch off whose answer nobody waits for any more. Clones are of one batch.
#[derive(Debug, Clone, Default)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// Ends the batch: rows that were not begun fail with [`EngineError::Cancelled`].
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was called off.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What bounds a batch.
#[derive(Debug, Clone)]
pub struct BatchOptions {
    /// Most UTF-16 code units of a row; a longer one fails.
    pub longest: usize,
    /// Calls it off.
    pub cancellation: Cancellation,
    /// Whose threads it takes.
    pub pool: Pool,
    /// In which mode the question parses its rows, so that a few can be parsed ahead together; none if it does not.
    pub parses: Option<InputMode>,
}

impl Default for BatchOptions {
    /// No bound but that of the process's threads.
    fn default() -> BatchOptions {
        let cancellation = Cancellation::default();
        BatchOptions { longest: usize::MAX, cancellation, pool: Pool::shared(), parses: None }
    }
}

/// The answer to one row.
#[derive(Debug)]
pub struct Row<T> {
    /// The answer, or why there is none.
    pub answer: Result<T, EngineError>,
    /// The time it took.
    pub took: Duration,
}

impl Engine {
    /// Asks `question` of each text on the threads of the pool, in order. A row that fails, also by a panic, fails alone; blank rows and
    /// those that are too long fail unasked.
    pub fn batch<S: AsRef<str> + Sync, T: Send>(
        &self,
        texts: &[S],
        options: &BatchOptions,
        question: impl Fn(&Engine, &str) -> Result<T, EngineError> + Sync,
    ) -> Vec<Row<T>> {
        options.pool.each_share(texts, |texts| {
            let begun = Instant::now();
            let engine = self.ahead(texts, options);
            let each = begun.elapsed() / u32::try_from(texts.len()).unwrap_or(1);
            let answer = |text: &S| {
                let begun = Instant::now();
                let answer = guarded(|| {
                    options.check(text.as_ref())?;
                    question(&engine, text.as_ref())
                });
                Row { answer, took: each + begun.elapsed() }
            };
            texts.iter().map(answer).collect()
        })
    }

    /// An engine that has parsed the rows of a share that will be asked.
    fn ahead<S: AsRef<str>>(&self, texts: &[S], options: &BatchOptions) -> Engine {
        let Some(mode) = options.parses else { return self.clone() };
        let asked: Vec<&str> =
            texts.iter().map(AsRef::as_ref).filter(|text| options.check(text).is_ok()).collect();
        self.having_parsed(&asked, mode)
    }
}

impl BatchOptions {
    /// What is wrong with a row before anything is asked.
    fn check(&self, text: &str) -> Result<(), EngineError> {
        if self.cancellation.is_cancelled() {
            return Err(EngineError::Cancelled);
        }
        if text.trim().is_empty() {
            return Err(EngineError::Blank);
        }
        // A code unit takes at least a byte.
        let is_too_long = text.len() > self.longest && text.encode_utf16().count() > self.longest;
        if is_too_long { Err(EngineError::TooLong { longest: self.longest }) } else { Ok(()) }
    }
}

/// Runs `call` and turns a panic into an error.
///
/// # Errors
/// Those of `call`, and [`EngineError::Panicked`].
pub fn guarded<T>(call: impl FnOnce() -> Result<T, EngineError>) -> Result<T, EngineError> {
    catch_unwind(AssertUnwindSafe(call))
        .unwrap_or_else(|panic| Err(EngineError::Panicked(message_of(panic.as_ref()))))
}

fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "the core panicked".to_owned())
}
