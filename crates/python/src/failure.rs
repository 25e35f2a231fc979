//! Faults on their way to Python.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use milepost::{Cancellation, EngineError};
use milepost_bulk::BulkError;
use pyo3::exceptions::PyException;
use pyo3::{PyErr, Python, create_exception};

/// Time between two looks at the signals that came.
const SIGNALS_EVERY: Duration = Duration::from_millis(50);

create_exception!(
    milepost,
    MilepostError,
    PyException,
    "Something was not opened or not answered; the message names the file or field at fault."
);

/// An exception with the message of `error`.
pub(crate) fn exception(error: impl std::fmt::Display) -> PyErr {
    MilepostError::new_err(error.to_string())
}

/// Runs `question` while other threads of Python go on, and turns a panic of the core into an exception.
pub(crate) fn asked<T: Send>(
    py: Python<'_>,
    question: impl FnOnce() -> Result<T, EngineError> + Send,
) -> Result<T, PyErr> {
    py.detach(|| milepost::guarded(question)).map_err(exception)
}

/// The same for long work whose errors are exceptions already: it runs on a thread of its own, while the caller looks for signals. If the
/// handler of one raises, as that of Ctrl-C does, the work is cancelled.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Cancellation) -> Result<T, PyErr> + Send,
) -> Result<T, PyErr> {
    let cancellation = &Cancellation::default();
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, done) = channel();
            // A panic that reached PyO3 would be none of `Exception`.
            let run = move || sender.send(milepost::guarded(|| Ok(work(cancellation))));
            let started = std::thread::Builder::new().name("arrow".into()).spawn_scoped(scope, run);
            started.map_err(|source| exception(EngineError::NoThread(source)))?;
            loop {
                match done.recv_timeout(SIGNALS_EVERY) {
                    Ok(answer) => return answer.map_err(exception)?,
                    Err(RecvTimeoutError::Disconnected) => return Err(exception(EngineError::Cancelled)),
                    Err(RecvTimeoutError::Timeout) => {
                        Python::attach(|py| py.check_signals()).inspect_err(|_| cancellation.cancel())?;
                    }
                }
            }
        })
    })
}

/// The exception for a missing column, or a value that is not a column.
pub(crate) fn of_table(error: BulkError) -> PyErr {
    match error {
        BulkError::Usage(message) => pyo3::exceptions::PyValueError::new_err(message),
        other => exception(other),
    }
}
