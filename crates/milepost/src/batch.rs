//! Many rows at once.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::{Engine, EngineError, Hints, Pool};

/// Cancels a batch. Clones cancel the same batch.
#[derive(Debug, Clone, Default)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// Ends the batch: rows that have not started fail with [`EngineError::Cancelled`].
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the batch is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Limits of a batch.
#[derive(Debug, Clone)]
pub struct BatchOptions {
    /// Most UTF-16 code units of a row; a longer one fails.
    pub longest: usize,
    /// Cancels it.
    pub cancellation: Cancellation,
    /// The pool that provides its threads.
    pub pool: Pool,
    /// The hints with which the question parses its rows, so that a few can be parsed together in advance; none if it parses none.
    pub parses: Option<Hints>,
}

impl Default for BatchOptions {
    /// No limits except the threads of the process.
    fn default() -> BatchOptions {
        let cancellation = Cancellation::default();
        BatchOptions { longest: usize::MAX, cancellation, pool: Pool::shared(), parses: None }
    }
}

/// The answer to one row.
#[derive(Debug)]
pub struct Row<T> {
    /// The answer, or the error.
    pub answer: Result<T, EngineError>,
    /// The time it took.
    pub took: Duration,
}

impl Engine {
    /// Calls `question` for each text on the threads of the pool, in order. A row that fails, even by a panic, fails alone; blank rows and
    /// rows that are too long fail without a call.
    pub fn batch<S: AsRef<str> + Sync, T: Send>(
        &self,
        texts: &[S],
        options: &BatchOptions,
        question: impl Fn(&Engine, &S) -> Result<T, EngineError> + Sync,
    ) -> Vec<Row<T>> {
        options.pool.each_share(texts, |texts| {
            let begun = Instant::now();
            let engine = self.ahead(texts, options);
            let each = begun.elapsed() / u32::try_from(texts.len()).unwrap_or(1);
            let answer = |text: &S| {
                let begun = Instant::now();
                let answer = guarded(|| {
                    options.check(text.as_ref())?;
                    question(&engine, text)
                });
                Row { answer, took: each + begun.elapsed() }
            };
            texts.iter().map(answer).collect()
        })
    }

    /// An engine that has already parsed the rows of a share.
    fn ahead<S: AsRef<str>>(&self, texts: &[S], options: &BatchOptions) -> Engine {
        let Some(hints) = options.parses else { return self.clone() };
        let texts = texts.iter().map(AsRef::as_ref).filter(|text| options.check(text).is_ok());
        let asked: Vec<_> = texts.map(|text| (text, hints)).collect();
        self.having_parsed(&asked)
    }
}

impl BatchOptions {
    /// What is wrong with a row, checked before the call.
    fn check(&self, text: &str) -> Result<(), EngineError> {
        if self.cancellation.is_cancelled() {
            return Err(EngineError::Cancelled);
        }
        EngineError::check_given(text)?;
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
